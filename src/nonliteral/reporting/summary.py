"""The summary of a report: scores by part, paired differences, three sentences made from the numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from nonliteral.reporting.gathering import Gathered
from nonliteral.reporting.parts import Part, PartScores, paired
from nonliteral.studies.rows import INTERVALS, SCORE_COLUMNS, score_cells, with_interval
from nonliteral.studies.scoring import Score
from nonliteral.studies.statistics import Interval, difference_by_group, holm, mcnemar
from nonliteral.studies.tables import Column, Table, make_table

SURE = 0.05


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """How much more often `second` is right than `first` on the same pairs."""

    part: PartScores
    first: int
    second: int
    difference: Interval
    only_first: int
    only_second: int
    mcnemar: float
    p: float
    corrected: float

    @property
    def is_sure(self) -> bool:
        """Whether the difference stands after the correction for many tests."""
        return self.corrected < SURE


class Summary(msgspec.Struct, kw_only=True):
    """What stands first in a report."""

    parts: list[PartScores]
    against_baselines: list[Difference]
    between_models: list[Difference]
    findings: list[str]
    tables: list[Table]


def summarise(gathered: Gathered, parts: list[PartScores], *, seed: int = 0) -> Summary:
    """Return the summary of scored parts; the first model that is no baseline is the one it speaks of."""
    against = _compare_with_baselines(gathered, parts, seed)
    between = _compare_models(gathered, parts, seed)
    tables = [tabulate_scores(gathered, parts)]
    if between:
        tables.append(tabulate_differences(gathered, between))
    if against:
        tables.append(tabulate_baselines(gathered, against))
    return Summary(
        parts=parts,
        against_baselines=against,
        between_models=between,
        findings=find_findings(gathered, parts, against, between),
        tables=tables,
    )


def _positions(gathered: Gathered) -> tuple[list[int], list[int]]:
    real, baselines = gathered.real_models, gathered.baselines
    return (
        [gathered.models.index(model) for model in real],
        [gathered.models.index(model) for model in baselines],
    )


def _compare(parts: Sequence[tuple[PartScores, int, int]], seed: int) -> list[Difference]:
    measured = []
    for scores, first, second in parts:
        both = list(paired(scores, first, second))
        if not both:
            continue
        difference, p = difference_by_group(
            [float(one.right) for one, _ in both],
            [float(other.right) for _, other in both],
            [(one.suite, one.pair.group) for one, _ in both],
            seed=seed,
        )
        only_first = sum(one.right and not other.right for one, other in both)
        only_second = sum(other.right and not one.right for one, other in both)
        measured.append((scores, first, second, difference, only_first, only_second, p))
    corrected = holm([row[-1] for row in measured])
    return [
        Difference(
            part=scores,
            first=first,
            second=second,
            difference=difference,
            only_first=only_first,
            only_second=only_second,
            mcnemar=mcnemar(only_first, only_second),
            p=p,
            corrected=after,
        )
        for (scores, first, second, difference, only_first, only_second, p), after in zip(
            measured, corrected, strict=True
        )
    ]


def _compare_with_baselines(gathered: Gathered, parts: list[PartScores], seed: int) -> list[Difference]:
    """Compare the first model with the best baseline of each part."""
    real, baselines = _positions(gathered)
    chosen = []
    for scores in parts:
        known = [(position, scores.scores[position]) for position in baselines]
        best = max(
            ((score.accuracy.value, position) for position, score in known if score is not None),
            key=lambda pair: (pair[0], -pair[1]),
            default=None,
        )
        if best is not None and scores.scores[real[0]] is not None:
            chosen.append((scores, best[1], real[0]))
    return _compare(chosen, seed)


def _compare_models(gathered: Gathered, parts: list[PartScores], seed: int) -> list[Difference]:
    """Compare every further model with the first, part by part."""
    real, _ = _positions(gathered)
    return _compare([(scores, real[0], other) for other in real[1:] for scores in parts], seed)


def best_baseline(gathered: Gathered, scores: PartScores) -> tuple[str, Interval] | None:
    """Return the kind and accuracy of the baseline that does best on a part; None where none was run."""
    known = [
        (gathered.models[position].run.description.model.partition(":")[2], score.accuracy)
        for position in _positions(gathered)[1]
        if (score := scores.scores[position]) is not None
    ]
    return max(known, key=lambda pair: pair[1].value, default=None)


def tabulate_overview(
    gathered: Gathered, parts: list[PartScores], published: Sequence[Mapping[str, float]] = ()
) -> Table:
    """Return a row a phenomenon and a column a model, baselines and published numbers beside them."""
    columns: list[Column] = [Column("phenomenon"), Column("n", "count", "pairs")]
    for model in gathered.models:
        kind = model.run.description.model
        remark = {
            "baseline:majority": "the most frequent label of the other groups; it reads neither sentence",
            "baseline:hypothesis-only": "a bag of words that never sees the premise",
            "baseline:overlap": "entailment where the hypothesis' words stand in the premise",
        }.get(kind, "" if model in gathered.baselines else "right answers with their 95 % interval")
        columns.append(Column(model.name.removeprefix("baseline:"), "share", remark))
    rows: list[list[Any]] = []
    for scores in parts:
        part = scores.part
        n = max((score.n for score in scores.scores if score is not None), default=0)
        row: list[Any] = [part.name + (", two-way" if part.scheme == "two-way" else ""), n]
        for model, score in zip(gathered.models, scores.scores, strict=True):
            own = None if score is None else score.accuracy
            row.append(own.value if own is not None and model in gathered.baselines else own)
        rows.append(row)
    if any(published):
        columns.append(Column("published", "text", "in the papers, on the same pairs"))
        for row, numbers in zip(rows, published, strict=True):
            row.append(", ".join(f"{name} {100 * number:.1f} %" for name, number in numbers.items()))
    baselines = len(gathered.baselines)
    return make_table(
        "overview",
        "Right answers by phenomenon",
        columns,
        rows,
        "The share of right answers by the reading named. No reading of an implicature or of irony is the "
        "right one: a model that takes irony at its word does well in the surface row, one that understands "
        "it in the intended row. Controls of implicatures only ask whether negation is understood."
        + (f" The last {baselines} columns are baselines." if baselines > 1 and not any(published) else "")
        + f" {INTERVALS}",
    )


def tabulate_scores(gathered: Gathered, parts: list[PartScores]) -> Table:
    """Return the scores of every model and baseline by part."""
    columns: list[Column | str] = ["phenomenon", "reading", "source", "scheme", "model", *SCORE_COLUMNS]
    columns.append(Column("fits no reading", "share", "answers that no reading of the pair allows"))
    rows: list[list[Any]] = []
    for scores in parts:
        part = scores.part
        for model, score, none in zip(gathered.models, scores.scores, scores.fits_none, strict=True):
            start = [part.title, part.reading or "one", part.source or "built", part.scheme, model.name]
            if score is not None:
                rows.append([*start, *score_cells(score), none])
    return make_table(
        "scores",
        "Scores with balanced accuracy and macro-F1",
        columns,
        rows,
        "Accuracy by phenomenon and by the reading that counts. Irony is scored by its surface and by its "
        "intended meaning, targets of implicatures by each reading, because neither is the right one. "
        f"Baselines learn from the same suites, always from other groups. {INTERVALS}",
    )


def tabulate_differences(gathered: Gathered, differences: list[Difference]) -> Table:
    """Return the paired differences between models."""
    return make_table(
        "differences",
        "Paired differences between models",
        ["phenomenon", "first", "second", *_DIFFERENCE_COLUMNS],
        [_difference_row(gathered, each) for each in differences],
        "Second less first, on the same pairs. Intervals resample groups (paired bootstrap); p is two-sided "
        "from the same draws and corrected by Holm over all rows; McNemar's test takes pairs as independent.",
    )


def tabulate_baselines(gathered: Gathered, differences: list[Difference]) -> Table:
    """Return the paired differences between the first model and the best baseline of each part."""
    return make_table(
        "against-baselines",
        "Against the best baseline of each phenomenon",
        ["phenomenon", "baseline", "model", *_DIFFERENCE_COLUMNS],
        [_difference_row(gathered, each) for each in differences],
        "Model less baseline, on the same pairs, as above. The best baseline was chosen after the fact, "
        "which favours the baseline.",
    )


_DIFFERENCE_COLUMNS = [
    Column("difference", "number"),
    Column("n", "count", "pairs"),
    Column("only first right", "count"),
    Column("only second right", "count"),
    Column("p", "p", "paired bootstrap by group"),
    Column("p, Holm", "p", "corrected for the number of rows"),
    Column("p, McNemar", "p", "exact, pairs as independent"),
]


def _difference_row(gathered: Gathered, each: Difference) -> list[Any]:
    return [
        each.part.part.name,
        gathered.models[each.first].name,
        gathered.models[each.second].name,
        each.difference,
        each.difference.n,
        each.only_first,
        each.only_second,
        each.p,
        each.corrected,
        each.mcnemar,
    ]


def find_findings(
    gathered: Gathered,
    parts: list[PartScores],
    against: list[Difference],
    between: list[Difference],
) -> list[str]:
    """Return three sentences: where the model is best and worst, what baselines make of it, and how it
    compares with the other models, or else which answers it leans to.
    """
    real, _ = _positions(gathered)
    first = real[0]
    return [
        _say_best_and_worst(gathered, parts, first),
        _say_against_baselines(gathered, parts, against, first),
        _say_between(gathered, between) if between else _say_leaning(gathered, parts, first),
    ]


def _scored(parts: list[PartScores], model: int) -> list[tuple[Part, Score]]:
    """Return the parts where a high score is plainly good, with the model's; all parts, if none is."""
    known = [(scores.part, scores.scores[model]) for scores in parts]
    scored = [(part, score) for part, score in known if score is not None]
    return [(part, score) for part, score in scored if part.measures_understanding] or scored


