"""Pairs that people wrote for the entries of a lexicon, as they are.

Irony gets two more for each entry: the sarcastic sentence and its plain twin as premises of what the
speaker means, so that both directions of reading are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from nonliteral.builders.substitution.sources import OWN_LICENCE, OWN_SOURCE, content_digits
from nonliteral.lexicon.auditing import COVARIATES
from nonliteral.records import Entry, GoldPair, Label, Pair, Source


def gold_pairs(entry: Entry, corpus: str = OWN_SOURCE, licence: str | None = OWN_LICENCE) -> Iterator[Pair]:
    """Yield the hand-written pairs of an entry."""
    for written in [*entry.gold, *_intended_pairs(entry)]:
        yield Pair(
            id=f"{entry.id}/{written.method}/{content_digits(written.premise, written.hypothesis)}",
            premise=written.premise,
            hypothesis=written.hypothesis,
            label=written.label,
            readings=written.readings,
            phenomenon=entry.kind,
            method=written.method,
            tier="gold",
            group=f"{entry.kind}/{entry.id}",
            explanation=written.explanation,
            source=Source(corpus, entry.id, licence),
            features={**written.features, **covariates(entry)},
        )


def turn_round(pair: Pair) -> Pair | None:
    """Return a hand-written pair with its literal side as premise, None where that has no sure label.

    What contradicts does so both ways. A property is weaker than the simile that gives it, so the
    simile does not follow back; of other rewritings nobody said how strong they are.
    """
    if pair.label == "contradiction":
        label: Label = "contradiction"
    elif pair.label == "entailment" and pair.phenomenon == "simile":
        label = "neutral"
    else:
        return None
    entry, method, _ = pair.id.split("/")
    return msgspec.structs.replace(
        pair,
        id=f"{entry}/{method}/{content_digits(pair.hypothesis, pair.premise)}",
        premise=pair.hypothesis,
        hypothesis=pair.premise,
        label=label,
        explanation=None,
        features={**pair.features, "direction": "literal-premise"},
    )


def covariates(entry: Entry) -> dict[str, Any]:
    """Return what a study may group an entry's pairs by: transparency, conventionality and the like."""
    kept = [*COVARIATES.get(entry.kind, {}), *(["property"] if entry.kind == "simile" else [])]
    return {key: entry.features[key] for key in kept if key in entry.features}


def _intended_pairs(entry: Entry) -> Iterator[GoldPair]:
    """Yield what follows from a sarcastic sentence: on the surface it clashes, as it is meant it follows."""
    intended = entry.features.get("intended")
    if entry.kind != "irony" or not isinstance(intended, str):
        return
    shared: dict[str, Any] = {
        key: entry.features[key] for key in ("strategy", "marker") if key in entry.features
    }

    def make(premise: str, surface: Label, role: str, direction: str) -> GoldPair:
        return GoldPair(
            premise=premise,
            hypothesis=intended,
            label=surface,
            method="hand-written",
            readings={"surface": surface, "intended": "entailment"},
            features={**shared, "direction": direction, "role": role},
        )

    # Only irony by inversion says the opposite of what is meant.
    if entry.features.get("irony_type", "inversion") == "inversion":
        yield make(entry.base, "contradiction", "intended", "figurative-premise")
    plain = entry.features.get("plain")
    if isinstance(plain, str) and plain != intended:
        yield make(plain, "entailment", "plain-intended", "literal-premise")
