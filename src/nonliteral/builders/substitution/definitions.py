"""What a definition is made of: its kind of phrase, the words that take an ending, its object, its negation.

Worked out from the words alone by closed classes and the dictionary; where a second verb cannot be
told from a noun (*take the money and run*) the phrase is parsed in a frame.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

import msgspec

from nonliteral.builders.substitution.classes import own_class
from nonliteral.builders.substitution.expressions import ARTICLES
from nonliteral.english.dictionary import dictionary_lemmas, is_known
from nonliteral.english.nouns import find_noun_heads, is_plural
from nonliteral.english.tables import word_class
from nonliteral.english.verbs import find_verb_heads, is_modal, is_verb
from nonliteral.errors import LanguageError

Category = Literal["verb", "noun", "adjective", "adverb", "preposition", "clause"]

_NOT = re.compile(r"^(?:do not|don['’]t|not)\s+(?=\S)", re.IGNORECASE)
_PASTS = {"fell": "fall", "felt": "feel", "left": "leave", "saw": "see", "found": "find"}
"""Pasts that are rare verbs of their own: nobody defines an idiom by *fell* or *saw*."""

_PARTICIPLE_PREPOSITIONS = frozenset(("according", "including", "regarding", "concerning", "owing"))
_TO = re.compile(r"^to\s+(?=\S)", re.IGNORECASE)


class Phrase(msgspec.Struct, frozen=True):
    """A definition ready to be put into a sentence."""

    text: str
    """Without *to*, *not* and a final stop; verbs in their base form."""
    category: Category
    heads: tuple[int, ...] = ()
    """The words that take the ending of a verb, or the noun that takes number."""
    goal: tuple[int, int] | None = None
    """The words of a verb's object, from and up to."""
    negated: bool = False
    given: str | None = None
    """The text with its verbs as they were given, where that was not the base form."""

    @property
    def words(self) -> list[str]:
        """The words, cut at blanks."""
        return self.text.split()

    @property
    def determiner(self) -> str | None:
        """The article or possessive that a noun phrase begins with."""
        first = self.words[0].lower()
        return first if self.category == "noun" and first in word_class("determiners") else None


def bare(word: str) -> str:
    """Return a word in lower case without marks round it."""
    return word.strip(".,;:!?\"'“”‘’()").lower()


@lru_cache(maxsize=65536)
def analyse_definition(text: str, part: str) -> Phrase:
    """Return what a definition of an entry with this part of speech is made of.

    >>> analyse_definition("reveal the secret", "verb")
    Phrase(text='reveal the secret', category='verb', heads=(0,), goal=(1, 3), negated=False)
    >>> analyse_definition("being extremely angry", "verb").text
    'be extremely angry'
    """
    text = " ".join(text.split())
    plain = text[:-1] if text.endswith(".") and text.count(".") == 1 and part not in ("sentence",) else text
    if part in ("clause", "sentence"):
        return Phrase(plain, "clause")
    if part == "verb":
        return _verb_phrase(plain)
    category = _category(plain, part)
    heads: tuple[int, ...] = ()
    if category == "noun":
        heads = find_noun_heads(plain)
    return Phrase(plain, category, heads)


# Verb phrases


def _verb_phrase(text: str) -> Phrase:
    stripped = _TO.sub("", text)
    negated = bool(_NOT.match(stripped))
    stripped = _TO.sub("", _NOT.sub("", stripped))
    words = stripped.split()
    first = _first_verb(words)
    if first is None:
        return Phrase(text, _category(text, "adjective"))
    given = " ".join(words)
    words[first] = _to_base(words[first])
    phrase = " ".join(words)
    try:
        heads = find_verb_heads(phrase)
    except LanguageError:
        heads = ()
    if not heads or _may_have_second(words, heads):
        heads = _heads_by_parse(phrase, first)
    if heads and heads[0] != first:
        heads = (first, *[head for head in heads if head > first])
    if len(heads) > 1:
        for head in heads[1:]:
            words[head] = _to_base(words[head])
        phrase = " ".join(words)
    return Phrase(
        phrase, "verb", heads, _find_goal(words, heads), negated, given if given != phrase else None
    )


