"""A look at the result: is it still a clause with its root, and are its arguments the same?

The source's skeleton is noted when its parse is at hand; the result's parse is held against it.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from nonliteral.builders.substitution.refusals import Refusal
from nonliteral.english.parses import Parse
from nonliteral.records import Span

_SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass", "expl")


class Skeleton(msgspec.Struct, frozen=True):
    """What the sentence round an expression is built of."""

    sentences: int
    verbal: bool
    root: str | None
    """The base form of the root, None where the expression holds it."""
    subject: str | None
    """The root's subject, None where it has none or the expression holds it."""


def skeleton_of(parse: Parse, spans: Sequence[Span]) -> Skeleton:
    """Return the skeleton of the sentence that holds the spans."""
    inside = {i for span in spans for i in parse.within(span)}
    if not inside or not parse.roots:
        return Skeleton(len(parse.roots), False, None, None)
    root = (parse.ancestors(min(inside)) or [min(inside)])[-1]
    subjects = [i for i in parse.children(root, *_SUBJECTS) if parse[i].pos != "PUNCT"]
    subject = parse[subjects[0]].lower if subjects and subjects[0] not in inside else None
    return Skeleton(
        sentences=len(parse.roots),
        verbal=parse[root].pos in ("VERB", "AUX"),
        root=None if root in inside else parse[root].lemma.lower(),
        subject=subject,
    )


def check_result(before: Skeleton, parse: Parse, spans: Sequence[Span], *, part: str = "") -> None:
    """Raise `Refusal` where the result is no clause any more, or its main verb or subject is lost.

    Parsers waver about which of two clauses is the main one, so both are looked for in the whole result.
    `part` is what the expression was: a verb phrase that was put in for one and is the root is the verb of
    the clause, even if the parser takes it for a noun (*Abide by the rules!*), and an adverb or a
    preposition with its noun, put in for an adverb, leaves the clause what it was.
    """
    if part in ("adverb", "preposition") and _is_adjunct(parse, spans):
        return
    verb = part == "verb"
    after = skeleton_of(parse, spans)
    # Where the main verb itself was replaced, in its own form, the clause is whole whatever the parser says.
    put_in = before.verbal and (
        _holds_verb(parse, spans) if before.root is None else _is_reduced(before, parse)
    )
    if before.verbal and not after.verbal:
        put_in = put_in or (verb and before.root is None and after.root is None)
        if not put_in and not _still_there(before, parse):
            raise Refusal("result does not parse", "no verb at the root")
    if after.sentences > before.sentences and _falls_apart(parse, spans):
        raise Refusal("result does not parse", "falls apart")
    there = any(token.lower == before.subject for token in parse)
    if before.subject is not None and before.subject != after.subject and not (put_in and there):
        subjects = {token.lower for token in parse if token.dep in _SUBJECTS}
        # Parsers take *this* before a plain noun or verb (*This provoked laughter*) for its determiner.
        if before.subject not in subjects and before.subject not in ("this", "that", "these", "those"):
            raise Refusal("arguments changed", before.subject)
    if before.root is not None and before.verbal and before.root != after.root:
        verbs = {token.lemma.lower() for token in parse if token.pos in ("VERB", "AUX")}
        if before.root not in verbs:
            raise Refusal("arguments changed", before.root)


def _falls_apart(parse: Parse, spans: Sequence[Span]) -> bool:
    """Say whether a sentence begins inside what was put in or right behind it; elsewhere parsers waver."""
    starts = {parse[parse.sentence_of(root)[0]].idx for root in parse.roots}
    return any(start < begin <= end + 1 for start, end in spans for begin in starts)


def _is_adjunct(parse: Parse, spans: Sequence[Span]) -> bool:
    """Say whether what was put in begins with a preposition or an adverb and holds no finite verb."""
    words = [parse[i] for span in spans for i in parse.within(span)]
    if not words or words[0].tag not in ("IN", "RB", "RBR", "RBS"):
        return False
    return all(word.pos not in ("VERB", "AUX") or word.tag == "VBG" for word in words)


def _is_reduced(before: Skeleton, parse: Parse) -> bool:
    """Say whether the main verb is only taken for a participle: *The diplomat admitted by mistake that …*"""
    return any(
        parse[root].lower == before.subject and parse[i].lemma.lower() == before.root
        for root in parse.roots
        for i in parse.children(root, "acl")
    )


def _holds_verb(parse: Parse, spans: Sequence[Span]) -> bool:
    """Say whether what was put in has a word that is a verb, or may be: parsers take *demand* for a noun."""
    from nonliteral.english.dictionary import dictionary_lemmas

    words = [parse[i] for span in spans for i in parse.within(span)]
    return any(word.tag.startswith("VB") or dictionary_lemmas(word.lower, "VERB") for word in words[:2])


def _still_there(before: Skeleton, parse: Parse) -> bool:
    """Say whether the main verb and its subject of before are a verb and a subject of the result."""
    if before.root is None or before.subject is None:
        return False
    verbs = {token.lemma.lower() for token in parse if token.pos in ("VERB", "AUX")}
    subjects = {token.lower for token in parse if token.dep in _SUBJECTS}
    return before.root in verbs and before.subject in subjects
