"""What gives a label away without reading the pair: balanced accuracy from one side's words alone.

This is the one measure of giveaways in the package. Builders' tests, baselines, `nonliteral check`
and studies all call it, so that their figures can be compared: unigrams and bigrams, logistic
regression, five folds that never split a group. The same pairs give the same figure in any order.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable
from typing import Literal

import msgspec

from nonliteral.models.words import FOLDS, assign_folds, predict_from_words
from nonliteral.records import LABELS, Pair

Side = Literal["hypothesis", "premise"]
TextOf = Callable[[Pair], str | None]
LabelOf = Callable[[Pair], str | None]

MIN_PAIRS = 40
MIN_OF_A_LABEL = 10

_NEGATION = re.compile(
    r"(?:\b(?:not|never|no|nobody|none|nothing|nowhere|neither|nor|cannot|without)\b|n['’]t\b)", re.IGNORECASE
)


class Giveaway(msgspec.Struct, frozen=True, kw_only=True):
    """How well labels can be told from one part of the pair; `reason` says why it was not measured."""

    name: str
    n: int
    groups: int
    labels: dict[str, int]
    majority: float
    """The share of the most frequent label, which plain accuracy should be held against."""
    chance: float | None = None
    balanced_accuracy: float | None = None
    interval: tuple[float, float] | None = None
    """95 %, clustered by group."""
    folds: int = 0
    words: dict[str, list[tuple[str, float]]] = {}
    """For each label the words that speak most for it, heaviest first, with their weights."""
    left_out: dict[str, int] = {}
    """Labels too rare to be measured, and how many pairs had them."""
    reason: str | None = None

    @property
    def measured(self) -> bool:
        """Whether there is a figure."""
        return self.balanced_accuracy is not None

    @property
    def gain(self) -> float:
        """Return how much of the way from chance (0) to always right (1) the words alone go.

        It is worked out from the lower end of the interval, so a small suite does not cry wolf.
        """
        if self.interval is None or self.chance is None:
            return 0.0
        return max(0.0, (self.interval[0] - self.chance) / (1 - self.chance))


def measure_giveaway(
    pairs: Iterable[Pair],
    side: Side | TextOf = "hypothesis",
    *,
    name: str | None = None,
    label: LabelOf | None = None,
) -> Giveaway:
    """Measure how well a bag of words tells the label from one side of the pair.

    `side` is "hypothesis", "premise", or a function that gives the text to read; pairs for which it
    gives None are passed over. `label` gives the label where it is not `pair.label` (a reading).

    >>> measure_giveaway(suite).balanced_accuracy  # doctest: +SKIP
    0.334
    """
    text_of: TextOf = _text_of(side)
    name = name or (f"{side}-only" if isinstance(side, str) else str(getattr(side, "__name__", "text")))
    texts: list[str] = []
    labels: list[str] = []
    groups: list[str] = []
    for pair in pairs:
        text = text_of(pair)
        value = label(pair) if label else pair.label
        if text is not None and value is not None:
            texts.append(text)
            labels.append(value)
            groups.append(pair.group)
    plan = _plan(name, labels, groups)
    if isinstance(plan, Giveaway):
        return plan
    kept, fold_of = plan
    texts = [texts[i] for i in kept]
    gold = [labels[i] for i in kept]
    if len(set(texts)) == 1:
        return _not_measured(
            name, labels, groups, "every pair has the same text there, so it can tell nothing"
        )
    guesses, found = predict_from_words(texts, gold, fold_of)
    words = {label: found[label] for label in _in_order(dict.fromkeys(found, 0))}
    return _score(name, labels, groups, kept, guesses, max(fold_of) + 1, words)


def measure_rule(
    pairs: Iterable[Pair],
    feature: Callable[[Pair], Hashable],
    *,
    name: str | None = None,
    label: LabelOf | None = None,
) -> Giveaway:
    """Measure how well the value of one feature tells the label, as `measure_giveaway` does for words.

    For each value of the feature the other folds say which label it speaks for (each label counting
    the same, however frequent it is).
    """
    name = name or str(getattr(feature, "__name__", "rule"))
    values: list[Hashable] = []
    labels: list[str] = []
    groups: list[str] = []
    for pair in pairs:
        value = label(pair) if label else pair.label
        if value is not None:
            values.append(feature(pair))
            labels.append(value)
            groups.append(pair.group)
    plan = _plan(name, labels, groups)
    if isinstance(plan, Giveaway):
        return plan
    kept, fold_of = plan
    gold = [labels[i] for i in kept]
    guesses = _predict_from_values([values[i] for i in kept], gold, fold_of)
    return _score(name, labels, groups, kept, guesses, max(fold_of) + 1, {})


def negation_in_exactly_one(pair: Pair) -> bool:
    """Return whether one of the two sentences is negated and the other is not."""
    return bool(_NEGATION.search(pair.premise)) != bool(_NEGATION.search(pair.hypothesis))


def share_of_new_words(pair: Pair) -> str:
    """Return how much of the hypothesis is not in the premise, in six steps: the overlap heuristic."""
    premise = set(re.findall(r"\w+", pair.premise.lower()))
    hypothesis = set(re.findall(r"\w+", pair.hypothesis.lower()))
    new = len(hypothesis - premise) / max(1, len(hypothesis))
    if new == 0:
        return "none"
    for limit, step in ((0.15, "up to .15"), (0.3, "up to .3"), (0.5, "up to .5"), (0.75, "up to .75")):
        if new <= limit:
            return step
    return "more"


def figurative_side(pair: Pair) -> str | None:
    """Return the sentence with the figure, by `features.direction`; None where that is not told."""
    sides = {"literal-premise": pair.hypothesis, "figurative-premise": pair.premise}
    return sides.get(str(pair.features.get("direction")))


def _text_of(side: Side | TextOf) -> TextOf:
    if callable(side):
        return side
    if side == "hypothesis":
        return lambda pair: pair.hypothesis
    if side == "premise":
        return lambda pair: pair.premise
    raise ValueError(f'`side` must be "hypothesis", "premise" or a function, got {side!r}')


def _plan(name: str, labels: list[str], groups: list[str]) -> Giveaway | tuple[list[int], list[int]]:
    """Return which items are measured and the fold of each, or why none is."""
    if len(labels) < MIN_PAIRS:
        return _not_measured(
            name, labels, groups, f"it takes at least {MIN_PAIRS} pairs, and there are {len(labels)}"
        )
    counts = Counter(labels)
    groups_of: dict[str, set[str]] = defaultdict(set)
    for label, group in zip(labels, groups, strict=True):
        groups_of[label].add(group)
    usable = {label for label, n in counts.items() if n >= MIN_OF_A_LABEL and len(groups_of[label]) >= 2}
    if len(counts) < 2:
        return _not_measured(name, labels, groups, f"every pair is labelled {labels[0]}")
    if len(set(groups)) < 2:
        return _not_measured(name, labels, groups, "all pairs are in one group, and a group is never split")
    if len(usable) < 2:
        return _not_measured(
            name,
            labels,
            groups,
            f"fewer than two labels have {MIN_OF_A_LABEL} pairs in at least two groups",
        )
    kept = [i for i, label in enumerate(labels) if label in usable]
    kept_groups = [groups[i] for i in kept]
    return kept, assign_folds(kept_groups, min(FOLDS, len(set(kept_groups))))


def _not_measured(name: str, labels: list[str], groups: list[str], reason: str) -> Giveaway:
    counts = Counter(labels)
    return Giveaway(
        name=name,
        n=len(labels),
        groups=len(set(groups)),
        labels=_in_order(counts),
        majority=max(counts.values()) / len(labels) if labels else 0.0,
        reason=reason,
    )


def _predict_from_values(values: list[Hashable], gold: list[str], fold_of: list[int]) -> list[str]:
    counts: dict[int, Counter[tuple[Hashable, str]]] = defaultdict(Counter)
    for value, label, fold in zip(values, gold, fold_of, strict=True):
        counts[fold][value, label] += 1
    total: Counter[tuple[Hashable, str]] = sum(counts.values(), Counter())
    labels = list(_in_order(Counter(gold)))
    choices: dict[tuple[int, Hashable], str] = {}
    for fold, here in counts.items():
        others = total - here
        sizes = {label: max(1, sum(n for (_, of), n in others.items() if of == label)) for label in labels}
        for value in set(values):
            shares = {label: others[value, label] / sizes[label] for label in labels}
            choices[fold, value] = max(labels, key=shares.__getitem__)
    return [choices[fold, value] for value, fold in zip(values, fold_of, strict=True)]


def _score(
    name: str,
    labels: list[str],
    groups: list[str],
    kept: list[int],
    guesses: list[str],
    folds: int,
    words: dict[str, list[tuple[str, float]]],
) -> Giveaway:
    counts = Counter(labels[i] for i in kept)
    right = Counter(labels[i] for i, guess in zip(kept, guesses, strict=True) if guess == labels[i])
    recall = {label: right[label] / counts[label] for label in counts}
    figure = sum(recall.values()) / len(recall)
    # Linearised standard error with groups as clusters: what each group moves the mean recall by.
    pull: dict[str, float] = defaultdict(float)
    for i, guess in zip(kept, guesses, strict=True):
        label = labels[i]
        pull[groups[i]] += ((guess == label) - recall[label]) / counts[label] / len(recall)
    clusters = len(pull)
    error = (clusters / (clusters - 1) * sum(value * value for value in pull.values())) ** 0.5
    return Giveaway(
        name=name,
        n=len(kept),
        groups=clusters,
        labels=_in_order(counts),
        majority=max(counts.values()) / len(kept),
        chance=1 / len(recall),
        balanced_accuracy=figure,
        interval=(max(0.0, figure - 1.96 * error), min(1.0, figure + 1.96 * error)),
        folds=folds,
        words=words,
        left_out=_in_order(Counter(labels) - counts),
    )


def _in_order(counts: dict[str, int]) -> dict[str, int]:
    known = [label for label in LABELS if label in counts]
    return {label: counts[label] for label in [*known, *sorted(set(counts) - set(known))]}
