"""Expressions as patterns: the base form of an entry cut into words, determiners and slots.

Words are compared by their base forms, whatever part of speech they have, so that one look at the
dictionary decides (*spilt* is *spill*, *minds* is *mind*). Nothing here knows a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from nonliteral.english.dictionary import dictionary_lemmas
from nonliteral.english.nouns import is_plural, is_plural_only, singularise
from nonliteral.english.tables import word_class
from nonliteral.lexicon.entries import SLOTS
from nonliteral.records import Entry

ElementKind = Literal["word", "determiner", "slot"]

_PIECE = re.compile(
    r"[^\W_]+?(?=n['’]t\b)|n['’]t\b|['’](?:s|re|ve|ll|d|m)\b|[^\W_]+(?:\.[^\W_]+)*\.?(?=\s|$)|[^\W_]+",
    re.IGNORECASE,
)
_SLOT = re.compile(r"(?<![\w'’-])(someone['’]s|someone|one['’]s|oneself|something)(?![\w'’-])", re.IGNORECASE)
ARTICLES = frozenset(("a", "an", "the"))
POSSESSIVES = frozenset(("my", "your", "his", "her", "its", "our", "their", "one's", "thy", "yer", "me"))
REFLEXIVES = frozenset(
    [
        "myself",
        "yourself",
        "himself",
        "herself",
        "itself",
        "ourselves",
        "yourselves",
        "themselves",
        "themself",
        "oneself",
    ]
)
_MODALS = {"could": "can", "would": "will", "might": "may", "ca": "can", "wo": "will", "'ll": "will"}
_BE = frozenset(
    ["be", "am", "is", "are", "was", "were", "been", "being", "'s", "'m", "'re", "’s", "’m", "’re"]
)


class Element(msgspec.Struct, frozen=True):
    """A word, determiner or slot of an expression, with the base forms that a word may have."""

    text: str
    kind: ElementKind
    keys: frozenset[str] = frozenset()


class Expression(msgspec.Struct, frozen=True):
    """An entry's base form as a pattern."""

    entry: Entry
    elements: tuple[Element, ...]

    @property
    def words(self) -> tuple[Element, ...]:
        """The elements that are words, not determiners or slots."""
        return tuple(element for element in self.elements if element.kind == "word")

    def same_as(self, other: Expression) -> bool:
        """Say whether two entries have the same base form."""
        return [each.text.lower() for each in self.elements] == [each.text.lower() for each in other.elements]


@lru_cache(maxsize=262144)
def word_keys(word: str) -> frozenset[str]:
    """Return the base forms that a word may be a form of, itself included.

    >>> sorted(word_keys("minds")), "leave" in word_keys("left")
    (['mind', 'minds'], True)
    """
    lower = word.lower().replace("’", "'")
    if lower in _BE:
        return frozenset(("be", lower))
    if lower in ("n't", "not"):
        return frozenset(("not", "n't"))
    if lower in _MODALS:
        return frozenset((lower, _MODALS[lower]))
    keys = {lower}
    if lower.endswith("'s") and len(lower) > 3:
        # Parsers leave the 's on the first word of "bird's-eye".
        keys.add(lower[:-2])
    if lower.isalpha():
        for part in ("VERB", "NOUN"):
            keys.update(dictionary_lemmas(lower, part))
        if lower.endswith(("er", "est")):
            keys.update(dictionary_lemmas(lower, "ADJ"))
        if len(keys) == 1 and is_plural(lower) and not is_plural_only(lower):
            # The dictionary does not list every plural (*empires*, *inboxes*).
            keys.add(singularise(lower))
    return frozenset(keys)


def cut_words(text: str) -> list[str]:
    """Return the words of a phrase as parsers cut them: no hyphens, clitics apart.

    >>> cut_words("tit-for-tat, a hair's breadth")
    ['tit', 'for', 'tat', 'a', 'hair', "'s", 'breadth']
    """
    words = [match.group() for match in _PIECE.finditer(text.replace("cannot", "can not"))]
    return [word for word in words if word]


