"""The word sets of `data/word-sets.toml`, which the checks look words up in."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files


@cache
def word_set(name: str) -> frozenset[str]:
    """Return the words of one set."""
    return frozenset(_tables()[name].split())


@cache
def _tables() -> dict[str, str]:
    text = (files("nonliteral.checking") / "data" / "word-sets.toml").read_text("utf-8")
    return tomllib.loads(text)
