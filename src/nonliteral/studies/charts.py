"""Figures as Vega-Lite specifications with their data inside; whoever draws them sets size and colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nonliteral.studies.statistics import Interval
from nonliteral.studies.tables import Figure, Table

SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"

PALETTE = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#000000"]
"""Okabe and Ito's colours, which people with any colour vision can tell apart."""


def frame(values: Sequence[Mapping[str, Any]], **keys: Any) -> dict[str, Any]:
    """Return a specification around its data."""
    return {
        "$schema": SCHEMA,
        "data": {"values": [dict(value) for value in values]},
        "config": {"range": {"category": PALETTE}},
        **keys,
    }


def points(table: Table, value: str) -> list[dict[str, Any]]:
    """Return a table's rows for drawing, with the ends of the interval in `low` and `high`."""
    names = [column.name for column in table.columns]
    out = []
    for row in table.rows:
        cell = row[names.index(value)]
        if not isinstance(cell, Interval):
            continue
        texts = {name: text for name, text in zip(names, row, strict=True) if isinstance(text, str)}
        out.append({**texts, "value": cell.value, "low": cell.low, "high": cell.high, "n": cell.n})
    return out


def draw_points(key: str, title: str, table: Table, *, x: str, row: str, value: str) -> Figure:
    """Return estimates with their intervals as points, a panel a `row`, a colour a model.

    Where `x` would tell nothing within a panel (the model, or the same everywhere), there is one panel
    with a line a `row`. Readings that would fall on one line get a line each.
    """
    values = points(table, value)
    flat = x == "model" or len({point.get(x) for point in values}) < 2
    line, readings = row if flat else x, _share_lines(values, row, x)
    for point in values:
        point["line"] = f"{point.get(line, '')}, {point['reading']}" if readings else point.get(line, "")
    order = list(dict.fromkeys(point["line"] for point in values))
    colour = {"field": "model", "type": "nominal", "title": "model"}
    y = {"field": "line", "type": "nominal", "title": None, "sort": order}
    shared = {"y": y, "color": colour, "yOffset": {"field": "model"}}
    tooltip = [{"field": name, "type": "nominal"} for name in dict.fromkeys([row, "line", "model"])] + [
        {"field": name, "type": "quantitative", "format": ".3f"} for name in ("value", "low", "high")
    ]
    tooltip.append({"field": "n", "type": "quantitative", "format": ","})
    panel: dict[str, Any] = {
        "width": 320,
        "height": {"step": 14},
        "layer": [
            {
                "mark": {"type": "rule", "strokeWidth": 2},
                "encoding": {
                    "x": {
                        "field": "low", "type": "quantitative", "title": value,
                        "scale": {"domain": [0, 1]},
                    },
                    "x2": {"field": "high"},
                    **shared,
                },
            },
            {
                "mark": {"type": "point", "filled": True, "size": 50},
                "encoding": {
                    "x": {"field": "value", "type": "quantitative"},
                    "tooltip": tooltip,
                    **shared,
                },
            },
        ],
    }  # fmt: skip
    if flat:
        return Figure(key=key, title=title, spec=frame(values, **panel), caption=table.caption)
    spec = frame(
        values,
        facet={"row": {"field": row, "type": "nominal", "title": None, "header": _HEADER}},
        spec=panel,
        resolve={"scale": {"y": "independent"}},
    )
    return Figure(key=key, title=title, spec=spec, caption=table.caption)


def _share_lines(values: Sequence[Mapping[str, Any]], row: str, x: str) -> bool:
    """Return whether several readings would fall on one line of a panel."""
    lines: dict[tuple[Any, ...], set[Any]] = {}
    for point in values:
        lines.setdefault((point.get(row), point.get(x), point.get("model")), set()).add(point.get("reading"))
    return any(len(readings) > 1 for readings in lines.values())


_HEADER = {"labelAngle": 0, "labelAlign": "left", "labelOrient": "top", "labelAnchor": "start"}


def draw_stack(
    key: str,
    title: str,
    values: Sequence[Mapping[str, Any]],
    *,
    x: str,
    y: str,
    colour: str,
    column: str,
    caption: str,
) -> Figure:
    """Return bars of shares side by side by colour, a panel a `column`."""
    spec = frame(
        values,
        facet={"column": {"field": column, "type": "nominal", "title": None}},
        spec={
            "width": 280,
            "mark": "bar",
            "encoding": {
                "x": {"field": x, "type": "nominal", "title": None, "axis": {"labelAngle": -30}},
                "xOffset": {"field": colour},
                "y": {"field": y, "type": "quantitative", "scale": {"domain": [0, 1]}},
                "color": {"field": colour, "type": "nominal"},
                "tooltip": [{"field": name, "type": "nominal"} for name in (column, x, colour)]
                + [
                    {"field": y, "type": "quantitative", "format": ".3f"},
                    {"field": "n", "type": "quantitative", "format": ","},
                ],
            },
        },
    )
    return Figure(key=key, title=title, spec=spec, caption=caption)


def draw_parts(key: str, title: str, values: Sequence[Mapping[str, Any]], *, caption: str) -> Figure:
    """Return parts from top to bottom in their order: means, intervals, the spread of seeds, published marks.

    `values` have part, model, value, low, high, lowest, highest, n, and published where it is known.
    """
    y = {"field": "part", "type": "nominal", "title": None, "sort": None}
    shared = {
        "y": y,
        "color": {"field": "model", "type": "nominal", "title": "model"},
        "yOffset": {"field": "model"},
    }
    scale = {"domain": [0, 1]}
    fields = ("value", "low", "high", "lowest", "highest", "published")
    tooltip = [{"field": name, "type": "nominal"} for name in ("part", "model")]
    tooltip += [{"field": name, "type": "quantitative", "format": ".3f"} for name in fields]
    tooltip += [{"field": name, "type": "quantitative", "format": ","} for name in ("n", "seeds")]
    spread = {"calculate": "datum.seeds > 1", "as": "spread"}

    def layer(mark: Mapping[str, Any], x: str, **more: Any) -> dict[str, Any]:
        place = {"field": x, "type": "quantitative", "title": "accuracy", "scale": scale}
        return {"mark": dict(mark), "encoding": {"x": place, **shared, **more}}

    ticks = [
        {
            **layer({"type": "tick", "thickness": 2, "size": 10}, end),
            "transform": [spread, {"filter": "datum.spread"}],
        }
        for end in ("lowest", "highest")
    ]
    published = {
        "mark": {"type": "point", "filled": False, "shape": "diamond", "size": 60, "color": "#767676"},
        "transform": [{"filter": "isValid(datum.published)"}],
        "encoding": {"x": {"field": "published", "type": "quantitative"}, "y": y},
    }
    layers = [
        layer({"type": "rule", "strokeWidth": 2}, "low", x2={"field": "high"}),
        *ticks,
        layer({"type": "point", "filled": True, "size": 50}, "value", tooltip=tooltip),
        published,
    ]
    models = len({value["model"] for value in values})
    spec = frame(values, width=380, height={"step": max(18, 12 * models)}, layer=layers)
    return Figure(key=key, title=title, spec=spec, caption=caption)
