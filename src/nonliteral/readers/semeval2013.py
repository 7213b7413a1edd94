"""SemEval-2013 task 5b: phrases in context, used figuratively, literally or both.

The files went through several wrong encodings; what can be put right is, and it is counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from nonliteral.readers.base import Card, FileReader, make, take_marked_words
from nonliteral.readers.tables import mend_mojibake, read_table
from nonliteral.records import Sentence, Usage, normalise_text
from nonliteral.suites import Funnel

COLUMNS = ("id", "phrase", "usage", "text")

_USAGE: dict[str, Usage] = {"figuratively": "figurative", "literally": "literal", "both": "both"}

# A third byte that no Mac character stands for was written as an underscore: an ellipsis.
_TORN_ELLIPSIS = re.compile("(?:í‰äó|Ìâ‰Û|Ã\xadâ€°Ã¤Ã³|ÃŒÃ¢â€°Ã›)_")
_STILL_DAMAGED = re.compile("í[‰€ƒ]|Ì[âÄ]|Ã[\x80-\xbf\u0100-\uffff]")


class SemEval2013(FileReader):
    """Reads the six files of the task (all words and lexical sample; train, dev and test)."""

    card = Card(
        name="semeval2013-task5b",
        title="SemEval-2013 task 5b",
        makes="sentences",
        phenomena=("idiom",),
        paper=(
            "Korkontzelos, Zesch, Zanzotto and Biemann 2013, SemEval-2013 Task 5: Evaluating "
            "Phrasal Semantics"
        ),
        licence="not stated",
        where="www.cs.york.ac.uk/semeval-2013/task5",
        counts="4,350 contexts: lexical sample 1,424 + 358 + 594, all words 1,114 + 342 + 518",
        files="subtask5b_en_{allwords,lexsample}_{train,dev,test}.txt, tab-separated without header",
        ids="<file stem>:<n>, n the line from 0; the context's own number is source.record",
        warts=(
            "text of several sentences, tokenised; the phrase is marked by <b> round each of its words",
            (
                "mojibake of up to six layers (UTF-8 read as Windows-1252, twice by way of Mac "
                "Roman, once more in the lexical sample): undone where it decodes wholly, counted "
                "as mended or left"
            ),
        ),
    )
    patterns = ("subtask5b_en_*.txt",)

    def read_file(self, file: Path, funnel: Funnel) -> Iterator[Sentence]:
        """Yield the contexts of one file."""
        for row in read_table(file, COLUMNS):
            funnel.read += 1
            usage = row.fields["usage"].strip()
            if usage not in _USAGE:
                raise row.error(f"the usage must be one of {', '.join(_USAGE)}, found {usage!r}.")
            given = row.fields["text"]
            mended = mend_mojibake(_TORN_ELLIPSIS.sub("…", given), mac_layers=2)
            if mended != given:
                funnel.note("mojibake mended")
            if _STILL_DAMAGED.search(mended):
                funnel.note("encoding damage left")
            text, spans = take_marked_words(row, mended, funnel)
            yield make(
                Sentence,
                row,
                id=f"{self.stem(file)}:{row.n}",
                text=text,
                expression=normalise_text(row.fields["phrase"]),
                spans=spans,
                usage=_USAGE[usage],
                source=self.source(row.fields["id"].strip()),
                features={"split": self.stem(file).rpartition("_")[2]},
            )


reader = SemEval2013()
