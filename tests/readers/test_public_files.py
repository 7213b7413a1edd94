"""The real files, where they are at hand: every data line is a record or counted with its reason."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from nonliteral.readers import import_set

PLACES = {
    "magpie": "corpora/magpie",
    "semeval2013-task5b": "corpora/semeval2013-task5b",
    "pie-english": "corpora/pie-english",
    "pie-zhou": "corpora/pie-zhou",
    "tsvetkov2014": "corpora/tsvetkov2014",
    "moh": "corpora/moh",
    "moh-x": "corpora/moh-x",
    "trofi": "corpora/trofi",
    "vua": "corpora/vua",
    "scope-similes": "corpora/scope-similes",
    "fig-qa": "corpora/fig-qa",
    "impli": "published/impli",
}


def lines(file: Path) -> int:
    return len(file.read_bytes().splitlines())


def csv_records(file: Path) -> int:
    with file.open(newline="", encoding="latin-1") as content:
        return sum(1 for _ in csv.reader(content))


def count_pie_english(folder: Path) -> int:
    with (folder / "idiomscorpus.csv").open(newline="", encoding="utf-8") as content:
        return sum(1 for row in csv.DictReader(content) if row["id"])


def count_tsvetkov(folder: Path) -> int:
    import openpyxl

    book = openpyxl.load_workbook(folder / "Datasets_ACL2014.xlsx")
    return sum(lines(file) for file in folder.glob("*.txt")) + sum(
        sum(1 for row in sheet.iter_rows(values_only=True) if any(row)) - 1 for sheet in book.worksheets
    )


def count_trofi(folder: Path) -> int:
    text = (folder / "TroFiBase.txt").read_text(encoding="utf-8")
    return sum(1 for line in text.split("\n") if line.startswith("wsj"))


COUNTS: dict[str, Callable[[Path], int]] = {
    "magpie": lambda folder: lines(folder / "sentences.tsv"),
    "semeval2013-task5b": lambda folder: sum(lines(file) for file in folder.glob("*.txt")),
    "pie-english": count_pie_english,
    "pie-zhou": lambda folder: csv_records(folder / "data_cleaned.csv") - 1,
    "tsvetkov2014": count_tsvetkov,
    "moh": lambda folder: lines(folder / "Data-metaphoric-or-literal.txt") - 3,
    "moh-x": lambda folder: lines(folder / "MOH-Verb-labels-rels.txt"),
    "trofi": count_trofi,
    "vua": lambda folder: (
        csv_records(folder / "vuamc_corpus_train.csv") - 1 + csv_records(folder / "verb_tokens.csv")
    ),
    "scope-similes": lambda folder: csv_records(folder / "SimileEMNLP.csv") - 1,
    "fig-qa": lambda folder: sum(csv_records(file) - 1 for file in folder.glob("*.csv")),
    "impli": lambda folder: sum(file.read_bytes().count(b"\n") for file in folder.rglob("*.tsv")),
}

REFUSED = {"tsvetkov2014": {"not English": 452}, "vua": {"empty sentence": 13}}


@pytest.mark.parametrize("name", sorted(PLACES))
def test_every_line_of_the_public_files_is_accounted_for(
    name: str, public_data: Path, tmp_path: Path
) -> None:
    folder = public_data / PLACES[name]
    made = import_set(name, folder, tmp_path)
    funnel = made.description.funnel
    assert funnel["read"] == COUNTS[name](folder)
    assert funnel["refused"] == REFUSED.get(name, {})
    assert len(made) == funnel["read"] - sum(funnel["refused"].values())
