"""RTE: the textual-entailment challenges 1, 2, 3 and 5 as GLUE and SuperGLUE put them together, two-way."""

from __future__ import annotations

from pathlib import Path

from nonliteral.readers.base import Card
from nonliteral.readers.pairs import PairReader, in_any_shape
from nonliteral.readers.tables import file_stem


class Rte(PairReader):
    """The reader of RTE."""

    card = Card(
        name="rte",
        title="RTE (Recognizing Textual Entailment, in GLUE and SuperGLUE)",
        makes="pairs",
        phenomena=("nli",),
        paper=(
            "Dagan, Glickman, Magnini (2006); Bar-Haim et al. (2006); Giampiccolo et al. (2007); "
            "Bentivogli et al. (2009); as in Wang et al. (2019), GLUE, ICLR"
        ),
        licence="not stated (as released with GLUE)",
        where="https://gluebenchmark.com/tasks",
        counts="2,490 training, 277 development and 3,000 test pairs (the last without labels)",
        files=(
            "GLUE's {train,dev,test}.tsv and SuperGLUE's {train,val,test}.jsonl below a folder RTE; "
            "rte*.jsonl, .json, .csv, .tsv with premise or sentence1, hypothesis or sentence2, label"
        ),
        ids="<file stem>:<n>, n from 0 over the records",
        warts=(
            "labels are entailment and not_entailment: two-way",
            "where labels are numbers, 0 is entailment and 1 is not",
            "the test pairs carry no label: refused and counted",
        ),
    )
    patterns = in_any_shape("rte*", "train", "dev", "val", "test")
    numbers = ("entailment", "non-entailment")

    def accepts(self, file: Path) -> bool:
        """Return whether a file is RTE's: by its name, or by its folder's."""
        return file_stem(file).lower().startswith("rte") or file.parent.name.lower().startswith("rte")


reader = Rte()
