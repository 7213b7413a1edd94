"""Consistency: groups (paradigms, idioms, situations) that are right as a whole.

For minimal pairs this is the most telling figure: a model that always says entailment gets half of the pairs
right and no group.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from nonliteral.errors import InputError
from nonliteral.runs import Run
from nonliteral.studies.base import Study, StudyOptions, judge_runs, speaking
from nonliteral.studies.charts import draw_points
from nonliteral.studies.rows import by_reading, describe_scheme, with_interval
from nonliteral.studies.scoring import Judged
from nonliteral.studies.statistics import Interval, mean_by_group, wilson
from nonliteral.studies.tables import Column, StudyResult, make_table


def study_consistency(runs: Sequence[Run], options: StudyOptions) -> StudyResult:
    """Return the share of whole groups by suite, phenomenon, set or method, and reading."""
    judged_runs = judge_runs(runs, options)
    rows: list[list[Any]] = []
    for run in judged_runs:
        parts: dict[tuple[str, str, str], list[Judged]] = {}
        for each in run.judged:
            for name in ("all", str(each.pair.features.get("set", ""))):
                if name:
                    parts.setdefault((each.suite, each.pair.phenomenon, name), []).append(each)
        for (suite, phenomenon, name), members in parts.items():
            if name != "all" and len(members) == len(parts[suite, phenomenon, "all"]):
                continue
            for reading, judged in by_reading(members, options.reading, options.rule).items():
                found = whole_groups(judged, options.seed)
                if found is None:
                    continue
                rows.append([suite, phenomenon, name, reading, run.name, *found])
    if not rows:
        raise InputError(
            "No group of these runs has more than one pair, so none can be consistent. Take a suite of "
            "minimal pairs."
        )
    rows.sort(key=lambda row: [row[0], row[1], row[2] != "all", row[2], row[3]])
    everything = [each for run in judged_runs for each in run.judged]
    caption = (
        "The share of groups with every pair right; groups of one pair are left out. Beside it the accuracy "
        "on the same pairs, what that accuracy would give if right answers fell independently, and what "
        "always answering the most frequent label gets. "
        f"{describe_scheme(everything, options.rule)} Where pairs have readings, each is scored by itself. "
        "Intervals are 95 %: Wilson's over groups for the groups, a bootstrap over groups for the pairs."
    )
    columns: list[Column | str] = [
        "suite", "phenomenon", "set", "reading", "model", Column("whole", "share"),
        Column("groups", "count"), Column("pairs a group", "number"), Column("accuracy", "share"),
        Column("if independent", "share", "what the accuracy would give if answers fell by chance"),
        Column("majority", "share", "always the most frequent label"),
    ]  # fmt: skip
    title = "Groups that are right as a whole"
    whole = [row for row in rows if row[2] == "all"]
    tables = [make_table("groups", title, columns, whole, caption)]
    by_set = [row for row in rows if row[2] != "all"]
    if by_set:
        tables.append(make_table("groups-by-set", f"{title}, by set", columns, by_set, caption, detail=True))
    spoken = speaking(judged_runs)
    # The most telling first: where many pairs are right and few groups are.
    telling = sorted((row for row in whole if row[4] in spoken), key=lambda row: row[5].value - row[8].value)
    return StudyResult(
        name="consistency",
        title="Consistency",
        tables=tables,
        figures=[draw_points("groups", title, _overall(tables[0]), x="reading", row="part", value="whole")],
        findings=[
            f"{row[4]} gets {with_interval(row[5])} of {row[6]:,} groups of {row[1]} in {row[0]} right as a "
            f"whole ({row[3]} reading), where its accuracy is {100 * row[8].value:.0f} %."
            for row in telling
        ],
    )


def whole_groups(judged: Sequence[Judged], seed: int = 0) -> list[Any] | None:
    """Return the share of whole groups, their number and size, and what to hold the share against."""
    groups: dict[str, list[Judged]] = {}
    for each in judged:
        groups.setdefault(each.pair.group, []).append(each)
    several = [members for members in groups.values() if len(members) > 1]
    if not several:
        return None
    whole = sum(all(each.right for each in members) for members in several)
    pairs = [each for members in several for each in members]
    rates = mean_by_group(
        [float(each.right) for each in pairs], [each.pair.group for each in pairs], seed=seed
    )
    accuracy = rates.value
    majority = Counter(each.label for each in pairs).most_common(1)[0][0]
    constant = sum(all(each.label == majority for each in members) for members in several)
    return [
        Interval(whole / len(several), *wilson(whole, len(several)), len(pairs), len(several)),
        len(several),
        len(pairs) / len(several),
        rates,
        sum(accuracy ** len(members) for members in several) / len(several),
        constant / len(several),
    ]


def _overall(table: Any) -> Any:
    rows = [[f"{row[0]}, {row[1]}", row[3], row[4], row[5]] for row in table.rows if row[2] == "all"]
    columns: list[Column | str] = ["part", "reading", "model", Column("whole", "share")]
    return make_table("groups", table.title, columns, rows, table.caption)


STUDY = Study(
    title="Consistency",
    about="The share of groups (paradigm, idiom, situation) that are right as a whole",
    run=study_consistency,
)
