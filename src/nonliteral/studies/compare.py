"""Two runs pair by pair: is the second really better than the first, where, and on which pairs?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from nonliteral.errors import InputError
from nonliteral.runs import Run
from nonliteral.studies.base import Study, StudyOptions, judge_runs
from nonliteral.studies.charts import frame
from nonliteral.studies.rows import by_reading, describe_scheme
from nonliteral.studies.scoring import Judged, judge_pair
from nonliteral.studies.statistics import Interval, difference_by_group, holm, mcnemar, mean_by_group
from nonliteral.studies.tables import Column, Figure, StudyResult, Table, make_table

SHOWN = 100
"""Changed pairs listed each way; the counts are of all."""


def study_compare(runs: Sequence[Run], options: StudyOptions) -> StudyResult:
    """Return the differences of two runs by suite and phenomenon, and the pairs that changed."""
    first, second = judge_runs(runs, options)
    pairs = match_answers(first.judged, second.judged)
    if not pairs:
        raise InputError("The two runs have no pair in common. Evaluate both models on the same suites.")
    left_out = len(first.judged) + len(second.judged) - 2 * len(pairs)
    caption = (
        f"{len(pairs):,} pairs that both runs answered"
        + (f"; {left_out:,} answers of only one run are left out" if left_out else "")
        + f". {describe_scheme([one for one, _ in pairs], options.rule)} Irony and implicature are scored by "
        "each reading. Both answers of a pair are scored in one scheme. The bootstrap resamples groups; "
        "McNemar's exact test takes pairs as independent and is the bolder where groups are large. Holm's "
        "correction over the rows. Intervals 95 %."
    )
    columns: list[Column | str] = [
        "phenomenon", "reading", "scheme", Column(first.name, "share"), Column(second.name, "share"),
        Column("difference", "share"), Column("n", "count"), Column("groups", "count"),
        Column("only first right", "count"), Column("only second right", "count"),
        Column("p, bootstrap", "p"), Column("p, bootstrap, Holm", "p"), Column("p, McNemar", "p"),
        Column("p, McNemar, Holm", "p"),
    ]  # fmt: skip
    title = f"{second.name} less {first.name}"
    by_suite = make_table(
        "differences",
        f"{title}, by suite",
        ["suite", *columns],
        _rows(pairs, lambda each: (each.suite, each.pair.phenomenon), options),
        caption,
    )
    by_phenomenon = make_table(
        "phenomena",
        f"{title}, by phenomenon",
        columns,
        _rows(pairs, lambda each: (each.pair.phenomenon,), options),
        f"Over all suites of a phenomenon. {caption}",
    )
    several = len(by_suite.rows) > len(by_phenomenon.rows)
    return StudyResult(
        name="compare",
        title=f"{second.name} against {first.name}",
        tables=[
            *([by_phenomenon] if several else []),
            by_suite,
            _changed(pairs, first.name, second.name),
        ],
        figures=[_draw(by_suite)],
        findings=[
            *(_findings(by_phenomenon, first.name, second.name) if several else []),
            *_findings(by_suite, first.name, second.name),
        ],
    )


def _rows(
    pairs: Sequence[tuple[Judged, Judged]], key: Callable[[Judged], tuple[str, ...]], options: StudyOptions
) -> list[list[Any]]:
    """Return a row a part and reading, with Holm's correction over them all."""
    parts: dict[tuple[str, ...], list[tuple[Judged, Judged]]] = {}
    for one, other in pairs:
        parts.setdefault(key(one), []).append((one, other))
    rows: list[list[Any]] = []
    for part, members in sorted(parts.items()):
        # A label of three is not averaged with one of two.
        for scheme in sorted({one.scheme for one, _ in members}):
            some = [(one, other) for one, other in members if one.scheme == scheme]
            readings = [by_reading(side, options.reading, options.rule) for side in zip(*some, strict=True)]
            rows += [
                [
                    *part,
                    reading,
                    scheme,
                    *_compare(
                        list(zip(readings[0][reading], readings[1][reading], strict=True)), options.seed
                    ),
                ]
                for reading in readings[0]
            ]
    by_bootstrap, by_mcnemar = holm([row[-2] for row in rows]), holm([row[-1] for row in rows])
    return [
        [*row[:-1], resampled, row[-1], exact]
        for row, resampled, exact in zip(rows, by_bootstrap, by_mcnemar, strict=True)
    ]


def match_answers(first: Sequence[Judged], second: Sequence[Judged]) -> list[tuple[Judged, Judged]]:
    """Return the answers of both runs to the same pairs, in the first's order, both in one scheme."""
    by_place = {(each.suite, each.pair.id): each for each in second}
    out = []
    for one in first:
        other = by_place.get((one.suite, one.pair.id))
        if other is None:
            continue
        if other.pair is not one.pair and other.pair != one.pair:
            raise InputError(
                f"The pair {one.suite}/{one.pair.id} is not the same in both runs. Evaluate both on one "
                "suite."
            )
        # One of the models knows only two labels: both answers are folded.
        if one.scheme != other.scheme:
            one, other = _fold(one), _fold(other)
        out.append((one, other))
    return out


