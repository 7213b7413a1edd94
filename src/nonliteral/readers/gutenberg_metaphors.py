"""Metaphors of the Gutenberg poetry corpus, each with a literal counterpart: MERMAID's parallel corpus.

Lines of verse in which a model found a metaphoric verb, and the same line with that verb replaced by a
literal one that a language model proposed. Nobody checked them one by one, which the card says.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from nonliteral.errors import InputError
from nonliteral.readers.base import Card, FileReader
from nonliteral.readers.mermaid import read_parallel
from nonliteral.records import Sentence
from nonliteral.suites import Funnel


class GutenbergMetaphors(FileReader):
    """Reads pairs of .target (metaphoric) and .source (literal) files."""

    card = Card(
        name="gutenberg-metaphors",
        title="Gutenberg-poetry metaphors (MERMAID's parallel corpus)",
        makes="sentences",
        phenomena=("metaphor",),
        paper=(
            "Chakrabarty, Zhang, Muresan and Peng 2021, MERMAID: Metaphor Generation with "
            "Symbolism and Discriminative Decoding (NAACL); verse from Jacobs 2018, The Gutenberg "
            "English Poetry Corpus"
        ),
        licence="not stated; the verse is in the public domain",
        where="github.com/tuhinjubcse/MetaphorGenNAACL2021 (fairseq/metaphor/)",
        counts="93,498 pairs: 90,000 for training, 3,498 for validation",
        files=(
            "train.target and val.target (verse, metaphoric) beside train.source and val.source "
            "(the verb replaced by a literal one, between <V> and <V>)"
        ),
        ids="<file stem>:<n>, n the line from 0 (train:0, val:0)",
        warts=(
            (
                "marked metaphoric by a model and made literal by another: usage is `figurative` "
                "and not confirmed by people (features of the literal side are proposals, often "
                "poor)"
            ),
            "text is tokenised and lower-cased inside the line, with archaic spelling",
        ),
    )
    patterns = ("train.target", "val.target", "valid.target", "test.target")

    def files(self, path: Path) -> list[Path]:
        """Return the .target files at or below `path`, each followed by its .source file."""
        if path.is_file() and path.suffix == ".source":
            path = path.with_suffix(".target")
        return [each for file in super().files(path) for each in (file, _literal_file(file))]

    def read(self, path: Path, funnel: Funnel) -> Iterator[Sentence]:
        """Yield the lines of verse with their literal counterparts."""
        files = self.files(path)
        stems = [self.stem(file) for file in files[::2]]
        if len(set(stems)) < len(stems):
            raise InputError(f"{path} holds two files of the same name, which would give the same ids.")
        for target, source in zip(files[::2], files[1::2], strict=True):
            yield from read_parallel(self, target, source, self.stem(target), funnel)


def _literal_file(file: Path) -> Path:
    literal = file.with_suffix(".source")
    if not literal.is_file():
        raise InputError(f"{file} needs its literal lines. Put {literal.name} into the same folder.")
    return literal


reader = GutenbergMetaphors()
