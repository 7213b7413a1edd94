"""Misspelt words: what stands in no word list but one letter away from a common word.

British and American spellings both count as right. Names are left alone, and so are words that
English makes freely (*unhelpfulness*, *handmade*): a checker that cries wolf is switched off.
"""

from __future__ import annotations

import gzip
import re
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from nonliteral.checking.wordsets import word_set

# Not part of a name, an address, a hashtag, a hyphenated word or an elided one.
_WORD = re.compile(r"(?<![\w#@/.&'’\-\\])(?<!- )[a-z]{3,}(?![\w@/\-]|['’][a-z]|\.\w)")
_STRETCHED = re.compile(r"(.)\1\1")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_MIN_SURE = 7
"""From this many letters on, a word one letter away from exactly one common word is surely meant to be it."""


class Misspelling(NamedTuple):
    """A word that looks misspelt, what was probably meant, and whether that is sure."""

    word: str
    meant: str
    sure: bool


def find_misspellings(text: str) -> list[Misspelling]:
    """Return the words of `text` that look misspelt, in order.

    >>> find_misspellings("An enourmous honour, an enormous honor.")
    [Misspelling(word='enourmous', meant='enormous', sure=True)]
    """
    found = []
    for match in _WORD.finditer(text):
        misspelling = look_up(match.group())
        if misspelling is not None:
            found.append(misspelling)
    return found


@lru_cache(maxsize=1 << 17)
def look_up(word: str) -> Misspelling | None:
    """Return what is wrong with the spelling of one lower-case word, or None."""
    meant = _misspellings().get(word)
    if meant is not None:
        return Misspelling(word, meant, True)
    common, rare = _words()
    if len(word) < 4 or word in common or word in rare or _STRETCHED.search(word) or _is_made_of_words(word):
        return None
    irregular = _irregular_form(word)
    if irregular is not None:
        return Misspelling(word, irregular, True)
    near = sorted(candidate for candidate in _one_letter_away(word) & common if len(candidate) >= 4)
    if not near:
        return None
    sure = len(near) == 1 and len(word) >= _MIN_SURE and near[0][0] == word[0]
    return Misspelling(word, min(near, key=lambda candidate: _likeness(word, candidate)), sure)


def _irregular_form(word: str) -> str | None:
    """Return the past tense that *speaked* or *losed* should have been."""
    from nonliteral.english.dictionary import dictionary_forms

    if not word.endswith("ed"):
        return None
    for base in (word[:-2], word[:-1], word[:-3] + "y" if word.endswith("ied") else word[:-2]):
        past = dictionary_forms(base, "VERB").get("VBD", ()) if base in _words()[0] else ()
        if past and word not in past and not past[0].endswith("ed"):
            return past[0]
    return None


def _likeness(word: str, candidate: str) -> tuple[int, bool, bool, str]:
    """Sort key: letters swapped, then one too many or too few, then one for another."""
    if len(candidate) == len(word):
        kind = 0 if sorted(candidate) == sorted(word) else 2
    else:
        kind = 1
    return kind, candidate[0] != word[0], candidate[-1] != word[-1], candidate


def is_common(word: str) -> bool:
    """Return whether a word, in lower case, is one that everybody knows; names are not."""
    return word in _words()[0]


def _is_made_of_words(word: str) -> bool:
    common, _ = _words()
    for prefix in word_set("prefixes"):
        if word.startswith(prefix) and word[len(prefix) :] in common and len(word) - len(prefix) >= 4:
            return True
    for suffix in word_set("suffixes"):
        stem = word[: -len(suffix)]
        if word.endswith(suffix) and len(stem) >= 4 and stem in common:
            return True
    if word.endswith("in") and word + "g" in common:
        return True  # talkin', as people write it
    return any(word[:i] in common and word[i:] in common for i in range(4, len(word) - 3))


def _one_letter_away(word: str) -> set[str]:
    splits = [(word[:i], word[i:]) for i in range(len(word) + 1)]
    away = {a + b[1:] for a, b in splits if b}
    away |= {a + b[1] + b[0] + b[2:] for a, b in splits if len(b) > 1}
    away |= {a + c + b[1:] for a, b in splits if b for c in _LETTERS}
    away |= {a + c + b for a, b in splits for c in _LETTERS}
    return away


@cache
def _words() -> tuple[frozenset[str], frozenset[str]]:
    folder = files("nonliteral.checking") / "data"
    common = frozenset(gzip.decompress((folder / "common-words.txt.gz").read_bytes()).decode().split())
    rare = gzip.decompress((folder / "rare-words.txt.gz").read_bytes()).decode().split()
    return common, frozenset([*rare, *(folder / "further-words.txt").read_text("utf-8").split()])


@cache
def _misspellings() -> dict[str, str]:
    text = (files("nonliteral.checking") / "data" / "misspellings.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {row[0]: row[1] for row in rows}
