"""IMPLI's Table 5: accuracy by silver and gold and by method, two-way, beside plain NLI, over seeds.

The parts have the paper's names: → entailed and ↛ not, S silver and G gold, l a definition in a literal
context, d an adversarial definition, a an antonym.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from nonliteral.errors import InputError
from nonliteral.records import Pair, fold
from nonliteral.runs import Run
from nonliteral.studies.base import JudgedRun, Study, StudyOptions, judge_runs, speaking
from nonliteral.studies.charts import draw_parts
from nonliteral.studies.published import Published, add_published, find_published
from nonliteral.studies.rows import INTERVALS, with_interval
from nonliteral.studies.scoring import Judged, find_run_suites
from nonliteral.studies.statistics import balanced_by_group, mean_by_group
from nonliteral.studies.tables import Column, Figure, StudyResult, Table, make_table
from nonliteral.suites import Suite

LETTERS = {"literal-definition": "l", "adversarial-definition": "d", "antonym": "a"}
PLAIN_METHODS = ("figurative-definition", "construction-replacement", "hand-written")
_SEED = re.compile(r"[-_./=]?(?:seed|s)[-_=]?\d+", re.IGNORECASE)


def study_impli(runs: Sequence[Run], options: StudyOptions) -> StudyResult:
    """Return Table 5 for the runs, and how idioms and metaphors do as a whole."""
    judged_runs = judge_runs(
        runs, options, scheme="two-way", keep=lambda each: part_of(each.pair) is not None
    )
    figurative = [each for run in judged_runs for each in run.judged if each.pair.phenomenon in _FIGURATIVE]
    if not figurative:
        raise InputError(
            "The runs hold no idioms or metaphors. Import IMPLI with `nonliteral data import impli`, or "
            "build them."
        )
    suites: dict[str, list[Suite]] = {}
    for run in runs:
        for suite in find_run_suites(run, options.suites):
            suites.setdefault(suite.name, [suite])
    models = group_seeds(judged_runs) if options.seeds else {run.name: [run] for run in judged_runs}
    parts = _by_part(models, options, suites)
    whole = _whole(models, options)
    return StudyResult(
        name="impli",
        title="Idioms and metaphors",
        tables=[parts, whole],
        figures=[_draw(parts)],
        findings=_findings(parts, speaking(judged_runs)),
    )


_FIGURATIVE = ("idiom", "metaphor")


def part_of(pair: Pair) -> str | None:
    """Return the paper's name for the part of Table 5 that a pair is in; None for what is not in it."""
    if pair.phenomenon == "nli" and pair.source.corpus == "multinli":
        return "MNLI-MM" if pair.features.get("part") == "mismatched" else "MNLI"
    if pair.phenomenon not in _FIGURATIVE or pair.method == "drafted":
        return None
    arrow = "→" if fold(pair.label) == "entailment" else "↛"
    letter = LETTERS.get(pair.method, "")
    name = f"{pair.phenomenon}s {arrow} {'G' if pair.tier == 'gold' else 'S'}{letter}"
    return name if letter or pair.method in PLAIN_METHODS else f"{name} ({pair.method})"


def group_seeds(runs: Sequence[JudgedRun]) -> dict[str, list[JudgedRun]]:
    """Return runs by the name that is left when the seed is taken out of it."""
    models: dict[str, list[JudgedRun]] = {}
    for run in runs:
        name = _SEED.sub("", run.name) or run.name
        models.setdefault(name, []).append(run)
    return models


def _by_part(
    models: dict[str, list[JudgedRun]], options: StudyOptions, suites: dict[str, list[Suite]]
) -> Table:
    rows: list[list[Any]] = []
    for name, runs in models.items():
        parts: dict[tuple[str, str], list[list[Judged]]] = {}
        for run in runs:
            mine: dict[tuple[str, str], list[Judged]] = {}
            for each in run.judged:
                mine.setdefault((each.suite, part_of(each.pair) or ""), []).append(each)
            for place, members in mine.items():
                parts.setdefault(place, []).append(members)
        for (suite, part), by_seed in parts.items():
            rows.append([suite, part, name, *_over_seeds(by_seed, options.seed)])
    order = {part: position for position, part in enumerate(_order())}
    rows.sort(key=lambda row: (order.get(row[1], len(order)), row[1], row[0]))
    table = make_table(
        "parts",
        "Accuracy by part (Table 5)",
        [
            "suite", "part", "model", Column("accuracy", "share"), Column("sd", "number", "over seeds"),
            Column("lowest", "share"), Column("highest", "share"), Column("seeds", "count"),
            Column("n", "count"), Column("groups", "count"), Column("majority", "share"),
        ],
        rows,
        "Scored two-way: the most probable label first, then neutral and contradiction as non-entailment. "
        "Labels "
        "follow the intended meaning. → entailed, ↛ not; S silver, G gold; l definition in a literal "
        "context, d "
        "adversarial definition, a antonym. A part of IMPLI has one label, so its majority share is 1. "
        "Accuracy is "
        f"the mean over seeds, sd their standard deviation. {INTERVALS}",
    )  # fmt: skip
    return add_published(table, _table_5(), ["part"], suites, suite_column="suite")


