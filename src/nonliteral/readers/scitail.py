"""SciTail: science questions turned into hypotheses, with sentences from the web as premises."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from nonliteral.readers.base import Card
from nonliteral.readers.pairs import PairReader, first_line, in_any_shape, read_items, shape_of
from nonliteral.readers.tables import Item, read_json_lines

_NAMES = ("premise", "hypothesis", "label", "hypothesis_structure")


class SciTail(PairReader):
    """The reader of SciTail."""

    card = Card(
        name="scitail",
        title="SciTail",
        makes="pairs",
        phenomena=("nli",),
        paper=(
            "Khot, Sabharwal, Clark (2018), SciTaiL: A textual entailment dataset from science question "
            "answering, AAAI"
        ),
        licence="not stated with the data",
        where="https://allenai.org/data/scitail",
        counts="23,596 training, 1,304 development and 2,126 test pairs",
        files=(
            "scitail_1.0_{train,dev,test} as .txt (JSON lines in SNLI's form), .tsv (no header: premise, "
            "hypothesis, label, in DGEM's form also the hypothesis's structure), .jsonl; scitail*.json, "
            ".csv"
        ),
        ids=(
            "<file stem>:<n>, n from 0 over the lines; with the folder in front where formats lie side by "
            "side"
        ),
        warts=(
            (
                "labels are entails and neutral as released (neutral is everything that is not entailed), "
                "entailment and not_entailment as handed round: kept as they are given"
            ),
            "the .txt files are JSON lines, not tables",
            "runs of blanks inside premises are kept",
        ),
    )
    patterns = in_any_shape("scitail*")
    numbers = ("entailment", "neutral")
    method = "recast"

    def items(self, file: Path) -> Iterator[Item]:
        """Yield the records of a file: a `.txt` that is JSON lines, or a table with or without a header."""
        start = first_line(file) or ""
        if shape_of(file) in (".txt", ".tsv"):
            if start.lstrip().startswith("{"):
                return read_json_lines(file)
            columns = start.count("\t") + 1
            if not {"premise", "sentence1"} & set(start.split("\t")) and columns in (3, 4):
                return read_items(file, headless=_NAMES[:columns])
        return super().items(file)


reader = SciTail()