@lru_cache(maxsize=131072)
def compile_base(base: str) -> tuple[Element, ...]:
    """Return the elements of a base form.

    >>> [(element.text, element.kind) for element in compile_base("pull someone's leg")]
    [('pull', 'word'), ("someone's", 'slot'), ('leg', 'word')]
    """
    elements: list[Element] = []
    done = 0
    for match in [*_SLOT.finditer(base), None]:
        for word in cut_words(base[done : match.start() if match else len(base)]):
            lower = word.lower()
            if lower in ARTICLES:
                elements.append(Element(lower, "determiner"))
            elif lower in POSSESSIVES and lower != "me":
                elements.append(Element("one's", "slot"))
            elif lower in REFLEXIVES:
                elements.append(Element("oneself", "slot"))
            elif (
                lower == "one" and elements and elements[-1].text in ("than", "what", "that", "as", "before")
            ):
                elements.append(Element("one", "slot"))
            else:
                elements.append(Element(word, "word", word_keys(word)))
        if match:
            elements.append(Element(match.group().lower().replace("’", "'"), "slot"))
            done = match.end()
    return tuple(elements)


def compile_entry(entry: Entry) -> Expression:
    """Return the pattern of an entry."""
    return Expression(entry, compile_base(entry.base))


@lru_cache(maxsize=131072)
def base_key(base: str) -> str:
    """Return what a base form is looked up by: its words in base form, without slots and determiners.

    Corpora write the same expression with *your*, *his* or *one's*, with and without its article.

    >>> base_key("Eat your words") == base_key("eat one's words")
    True
    """
    words = []
    for element in compile_base(base):
        if element.kind == "word":
            plain = [key for key in element.keys if key.isascii()] or list(element.keys)
            words.append(min(plain, key=lambda key: (len(key), key)))
    return " ".join(words)


class Lexicon:
    """The expressions of a lexicon, found by the name that a corpus gives or by the words of a sentence."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = list(entries)
        self._by_key: dict[str, list[Expression]] = {}
        self._by_id: dict[str, Expression] = {}
        for entry in self.entries:
            expression = compile_entry(entry)
            self._by_id[entry.id] = expression
            self._by_key.setdefault(base_key(entry.base), []).append(expression)
        self._by_word: dict[str, list[Expression]] | None = None
        self.holds_metaphors = any(entry.kind == "metaphor" for entry in self.entries)

    def by_id(self, entry_id: str) -> Expression | None:
        """Return the expression of an entry by its id."""
        return self._by_id.get(entry_id)

    def named(self, name: str) -> list[Expression]:
        """Return the expressions that a corpus may mean by a name, the likeliest first."""
        found = self._by_key.get(base_key(name), [])
        if len(found) < 2:
            return found
        plain = _plain(name)
        return sorted(found, key=lambda each: (_plain(each.entry.base) != plain, each.entry.id))

    def in_words(self, words: Sequence[frozenset[str]]) -> list[Expression]:
        """Return the expressions all of whose words are among those of a sentence, in the lexicon's order."""
        if self._by_word is None:
            self._index_words()
        assert self._by_word is not None
        there = frozenset().union(*words) if words else frozenset()
        found = {
            id(expression): expression
            for key in sorted(there)
            for expression in self._by_word.get(key, ())
            if all(element.keys & there for element in expression.words)
        }
        return sorted(found.values(), key=lambda each: each.entry.id)

    def _index_words(self) -> None:
        """Index each expression under all base forms of its rarest word."""
        counts: dict[str, int] = {}
        expressions = [each for found in self._by_key.values() for each in found]
        for expression in expressions:
            for element in expression.words:
                for key in element.keys:
                    counts[key] = counts.get(key, 0) + 1
        small = word_class("function words")
        self._by_word = {}
        for expression in expressions:
            if not expression.words:
                continue
            rarest = min(
                expression.words,
                key=lambda e: (e.text.lower() in small, sum(counts[key] for key in e.keys), e.text),
            )
            for key in rarest.keys:
                self._by_word.setdefault(key, []).append(expression)


def _plain(base: str) -> str:
    return " ".join(element.text.lower() for element in compile_base(base))


def has_slot(base: str, *names: str) -> bool:
    """Say whether a base form has one of the slots named, or any of them."""
    slots = names or SLOTS
    return any(element.kind == "slot" and element.text in slots for element in compile_base(base))
