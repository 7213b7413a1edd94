"""What a check reports: a finding, and the check that it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

import msgspec

from nonliteral.records import Pair

Severity = Literal["error", "warning"]

_WRITTEN = frozenset({"paradigm", "drafted", "hand-written"})


def is_written(pair: Pair) -> bool:
    """Return whether the premise was written for the set, and is not quoted from a corpus.

    What is wrong with a quoted premise, and copied from it into the hypothesis, is a warning: the corpus
    is at fault, not whoever made the pair. Plain NLI is written by hand to premises that are quoted.
    """
    return pair.method in _WRITTEN and pair.phenomenon != "nli"


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One defect in one place."""

    check: str
    severity: Severity
    pair: str | None
    """The id of the pair, or None for a finding about the suite as a whole."""
    side: Literal["premise", "hypothesis", "pair", "suite"]
    found: str
    """What is wrong, in words for a person."""
    text: str = ""
    """The sentence, or both, in which it was found."""


class Fault(msgspec.Struct, frozen=True):
    """What a look at one text found; `certain` is False where a person should decide."""

    found: str
    certain: bool = True


class TextCheck(msgspec.Struct, frozen=True, kw_only=True):
    """A check of one sentence by itself."""

    name: str
    about: str
    severity: Severity
    look: Callable[[str], Iterable[Fault]]


class PairCheck(msgspec.Struct, frozen=True, kw_only=True):
    """A check of a hypothesis against its premise."""

    name: str
    about: str
    severity: Severity
    look: Callable[[Pair], Iterable[Fault]]
