"""Pronouns by person, number and gender, and what subjects ask for, on parses made by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonliteral.english.agreement import HE, IT, ONE, SHE, SOMEONE, THEY, WE, YOU, YOU_ALL, Agreement, I
from nonliteral.english.parses import build_parse
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


# Each: sentence, rows, position of the verb, its subject's pronoun.
SUBJECTS = [
    ("My sister left", "My my PRP$ poss 1\nsister sister NN nsubj 2\nleft leave VBD ROOT 2", 2, "she"),
    ("Tom left", "Tom Tom NNP nsubj 1\nleft leave VBD ROOT 1", 1, "they"),
    ("Lucille left", "Lucille Lucille NNP nsubj 1\nleft leave VBD ROOT 1", 1, "she"),
    ("Omar left", "Omar Omar NNP nsubj 1\nleft leave VBD ROOT 1", 1, "he"),
    ("Taylor left", "Taylor Taylor NNP nsubj 1\nleft leave VBD ROOT 1", 1, "they"),
    ("Mrs. Xu left", "Mrs. Mrs. NNP compound 1\nXu Xu NNP nsubj 2\nleft leave VBD ROOT 2", 2, "she"),
    ("Dr. Xu left", "Dr. Dr. NNP compound 1\nXu Xu NNP nsubj 2\nleft leave VBD ROOT 2", 2, "they"),
    ("The teacher left", "The the DT det 1\nteacher teacher NN nsubj 2\nleft leave VBD ROOT 2", 2, "they"),
    ("The company left", "The the DT det 1\ncompany company NN nsubj 2\nleft leave VBD ROOT 2", 2, "it"),
    ("Everybody left", "Everybody everybody NN nsubj 1 PRON\nleft leave VBD ROOT 1", 1, "they"),
    (
        "Tom and I left",
        "Tom Tom NNP nsubj 3\nand and CC cc 0\nI I PRP conj 0\nleft leave VBD ROOT 3",
        3,
        "we",
    ),
    (
        "You and Tom left",
        "You you PRP nsubj 3\nand and CC cc 0\nTom Tom NNP conj 0\nleft leave VBD ROOT 3",
        3,
        "you",
    ),
    (
        "Anna or Omar left",
        "Anna Anna NNP nsubj 3\nor or CC cc 0\nOmar Omar NNP conj 0\nleft leave VBD ROOT 3",
        3,
        "he",
    ),
    (
        "A lot of girls left",
        "A a DT det 1\nlot lot NN nsubj 4\nof of IN prep 1\ngirls girl NNS pobj 2\nleft leave VBD ROOT 4",
        4,
        "they",
    ),
    (
        "One of the girls left",
        "One one CD nsubj 4\nof of IN prep 0\nthe the DT det 3\ngirls girl NNS pobj 1\nleft leave VBD ROOT 4",
        4,
        "she",
    ),
    ("The poor suffer", "The the DT det 1\npoor poor JJ nsubj 2\nsuffer suffer VBP ROOT 2", 2, "they"),
    ("The police came", "The the DT det 1\npolice police NN nsubj 2\ncame come VBD ROOT 2", 2, "they"),
    ("Two came", "Two two CD nsubj 1\ncame come VBD ROOT 1", 1, "they"),
    (
        "The man who left cried",
        "The the DT det 1\nman man NN nsubj 4\nwho who WP nsubj 3\nleft leave VBD relcl 1\ncried cry VBD ROOT 4",
        3,
        "he",
    ),
    (
        "I told him to leave",
        "I I PRP nsubj 1\ntold tell VBD ROOT 1\nhim he PRP dobj 1\nto to TO aux 4\nleave leave VB xcomp 1",
        4,
        "he",
    ),
    (
        "I promised him to leave",
        "I I PRP nsubj 1\npromised promise VBD ROOT 1\nhim he PRP dobj 1\nto to TO aux 4\nleave leave VB xcomp 1",
        4,
        "I",
    ),
    (
        "She wants to leave",
        "She she PRP nsubj 1\nwants want VBZ ROOT 1\nto to TO aux 3\nleave leave VB xcomp 1",
        3,
        "she",
    ),
    (
        "He came and left",
        "He he PRP nsubj 1\ncame come VBD ROOT 1\nand and CC cc 1\nleft leave VBD conj 1",
        3,
        "he",
    ),
    (
        "a girl singing songs",
        "a a DT det 1\ngirl girl NN ROOT 1\nsinging sing VBG acl 1\nsongs song NNS dobj 2",
        2,
        "she",
    ),
    (
        "He left without crying",
        "He he PRP nsubj 1\nleft leave VBD ROOT 1\nwithout without IN prep 1\ncrying cry VBG pcomp 2",
        3,
        "he",
    ),
    ("One leaves", "One one PRP nsubj 1\nleaves leave VBZ ROOT 1", 1, "one"),
]


@pytest.mark.parametrize(("text", "rows", "verb", "pronoun"), SUBJECTS, ids=[case[0] for case in SUBJECTS])
def test_subject_asks_for_its_pronoun(text: str, rows: str, verb: int, pronoun: str) -> None:
    parse = build_parse(text, rows)
    subject = subject_of(parse, verb)
    assert subject is not None
    assert subject_pronoun(agreement_of(parse, subject)) == pronoun


def test_command_has_no_subject() -> None:
    assert subject_of(build_parse("Leave now", "Leave leave VB ROOT 0\nnow now RB advmod 0"), 0) is None


def test_nouns_for_persons_are_known() -> None:
    assert is_person_noun("teacher")
    assert is_person_noun("queen")
    assert not is_person_noun("company")
