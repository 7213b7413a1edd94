"""The closed classes of words that the rules of substitution speak of, from the table beside this module."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from nonliteral.errors import DefectError


@cache
def own_class(name: str) -> frozenset[str]:
    """Return a closed class of words by its name in `word-classes.tsv`.

    >>> "proverbial" in own_class("metalinguistic")
    True
    """
    text = (files(__package__) / "word-classes.tsv").read_text(encoding="utf-8")
    for line in text.splitlines():
        found, _, words = line.partition("\t")
        if found == name:
            return frozenset(words.split())
    raise DefectError(f"There is no class of words called {name!r} in word-classes.tsv.")
