"""Pronouns by person, number and gender, and what subjects ask for, on parses made by hand."""

from __future__ import annotations

import pytest
from english_tables import read_parses
from hypothesis import given
from hypothesis import strategies as st

from nonliteral.english.agreement import HE, IT, ONE, SHE, SOMEONE, THEY, WE, YOU, YOU_ALL, Agreement, I
from nonliteral.english.parses import Parse, build_parse
from nonliteral.english.pronouns import (
    agree_pronoun,
    agreement_of,
    agreement_of_pronoun,
    is_person_noun,
    object_pronoun,
    possessive,
    possessive_pronoun,
    reflexive,
    resolve_slots,
    subject_of,
    subject_pronoun,
)
from nonliteral.errors import LanguageError

EVERYBODY = [I, YOU, YOU_ALL, HE, SHE, IT, WE, THEY, SOMEONE, ONE]


@pytest.mark.parametrize(
    ("who", "forms"),
    [
        (I, "I me my mine myself"),
        (YOU, "you you your yours yourself"),
        (YOU_ALL, "you you your yours yourselves"),
        (HE, "he him his his himself"),
        (SHE, "she her her hers herself"),
        (IT, "it it its its itself"),
        (WE, "we us our ours ourselves"),
        (THEY, "they them their theirs themselves"),
        (SOMEONE, "they them their theirs themselves"),
        (ONE, "one one one's one's oneself"),
    ],
)
def test_pronoun_has_its_forms(who: Agreement, forms: str) -> None:
    makers = (subject_pronoun, object_pronoun, possessive, possessive_pronoun, reflexive)
    assert [make(who) for make in makers] == forms.split()


@pytest.mark.parametrize(
    ("definition", "who", "expected"),
    [
        ("make one's decision", HE, "make his decision"),
        ("change one's mind oneself", SHE, "change her mind herself"),
        ("One's turn", WE, "Our turn"),
        ("eat one’s words", THEY, "eat their words"),
        ("help oneself", SOMEONE, "help themselves"),
        ("no-one's land", HE, "no-one's land"),
        ("someone's leg", HE, "someone's leg"),
        ("one's own", ONE, "one's own"),
        ("lose one's temper with oneself", I, "lose my temper with myself"),
    ],
)
def test_slots_take_the_subject_of_the_sentence(definition: str, who: Agreement, expected: str) -> None:
    assert resolve_slots(definition, who) == expected


@given(st.sampled_from(EVERYBODY), st.sampled_from(EVERYBODY))
def test_pronouns_go_over_to_anybody_else(first: Agreement, second: Agreement) -> None:
    assert agree_pronoun(reflexive(first), second) == reflexive(second)
    assert agree_pronoun(possessive(first), second) == possessive(second)


def test_other_words_have_no_person() -> None:
    assert agreement_of_pronoun("table") is None
    with pytest.raises(LanguageError, match="not a pronoun"):
        agree_pronoun("table", HE)


@pytest.mark.parametrize(("parse", "verb", "pronoun"), read_parses("parses-subjects.txt"))
def test_subject_asks_for_its_pronoun(parse: Parse, verb: str, pronoun: str) -> None:
    subject = subject_of(parse, int(verb))
    assert subject is not None
    assert subject_pronoun(agreement_of(parse, subject)) == pronoun


def test_command_has_no_subject() -> None:
    assert subject_of(build_parse("Leave now", "Leave leave VB ROOT 0\nnow now RB advmod 0"), 0) is None


def test_nouns_for_persons_are_known() -> None:
    assert is_person_noun("teacher")
    assert is_person_noun("queen")
    assert not is_person_noun("company")
