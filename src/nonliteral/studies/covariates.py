"""Any study by a covariate: how the score goes with a feature of the pairs.

Names make a row each. Numbers with many values are cut at their quartiles, and their rank correlation with
the accuracy of groups is given in the caption.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import pairwise

from nonliteral.errors import InputError, UnknownNameError
from nonliteral.runs import Run
from nonliteral.studies.base import StudyOptions, judge_runs
from nonliteral.studies.rows import (
    INTERVALS,
    SCORE_COLUMNS,
    by_reading,
    describe_scheme,
    score_row,
)
from nonliteral.studies.scoring import Judged
from nonliteral.studies.statistics import spearman
from nonliteral.studies.tables import Column, Table, make_table

PAIR_KEYS = ("label", "method", "tier", "phenomenon", "group")
NOT_STATED = "(not stated)"
MOST_VALUES = 8
"""Numbers with more different values than this are cut at their quartiles."""


def covariate(judged: Judged, key: str) -> Hashable | None:
    """Return the value of a covariate for a pair, or None where it has none."""
    if key == "suite":
        return judged.suite
    if key in PAIR_KEYS:
        return str(getattr(judged.pair, key))
    value = judged.pair.features.get(key)
    return value if isinstance(value, str | int | float | bool) else None


def tabulate_covariate(runs: Sequence[Run], options: StudyOptions) -> Table:
    """Return the score by phenomenon and value of a covariate, a row for each model."""
    key = options.by or ""
    judged_runs = judge_runs(runs, options)
    everything = [each for run in judged_runs for each in run.judged]
    values = {covariate(each, key) for each in everything} - {None}
    if not values:
        known = {name for each in everything for name in each.pair.features} | {*PAIR_KEYS, "suite"}
        raise UnknownNameError("feature of these pairs", key, known)
    cut = _cut_points([value for value in values if _is_number(value)]) if _all_numbers(values) else None
    having = {each.pair.phenomenon for each in everything if covariate(each, key) is not None}
    rows = []
    notes = []
    for run in judged_runs:
        parts: dict[tuple[str, str, str], list[Judged]] = {}
        for each in run.judged:
            value = covariate(each, key)
            if each.pair.phenomenon in having:
                name = NOT_STATED if value is None else name_value(value, cut)
                parts.setdefault((each.pair.phenomenon, name, str(each.scheme)), []).append(each)
        rows += [
            [phenomenon, value, reading, run.name, scheme, *score_row(judged, options.seed)]
            for (phenomenon, value, scheme), members in parts.items()
            for reading, judged in by_reading(members, options.reading, options.rule).items()
        ]
        if cut is not None:
            notes.append(_correlate(run.name, run.judged, key))
    rows.sort(key=lambda row: (row[0], _order(row[1], cut)))
    have = sum(covariate(each, key) is not None for each in everything)
    caption = " ".join(
        [
            f"{have:,} of {len(everything):,} answers are to pairs that have `{key}`.",
            describe_scheme(everything, options.rule),
            "Where pairs have readings, each is scored by itself.",
            *notes,
            INTERVALS,
        ]
    )
    columns: list[Column | str] = ["phenomenon", key, "reading", "model", "scheme", *SCORE_COLUMNS]
    return make_table(f"by-{key}", f"By {key}", columns, rows, caption)


def _is_number(value: Hashable) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _all_numbers(values: set[Hashable | None]) -> bool:
    return all(_is_number(value) for value in values)


def _cut_points(values: Sequence[Hashable | None]) -> list[float] | None:
    import numpy as np

    numbers = sorted({float(value) for value in values if isinstance(value, int | float)})
    if len(numbers) <= MOST_VALUES:
        return None
    return [float(point) for point in np.quantile(numbers, [0.25, 0.5, 0.75])]


def name_value(value: Hashable, cut: list[float] | None) -> str:
    """Return what a table calls a value: itself, or the range between cut points that it lies in."""
    if cut is None or not isinstance(value, int | float):
        return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    ends = [f"up to {cut[0]:g}", *(f"{low:g} to {high:g}" for low, high in pairwise(cut))]
    ends.append(f"over {cut[-1]:g}")
    return ends[sum(value > point for point in cut)]


def _order(name: str, cut: list[float] | None) -> tuple[int, float, str]:
    if cut is not None:
        names = [name_value(point, cut) for point in [*cut, cut[-1] + 1]]
        return (names.index(name) if name in names else len(names), 0.0, name)
    try:
        return (0, float(name), name)
    except ValueError:
        return (1, 0.0, name)


def _correlate(name: str, judged: Sequence[Judged], key: str) -> str:
    by_group: dict[tuple[str, str], list[tuple[float, bool]]] = {}
    for each in judged:
        value = covariate(each, key)
        if isinstance(value, int | float):
            by_group.setdefault((each.suite, each.pair.group), []).append((float(value), each.right))
    if not by_group:
        raise InputError(f"No pair of {name} has a number as {key!r}.")
    means = [
        (sum(value for value, _ in items) / len(items), sum(right for _, right in items) / len(items))
        for items in by_group.values()
    ]
    found = spearman([x for x, _ in means], [y for _, y in means])
    if found is None:
        return f"{name}: no rank correlation, because one side does not vary."
    return f"{name}: Spearman's correlation over {len(means):,} groups {found[0]:.3f} (p = {found[1]:.3f})."
