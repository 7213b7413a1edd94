"""Spelling: endings (doubling, -e, -y, -c), capitals of what is inflected, American or British text."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Literal

from nonliteral.english.tables import read_table
from nonliteral.errors import LanguageError

WORD = re.compile(r"[^\W\d_]+(?:['’\-][^\W\d_]+)*")
"""A word: letters, with apostrophes and hyphens inside."""

_SILENT_E = re.compile(r"(?<=[aeiouy][^aeiouy])e(?=(?:ly|ful|ment|less|ness)$)")
_VOWELS = re.compile(r"[aeiouy]+")


def check_word(word: str, what: str) -> None:
    """Raise `LanguageError` unless `word` is one word that can take an ending."""
    if not WORD.fullmatch(word):
        raise LanguageError(
            f"{word!r} is not a word, so it has no {what}. Give a single word of letters in its base form."
        )


@lru_cache(maxsize=65536)
def count_syllables(word: str) -> int:
    """Return about how many syllables a word has, by its vowel letters.

    >>> count_syllables("reveal"), count_syllables("make"), count_syllables("simple"), count_syllables("quit")
    (2, 1, 2, 1)
    """
    # A *y* between vowels begins a syllable: *kayak*.
    text = re.sub(r"(?<=[aeiou])y(?=[aeiou])", "j", word.lower().replace("qu", "q"))
    text = _SILENT_E.sub("", text)
    groups = len(_VOWELS.findall(text))
    if text.endswith("e") and not re.search(r"[^aeiouy]le$|[aeiouy]e$", text):
        groups -= 1
    return max(groups, 1)


def ends_in_short_syllable(word: str) -> bool:
    """Say whether a word ends in one vowel and one consonant that may double (*stop*, *quit*, *offer*)."""
    text = word.lower().replace("qu", "q")
    return bool(re.search(r"(?:^|[^aeiou])[aeiouy][^aeiouywxh]$", text))


def is_consonant_y(word: str) -> bool:
    """Say whether a word ends in a consonant and *y* (*carry*, *soliloquy*, not *play*)."""
    return bool(re.search(r"(?:[^aeiou]|qu)y$", word.lower()))


def copy_capitals(model: str, word: str) -> str:
    """Return `word` in the capitals of `model`: *Give* and *gave* make *Gave*, *GIVE* makes *GAVE*.

    >>> copy_capitals("GIVE", "gave"), copy_capitals("Give", "gave"), copy_capitals("give", "gave")
    ('GAVE', 'Gave', 'gave')
    """
    if len(model) > 1 and model.isupper():
        return word.upper()
    if model[:1].isupper():
        return word[:1].upper() + word[1:]
    return word


@cache
def _varieties() -> dict[str, Literal["us", "uk"]]:
    found: dict[str, Literal["us", "uk"]] = {}
    for american, british in read_table("varieties.tsv", ("american", "british")):
        if american:
            found[american] = "us"
        if british:
            found[british] = "uk"
    return found


@lru_cache(maxsize=65536)
def variety_of(text: str) -> Literal["us", "uk"] | None:
    """Say whether a text is American or British by the words that tell; None where none or both do.

    >>> variety_of("The rumours spread."), variety_of("She has gotten a gray coat."), variety_of("They left.")
    ('uk', 'us', None)
    """
    table = _varieties()
    told = set()
    for word in WORD.findall(text.lower()):
        variety = table.get(word) or (table.get(word[:-1]) if word.endswith("s") else None)
        if variety is not None:
            told.add(variety)
    return told.pop() if len(told) == 1 else None
