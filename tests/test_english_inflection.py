"""Inflection: the tables of hard cases in tests/data/english, refusals, and rules that hold for all."""

from __future__ import annotations

import pytest
from english_tables import read_rows
from hypothesis import given
from hypothesis import strategies as st

from nonliteral.english.agreement import HE, IT, SHE, SOMEONE, THEY, WE, YOU, Agreement, I
from nonliteral.english.dictionary import dictionary_forms
from nonliteral.english.inflection import (
    VERB_TAGS,
    comparative,
    compare,
    conjugate,
    find_verb_heads,
    inflect,
    inflect_noun,
    inflect_verb,
    is_plural,
    negate_auxiliary,
    pluralise,
    singularise,
    superlative,
    verb_group,
)
from nonliteral.english.tables import read_table
from nonliteral.errors import LanguageError


@pytest.mark.parametrize("row", read_rows("verbs.tsv"), ids=lambda row: row[0])
def test_verb_takes_each_of_its_forms(row: list[str]) -> None:
    base, *expected = row
    assert [inflect_verb(base, tag) for tag in ("VBZ", "VBG", "VBD", "VBN")] == expected
    assert inflect_verb(base, "VB") == base


@pytest.mark.parametrize("row", read_rows("verbs-british.tsv"), ids=lambda row: row[0])
def test_british_verb_takes_british_forms(row: list[str]) -> None:
    base, *expected = row
    assert [inflect_verb(base, tag, variety="uk") for tag in ("VBG", "VBD", "VBN")] == expected


@pytest.mark.parametrize(("phrase", "tag", "expected"), read_rows("verb-phrases.tsv"))
def test_verbs_of_a_phrase_are_inflected(phrase: str, tag: str, expected: str) -> None:
    assert inflect_verb(phrase, tag, subject=HE) == expected


@pytest.mark.parametrize(("phrase", "tag", "message"), read_rows("verb-refusals.tsv"))
def test_impossible_verb_form_is_refused_with_advice(phrase: str, tag: str, message: str) -> None:
    with pytest.raises(LanguageError, match=r"[.]") as caught:
        inflect_verb(phrase, tag)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("subject", "present", "past"),
    [
        (I, "am", "was"),
        (YOU, "are", "were"),
        (HE, "is", "was"),
        (SHE, "is", "was"),
        (IT, "is", "was"),
        (WE, "are", "were"),
        (THEY, "are", "were"),
        (SOMEONE, "is", "was"),
    ],
)
def test_be_agrees_with_its_subject(subject: Agreement, present: str, past: str) -> None:
    assert conjugate("be glad", "present", subject) == f"{present} glad"
    assert conjugate("be glad", "past", subject) == f"{past} glad"


def test_named_heads_decide_what_is_inflected() -> None:
    assert inflect_verb("take the money and run", "VBD", heads=(0, 4)) == "took the money and ran"
    assert inflect_verb("know the bread and butter", "VBD", heads=(0,)) == "knew the bread and butter"
    with pytest.raises(LanguageError, match="no word number 9"):
        inflect_verb("give up", "VBD", heads=(9,))


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, "sees it"),
        ({"tense": "past"}, "saw it"),
        ({"negated": True}, "does not see it"),
        ({"negated": True, "contracted": True}, "doesn't see it"),
        ({"tense": "past", "negated": True}, "did not see it"),
        ({"question": True}, "does see it"),
        ({"perfect": True}, "has seen it"),
        ({"progressive": True, "tense": "past"}, "was seeing it"),
        ({"perfect": True, "progressive": True, "negated": True}, "has not been seeing it"),
        ({"modal": "might"}, "might see it"),
        ({"modal": "can", "negated": True}, "cannot see it"),
        ({"modal": "can", "tense": "past"}, "could see it"),
        ({"modal": "will", "negated": True, "contracted": True}, "won't see it"),
        ({"modal": "might", "perfect": True, "passive": True}, "might have been seen it"),
        ({"modal": "ought"}, "ought to see it"),
    ],
)
def test_verb_group_has_its_auxiliaries_in_order(options: dict[str, object], expected: str) -> None:
    assert " ".join(verb_group("see it", SHE, **options)) == expected  # type: ignore[arg-type]


def test_be_needs_no_do() -> None:
    assert verb_group("be glad", I, negated=True, contracted=True) == ["am", "not", "glad"]
    assert verb_group("be glad", THEY, tense="past", question=True) == ["were", "glad"]
    assert verb_group("be punished", HE, negated=True) == ["is", "not", "punished"]


def test_have_as_a_full_verb_takes_do() -> None:
    assert verb_group("have a dog", HE, negated=True) == ["does", "not", "have a dog"]


def test_modal_without_a_past_is_refused_in_a_group() -> None:
    with pytest.raises(LanguageError, match="'must' has no past"):
        verb_group("go", HE, modal="must", tense="past")
    with pytest.raises(LanguageError, match="not a modal"):
        verb_group("go", HE, modal="want")


