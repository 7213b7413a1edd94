"""What lemminflect's dictionary knows about a word, and nothing that it guesses.

Only the look-up table is used: its guesses for unknown words come out of a pickled model, and ours
(`verbs`, `nouns`, `adjectives`) are rules that a reader can check. Loaded at first use, about a second.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

DictionaryPart = Literal["VERB", "NOUN", "ADJ", "ADV"]


@lru_cache(maxsize=65536)
def dictionary_forms(lemma: str, part: DictionaryPart) -> dict[str, tuple[str, ...]]:
    """Return the forms that the dictionary lists by tag, empty where it does not know the word.

    >>> dictionary_forms("travel", "VERB")["VBG"]
    ('traveling', 'travelling')
    """
    from lemminflect import getAllInflections

    forms: dict[str, tuple[str, ...]] = getAllInflections(lemma.lower(), upos=part)
    return forms


@lru_cache(maxsize=65536)
def dictionary_lemmas(form: str, part: DictionaryPart) -> tuple[str, ...]:
    """Return the base forms that the dictionary lists for a word form, first the likeliest.

    >>> dictionary_lemmas("spilling", "VERB")
    ('spill',)
    """
    from lemminflect import getAllLemmas

    lemmas: dict[str, tuple[str, ...]] = getAllLemmas(form.lower(), upos=part)
    return lemmas.get(part, ())


def is_known(lemma: str, part: DictionaryPart) -> bool:
    """Say whether the dictionary has `lemma` as a base form of that part of speech."""
    return bool(dictionary_forms(lemma, part))
