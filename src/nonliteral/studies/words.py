"""The lists of words that studies speak of, from `words.toml` beside this module."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("words.toml")


@cache
def _content() -> dict[str, Any]:
    with FILE.open("rb") as file:
        return tomllib.load(file)


@cache
def load_words(name: str) -> frozenset[str]:
    """Return a list of words by its name."""
    return frozenset(_content()[name]["words"].split())


@cache
def load_triggers() -> dict[str, dict[str, re.Pattern[str]]]:
    """Return the lexical triggers: by inference, then by kind, a pattern over lower-case text."""
    return {
        inference: {kind: re.compile(rf"\b(?:{pattern})\b") for kind, pattern in kinds.items()}
        for inference, kinds in _content()["triggers"].items()
    }
