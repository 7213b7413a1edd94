"""What every reader is: a card that describes the data and a function that reads its real files.

A reader takes the files as they were published, handles their known warts, and gives records. It
counts what it read, mended and refused in a `Funnel`; a file that is not of the expected form is
an error that names file and line.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar

import msgspec

from nonliteral.errors import InputError
from nonliteral.readers.spans import fit_spans, take_tags
from nonliteral.readers.tables import Item, Row, file_stem, find_files
from nonliteral.records import Pair, Sentence, Source, Span
from nonliteral.suites import Funnel

R = TypeVar("R", Pair, Sentence)


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """What `nonliteral data show` says of a corpus or a published set."""

    name: str
    title: str
    makes: Literal["pairs", "sentences"]
    phenomena: tuple[str, ...]
    paper: str
    licence: str
    where: str
    counts: str
    files: str
    ids: str
    warts: tuple[str, ...] = ()
    version: str = "1"
    reading: str = "intended"
    """For pairs: which reading `label` is (`intended`, `surface`, `logical`, or by phenomenon)."""


class Reader(Protocol):
    """A reader of one corpus or published set."""

    card: Card

    def files(self, path: Path) -> list[Path]:
        """Return the files of this set at or below `path`, sorted; none found is an `InputError`."""
        ...

    def read(self, path: Path, funnel: Funnel) -> Iterator[Pair] | Iterator[Sentence]:
        """Yield the records of the files at or below `path`, in the order of `files`."""
        ...


class FileReader:
    """The usual reader: each file by itself, ids from the file's name and the record's position.

    A reader says how its files are called (`patterns`) and how one is read (`read_file`); the rest is here.
    """

    card: Card
    patterns: tuple[str, ...]

    def accepts(self, file: Path) -> bool:  # noqa: ARG002 - readers that must tell files apart look at it
        """Return whether a file whose name fits is one of this set."""
        return True

    def files(self, path: Path) -> list[Path]:
        """Return the files of this set at or below `path`, sorted; none found is an `InputError`."""
        return find_files(path, self.patterns, self.card.title, accept=self.accepts)

    def stem(self, file: Path) -> str:
        """Return what the ids of a file's records begin with."""
        return file_stem(file)

    def read(self, path: Path, funnel: Funnel) -> Iterator[Any]:
        """Yield the records of the files at or below `path`, in the order of `files`."""
        stems: dict[str, Path] = {}
        for file in self.files(path):
            stem = self.stem(file)
            if stem in stems:
                raise InputError(
                    f"{stems[stem]} and {file} would give the same ids ({stem}:0 and on). "
                    "Give the folder with only one of them."
                )
            stems[stem] = file
            yield from self.read_file(file, funnel)

    def read_file(self, file: Path, funnel: Funnel) -> Iterator[Any]:
        """Yield the records of one file."""
        raise NotImplementedError

    def message(
        self, item: Row | Item, ident: str, text: str, usage: str, record: object, features: dict[str, Any]
    ) -> Sentence:
        """Return the sentence that a whole text is, where no word in it is marked."""
        return make(
            Sentence,
            item,
            id=ident,
            text=text,
            expression=None,
            spans=[],
            usage=usage,
            source=self.source(record),
            features=features,
        )

    def source(self, record: object = None) -> Source:
        """Return the source of a record, with the file's own id for it, if it has one."""
        return Source(
            corpus=self.card.name,
            record=None if record is None else str(record),
            licence=self.card.licence,
        )


def take_marked_words(row: Row, marked: str, funnel: Funnel) -> tuple[str, list[Span]]:
    """Return a text without its `<b>` tags and the spans of what they mark; unmatched tags are an error."""
    taken = take_tags(marked)
    if taken is None:
        raise row.error("the <b> tags do not match.", "Each <b> needs its </b>.")
    text, spans = fit_spans(*taken)
    if not spans:
        funnel.note("no word marked")
    return text, spans


def make(record_type: type[R], row: Row | Item, **keys: Any) -> R:
    """Return a record, or the error that names file and line of what it cannot be made of."""
    try:
        return record_type(**keys)
    except (ValueError, TypeError) as error:
        raise row.error(f"{error}.") from None
