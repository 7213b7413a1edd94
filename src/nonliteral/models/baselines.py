"""Baselines: what can be had without reading the pair as a pair.

They learn from the suite they are tried on, always from other groups than the one they answer
for, so they need the suite before they begin (`prepare`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from nonliteral.errors import ModelError, UnknownNameError
from nonliteral.models.addresses import ModelKind
from nonliteral.models.base import digest
from nonliteral.models.words import FOLDS, assign_folds, predict_from_words
from nonliteral.records import LABELS, Label, Pair
from nonliteral.suites import Suite

_WORD = re.compile(r"\w+")

Rule = Callable[[list[Pair], list[int]], list[str]]
"""From a suite's pairs and the fold of each to a label for each, learned from the other folds."""


def answer_majority(pairs: list[Pair], fold_of: list[int]) -> list[str]:
    """Answer with the most frequent label of the other folds."""
    counts = _count_by_fold([pair.label for pair in pairs], fold_of)
    return [_most_frequent(counts[fold], "entailment") for fold in fold_of]


def answer_hypothesis_only(pairs: list[Pair], fold_of: list[int]) -> list[str]:
    """Answer from the words of the hypothesis, as the measure of giveaways does."""
    labels = [pair.label for pair in pairs]
    if len(set(labels)) == 1 or max(fold_of) == 0:
        return answer_majority(pairs, fold_of)
    return predict_from_words([pair.hypothesis for pair in pairs], labels, fold_of)[0]


def answer_overlap(pairs: list[Pair], fold_of: list[int]) -> list[str]:
    """Answer entailment where enough of the hypothesis' words stand in the premise.

    How much is enough is learned from the other folds (balanced accuracy; where it makes no
    difference, all of them, which is the plain lexical-overlap heuristic), and so is the label of
    the rest.
    """
    shares = [share_in_premise(pair) for pair in pairs]
    labels = [pair.label for pair in pairs]
    counts = _count_by_fold(labels, fold_of)
    thresholds: dict[int, float] = {}
    others: dict[int, str] = {}
    for fold in set(fold_of):
        known = [i for i, other in enumerate(fold_of) if other != fold]
        thresholds[fold] = _best_threshold([(shares[i], labels[i] == "entailment") for i in known])
        rest = Counter({label: n for label, n in counts[fold].items() if label != "entailment"})
        others[fold] = _most_frequent(rest, _other_label(labels))
    return [
        "entailment" if share >= thresholds[fold] else others[fold]
        for share, fold in zip(shares, fold_of, strict=True)
    ]


def share_in_premise(pair: Pair) -> float:
    """Return the share of the hypothesis' different words that stand in the premise."""
    premise = set(_WORD.findall(pair.premise.casefold()))
    hypothesis = set(_WORD.findall(pair.hypothesis.casefold()))
    return len(hypothesis & premise) / len(hypothesis) if hypothesis else 1.0


def _best_threshold(known: list[tuple[float, bool]]) -> float:
    entailed = sum(follows for _, follows in known)
    rest = len(known) - entailed
    if not entailed or not rest:
        return 1.0
    best, best_figure = 1.0, -1.0
    # From the strictest threshold down: what is added at each step are the pairs with that share.
    added = Counter(share for share, _ in known)
    hits = Counter(share for share, follows in known if follows)
    right, wrong = 0, 0
    for share in sorted({*added, 1.0}, reverse=True):
        right += hits[share]
        wrong += added[share] - hits[share]
        figure = right / entailed - wrong / rest
        if figure > best_figure + 1e-12:
            best, best_figure = share, figure
    return best


def _other_label(labels: Sequence[str]) -> Label:
    """Return what is answered for want of anything known: a label that is not entailment."""
    return next((label for label in LABELS if label != "entailment" and label in labels), "non-entailment")


def _count_by_fold(labels: Sequence[str], fold_of: Sequence[int]) -> dict[int, Counter[str]]:
    """Return for each fold the counts of labels in all the others."""
    total = Counter(labels)
    here: dict[int, Counter[str]] = {fold: Counter() for fold in fold_of}
    for label, fold in zip(labels, fold_of, strict=True):
        here[fold][label] += 1
    return {fold: total - counts for fold, counts in here.items()}


def _most_frequent(counts: Counter[str], otherwise: Label) -> str:
    if not counts:
        return otherwise
    return max((label for label in LABELS if label in counts), key=lambda label: counts[label])


class Baseline:
    """A rule that learns from a suite's other groups and answers with labels."""

    reads_pairs_whole = True
    batch_size = 4096

    def __init__(self, name: str, rule: Rule) -> None:
        self.name = name
        self.labels: tuple[Label, ...] = LABELS
        self.fingerprint = digest("baseline", name, 1)
        self._rule = rule
        self._answers: dict[str, str] = {}

    def begin(self, suites: Sequence[Suite]) -> None:
        """Note the labels of a run's suites: a baseline answers with no others."""
        used = {label for suite in suites for label in suite.description.counts.get("label", ())}
        if "entailment" not in used or len(used) == 1:
            used |= {"entailment", "non-entailment"}
        self.labels = tuple(label for label in LABELS if label in used)

    def prepare(self, suite: Suite) -> None:
        """Learn the suite's labels, five folds by group, and keep the answer for each pair."""
        pairs = list(suite)
        groups = [pair.group for pair in pairs]
        fold_of = assign_folds(groups, min(FOLDS, len(set(groups))))
        answers = self._rule(pairs, fold_of)
        self._answers = {pair.id: answer for pair, answer in zip(pairs, answers, strict=True)}

    def predict(self, pairs: Sequence[Pair]) -> list[str]:
        """Return the answers that were worked out for the suite."""
        try:
            return [self._answers[pair.id] for pair in pairs]
        except KeyError as error:
            raise ModelError(
                f"baseline:{self.name} has not seen the pair {error.args[0]!r}. A baseline learns from a "
                "whole suite: evaluate it on one, or call prepare(suite) first."
            ) from None


_RULES: dict[str, Rule] = {
    "majority": answer_majority,
    "hypothesis-only": answer_hypothesis_only,
    "overlap": answer_overlap,
}


def open_baseline(name: str) -> Baseline:
    """Open the baseline with a name."""
    if name not in _RULES:
        raise UnknownNameError("baseline", name, _RULES)
    return Baseline(name, _RULES[name])


KIND = ModelKind(
    addresses={
        "baseline:majority": "The most frequent label of the other groups",
        "baseline:hypothesis-only": "A bag of words that never sees the premise, five folds by group",
        "baseline:overlap": "Entailment where the hypothesis' words stand in the premise",
    },
    needs="nothing",
    open=open_baseline,
)
