"""e-SNLI: SNLI with people's explanations, one for a training pair and three for the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nonliteral.readers.base import Card
from nonliteral.readers.pairs import PairReader, as_record, in_any_shape, premise_group
from nonliteral.readers.tables import Item
from nonliteral.records import normalise_text
from nonliteral.suites import Funnel


class ESnli(PairReader):
    """The reader of e-SNLI."""

    card = Card(
        name="esnli",
        title="e-SNLI",
        makes="pairs",
        phenomena=("nli",),
        paper=(
            "Camburu, Rocktäschel, Lukasiewicz, Blunsom (2018), e-SNLI: Natural language inference with "
            "natural language explanations, NeurIPS"
        ),
        licence="MIT (SNLI's text: CC-BY-SA-4.0)",
        where="https://github.com/OanaMariaCamburu/e-SNLI",
        counts="549,367 training pairs in two files, 9,842 development and 9,824 test pairs",
        files=(
            "esnli_{train_1,train_2,dev,test}.csv: pairID, gold_label, Sentence1, Sentence2, "
            "Explanation_1 … 3, Sentence1_marked_1 …; esnli*.jsonl, .json, .tsv with premise, hypothesis, "
            "label, explanation_1 … 3"
        ),
        ids="<file stem>:<n>, n from 0 over the records after the header; pairID in source.record",
        warts=(
            "all explanations are in `features.explanations`, in order; `explanation` is the first",
            "records may go over several lines: a line break inside quotation marks is text",
            "in training a few sentences are missing: such pairs are refused and counted",
            "the words that people marked are kept under their column names (Sentence1_marked_1 …)",
            "where labels are numbers, 0 is entailment, 1 neutral, 2 contradiction",
        ),
    )
    patterns = in_any_shape("esnli*", "e-snli*")
    premise = ("Sentence1", "premise", "sentence1")
    hypothesis = ("Sentence2", "hypothesis", "sentence2")

    def group(self, item: Item, premise: str) -> str:
        """Return the photograph, whose captions and their sentences belong together."""
        pair = as_record(item.value.get("pairID"))
        return pair.partition("#")[0] or pair if pair else premise_group(premise)

    def more(
        self,
        item: Item,
        keys: Mapping[str, Any],  # noqa: ARG002
        features: dict[str, Any],
        funnel: Funnel,
    ) -> dict[str, Any]:
        """Gather the explanations."""
        explanations = []
        for number in ("1", "2", "3"):
            for name in (f"Explanation_{number}", f"explanation_{number}"):
                given = features.pop(name, None)
                if given is not None and not isinstance(given, str):
                    raise item.error(f"`{name}` must be text, found {str(given)[:40]!r}.")
                if given and (text := normalise_text(given)):
                    explanations.append(text)
        if not explanations:
            funnel.note("without an explanation")
            return {}
        features["explanations"] = explanations
        return {"explanation": explanations[0]}


reader = ESnli()
