"""MultiNLI: pairs from ten genres of written and spoken English, matched and mismatched.

Read as released (`multinli_1.0_*.jsonl` or `.txt`), as in GLUE (`dev_matched.tsv`) and as it is handed round.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nonliteral.readers.base import Card
from nonliteral.readers.pairs import PairReader, by_column, in_any_shape, premise_group
from nonliteral.readers.tables import Item, file_stem
from nonliteral.suites import Funnel


class MultiNli(PairReader):
    """The reader of MultiNLI."""

    card = Card(
        name="multinli",
        title="MultiNLI",
        makes="pairs",
        phenomena=("nli",),
        paper=(
            "Williams, Nangia, Bowman (2018), A broad-coverage challenge corpus for sentence "
            "understanding through inference, NAACL"
        ),
        licence="OANC licence; fiction in part CC-BY-3.0, CC-BY-SA-3.0 or public domain",
        where="https://cims.nyu.edu/~sbowman/multinli/",
        counts=(
            "392,702 training, 9,815 matched and 9,832 mismatched development pairs (10,000 each with "
            "those without a gold label)"
        ),
        files=(
            "multinli_1.0_{train,dev_matched,dev_mismatched}.jsonl or .txt; GLUE's train.tsv, "
            "{dev,test}_{matched,mismatched}.tsv below a folder MNLI; mnli*.jsonl, .json (also one object "
            "of numbered pairs), .csv, .tsv with premise or text_a, hypothesis or text_b, label"
        ),
        ids="<file stem>:<n>, n from 0 over the records",
        warts=(
            "pairs without an agreed label (`-`) and GLUE's hidden test labels are refused and counted",
            "`features.part` is matched or mismatched where the file's name says so",
            (
                "premises and hypotheses often end in a blank; blanks are removed, what was given is kept "
                "in `features.as_given`"
            ),
            "parses are left out",
        ),
    )
    patterns = in_any_shape("multinli*", "mnli*", "train", "dev_*matched", "test_*matched")
    record = ("pairID", "pairid", "idx", "index", "id")
    optional = 5

    def accepts(self, file: Path) -> bool:
        """Return whether a file is MultiNLI's: `train.tsv` is, below a folder that says so."""
        return file_stem(file).lower() != "train" or "mnli" in file.parent.name.lower()

    def group(self, item: Item, premise: str) -> str:
        """Return the prompt, for which three sentences were written."""
        return by_column(item, "promptID", premise_group(premise))

    def more(
        self,
        item: Item,
        keys: Mapping[str, Any],  # noqa: ARG002
        features: dict[str, Any],
        funnel: Funnel,  # noqa: ARG002
    ) -> dict[str, Any]:
        """Add the part of the set that the file's name tells."""
        stem = file_stem(item.path).lower()
        if "matched" in stem:
            features["part"] = "mismatched" if "mismatched" in stem else "matched"
        return {}


reader = MultiNli()