@pytest.mark.parametrize(
    ("auxiliary", "plain", "short"),
    [
        ("is", "is not", "isn't"),
        ("am", "am not", "am not"),
        ("can", "cannot", "can't"),
        ("will", "will not", "won't"),
        ("shall", "shall not", "shan't"),
        ("may", "may not", "may not"),
        ("Did", "Did not", "Didn't"),
    ],
)
def test_auxiliaries_are_negated(auxiliary: str, plain: str, short: str) -> None:
    assert negate_auxiliary(auxiliary) == plain
    assert negate_auxiliary(auxiliary, contracted=True) == short


def test_full_verb_is_not_negated_as_an_auxiliary() -> None:
    with pytest.raises(LanguageError, match="not an auxiliary"):
        negate_auxiliary("sing")


@pytest.mark.parametrize(("singular", "plural"), read_rows("nouns.tsv"))
def test_noun_has_its_plural_and_back(singular: str, plural: str) -> None:
    assert pluralise(singular) == plural
    assert singularise(plural) == singular


@pytest.mark.parametrize(("noun", "tag", "message"), read_rows("noun-refusals.tsv"))
def test_impossible_number_is_refused(noun: str, tag: str, message: str) -> None:
    with pytest.raises(LanguageError) as caught:
        inflect_noun(noun, tag)
    assert message in str(caught.value)


def test_article_goes_with_the_plural() -> None:
    assert pluralise("a piece of cake") == "pieces of cake"


def test_uncountable_and_plural_only_keep_the_number_they_have() -> None:
    assert inflect_noun("advice", "NN") == "advice"
    assert inflect_noun("scissors", "NNS") == "scissors"


@pytest.mark.parametrize(("word", "more", "most"), read_rows("comparison.tsv"))
def test_adjectives_and_adverbs_are_compared(word: str, more: str, most: str) -> None:
    assert comparative(word) == more
    assert superlative(word) == most


def test_what_is_not_compared_is_refused() -> None:
    with pytest.raises(LanguageError, match="not compared"):
        comparative("main")
    with pytest.raises(LanguageError, match="compared already"):
        comparative("worse")
    with pytest.raises(LanguageError, match="JJR"):
        compare("hot", "JJ")


def test_one_door_serves_every_tag() -> None:
    assert inflect("spill the beans", "VBG") == "spilling the beans"
    assert inflect("secret", "NNS") == "secrets"
    assert inflect("hot", "JJS") == "hottest"
    assert inflect("quietly", "RB") == "quietly"


REGULAR = sorted(
    row[0]
    for row in read_table("antonyms-ours.tsv", ("lemma", "pos", "antonym", "complementary"))
    if row[1] == "VERB"
)


@given(st.sampled_from(REGULAR))
def test_progressive_always_ends_in_ing_and_third_person_in_s(verb: str) -> None:
    assert inflect_verb(verb, "VBG").endswith("ing")
    assert inflect_verb(verb, "VBZ").endswith("s")


@given(st.from_regex(r"[bcdfgklmnprstvz][aeiou]{1,2}[bcdfgklmnprstvxz]{1,2}(?:e|y)?", fullmatch=True))
def test_unknown_words_take_regular_endings_without_a_crash(word: str) -> None:
    try:
        forms = [inflect_verb(word, tag) for tag in ("VBZ", "VBG")]
    except LanguageError:
        # A word of ours by chance (*sat*): refused as an inflected form.
        return
    assert all(form[: len(word) - 1] == word[:-1] for form in forms)


@given(st.text(max_size=12), st.sampled_from(VERB_TAGS))
def test_any_text_gives_a_form_or_a_refusal(text: str, tag: str) -> None:
    try:
        form = inflect_verb(text, tag, subject=HE)
    except LanguageError as error:
        form = str(error)
    assert form


@given(st.text(max_size=12))
def test_any_text_has_a_plural_or_a_refusal(text: str) -> None:
    try:
        plural = pluralise(text)
    except LanguageError:
        return
    assert plural


NOUNS = sorted(
    row[0]
    for row in read_table("antonyms-ours.tsv", ("lemma", "pos", "antonym", "complementary"))
    if row[1] == "NOUN"
)


@given(st.sampled_from(NOUNS))
def test_plural_of_a_plural_is_itself(noun: str) -> None:
    try:
        plural = pluralise(noun)
    except LanguageError:
        return
    assert pluralise(plural) == plural
    assert is_plural(plural) or plural == noun


IRREGULAR = [
    row[0] for row in read_table("verbs.tsv", ("lemma", "past", "participle", "uk_past", "uk_participle"))
]


def test_our_irregular_verbs_agree_with_the_dictionary() -> None:
    """Every past of our table is one that the dictionary lists, where it knows the verb at all.

    The ones listed here are choices of ours among usages that the dictionary lacks.
    """
    ours = {"bestride", "broadcast", "forecast", "leap"}
    ours |= {"overcast", "overspend", "sublet", "telecast", "unmake"}
    wrong = []
    for verb in IRREGULAR:
        listed = dictionary_forms(verb, "VERB").get("VBD", ())
        if listed and verb not in ours and verb != "lie" and inflect_verb(verb, "VBD") not in listed:
            wrong.append((verb, inflect_verb(verb, "VBD"), listed))
    assert wrong == []


def test_first_verb_is_found_behind_adverbs() -> None:
    assert find_verb_heads("slowly but surely give up") == (3,)
    assert find_verb_heads("never ever give up") == (2,)