def _fold(judged: Judged) -> Judged:
    folded = judge_pair(
        judged.suite, judged.pair, judged.prediction, reading=None, folding=True, rule="most-probable"
    )
    return Judged(
        folded.suite, folded.pair, "entailment" if judged.label == "entailment" else "non-entailment",
        folded.answer, "two-way", folded.prediction,
    )  # fmt: skip


def _compare(members: Sequence[tuple[Judged, Judged]], seed: int) -> list[Any]:
    first = [float(one.right) for one, _ in members]
    second = [float(other.right) for _, other in members]
    groups = [(one.suite, one.pair.group) for one, _ in members]
    difference, p = difference_by_group(first, second, groups, seed=seed)
    only_first = sum(one > other for one, other in zip(first, second, strict=True))
    only_second = sum(other > one for one, other in zip(first, second, strict=True))
    return [
        mean_by_group(first, groups, seed=seed), mean_by_group(second, groups, seed=seed), difference,
        len(members), difference.groups,
        only_first, only_second, p, mcnemar(only_first, only_second),
    ]  # fmt: skip


def _changed(pairs: Sequence[tuple[Judged, Judged]], first: str, second: str) -> Table:
    rows: list[list[Any]] = []
    counts = []
    for change, wanted in ((f"only {second} right", True), (f"only {first} right", False)):
        found = [(one, other) for one, other in pairs if one.right != other.right and other.right == wanted]
        counts.append(f"{len(found):,} where {change}")
        rows += [
            [
                change, one.suite, one.pair.id, one.pair.phenomenon, one.pair.premise, one.pair.hypothesis,
                one.label, one.answer, other.answer,
            ]
            for one, other in found[:SHOWN]
        ]  # fmt: skip
    return make_table(
        "changed",
        "Pairs that changed",
        ["change", "suite", "id", "phenomenon", "premise", "hypothesis", "label", first, second],
        rows,
        f"{' and '.join(counts)}; the first {SHOWN} of each are listed.",
        detail=True,
    )


def _draw(table: Table) -> Figure:
    values = []
    for row in table.rows:
        found = row[6]
        if isinstance(found, Interval):
            values.append(
                {
                    "part": _part(table, row),
                    "value": found.value,
                    "low": found.low,
                    "high": found.high,
                    "n": found.n,
                }
            )
    y = {"field": "part", "type": "nominal", "title": None}
    spec = frame(
        values,
        width=360,
        height={"step": 22},
        layer=[
            {
                "mark": {"type": "rule", "strokeDash": [4, 4]},
                "encoding": {"x": {"datum": 0, "type": "quantitative"}},
            },
            {
                "mark": {"type": "rule", "strokeWidth": 2},
                "encoding": {
                    "x": {"field": "low", "type": "quantitative", "title": table.title},
                    "x2": {"field": "high"},
                    "y": y,
                },
            },
            {
                "mark": {"type": "point", "filled": True, "size": 60},
                "encoding": {
                    "x": {"field": "value", "type": "quantitative"},
                    "y": y,
                    "tooltip": [{"field": name} for name in ("part", "value", "low", "high", "n")],
                },
            },
        ],
    )
    return Figure(key="differences", title=table.title, spec=spec, caption=table.caption)


def _part(table: Table, row: Sequence[Any]) -> str:
    at = [column.name for column in table.columns].index("reading")
    return ", ".join(row[:at]) + ("" if row[at] == "label" else f", {row[at]} reading")


def _findings(table: Table, first: str, second: str) -> list[str]:
    """Return what stands up to correction, the largest differences first."""
    names = [column.name for column in table.columns]
    places = [names.index(name) for name in ("difference", "n", "p, bootstrap, Holm")]
    found = sorted(table.rows, key=lambda row: -abs(row[places[0]].value))
    findings = []
    for row in found:
        difference, n, corrected = (row[place] for place in places)
        if corrected >= 0.05:
            continue
        better, worse = (second, first) if difference.value > 0 else (first, second)
        low, high = sorted((abs(difference.low), abs(difference.high)))
        findings.append(
            f"On {_part(table, row)}, {better} is better than {worse} by {100 * abs(difference.value):.1f} "
            f"points [{100 * low:.1f}, {100 * high:.1f}] over {n:,} pairs (corrected p {_p(corrected)})."
        )
    return findings or [
        f"No difference between {first} and {second} stands up to correction for {len(table.rows)} tests."
    ]


def _p(value: float) -> str:
    return "< .001" if value < 0.001 else f"= {value:.3f}"


STUDY = Study(
    title="Two runs compared",
    about="compare A B: paired bootstrap by group, McNemar, Holm by phenomenon, the pairs that changed",
    run=study_compare,
    runs=(2, 2),
)
