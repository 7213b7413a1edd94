"""Comparison of English adjectives and adverbs: endings, irregular forms, *more* and *most*."""

from __future__ import annotations

from functools import cache, lru_cache

from nonliteral.english.spelling import (
    check_word,
    copy_capitals,
    count_syllables,
    ends_in_short_syllable,
    is_consonant_y,
)
from nonliteral.english.tables import read_table
from nonliteral.errors import LanguageError

COMPARISON_TAGS = ("JJR", "JJS", "RBR", "RBS")


@cache
def _table() -> tuple[dict[str, tuple[str, str]], dict[str, str]]:
    irregular: dict[str, tuple[str, str]] = {}
    kinds: dict[str, str] = {}
    columns = ("word", "comparative", "superlative", "kind")
    for word, comparative, superlative, kind in read_table("adjectives.tsv", columns):
        kinds[word] = kind
        if kind == "irregular":
            irregular[word] = (comparative, superlative)
    return irregular, kinds


@cache
def _participles() -> frozenset[str]:
    columns = ("lemma", "past", "participle", "uk_past", "uk_participle")
    rows = read_table("verbs.tsv", columns)
    # *fit*, *wet* and *shut* look like their verbs but are plain adjectives.
    return frozenset(form for row in rows for form in row[1:]) - {"fit", "wet", ""}


def comparative(word: str) -> str:
    """Return the comparative of an adjective or adverb.

    >>> comparative("happy"), comparative("beautiful"), comparative("good-looking"), comparative("thin")
    ('happier', 'more beautiful', 'better-looking', 'thinner')
    """
    return _compare(word, superlative=False)


def superlative(word: str) -> str:
    """Return the superlative of an adjective or adverb, without *the*.

    >>> superlative("bad"), superlative("clever"), superlative("tired")
    ('worst', 'cleverest', 'most tired')
    """
    return _compare(word, superlative=True)


def compare(word: str, tag: str) -> str:
    """Return a word in the degree of a tag: JJR and RBR comparative, JJS and RBS superlative.

    >>> compare("fast", "RBR"), compare("quickly", "RBS")
    ('faster', 'most quickly')
    """
    if tag not in COMPARISON_TAGS:
        raise LanguageError(f"{tag!r} is not a tag of comparison. The tags are {', '.join(COMPARISON_TAGS)}.")
    return _compare(word, superlative=tag in ("JJS", "RBS"))


@lru_cache(maxsize=65536)
def _compare(word: str, *, superlative: bool) -> str:
    check_word(word, "comparison")
    lower = word.lower()
    irregular, kinds = _table()
    if lower in irregular:
        return copy_capitals(word, irregular[lower][superlative])
    if any(lower in forms for forms in irregular.values()):
        raise LanguageError(f"{word!r} is compared already. Give the base form.")
    if kinds.get(lower) == "none":
        raise LanguageError(f"{word!r} is not compared. Use another adjective.")
    first, hyphen, rest = lower.partition("-")
    if hyphen and first in irregular:
        return copy_capitals(word, irregular[first][superlative] + hyphen + rest)
    if _takes_ending(lower, kinds.get(lower)):
        return copy_capitals(word, _add_ending(lower, "est" if superlative else "er"))
    more = copy_capitals(word if not word.isupper() else "", "most" if superlative else "more")
    return f"{more} {word if word.isupper() else lower if word[:1].isupper() else word}"


def _takes_ending(lower: str, kind: str | None) -> bool:
    if kind is not None:
        return kind == "ending"
    if "-" in lower or lower.endswith("ing") or lower in _participles():
        return False
    syllables = count_syllables(lower)
    if lower.endswith("ed") and len(lower) > 4:
        return False
    if syllables == 1:
        return True
    return syllables == 2 and lower.endswith("y") and not lower.endswith(("ily", "lly"))


def _add_ending(lower: str, ending: str) -> str:
    if lower.endswith("e"):
        return lower + ending[1:]
    if is_consonant_y(lower):
        # *shyer*, *slyer*, *wryer* keep their y; *dry* does not.
        keeps = lower in ("shy", "sly", "wry", "spry", "coy")
        return lower + ending if keeps else lower[:-1] + "i" + ending
    if ends_in_short_syllable(lower) and count_syllables(lower) == 1:
        return lower + lower[-1] + ending
    return lower + ending
