"""SemEval-2018 task 3: tweets marked ironic or not, and by the kind of irony."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nonliteral.readers.base import Card
from nonliteral.readers.pairs import SetReader, as_record, in_any_shape, keep_as_given
from nonliteral.readers.tables import Item, file_stem, read_lines
from nonliteral.records import Sentence, Usage, normalise_text
from nonliteral.suites import Funnel

KINDS = {
    "0": "none",
    "1": "polarity-contrast",
    "2": "other-verbal",
    "3": "situational",
}
"""What the numbers of task B stand for; task A tells only 0 from 1."""


class SemEval2018Task3(SetReader):
    """The reader of SemEval-2018 task 3."""

    card = Card(
        name="semeval2018-task3",
        title="SemEval-2018 task 3 (irony in English tweets)",
        makes="sentences",
        phenomena=("irony",),
        paper=(
            "Van Hee, Lefever, Hoste (2018), SemEval-2018 task 3: Irony detection in English tweets, SemEval"
        ),
        licence="not stated with the data (tweets)",
        where="https://github.com/Cyvhee/SemEval2018-Task3",
        counts=(
            "3,834 training tweets (1,911 ironic) and 784 test tweets (311 ironic), in task A and again "
            "in task B"
        ),
        files=(
            "SemEval2018-T3-train-task{A,B}*.txt, SemEval2018-T3_gold_test_task{A,B}*.txt, "
            "SemEval2018-T3_input_test*.txt: a header, then number, label, tweet, parted by tabs"
        ),
        ids="<file stem>:<n>, n from 0 over the lines after the header; the tweet's number in source.record",
        warts=(
            (
                "usage is figurative for an ironic tweet and literal for another; in the input files, "
                "which have no labels, unknown"
            ),
            (
                "`features.label` is the number as given; in task B `features.irony` is "
                "polarity-contrast, other-verbal, situational or none"
            ),
            (
                "the files of task A and B hold the same tweets: import one of them to have each once; "
                "`features.split` is train or test, by the file's name"
            ),
            (
                "quotation marks are text, not quoting: readers that take them for quoting swallow tweets "
                "(so did Figurative-NLI)"
            ),
            "tweets were cleaned of #irony, #sarcasm and #not in training but not in the test files",
            (
                "line breaks in tweets are written | or ||; emoji are signs in the _emoji files and names "
                "like :smirking_face: in the others; many tweets end in a blank, kept in "
                "`features.as_given`"
            ),
        ),
    )
    patterns = (*in_any_shape("SemEval2018-T3*"), "semeval2018*.txt")

    def read_named(self, file: Path, name: str, funnel: Funnel) -> Iterator[Sentence]:
        """Yield the sentences of one file."""
        task = "B" if "taskb" in file_stem(file).lower() else "A"
        split = next((part for part in ("train", "test") if part in file_stem(file).lower()), None)
        for item in _read(file):
            funnel.read += 1
            given = item.text("tweet")
            text = normalise_text(given)
            if not text:
                funnel.refuse("an empty tweet")
                continue
            features: dict[str, Any] = {"task": task}
            if split is not None:
                features["split"] = split
            usage: Usage = "unknown"
            if "label" in item.value:
                label = item.text("label").strip()
                if label not in KINDS or (task == "A" and label not in ("0", "1")):
                    allowed = "0, 1, 2 or 3" if task == "B" else "0 or 1"
                    raise item.error(f"a label of task {task} must be {allowed}, found {label[:40]!r}.")
                usage = "literal" if label == "0" else "figurative"
                features["label"] = label
                if task == "B":
                    features["irony"] = KINDS[label]
            keep_as_given(features, text=(given, text))
            record = as_record(item.value.get("index"))
            yield self.message(item, f"{name}:{item.n}", text, usage, record, features)


def _columns(header: str) -> list[str] | None:
    names = [name.strip().lower().removeprefix("tweet ") for name in header.split("\t")]
    found = ["tweet" if name == "text" else name for name in names]
    return found if found in (["index", "label", "tweet"], ["index", "tweet"]) else None


def _read(file: Path) -> Iterator[Item]:
    columns: list[str] | None = None
    n = 0
    for line in read_lines(file):
        if columns is None:
            columns = _columns(line.text)
            if columns is None:
                raise Item(file, line.number, 0, {}).error(
                    "the first line must be the header Tweet index, Label, Tweet text, parted by tabs."
                )
            continue
        if not line.text.strip():
            continue
        fields = line.text.split("\t", len(columns) - 1)
        item = Item(file, line.number, n, dict(zip(columns, fields, strict=False)))
        if len(fields) != len(columns):
            raise item.error(f"{len(columns)} fields expected, {len(fields)} found.")
        yield item
        n += 1


reader = SemEval2018Task3()
