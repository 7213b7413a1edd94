"""PIE-English: idioms with sentences, one token a row.

A block begins with the idiom itself (with its meaning) and goes on with sentences that hold it; the
sentence's class stands only on its first row.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nonliteral.readers.base import Card, FileReader, make
from nonliteral.readers.spans import find_words, split_words
from nonliteral.readers.tables import Row, read_table
from nonliteral.records import Sentence, normalise_text
from nonliteral.suites import Funnel

COLUMNS = ("id", "token", "pos", "class", "meaning", "idiomliteral")


class PieEnglish(FileReader):
    """Reads idiomscorpus.csv."""

    card = Card(
        name="pie-english",
        title="PIE-English idioms corpus",
        makes="sentences",
        phenomena=("idiom",),
        paper=(
            "Adewumi, Vadoodi, Tripathy, Nikolaidou, Liwicki and Liwicki 2021, Potential Idiomatic "
            "Expression (PIE)-English: Corpus for Classes of Idioms"
        ),
        licence="CC-BY-4.0",
        where="github.com/tosingithub/idesk",
        counts="20,174 records of 237,102 tokens: 1,190 entries with meanings and 18,984 sentences",
        files="idiomscorpus.csv, one token a row, header id,token,pos,class,meaning,idiomliteral",
        ids=(
            "<file stem>:<n>, n the sentence (not the token) from 0; the sentence's number is source.record"
        ),
        warts=(
            (
                "the first record of a block is the idiom itself with its meaning: kept, with "
                "usage `unknown` and features.entry true, so that no builder takes it for a "
                "sentence"
            ),
            (
                "no spans are given: the idiom is looked for in its sentence, and what was not "
                "found is counted"
            ),
            "class names the figure (Metaphor, Euphemism, Simile, ...) or Literal: kept as features.class",
            "text is tokens joined by blanks",
        ),
    )
    patterns = ("idiomscorpus*.csv",)

    def read_file(self, file: Path, funnel: Funnel) -> Iterator[Sentence]:
        """Yield the records of one file."""
        idiom: str | None = None
        meaning = ""
        for n, (first, tokens, tags) in enumerate(_sentences(file)):
            funnel.read += 1
            text = normalise_text(" ".join(token for token in tokens if token))
            figure = first.fields["class"].strip()
            if not figure:
                raise first.error("the first row of a sentence must give its class.")
            features: dict[str, Any] = {"class": figure, "pos": " ".join(tags)}
            is_entry = bool(first.fields["meaning"].strip())
            if is_entry:
                idiom, meaning = text, normalise_text(first.fields["meaning"])
                features["entry"] = True
                if first.fields["idiomliteral"].strip():
                    features["has_literal_uses"] = first.fields["idiomliteral"].strip() == "Yes"
            if idiom is None:
                raise first.error("a sentence before any idiom with its meaning.")
            features["definition"] = meaning
            spans = find_words(text, split_words(idiom))
            if not spans:
                funnel.note("idiom not found in its sentence")
            if is_entry:
                funnel.note("entry with its meaning, not a sentence")
            yield make(
                Sentence,
                first,
                id=f"{self.stem(file)}:{n}",
                text=text,
                expression=idiom,
                spans=spans,
                usage="unknown" if is_entry else "literal" if figure == "Literal" else "figurative",
                source=self.source(first.fields["id"].strip()),
                features=features,
            )


def _sentences(file: Path) -> Iterator[tuple[Row, list[str], list[str]]]:
    first: Row | None = None
    tokens: list[str] = []
    tags: list[str] = []
    for row in read_table(file, COLUMNS, delimiter=",", quoted=True, header=True):
        if row.fields["id"].strip():
            if first is not None:
                yield first, tokens, tags
            first, tokens, tags = row, [], []
        if first is None:
            raise row.error("a token before the first sentence.", "The first row of a sentence has its id.")
        tokens.append(row.fields["token"].strip())
        tags.append(row.fields["pos"].strip())
    if first is not None:
        yield first, tokens, tags


reader = PieEnglish()
