"""SCOPE similes: literal sentences with a property in brackets, and similes for it by people and programs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from nonliteral.readers.base import Card, FileReader, make
from nonliteral.readers.spans import fit_spans
from nonliteral.readers.tables import read_table
from nonliteral.records import Sentence, normalise_text
from nonliteral.suites import Funnel

_PROPERTY = re.compile(r"\[([^\[\]]*)\]")
_PEOPLE = ("Human1", "Human2")


class ScopeSimiles(FileReader):
    """Reads SimileEMNLP.csv."""

    card = Card(
        name="scope-similes",
        title="SCOPE similes",
        makes="sentences",
        phenomena=("simile",),
        paper=(
            "Chakrabarty, Muresan and Peng 2020, Generating similes effortlessly like a Pro: A "
            "Style Transfer Approach for Simile Generation (EMNLP)"
        ),
        licence="not stated",
        where="github.com/tuhinjubcse/SimileGeneration-EMNLP2020",
        counts="150 literal sentences, each with two similes by people and four by programs",
        files="SimileEMNLP.csv with header Literal Sense,Human1,Human2,SCOPE,MM2020,RTV,PTB",
        ids="<file stem>:<n>, n the record from 0",
        warts=(
            (
                "one record a row: the text is the literal sentence without brackets, the span its "
                "property; the similes are features.similes (people) and features.generated "
                "(programs, by name)"
            ),
            "similes end in a full stop more often than the literal sentences do",
        ),
    )
    patterns = ("SimileEMNLP*.csv",)

    def read_file(self, file: Path, funnel: Funnel) -> Iterator[Sentence]:
        """Yield the literal sentences of one file with their similes."""
        for row in read_table(
            file, delimiter=",", quoted=True, header=True, required=("Literal Sense", *_PEOPLE)
        ):
            funnel.read += 1
            marked = row.fields["Literal Sense"]
            found = _PROPERTY.findall(marked)
            if len(found) != 1 or not found[0].strip():
                raise row.error(f"one property in [brackets] expected in {marked[:80]!r}.")
            before, _, rest = marked.partition("[")
            inside, _, after = rest.partition("]")
            text, spans = fit_spans(before + inside + after, [(len(before), len(before) + len(inside))])
            similes = [normalise_text(row.fields[name]) for name in _PEOPLE if row.fields[name].strip()]
            if len(similes) < len(_PEOPLE):
                funnel.note("a simile is missing")
            yield make(
                Sentence,
                row,
                id=f"{self.stem(file)}:{row.n}",
                text=text,
                expression=normalise_text(inside),
                spans=spans,
                usage="literal",
                source=self.source(),
                features={
                    "property": normalise_text(inside),
                    "similes": similes,
                    "generated": {
                        name: normalise_text(value)
                        for name, value in row.fields.items()
                        if name not in ("Literal Sense", *_PEOPLE) and name and value.strip()
                    },
                },
            )


reader = ScopeSimiles()
