"""Whether a word is what its sentence plainly asserts: if not, turning it is for people to judge.

An antonym contradicts where the word is said of something, now and in so many words: *The room was quiet*.
Below *if*, *can* or a purpose, in a question, or inside a phrase that keeps its other words (*tried very
hard*), the turned sentence is often odd, and sometimes it does not even differ in meaning.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from nonliteral.english.clauses import mood_of
from nonliteral.english.parses import Parse

_LINKING = frozenset(
    (
        *("be", "seem", "look", "feel", "become", "sound", "remain", "stay", "get", "grow", "prove", "taste"),
        *("smell", "turn", "appear", "make", "find", "render", "declare", "consider", "keep", "leave"),
        *("have", "call", "think", "believe", "stand", "lie", "sit"),
    )
)
"""Verbs that say an adjective of their subject or object."""

_REPORTING = frozenset(
    (
        *("say", "tell", "know", "think", "believe", "find", "discover", "realise", "realize", "notice"),
        *("learn", "see", "hear", "feel", "show", "prove", "agree", "mean"),
    )
)
_BOUND = (
    *("dobj", "prep", "prt", "acomp", "oprd", "attr", "xcomp", "advmod", "ccomp", "dative", "nsubj"),
    *("nsubjpass", "pobj", "advcl"),
)
_TENTATIVE = frozenset(("can", "could", "may", "might", "should", "must", "would", "shall", "ought"))
_GOVERNED = frozenset(("of", "about", "with", "for", "from", "against", "to", "at"))
_CONDITIONS = frozenset(("if", "unless", "whether", "lest"))
_SUITED = frozenset(
    (
        *("very", "so", "really", "extremely", "quite", "completely", "totally", "pretty", "rather", "too"),
        *("increasingly", "incredibly", "always", "now", "still", "also", "already", "finally", "suddenly"),
        *("never", "again", "then", "there", "here", "today", "just", "even", "actually", "once", "usually"),
    )
)
"""Adverbs that a word and its opposite take alike."""

_JUDGING = frozenset(
    ("horribly", "poorly", "badly", "miserably", "hopelessly", "well", "almost", "nearly", "barely", "hardly")
)


def find_doubts(parse: Parse, position: int, marked: Collection[int]) -> list[str]:
    """Return why turning a word may not turn what its sentence says; nothing is the good case."""
    return list(dict.fromkeys((*_about_phrase(parse, position, marked), *_about_place(parse, position))))


def _about_phrase(parse: Parse, position: int, marked: Collection[int]) -> Iterator[str]:
    token = parse[position]
    below = parse.children(position)
    if token.pos == "VERB":
        if any(child in marked and parse[child].dep in _BOUND for child in below):
            yield "part of a phrase"
        elif parse.children(position, "prt", "agent") or _is_stranded(parse, position + 1):
            yield "its particle is its own"
        elif any(parse[child].lower in _GOVERNED for child in parse.children(position, "prep", "dative")):
            yield "its preposition is its own"
    if token.pos == "ADJ" and parse.children(position, "prep", "xcomp", "ccomp"):
        yield "its complement is its own"
    if position and parse[position - 1].lower in ("little", "bit"):
        yield "its degree word is its own"
    for child in parse.children(position, "advmod", "npadvmod"):
        word = parse[child].lower
        if word in _SUITED or token.pos == "VERB":
            continue
        if word in _JUDGING or parse[child].dep == "npadvmod" or not word.endswith("ly"):
            yield "its degree word is its own"
    if token.pos == "ADV" and parse[min(position + 1, len(parse) - 1)].text == ",":
        yield "about the sentence, not in it"
    others = [i for i in marked if i != position and parse[i].pos in ("VERB", "ADJ", "NOUN", "PROPN")]
    if token.pos == "ADV" and others:
        yield "an adverb beside what asserts"


def _about_place(parse: Parse, position: int) -> Iterator[str]:
    at = position
    token = parse[at]
    root = ([position, *parse.ancestors(position)])[-1]
    if mood_of(parse, root) != "declarative":
        yield "no statement"
    if token.pos == "ADV" and token.dep in ("advmod", "npadvmod") and parse[token.head].pos == "VERB":
        at = token.head
    elif (
        token.dep == "amod"
        and parse[token.head].dep in ("attr", "dobj")
        and _is_indefinite(parse, token.head)
    ):
        at = parse[token.head].head
    elif token.dep in ("acomp", "oprd", "attr", "xcomp", "ccomp", "conj", "advmod") and token.pos != "VERB":
        if parse[token.head].lemma not in _LINKING:
            yield "said of nothing"
        at = token.head
    while True:
        if any(parse[child].lemma.lower() in _TENTATIVE for child in parse.children(at, "aux")):
            yield "only possible"
        if any(parse[mark].lower in _CONDITIONS for mark in _marks(parse, at)):
            yield "on a condition"
        dep, head = parse[at].dep, parse[at].head
        if head == at:
            return
        reported = dep == "ccomp" and (parse[head].lemma in _REPORTING or head > at)
        joined = dep == "conj" and parse[head].pos in ("VERB", "AUX")
        if not reported and not joined:
            yield "not asserted"
            return
        at = head


def _marks(parse: Parse, verb: int) -> Iterator[int]:
    """Yield the subjunctions of a clause and of the clauses that modify it."""
    yield from parse.children(verb, "mark")
    for clause in parse.children(verb, "advcl"):
        yield from parse.children(clause, "mark")


def _is_stranded(parse: Parse, position: int) -> bool:
    """Say whether a preposition stands here without its noun: *carry on after a break*."""
    if position >= len(parse) or parse[position].pos != "ADP":
        return False
    return not parse.children(position, "pobj", "pcomp")


def _is_indefinite(parse: Parse, noun: int) -> bool:
    determiners = parse.children(noun, "det", "poss", "nummod")
    return all(parse[child].lower in ("a", "an") for child in determiners)
