"""Slots: what the sentence put into them, in the case and person that the definition asks for.

*pulled my sister's leg* gives *my sister* to *tease someone*; *one's* without a slot of its own takes
the person of the subject.
"""

from __future__ import annotations

import re

from nonliteral.builders.substitution.expressions import REFLEXIVES
from nonliteral.builders.substitution.matching import Match
from nonliteral.builders.substitution.refusals import Refusal
from nonliteral.english.agreement import Agreement
from nonliteral.english.clauses import mood_of
from nonliteral.english.parses import Parse
from nonliteral.english.pronouns import (
    agreement_of,
    agreement_of_pronoun,
    object_pronoun,
    possessive,
    reflexive,
    subject_of,
    subject_pronoun,
)

_SLOT = re.compile(r"(?<![\w'’-])(someone['’]s|someone|one['’]s|oneself|something)(?![\w'’-])", re.IGNORECASE)
_ONE = re.compile(
    r"(?<!the )(?<!this )(?<!no )(?<!each )(?<!every )(?<!any )(?<!another )(?<!as )(?<!only )"
    r"(?<!wrong )(?<!good )\bone\b"
    r"(?=(?P<verb> (?:is|was|has|had|can|could|will|would|should|must|might|did|does)\b)"
    r"|[.,]|$| (?:with|by|in|for|to|from)\b)"
)
_YOU = Agreement(2, "singular")


def subject_agreement(parse: Parse, verb: int) -> Agreement | None:
    """Return person and number of a verb's subject; of an imperative's it is *you*."""
    subject = subject_of(parse, verb)
    if subject is not None:
        if parse[subject].lower in ("there", "here") or _is_others_purpose(parse, verb, subject):
            return None
        return agreement_of(parse, subject)
    sentence = parse.sentence_of(verb)
    root = next((i for i in sentence if parse[i].head == i), verb)
    if mood_of(parse, root) == "imperative" and verb in (
        root,
        *parse.children(root, "conj", "xcomp", "advcl"),
    ):
        return _YOU
    return None


def _is_others_purpose(parse: Parse, verb: int, subject: int) -> bool:
    """*A truce was declared to save face*: it was not the truce that wanted to save it."""
    infinitive = any(parse[i].tag == "TO" for i in parse.children(verb, "aux"))
    return infinitive and parse[subject].dep == "nsubjpass" and parse[subject].head != verb


def fill_slots(text: str, parse: Parse, match: Match, holder: int) -> str:
    """Return a definition with its slots filled from the sentence; `holder` has the subject that counts."""

    def put(found: re.Match[str]) -> str:
        name = found.group().lower().replace("’", "'")
        if name == "one's":
            return _possessive_slot(parse, match, holder)
        if name == "oneself":
            return _reflexive_slot(parse, match, holder)
        if name in ("someone", "someone's"):
            return _someone(parse, match, name)
        filled = match.fill("something")
        return _text(parse, filled) if filled else found.group()

    return _ONE.sub(lambda found: _pronoun(found, parse, holder), _SLOT.sub(put, text))


def _pronoun(found: re.Match[str], parse: Parse, holder: int) -> str:
    """Return what stands for a bare *one*: *admit that one was wrong*, *everything around one*."""
    own = _holder_agreement(parse, holder)
    return subject_pronoun(own) if found["verb"] else object_pronoun(own)


def _text(parse: Parse, positions: tuple[int, ...]) -> str:
    start, end = parse.span(positions)
    text = parse.text[start:end]
    first = parse[positions[0]]
    # At the start of a sentence the capital is the sentence's, unless the word owns it.
    if start == 0 and text[:1].isupper() and first.pos not in ("PROPN",) and first.text != "I":
        text = text[0].lower() + text[1:]
    return text


def _is_article(parse: Parse, positions: tuple[int, ...]) -> bool:
    return len(positions) == 1 and parse[positions[0]].tag in ("DT", "PDT")


def _holder_agreement(parse: Parse, holder: int) -> Agreement:
    found = subject_agreement(parse, holder)
    if found is None:
        raise Refusal("slot unresolved", "one's")
    return found


def _possessive_slot(parse: Parse, match: Match, holder: int) -> str:
    filled = match.fill("one's")
    if filled and not _is_article(parse, filled):
        return _text(parse, filled)
    filled = match.fill("oneself")
    if filled and parse[filled[0]].lower in REFLEXIVES:
        own = agreement_of_pronoun(parse[filled[0]].lower)
        if own is not None:
            return possessive(own)
    return possessive(_holder_agreement(parse, holder))


def _reflexive_slot(parse: Parse, match: Match, holder: int) -> str:
    filled = match.fill("oneself")
    if filled:
        return _text(parse, filled)
    filled = match.fill("one's")
    if filled and not _is_article(parse, filled):
        own = agreement_of_pronoun(parse[filled[0]].text) if len(filled) == 1 else None
        if own is not None:
            subject = subject_agreement(parse, holder)
            if own.person == 2 and subject is not None and subject.number == "plural":
                own = subject
            return reflexive(own)
    return reflexive(_holder_agreement(parse, holder))


def _someone(parse: Parse, match: Match, name: str) -> str:
    whose = match.fill("someone's")
    who = match.fill("someone")
    if name == "someone's":
        if whose and not _is_article(parse, whose):
            return _text(parse, whose)
        if who:
            return make_possessive(parse, who)
    else:
        if who:
            return _text(parse, who)
        if whose and not _is_article(parse, whose):
            return drop_possessive(parse, whose)
    raise Refusal("slot unresolved", name)


def drop_possessive(parse: Parse, positions: tuple[int, ...]) -> str:
    """Return who a possessor is, as an object: *my sister's* gives *my sister*, *their* gives *them*."""
    if len(positions) == 1:
        word = parse[positions[0]]
        own = agreement_of_pronoun(word.text)
        if own is not None:
            return object_pronoun(own)
        if word.lower == "whose":
            raise Refusal("slot unresolved", "whose")
    text = _text(parse, positions)
    return re.sub(r"\s?['’]s?$", "", text)


def make_possessive(parse: Parse, positions: tuple[int, ...]) -> str:
    """Return whose something is: *her* gives *her*, *the nurses* gives *the nurses'*."""
    if len(positions) == 1:
        own = agreement_of_pronoun(parse[positions[0]].text)
        if own is not None:
            return possessive(own)
    head = parse.top(positions)
    if head != positions[-1]:
        raise Refusal("slot unresolved", _text(parse, positions))
    text = _text(parse, positions)
    plural = parse[head].tag in ("NNS", "NNPS") and text.endswith("s")
    return text + ("'" if plural else "'s")
