"""IMPLI's Figure 4: does training on idioms help with idioms that were not in the training data?

Reads the folder that `nonliteral train curve` makes: `curve.json` says which run is which point. Several
folders (other folds left out, other seeds) are read as one curve.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from nonliteral.errors import InputError
from nonliteral.files import read_document
from nonliteral.runs import Run
from nonliteral.studies.base import Study, StudyOptions, judge_runs
from nonliteral.studies.charts import frame
from nonliteral.studies.rows import INTERVALS, with_interval
from nonliteral.studies.scoring import Judged
from nonliteral.studies.statistics import Interval, mean_by_group
from nonliteral.studies.tables import Column, Figure, StudyResult, make_table
from nonliteral.training.curve import PARTS, PLAN, CurvePlan, Point

TESTED = ("all", "entailment", "non-entailment")


def study_curve(runs: Sequence[Run], options: StudyOptions) -> StudyResult:
    """Return accuracy by how many folds of idioms were added, on all pairs and on each label."""
    plans: dict[Path, CurvePlan] = {}
    places: list[tuple[Path, Point]] = []
    for run in runs:
        folder = _find_plan(run.path.resolve())
        plan = plans.setdefault(folder, read_document(folder / PLAN, CurvePlan))
        where = run.path.resolve().relative_to(folder).as_posix()
        point = next((point for point in plan.points if point.run == where), None)
        if point is None:
            raise InputError(
                f"{run.path} is not a point of {folder / PLAN}. Give the folder of the curve itself."
            )
        places.append((folder, point))
    judged_runs = judge_runs(runs, options, scheme="two-way")
    cells: dict[tuple[str, int, str], list[tuple[Point, list[Judged]]]] = {}
    for (_, point), judged_run in zip(places, judged_runs, strict=True):
        # The plain NLI data is the first point of every part.
        parts: tuple[str, ...] = PARTS if point.added == 0 else (point.part,)
        for part in parts:
            for tested in TESTED:
                members = [each for each in judged_run.judged if tested in ("all", each.label)]
                if members:
                    cells.setdefault((part, point.added, tested), []).append((point, members))
    rows: list[list[Any]] = []
    for (part, added, tested), found in cells.items():
        rates = [sum(each.right for each in members) / len(members) for _, members in found]
        pooled = [each for _, members in found for each in members]
        accuracy = mean_by_group(
            [float(each.right) for each in pooled],
            [(each.suite, each.pair.group) for each in pooled],
            seed=options.seed,
        )
        mean = sum(rates) / len(rates)
        spread = (sum((r - mean) ** 2 for r in rates) / (len(rates) - 1)) ** 0.5 if len(rates) > 1 else None
        labels = [each.label for each in pooled]
        rows.append(
            [
                part, added, tested, accuracy, spread, len(found),
                round(sum(p.pairs for p, _ in found) / len(found)), len(found[0][1]),
                max(labels.count(label) for label in set(labels)) / len(labels),
            ]
        )  # fmt: skip
    rows.sort(key=lambda row: (TESTED.index(row[2]), TESTED.index(row[0]), row[1]))
    planned = sum(len(plan.points) for plan in plans.values())
    missing = planned - len(runs)
    table = make_table(
        "curve",
        "Accuracy as idioms are added to the training data (Figure 4)",
        [
            "trained on", Column("folds added", "count"), "tested on", Column("accuracy", "share"),
            Column("sd", "number", "over runs"), Column("runs", "count"), Column("pairs added", "count"),
            Column("n", "count"), Column("majority", "share"),
        ],
        rows,
        f"{_describe(plans)} Two-way: the most probable label first, then neutral and contradiction as "
        "non-entailment. The test idioms are in no training data. Accuracy over all runs of a point, sd "
        "between "
        f"them. {f'{missing} of {planned} points have not been run yet. ' if missing > 0 else ''}{INTERVALS}",
    )  # fmt: skip
    return StudyResult(
        name="curve",
        title="Training on idioms",
        tables=[table],
        figures=[_draw(rows, table.caption)],
        findings=_findings(rows),
    )


def _find_plan(path: Path) -> Path:
    for folder in path.parents:
        if (folder / PLAN).exists():
            return folder
    raise InputError(
        f"{path} is not part of a curve: no folder above it has {PLAN}. Make one with `nonliteral train "
        "curve`."
    )


def _describe(plans: dict[Path, CurvePlan]) -> str:
    parts = {
        f"{plan.kind}, {plan.expressions:,} expressions in {plan.folds} folds, fold {plan.held_out} left out "
        f"({plan.test_pairs:,} pairs)"
        for plan in plans.values()
    }
    return "; ".join(sorted(parts)) + "."


def _draw(rows: Sequence[list[Any]], caption: str) -> Figure:
    values = [
        {
            "trained on": row[0], "folds added": row[1], "tested on": row[2], "accuracy": row[3].value,
            "low": row[3].low, "high": row[3].high, "runs": row[5], "n": row[7],
        }
        for row in rows
        if isinstance(row[3], Interval)
    ]  # fmt: skip
    x = {"field": "folds added", "type": "quantitative", "axis": {"tickMinStep": 1}}
    colour = {"field": "trained on", "type": "nominal"}
    spec = frame(
        values,
        facet={"column": {"field": "tested on", "type": "nominal", "sort": list(TESTED)}},
        spec={
            "width": 220,
            "height": 200,
            "layer": [
                {
                    "mark": {"type": "area", "opacity": 0.15},
                    "encoding": {
                        "x": x,
                        "y": {
                            "field": "low", "type": "quantitative", "title": "accuracy",
                            "scale": {"domain": [0, 1]},
                        },
                        "y2": {"field": "high"},
                        "color": colour,
                    },
                },
                {
                    "mark": {"type": "line", "point": True},
                    "encoding": {
                        "x": x,
                        "y": {"field": "accuracy", "type": "quantitative"},
                        "color": colour,
                        "tooltip": [{"field": name} for name in values[0]] if values else [],
                    },
                },
            ],
        },
    )  # fmt: skip
    return Figure(key="curve", title="Accuracy as idioms are added (Figure 4)", spec=spec, caption=caption)


def _findings(rows: Sequence[list[Any]]) -> list[str]:
    findings = []
    for tested in TESTED:
        mine = [row for row in rows if row[0] == "all" and row[2] == tested]
        if len(mine) > 1:
            start, end = mine[0], mine[-1]
            what = "all pairs" if tested == "all" else f"{tested} pairs"
            findings.append(
                f"On {what} of idioms not seen, adding {end[1]} folds of idioms takes accuracy from "
                f"{with_interval(start[3])} to {with_interval(end[3])} (n = {end[7]:,})."
            )
    return findings


STUDY = Study(
    title="Training on idioms",
    about="IMPLI Figure 4: accuracy as idioms are added to training, from the folder of `train curve`",
    run=study_curve,
)
