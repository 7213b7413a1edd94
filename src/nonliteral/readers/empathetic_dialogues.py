"""EmpatheticDialogues: situations that people described, each with a feeling and a conversation about it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nonliteral.readers.base import Card
from nonliteral.readers.pairs import SetReader, begins, in_any_shape
from nonliteral.readers.tables import Item, read_lines
from nonliteral.records import Sentence, normalise_text
from nonliteral.suites import Funnel

COLUMNS = ("conv_id", "utterance_idx", "context", "prompt", "speaker_idx", "utterance", "selfeval", "tags")
_NEEDED = 6


class EmpatheticDialogues(SetReader):
    """The reader of EmpatheticDialogues."""

    card = Card(
        name="empathetic-dialogues",
        title="EmpatheticDialogues",
        makes="sentences",
        phenomena=("irony",),
        paper=(
            "Rashkin, Smith, Li, Boureau (2019), Towards empathetic open-domain conversation models: A "
            "new benchmark and dataset, ACL"
        ),
        licence="CC-BY-NC-4.0",
        where="https://github.com/facebookresearch/EmpatheticDialogues",
        counts="24,850 conversations: 19,533 training, 2,770 validation and 2,547 test",
        files=(
            "train.csv, valid.csv, test.csv: conv_id, utterance_idx, context, prompt, speaker_idx, "
            "utterance, selfeval, tags"
        ),
        ids="<file stem>:<n>, n from 0 over the conversations; conv_id in source.record",
        warts=(
            (
                "a record is a conversation: the rows in a row with one conv_id; text is the situation "
                "(`prompt`)"
            ),
            (
                "`features.emotion` is the feeling (`context`), `features.turns` the conversation, turn "
                "by turn"
            ),
            "commas are written _comma_: put back; quotation marks are text, not quoting",
            (
                "the situation is what FLUTE's literal premises are taken from; nobody marked its use, so "
                "usage is unknown"
            ),
            "some rows have fewer than eight fields, or a ninth with candidate answers that is left out",
        ),
    )
    patterns = in_any_shape("train", "valid", "test", "empathetic*")

    def looks_right(self, file: Path) -> bool:
        """Return whether a file has the set's header."""
        return begins(file, "conv_id,utterance_idx,context,prompt")

    def read_named(self, file: Path, name: str, funnel: Funnel) -> Iterator[Sentence]:
        """Yield the situations of one file."""
        rows: list[Item] = []
        n = 0
        for row in _read(file):
            if rows and row.value["conv_id"] != rows[0].value["conv_id"]:
                yield from self._situation(rows, f"{name}:{n}", funnel)
                rows, n = [], n + 1
            rows.append(row)
        if rows:
            yield from self._situation(rows, f"{name}:{n}", funnel)

    def _situation(self, rows: list[Item], ident: str, funnel: Funnel) -> Iterator[Sentence]:
        funnel.read += 1
        first = rows[0]
        text = _with_commas(first.value["prompt"])
        if not text:
            funnel.refuse("without a situation")
            return
        funnel.note("turns kept with their situation", len(rows))
        turns = [
            {"speaker": row.value["speaker_idx"], "text": _with_commas(row.value["utterance"])}
            for row in rows
        ]
        features: dict[str, Any] = {"emotion": first.value["context"], "turns": turns}
        for key in ("selfeval", "tags"):
            if first.value.get(key):
                features[key] = first.value[key]
        yield self.message(first, ident, text, "unknown", first.value["conv_id"], features)


def _with_commas(text: str) -> str:
    return normalise_text(text.replace("_comma_", ","))


def _read(file: Path) -> Iterator[Item]:
    header = True
    n = 0
    for line in read_lines(file):
        fields = line.text.split(",")
        if header:
            header = False
            if tuple(fields[:_NEEDED]) != COLUMNS[:_NEEDED]:
                raise Item(file, line.number, 0, {}).error(
                    f"the first line must name the columns {','.join(COLUMNS)}."
                )
            continue
        if not line.text.strip():
            continue
        item = Item(file, line.number, n, dict(zip(COLUMNS, fields, strict=False)))
        if len(fields) < _NEEDED:
            raise item.error(f"at least {_NEEDED} fields expected, {len(fields)} found.")
        yield item
        n += 1


reader = EmpatheticDialogues()
