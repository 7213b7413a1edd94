"""Why a sentence or a replacement was not used: one reason each, in words that a person understands.

The words are what the funnel counts, what `--explain` groups by and what `docs/substitution.md` lists.
"""

from __future__ import annotations

from typing import Literal, get_args

Reason = Literal[
    "usage unclear",
    "not a sentence",
    "defect in the source sentence",
    "expression not in the lexicon",
    "no replacement in the lexicon",
    "expression not found",
    "span elsewhere",
    "part of speech",
    "ends inside a phrase",
    "begins inside a phrase",
    "not a whole constituent",
    "function",
    "selection",
    "number",
    "passive of a non-decomposable idiom",
    "modifier without a place",
    "slot unresolved",
    "inversion",
    "double negation",
    "adverb stacked",
    "doubled word",
    "no such form",
    "polarity",
    "not asserted",
    "nothing else",
    "nothing replaced",
    "result does not parse",
    "arguments changed",
    "defect in the result",
    "duplicate",
    "same pair under two labels",
]

REASONS: tuple[Reason, ...] = get_args(Reason)


class Refusal(Exception):  # noqa: N818 - a verdict about a sentence, not an error
    """A sentence or replacement that is not used, why, and about which words."""

    def __init__(self, reason: Reason, about: str = "") -> None:
        super().__init__(f"{reason}: {about}" if about else reason)
        self.reason: Reason = reason
        self.about = about
