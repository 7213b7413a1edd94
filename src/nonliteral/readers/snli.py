"""SNLI: captions of photographs with sentences that people wrote for each label.

Read as released (`snli_1.0_*.jsonl` or `.txt`) and as it is handed round (premise, hypothesis, label).
"""

from __future__ import annotations

from nonliteral.readers.base import Card
from nonliteral.readers.pairs import PairReader, as_record, in_any_shape, premise_group
from nonliteral.readers.tables import Item


class Snli(PairReader):
    """The reader of SNLI."""

    card = Card(
        name="snli",
        title="SNLI",
        makes="pairs",
        phenomena=("nli",),
        paper=(
            "Bowman, Angeli, Potts, Manning (2015), A large annotated corpus for learning natural "
            "language inference, EMNLP"
        ),
        licence="CC-BY-SA-4.0",
        where="https://nlp.stanford.edu/projects/snli/",
        counts=(
            "550,152 training, 10,000 development and 10,000 test pairs; with a gold label 549,367, 9,842 "
            "and 9,824"
        ),
        files=(
            "snli_1.0_{train,dev,test}.jsonl or .txt (TSV with a header); snli*.jsonl, .json, .csv, .tsv "
            "with premise, hypothesis, label; any of them packed with gzip"
        ),
        ids="<file stem>:<n>, n from 0 over the lines",
        warts=(
            (
                "785 training, 158 development and 176 test pairs have no agreed label (`-`, or -1 where "
                "labels are numbers): refused and counted"
            ),
            ("the .txt files hold the same pairs as the .jsonl files beside them: only the .jsonl are read"),
            (
                "a few sentences are empty or end in blanks; blanks are removed, what was given is kept "
                "in `features.as_given`"
            ),
            "parses are left out",
        ),
    )
    patterns = in_any_shape("snli*")
    optional = 5

    def group(self, item: Item, premise: str) -> str:
        """Return the photograph, whose captions and their sentences belong together."""
        caption = as_record(item.value.get("captionID") or item.value.get("captionid"))
        return caption.partition("#")[0] or caption if caption else premise_group(premise)


reader = Snli()
