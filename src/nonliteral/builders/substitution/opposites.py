"""Antonyms of a definition, for entries that state none: the one word that asserts, turned.

The word is the adjective of *be happy*, the verb of *reveal the secret*, or the adjective of an
adjective phrase. Only antonyms that keep the frame are taken: ours, or WordNet's first.
"""

from __future__ import annotations

from functools import lru_cache

from nonliteral.builders.substitution.classes import own_class
from nonliteral.builders.substitution.definitions import analyse_definition, bare
from nonliteral.english.antonyms import Antonym, antonyms
from nonliteral.english.dictionary import is_known


@lru_cache(maxsize=65536)
def opposite_of(definition: str, part: str) -> str | None:
    """Return a definition with the word that asserts turned into its antonym, None where there is none.

    >>> opposite_of("reveal the secret", "verb"), opposite_of("be very happy", "verb")
    ('hide the secret', 'be very sad')
    """
    phrase = analyse_definition(definition, part)
    words = phrase.words
    if phrase.negated or phrase.category not in ("verb", "adjective") or not words:
        return None
    if phrase.category == "verb":
        if len(phrase.heads) != 1:
            return None
        at = phrase.heads[0]
        if bare(words[at]) in ("be", "become", "feel", "seem"):
            return _turn(words, _adjective_after(words, at + 1), "ADJ", ("ours", "wordnet"))
        return _turn(words, at, "VERB", ("ours",))
    return _turn(words, _adjective_after(words, 0), "ADJ", ("ours", "wordnet"))


def _adjective_after(words: list[str], start: int) -> int | None:
    for at in range(start, min(len(words), start + 3)):
        word = bare(words[at])
        if word in own_class("degree adverbs"):
            continue
        if is_known(word, "ADJ") and antonyms(word, "ADJ"):
            return at
        if not (word.endswith("ly") or is_known(word, "ADV")):
            return None
    return None


def _turn(words: list[str], at: int | None, pos: str, sources: tuple[str, ...]) -> str | None:
    if at is None:
        return None
    found: list[Antonym] = [each for each in antonyms(bare(words[at]), pos) if each.source in sources]
    if not found or " " in found[0].word:
        return None
    return " ".join([*words[:at], found[0].word, *words[at + 1 :]])
