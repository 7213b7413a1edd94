"""What every reader is: a card that describes the data and a function that reads its real files.

A reader takes the files as they were published, handles their known warts, and gives records. It
counts what it read, mended and refused in a `Funnel`; a file that is not of the expected form is
an error that names file and line.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, Protocol

import msgspec

from nonliteral.records import Pair, Sentence
from nonliteral.suites import Funnel


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
