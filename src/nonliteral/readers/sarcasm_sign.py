"""SarcasmSIGN: sarcastic tweets, each with five rewritings that say what was meant."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nonliteral.readers.base import Card
from nonliteral.readers.pairs import (
    SetReader,
    as_record,
    begins,
    first_line,
    in_any_shape,
    keep_as_given,
    shape_of,
)
from nonliteral.readers.tables import Item, read_json_lines, read_lines
from nonliteral.records import Sentence, normalise_text
from nonliteral.suites import Funnel

AMBIGUOUS = "several commas: where the tweet ends cannot be told"


class SarcasmSign(SetReader):
    """The reader of SarcasmSIGN."""

    card = Card(
        name="sarcasm-sign",
        title="SarcasmSIGN",
        makes="sentences",
        phenomena=("irony",),
        paper=(
            "Peled, Reichart (2017), Sarcasm SIGN: Interpreting sarcasm with sentiment based monolingual "
            "machine translation, ACL"
        ),
        licence="not stated with the data",
        where="https://github.com/Lotemp/SarcasmSIGN",
        counts="15,000 rewritings of 3,000 tweets: 12,000 training, 1,500 development and 1,500 test lines",
        files=(
            "train, dev, test (.csv or .txt): a line is tweet, comma, rewriting, without a header; "
            "sarcasm_sign*.jsonlines of Figurative-NLI with snum, sarcasm_message, literal_message"
        ),
        ids="<file stem>:<n>, n the line from 0",
        warts=(
            (
                "a record is one rewriting: text is the tweet, `features.rewriting` what an annotator "
                "made of it"
            ),
            (
                "a rewriting that repeats the tweet means that the annotator saw no irony: "
                "`features.copied` is true"
            ),
            (
                "quoting is loose: each line is read by itself; a line with several commas is split where "
                "the tweet of a neighbouring line ends, and refused and counted where none tells"
            ),
            (
                "a comma may stand without a blank; tweets begin and end in blanks, kept as given in "
                "`features.as_given`"
            ),
            (
                "the .txt files repeat the .csv files and are passed over; full.csv repeats the three "
                "parts: leave it out to have each line once"
            ),
            "five lines a tweet, but the same tweet may come back later in the file",
        ),
    )
    patterns = (
        *in_any_shape("train", "dev", "test", "full", "sarcasm_sign*", "sarcasmsign*", "sarcasm-sign*"),
    )

    def looks_right(self, file: Path) -> bool:
        """Return whether a file looks like a list of tweets and rewritings."""
        if shape_of(file) in (".jsonl", ".jsonlines", ".ndjson", ".json"):
            return begins(file, '"sarcasm_message"')
        start = first_line(file)
        return start is None or len(_splits(start)) == 1

    def read_named(self, file: Path, name: str, funnel: Funnel) -> Iterator[Sentence]:
        """Yield the sentences of one file."""
        for item in _read(file):
            funnel.read += 1
            if "rewriting" not in item.value:
                funnel.refuse(AMBIGUOUS if item.value else "without a comma between tweet and rewriting")
                continue
            text, rewriting = normalise_text(item.text("text")), normalise_text(item.text("rewriting"))
            if not text or not rewriting:
                funnel.refuse("without a tweet or without a rewriting")
                continue
            copied = " ".join(text.lower().split()) == " ".join(rewriting.lower().split())
            features: dict[str, Any] = {"rewriting": rewriting, "copied": copied}
            keep_as_given(features, text=(item.text("text"), text))
            if copied:
                funnel.note("the rewriting repeats the tweet: the annotator saw no irony")
            record = as_record(item.value.get("snum"))
            yield self.message(item, f"{name}:{item.n}", text, "figurative", record, features)


def _read(file: Path) -> Iterator[Item]:
    """Yield the lines of a file as tweet and rewriting; what cannot be split has no `rewriting`."""
    if shape_of(file) in (".jsonl", ".jsonlines", ".ndjson"):
        for item in read_json_lines(file):
            texts = {"text": item.text("sarcasm_message"), "rewriting": item.text("literal_message")}
            yield Item(item.path, item.line, item.n, {**texts, "snum": item.value.get("snum")})
        return
    lines = [line for line in read_lines(file) if line.text.strip()]
    splits = [_splits(line.text) for line in lines]
    for n, (line, options) in enumerate(zip(lines, splits, strict=True)):
        if len(options) > 1:
            others = splits[max(n - 5, 0) : n] + splits[n + 1 : n + 6]
            near = {tweet.strip() for other in others for tweet, _ in other}
            # Lines of the same tweet share every beginning that ends in one of its commas: the longest is it.
            options = [option for option in options if option[0].strip() in near][-1:]
        value: dict[str, object] = {}
        if len(options) == 1:
            value = {"text": options[0][0], "rewriting": options[0][1]}
        elif splits[n]:
            value = {"options": len(splits[n])}
        yield Item(file, line.number, n, value)


def _splits(line: str) -> list[tuple[str, str]]:
    """Return every way to read a line as tweet and rewriting."""
    if '"' in line:
        try:
            fields = next(csv.reader([line], skipinitialspace=True, strict=True))
        except (csv.Error, StopIteration):
            fields = []
        if len(fields) == 2:
            return [(fields[0], fields[1])]
    places = [at for at, char in enumerate(line) if char == ","]
    return [(line[:at], line[at + 1 :]) for at in places]


reader = SarcasmSign()
