"""MOH: verbs in WordNet example sentences, marked metaphorical or literal by people."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from nonliteral.readers.base import Card, FileReader, make, take_marked_words
from nonliteral.readers.tables import Row, parse_share, read_lines
from nonliteral.records import Sentence, Usage, normalise_text
from nonliteral.suites import Funnel

HEADER = ["term", "sense", "sentence", "class", "confidence"]

_USAGE: dict[str, Usage] = {"metaphorical": "figurative", "literal": "literal"}


class Moh(FileReader):
    """Reads Data-metaphoric-or-literal.txt."""

    card = Card(
        name="moh",
        title="MOH",
        makes="sentences",
        phenomena=("metaphor",),
        paper=(
            "Mohammad, Shutova and Turney 2016, Metaphor as a Medium for Emotion: An Empirical Study (*SEM)"
        ),
        licence="not stated (research use)",
        where="saifmohammad.com/WebPages/metaphor.html",
        counts="1,639 sentences of 440 verbs: 410 metaphorical, 1,229 literal",
        files="Data-metaphoric-or-literal.txt, tab-separated; two lines of counts, then the header",
        ids="<file stem>:<n>, n the row below the header from 0; the WordNet sense is source.record",
        warts=(
            "lines of prose stand before the header and are passed over",
            "the verb is marked by <b>",
        ),
    )
    patterns = ("Data-metaphoric-or-literal*.txt",)

    def read_file(self, file: Path, funnel: Funnel) -> Iterator[Sentence]:
        """Yield the sentences of one file."""
        for row in _rows(file):
            funnel.read += 1
            usage = row.fields["class"].strip()
            if usage not in _USAGE:
                raise row.error(f"the class must be `metaphorical` or `literal`, found {usage!r}.")
            text, spans = take_marked_words(row, row.fields["sentence"], funnel)
            yield make(
                Sentence,
                row,
                id=f"{self.stem(file)}:{row.n}",
                text=text,
                expression=normalise_text(row.fields["term"]),
                spans=spans,
                usage=_USAGE[usage],
                confidence=parse_share(row, "confidence", row.fields["confidence"]),
                source=self.source(row.fields["sense"].strip()),
                features={"sense": row.fields["sense"].strip()},
            )


def _rows(file: Path) -> Iterator[Row]:
    begun = False
    n = 0
    for line in read_lines(file):
        fields = line.text.split("\t")
        if not begun:
            begun = [field.strip() for field in fields] == HEADER
            continue
        row = Row(file, line.number, n, dict(zip(HEADER, fields, strict=False)))
        if len(fields) != len(HEADER):
            raise row.error(f"{len(HEADER)} fields expected ({', '.join(HEADER)}), {len(fields)} found.")
        yield row
        n += 1
    if not begun:
        raise Row(file, 1, 0, {}).error(f"no line with the column names {', '.join(HEADER)}.")


reader = Moh()