def _plain(differences: list[Difference]) -> list[Difference]:
    """Return the differences where more is plainly better; all of them, if none is."""
    return [each for each in differences if each.part.part.measures_understanding] or differences


def _say_best_and_worst(gathered: Gathered, parts: list[PartScores], model: int) -> str:
    name = gathered.models[model].name
    plain = _scored(parts, model)
    if not plain:
        return f"The model {name} did not answer all pairs of any phenomenon, so no score can be given."
    plain.sort(key=lambda pair: pair[1].accuracy.value)
    worst, best = plain[0], plain[-1]
    if len(plain) == 1:
        part, score = best
        return f"The model {name} is right on {_of_pairs(score)} of {part.name}."
    text = (
        f"The model {name} does best on {best[0].name}, with {_of_pairs(best[1])} right, and worst on "
        f"{worst[0].name}, with {_of_pairs(worst[1])}"
    )
    if best[1].accuracy.low <= worst[1].accuracy.high:
        return f"{text}; the two intervals meet."
    return f"{text}."


def _of_pairs(score: Score) -> str:
    return f"{with_interval(score.accuracy)} of {score.n:,} pairs"


def _say_against_baselines(
    gathered: Gathered, parts: list[PartScores], against: list[Difference], model: int
) -> str:
    counted = _plain(against)
    if not counted:
        return _say_against_majority(parts, model)
    sure = [each for each in counted if each.is_sure and each.difference.value > 0]
    text = f"It is surely above the best baseline on {_some_of(len(sure), len(counted))}"
    if len(sure) == len(counted):
        least = min(counted, key=lambda each: each.difference.value)
        points = _points(least.difference)
        return f"{text}, by the least on {least.part.part.name} ({points} over {_baseline(gathered, least)})."
    worst = min((each for each in counted if each not in sure), key=lambda each: each.difference.value)
    score, baseline = worst.part.scores[worst.second], worst.part.scores[worst.first]
    if score is None or baseline is None:
        return f"{text}."
    return (
        f"{text}; on {worst.part.part.name} it gets {percent(score.accuracy.value)} where "
        f"{_baseline(gathered, worst)}{_BLIND.get(_kind(gathered, worst), '')} gets "
        f"{percent(baseline.accuracy.value)}."
    )


