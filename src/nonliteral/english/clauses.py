"""Clauses on the light parse: mood, finite verbs, auxiliaries, and whether a sentence is a full clause."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from nonliteral.english.parses import Parse
from nonliteral.english.tables import word_class
from nonliteral.errors import LanguageError
from nonliteral.records import Span

Mood = Literal["declarative", "interrogative", "imperative", "fragment"]

_FINITE = frozenset(("VBD", "VBP", "VBZ", "MD"))
_SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass", "expl")
_WH = frozenset(("WP", "WDT", "WRB", "WP$"))


def is_finite(parse: Parse, position: int) -> bool:
    """Say whether a verb is finite, by itself or through its auxiliaries."""
    if parse[position].tag in _FINITE:
        return True
    return any(parse[child].tag in _FINITE for child in parse.children(position, "aux", "auxpass"))


def auxiliaries(parse: Parse, position: int) -> list[int]:
    """Return the positions of the auxiliaries of a verb, from left to right."""
    return parse.children(position, "aux", "auxpass")


def negations(parse: Parse, position: int) -> list[int]:
    """Return the positions of the words that negate a verb or word right there: *not*, *n't*, *never*."""
    return [
        child
        for child in parse.children(position)
        if parse[child].dep == "neg" or parse[child].lower in ("not", "n't", "n’t", "never")
    ]


def joined_verbs(parse: Parse, positions: Sequence[int]) -> list[int]:
    """Return the verb at the head of some tokens and the verbs joined to it among them, left to right.

    These are the words that inflect together in *huff and puff* or *took the money and ran*.
    """
    inside = set(positions)
    first = parse.top(list(positions))
    if parse[first].pos not in ("VERB", "AUX"):
        word = parse[first].text
        raise LanguageError(f"The head of these words is {word!r}, which is not a verb. Give a verb phrase.")
    found, waiting = [first], [first]
    while waiting:
        for child in parse.children(waiting.pop(), "conj"):
            if child in inside and parse[child].pos in ("VERB", "AUX"):
                found.append(child)
                waiting.append(child)
    return sorted(found)


def verb_words(parse: Parse, span: Span) -> tuple[int, ...]:
    """Return which words of a phrase inflect, counted as `inflect_verb(…, heads=…)` wants them.

    >>> from nonliteral.english.parses import build_parse
    >>> rows = "They they PRP nsubj 1\\nwait wait VBP ROOT 1\\nand and CC cc 1\\nsee see VBP conj 1"
    >>> verb_words(build_parse("They wait and see", rows), (5, 17))
    (0, 2)
    """
    verbs = joined_verbs(parse, parse.within(span))
    return tuple(len(parse.text[span[0] : parse[verb].idx].split()) for verb in verbs)


def is_tag_question(parse: Parse, root: int) -> bool:
    """Say whether a sentence is a statement with a tag: *He left, didn't he?*"""
    words = [parse[i] for i in parse.sentence_of(root)]
    while words and words[-1].text in ('"', "”", "’", "'"):
        words.pop()
    if len(words) < 5 or not words[-1].text.startswith("?"):
        return False
    tail = words[-5:-1]
    pronoun = tail[-1].tag == "PRP" or tail[-1].lower in ("there", "one")
    if not pronoun:
        return False
    rest = tail[:-1]
    if rest[-1].lower in ("n't", "n’t"):
        rest = rest[:-1]
    helper = rest[-1].lower in word_class("finite auxiliaries") or rest[-1].lower in ("ca", "wo", "sha", "ai")
    return len(rest) > 1 and helper and rest[-2].text == ","


_CLOSING = frozenset(('"', "”", "’", "'", "''"))
_OPENING = frozenset(('"', "“", "‘", "'", "``"))


def questioned(parse: Parse, root: int) -> set[int]:
    """Return the positions of what a sentence asks: all of it, what it quotes as a question, or nothing.

    *"Did he leave?" she said* asks only inside its quotes, and a statement with a tag asks nothing.
    """
    sentence = parse.sentence_of(root)
    asked: set[int] = set()
    for place, position in enumerate(sentence):
        if not parse[position].text.startswith("?"):
            continue
        quoted = place + 1 < len(sentence) and parse[sentence[place + 1]].text in _CLOSING
        opening = [i for i in sentence[:place] if parse[i].text in _OPENING] if quoted else []
        if opening:
            asked.update(i for i in sentence[:place] if i > opening[-1])
        elif not is_tag_question(parse, root):
            asked.update(sentence[:place])
    return asked


def mood_of(parse: Parse, root: int | None = None) -> Mood:
    """Return the mood of a sentence, the first of the text unless its root is given.

    A statement with a tag (*He left, didn't he?*) counts as declarative; a sentence without a finite
    verb as a fragment.
    """
    if root is None:
        if not parse.roots:
            return "fragment"
        root = parse.roots[0]
    if root in questioned(parse, root):
        return "interrogative"
    subjects = parse.children(root, *_SUBJECTS)
    if _is_inverted(parse, root, subjects):
        return "interrogative"
    if is_finite(parse, root) and (subjects or parse[root].tag != "VBP"):
        helpers = auxiliaries(parse, root)
        if not subjects and parse[root].tag == "VB" and helpers and parse[helpers[0]].lower == "do":
            return "imperative"
        return "declarative"
    if parse[root].tag in ("VB", "VBP") and not subjects:
        return "imperative"
    return "fragment"


def _is_inverted(parse: Parse, root: int, subjects: list[int]) -> bool:
    """Say whether the finite auxiliary stands first, as in a question without its mark."""
    helpers = [i for i in auxiliaries(parse, root) if parse[i].tag in _FINITE]
    if not subjects or not helpers or helpers[0] > subjects[0]:
        return False
    opening = next(i for i in parse.sentence_of(root) if parse[i].pos != "PUNCT")
    return opening == helpers[0] or parse[opening].tag in _WH


def is_full_clause(parse: Parse) -> bool:
    """Say whether every sentence of a text is a full clause: a finite root with a subject, or an imperative.

    This is a dependency measure. It is not the "S root" of a constituency parse, and the two should
    not be compared.
    """
    if not parse.roots:
        return False
    for root in parse.roots:
        if parse[root].pos not in ("VERB", "AUX") and not parse.children(root, "cop"):
            return False
        subjects = parse.children(root, *_SUBJECTS)
        if not subjects and mood_of(parse, root) != "imperative":
            return False
        if subjects and not is_finite(parse, root):
            return False
    return True
