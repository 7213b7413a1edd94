"""The six records that cross between packages, and the rules every one of them keeps.

Each is one JSON object on one line of a file (`files.py` reads and writes them). A record that
exists is valid: text is NFC without outer blanks and never empty, labels and readings are legal,
spans lie inside their text. `docs/formats.md` describes every key.
"""

from __future__ import annotations

import unicodedata
from typing import Any, Literal, get_args

import msgspec

Label = Literal["entailment", "neutral", "contradiction", "non-entailment"]
Usage = Literal["figurative", "literal", "both", "unknown"]
Relation = Literal["same", "weaker"]
Tier = Literal["gold", "silver"]
Scheme = Literal["two-way", "three-way"]

LABELS: tuple[Label, ...] = get_args(Label)
THREE_WAY: tuple[Label, ...] = ("entailment", "neutral", "contradiction")
TWO_WAY: tuple[Label, ...] = ("entailment", "non-entailment")

Span = tuple[int, int]
"""Half-open offsets in code points."""


def normalise_text(text: str) -> str:
    """Return `text` as records hold it: NFC, without blanks at either end."""
    return unicodedata.normalize("NFC", text).strip()


def check_text(key: str, text: str) -> None:
    """Raise ValueError unless `text` is what a record may hold."""
    # Nearly all text passes here; the rest of the function finds out what to say.
    if text.isascii() and text and text[0] > " " and text[-1] > " ":
        return
    if not text or text.isspace():
        raise ValueError(f"`{key}` must not be empty")
    if text != text.strip():
        raise ValueError(f"`{key}` must not begin or end with a blank, got {text[:40]!r}")
    if text.isascii():
        return
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"`{key}` holds half of a surrogate pair, which is not text") from None
    if not unicodedata.is_normalized("NFC", text):
        raise ValueError(f"`{key}` must be in Unicode normal form NFC, got {text[:40]!r}")


def check_spans(key: str, spans: list[Span], text: str) -> None:
    """Raise ValueError unless every span lies inside `text` and they go from left to right."""
    end_before = 0
    for start, end in spans:
        if not end_before <= start < end <= len(text):
            raise ValueError(
                f"`{key}` must be ascending spans within 0 and {len(text)}, got {[list(s) for s in spans]}"
            )
        end_before = end


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a record came from."""

    corpus: str
    record: str | None = None
    licence: str | None = None


class Sentence(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A corpus sentence with the expression that it holds, if it was marked for one."""

    id: str
    text: str
    expression: str | None
    spans: list[Span]
    usage: Usage
    confidence: float | None = None
    variant: str | None = None
    source: Source
    features: dict[str, Any]

    def __post_init__(self) -> None:
        check_text("id", self.id)
        check_text("text", self.text)
        if self.expression is not None:
            check_text("expression", self.expression)
        check_spans("spans", self.spans, self.text)
        if self.confidence is not None and not 0 <= self.confidence <= 1:
            raise ValueError(f"`confidence` must be from 0 to 1, got {self.confidence}")


class Definition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A literal definition, as strong as its expression (`same`) or entailed by it (`weaker`)."""

    text: str
    relation: Relation

    def __post_init__(self) -> None:
        check_text("text", self.text)


class LabelledText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A replacement that does not follow (adversarial definition or antonym), with its label."""

    text: str
    label: Label

    def __post_init__(self) -> None:
        check_text("text", self.text)


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A sentence written for an entry. Without spans, the expression is looked for."""

    text: str
    usage: Usage
    spans: list[Span] = []
    variant: str | None = None

    def __post_init__(self) -> None:
        check_text("text", self.text)
        check_spans("spans", self.spans, self.text)


class GoldPair(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A pair written by hand for an entry."""

    premise: str
    hypothesis: str
    label: Label
    method: str
    readings: dict[str, Label] | None = None
    explanation: str | None = None
    features: dict[str, Any] = {}

    def __post_init__(self) -> None:
        check_text("premise", self.premise)
        check_text("hypothesis", self.hypothesis)
        check_text("method", self.method)
        check_readings(self.label, self.readings)
        if self.explanation is not None:
            check_text("explanation", self.explanation)


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A line of a lexicon: an expression, what it means, what it does not mean, and sentences."""

    id: str
    kind: str
    base: str
    part: str
    definitions: list[Definition]
    adversarial: list[LabelledText]
    antonyms: list[LabelledText]
    sentences: list[Example]
    gold: list[GoldPair]
    features: dict[str, Any]

    def __post_init__(self) -> None:
        check_text("id", self.id)
        check_text("kind", self.kind)
        check_text("base", self.base)
        check_text("part", self.part)


def check_readings(label: str, readings: dict[str, Label] | None) -> None:
    """Raise ValueError unless `label` is one of the readings, where there are any."""
    if readings is None:
        return
    if not readings:
        raise ValueError("`readings` must not be empty; leave the key out instead")
    for name in readings:
        check_text("readings", name)
    if label not in readings.values():
        raise ValueError(f"`label` {label!r} must be one of the `readings`, got {readings}")


class Pair(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A premise, a hypothesis, and whether the one follows from the other."""

    id: str
    premise: str
    hypothesis: str
    label: Label
    readings: dict[str, Label] | None = None
    phenomenon: str
    method: str
    tier: Tier
    group: str
    explanation: str | None = None
    source: Source
    features: dict[str, Any]

    def __post_init__(self) -> None:
        check_text("id", self.id)
        check_text("premise", self.premise)
        check_text("hypothesis", self.hypothesis)
        check_text("phenomenon", self.phenomenon)
        check_text("method", self.method)
        check_text("group", self.group)
        if self.readings is not None:
            check_readings(self.label, self.readings)
        if self.explanation is not None:
            check_text("explanation", self.explanation)
        if self.features:
            check_features(self)


