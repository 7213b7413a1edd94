"""HANS: template sentences on which word overlap, subsequences and constituents mislead."""

from __future__ import annotations

from nonliteral.readers.base import Card
from nonliteral.readers.pairs import PairReader, by_column, in_any_shape, premise_group
from nonliteral.readers.tables import Item


class Hans(PairReader):
    """The reader of HANS."""

    card = Card(
        name="hans",
        title="HANS (Heuristic Analysis for NLI Systems)",
        makes="pairs",
        phenomena=("nli",),
        paper=(
            "McCoy, Pavlick, Linzen (2019), Right for the wrong reasons: Diagnosing syntactic heuristics "
            "in natural language inference, ACL"
        ),
        licence="MIT",
        where="https://github.com/tommccoy1/hans",
        counts=(
            "30,000 evaluation pairs (heuristics_evaluation_set) and 30,000 more to train on "
            "(heuristics_train_set), half of each entailed"
        ),
        files=(
            "heuristics_{evaluation,train}_set.txt (TSV with a header) or .jsonl; hans*.jsonl, .json, "
            ".csv, .tsv"
        ),
        ids="<file stem>:<n>, n from 0 over the lines after the header; pairID (ex0 …) in source.record",
        warts=(
            "labels are entailment and non-entailment: two-way; where they are numbers, 0 and 1",
            (
                "`features.heuristic`, `subcase` and `template` are as published; a template's pairs "
                "share a group"
            ),
            "where both shapes of a file are there, only the .jsonl is read",
            "parses are left out",
        ),
    )
    patterns = in_any_shape("heuristics_*_set", "hans*")
    numbers = ("entailment", "non-entailment")
    method = "template"
    tier = "silver"

    def group(self, item: Item, premise: str) -> str:
        """Return the template, whose pairs differ only in their words."""
        return by_column(item, "template", premise_group(premise))


reader = Hans()
