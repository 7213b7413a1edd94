"""How much a chat model's answers hang on the wording: the spread over prompts and label orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import msgspec

from nonliteral.errors import InputError
from nonliteral.records import fold
from nonliteral.runs import Run
from nonliteral.suites import Suite


class Wording(msgspec.Struct, frozen=True):
    """What one wording gave: `label` as each suite has it, folded where suite or answer is two-way."""

    pairs: int
    accuracy: float
    unreadable: int
    shares: dict[str, float]


class Spread(msgspec.Struct, frozen=True):
    """Several wordings side by side."""

    wordings: dict[str, Wording]
    lowest: float
    highest: float
    agreement: float
    """The share of pairs that get the same answer in every wording."""


def measure_spread(runs: Mapping[str, Run]) -> Spread:
    """Compare runs of one model over the same suites with different prompts."""
    if not runs:
        raise InputError("There is no run to compare.")
    first = next(iter(runs.values()))
    shown = [(suite.name, suite.sha256) for suite in first.description.suites]
    for run in runs.values():
        if [(suite.name, suite.sha256) for suite in run.description.suites] != shown:
            raise InputError(
                f"{run.path} is over other suites than {first.path}. Compare runs over the same."
            )
    streams = {name: iter(run) for name, run in runs.items()}
    right: Counter[str] = Counter()
    unreadable: Counter[str] = Counter()
    answers: dict[str, Counter[str]] = {name: Counter() for name in runs}
    pairs = same = 0
    for described in first.description.suites:
        for pair in Suite(Path(described.path)):
            given: dict[str, str | None] = {}
            for name, stream in streams.items():
                label = next(stream).label
                given[name] = label
                unreadable[name] += label is None
                answers[name][label or "unreadable"] += 1
                two_way = "non-entailment" in (pair.label, label)
                right[name] += (fold(label) == fold(pair.label)) if two_way else (label == pair.label)
            pairs += 1
            same += len(set(given.values())) == 1 and None not in given.values()
    wordings = {
        name: Wording(
            pairs,
            right[name] / pairs,
            unreadable[name],
            {label: count / pairs for label, count in sorted(answers[name].items())},
        )
        for name in runs
    }
    figures = [wording.accuracy for wording in wordings.values()]
    return Spread(wordings, min(figures), max(figures), same / pairs)