FEATURE_TYPES: dict[str, type] = {
    # idiom and metaphor
    "expression": str,
    "variant": str,
    "definition": str,
    "relation": str,
    "mood": str,
    # paradigm
    "set": str,
    "paradigm": str,
    "trigger": str,
    "environment": str,
    "hypothesis_kind": str,
    "control": bool,
    "lexemes": str,
    "contested": bool,
    # irony
    "strategy": str,
    "marker": str,
    # any
    "direction": str,
    "votes": dict,
}
"""The documented keys of `Pair.features` and their types, apart from the two lists of spans.

Other keys may hold any JSON.
"""


def check_features(pair: Pair) -> None:
    """Raise ValueError unless the documented features have their types and spans fit their text."""
    for key, value in pair.features.items():
        expected = FEATURE_TYPES.get(key)
        if expected is not None:
            if not isinstance(value, expected):
                raise ValueError(f"`features.{key}` must be a {expected.__name__}, got {value!r}")
            if isinstance(value, dict) and not all(isinstance(n, int | float) for n in value.values()):
                raise ValueError(f"`features.{key}` must hold numbers, got {value!r}")
        elif key == "premise_spans" or key == "hypothesis_spans":
            try:
                spans = [(start + 0, end + 0) for start, end in value]
            except (TypeError, ValueError):
                raise ValueError(f"`features.{key}` must be a list of [start, end], got {value!r}") from None
            check_spans(f"features.{key}", spans, pair.premise if key[0] == "p" else pair.hypothesis)


class Prediction(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What a model said about one pair; `label` is null where its answer could not be read."""

    suite: str
    id: str
    label: Label | None
    probabilities: dict[str, float] | None = None
    explanation: str | None = None

    def __post_init__(self) -> None:
        check_text("suite", self.suite)
        check_text("id", self.id)
        if self.probabilities is None:
            return
        for name, p in self.probabilities.items():
            if name not in LABELS:
                raise ValueError(f"`probabilities` must be by label ({', '.join(LABELS)}), got {name!r}")
            if not 0 <= p <= 1:
                raise ValueError(f"`probabilities` must be from 0 to 1, got {p} for {name!r}")


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A piece of work for a person: what it is about and what is shown."""

    id: str
    type: str
    item: Any
    shown: dict[str, Any]
    source: Source

    def __post_init__(self) -> None:
        check_text("id", self.id)
        check_text("type", self.type)


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What a person or a model answered to a task."""

    task: str
    annotator: str
    kind: Literal["person", "model"]
    verdict: str
    value: Any
    seconds: float
    at: str
    supersedes: str | None = None

    def __post_init__(self) -> None:
        check_text("task", self.task)
        check_text("annotator", self.annotator)
        check_text("verdict", self.verdict)
        if self.seconds < 0:
            raise ValueError(f"`seconds` must not be negative, got {self.seconds}")


def fold(label: str | None) -> str | None:
    """Return the two-way label of a three-way one: all that is not entailment is non-entailment."""
    if label is None or label == "entailment":
        return label
    return "non-entailment"
