"""Reading the word tables that lie in `data/` beside this module.

A table is tab-separated text with a header line; lines that start with `#` are for people.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from nonliteral.errors import DefectError

DATA = Path(__file__).parent / "data"
"""The folder of the package's own word tables."""


def read_table(name: str, columns: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a table of ours, each with one cell a column.

    >>> next(read_table("verbs.tsv", ("lemma", "past", "participle", "uk_past", "uk_participle")))
    ('abide', 'abided', 'abided', '', '')
    """
    path = DATA / name
    header: tuple[str, ...] | None = None
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.startswith("#") or not line.strip():
                continue
            cells = tuple(line.rstrip("\n").split("\t"))
            if header is None:
                header = cells
                if header != columns:
                    raise DefectError(f"{path}:{number}: expected the columns {columns}, found {header}.")
                continue
            if len(cells) > len(columns):
                raise DefectError(
                    f"{path}:{number}: {len(cells)} cells in a table of {len(columns)} columns."
                )
            yield cells + ("",) * (len(columns) - len(cells))


@cache
def word_class(name: str) -> frozenset[str]:
    """Return a closed class of words by its name in `data/classes.tsv`.

    >>> "upon" in word_class("prepositions")
    True
    """
    for found, words in read_table("classes.tsv", ("name", "words")):
        if found == name:
            return frozenset(words.split())
    raise DefectError(f"There is no class of words called {name!r} in {DATA / 'classes.tsv'}.")
