"""Figurative-NLI: annotated corpora of similes, metaphors and irony recast as textual entailment."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from nonliteral.errors import RecordError
from nonliteral.readers.base import Card
from nonliteral.readers.pairs import PairReader, first_line, in_any_shape, shape_of
from nonliteral.readers.tables import Item, file_stem, read_lines
from nonliteral.suites import Funnel

IRONY_COLUMNS = ("", "Tweet index", "Label", "Tweet text", "split", "premise", "hyp", "label")
"""The columns of recast_irony.csv, saved by pandas with its row number first."""

_NAMES = {"": "index", "Tweet index": "tweet_index", "Label": "tweet_label", "Tweet text": "tweet_text"}
_TYPES = {"sarcasm": "irony", "irony": "irony", "simile": "simile", "metaphor": "metaphor"}
_BEGINS = re.compile(r"\d+,\d+,[01],")
_SWALLOWED = re.compile(r"\n\d+\t[01]\t")
TORN = "a line of a record whose other lines are missing"


class FigurativeNli(PairReader):
    """The reader of Figurative-NLI."""

    card = Card(
        name="figurative-nli",
        title="Figurative-NLI",
        makes="pairs",
        phenomena=("simile", "metaphor", "irony"),
        paper=(
            "Chakrabarty, Ghosh, Poliak, Muresan (2021), Figurative language in recognizing textual "
            "entailment, Findings of ACL"
        ),
        licence="not stated with the data",
        where="https://github.com/tuhinjubcse/Figurative-NLI",
        counts=(
            "598 similes, 613 metaphors and 4,601 of ironic intent (the paper prints 600, 613 and 4,601, "
            "and 4,598 in its text); the ironic meaning of its Table 2 (2,000 and 4,762) was released "
            "without labels: see sarcasm-sign and sim-hint"
        ),
        files=(
            "simile-entail.json and metaphor-entail.json (arrays of premise, hypothesis, label), "
            "irony/recast_irony.csv (row number, Tweet index, Label, Tweet text, split, premise, hyp, "
            "label); all_data.tsv only when it is given itself"
        ),
        ids="<file stem>:<n>, n from 0 over the records; the row number of the irony file in source.record",
        warts=(
            "labels are entailment and not_entailment, in the irony file True and False: two-way",
            (
                "ironic intent asks whether the author was ironic: label is True where the tweet was "
                "marked ironic; on the surface nothing says so, so `readings` are surface non-entailment "
                "and intended as the label"
            ),
            (
                "quotation marks in the tweets made some rows swallow the tweets after them (17 of the "
                "4,618 are lost so): such rows go over several lines and are kept as published, with a "
                "note"
            ),
            (
                "where a part of the irony file was cut by lines, pieces of such rows are left: each is "
                "refused and counted"
            ),
            (
                "all_data.tsv repeats the other files, with every irony row marked entailment by a slip "
                "and ? for the unlabelled: read only when given itself"
            ),
        ),
        reading="intended",
    )
    patterns = (*in_any_shape("*-entail"), "recast_irony.csv", "recast_irony.csv.gz")
    hypothesis = ("hypothesis", "hyp")
    label = ("label",)
    record = ("index",)
    numbers = ()
    method = "recast"
    quoted_tsv = True

    def accepts(self, file: Path) -> bool:
        """Return whether a file is of the set: not the text dumps beside the JSON files."""
        return shape_of(file) != ".txt"

    def items(self, file: Path) -> Iterator[Item]:
        """Yield the records of one file; the irony file's lines are put together first."""
        if first_line(file) == ",".join(IRONY_COLUMNS):
            return read_irony(file)
        return super().items(file)

    def pair(self, item: Item, ident: str, funnel: Funnel) -> Any:
        """Return the pair that a record holds, or None and a count in the funnel."""
        if "torn" in item.value:
            funnel.refuse(TORN)
            return None
        return super().pair(item, ident, funnel)

    def more(
        self,
        item: Item,
        keys: Mapping[str, Any],
        features: dict[str, Any],
        funnel: Funnel,
    ) -> dict[str, Any]:
        """Add the phenomenon and, for irony, both readings."""
        given = str(features.get("type-of-inference", file_stem(item.path))).lower()
        phenomenon = next((name for key, name in _TYPES.items() if key in given), None)
        if phenomenon is None:
            raise item.error(
                f"the file's name does not tell what {file_stem(item.path)!r} is.",
                "Expected simile, metaphor or irony in it.",
            )
        if phenomenon != "irony":
            return {"phenomenon": phenomenon}
        if _SWALLOWED.search(keys["premise"]):
            funnel.note("the tweet has swallowed the rows that followed it (published so)")
        author = keys["hypothesis"].removesuffix(" was ironic")
        if author != keys["hypothesis"]:
            features["author"] = author
        readings = {"surface": "non-entailment", "intended": keys["label"]}
        return {"phenomenon": phenomenon, "readings": readings, "tier": "silver"}


def read_irony(file: Path) -> Iterator[Item]:
    """Yield the records of recast_irony.csv; a line that belongs to none is an item with `torn` alone.

    A record begins with three numbers. It may go on over several lines while a quotation mark is open, but
    never into the next record: a part of the file that was cut by lines must not swallow what follows.
    """
    lines = read_lines(file)
    next(lines)
    pending: list[str] = []
    start = n = 0
    for number, text in lines:
        if _BEGINS.match(text):
            if pending:
                yield Item(file, start, n, {"torn": pending})
                n += 1
            pending, start = [text], number
        elif pending:
            pending.append(text)
        elif text.strip():
            yield Item(file, number, n, {"torn": [text]})
            n += 1
        if pending and "\n".join(pending).count('"') % 2 == 0:
            yield Item(file, start, n, _split(file, start, pending))
            n += 1
            pending = []
    if pending:
        yield Item(file, start, n, {"torn": pending})


def _split(file: Path, line: int, lines: list[str]) -> dict[str, Any]:
    try:
        records = list(csv.reader([f"{text}\n" for text in lines], strict=False))
    except csv.Error as error:
        raise RecordError(file, line, f"not CSV: {error}.") from None
    if len(records) != 1 or len(records[0]) != len(IRONY_COLUMNS):
        found = len(records[0]) if records else 0
        raise RecordError(file, line, f"{len(IRONY_COLUMNS)} fields expected, {found} found.")
    return {_NAMES.get(name, name): field for name, field in zip(IRONY_COLUMNS, records[0], strict=True)}


reader = FigurativeNli()