def _some_of(number: int, total: int) -> str:
    """Return how many phenomena of how many, in words: none of the 5 phenomena."""
    if total == 1:
        return "the one phenomenon here" if number else "no phenomenon"
    which = {0: "none", total: "all"}.get(number, f"{number:,}")
    return f"{which} of the {total:,} phenomena"


_BLIND = {
    "majority": ", which reads neither sentence,",
    "hypothesis-only": ", which never sees the premise,",
    "overlap": ", which only compares words,",
}
"""What a baseline does not see, said where one does better than a model."""


def _kind(gathered: Gathered, difference: Difference) -> str:
    return gathered.models[difference.first].run.description.model.partition(":")[2]


def _baseline(gathered: Gathered, difference: Difference) -> str:
    return f"the {_kind(gathered, difference)} baseline"


def percent(value: float) -> str:
    """Return a share as a sentence has it: 82 %."""
    return f"{100 * value:.0f} %"


def _points(interval: Interval) -> str:
    value, low, high = (100 * x for x in (interval.value, interval.low, interval.high))
    return f"{value:+.1f} points [{low:+.1f}, {high:+.1f}]"


def _say_against_majority(parts: list[PartScores], model: int) -> str:
    scored = _scored(parts, model)
    above = [(part, score) for part, score in scored if score.accuracy.low > score.majority_share]
    if not scored:
        return "No baseline was run beside it."
    rest = [(part, score) for part, score in scored if (part, score) not in above]
    text = (
        "No baseline was run beside it; its interval lies above what the most frequent label would get on "
        f"{_some_of(len(above), len(scored))}"
    )
    if not rest:
        return f"{text}."
    part, score = min(rest, key=lambda pair: pair[1].accuracy.value - pair[1].majority_share)
    return (
        f"{text}, and on {part.name} it gets {percent(score.accuracy.value)} where always answering "
        f"{score.majority} gets {percent(score.majority_share)}."
    )


