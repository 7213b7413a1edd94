"""Breaking-NLI: SNLI premises with one word replaced, to see whether a model knows what words mean."""

from __future__ import annotations

from pathlib import Path

from nonliteral.readers.base import Card
from nonliteral.readers.pairs import PairReader, begins, in_any_shape
from nonliteral.readers.tables import file_stem


class BreakingNli(PairReader):
    """The reader of Breaking-NLI."""

    card = Card(
        name="breaking-nli",
        title="Breaking-NLI",
        makes="pairs",
        phenomena=("nli",),
        paper=(
            "Glockner, Shwartz, Goldberg (2018), Breaking NLI systems with sentences that require simple "
            "lexical inferences, ACL"
        ),
        licence="CC-BY-SA-4.0",
        where="https://github.com/BIU-NLP/Breaking_NLI",
        counts="8,193 pairs: 7,164 contradiction, 982 entailment, 47 neutral",
        files=(
            "dataset.jsonl of the archive, or breaking*.jsonl, .json, .csv, .tsv: sentence1, sentence2, "
            "gold_label, annotator_labels, category, pairID"
        ),
        ids="<file stem>:<n>, n from 0 over the lines; pairID in source.record",
        warts=(
            "lines are not in the order of pairID",
            "87 % of the labels are contradiction",
            ("three people's labels are in `features.votes`, the kind of replacement in `features.category`"),
        ),
    )
    patterns = in_any_shape("breaking*", "dataset")
    method = "lexical-replacement"

    def looks_right(self, file: Path) -> bool:
        """Return whether a file is Breaking-NLI's: `dataset` is when its records have a category."""
        return file_stem(file).lower() != "dataset" or begins(file, '"category"')


reader = BreakingNli()
