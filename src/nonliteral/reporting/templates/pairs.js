// The browser of pairs. All text from data is put in as text, never as HTML.
(function () {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  const { pairs, names, labels, models } = data;
  const total = pairs.id.length;
  const PAGE = 20;
  const OTHER = ["any", "right", "wrong", "unreadable"];
  const real = models.some((model) => !model.baseline) ? models.filter((model) => !model.baseline) : models;
  const $ = (id) => document.getElementById(id);
  const fields = {
    phenomenon: $("f-phenomenon"), method: $("f-method"), suite: $("f-suite"), label: $("f-label"),
    model: $("f-model"), outcome: $("f-outcome"), order: $("f-order"), text: $("f-text"),
  };
  let found = [];
  let page = 0;

  function make(tag, className, text) {
    const element = document.createElement(tag);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  }

  function count(number) { return number.toLocaleString("en"); }

  // Filters

  function addOption(select, value, text) {
    const option = make("option", "", text);
    option.value = value;
    select.append(option);
  }

  function fill(select, column) {
    const counts = new Map();
    for (const number of column) counts.set(number, (counts.get(number) || 0) + 1);
    const shown = select === fields.label ? labels : names;
    addOption(select, "", "all");
    Array.from(counts.keys()).sort((a, b) => (shown[a] < shown[b] ? -1 : 1))
      .forEach((number) => addOption(select, String(number), `${shown[number]} (${count(counts.get(number))})`));
    select.closest("label").hidden = counts.size < 2;
  }

  function fillOutcomes() {
    const before = fields.outcome.value;
    fields.outcome.textContent = "";
    const several = fields.model.value === "" && real.length > 1;
    const texts = several ? ["any", "all are right", "all are wrong", "one could not be read", "they differ"] : OTHER;
    ["", "right", "wrong", "unread", "differ"].slice(0, texts.length).forEach((value, at) => addOption(fields.outcome, value, texts[at]));
    fields.outcome.value = before;
    if (fields.outcome.selectedIndex < 0) fields.outcome.value = "";
  }

  fill(fields.phenomenon, pairs.phenomenon);
  fill(fields.method, pairs.method);
  fill(fields.suite, pairs.suite);
  fill(fields.label, pairs.label);
  if (real.length > 1) addOption(fields.model, "", "every model");
  models.forEach((model, at) => addOption(fields.model, String(at), model.name));
  if (real.length === 1) fields.model.value = String(models.indexOf(real[0]));
  fields.model.closest("label").hidden = models.length < 2;
  addOption(fields.order, "", "as in the suites");
  addOption(fields.order, "sure", "most sure first");
  addOption(fields.order, "unsure", "least sure first");
  fillOutcomes();

  function plain(text) { return typeof text === "string" ? text : text.join(""); }

  let haystack = null;
  function search(needle) {
    if (haystack === null) {
      haystack = new Array(total);
      for (let row = 0; row < total; row++) {
        haystack[row] = `${plain(pairs.premise[row])}\n${plain(pairs.hypothesis[row])}\n${names[pairs.suite[row]]}/${pairs.id[row]}`.toLowerCase();
      }
    }
    return (row) => haystack[row].includes(needle);
  }

  function judgeOutcome(chosen, wanted) {
    if (wanted === "right") return (row) => chosen.every((model) => model.label[row] !== -2 && model.right[row]);
    if (wanted === "wrong") return (row) => chosen.every((model) => model.label[row] !== -2 && !model.right[row]);
    if (wanted === "unread") return (row) => chosen.some((model) => model.label[row] === -1);
    return (row) => {
      const answered = chosen.filter((model) => model.label[row] !== -2);
      const right = answered.filter((model) => model.right[row]).length;
      return right > 0 && right < answered.length;
    };
  }

  function sureness(chosen) {
    const model = chosen.find((each) => each.p.length) || null;
    if (model === null) return null;
    const width = model.order.length;
    return (row) => {
      let most = -1;
      for (let at = 0; at < width; at++) most = Math.max(most, model.p[row * width + at]);
      return most;
    };
  }

  function filter() {
    const chosen = fields.model.value === "" ? real : [models[Number(fields.model.value)]];
    const tests = [];
    for (const key of ["phenomenon", "method", "suite", "label"]) {
      if (fields[key].value === "") continue;
      const wanted = Number(fields[key].value), column = pairs[key];
      tests.push((row) => column[row] === wanted);
    }
    if (fields.outcome.value) tests.push(judgeOutcome(chosen, fields.outcome.value));
    const needle = fields.text.value.trim().normalize("NFC").toLowerCase();
    if (needle) tests.push(search(needle));
    found = [];
    for (let row = 0; row < total; row++) if (tests.every((test) => test(row))) found.push(row);
    const sure = fields.order.value ? sureness(chosen) : null;
    if (sure) {
      const direction = fields.order.value === "sure" ? -1 : 1;
      found.sort((a, b) => direction * (sure(a) - sure(b)) || a - b);
    }
    page = 0;
    show();
  }

  // Pairs

  function texts(element, text) {
    const segments = typeof text === "string" ? [text] : text;
    segments.forEach((segment, at) => {
      if (!segment) return;
      element.append(at % 2 ? make("mark", "", segment) : document.createTextNode(segment));
    });
  }

  function describeAnswer(model, row) {
    const label = model.label[row];
    if (label === -2) return ["not asked", "", "–"];
    if (label === -1) return ["could not be read", "is-wrong", "✗"];
    return [labels[label], model.right[row] ? "is-right" : "is-wrong", model.right[row] ? "✓" : "✗"];
  }

  function drawAnswer(model, row) {
    const line = make("tr");
    const name = make("th", "model", model.name);
    name.scope = "row";
    const [answer, className, sign] = describeAnswer(model, row);
    const verdict = make("td", "verdict " + className);
    const word = className === "is-right" ? "right" : className === "is-wrong" ? "wrong" : "";
    verdict.append(make("span", "", sign + " "), make("span", "", word));
    const cell = make("td", "probabilities");
    const width = model.order.length;
    if (width && model.p[row * width] >= 0) {
      const bar = make("div", "bar");
      bar.setAttribute("aria-hidden", "true");
      const numbers = make("div", "numbers");
      model.order.forEach((label, at) => {
        const p = model.p[row * width + at];
        const piece = make("i", "l-" + labels[label]);
        piece.style.width = p / 10 + "%";
        bar.append(piece);
        const number = make("span", "probability");
        number.append(make("i", "key l-" + labels[label]), make(label === model.label[row] ? "b" : "span", "", `${labels[label]} ${(p / 1000).toFixed(3)}`));
        numbers.append(number);
        if (at < width - 1) numbers.append(document.createTextNode(" "));
      });
      cell.append(bar, numbers);
    }
    line.append(name, make("td", "answer", answer), verdict, cell);
    return line;
  }

  // Baselines are for comparison: one line for all of them.
  function drawBaselines(baselines, row) {
    const line = make("tr", "baselines");
    const name = make("th", "", baselines.length > 1 ? "Baselines" : "Baseline");
    name.scope = "row";
    const cell = make("td");
    cell.colSpan = 3;
    baselines.forEach((model, at) => {
      const [answer, className, sign] = describeAnswer(model, row);
      const word = className === "is-right" ? "right" : className === "is-wrong" ? "wrong" : "";
      const one = make("span", "baseline", `${model.name.replace(/^baseline:/, "")}: ${answer} `);
      one.append(make("span", className, `${sign} ${word}`));
      cell.append(one);
      if (at < baselines.length - 1) cell.append(document.createTextNode(" "));
    });
    line.append(name, cell);
    return line;
  }

  function addFact(list, name, value) {
    list.append(make("dt", "", name), make("dd", "", value));
  }

  function drawDetails(row) {
    const details = make("details");
    details.append(make("summary", "", "Details"));
    const list = make("dl", "facts");
    addFact(list, "id", `${names[pairs.suite[row]]}/${pairs.id[row]}`);
    addFact(list, "group", names[pairs.group[row]]);
    const features = pairs.features[row];
    for (let at = 0; at < features.length; at += 2) addFact(list, names[features[at]].replace(/_/g, " "), names[features[at + 1]]);
    if (data.explanations[row]) addFact(list, "explanation", data.explanations[row]);
    for (const model of models) if (model.explanations[row]) addFact(list, `explanation by ${model.name}`, model.explanations[row]);
    details.append(list);
    return details;
  }

  function drawPair(row) {
    const item = make("li", "pair");
    item.tabIndex = -1;
    item.append(make("p", "meta", [names[pairs.phenomenon[row]], names[pairs.method[row]], names[pairs.tier[row]], names[pairs.suite[row]]].join(" · ")));
    const both = make("dl", "texts");
    for (const [name, column] of [["Premise", pairs.premise], ["Hypothesis", pairs.hypothesis]]) {
      const text = make("dd");
      text.dir = "auto";
      texts(text, column[row]);
      both.append(make("dt", "", name), text);
    }
    item.append(both);
    const table = make("table", "answers"), body = make("tbody"), gold = make("tr");
    const head = make("th", "", "Label");
    head.scope = "row";
    const label = make("td", "gold", labels[pairs.label[row]]);
    label.colSpan = 3;
    const readings = data.readings[row];
    if (readings) {
      const parts = [];
      for (let at = 0; at < readings.length; at += 2) parts.push(`${readings[at]}: ${readings[at + 1]}`);
      label.append(make("span", "quiet", `  (${parts.join(", ")})`));
    }
    gold.append(head, label);
    body.append(gold);
    for (const model of real) body.append(drawAnswer(model, row));
    const baselines = models.filter((model) => !real.includes(model));
    if (baselines.length) body.append(drawBaselines(baselines, row));
    const columns = make("colgroup");
    for (const name of ["model", "answer", "verdict", "probabilities"]) columns.append(make("col", "c-" + name));
    table.append(columns, body);
    item.append(table, drawDetails(row));
    return item;
  }

  function show() {
    const pages = Math.max(1, Math.ceil(found.length / PAGE));
    page = Math.max(0, Math.min(page, pages - 1));
    const list = $("list");
    list.textContent = "";
    list.start = page * PAGE + 1;
    list.append(...found.slice(page * PAGE, (page + 1) * PAGE).map(drawPair));
    if (list.firstChild) list.firstChild.tabIndex = 0;
    $("count").textContent = found.length
      ? `${count(found.length)} of ${count(total)} pairs; ${count(page * PAGE + 1)} to ${count(Math.min(found.length, (page + 1) * PAGE))} shown`
      : `None of ${count(total)} pairs fits these filters.`;
    $("page").value = page + 1;
    $("page").max = pages;
    $("pages").textContent = `of ${count(pages)}`;
    $("previous").disabled = page === 0;
    $("next").disabled = page === pages - 1;
    $("pager").hidden = pages === 1;
  }

  function turn(by, focus) {
    const before = page;
    page += by;
    show();
    if (page !== before) {
      const first = $("list").firstChild;
      if (first && focus) first.focus();
      if (first) first.scrollIntoView({ block: "nearest" });
      if (!focus) $("count").scrollIntoView({ block: "nearest" });
    }
  }

  let waiting = 0;
  fields.text.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(filter, 120);
  });
  for (const [key, field] of Object.entries(fields)) {
    if (key === "text") continue;
    field.addEventListener("change", () => {
      if (key === "model") fillOutcomes();
      filter();
    });
  }
  $("filters").addEventListener("submit", (event) => event.preventDefault());
  $("filters").addEventListener("reset", () => setTimeout(() => {
    if (real.length === 1) fields.model.value = String(models.indexOf(real[0]));
    fillOutcomes();
    filter();
  }));
  $("previous").addEventListener("click", () => turn(-1, false));
  $("next").addEventListener("click", () => turn(1, false));
  $("page").addEventListener("change", () => {
    page = (Number($("page").value) || 1) - 1;
    show();
  });

  for (const button of document.querySelectorAll("button[data-phenomenon]")) {
    button.addEventListener("click", () => {
      $("filters").reset();
      setTimeout(() => {
        fields.phenomenon.value = String(names.indexOf(button.dataset.phenomenon));
        fields.outcome.value = button.dataset.outcome;
        filter();
        $("pairs").scrollIntoView();
        fields.phenomenon.closest("label").hidden ? fields.text.focus({ preventScroll: true }) : fields.phenomenon.focus({ preventScroll: true });
      });
    });
  }

  // Keys

  function moveFocus(from, by) {
    const to = by > 0 ? from.nextElementSibling : from.previousElementSibling;
    if (to === null) return;
    from.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
    to.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.closest("input, select, textarea");
    if (event.key === "/" && !typing) {
      event.preventDefault();
      fields.text.focus();
      return;
    }
    if (event.key === "Escape" && event.target === fields.text) {
      fields.text.value = "";
      filter();
      return;
    }
    const pair = event.target.closest(".pair");
    if (pair === null || typing) return;
    const inside = event.target !== pair;
    if (event.key === "j" || event.key === "ArrowDown") moveFocus(pair, 1);
    else if (event.key === "k" || event.key === "ArrowUp") moveFocus(pair, -1);
    else if (event.key === "n") turn(1, true);
    else if (event.key === "p") turn(-1, true);
    else if (event.key === "Enter" && !inside) {
      const details = pair.querySelector("details");
      details.open = !details.open;
    } else return;
    event.preventDefault();
  });
  $("list").addEventListener("focusin", (event) => {
    const pair = event.target.closest(".pair");
    for (const each of $("list").children) each.tabIndex = each === pair ? 0 : -1;
  });

  filter();
})();
