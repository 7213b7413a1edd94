"""PIE (Zhou et al.): idiomatic sentences, each rewritten literally.

The literal rewriting and the idiom's sense go into `features`, for builders that pair the two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from nonliteral.readers.base import Card, FileReader, make
from nonliteral.readers.spans import find_words, fit_spans, split_words, token_spans
from nonliteral.readers.tables import Row, mend_mojibake, read_table
from nonliteral.records import Sentence, Span, normalise_text
from nonliteral.suites import Funnel

COLUMNS = ("Idiom", "Sense", "Idiomatic_Sent", "Literal_Sent", "Idiomatic_Label", "Literal_Label")

# What a no-break space became between two words; in these files the letters stand nowhere else.
_LOST_BLANK = re.compile(r"(?:Î¾|¾|Â)\s*|\xa0")
_MAC_APOSTROPHE = re.compile(r"(?<=[a-z])Õ(?=[a-z])|(?<=\bit)ê(?=s\b)|(?<=\bdon)ê(?=t\b)")


class PieZhou(FileReader):
    """Reads data_cleaned.csv."""

    card = Card(
        name="pie-zhou",
        title="PIE (Zhou, Gong and Bhat)",
        makes="sentences",
        phenomena=("idiom",),
        paper=(
            "Zhou, Gong and Bhat 2021, PIE: A Parallel Idiomatic Expression Corpus for Idiomatic "
            "Sentence Generation and Paraphrasing (MWE workshop)"
        ),
        licence="not stated",
        where="github.com/zhjjn/MWE_PIE",
        counts="5,170 sentences of 823 idioms",
        files=(
            "data_cleaned.csv with header "
            "Idiom,Sense,Idiomatic_Sent,Literal_Sent,Idiomatic_Label,Literal_Label"
        ),
        ids="<file stem>:<n>, n the record from 0",
        warts=(
            (
                "the B/I labels mark what differs between the two sentences, not the idiom: the "
                "idiom is looked for, and the labels are used only where it is not found"
            ),
            "no-break spaces turned into Â, ¾ or Î¾ between words: made blanks again, counted",
            "text is tokenised",
        ),
    )
    patterns = ("data_cleaned*.csv",)

    def read_file(self, file: Path, funnel: Funnel) -> Iterator[Sentence]:
        """Yield the sentences of one file."""
        for row in read_table(file, COLUMNS, delimiter=",", quoted=True, header=True):
            funnel.read += 1
            idiom = _mend(row.fields["Idiom"])
            text, marked = _marked(row, "Idiomatic_Sent", "Idiomatic_Label", funnel)
            rewriting, replaced = _marked(row, "Literal_Sent", "Literal_Label", funnel)
            spans = find_words(text, split_words(idiom))
            if not spans:
                spans = marked
                funnel.note("span by the file's labels" if marked else "no span found")
            yield make(
                Sentence,
                row,
                id=f"{self.stem(file)}:{row.n}",
                text=text,
                expression=idiom,
                spans=spans,
                usage="figurative",
                source=self.source(),
                features={
                    "definition": _mend(row.fields["Sense"]),
                    "rewriting": rewriting,
                    "changed_spans": [list(span) for span in marked],
                    "rewriting_spans": [list(span) for span in replaced],
                },
            )


def _mend(text: str) -> str:
    mended = _LOST_BLANK.sub(" ", mend_mojibake(text))
    return normalise_text(_MAC_APOSTROPHE.sub("’", mended))


def _marked(row: Row, column: str, labels: str, funnel: Funnel) -> tuple[str, list[Span]]:
    raw, flags = row.fields[column], row.fields[labels].split()
    # str.split takes a no-break space for a blank, as the file's authors did when they counted tokens.
    tokens = token_spans(raw)
    if len(flags) != len(tokens):
        raise row.error(f"{len(flags)} labels for {len(tokens)} tokens of {column}.")
    if set(flags) - {"B", "I", "O"}:
        raise row.error(f"the labels must be B, I or O, found {sorted(set(flags) - {'B', 'I', 'O'})[0]!r}.")
    mended = _mend(raw)
    if mended != normalise_text(raw):
        funnel.note("encoding damage mended")
        return mended, []
    return fit_spans(raw, [token for token, flag in zip(tokens, flags, strict=True) if flag != "O"])


reader = PieZhou()
