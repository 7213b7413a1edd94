"""CAD: counterfactually augmented SNLI, where people changed a sentence as little as its new label asks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from nonliteral.readers.base import Card
from nonliteral.readers.pairs import PairReader, begins, in_any_shape, link_pairs
from nonliteral.readers.tables import file_stem
from nonliteral.records import Pair
from nonliteral.suites import Funnel


class Cad(PairReader):
    """The reader of the NLI half of CAD."""

    card = Card(
        name="cad",
        title="CAD (counterfactually augmented data), NLI",
        makes="pairs",
        phenomena=("nli",),
        paper=(
            "Kaushik, Hovy, Lipton (2020), Learning the difference that makes a difference with "
            "counterfactually-augmented data, ICLR"
        ),
        licence="not stated with the data (made from SNLI: CC-BY-SA-4.0)",
        where="https://github.com/acmi-lab/counterfactually-augmented-data",
        counts=(
            "all_combined: 8,330 training, 1,000 development and 2,000 test pairs; one in five is SNLI's own"
        ),
        files=(
            "{train,dev,test}.tsv in NLI/original, revised_premise, revised_hypothesis, revised_combined, "
            "all_combined with sentence1, sentence2, gold_label; cad*.jsonl, .json, .csv"
        ),
        ids=(
            "<file stem>:<n>, n from 0 over the lines after the header; with the folder in front where "
            "several are read (all_combined/train:0)"
        ),
        warts=(
            'fields with quotation marks are quoted as in CSV ("" for each), though the file is a TSV',
            "revised_combined and all_combined repeat the rows of the other folders: give one folder",
            (
                "the files do not say which row was changed from which: rows of a file that share a "
                "premise or a hypothesis share a group"
            ),
        ),
    )
    patterns = in_any_shape("train", "dev", "test", "cad*")
    quoted_tsv = True

    def looks_right(self, file: Path) -> bool:
        """Return whether a file is of the NLI half: by its name, or by its three columns."""
        return file_stem(file).lower().startswith("cad") or begins(file, "sentence1\tsentence2\tgold_label")

    def read_named(self, file: Path, name: str, funnel: Funnel) -> Iterator[Pair]:
        """Yield the pairs of one file, with a pair's revisions in its group."""
        pairs = list(super().read_named(file, name, funnel))
        firsts = link_pairs([(pair.premise, pair.hypothesis) for pair in pairs])
        for pair, first in zip(pairs, firsts, strict=True):
            yield msgspec.structs.replace(pair, group=pairs[first].id)


reader = Cad()
