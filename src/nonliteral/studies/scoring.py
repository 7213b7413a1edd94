"""Scoring: the one place where answers meet labels.

A run is joined with its suites pair by pair. Which reading of a label counts, how three-way answers
meet two-way labels, and what the majority would get are decided here, once, and named in the result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from nonliteral.errors import InputError, UnknownNameError
from nonliteral.files import AnyPath
from nonliteral.records import THREE_WAY, Pair, Prediction, Scheme, fold
from nonliteral.runs import Run
from nonliteral.studies.statistics import Interval, mean_by_group
from nonliteral.suites import Suite, find_suites

Rule = Literal["most-probable", "half"]
"""How three-way answers meet two-way labels: take the most probable of the three and fold it, or ask
whether entailment has more than half of the probability."""


class Judged(msgspec.Struct, frozen=True):
    """One pair with the label that counts and the answer that was given, both in one scheme."""

    suite: str
    pair: Pair
    label: str
    answer: str | None
    scheme: Scheme
    prediction: Prediction

    @property
    def right(self) -> bool:
        """Whether the answer is the label; one that could not be read is wrong."""
        return self.answer == self.label


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """How often the answers were right, and what to hold it against."""

    n: int
    groups: int
    scheme: str
    reading: str
    rule: str
    accuracy: Interval
    balanced_accuracy: float
    macro_f1: float
    majority: str
    majority_share: float
    unread: int
    labels: dict[str, int]
    recall: dict[str, float]


def find_run_suites(run: Run, suites: Iterable[AnyPath] | None = None) -> list[Suite]:
    """Return the suites a run is over, from where they were or from where they are now.

    A suite whose pairs are not the ones that were answered is refused: its labels may have changed.
    """
    moved = {suite.name: suite for suite in find_suites(suites)} if suites is not None else {}
    found = []
    for entry in run.description.suites:
        suite = moved.get(entry.name)
        if suite is None:
            place = Path(entry.path)
            if not (place / Suite.DESCRIPTION).exists():
                raise InputError(
                    f"The suite {entry.name!r} of {run.path} is no longer at {place}. "
                    "Say where it is with --suites DIR."
                )
            suite = Suite(place)
        if suite.sha256() != entry.sha256:
            raise InputError(
                f"{suite.records_path} is not what {run.path} was run on. Evaluate the model again."
            )
        found.append(suite)
    return found


READING_NAMES = ("surface", "intended", "logical", "pragmatic", "exact", "accommodated")
"""Readings that may be asked for even where no pair has them: then `label` counts."""


def judge(
    run: Run,
    *,
    suites: Iterable[AnyPath] | None = None,
    reading: str | None = None,
    scheme: Scheme | None = None,
    rule: Rule = "most-probable",
    read: Callable[[Suite], Iterable[Pair]] = iter,
) -> Iterator[Judged]:
    """Yield every answered pair of a run with its label and answer in one scheme.

    `reading` picks one of a pair's readings where it has it; otherwise `label` counts. A pair is
    scored two-way where its label, its suite, a model that knows no more than two labels, or `scheme` asks
    for it. `read` gives the pairs of a suite, for callers that keep them for several runs.
    """
    if not run.finished:
        raise InputError(f"{run.path} is not finished. Run the same `nonliteral evaluate` again to go on.")
    # A baseline over several suites has all four labels: it answers each suite with the suite's own.
    labels = set(run.description.labels)
    folding = scheme == "two-way" or ("non-entailment" in labels and not labels >= set(THREE_WAY))
    predictions = iter(run)
    waiting = next(predictions, None)
    # A reading that no pair has is a slip of the pen, unless it is one that formats.md names.
    doubtful = reading is not None and reading not in READING_NAMES
    seen: set[str] = set()
    for suite in find_run_suites(run, suites):
        fold_suite = folding or suite.description.scheme == "two-way"
        for pair in read(suite):
            # Both files are in suite order; a partial run leaves pairs out, never out of order.
            if waiting is None or (waiting.suite, waiting.id) != (suite.name, pair.id):
                continue
            if doubtful and pair.readings:
                seen.update(pair.readings)
            yield judge_pair(suite.name, pair, waiting, reading=reading, folding=fold_suite, rule=rule)
            waiting = next(predictions, None)
    if waiting is not None:
        raise InputError(
            f"{run.predictions_path} holds {waiting.suite}/{waiting.id}, which is not in the suites, or not "
            "in their order. Evaluate the model again."
        )
    if reading is not None and doubtful and reading not in seen:
        raise UnknownNameError("reading of these pairs", reading, seen or READING_NAMES)


def judge_pair(
    suite: str, pair: Pair, prediction: Prediction, *, reading: str | None, folding: bool, rule: Rule
) -> Judged:
    """Return one pair with the label that counts and its answer."""
    label: str = pair.label
    if reading is not None and pair.readings is not None:
        label = pair.readings.get(reading, pair.label)
    answer: str | None = prediction.label
    if folding or label == "non-entailment":
        if rule == "half" and prediction.probabilities is not None:
            sure = prediction.probabilities.get("entailment", 0.0) > 0.5
            answer = "entailment" if sure else "non-entailment"
        return Judged(suite, pair, fold(label) or label, fold(answer), "two-way", prediction)
    return Judged(suite, pair, label, answer, "three-way", prediction)


def score_judged(
    judged: Sequence[Judged], *, reading: str | None = None, rule: Rule = "most-probable", seed: int = 0
) -> Score:
    """Return the score of judged pairs; they must be of one scheme."""
    if not judged:
        raise InputError("There is no pair to score.")
    schemes = sorted({each.scheme for each in judged})
    if len(schemes) > 1:
        raise InputError(
            "Two-way and three-way pairs cannot be scored as one. Score them apart, or ask for two-way."
        )
    gold = Counter(each.label for each in judged)
    right = Counter(each.label for each in judged if each.right)
    answered = Counter(each.answer for each in judged if each.answer is not None)
    recall = {label: right[label] / count for label, count in sorted(gold.items())}
    f1 = [
        2 * right[label] / (gold[label] + answered[label]) if gold[label] + answered[label] else 0.0
        for label in sorted(gold)
    ]
    majority, most = min(gold.items(), key=lambda item: (-item[1], item[0]))
    accuracy = mean_by_group(
        [float(each.right) for each in judged], [(each.suite, each.pair.group) for each in judged], seed=seed
    )
    return Score(
        n=len(judged),
        groups=accuracy.groups,
        scheme=schemes[0],
        reading=reading or "label",
        rule=rule,
        accuracy=accuracy,
        balanced_accuracy=sum(recall.values()) / len(recall),
        macro_f1=sum(f1) / len(f1),
        majority=majority,
        majority_share=most / len(judged),
        unread=sum(each.answer is None for each in judged),
        labels=dict(sorted(gold.items())),
        recall=recall,
    )


Key = Callable[[Judged], Hashable]


def score_by(
    judged: Iterable[Judged],
    key: Key,
    *,
    reading: str | None = None,
    rule: Rule = "most-probable",
    seed: int = 0,
) -> Mapping[Hashable, Score]:
    """Return the score of each part of judged pairs, parts in order of appearance."""
    parts: dict[Hashable, list[Judged]] = {}
    for each in judged:
        parts.setdefault(key(each), []).append(each)
    return {
        part: score_judged(members, reading=reading, rule=rule, seed=seed) for part, members in parts.items()
    }


def score(
    run: Run | AnyPath,
    *,
    suites: Iterable[AnyPath] | None = None,
    reading: str | None = None,
    scheme: Scheme | None = None,
    rule: Rule = "most-probable",
    seed: int = 0,
) -> dict[str, Score]:
    """Return the score of a run on each of its suites and phenomena, by `suite/phenomenon`.

    Irony is never averaged with anything else: each phenomenon has a row of its own.
    """
    opened = run if isinstance(run, Run) else Run(run)
    judged = judge(opened, suites=suites, reading=reading, scheme=scheme, rule=rule)
    parts = score_by(
        judged, lambda each: f"{each.suite}/{each.pair.phenomenon}", reading=reading, rule=rule, seed=seed
    )
    return {str(part): value for part, value in parts.items()}
