"""Flexible idioms: does accuracy go with how freely an idiom changes its form? (IMPLI, R3 and Figure 6)

The ICE score of an idiom is the share of its occurrences in another than the base form. `surface` is the
paper's: any other form, inflection included. `syntactic` counts only modified, discontinuous and passive.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from nonliteral.errors import InputError
from nonliteral.runs import Run
from nonliteral.studies.base import Study, StudyOptions, judge_runs
from nonliteral.studies.charts import frame
from nonliteral.studies.published import add_published, find_published
from nonliteral.studies.scoring import Judged, find_run_suites
from nonliteral.studies.statistics import Interval, holm, spearman, spearman_interval
from nonliteral.studies.tables import Column, Figure, StudyResult, make_table

Score = Literal["surface", "syntactic"]
SCORES: tuple[Score, ...] = ("surface", "syntactic")
SYNTACTIC = ("modified", "discontinuous", "passive")


def study_flexibility(runs: Sequence[Run], options: StudyOptions) -> StudyResult:
    """Return the ICE scores of idioms and their rank correlation with accuracy, by method."""
    judged_runs = judge_runs(
        runs,
        options,
        scheme="two-way",
        keep=lambda each: (
            each.pair.phenomenon == "idiom"
            and "expression" in each.pair.features
            and "variant" in each.pair.features
        ),
    )
    if not any(run.judged for run in judged_runs):
        raise InputError(
            "No idiom of the runs has the features `expression` and `variant`, which flexibility is counted "
            "from. "
            "Import IMPLI or build idioms."
        )
    suites = {suite.name: [suite] for run in runs for suite in find_run_suites(run, options.suites)}
    rows: list[list[Any]] = []
    points: list[dict[str, Any]] = []
    scores: dict[tuple[str, str], dict[str, Any]] = {}
    for run in judged_runs:
        ice = ice_scores(run.judged)
        for (suite, expression), found in ice.items():
            scores[suite, expression] = found
        found_here: list[list[Any]] = []
        for (suite, method), members in _by_method(run.judged).items():
            accuracies = _accuracy_by_expression(members)
            for score in SCORES:
                xs = [float(ice[suite, name][score]) for name in accuracies]
                ys = list(accuracies.values())
                result = spearman(xs, ys)
                cell = None
                if result is not None:
                    cell = Interval(result[0], *spearman_interval(result[0], len(xs)), len(members), len(xs))
                found_here.append(
                    [
                        suite,
                        method,
                        score,
                        run.name,
                        cell,
                        None if result is None else result[1],
                        len(xs),
                        len(members),
                    ]
                )
                if score == "surface" or any(xs):
                    points += [
                        {"suite": suite, "method": method, "score": score, "model": run.name,
                         "expression": name, "ice": x, "accuracy": y}
                        for name, x, y in zip(accuracies, xs, ys, strict=True)
                    ]  # fmt: skip
        tested = [row for row in found_here if row[5] is not None]
        for row, corrected in zip(tested, holm([row[5] for row in tested]), strict=True):
            row.append(corrected)
        rows += [row if row[5] is not None else [*row, None] for row in found_here]
    rows.sort(key=lambda row: row[:3])
    table = make_table(
        "correlations",
        "Flexibility and accuracy (Figure 6)",
        [
            "suite", "method", "ICE score", "model", Column("Spearman's r", "number"), Column("p", "p"),
            Column("idioms", "count"), Column("n", "count"), Column("p, Holm", "p"),
        ],
        rows,
        "Spearman's rank correlation over idioms between the ICE score (how often an idiom takes another "
        "than its "
        "base form) and accuracy, two-way. Surface: any other form, as in the paper; syntactic: modified, "
        "discontinuous or passive. No correlation is given where one side does not vary (a set that tells "
        "base from "
        "other forms only has no syntactic score). Intervals by Fisher's transformation, 95 %; Holm's "
        "correction "
        "over the methods and scores of a model.",
    )  # fmt: skip
    published = find_published("impli", "Figure 6 and section 4, R3")
    surface = make_table(
        table.key, table.title, table.columns, [r for r in rows if r[2] == "surface"], table.caption
    )
    rest = [row for row in rows if row[2] != "surface"]
    add_published(surface, [published], ["method"], suites, suite_column="suite")
    width = len(surface.columns)
    surface.rows += [[*row, *([None] * (width - len(row)))] for row in rest]
    surface.rows.sort(key=lambda row: row[:3])
    return StudyResult(
        name="flexibility",
        title="Flexible idioms",
        tables=[surface, _list_idioms(scores)],
        figures=[_draw(points)],
        findings=_findings(rows),
    )


def ice_scores(judged: Sequence[Judged]) -> dict[tuple[str, str], dict[str, Any]]:
    """Return both scores of each idiom of a suite, over its different premises."""
    forms: dict[tuple[str, str], dict[str, str]] = {}
    for each in judged:
        features = each.pair.features
        place = (each.suite, str(features["expression"]))
        forms.setdefault(place, {})[each.pair.premise] = str(features["variant"])
    return {
        place: {
            "surface": sum(form != "base" for form in found.values()) / len(found),
            "syntactic": sum(form in SYNTACTIC for form in found.values()) / len(found),
            "occurrences": len(found),
        }
        for place, found in forms.items()
    }


def _by_method(judged: Sequence[Judged]) -> dict[tuple[str, str], list[Judged]]:
    parts: dict[tuple[str, str], list[Judged]] = {}
    for each in judged:
        parts.setdefault((each.suite, each.pair.method), []).append(each)
    return parts


def _accuracy_by_expression(judged: Sequence[Judged]) -> dict[str, float]:
    answers: dict[str, list[bool]] = {}
    for each in judged:
        answers.setdefault(str(each.pair.features["expression"]), []).append(each.right)
    return {name: sum(marks) / len(marks) for name, marks in answers.items()}


def _list_idioms(scores: dict[tuple[str, str], dict[str, Any]]) -> Any:
    rows = [
        [suite, expression, found["surface"], found["syntactic"], found["occurrences"]]
        for (suite, expression), found in sorted(
            scores.items(), key=lambda item: (item[0][0], -item[1]["occurrences"], item[0][1])
        )
    ]
    return make_table(
        "idioms",
        "ICE scores of idioms",
        [
            "suite", "idiom", Column("surface", "share"), Column("syntactic", "share"),
            Column("occurrences", "count"),
        ],
        rows,
        "The share of an idiom's different premises in another than its base form, most frequent idioms "
        "first.",
        detail=True,
    )  # fmt: skip


def _draw(points: list[dict[str, Any]]) -> Figure:
    spec = frame(
        points,
        facet={"row": {"field": "method", "title": None}, "column": {"field": "model", "title": None}},
        spec={
            "width": 220,
            "height": 160,
            "mark": {"type": "point", "filled": True, "opacity": 0.5},
            "encoding": {
                "x": {"field": "ice", "type": "quantitative", "title": "ICE score"},
                "y": {"field": "accuracy", "type": "quantitative", "title": "accuracy"},
                "color": {"field": "score", "type": "nominal", "title": "score"},
                "tooltip": [{"field": name} for name in ("expression", "suite", "ice", "accuracy")],
            },
        },
    )
    return Figure(
        key="flexibility",
        title="Accuracy of idioms by their flexibility (Figure 6)",
        spec=spec,
        caption="A point is an idiom; further right it changes its form more often.",
    )


def _findings(rows: Sequence[list[Any]]) -> list[str]:
    findings = []
    for row in rows:
        if row[4] is not None and row[8] is not None and row[8] < 0.05:
            way = "more" if row[4].value > 0 else "less"
            findings.append(
                f"{row[3]} is {way} often right on flexible idioms ({row[2]} score, {row[1]}, {row[0]}): r = "
                f"{row[4].value:.2f} over {row[6]:,} idioms, corrected p = {row[8]:.3f}."
            )
    return findings or ["No correlation of flexibility with accuracy stands up to correction for many tests."]


STUDY = Study(
    title="Flexible idioms",
    about="IMPLI R3: ICE scores of idioms, surface and syntactic, and their correlation with accuracy",
    run=study_flexibility,
)