def _say_between(gathered: Gathered, between: list[Difference]) -> str:
    plain = _plain(between)
    sure = [each for each in plain if each.is_sure]
    if not sure:
        largest = max(plain, key=lambda each: abs(each.difference.value))
        return (
            f"No difference between the models is sure after Holm's correction; the largest is "
            f"{_points(largest.difference)} for {gathered.models[largest.second].name} on "
            f"{largest.part.part.name}."
        )
    largest = max(sure, key=lambda each: abs(each.difference.value))
    more = "more" if largest.difference.value > 0 else "less"
    value = abs(100 * largest.difference.value)
    ends = sorted(abs(100 * x) for x in (largest.difference.low, largest.difference.high))
    others = (
        f"; of {len(plain)} such differences, {len(sure)} {'is' if len(sure) == 1 else 'are'} sure after "
        "Holm's correction"
        if len(plain) > 1
        else ""
    )
    return (
        f"The model {gathered.models[largest.second].name} is right {value:.1f} points [{ends[0]:.1f}, "
        f"{ends[1]:.1f}] {more} often than {gathered.models[largest.first].name} on "
        f"{largest.part.part.name} ({largest.difference.n:,} pairs){others}."
    )


def _say_leaning(gathered: Gathered, parts: list[PartScores], model: int) -> str:
    targets = [scores for scores in parts if scores.part.kind == "targets" and scores.scores[model]]
    by_reading: dict[str, Score | None] = {scores.part.reading: scores.scores[model] for scores in targets}
    logical, pragmatic = by_reading.get("logical"), by_reading.get("pragmatic")
    if logical is not None and pragmatic is not None:
        none = next(scores.fits_none[model] for scores in targets if scores.part.reading == "pragmatic")
        return (
            f"Of its answers to the {logical.n:,} targets of implicatures, {with_interval(logical.accuracy)} "
            f"fit the logical reading, {with_interval(pragmatic.accuracy)} the pragmatic one and "
            f"{percent(none or 0.0)} no reading; one answer may fit both."
        )
    judged = [each for each in gathered.answers[model] if each is not None]
    given = Counter(each.answer or "nothing that could be read" for each in judged)
    gold = Counter(each.label for each in judged)
    label = max(given, key=lambda name: (given[name] - gold[name], name))
    return (
        f"It leans to {label}, its answer to {percent(given[label] / len(judged))} of {len(judged):,} pairs "
        f"where {percent(gold[label] / len(judged))} of the labels are {label}."
    )
