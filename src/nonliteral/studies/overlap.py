"""Lexical overlap: how the distance between the two sentences goes with being right (IMPLI, Figure 5)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import Any

from nonliteral.errors import InputError, UnknownNameError
from nonliteral.records import Pair, fold
from nonliteral.runs import Run
from nonliteral.studies.base import Study, StudyOptions, judge_runs
from nonliteral.studies.charts import frame
from nonliteral.studies.distances import levenshtein
from nonliteral.studies.rows import INTERVALS, accuracy
from nonliteral.studies.scoring import Judged
from nonliteral.studies.statistics import Interval, correlation_p, holm, spearman, spearman_interval
from nonliteral.studies.tables import Column, Figure, StudyResult, Table, make_table

EDGES = {"characters": (5, 10, 20, 40, 80), "words": (1, 2, 4, 8, 16)}
"""Upper ends of the classes of distance; the last class is open."""

SHOWN = {"characters": (10, 200), "words": (2, 40)}
"""Width of the figure's bars, and the distance after which all else is one bar."""


def study_overlap(runs: Sequence[Run], options: StudyOptions) -> StudyResult:
    """Return accuracy by distance, two-way, for every suite, the reference first."""
    judged_runs = judge_runs(runs, options, scheme="two-way")
    everything = [each for run in judged_runs for each in run.judged]
    if not everything:
        raise InputError("The runs hold no answers.")
    reference = _reference(everything, options.reference)
    distances = {(each.suite, each.pair.id): distance(each.pair, options.unit) for each in everything}
    classes: list[list[Any]] = []
    sums: list[list[Any]] = []
    bars: dict[tuple[str, ...], int] = {}
    width, most = SHOWN[options.unit]
    for run in judged_runs:
        parts: dict[tuple[str, str, str], list[Judged]] = {}
        for each in run.judged:
            parts.setdefault((each.suite, each.pair.phenomenon, each.label), []).append(each)
        mine: list[list[Any]] = []
        for (suite, phenomenon, label), members in parts.items():
            far = [distances[each.suite, each.pair.id] for each in members]
            right = [value for value, each in zip(far, members, strict=True) if each.right]
            wrong = [value for value, each in zip(far, members, strict=True) if not each.right]
            found = spearman([float(value) for value in far], [float(each.right) for each in members])
            cell, p_value = None, None
            if found is not None:
                # Pairs of a group stand together: the correlation rests on as many groups as there are.
                groups = len({each.pair.group for each in members})
                cell = Interval(found[0], *spearman_interval(found[0], groups), len(members), groups)
                p_value = correlation_p(found[0], groups)
            mine.append(
                [
                    suite, phenomenon, label, run.name, len(members), float(median(far)),
                    float(median(right)) if right else None, float(median(wrong)) if wrong else None, cell,
                    p_value,
                ]
            )  # fmt: skip
            classes += _by_class(suite, phenomenon, label, run.name, members, far, options)
            for value, each in zip(far, members, strict=True):
                place = min(value, most) // width * width
                panel = f"{suite}, {phenomenon}, {label}"
                key = (panel, run.name, "right" if each.right else "wrong", str(place))
                bars[key] = bars.get(key, 0) + 1
        tested = [row for row in mine if row[-1] is not None]
        for row, p in zip(tested, holm([row[-1] for row in tested]), strict=True):
            row.append(p)
        sums += [row if len(row) == 11 else [*row, None] for row in mine]
    first = {reference: ""} if reference else {}
    sums.sort(key=lambda row: [first.get(row[0], row[0]), *row[1:3]])
    classes.sort(key=lambda row: [first.get(row[0], row[0]), *row[1:3]])
    tables = [_summary(sums, options.unit, reference), _classes(classes, options.unit)]
    return StudyResult(
        name="overlap",
        title="Lexical overlap",
        tables=tables,
        figures=[_draw(bars, options.unit, width)],
        findings=_findings(sums, reference),
    )


def distance(pair: Pair, unit: str) -> int:
    """Return Levenshtein's distance of premise and hypothesis, in characters or words."""
    if unit == "words":
        return levenshtein(pair.premise.split(), pair.hypothesis.split())
    return levenshtein(pair.premise, pair.hypothesis)


def _reference(everything: Sequence[Judged], asked: str | None) -> str | None:
    names = {each.suite for each in everything}
    if asked is None:
        return next((each.suite for each in everything if each.pair.phenomenon == "nli"), None)
    if asked not in names:
        raise UnknownNameError("suite in these runs", asked, names)
    return asked


