"""Base forms of words in a sentence: the parser's guess, put right where it cannot be.

spaCy's rules take *hoping* for a form of *hop* and *hated* for one of *hat*. A base form is right only
if its form under the tag is the word itself, so the guess is tried, then what the dictionary lists.
"""

from __future__ import annotations

from functools import lru_cache

from nonliteral.english.adjectives import COMPARISON_TAGS
from nonliteral.english.dictionary import DictionaryPart, dictionary_lemmas
from nonliteral.english.inflection import inflect
from nonliteral.errors import LanguageError

_PARTS: dict[str, DictionaryPart] = {"V": "VERB", "N": "NOUN", "J": "ADJ", "R": "ADV"}
_INFLECTED = frozenset(("VBD", "VBG", "VBN", "VBZ", "NNS", *COMPARISON_TAGS))


@lru_cache(maxsize=65536)
def mend_lemma(word: str, lemma: str, tag: str) -> str:
    """Return the base form of a word under a tag: the one given if it can be, else a listed one that can.

    >>> mend_lemma("hoping", "hop", "VBG"), mend_lemma("hopping", "hop", "VBG")
    ('hope', 'hop')
    """
    if tag not in _INFLECTED or not word.isalpha():
        return lemma
    lower = word.lower()
    if lemma.lower() != lower and _gives(lemma.lower(), tag, lower):
        return lemma
    part = _PARTS[tag[0]]
    for listed in (
        *dictionary_lemmas(lower, part),
        *(dictionary_lemmas(lower, "ADJ") if part == "ADV" else ()),
    ):
        if listed != lower and _gives(listed, tag, lower):
            return listed
    return lemma


def _gives(lemma: str, tag: str, form: str) -> bool:
    for variety in ("us", "uk"):
        try:
            if inflect(lemma, tag, variety=variety) == form:
                return True
        except LanguageError:
            continue
    return False
