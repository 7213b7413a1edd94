"""NOPE: presuppositions that occur in real text, each also under negation, with people's ratings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nonliteral.readers.base import Card
from nonliteral.readers.pairs import (
    PairReader,
    as_record,
    count_votes,
    in_any_shape,
    parse_label,
    premise_group,
)
from nonliteral.readers.tables import Item
from nonliteral.suites import Funnel


class Nope(PairReader):
    """The reader of NOPE."""

    card = Card(
        name="nope",
        title="NOPE (Naturally-Occurring Presuppositions in English)",
        makes="pairs",
        phenomena=("presupposition",),
        paper=(
            "Parrish, Schuster, Warstadt, Agha, Lee, Zhao, Bowman, Linzen (2021), NOPE: A corpus of "
            "naturally-occurring presuppositions, CoNLL"
        ),
        licence="not stated with the data (its sentences are from COCA)",
        where="https://github.com/nyu-mll/nope",
        counts="2,386 pairs in the main part (10 triggers; 1,922 E, 419 N, 45 C), 346 in the adversarial one",
        files=(
            "nli_corpus.main.jsonl and nli_corpus.adv.jsonl, or nope*.jsonl: uid, premise, hypothesis, "
            "label, metadata"
        ),
        ids="<file stem>:<n>, n from 0 over the lines; uid in source.record",
        warts=(
            (
                "five people's labels are in `features.votes`, their ratings from 0 to 100 in "
                "`features.ratings`"
            ),
            (
                "`features.trigger` is the trigger's type; `features.environment` is negated or plain, "
                "whether the negation was the writer's (original_negated) or added"
            ),
            "a sentence and its negated twin (uid and uid-neg) share a group",
            "premises begin or end in blanks and hold line breaks; only the outer blanks are removed",
            ("everything of `metadata` is kept in `features`; trigger_data is a Python dict written as text"),
        ),
    )
    patterns = in_any_shape("nli_corpus*", "nope*")
    numbers = ()
    phenomenon = "presupposition"

    def group(self, item: Item, premise: str) -> str:
        """Return the sentence, whichever of its two forms it is."""
        uid = as_record(item.value.get("uid"))
        return uid.removesuffix("-neg") or uid if uid else premise_group(premise)

    def more(
        self,
        item: Item,
        keys: Mapping[str, Any],  # noqa: ARG002
        features: dict[str, Any],
        funnel: Funnel,  # noqa: ARG002
    ) -> dict[str, Any]:
        """Lay out the metadata as features."""
        metadata = features.pop("metadata", {})
        if not isinstance(metadata, dict):
            raise item.error(f"`metadata` must be an object, found {str(metadata)[:40]!r}.")
        labels = metadata.get("nli_labels", [])
        if not isinstance(labels, list):
            raise item.error(f"`nli_labels` must be a list, found {str(labels)[:40]!r}.")
        features |= {key: value for key, value in metadata.items() if key not in ("nli_labels", "votes")}
        votes = count_votes(parse_label(item, label) for label in labels)
        if votes:
            features["votes"] = votes
        if "trigger_type" in metadata:
            features["trigger"] = str(features.pop("trigger_type"))
        if "type" in metadata:
            negated = (metadata["type"] == "negated") != bool(metadata.get("original_negated"))
            features["environment"] = "negated" if negated else "plain"
        features["hypothesis_kind"] = "presupposition"
        return {}


reader = Nope()
