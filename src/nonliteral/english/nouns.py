"""Number of English nouns: irregular, uncountable and plural-only ones, compounds, heads of phrases.

Our table comes first, then the dictionary, then the rules of spelling. A plural of what cannot be
counted, or a singular of what has none, is refused.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Literal

from nonliteral.english.dictionary import dictionary_forms, dictionary_lemmas, is_known
from nonliteral.english.spelling import WORD, check_word, copy_capitals, is_consonant_y
from nonliteral.english.tables import read_table, word_class
from nonliteral.errors import LanguageError

NounKind = Literal["irregular", "same", "uncountable", "plural-only"]

_IRREGULAR_ENDINGS = (
    "woman",
    "man",
    "child",
    "wife",
    "knife",
    "shelf",
    "leaf",
    "wolf",
    "tooth",
    "foot",
    "mouse",
    "life",
)
_TO_PLURAL = {"this": "these", "that": "those"}
_TO_SINGULAR = {"these": "this", "those": "that"}


@cache
def _table() -> tuple[dict[str, str], dict[str, str], dict[str, NounKind]]:
    plural_of: dict[str, str] = {}
    singular_of: dict[str, str] = {}
    kinds: dict[str, NounKind] = {}
    for singular, plural, kind in read_table("nouns.tsv", ("singular", "plural", "kind")):
        kinds[singular or plural] = kind  # type: ignore[assignment]
        if kind in ("irregular", "same"):
            plural_of[singular] = plural
            singular_of[plural] = singular
    return plural_of, singular_of, kinds


def is_uncountable(noun: str) -> bool:
    """Say whether a noun is never counted (*furniture*, *advice*)."""
    return _table()[2].get(noun.lower()) == "uncountable"


def is_plural_only(noun: str) -> bool:
    """Say whether a noun has no singular (*scissors*, *clothes*)."""
    return _table()[2].get(noun.lower()) == "plural-only"


@lru_cache(maxsize=65536)
def is_plural(noun: str) -> bool:
    """Say whether one noun is a plural form; words with one form for both (*sheep*) are not.

    >>> is_plural("men"), is_plural("news"), is_plural("scissors"), is_plural("bus")
    (True, False, True, False)
    """
    lower = noun.lower()
    _, singular_of, kinds = _table()
    kind = kinds.get(lower)
    if kind is not None:
        return kind == "plural-only"
    if lower in singular_of:
        return True
    if "-" in lower:
        parts = lower.split("-")
        return is_plural(parts[_hyphenated_head(parts)])
    if lower.endswith(("sses", "xes", "ches", "shes", "zes")) and is_known(lower[:-2], "NOUN"):
        return True
    if not lower.endswith("s") or lower.endswith(("ss", "us")) or len(lower) < 3:
        return any(lemma != lower for lemma in dictionary_lemmas(lower, "NOUN")) and not is_known(
            lower, "NOUN"
        )
    if is_known(lower, "NOUN") and not is_known(lower[:-1], "NOUN"):
        return False
    if any(lemma != lower for lemma in dictionary_lemmas(lower, "NOUN")):
        return True
    return not is_known(lower, "NOUN") and not lower.endswith("is")


def pluralise(noun: str) -> str:
    """Return the plural of a noun, or of the head of a noun phrase; a plural is returned as it is.

    >>> pluralise("man of letters"), pluralise("brother-in-law"), pluralise("this secret"), pluralise("MP")
    ('men of letters', 'brothers-in-law', 'these secrets', 'MPs')
    """
    return _pluralise(noun)


def singularise(noun: str) -> str:
    """Return the singular of a noun, or of the head of a noun phrase; a singular is returned as it is.

    No article is added: that is for the sentence to say (`articles.with_article`).

    >>> singularise("criteria"), singularise("those knives"), singularise("men of letters")
    ('criterion', 'that knife', 'man of letters')
    """
    return _singularise(noun)


def inflect_noun(noun: str, tag: str) -> str:
    """Return a noun in the number of a tag: NN or NNP singular, NNS or NNPS plural.

    An uncountable noun keeps its form under NN, a plural-only one under NNS.

    >>> inflect_noun("thief", "NNS"), inflect_noun("advice", "NN")
    ('thieves', 'advice')
    """
    if tag in ("NNS", "NNPS"):
        return _pluralise(noun)
    if tag in ("NN", "NNP"):
        return _singularise(noun)
    raise LanguageError(f"{tag!r} is not a tag of nouns. The tags are NN, NNS, NNP and NNPS.")


@lru_cache(maxsize=65536)
def _pluralise(noun: str) -> str:
    if len(noun.split()) < 2:
        return _plural_word(noun)
    return _inflect_phrase(noun, plural=True)


@lru_cache(maxsize=65536)
def _singularise(noun: str) -> str:
    if len(noun.split()) < 2:
        return _singular_word(noun)
    return _inflect_phrase(noun, plural=False)


# Words


def _plural_word(noun: str) -> str:
    check_word(noun, "plural")
    lower = noun.lower()
    plural_of, _, kinds = _table()
    if kinds.get(lower) == "uncountable" or (lower.endswith("ics") and not is_plural(lower)):
        raise LanguageError(
            f"{noun!r} is not counted, so it has no plural. Use 'pieces of {noun}' or another noun."
        )
    if lower in plural_of:
        return copy_capitals(noun, plural_of[lower])
    if noun.isupper() and 1 < len(noun) <= 5:
        return noun + "s"
    if is_plural(noun):
        return noun
    if "-" in noun:
        return _inflect_hyphenated(noun, plural=True)
    return copy_capitals(noun, _regular_plural(lower, proper=noun[:1].isupper()))


def _regular_plural(lower: str, *, proper: bool) -> str:
    plural_of = _table()[0]
    for ending in _IRREGULAR_ENDINGS:
        if lower.endswith(ending) and len(lower) > len(ending):
            plural = lower.removesuffix(ending) + plural_of[ending]
            listed = dictionary_forms(lower, "NOUN").get("NNS", ())
            if plural in listed or (not listed and ending in ("man", "woman")):
                return plural
    if re.search(r"[^aeiou]o$", lower):
        listed = dictionary_forms(lower, "NOUN").get("NNS", ())
        return lower + "es" if lower + "es" in listed and lower + "s" not in listed else lower + "s"
    if is_consonant_y(lower):
        return lower + "s" if proper else lower[:-1] + "ies"
    regular = lower + "es" if lower.endswith(("s", "x", "z", "ch", "sh")) else lower + "s"
    listed = tuple(form for form in dictionary_forms(lower, "NOUN").get("NNS", ()) if form != lower)
    return regular if regular in listed or not listed else listed[0]


def _singular_word(noun: str) -> str:
    check_word(noun, "singular")
    lower = noun.lower()
    _, singular_of, kinds = _table()
    if kinds.get(lower) == "plural-only":
        raise LanguageError(
            f"{noun!r} has no singular. Use 'a pair of' or 'one of the' with it, or another noun."
        )
    if lower in singular_of:
        return copy_capitals(noun, singular_of[lower])
    if len(noun) > 2 and noun.endswith("s") and noun[:-1].isupper():
        return noun[:-1]
    if not is_plural(noun):
        return noun
    if "-" in noun:
        return _inflect_hyphenated(noun, plural=False)
    for lemma in dictionary_lemmas(lower, "NOUN"):
        if lemma != lower and _regular_plural(lemma, proper=False) == lower:
            return copy_capitals(noun, lemma)
    return copy_capitals(noun, _strip_plural(lower, proper=noun[:1].isupper()))


def _strip_plural(lower: str, *, proper: bool) -> str:
    plural_of = _table()[0]
    for ending in _IRREGULAR_ENDINGS:
        if lower.endswith(plural_of[ending]):
            return lower.removesuffix(plural_of[ending]) + ending
    if lower.endswith("ies") and len(lower) > 4 and not proper:
        return lower[:-3] + "y"
    if lower.endswith(("ches", "shes", "xes", "sses", "zzes")):
        return lower[:-2]
    if lower.endswith("s"):
        return lower[:-1]
    listed = [lemma for lemma in dictionary_lemmas(lower, "NOUN") if lemma != lower]
    return listed[0] if listed else lower


def _inflect_hyphenated(noun: str, *, plural: bool) -> str:
    change = _plural_word if plural else _singular_word
    parts = noun.split("-")
    head = _hyphenated_head([part.lower() for part in parts])
    parts[head] = change(parts[head])
    return "-".join(parts)


def _hyphenated_head(parts: list[str]) -> int:
    inner = any(part in ("in", "of", "at", "to", "on", "by", "de") for part in parts[1:-1])
    agent = (
        len(parts) == 2
        and parts[0].rstrip("s").endswith("er")
        and parts[1] in ("by", "up", "on", "in", "out")
    )
    return 0 if inner or agent or parts[-1] in word_class("postposed adjectives") else len(parts) - 1


# Phrases


def find_noun_heads(phrase: str) -> tuple[int, ...]:
    """Return the positions of the words of a noun phrase that carry its number.

    >>> find_noun_heads("a man of letters"), find_noun_heads("cat and dog")
    ((1,), (0, 2))
    """
    words = [match.group().lower() if (match := WORD.search(part)) else "" for part in phrase.split()]
    if not any(words):
        raise LanguageError(f"{phrase!r} holds no word. Give a noun or a noun phrase.")
    end = next(
        (i for i, word in enumerate(words) if i > 0 and word in word_class("noun postmodifiers")), len(words)
    )
    # "that" and "this" at the beginning are determiners; "one's" owns what follows.
    if (
        end > 1
        and words[end - 1] in word_class("postposed adjectives")
        and words[end - 2].rstrip("s") in word_class("nouns with postposed adjective")
    ):
        return (end - 2,)
    heads = [end - 1]
    for position in range(1, end - 1):
        if words[position] in ("and", "or") and _is_noun(words[position - 1]) and _is_noun(words[end - 1]):
            heads.append(position - 1)
    return tuple(sorted(heads))


def _is_noun(word: str) -> bool:
    return is_known(word, "NOUN") or is_plural(word)


def _inflect_phrase(phrase: str, *, plural: bool) -> str:
    heads = find_noun_heads(phrase)
    parts = phrase.split()
    out: list[str] = []
    for position, part in enumerate(parts):
        lower = part.lower()
        if position == 0 and len(parts) > 1 and position not in heads:
            if lower in (word_class("singular determiners") if plural else word_class("plural determiners")):
                number = "plural" if plural else "singular"
                raise LanguageError(
                    f"{part!r} does not go with a {number}. Change the determiner of {phrase!r}."
                )
            if plural and lower in ("a", "an"):
                continue
            swap = _TO_PLURAL if plural else _TO_SINGULAR
            if lower in swap:
                out.append(copy_capitals(part, swap[lower]))
                continue
        if position not in heads:
            out.append(part)
            continue
        match = WORD.search(part)
        if match is None:
            raise LanguageError(
                f"{part!r} in {phrase!r} is not a noun. Give a noun phrase that ends in its noun."
            )
        form = _plural_word(match.group()) if plural else _singular_word(match.group())
        out.append(part[: match.start()] + form + part[match.end() :])
    return " ".join(out)
