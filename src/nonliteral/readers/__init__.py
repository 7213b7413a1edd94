"""Readers: the real files of corpora and published sets into records.

One module a set. `import_set` reads a set and writes it as a suite (pairs) or a corpus (sentences);
`cards` tells what there is.
"""

from __future__ import annotations

from pathlib import Path
from typing import cast

import nonliteral
from nonliteral import registry
from nonliteral.errors import InputError
from nonliteral.files import AnyPath
from nonliteral.readers.base import Card, FileReader, Reader
from nonliteral.suites import Corpus, Funnel, Recipe, Suite, hash_inputs, write_corpus, write_suite

__all__ = ["Card", "FileReader", "Reader", "cards", "import_set", "load_reader"]


def load_reader(name: str) -> Reader:
    """Return the reader of that name, of a plug-in, or at `py:module:attribute`."""
    reader = registry.resolve("readers", name)
    if not isinstance(getattr(reader, "card", None), Card):
        raise InputError(
            f"{name} is not a reader: it has no card. See the protocol in nonliteral.readers.base."
        )
    return cast("Reader", reader)


def cards() -> list[Card]:
    """Return the card of every known set, sorted by name."""
    return [load_reader(name).card for name in registry.names("readers")]


def import_set(name: str, path: AnyPath, out: AnyPath, *, force: bool = False) -> Suite | Corpus:
    """Read the files of a set at or below `path` and write them as `out/<set>`.

    The same files again leave what is there alone; other files are a `ConflictError` unless `force`.
    """
    reader = load_reader(name)
    card = reader.card
    root = Path(path)
    funnel = Funnel()
    recipe = Recipe(
        builder=f"import:{card.name}",
        options={},
        seed=None,
        inputs=hash_inputs(reader.files(root), root),
        lexicon=None,
        parser=None,
        package=nonliteral.__version__,
    )
    records = reader.read(root, funnel)
    if card.makes == "pairs":
        return write_suite(
            out,
            card.name,
            records,  # type: ignore[arg-type]
            recipe=recipe,
            funnel=funnel,
            reading=card.reading,
            licence=card.licence,
            version=card.version,
            force=force,
        )
    return write_corpus(
        out,
        card.name,
        records,  # type: ignore[arg-type]
        recipe=recipe,
        funnel=funnel,
        licence=card.licence,
        version=card.version,
        force=force,
    )
