"""ANLI: pairs that people wrote until a model got them wrong, in three rounds, with their reasons."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nonliteral.readers.base import Card
from nonliteral.readers.pairs import PairReader, as_record, in_any_shape
from nonliteral.readers.tables import Item, file_stem
from nonliteral.suites import Funnel

_ROUNDS = ("r1", "r2", "r3")


class Anli(PairReader):
    """The reader of ANLI."""

    card = Card(
        name="anli",
        title="Adversarial NLI",
        makes="pairs",
        phenomena=("nli",),
        paper=(
            "Nie, Williams, Dinan, Bansal, Weston, Kiela (2020), Adversarial NLI: A new benchmark for "
            "natural language understanding, ACL"
        ),
        licence="CC-BY-NC-4.0",
        where="https://github.com/facebookresearch/anli",
        counts=(
            "162,865 training (16,946 + 45,460 + 100,459), 3,200 development and 3,200 test pairs (1,000 "
            "+ 1,000 + 1,200 each)"
        ),
        files=(
            "R1/, R2/ and R3/ with {train,dev,test}.jsonl (context, hypothesis, label as e, n, c, reason, "
            "uid); anli*.jsonl, .json, .csv, .tsv with premise, hypothesis, label, tag"
        ),
        ids="<file stem>:<n>; where the rounds lie in folders, R1/test:<n>",
        warts=(
            "the writer's `reason` becomes the explanation; most training pairs of round 3 have none",
            "`features.round` is r1, r2 or r3, from the tag or the folder",
            ("hypotheses with blanks around them are trimmed, what was given is kept in `features.as_given`"),
        ),
    )
    patterns = in_any_shape("anli*", "train", "dev", "test")
    record = ("uid", "id", "idx")

    def accepts(self, file: Path) -> bool:
        """Return whether a file is ANLI's: by its name, or by its round's folder."""
        return file_stem(file).lower().startswith("anli") or file.parent.name.lower() in _ROUNDS

    def more(
        self,
        item: Item,
        keys: Mapping[str, Any],  # noqa: ARG002
        features: dict[str, Any],
        funnel: Funnel,  # noqa: ARG002
    ) -> dict[str, Any]:
        """Add the round and the writer's reason."""
        for place in (str(item.value.get("tag", "")), item.path.parent.name):
            if place[:2].lower() in _ROUNDS:
                features["round"] = place[:2].lower()
                break
        reason = as_record(features.pop("reason", None))
        return {"explanation": reason} if reason else {}


reader = Anli()