def _first_verb(words: list[str]) -> int | None:
    """Return the position of the verb that a phrase begins with, behind adverbs; None where there is none."""
    for position, word in enumerate(words[:4]):
        lower = bare(word)
        if lower in word_class("determiners") or (lower in word_class("prepositions") and lower != "like"):
            return None
        if lower in _PARTICIPLE_PREPOSITIONS:
            return None
        if _is_verb_form(lower) and not (_is_adverb(lower) and position + 1 < len(words)):
            return position
        if lower.endswith("ed") and dictionary_lemmas(lower, "VERB") and _has_object(words, position):
            # *used the toilet*: an adjective (*used*, *faced*) has no object behind it.
            return position
        if not _is_adverb(lower):
            # An unknown word at the beginning is a verb nobody listed, if it can be nothing else.
            known = any(is_known(lower, part) for part in ("NOUN", "ADJ", "ADV"))
            return position if not known and lower.isalpha() and position == 0 else None
    return None


def _has_object(words: list[str], position: int) -> bool:
    after = bare(words[position + 1]) if position + 1 < len(words) else ""
    return after in word_class("determiners") or after in word_class("object pronouns")


def _is_adverb(word: str) -> bool:
    if word in word_class("leading adverbs") or word in own_class("degree adverbs"):
        return True
    return word.endswith("ly") and not is_known(word, "VERB")


def _is_verb_form(word: str) -> bool:
    plain = word.rpartition("-")[2]
    if is_verb(word) or is_modal(word) or is_verb(plain):
        return True
    if word in ("being", "been", "is", "was", "were", "are", "am", "has", "had"):
        return True
    if is_known(word, "ADJ") and not word.endswith(("ing", "s")):
        return False
    if word == "willing":
        return False
    return bool(dictionary_lemmas(word, "VERB") or _strip_ending(word))


def _to_base(word: str) -> str:
    lower = bare(word)
    if lower in _PASTS:
        return word.lower().replace(lower, _PASTS[lower])
    if not lower or is_verb(lower) or is_modal(lower):
        return word
    if lower in ("being", "been", "is", "was", "were", "are", "am"):
        return word.lower().replace(lower, "be")
    if lower in ("has", "had", "having"):
        return word.lower().replace(lower, "have")
    lemmas = [lemma for lemma in dictionary_lemmas(lower, "VERB") if lemma != lower] or _strip_ending(lower)
    return word.replace(lower, lemmas[0]) if lemmas else word


