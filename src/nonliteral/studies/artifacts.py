"""Artifacts: what can be had without reading the pair, beside what the model gets, and words that tell.

All figures are balanced accuracy: the baselines' from the one measure in `checking`, the model's over the
same pairs. A model that is no better than a bag of the hypothesis' words has shown nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from nonliteral.checking.giveaways import (
    Giveaway,
    measure_giveaway,
    measure_rule,
    negation_in_exactly_one,
    share_of_new_words,
)
from nonliteral.draw import Draw
from nonliteral.errors import InputError
from nonliteral.records import Pair, fold
from nonliteral.runs import Run
from nonliteral.studies.base import Study, StudyOptions, judge_runs
from nonliteral.studies.rows import by_reading, describe_scheme
from nonliteral.studies.scoring import Judged
from nonliteral.studies.statistics import Interval, balanced_by_group, holm
from nonliteral.studies.tables import Column, StudyResult, Table, make_table

_WORD = re.compile(r"\w+(?:['’]\w+)?")
LEAST_UNITS = 10
"""A word must stand in so many groups to be tested."""
SHOWN = 12
"""Words shown for each suite and side, the surest first."""


def study_artifacts(runs: Sequence[Run], options: StudyOptions) -> StudyResult:
    """Return baselines beside the models by suite and phenomenon, and words that go with a label."""
    judged_runs = judge_runs(runs, options)
    parts: dict[tuple[str, str, str], dict[str, list[Judged]]] = {}
    for run in judged_runs:
        for each in run.judged:
            place = (each.suite, each.pair.phenomenon, each.scheme)
            parts.setdefault(place, {}).setdefault(run.name, []).append(each)
    if not parts:
        raise InputError("The runs hold no answers.")
    rows: list[list[Any]] = []
    words: list[list[Any]] = []
    for (suite, phenomenon, scheme), by_model in sorted(parts.items()):
        readings: dict[str, dict[str, list[Judged]]] = {}
        for name, judged in by_model.items():
            for reading, members in by_reading(judged, options.reading, options.rule).items():
                readings.setdefault(reading, {})[name] = members
        for reading, models in readings.items():
            labels = {each.pair.id: each.label for judged in models.values() for each in judged}
            pairs = list({each.pair.id: each.pair for judged in models.values() for each in judged}.values())
            here = [suite, phenomenon, reading]
            rows += [[*here, found.name, "baseline", *_cells(found)] for found in measure_all(pairs, labels)]
            rows += [
                [*here, name, "model", *_model_cells(judged, scheme, options.seed)]
                for name, judged in models.items()
            ]
            for side in ("hypothesis", "premise"):
                words += [[*here, side, *row] for row in telling_words(pairs, labels, side)[:SHOWN]]
    everything = [each for run in judged_runs for each in run.judged]
    return StudyResult(
        name="artifacts",
        title="Artifacts",
        tables=[_baselines(rows, everything, options), _words(words)],
        findings=_findings(rows),
    )


def measure_all(pairs: Sequence[Pair], labels: dict[str, str]) -> list[Giveaway]:
    """Return what the hypothesis, the premise, the overlap and negation alone give away."""

    def label(pair: Pair) -> str:
        return labels[pair.id]

    return [
        measure_giveaway(pairs, "hypothesis", label=label),
        measure_giveaway(pairs, "premise", label=label),
        measure_rule(pairs, share_of_new_words, name="overlap", label=label),
        measure_rule(pairs, negation_in_exactly_one, name="negation in exactly one", label=label),
    ]


def _cells(found: Giveaway) -> list[Any]:
    interval = None
    if found.balanced_accuracy is not None and found.interval is not None:
        interval = Interval(found.balanced_accuracy, *found.interval, found.n, found.groups)
    scheme = "two-way" if {fold(label) for label in found.labels} == set(found.labels) else "three-way"
    return [interval, found.chance, found.majority, found.n, found.groups, found.reason or scheme]


def _model_cells(judged: Sequence[Judged], scheme: str, seed: int) -> list[Any]:
    interval = balanced_by_group(
        [each.right for each in judged],
        [each.label for each in judged],
        [each.pair.group for each in judged],
        seed=seed,
    )
    counts = Counter(each.label for each in judged)
    majority = max(counts.values()) / len(judged)
    return [interval, 1 / len(counts), majority, len(judged), interval.groups, scheme]


def telling_words(pairs: Sequence[Pair], labels: dict[str, str], side: str) -> list[list[Any]]:
    """Return the words of one side that go with a label, the surest first, corrected for many tests.

    The pairs of a group share their words, and longer lists of sentences have more of them: so each group
    gives one pair a label, drawn by its name. Fisher's exact test, two-sided by doubling; Holm's correction
    over words and labels.
    """
    import numpy as np
    from scipy.stats import hypergeom

    units: dict[tuple[str, str], list[Pair]] = {}
    for pair in pairs:
        units.setdefault((pair.group, labels[pair.id]), []).append(pair)
    vocabulary: dict[tuple[str, str], set[str]] = {}
    for unit, members in units.items():
        pair = Draw(0, "telling words", *unit).choice(members)
        text = pair.hypothesis if side == "hypothesis" else pair.premise
        vocabulary[unit] = {word.casefold().replace("’", "'") for word in _WORD.findall(text)}
    total = len(vocabulary)
    of_label = Counter(label for _, label in vocabulary)
    of_word: Counter[str] = Counter()
    of_both: Counter[tuple[str, str]] = Counter()
    for (_, label), words in vocabulary.items():
        of_word.update(words)
        of_both.update((word, label) for word in words)
    tested = [
        (word, label)
        for word, count in sorted(of_word.items())
        if count >= LEAST_UNITS
        for label in sorted(of_label)
    ]
    if not tested or len(of_label) < 2:
        return []
    both = np.array([of_both[key] for key in tested])
    having = np.array([of_word[word] for word, _ in tested])
    labelled = np.array([of_label[label] for _, label in tested])
    upper = hypergeom.sf(both - 1, total, labelled, having)
    lower = hypergeom.cdf(both, total, labelled, having)
    p_values = [float(p) for p in np.minimum(1.0, 2 * np.minimum(upper, lower))]
    rows = [
        [word, label, of_both[word, label] / of_word[word], of_label[label] / total, of_word[word], p]
        for (word, label), p in zip(tested, holm(p_values), strict=True)
        if p < 0.05 and of_both[word, label] / of_word[word] > of_label[label] / total
    ]
    return sorted(rows, key=lambda row: (row[5], -row[4], row[0]))


def _baselines(rows: list[list[Any]], everything: Sequence[Judged], options: StudyOptions) -> Table:
    return make_table(
        "baselines",
        "What gives labels away, beside the models",
        [
            "suite", "phenomenon", "reading", "what", "kind", Column("balanced accuracy", "share"),
            Column("chance", "share"), Column("majority", "share"), Column("n", "count"),
            Column("groups", "count"), "remark",
        ],
        rows,
        "Balanced accuracy. Baselines: unigrams and bigrams of one sentence, the share of new words in the "
        "hypothesis, and negation in exactly one sentence, learned from other groups in five folds. A model "
        f"is to be held against the best of them. {describe_scheme(everything, options.rule)} Intervals by "
        "a bootstrap over groups, 95 %.",
    )  # fmt: skip


def _words(rows: list[list[Any]]) -> Table:
    return make_table(
        "words",
        "Words that go with a label",
        [
            "suite", "phenomenon", "reading", "side", "word", "label", Column("label given word", "share"),
            Column("label", "share", "the label's share without the word"), Column("n", "count"),
            Column("p, Holm", "p"),
        ],
        rows,
        f"Words in at least {LEAST_UNITS} groups whose label is more frequent with them than without; n "
        "counts groups, each with one pair drawn for a label. Fisher's exact test, Holm's correction over "
        f"all words and labels of a side; at most {SHOWN} a side, the surest first.",
        detail=True,
    )  # fmt: skip


def _findings(rows: Sequence[list[Any]]) -> list[str]:
    findings = []
    best: dict[tuple[str, ...], list[Any]] = {}
    for row in rows:
        if row[4] == "baseline" and row[5] is not None:
            place = tuple(row[:3])
            if place not in best or row[5].value > best[place][5].value:
                best[place] = row
    models = [row for row in rows if row[4] == "model" and tuple(row[:3]) in best]
    # The most telling first: where a baseline is the farthest ahead.
    for row in sorted(models, key=lambda row: row[5].value - best[tuple(row[:3])][5].value):
        baseline = best[tuple(row[:3])]
        if row[5].low <= baseline[5].value:
            reading = "" if row[2] == "label" else f" ({row[2]} reading)"
            findings.append(
                f"On {row[1]}{reading} in {row[0]}, {row[3]} ({100 * row[5].value:.0f} % balanced) is not "
                f"surely better than {baseline[3]} ({100 * baseline[5].value:.0f} %)."
            )
    return findings


STUDY = Study(
    title="Artifacts",
    about="Hypothesis-only, premise-only and overlap baselines beside the models; words that go with a label",
    run=study_artifacts,
)