def _by_class(
    suite: str, phenomenon: str, label: str, name: str, judged: Sequence[Judged], far: Sequence[int],
    options: StudyOptions,
) -> list[list[Any]]:  # fmt: skip
    edges = EDGES[options.unit]
    members: list[list[Judged]] = [[] for _ in range(len(edges) + 1)]
    for each, value in zip(judged, far, strict=True):
        members[sum(value > edge for edge in edges)].append(each)
    names = [f"0 to {edges[0]}", *(f"{a + 1} to {b}" for a, b in pairwise(edges))]
    names.append(f"over {edges[-1]}")
    return [
        [suite, phenomenon, label, name, where, accuracy(some, options.seed), len(some)]
        for where, some in zip(names, members, strict=True)
        if some
    ]


def _summary(rows: list[list[Any]], unit: str, reference: str | None) -> Table:
    beside = f" The reference is {reference}." if reference else ""
    return make_table(
        "distances",
        f"Distance of the two sentences in {unit}, and being right",
        [
            "suite", "phenomenon", "label", "model", Column("n", "count"), Column("median", "number"),
            Column("median, right", "number"), Column("median, wrong", "number"),
            Column("Spearman's r", "number", "of distance with being right"), Column("p", "p"),
            Column("p, Holm", "p"),
        ],
        rows,
        f"Levenshtein's distance in {unit} between premise and hypothesis; answers two-way, the most "
        "probable label "
        "first. A model that answers entailment where sentences are alike is right on near entailments and "
        "wrong on "
        f"near non-entailments: r below zero for the first, above for the second.{beside} Intervals by "
        "Fisher's "
        "transformation with the number of groups, 95 %; Holm's correction over the rows of a model.",
    )  # fmt: skip


def _classes(rows: list[list[Any]], unit: str) -> Table:
    return make_table(
        "classes",
        f"Accuracy by distance in {unit}",
        [
            "suite", "phenomenon", "label", "model", "distance", Column("accuracy", "share"),
            Column("n", "count"),
        ],
        rows,
        f"Two-way; each row has one label, so always answering it would get 1. {INTERVALS}",
        detail=True,
    )  # fmt: skip


def _draw(bars: dict[tuple[str, ...], int], unit: str, width: int) -> Figure:
    totals: dict[tuple[str, str], int] = {}
    for (panel, model, _, _), count in bars.items():
        totals[panel, model] = totals.get((panel, model), 0) + count
    values = [
        {
            "part": panel, "model": model, "answer": answer, "distance": int(place),
            "end": int(place) + width, "n": count, "density": count / totals[panel, model] / width,
        }
        for (panel, model, answer, place), count in bars.items()
    ]  # fmt: skip
    spec = frame(
        values,
        facet={"row": {"field": "part", "title": None}, "column": {"field": "model", "title": None}},
        spec={
            "width": 260,
            "height": 110,
            "mark": {"type": "bar", "binSpacing": 0},
            "encoding": {
                "x": {
                    "field": "distance", "type": "quantitative", "bin": {"binned": True, "step": width},
                    "title": f"distance in {unit}",
                },
                "x2": {"field": "end"},
                "y": {"field": "density", "type": "quantitative", "stack": "zero"},
                "color": {
                    "field": "answer", "type": "nominal",
                    "scale": {"domain": ["right", "wrong"], "range": ["#0072b2", "#e69f00"]},
                },
                "tooltip": [{"field": name} for name in ("part", "model", "answer", "distance", "n")],
            },
        },
        resolve={"scale": {"y": "independent"}},
    )  # fmt: skip
    return Figure(
        key="overlap",
        title="Right and wrong answers by distance (Figure 5)",
        spec=spec,
        caption="Stacked densities: the bars of a panel sum to 1. The last one holds all that is further.",
    )


def _findings(rows: Sequence[list[Any]], reference: str | None) -> list[str]:
    findings = []
    for row in rows:
        if row[0] == reference or row[8] is None or row[10] is None or row[10] >= 0.05:
            continue
        expected = (row[2] == "entailment") == (row[8].value < 0)
        if expected and abs(row[8].value) >= 0.1:
            findings.append(
                f"{row[3]} leans on overlap in {row[0]} ({row[1]}, {fold(row[2])}): distance and being right "
                f"correlate by {row[8].value:.2f} over {row[4]:,} pairs."
            )
    return findings


STUDY = Study(
    title="Lexical overlap",
    about="IMPLI Figure 5: Levenshtein distance of the two sentences against being right",
    run=study_overlap,
)
