"""Sim-Hint: sarcastic messages of speakers with what hearers took them to mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nonliteral.readers.base import Card
from nonliteral.readers.pairs import (
    SetReader,
    as_record,
    in_any_shape,
    keep_as_given,
    keep_columns,
)
from nonliteral.readers.tables import read_json_lines
from nonliteral.records import Sentence, normalise_text
from nonliteral.suites import Funnel

_READING = re.compile(r"literal_message_(\d+)")


class SimHint(SetReader):
    """The reader of Sim-Hint."""

    card = Card(
        name="sim-hint",
        title="Sim-Hint",
        makes="sentences",
        phenomena=("irony",),
        paper=(
            "Ghosh, Musi, Upasani, Muresan (2020), Interpreting verbal irony: Linguistic strategies and "
            "the connection to the type of semantic incongruity, SCiL; as in Figurative-NLI"
        ),
        licence="not stated with the data",
        where="https://github.com/tuhinjubcse/Figurative-NLI (data/sarcasm_twitter_rte_separate.jsonlines)",
        counts="4,762 readings of 1,081 messages (the paper says 4,761)",
        files=(
            "sarcasm_twitter_rte_separate.jsonlines: snum, sarcasm_message, incongruency, "
            "literal_message_1 … 7, of which one a line; sarcasm_twitter_rte*.jsonlines with several a "
            "line"
        ),
        ids=(
            "<file stem>:<n>, n the line from 0; snum in source.record. A line with several readings "
            "makes several records, the k-th reading <file stem>:<n>#<k>"
        ),
        warts=(
            (
                "a record is one hearer's reading: text is the message, `features.rewriting` the reading, "
                "`features.hearer` its number"
            ),
            "there are no labels",
            "`features.incongruency` is implicit or explicit",
            (
                "65 of the tweet numbers in snum went through a spreadsheet (4.03225E+17-1) and no longer "
                "name the tweet"
            ),
            "1,043 of the messages differ in wording; some readings repeat",
        ),
    )
    patterns = in_any_shape("sarcasm_twitter_rte*", "sim-hint*", "sim_hint*")

    def read_named(self, file: Path, name: str, funnel: Funnel) -> Iterator[Sentence]:
        """Yield the sentences of one file."""
        for item in read_json_lines(file):
            given = item.text("sarcasm_message")
            text = normalise_text(given)
            keys = [key for key in item.value if _READING.fullmatch(key)]
            readings = [(key, reading) for key in keys if (reading := normalise_text(item.text(key)))]
            funnel.read += max(len(readings), 1)
            if not text or not readings:
                funnel.refuse("without a message or without a reading", max(len(readings), 1))
                continue
            if len(readings) > 1:
                funnel.note("further readings on the same line, each a record", len(readings) - 1)
            for key, reading in readings:
                hearer = int(key.rpartition("_")[2][:6])
                features: dict[str, Any] = {"rewriting": reading, "hearer": hearer}
                features |= keep_columns(item, ("snum", "sarcasm_message", *keys))
                keep_as_given(features, text=(given, text), rewriting=(item.value[key], reading))
                suffix = f"#{hearer}" if len(readings) > 1 else ""
                record = as_record(item.value.get("snum"))
                yield self.message(item, f"{name}:{item.n}{suffix}", text, "figurative", record, features)


reader = SimHint()
