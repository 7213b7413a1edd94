"""The two charts of the summary, as Vega-Lite specifications; the page sets colours and width."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from nonliteral.reporting.gathering import Gathered
from nonliteral.reporting.parts import PartScores
from nonliteral.studies.charts import SCHEMA
from nonliteral.studies.statistics import Interval
from nonliteral.studies.tables import Figure, StudyResult, Table

PUBLISHED = "published "
"""How the columns of published numbers begin in the tables of studies."""
MOST_ROWS = 16
"""Tables with more published rows than this are shown in their section only."""
BASELINES = {
    "majority": "always gives the most frequent label",
    "hypothesis-only": "never sees the premise",
    "overlap": "compares words",
}
"""What each baseline does, for those who read the chart."""
SHAPES = ["circle", "square", "triangle-up", "diamond", "triangle-down", "cross", "stroke", "arrow"]


class PublishedRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a study's table that has published numbers beside ours."""

    study: str
    table: str
    name: str
    suite: str
    ours: dict[str, Interval]
    published: dict[str, float]


def find_published_rows(results: Sequence[StudyResult]) -> list[PublishedRow]:
    """Return the rows of studies' tables that stand beside published numbers, models side by side."""
    found: list[PublishedRow] = []
    for result in results:
        for table in result.tables:
            rows = _published_rows_of(result.name, table)
            if len(rows) <= MOST_ROWS:
                found += rows
    return found


def _published_rows_of(study: str, table: Table) -> list[PublishedRow]:
    names = [column.name for column in table.columns]
    columns = [name for name in names if name.startswith(PUBLISHED)]
    if not columns or "model" not in names:
        return []
    label_columns = [
        column.name
        for column in table.columns
        if column.kind == "text" and column.name not in ("model", "suite", "scheme", "tier")
    ]
    rows: dict[tuple[str, str], PublishedRow] = {}
    for row in table.rows:
        cells = dict(zip(names, row, strict=True))
        numbers = {name.removeprefix(PUBLISHED): cells[name] for name in columns if cells[name] is not None}
        ours = next((cell for cell in row if isinstance(cell, Interval)), None)
        if not numbers or ours is None:
            continue
        name = ", ".join(str(cells[column]) for column in label_columns if cells[column] not in (None, ""))
        key = (str(cells.get("suite", "")), name)
        known = rows.setdefault(
            key,
            PublishedRow(study=study, table=table.title, name=name, suite=key[0], ours={}, published=numbers),
        )
        known.ours[str(cells["model"])] = ours
    return list(rows.values())


def published_of_part(
    gathered: Gathered, scores: PartScores, rows: Sequence[PublishedRow]
) -> dict[str, float]:
    """Return the published numbers for a part: those of a row over exactly its pairs.

    A row is over the same pairs where its n and every model's score are those of the part.
    """
    if not scores.part.source:
        return {}
    ours = {
        model.name: score.accuracy
        for model, score in zip(gathered.models, scores.scores, strict=True)
        if score is not None
    }
    for row in rows:
        shared = [name for name in row.ours if name in ours]
        if shared and all(
            (row.ours[name].n, round(row.ours[name].value, 9)) == (ours[name].n, round(ours[name].value, 9))
            for name in shared
        ):
            return row.published
    return {}


def draw_summary(gathered: Gathered, parts: list[PartScores], rows: Sequence[PublishedRow]) -> Figure:
    """Return the chart of phenomena: models with intervals, baselines and published numbers as marks."""
    values: list[dict[str, Any]] = []
    order: list[str] = []
    for scores in parts:
        label = f"{scores.part.title}|{scores.part.detail}" if scores.part.detail else scores.part.title
        if scores.part.scheme == "two-way":
            label += "|two-way"
        label += f"|n = {max((score.n for score in scores.scores if score is not None), default=0):,}"
        order.append(label)
        for model, score in zip(gathered.models, scores.scores, strict=True):
            if score is None:
                continue
            kind = "baseline" if model in gathered.baselines else "model"
            name = model.run.description.model.partition(":")[2] if kind == "baseline" else model.name
            values.append(_value(label, name, kind, score.accuracy))
        for name, number in published_of_part(gathered, scores, rows).items():
            values.append({"part": label, "published": name, "kind": "published", "value": number})
    return Figure(
        key="summary",
        title="What is understood, and what is not",
        spec=_chart(values, order, [model.name for model in gathered.real_models]),
        caption=_caption(values),
    )


def _caption(values: Sequence[dict[str, Any]]) -> str:
    """Return what the marks of the summary's chart are, as far as they are there."""
    kinds = {value["kind"] for value in values}
    text = (
        "The share of right answers by phenomenon, and by the reading that counts; bars are 95 % intervals."
    )
    if "baseline" in kinds:
        names = dict.fromkeys(value["baseline"] for value in values if value["kind"] == "baseline")
        said = ", ".join(f"{name} {BASELINES[name]}" for name in names if name in BASELINES)
        text += " Vertical strokes are baselines, which get what they get without understanding"
        text += f": {said}." if said else "."
    if "published" in kinds:
        text += " Diamonds are published numbers, shown only where the same pairs were measured."
    return text


