// Draws the figures with Vega-Lite: when they come into view, in the page's colours, again when those change.
(function () {
  "use strict";
  const charts = Array.from(document.querySelectorAll(".chart[data-spec]"), (element) => ({ element, view: null, drawn: false }));
  const root = document.documentElement;
  const css = (name) => getComputedStyle(root).getPropertyValue(name).trim();

  function palette() {
    return [1, 2, 3, 4, 5, 6, 7, 8].map((number) => css("--c" + number));
  }

  function config() {
    const ink = css("--ink"), muted = css("--muted"), line = css("--line"), font = css("--sans");
    return {
      background: "transparent",
      font,
      padding: 4,
      mark: { color: css("--c1"), tooltip: true },
      view: { stroke: null },
      axis: { labelColor: ink, titleColor: muted, gridColor: line, domainColor: line, tickColor: line, labelFontSize: 12, titleFontSize: 12, titleFontWeight: "normal", labelPadding: 6 },
      axisY: { domain: false, labelLimit: 220 },
      axisQuantitative: { tickCount: 5 },
      point: { opacity: 1 },
      legend: { labelColor: ink, titleColor: muted, labelFontSize: 12, titleFontSize: 12, titleFontWeight: "normal", orient: "top", labelLimit: 260, symbolStrokeWidth: 2, columns: 4 },
      header: { labelColor: ink, titleColor: muted, labelFontSize: 12, labelFontWeight: "bold" },
      headerRow: { labelAngle: 0, labelOrient: "top", labelAnchor: "start", labelAlign: "left", labelLimit: 400 },
      title: { color: ink },
      text: { color: ink },
      rule: { color: muted },
      range: { category: palette(), published: palette().slice(3), symbol: ["circle", "square", "triangle-up", "diamond", "triangle-down", "cross"] },
    };
  }

  // The colour called "muted" is the page's.
  function adapt(value) {
    if (Array.isArray(value)) return value.map(adapt);
    if (value === null || typeof value !== "object") return value;
    const out = {};
    for (const key of Object.keys(value)) out[key] = value[key] === "muted" ? css("--muted") : adapt(value[key]);
    return out;
  }

  // A model has one colour on the whole page.
  const models = JSON.parse(document.getElementById("models").textContent);
  function settleColours(value) {
    if (value === null || typeof value !== "object") return;
    const colour = value.color;
    if (colour && colour.field === "model" && !(colour.scale && colour.scale.domain)) {
      colour.scale = { domain: models };
      if (models.length === 1) colour.legend = null;
    }
    for (const key of Object.keys(value)) if (key !== "data") settleColours(value[key]);
  }

  // Shares are per cent everywhere on the page.
  function settleShares(value) {
    if (value === null || typeof value !== "object") return;
    for (const side of ["x", "y"]) {
      const channel = value[side];
      const domain = channel && channel.scale && channel.scale.domain;
      if (channel && channel.type === "quantitative" && domain && domain[0] === 0 && domain[1] === 1) {
        channel.axis = Object.assign({ format: ".0%", tickCount: 5 }, channel.axis);
      }
    }
    for (const key of Object.keys(value)) if (key !== "data") settleShares(value[key]);
  }

  // How much room the labels of lines take, of which a chart's width does not know.
  const labelLimit = (room) => (room < 480 ? 150 : 220);
  function labelRoom(spec, room) {
    const panel = spec.spec || spec;
    const y = (panel.layer || [panel]).map((layer) => (layer.encoding || {}).y).find(Boolean);
    const values = y && y.field && y.type !== "quantitative" ? spec.data.values || [] : [];
    const longest = Math.max(0, ...values.map((value) => String(value[y.field] || "").length));
    return 50 + Math.min(labelLimit(room), 6.5 * longest);
  }

  // Panels are made to fit the page: rows of panels of one model stand side by side where there is room.
  function fit(spec, room) {
    const inner = spec.spec, facet = spec.facet;
    if (facet && inner && typeof inner.width === "number") {
      const several = facet.column && models.length > 1;
      if (facet.row && facet.column && !several) {
        const panels = new Set((spec.data.values || []).map((value) => value[facet.row.field])).size;
        spec.facet = Object.assign({}, facet.row);
        spec.columns = Math.max(1, Math.min(panels, Math.floor(room / 220)));
        inner.width = Math.min(inner.width, Math.floor(room / spec.columns) - 52);
      } else if (facet.row && !facet.column) {
        inner.width = Math.max(140, Math.min(2 * inner.width, room - labelRoom(spec, room)));
      } else if (facet.column && !facet.row) {
        if (!several) facet.column.header = { labels: false };
        inner.width = Math.max(140, Math.min(inner.width, room - 70));
      }
    } else if (typeof spec.width === "number" && !facet && !spec.hconcat) {
      spec.width = Math.max(140, Math.min(2 * spec.width, room - labelRoom(spec, room)));
    }
    return spec;
  }

  function draw(chart, now) {
    const element = chart.element;
    const raw = JSON.parse(document.getElementById(element.dataset.spec).textContent);
    const spec = fit(adapt(raw), element.clientWidth);
    settleColours(spec);
    settleShares(spec);
    const theme = config();
    // A legend has as many columns as its names have room for.
    const longest = Math.max(...models.map((name) => name.length));
    theme.legend.columns = Math.max(1, Math.min(5, Math.floor((element.clientWidth - 290) / (34 + 6.5 * longest))));
    theme.axisY.labelLimit = labelLimit(element.clientWidth);
    // A specification's own colours give way to the page's, which suit light and dark.
    if (spec.config && spec.config.range) delete spec.config.range.category;
    if (spec.width === "container") {
      spec.width = Math.max(220, element.clientWidth - 8);
      spec.autosize = { type: "fit-x", contains: "padding" };
      const layers = spec.layer || [];
      if (element.clientWidth >= 640) {
        for (const layer of layers) {
          const axis = layer.encoding && layer.encoding.y && layer.encoding.y.axis;
          if (axis && axis.labelExpr) axis.labelExpr = "join(split(datum.label, '|'), ', ')";
        }
      } else if (spec.height && spec.height.step) spec.height.step = Math.max(spec.height.step, 50);
      if (element.clientWidth < 480) {
        theme.axis.labelFontSize = 11;
        for (const layer of layers) {
          if (layer.mark && layer.mark.size) layer.mark.size = 45;
          for (const channel of ["strokeDash", "stroke"]) {
            if (layer.encoding[channel] && layer.encoding[channel].legend) layer.encoding[channel].legend.columns = 1;
          }
          if (layer.encoding.x && layer.encoding.x.axis) layer.encoding.x.axis.tickCount = 3;
        }
      }
    }
    if (chart.view) chart.view.finalize();
    element.textContent = "";
    const compiled = vegaLite.compile(spec, { config: theme, logger: quiet }).spec;
    chart.view = new vega.View(vega.parse(compiled, null, { ast: true }), {
      expr: vega.expressionInterpreter, renderer: "svg", container: element, hover: true, logLevel: vega.Error,
    });
    chart.drawn = true;
    chart.width = element.clientWidth;
    if (now) chart.view.run();
    else chart.view.runAsync().then(() => element.setAttribute("data-drawn", ""));
  }

  const quiet = { level: () => quiet, error: (...what) => { console.error(...what); return quiet; }, warn: () => quiet, info: () => quiet, debug: () => quiet };

  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const chart = charts.find((each) => each.element === entry.target);
      if (entry.isIntersecting && !chart.drawn) draw(chart, false);
    }
  }, { rootMargin: "300px" });
  for (const chart of charts) watcher.observe(chart.element);

  function redraw(now, all) {
    for (const chart of charts) if (chart.drawn || all) draw(chart, now);
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => redraw(false, false));
  let waiting = 0;
  addEventListener("resize", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      for (const chart of charts) if (chart.drawn && chart.width !== chart.element.clientWidth) draw(chart, false);
    }, 150);
  });

  // Paper is light and has no fold: everything is drawn and opened before printing, but for tables of many pages.
  let opened = [];
  addEventListener("beforeprint", () => {
    root.setAttribute("data-print", "");
    opened = Array.from(document.querySelectorAll("details:not([open], [data-long])"));
    for (const element of opened) element.open = true;
    redraw(true, true);
  });
  addEventListener("afterprint", () => {
    root.removeAttribute("data-print");
    for (const element of opened) element.open = false;
    redraw(false, false);
  });
})();
