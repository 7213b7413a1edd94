"""The parts that a summary has a row for: a phenomenon, in one scheme, by one reading, from one source.

Irony is never averaged over its readings, and targets of implicatures are only ever scored per
reading; what was published and what we build never share a row.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from nonliteral.records import Pair
from nonliteral.reporting.gathering import Gathered
from nonliteral.studies.scoring import Judged, Rule, Score, judge_pair, score_judged
from nonliteral.suites import Suite

ORDER = ("idiom", "metaphor", "simile", "irony", "implicature", "presupposition")
IMPORT = "import:"

Answers = list[list[Judged | None]]
"""A list a model, all of them as long: the same pair at the same place."""


class Part(msgspec.Struct, frozen=True, order=True):
    """What a row of the summary is about."""

    phenomenon: str
    kind: str
    """`controls` or `targets` of implicatures, otherwise empty."""
    reading: str
    """The reading that counts; empty where pairs have one only."""
    scheme: str
    source: str
    """The published set, or empty for what was built."""

    @property
    def name(self) -> str:
        """The part in a line: `irony, intended reading (FLUTE as published)`."""
        detail = self.detail
        return self.title + (f", {detail}" if detail else "")

    @property
    def title(self) -> str:
        """The phenomenon, and controls or targets."""
        return f"{self.phenomenon} {self.kind}".strip()

    @property
    def detail(self) -> str:
        """What else sets the part apart."""
        bits = [f"{self.reading} reading"] if self.reading else []
        if self.source:
            bits.append(f"in {self.source}")
        return ", ".join(bits)

    @property
    def measures_understanding(self) -> bool:
        """Whether a high score means that what was meant is understood.

        Neither reading of an implicature is the right one, its controls are about negation only, and who
        takes irony at its word has understood the words only.
        """
        return not self.kind and self.reading in ("", "intended")


class PartScores(msgspec.Struct, kw_only=True):
    """A part with every model's answers and score; None where a model did not answer all of it."""

    part: Part
    answers: Answers
    scores: list[Score | None]
    fits_none: list[float | None]
    """By model, the share of answers that no reading of the pair allows; None where there is one reading."""


def phenomenon_order(name: str) -> tuple[int, str]:
    """Return what sorts phenomena as readers expect them."""
    return (ORDER.index(name) if name in ORDER else len(ORDER), name)


def source_of(suite: Suite) -> str:
    """Return the published set that a suite is an import of; empty for what was built."""
    builder = suite.description.recipe.builder
    return builder.removeprefix(IMPORT) if builder.startswith(IMPORT) else ""


def readings_of(pair: Pair) -> tuple[str, list[str]]:
    """Return `controls`, `targets` or nothing, and the readings that the pair is scored by.

    An empty name stands for the label where only one reading matters.
    """
    readings = list(pair.readings or ())
    if pair.phenomenon == "implicature":
        if pair.features.get("control"):
            return "controls", [""]
        return ("targets", readings) if len(readings) > 1 else ("", [""])
    return "", readings if len(readings) > 1 else [""]


def score_parts(gathered: Gathered, *, rule: Rule = "most-probable", seed: int = 0) -> list[PartScores]:
    """Return every part of the pairs with the scores of every model, in the order of a summary."""
    members: dict[Part, list[int]] = {}
    sources = {name: source_of(suite) for name, suite in gathered.suites.items()}
    for place, item in enumerate(gathered.items):
        scheme = _scheme_of(gathered, place)
        kind, readings = readings_of(item.pair)
        for reading in readings:
            part = Part(item.pair.phenomenon, kind, reading, scheme, sources[item.suite])
            members.setdefault(part, []).append(place)
    out = []
    for part in sorted(members, key=_part_order):
        answers: Answers = [
            [_read(each[place], part, rule) for place in members[part]] for each in gathered.answers
        ]
        scores = []
        for each in answers:
            answered = [judged for judged in each if judged is not None]
            scores.append(
                score_judged(answered, reading=part.reading or None, rule=rule, seed=seed)
                if len(answered) == len(each)
                else None
            )
        out.append(
            PartScores(
                part=part, answers=answers, scores=scores, fits_none=[_fits_none(part, a) for a in answers]
            )
        )
    return out


def _part_order(part: Part) -> tuple[object, ...]:
    readings = ("", "surface", "intended", "logical", "pragmatic", "exact")
    place = readings.index(part.reading) if part.reading in readings else len(readings)
    return (part.source, phenomenon_order(part.phenomenon), part.kind, place, part.reading, part.scheme)


def _scheme_of(gathered: Gathered, place: int) -> str:
    # Where one model only knows two labels, the part is compared two-way for all.
    schemes = {each[place].scheme for each in gathered.answers if each[place] is not None}  # type: ignore[union-attr]
    return "two-way" if "two-way" in schemes else "three-way"


def _read(judged: Judged | None, part: Part, rule: Rule) -> Judged | None:
    if judged is None or (not part.reading and part.scheme == judged.scheme):
        return judged
    return judge_pair(
        judged.suite,
        judged.pair,
        judged.prediction,
        reading=part.reading or None,
        folding=part.scheme == "two-way",
        rule=rule,
    )


def _fits_none(part: Part, answers: list[Judged | None]) -> float | None:
    if not part.reading:
        return None
    answered = [judged for judged in answers if judged is not None]
    if not answered:
        return None
    return sum(not _fits_any(judged, part) for judged in answered) / len(answered)


def _fits_any(judged: Judged, part: Part) -> bool:
    labels = set((judged.pair.readings or {}).values())
    if part.scheme == "two-way":
        labels = {label if label == "entailment" else "non-entailment" for label in labels}
    return judged.answer in labels


def paired(scores: PartScores, first: int, second: int) -> Iterator[tuple[Judged, Judged]]:
    """Yield the pairs that both models answered, with both answers."""
    for one, other in zip(scores.answers[first], scores.answers[second], strict=True):
        if one is not None and other is not None:
            yield one, other