def _strip_ending(word: str) -> list[str]:
    """Return the verb of a form that no dictionary has, as people write them: *speaked*, *transfering*."""
    for ending in ("ed", "ing"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            stem = word.removesuffix(ending)
            options = (stem, stem + "e", stem[:-1] if stem[-1] == stem[-2] else stem)
            known = [option for option in options if is_verb(option)][:1]
            return known or _strip_prefixed(word)
    return []


def _strip_prefixed(word: str) -> list[str]:
    """Return the verb of a form with a prefix that no dictionary has: *overcomplicated*."""
    for prefix in ("over", "under", "out", "mis", "re", "un", "pre"):
        lemmas = dictionary_lemmas(word.removeprefix(prefix), "VERB") if word.startswith(prefix) else ()
        if lemmas:
            return [prefix + lemmas[0]]
    return []


def _may_have_second(words: list[str], heads: tuple[int, ...]) -> bool:
    """Say whether a word after *and* or *or* may be a verb that the rules did not take for one."""
    return any(
        bare(words[at]) in ("and", "or") and at + 1 not in heads and is_verb(bare(words[at + 1]))
        for at in range(heads[0] + 1, len(words) - 1)
    )


def _heads_by_parse(phrase: str, first: int) -> tuple[int, ...]:
    """Return the verbs of a phrase by a parse of *They …*."""
    from nonliteral.english.parsing import parse

    frame = "They "
    parsed = parse(f"{frame}{phrase}.")
    starts: dict[int, int] = {}
    offset = len(frame)
    for number, word in enumerate(phrase.split()):
        starts[offset] = number
        offset += len(word) + 1
    root = next((i for i, token in enumerate(parsed) if starts.get(token.idx) == first), None)
    heads = {first}
    waiting = [] if root is None else [root]
    while waiting:
        for child in parsed.children(waiting.pop(), "conj"):
            number_ = starts.get(parsed[child].idx)
            if number_ is not None and parsed[child].tag in ("VB", "VBP"):
                heads.add(number_)
                waiting.append(child)
    return tuple(sorted(heads))


def _find_goal(words: list[str], heads: tuple[int, ...]) -> tuple[int, int] | None:
    """Return the object of the only verb: what stands right behind it up to a preposition or adverb."""
    if len(heads) != 1 or bare(words[heads[0]]) == "be":
        return None
    start = heads[0] + 1
    if start < len(words) and bare(words[start]) in word_class("particles"):
        start += 1
    end = start
    while end < len(words) and not _ends_object(bare(words[end])):
        if end > start and _is_noun(bare(words[end - 1])) and not _is_noun(bare(words[end])):
            break
        end += 1
    if end == start:
        return None
    last = bare(words[end - 1])
    if not (is_known(last, "NOUN") or is_plural(last)) or last in word_class("object pronouns"):
        return None
    if end == start + 1 and is_known(last, "ADJ") and not is_plural(last):
        # *come clean*, *go free*
        return None
    return start, end


def _is_noun(word: str) -> bool:
    """Say whether a word may end a noun phrase, and does not only modify what follows."""
    if word in word_class("determiners") or word in own_class("degree adverbs"):
        return False
    return is_known(word, "NOUN") or is_plural(word)


def _ends_object(word: str) -> bool:
    if word in word_class("prepositions") or word in word_class("particles"):
        return True
    return word in ("that", "which", "who", "and", "or", "but", "when", "where", "so", "as", "not") or (
        word.endswith("ly") and not is_known(word, "ADJ") and not is_known(word, "NOUN")
    )


# Other phrases


def _category(text: str, part: str) -> Category:
    words = [bare(word) for word in text.split()]
    lead = 0
    while lead + 1 < len(words) and (words[lead] == "not" or _is_adverb(words[lead])):
        lead += 1
    core = words[lead]
    if core == "as" and lead + 1 < len(words) and is_known(words[lead + 1], "ADJ"):
        # *as good as certain*
        return "adjective"
    if (core in word_class("prepositions") and core != "past") or core in _PARTICIPLE_PREPOSITIONS:
        return "preposition"
    if core in word_class("determiners") or core in ARTICLES or part == "noun":
        return "noun"
    end = lead + 1
    while (
        end < len(words)
        and words[end] not in word_class("noun postmodifiers")
        and words[end] not in ("and", "or", "than")
    ):
        end += 1
    head = words[end - 1]
    if end - lead > 1 and (is_known(head, "NOUN") or is_plural(head)) and not _is_participle(head):
        return "noun"
    if is_known(head, "ADJ") or _is_participle(head) or "-" in head:
        if part == "adverb" and is_known(head, "ADV") and not is_known(head, "ADJ"):
            return "adverb"
        return "adjective"
    if end - lead > 1 and core.endswith("ing") and _is_participle(core):
        # *proceeding fully*, *moving uncontrollably*
        return "adjective"
    if _is_adverb(head) or is_known(head, "ADV"):
        return "adverb"
    if is_known(head, "NOUN") or is_plural(head):
        return "noun"
    return "adjective" if part == "adjective" else "adverb"


def _is_participle(word: str) -> bool:
    return word.endswith(("ed", "ing", "en")) and bool(dictionary_lemmas(word, "VERB"))


def is_attributive(phrase: Phrase) -> bool:
    """Say whether a phrase can stand before a noun: an adjective without anything behind it, or one noun."""
    words = phrase.words
    if phrase.category == "adjective":
        last = bare(words[-1])
        return is_known(last, "ADJ") or _is_participle(last) or "-" in last
    return phrase.category == "noun" and len(words) == 1 and not is_plural(bare(words[0]))
