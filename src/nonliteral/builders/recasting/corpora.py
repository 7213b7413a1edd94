"""What a recast reads: the records of a corpus as fields by name, with the file and line they came from.

A corpus is one that nonliteral has a reader for, or the user's own CSV, TSV, JSON or JSON lines, where
columns are fields. Of a reader's records every key is a field, and every feature too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from nonliteral import registry
from nonliteral.errors import InputError, RecordError
from nonliteral.readers import load_reader
from nonliteral.readers.tables import (
    Item,
    Row,
    file_stem,
    find_files,
    read_json_lines,
    read_json_objects,
    read_lines,
    read_table,
)
from nonliteral.records import Pair, Sentence, Source, normalise_text
from nonliteral.suites import Funnel, hash_inputs

OWN = ("*.csv", "*.tsv", "*.jsonl", "*.ndjson", "*.json")


class Record(msgspec.Struct, kw_only=True):
    """A record of a corpus: its fields, and where to look it up."""

    id: str
    fields: dict[str, Any]
    source: Source
    place: str
    """File and line, or corpus and id: how errors name the record."""


class OpenedCorpus(msgspec.Struct, kw_only=True):
    """All records of a corpus, and the names of their fields."""

    name: str
    records: list[Record]
    fields: set[tuple[str, ...]]
    own: bool
    """Whether it is the user's own table, read without a reader."""
    header: str | None
    """The file and line that names the columns, where the corpus is a table."""


def open_corpus(name: str, path: Path, licence: str | None, funnel: Funnel) -> OpenedCorpus:
    """Read a corpus by its reader's name, or the user's own files under any other name."""
    header: str | None = None
    records: list[Record] = []
    if _has_reader(name):
        records = [_from_reader(name, each) for each in load_reader(name).read(path, funnel)]
    else:
        stems: dict[str, Path] = {}
        for file in find_files(path, OWN, f"the corpus {name}"):
            if file_stem(file) in stems:
                raise InputError(
                    f"{stems[file_stem(file)]} and {file} would give the same ids. Give only one of them."
                )
            stems[file_stem(file)] = file
            header = header or (f"{file}:1" if file.suffix.lower() in (".csv", ".tsv") else None)
            found = list(_own_records(name, file, licence or "not stated"))
            if not found:
                raise RecordError(file, 1, "the file holds no records.", "Add a row, or leave the file out.")
            records += found
        funnel.read += len(records)
    return OpenedCorpus(
        name=name,
        records=records,
        fields={path for record in records for path in _paths(record.fields)},
        own=not _has_reader(name),
        header=header,
    )


def hash_corpus(name: str, path: Path) -> dict[str, str]:
    """Return the sha256 of a corpus's files, by corpus and file."""
    if _has_reader(name):
        inputs = hash_inputs(load_reader(name).files(path), path)
    else:
        inputs = hash_inputs(find_files(path, OWN, f"the corpus {name}"), path)
    return {f"{name}/{file}": sha for file, sha in inputs.items()}


def licence_of(name: str, given: str | None) -> str:
    """Return the licence of what is made from a corpus: what the template says, or else the reader's."""
    if given is not None:
        return given
    return load_reader(name).card.licence if _has_reader(name) else "not stated"


def _has_reader(name: str) -> bool:
    return name in registry.names("readers") or name.startswith("py:")


def _check_delimiter(file: Path, delimiter: str) -> None:
    """Raise where the first line of a table is parted by something else than its ending says."""
    first = next(read_lines(file), None)
    if first is None or delimiter in first.text:
        return
    names = {";": "semicolons", "\t": "tabs", ",": "commas"}
    other = next((each for each in names if each in first.text), None)
    if other is not None:
        raise RecordError(
            file,
            1,
            f"the columns are parted by {names[other]}, and {names[delimiter]} were expected.",
            "Save it as CSV with commas, or as TSV with tabs.",
        )


def _own_records(name: str, file: Path, licence: str) -> Iterator[Record]:
    kind = file.suffix.lower()
    rows: Iterator[Row] | Iterator[Item]
    if kind in (".csv", ".tsv"):
        _check_delimiter(file, "," if kind == ".csv" else "\t")
        rows = read_table(
            file,
            delimiter="," if kind == ".csv" else "\t",
            quoted=kind == ".csv",
            header=True,
            skip_empty=True,
        )
    elif kind in (".jsonl", ".ndjson"):
        rows = read_json_lines(file)
    elif kind == ".json":
        rows = read_json_objects(file)
    else:
        raise InputError(f"{file} is not a corpus that can be read. Give CSV, TSV, JSON or JSON lines.")
    for row in rows:
        given = row.fields if isinstance(row, Row) else row.value
        fields = {
            key: normalise_text(value) if isinstance(value, str) else value for key, value in given.items()
        }
        if any(isinstance(value, str) and "\0" in value for value in fields.values()):
            raise row.error("a NUL character, which no text has.", "Save the file as UTF-8 and try again.")
        ident = f"{file_stem(file)}:{row.n}"
        yield Record(
            id=ident,
            fields={"id": ident, **fields},
            source=Source(
                corpus=name, record=str(fields["id"]) if fields.get("id") else ident, licence=licence
            ),
            place=f"{row.path}:{row.line}",
        )


def _from_reader(name: str, record: Pair | Sentence) -> Record:
    values: dict[str, Any] = msgspec.to_builtins(record)
    features = values.get("features", {})
    # A reader's own key wins over a feature of the same name; {features.name} reads the feature.
    return Record(
        id=record.id,
        fields={**features, **values},
        source=Source(corpus=record.source.corpus, record=record.id, licence=record.source.licence),
        place=f"{name} {record.id}",
    )


def _paths(fields: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    for key, value in fields.items():
        yield (key,)
        if isinstance(value, dict):
            for path in _paths(value):
                yield (key, *path)
        elif isinstance(value, list):
            for number in range(len(value)):
                yield (key, str(number))