def _table_5() -> list[Published]:
    return [find_published("impli", "Table 5, MultiNLI"), find_published("impli", "Table 5")]


def _order() -> list[str]:
    return [str(row[0]) for figure in _table_5() for row in figure.rows]


def _over_seeds(by_seed: Sequence[Sequence[Judged]], seed: int) -> list[Any]:
    """Return mean with its interval, spread, lowest, highest, seeds, n, groups and majority share."""
    rates = [sum(each.right for each in members) / len(members) for members in by_seed]
    first = by_seed[0]
    alike = all([e.pair.id for e in members] == [e.pair.id for e in first] for members in by_seed)
    if not alike:
        raise InputError(
            "Runs of several seeds must be over the same pairs. Evaluate them on the same suites."
        )
    means = [
        sum(answers) / len(answers) for answers in zip(*([e.right for e in m] for m in by_seed), strict=True)
    ]
    accuracy = mean_by_group(means, [(each.suite, each.pair.group) for each in first], seed=seed)
    mean = sum(rates) / len(rates)
    spread = (sum((rate - mean) ** 2 for rate in rates) / (len(rates) - 1)) ** 0.5 if len(rates) > 1 else None
    labels = [each.label for each in first]
    majority = max(labels.count(label) for label in set(labels)) / len(labels)
    return [
        accuracy, spread, min(rates), max(rates), len(rates), len(first), accuracy.groups, majority,
    ]  # fmt: skip


def _whole(models: dict[str, list[JudgedRun]], options: StudyOptions) -> Table:
    rows: list[list[Any]] = []
    for name, runs in models.items():
        for phenomenon in _FIGURATIVE:
            for tier in ("silver", "gold"):
                suites: dict[str, list[Judged]] = {}
                for run in runs:
                    for each in run.judged:
                        if each.pair.phenomenon == phenomenon and each.pair.tier == tier:
                            suites.setdefault(each.suite, []).append(each)
                for suite, members in suites.items():
                    right = [each.right for each in members]
                    labels = [each.label for each in members]
                    groups = [each.pair.group for each in members]
                    share = max(labels.count(label) for label in set(labels)) / len(labels)
                    rows.append(
                        [
                            suite, f"{phenomenon}s", tier, name,
                            mean_by_group([float(r) for r in right], groups, seed=options.seed),
                            balanced_by_group(right, labels, groups, seed=options.seed),
                            share, len(members) // len(runs), len(set(groups)),
                        ]
                    )  # fmt: skip
    rows.sort(key=lambda row: row[:3])
    return make_table(
        "whole",
        "Idioms and metaphors as a whole",
        [
            "suite", "phenomenon", "tier", "model", Column("accuracy", "share"), Column("balanced", "share"),
            Column("majority", "share"), Column("n", "count"), Column("groups", "count"),
        ],
        rows,
        "Over all parts, two-way. Balanced accuracy is what accuracy on skewed labels should be read with; "
        "answering "
        f"always the same gets .5. {INTERVALS}",
    )  # fmt: skip


def _draw(parts: Table) -> Figure:
    several = len({row[0] for row in parts.rows if not str(row[1]).startswith("MNLI")}) > 1
    values = [
        {
            "part": f"{row['part']}, {row['suite']}" if several else row["part"],
            "model": row["model"],
            **row["accuracy"],
            "lowest": row["lowest"],
            "highest": row["highest"],
            "seeds": row["seeds"],
            "published": next(
                (row[name] for name in row if name.startswith("published") and row[name]), None
            ),
        }
        for row in parts.records()
    ]
    source = next((column.name for column in parts.columns if column.name.startswith("published")), None)
    remark = f"Hollow marks: {source}. " if source else ""
    return draw_parts(
        parts.key,
        "Accuracy by part (Table 5)",
        values,
        caption=f"Points: the mean over seeds with its interval; ticks: the lowest and highest seed. {remark}"
        f"{parts.caption}",
    )


def _findings(parts: Table, spoken: set[str]) -> list[str]:
    findings = []
    models = list(dict.fromkeys(parts.column("model")))
    # With seeds a model's name is what its runs' names have in common.
    for model in [each for each in models if any(name.startswith(each) for name in spoken)] or models:
        rows = [row for row in parts.rows if row[2] == model and not str(row[1]).startswith("MNLI")]
        if len(rows) < 2:
            continue
        best = max(rows, key=lambda row: row[3].value)
        worst = min(rows, key=lambda row: row[3].value)
        findings.append(
            f"{model} is best on {best[1]} ({best[0]}: {with_interval(best[3])} of {best[8]:,}) and worst on "
            f"{worst[1]} ({worst[0]}: {with_interval(worst[3])} of {worst[8]:,}), two-way."
        )
    return findings


STUDY = Study(
    title="Idioms and metaphors",
    about="IMPLI: accuracy by silver and gold and by method, beside MultiNLI; --seeds for the spread",
    run=study_impli,
)
