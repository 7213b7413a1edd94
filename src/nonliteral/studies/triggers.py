"""The share of pairs with lexical triggers, in any NLI set (section 4 of the IMPPRES paper).

A trigger in a pair is no evidence that its inference is at stake there; the share is an upper bound.
Possessives and numerals are counted apart, because nearly every text has them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nonliteral.errors import InputError
from nonliteral.records import Pair
from nonliteral.runs import Run
from nonliteral.studies.base import Study, StudyOptions, judge_runs
from nonliteral.studies.rows import INTERVALS, accuracy
from nonliteral.studies.scoring import Judged, find_run_suites
from nonliteral.studies.statistics import Interval, wilson
from nonliteral.studies.tables import Column, StudyResult, Table, make_table
from nonliteral.studies.words import load_triggers
from nonliteral.suites import Suite, find_suites

EVERYWHERE = {"presupposition": ("possessive",), "implicature": ("numeral",)}
"""Kinds that stand in so many texts that a total with them says little."""


def study_triggers(runs: Sequence[Run], options: StudyOptions) -> StudyResult:
    """Return the share of pairs with triggers by suite and kind, and the accuracy with and without."""
    suites: dict[str, Suite] = {}
    if runs:
        for run in runs:
            for suite in find_run_suites(run, options.suites):
                suites.setdefault(suite.name, suite)
    elif options.suites:
        suites = {suite.name: suite for suite in find_suites(options.suites)}
    if not suites:
        raise InputError("Say which pairs: nonliteral study triggers RUN..., or --suites DIR without a run.")
    tables = [_shares(suite) for suite in suites.values()]
    if runs:
        tables.append(_accuracies(runs, options))
    return StudyResult(
        name="triggers",
        title="Lexical triggers of presupposition and implicature",
        tables=tables,
        findings=[_finding(table) for table in tables[: len(suites)]],
    )


def find_triggers(text: str) -> dict[str, set[str]]:
    """Return the kinds of trigger in a text, by inference."""
    lowered = text.casefold().replace("’", "'")
    return {
        inference: {kind for kind, pattern in kinds.items() if pattern.search(lowered)}
        for inference, kinds in load_triggers().items()
    }


def triggers_of(pair: Pair) -> dict[str, set[str]]:
    """Return the kinds of trigger in either sentence of a pair, by inference."""
    premise, hypothesis = find_triggers(pair.premise), find_triggers(pair.hypothesis)
    return {inference: kinds | hypothesis[inference] for inference, kinds in premise.items()}


def _share(count: int, n: int) -> Interval | None:
    return Interval(count / n, *wilson(count, n), n, n) if n else None


def _shares(suite: Suite) -> Table:
    counts: dict[tuple[str, str, str], int] = {}
    n = 0
    for pair in suite:
        n += 1
        sides = {"premise": find_triggers(pair.premise), "hypothesis": find_triggers(pair.hypothesis)}
        for inference, frequent in EVERYWHERE.items():
            total: set[str] = set()
            for side, found in sides.items():
                kinds = set(found[inference])
                if kinds - set(frequent):
                    kinds.add("any")
                total |= kinds
                for kind in kinds:
                    counts[inference, kind, side] = counts.get((inference, kind, side), 0) + 1
            for kind in total:
                counts[inference, kind, "pair"] = counts.get((inference, kind, "pair"), 0) + 1
    rows: list[list[Any]] = []
    for inference, patterns in load_triggers().items():
        rows += [
            [
                inference,
                kind,
                *(
                    _share(counts.get((inference, kind, where), 0), n)
                    for where in ("pair", "premise", "hypothesis")
                ),
                n,
            ]
            for kind in ("any", *patterns)
        ]
    left_out = ", ".join(kind for kinds in EVERYWHERE.values() for kind in kinds)
    return make_table(
        f"triggers-{suite.name}",
        f"Pairs with lexical triggers: {suite.name}",
        [
            "inference", "kind", Column("in the pair", "share"), Column("in the premise", "share"),
            Column("in the hypothesis", "share"), Column("n", "count"),
        ],
        rows,
        f"The share of {n:,} pairs with a trigger, by our list in studies/words.toml; `any` leaves out "
        f"{left_out}. "
        "A trigger does not make a pair a case of the inference. Wilson intervals, 95 %.",
    )  # fmt: skip


def _accuracies(runs: Sequence[Run], options: StudyOptions) -> Table:
    rows: list[list[Any]] = []
    for run in judge_runs(runs, options):
        parts: dict[tuple[str, str, str], tuple[list[Judged], list[Judged]]] = {}
        for each in run.judged:
            found = triggers_of(each.pair)
            for inference, frequent in EVERYWHERE.items():
                place = (each.suite, each.scheme, inference)
                parts.setdefault(place, ([], []))[not (found[inference] - set(frequent))].append(each)
        rows += [
            [
                suite, inference, run.name, scheme, accuracy(having, options.seed), len(having),
                accuracy(lacking, options.seed), len(lacking),
            ]
            for (suite, scheme, inference), (having, lacking) in parts.items()
        ]  # fmt: skip
    rows.sort(key=lambda row: row[:2])
    return make_table(
        "accuracy-by-trigger",
        "Accuracy with and without a lexical trigger",
        [
            "suite", "inference", "model", "scheme", Column("with", "share"), Column("n with", "count"),
            Column("without", "share"), Column("n without", "count"),
        ],
        rows,
        f"Pairs with any trigger of the inference against pairs with none. {INTERVALS}",
    )  # fmt: skip


def _finding(table: Table) -> str:
    by_kind = {(row[0], row[1]): row for row in table.rows}
    parts = []
    for inference in EVERYWHERE:
        found = by_kind[inference, "any"][2]
        if found is not None:
            parts.append(f"{100 * found.value:.0f} % with a lexical trigger of {inference}")
    n = table.rows[0][-1]
    return (
        f"{table.title.removeprefix('Pairs with lexical triggers: ')}: of {n:,} pairs, {' and '.join(parts)}."
    )


STUDY = Study(
    title="Lexical triggers of presupposition and implicature",
    about="IMPPRES section 4: the share of pairs with lexical triggers, in any NLI set (runs or --suites)",
    run=study_triggers,
    runs=(0, None),
)
