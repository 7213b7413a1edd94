"""Fig-QA: figurative sentences that come in pairs, each with two readings of which one is meant."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nonliteral.readers.base import Card, FileReader, make
from nonliteral.readers.tables import read_table
from nonliteral.records import Sentence, normalise_text
from nonliteral.suites import Funnel

_REQUIRED = ("startphrase", "ending1", "ending2")


class FigQa(FileReader):
    """Reads the CSV files of Fig-QA."""

    card = Card(
        name="fig-qa",
        title="Fig-QA",
        makes="sentences",
        phenomena=("metaphor", "simile"),
        paper=(
            "Liu, Cui, Zheng and Neubig 2022, Testing the Ability of Language Models to Interpret "
            "Figurative Language (NAACL)"
        ),
        licence="MIT",
        where="github.com/nightingal3/Fig-QA",
        counts="10,256 sentences in all; the files here: train (small) 1,458, dev 1,094",
        files="train.csv, dev.csv, test.csv with header startphrase,ending1,ending2,labels,valid,qid",
        ids="<file stem>:<n>, n the record from 0; qid is source.record",
        warts=(
            "both sentences of a pair have the same qid: features.pair",
            (
                "features.readings holds the two endings in order, features.meaning and "
                "features.other the right and the wrong one; test files without labels have only "
                "the readings"
            ),
        ),
    )
    patterns = ("train*.csv", "dev*.csv", "test*.csv", "figqa*.csv", "fig-qa*.csv", "fig_qa*.csv")

    def read_file(self, file: Path, funnel: Funnel) -> Iterator[Sentence]:
        """Yield the sentences of one file."""
        for row in read_table(file, delimiter=",", quoted=True, header=True, required=_REQUIRED):
            funnel.read += 1
            label = row.fields.get("labels", "").strip()
            if label not in ("0", "1", "", "-1"):
                raise row.error(f"the label must be 0 or 1, found {label!r}.")
            endings = [normalise_text(row.fields["ending1"]), normalise_text(row.fields["ending2"])]
            if not all(endings):
                raise row.error("an ending is empty.")
            features: dict[str, Any] = {"readings": endings}
            if label in ("0", "1"):
                features["meaning"] = endings[int(label)]
                features["other"] = endings[1 - int(label)]
            else:
                funnel.note("no label")
            if row.fields.get("valid"):
                features["valid"] = row.fields["valid"].strip() == "1"
            qid = row.fields.get("qid", "").strip()
            if qid:
                features["pair"] = qid
            yield make(
                Sentence,
                row,
                id=f"{self.stem(file)}:{row.n}",
                text=normalise_text(row.fields["startphrase"]),
                expression=None,
                spans=[],
                usage="figurative",
                source=self.source(qid or None),
                features=features,
            )


reader = FigQa()
