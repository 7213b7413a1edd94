"""Antonyms: our pairs, WordNet's, their order, and which of them divide their ground."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonliteral.english.antonyms import antonyms, are_antonyms, coarse_part, inflected_antonyms
from nonliteral.english.parses import Token
from nonliteral.english.tables import DATA, read_table
from nonliteral.errors import LanguageError

OURS = list(read_table("antonyms-ours.tsv", ("lemma", "pos", "antonym", "complementary")))


@pytest.mark.parametrize(
    ("word", "pos", "antonym", "complementary"),
    [
        ("reveal", "VERB", "hide", False),
        ("succeed", "VERB", "fail", True),
        ("remember", "VERB", "forget", True),
        ("love", "VERB", "hate", False),
        ("dead", "ADJ", "alive", True),
        ("alive", "ADJ", "dead", True),
        ("true", "ADJ", "false", True),
        ("hot", "ADJ", "cold", False),
        ("brave", "ADJ", "cowardly", False),
        ("victory", "NOUN", "defeat", False),
        ("presence", "NOUN", "absence", True),
        ("quickly", "ADV", "slowly", False),
        ("always", "ADV", "never", False),
    ],
)
def test_common_words_have_the_antonym_people_would_give(
    word: str, pos: str, antonym: str, complementary: bool
) -> None:
    first = antonyms(word, pos)[0]
    assert (first.word, first.complementary) == (antonym, complementary)


def test_similar_words_lend_their_antonyms() -> None:
    found = {antonym.word: antonym.source for antonym in antonyms("scorching", "ADJ")}
    assert found["cold"] == "wordnet-similar"


def test_part_of_speech_matters() -> None:
    assert "light" in {antonym.word for antonym in antonyms("heavy", "JJ")}
    assert "sell" not in {antonym.word for antonym in antonyms("buy", "NN")}
    assert antonyms("buy", "VBD")[0].word == "sell"


def test_unknown_word_has_none() -> None:
    assert antonyms("xyzzy", "NOUN") == []


def test_part_without_antonyms_is_refused() -> None:
    with pytest.raises(LanguageError, match="VERB, NOUN, ADJ or ADV"):
        antonyms("the", "DT")


def test_sources_stand_in_order_and_ranks_count_up() -> None:
    for word, pos in (("good", "ADJ"), ("rise", "VERB"), ("big", "ADJ")):
        found = antonyms(word, pos)
        order = [("ours", "wordnet", "wordnet-similar").index(antonym.source) for antonym in found]
        assert order == sorted(order)
        assert [antonym.rank for antonym in found] == list(range(len(found)))


@pytest.mark.parametrize(
    ("token", "forms"),
    [
        (Token("revealed", "reveal", "VBD", "VERB", "ROOT", 0, 0), ["hid", "concealed"]),
        (Token("hotter", "hot", "JJR", "ADJ", "acomp", 0, 0), ["colder"]),
        (Token("friends", "friend", "NNS", "NOUN", "dobj", 0, 0), ["enemies", "foes"]),
    ],
)
def test_antonyms_take_the_form_of_the_word(token: Token, forms: list[str]) -> None:
    found = [form for form, _ in inflected_antonyms(token)]
    assert found[: len(forms)] == forms


def test_antonyms_that_have_no_such_form_are_left_out() -> None:
    token = Token("riches", "wisdom", "NNS", "NOUN", "dobj", 0, 0)
    assert all(form for form, _ in inflected_antonyms(token))


@given(st.sampled_from(OURS))
def test_our_pairs_hold_in_both_directions(row: tuple[str, str, str, str]) -> None:
    lemma, pos, antonym, kind = row
    there = {found.word: found for found in antonyms(lemma, pos)}
    back = {found.word: found for found in antonyms(antonym, pos)}
    assert there[antonym].complementary == back[lemma].complementary == (kind == "yes")
    assert are_antonyms(lemma, antonym, pos)


def test_our_table_is_clean_and_large_enough() -> None:
    keys = [(pos, *sorted((lemma, antonym))) for lemma, pos, antonym, _ in OURS]
    assert len(keys) == len(set(keys))
    assert len(keys) >= 300
    assert all(
        lemma != antonym and lemma == lemma.lower() and kind in ("yes", "no")
        for lemma, _, antonym, kind in OURS
    )
    assert {pos for _, pos, _, _ in OURS} == {"VERB", "NOUN", "ADJ", "ADV"}
    assert sum(kind == "yes" for *_, kind in OURS) >= 100


def test_wordnet_comes_with_its_notice() -> None:
    notice = (DATA / "NOTICE-WORDNET.txt").read_text(encoding="utf-8")
    assert "WordNet 3.0 Copyright 2006 by Princeton University" in notice
    assert "AS IS" in notice


def test_tags_and_parts_are_one() -> None:
    assert [coarse_part(pos) for pos in ("VBZ", "NNS", "JJS", "RBR", "AUX", "NOUN")] == (
        ["VERB", "NOUN", "ADJ", "ADV", "VERB", "NOUN"]
    )
