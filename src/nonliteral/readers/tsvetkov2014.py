"""Tsvetkov et al. 2014: metaphoric and literal subject-verb-object and adjective-noun expressions.

The text lists hold the bare expressions; the workbook holds them with sentences and each judge's vote.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nonliteral.errors import InputError
from nonliteral.readers.base import Card, FileReader, make
from nonliteral.readers.spans import find_words, fit_spans
from nonliteral.readers.tables import Row, read_lines
from nonliteral.records import Sentence, Usage, normalise_text
from nonliteral.suites import Funnel


class Tsvetkov2014(FileReader):
    """Reads the four text lists and the workbook."""

    card = Card(
        name="tsvetkov2014",
        title="Tsvetkov et al. 2014",
        makes="sentences",
        phenomena=("metaphor",),
        paper=(
            "Tsvetkov, Boytsov, Gershman, Nyberg and Dyer 2014, Metaphor Detection with "
            "Cross-Lingual Model Transfer (ACL)"
        ),
        licence="not stated",
        where="github.com/ytsvetko/metaphor",
        counts=(
            "English: 111 metaphoric and 111 literal subject-verb-object, 100 and 100 "
            "adjective-noun; the workbook also has 240 + 212 Russian rows"
        ),
        files="{svo,an}_{mets,nonmets}.txt and Datasets_ACL2014.xlsx",
        ids=(
            "<file stem>:<n>; in the workbook n runs from 0 over the rows of all sheets in their "
            "order, headers not counted"
        ),
        warts=(
            "the text lists have no sentences: the expression is the text, and features.bare is true",
            (
                "*none, *person and *pronoun stand for an absent or any subject or object and are "
                "left out of the text"
            ),
            "rows of the Russian sheets are refused with the reason `not English`",
            "the workbook writes no-break spaces, made blanks",
            "confidence is the share of judges who voted for the sheet's class; one vote is a 2, left out",
        ),
    )
    patterns = ("svo_mets.txt", "svo_nonmets.txt", "an_mets.txt", "an_nonmets.txt", "*ACL2014*.xlsx")

    def read_file(self, file: Path, funnel: Funnel) -> Iterator[Sentence]:
        """Yield the expressions of one list or workbook."""
        if file.suffix.lower() == ".xlsx":
            return self._read_workbook(file, funnel)
        return self._read_list(file, funnel)

    def _read_list(self, file: Path, funnel: Funnel) -> Iterator[Sentence]:
        stem = self.stem(file)
        usage: Usage = "literal" if "nonmet" in stem else "figurative"
        for n, line in enumerate(read_lines(file)):
            row = Row(file, line.number, n, {})
            words = line.text.split()
            if len(words) not in (2, 3):
                raise row.error(f"two or three words expected, found {line.text[:60]!r}.")
            funnel.read += 1
            keys = ("adjective", "noun") if len(words) == 2 else ("subject", "verb", "object")
            text = normalise_text(" ".join(word for word in words if not word.startswith("*")))
            if not text:
                funnel.refuse("no word but placeholders")
                continue
            yield make(
                Sentence,
                row,
                id=f"{stem}:{n}",
                text=text,
                expression=text,
                spans=[(0, len(text))],
                usage=usage,
                source=self.source(),
                features={"bare": True, **dict(zip(keys, words, strict=True))},
            )

    def _read_workbook(self, file: Path, funnel: Funnel) -> Iterator[Sentence]:
        n = 0
        for sheet, rows in _sheets(file):
            name = sheet.upper()
            english = "_EN" in name
            if english and not name.startswith(("MET", "LIT")):
                raise InputError(f"{file}: the sheet {sheet!r} must begin with MET or LIT.")
            header: list[str] = []
            for number, cells in enumerate(rows, 1):
                if not any(cell is not None and str(cell).strip() for cell in cells):
                    continue
                if not header:
                    header = [str(cell).strip().lower() if cell is not None else "" for cell in cells]
                    continue
                funnel.read += 1
                if english:
                    record = Row(file, number, n, {"sheet": sheet})
                    yield self._sentence(record, header, cells, funnel)
                else:
                    funnel.refuse("not English")
                n += 1

    def _sentence(self, row: Row, header: list[str], cells: tuple[Any, ...], funnel: Funnel) -> Sentence:
        sheet = row.fields["sheet"]
        by_name = dict(zip(header, cells, strict=False))
        given = [value for name, value in by_name.items() if name.startswith("judge")]
        judges = [int(vote) for vote in given if type(vote) in (int, float) and vote in (0, 1)]
        if not judges:
            raise row.error(f"sheet {sheet}: the judges' votes must be 0 or 1, found {given!r}.")
        if len(judges) < len(given):
            funnel.note("a vote that is neither 0 nor 1 left out")
        sentence = by_name.get("sentence")
        if not isinstance(sentence, str):
            raise row.error(f"sheet {sheet}: a row without a sentence.")
        figurative = sheet.upper().startswith("MET")
        parts = {
            name: str(by_name[name]).strip()
            for name in ("subject", "verb", "object", "adj", "noun")
            if by_name.get(name) is not None and str(by_name[name]).strip()
        }
        if not parts:
            raise row.error(f"sheet {sheet}: a row without an expression.")
        text, _ = fit_spans(" ".join(sentence.split()), [])
        spans = sorted({span for word in parts.values() for span in find_words(text, [word])[:1]})
        votes = sum(judges)
        if "adj" in parts:
            parts["adjective"] = parts.pop("adj")
        features: dict[str, Any] = {
            **parts,
            "sheet": sheet,
            "votes": {"figurative": votes, "literal": len(judges) - votes},
        }
        words = [parts[key] for key in ("subject", "verb", "object", "adjective", "noun") if key in parts]
        return make(
            Sentence,
            row,
            id=f"{self.stem(row.path)}:{row.n}",
            text=text,
            expression=normalise_text(" ".join(words)),
            spans=spans,
            usage="figurative" if figurative else "literal",
            confidence=round((votes if figurative else len(judges) - votes) / len(judges), 6),
            source=self.source(),
            features=features,
        )


def _sheets(file: Path) -> list[tuple[str, list[tuple[Any, ...]]]]:
    if not file.is_file():
        raise InputError(f"There is no file {file}.")
    try:
        import openpyxl

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = openpyxl.load_workbook(file, data_only=True)
            return [(sheet.title, list(sheet.iter_rows(values_only=True))) for sheet in book.worksheets]
    except ImportError:
        raise
    # A damaged workbook makes openpyxl raise anything: bad zip, bad XML, missing keys, wrong types.
    except Exception as error:
        raise InputError(f"{file}:1: not an Excel workbook ({error}). Download it again.") from None


reader = Tsvetkov2014()
