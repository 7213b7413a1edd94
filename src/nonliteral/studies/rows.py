"""The columns and captions that studies share, so that a score looks alike in all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from nonliteral.studies.scoring import Judged, Rule, Score, judge_pair, score_judged
from nonliteral.studies.statistics import Interval, mean_by_group
from nonliteral.studies.tables import Column

INTERVALS = (
    "Intervals are 95 %: Wilson's where every group gives one pair, otherwise a bootstrap over groups."
)

SCORE_COLUMNS = [
    Column("accuracy", "share"),
    Column("n", "count", "pairs"),
    Column("groups", "count", "idioms, paradigms, situations: what intervals resample"),
    Column("majority", "share", "what always answering the most frequent label would get"),
    Column("balanced", "share", "balanced accuracy: the mean of the labels' recalls"),
    Column("macro-F1", "share"),
    Column("unread", "count", "answers that could not be read; they count as wrong"),
]


def score_cells(score: Score) -> list[Any]:
    """Return the cells of `SCORE_COLUMNS` for a score."""
    return [
        score.accuracy,
        score.n,
        score.groups,
        score.majority_share,
        score.balanced_accuracy,
        score.macro_f1,
        score.unread,
    ]


def score_row(judged: Sequence[Judged], seed: int = 0) -> list[Any]:
    """Return the cells of `SCORE_COLUMNS` for judged pairs; none at all give an n of 0."""
    if not judged:
        return [None, 0, 0, None, None, None, 0]
    return score_cells(score_judged(judged, seed=seed))


def accuracy(judged: Iterable[Judged], seed: int = 0) -> Interval | None:
    """Return how often answers are right, by group; None where there are no pairs."""
    return share([(each, each.right) for each in judged], seed)


def share(marked: Sequence[tuple[Judged, bool]], seed: int = 0) -> Interval | None:
    """Return the share of marked pairs with its interval by group; None where there are no pairs."""
    if not marked:
        return None
    return mean_by_group(
        [float(mark) for _, mark in marked],
        [(each.suite, each.pair.group) for each, _ in marked],
        seed=seed,
    )


def by_reading(judged: Sequence[Judged], asked: str | None, rule: Rule) -> dict[str, list[Judged]]:
    """Return pairs judged by each of their readings, or as they are where one was asked for or there is one.

    No reading of irony or implicature is the right one, so tables score each by itself and name it. A reading
    is scored over the groups that have it: the exact one over numerals only.
    """
    having: dict[str, set[tuple[str, str]]] = {}
    for each in judged:
        for name in each.pair.readings or ():
            having.setdefault(name, set()).add((each.suite, each.pair.group))
    if asked is not None or not having:
        return {asked if asked in having else "label": list(judged)}
    rest = [
        each
        for each in judged
        if not any((each.suite, each.pair.group) in groups for groups in having.values())
    ]
    return ({"label": rest} if rest else {}) | {
        name: [
            judge_pair(
                each.suite,
                each.pair,
                each.prediction,
                reading=name,
                folding=each.scheme == "two-way",
                rule=rule,
            )
            for each in judged
            if (each.suite, each.pair.group) in groups
        ]
        for name, groups in having.items()
    }


def describe_scheme(judged: Iterable[Judged], rule: str) -> str:
    """Return in words which scheme pairs were scored by, and how answers were folded."""
    schemes = sorted({each.scheme for each in judged})
    if schemes == ["three-way"]:
        return "Scored three-way."
    how = (
        "the most probable label first, then neutral and contradiction as non-entailment"
        if rule == "most-probable"
        else "entailment where it has more than half of the probability"
    )
    if schemes == ["two-way"]:
        return f"Scored two-way: {how}."
    return f"Scored three-way, and two-way where the labels are ({how})."


def with_interval(interval: Interval) -> str:
    """Return an estimate as a sentence has it: 82 % [80, 84]."""
    return f"{100 * interval.value:.0f} % [{100 * interval.low:.0f}, {100 * interval.high:.0f}]"