def draw_published(gathered: Gathered, rows: Sequence[PublishedRow]) -> Figure | None:
    """Return our numbers beside the papers', row by row; None where nothing published was measured."""
    values: list[dict[str, Any]] = []
    order: list[str] = []
    shown = {model.name for model in gathered.real_models}
    for row in rows:
        label = f"{row.name}|{row.table}"
        order.append(label)
        values += [_value(label, name, "model", ours) for name, ours in row.ours.items() if name in shown]
        values += [
            {"part": label, "published": name, "kind": "published", "value": number}
            for name, number in row.published.items()
        ]
    if not values:
        return None
    return Figure(
        key="published",
        title="Beside what was published",
        spec=_chart(values, order, [model.name for model in gathered.real_models]),
        caption="Our numbers with 95 % intervals; diamonds are the papers'. Only sets that were imported as "
        "they were released are shown.",
    )


def _value(label: str, name: str, kind: str, interval: Interval) -> dict[str, Any]:
    # Fields of their own for models, baselines and papers keep their legends apart.
    return {
        "part": label,
        kind: name,
        "kind": kind,
        "value": round(interval.value, 6),
        "low": round(interval.low, 6),
        "high": round(interval.high, 6),
        "n": interval.n,
    }


def _chart(values: list[dict[str, Any]], order: list[str], models: list[str]) -> dict[str, Any]:
    baselines = list(dict.fromkeys(each["baseline"] for each in values if each["kind"] == "baseline"))
    published = list(dict.fromkeys(each["published"] for each in values if each["kind"] == "published"))
    y = {
        "field": "part",
        "type": "nominal",
        "sort": order,
        "title": None,
        "scale": {"paddingInner": 0.35, "paddingOuter": 0.2},
        "axis": {"labelExpr": "split(datum.label, '|')", "labelLimit": 300, "grid": True, "ticks": False},
    }
    x = {
        "field": "value",
        "type": "quantitative",
        "title": "right answers",
        "scale": {"domain": [0, 1]},
        "axis": {"format": ".0%", "tickCount": 5},
    }
    offset = {"yOffset": {"field": "model", "sort": models}} if len(models) > 1 else {}
    colour = {"field": "model", "type": "nominal", "scale": {"domain": models}, "title": None}
    shape = {"field": "model", "type": "nominal", "scale": {"domain": models, "range": SHAPES}, "title": None}
    tooltip = [
        {"field": "model", "type": "nominal"},
        {"field": "value", "type": "quantitative", "format": ".1%", "title": "right"},
        {"field": "low", "type": "quantitative", "format": ".1%"},
        {"field": "high", "type": "quantitative", "format": ".1%"},
        {"field": "n", "type": "quantitative", "format": ","},
    ]
    layers: list[dict[str, Any]] = []
    if baselines:
        layers.append(
            {
                "transform": [{"filter": "datum.kind === 'baseline'"}],
                "mark": {"type": "rule", "strokeWidth": 2, "color": "muted"},
                "encoding": {
                    "x": x,
                    "y": {**y, "bandPosition": 0},
                    "y2": {"field": "part", "bandPosition": 1},
                    "strokeDash": {
                        "field": "baseline",
                        "type": "nominal",
                        "title": "baselines",
                        "legend": {
                            "symbolType": "stroke",
                            "symbolStrokeColor": "muted",
                            "symbolSize": 300,
                            "orient": "bottom",
                            "columns": len(baselines),
                        },
                        "scale": {"domain": baselines, "range": [[1, 0], [2, 2], [6, 3], [8, 2, 2, 2]]},
                    },
                    "tooltip": [{"field": "baseline", "type": "nominal"}, tooltip[1]],
                },
            }
        )
    layers += [
        {
            "transform": [{"filter": "datum.kind === 'model'"}],
            "mark": {"type": "rule", "strokeWidth": 2.5},
            "encoding": {
                "x": {**x, "field": "low"},
                "x2": {"field": "high"},
                "y": y,
                "color": colour,
                **offset,
            },
        },
        {
            "transform": [{"filter": "datum.kind === 'model'"}],
            "mark": {"type": "point", "filled": True, "size": 90, "opacity": 1},
            "encoding": {"x": x, "y": y, "color": colour, "shape": shape, "tooltip": tooltip, **offset},
        },
    ]
    if published:
        layers.append(
            {
                "transform": [{"filter": "datum.kind === 'published'"}],
                "mark": {
                    "type": "point",
                    "shape": "diamond",
                    "filled": False,
                    "size": 80,
                    "strokeWidth": 1.8,
                },
                "encoding": {
                    "x": x,
                    "y": y,
                    "stroke": {
                        "field": "published",
                        "type": "nominal",
                        "title": "published",
                        "legend": {"orient": "bottom", "columns": 3},
                        "scale": {"domain": published, "range": "published"},
                    },
                    "tooltip": [{"field": "published", "type": "nominal"}, tooltip[1]],
                },
            }
        )
    return {
        "$schema": SCHEMA,
        "width": "container",
        "height": {"step": max(34, 16 * len(models) + 12), "for": "position"},
        "data": {"values": values},
        "layer": layers,
        "resolve": {"scale": {"color": "shared", "shape": "shared"}},
    }
