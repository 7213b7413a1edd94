"""What a model is: something with labels and a fingerprint that judges pairs.

Three members make a model (`Model`); what else the runner may ask of one has a default here, so
that a plug-in of ten lines works and a large model can still say how it wants to be run.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Protocol, runtime_checkable

import msgspec

from nonliteral.errors import ModelError
from nonliteral.records import LABELS, Label, Pair
from nonliteral.suites import Suite

PLACES = 6


class Guess(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a model says of one pair; `label` is None where its answer could not be read."""

    label: Label | None
    probabilities: dict[str, float] | None = None
    explanation: str | None = None


Judgement = Guess | Mapping[str, float] | str | None
"""What `predict` may give for a pair: a guess, probabilities by label, a label, or None (unreadable)."""


@runtime_checkable
class Model(Protocol):
    """Anything that judges pairs.

    `labels` are the names it answers with, `fingerprint` tells two models apart (a digest of the
    weights), and `predict` gives one judgement a pair, in order.

    A model may also have: `batch_size`; `workers`, the number of batches that may be computed at
    once in threads; `lengths(pairs)`, by which batches of like length are made; `begin(suites)` and
    `prepare(suite)`, called before a run and before each of its suites; `reads_pairs_whole = True`,
    if more than the two texts matters to it; `figures()`, what is worth keeping of a run (tokens,
    cost); `libraries`, whose versions are noted with the run; `close()`, called when a model that
    was opened by its address is done with.
    """

    @property
    def labels(self) -> Sequence[str]:
        """The labels that the model answers with."""
        ...

    @property
    def fingerprint(self) -> str:
        """A digest that another model, or the same one with other settings, does not have."""
        ...

    def predict(self, pairs: Sequence[Pair]) -> Sequence[Judgement]:
        """Return one judgement a pair, in the same order."""
        ...


def as_guess(judgement: Any, labels: Sequence[str]) -> Guess:
    """Return a judgement in its one stored form: probabilities to six places, the label among `LABELS`."""
    if judgement is None:
        return Guess(None)
    if isinstance(judgement, str):
        return Guess(_known(judgement, labels))
    if isinstance(judgement, Guess):
        label = None if judgement.label is None else _known(judgement.label, labels)
        if judgement.probabilities is None:
            return Guess(label, None, judgement.explanation)
        return Guess(label, round_probabilities(judgement.probabilities, labels), judgement.explanation)
    if isinstance(judgement, Mapping):
        probabilities = round_probabilities(judgement, labels)
        return Guess(most_probable(probabilities), probabilities)
    raise ModelError(
        f"The model gave {type(judgement).__name__} for a pair. `predict` must give a label, "
        "probabilities by label, a Guess or None."
    )


def round_probabilities(probabilities: Mapping[str, float], labels: Sequence[str]) -> dict[str, float]:
    """Return probabilities by label in the order of `LABELS`, rounded to six places."""
    for name in probabilities:
        _known(name, labels)
    out: dict[str, float] = {}
    for label in LABELS:
        if label in probabilities:
            value = round(float(probabilities[label]), PLACES)
            if not -1e-5 <= value <= 1 + 1e-5:
                raise ModelError(
                    f"The model gave {value} as the probability of {label}. Probabilities are from 0 to 1: "
                    "if these are logits, put them through a softmax."
                )
            out[label] = min(1.0, max(0.0, value))
    return out


def most_probable(probabilities: Mapping[str, float]) -> Label | None:
    """Return the label with the highest probability; ties go entailment, neutral, contradiction."""
    best: Label | None = None
    for label in LABELS:
        if label in probabilities and (best is None or probabilities[label] > probabilities[best]):
            best = label
    return best


def _known(name: str, labels: Sequence[str]) -> Label:
    for label in LABELS:
        if label == name and label in labels:
            return label
    raise ModelError(
        f"The model answered {name!r}, which is not one of its labels ({', '.join(labels)}). "
        "Give the model's answers by those names."
    )


def digest(*parts: object) -> str:
    """Return a sha256 of anything that can be written as JSON."""
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False, default=str)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def prepare(model: Model, suite: Suite) -> None:
    """Let a model look at a suite before it is begun, if it wants to."""
    hook = getattr(model, "prepare", None)
    if hook is not None:
        hook(suite)
