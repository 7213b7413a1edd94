"""What a check reports: a finding, and the check that it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

import msgspec

from nonliteral.records import Pair

Severity = Literal["error", "warning"]

WRITTEN = frozenset({"paradigm", "drafted", "hand-written"})
"""Methods whose premises are written for the set. Elsewhere a premise is quoted, and what is wrong with
it and copied from it is a warning: the corpus is at fault, not whoever made the pair."""


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
    """A check of one sentence by itself. `key` faults that premise and hypothesis share are told once."""

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
