"""Antonyms in their place: which word is turned, what fits, and what is left to people."""

from __future__ import annotations

import pytest

from nonliteral.builders.recasting.opposites import GOOD, Place, Proposal, propose_opposites
from nonliteral.builders.recasting.preparing import carry_spans
from nonliteral.builders.recasting.tidying import TIDYINGS, tidy


def proposals(text: str, marked: str) -> list[Proposal]:
    at = text.index(marked)
    (found,) = propose_opposites([Place(text, ((at, at + len(marked)),))])
    return found


@pytest.mark.parametrize(
    ("text", "marked", "turned"),
    [
        ("The tickets were expensive.", "expensive", "The tickets were cheap."),
        ("Such stamps are very rare.", "very rare", "Such stamps are very common."),
        ("The classroom was oddly quiet.", "oddly quiet", "The classroom was oddly loud."),
        ("It was an intentional mistake.", "intentional", "It was an accidental mistake."),
        ("She spoke quietly to us.", "quietly", "She spoke loudly to us."),
        ("The prices increased last year.", "increased", "The prices decreased last year."),
        ("The flood destroyed the bridge.", "destroyed", "The flood created the bridge."),
    ],
)
def test_the_asserting_word_is_turned_in_its_form(text: str, marked: str, turned: str) -> None:
    assert turned in [proposal.text for proposal in proposals(text, marked) if proposal.fit >= GOOD]


def test_an_article_before_the_turned_word_is_put_right() -> None:
    assert proposals("It was an ugly house.", "ugly")[0].text == "It was a beautiful house."


def test_proposals_come_by_fit_and_say_what_they_replace() -> None:
    found = proposals("The way home was quite interesting.", "quite interesting")
    assert [proposal.fit for proposal in found] == sorted((p.fit for p in found), reverse=True)
    assert found[0].text[slice(*found[0].span)] == found[0].new
    assert {proposal.old for proposal in found} == {"interesting"}


@pytest.mark.parametrize(
    ("text", "marked", "never"),
    [
        ("The heat was intense.", "intense", "tense"),
        ("The task was easy.", "easy", "uneasy"),
        ("Her eyes were green.", "green", "ripe"),
        ("The bars were half-filled.", "half-filled", "emptied"),
        ("The rooms were very different.", "very different", "indifferent"),
    ],
)
def test_what_only_looks_opposed_is_never_proposed(text: str, marked: str, never: str) -> None:
    assert never not in [proposal.new for proposal in proposals(text, marked)]


def test_a_word_without_an_antonym_has_no_proposal() -> None:
    assert proposals("They found a table.", "table") == []


def test_under_a_negation_the_ends_of_a_scale_do_not_contradict() -> None:
    hot = proposals("The soup was not hot.", "hot")[0]
    assert hot.new == "cold"
    assert not hot.contradicts
    assert hot.fit < GOOD
    dead = proposals("The bird was not dead.", "dead")[0]
    assert dead.new == "alive"
    assert dead.contradicts


@pytest.mark.parametrize(
    ("text", "marked", "doubt"),
    [
        ("If the soup is hot, we wait.", "hot", "not asserted"),
        ("The soup may be hot.", "hot", "only possible"),
        ("Is the soup hot?", "hot", "no statement"),
        ("She was angry at her brother.", "angry", "its complement is its own"),
        ("He was a little nervous.", "nervous", "its degree word is its own"),
        ("They won the first match.", "won the first match", "part of a phrase"),
        ("I work so that the boss is happy.", "happy", "not asserted"),
        ("Off she went destructive.", "destructive", "said of nothing"),
    ],
)
def test_what_a_sentence_does_not_plainly_assert_is_left_to_people(
    text: str, marked: str, doubt: str
) -> None:
    best = proposals(text, marked)[0]
    assert doubt in best.doubts
    assert best.fit < GOOD


def test_an_adjective_does_not_stand_in_for_an_adverb() -> None:
    assert proposals("She whistled loud.", "loud")[0].fit < GOOD


def test_a_plain_statement_raises_no_doubt() -> None:
    for text, marked in (("The soup was hot.", "hot"), ("We know that the soup was very hot.", "very hot")):
        assert proposals(text, marked)[0].doubts == ()


def test_many_places_are_answered_in_order_whatever_the_workers() -> None:
    places = [
        Place(f"House {n} was expensive.", ((len(f"House {n} was "), len(f"House {n} was expensive")),))
        for n in range(5)
    ]
    once = list(propose_opposites(places, workers=1))
    assert once == list(propose_opposites(places, workers=2))
    assert [found[0].text for found in once] == [f"House {n} was cheap." for n in range(5)]


def test_spans_follow_when_only_blanks_change() -> None:
    assert carry_spans("It 's a test .", "It's a test.", [(8, 12)]) == [(7, 11)]
    assert carry_spans("It is a test.", "It was a test.", [(0, 2)]) == []


@pytest.mark.parametrize(
    ("ways", "given", "expected"),
    [
        (("tokens",), "I do n't know what he 's up to .", "I don't know what he's up to."),
        (("tokens",), "It cost $ 20 , 000 ( in cash ) .", "It cost $20,000 (in cash)."),
        (("tokens",), "the farmers ' market", "the farmers' market"),
        (("tokens",), "He left and The door shut .", "He left and the door shut."),
        (("tokens",), 'he said " no " to it .', 'he said "no" to it.'),
        (("tokens",), "We won . '", "We won."),
        (("slips",), "He made a enourmous effort of of will.", "He made an enormous effort of will."),
        (("slips",), "He works like A machine.", "He works like a machine."),
        (("slips",), "She barely ate..", "She barely ate."),
        (("entities",), "bread & amp; butter", "bread & butter"),
        (("sentence",), "who left", "Who left."),
        (("tweets",), "RT @a: @b lovely rain || &lt;3 #not http://t.co/a @c", "lovely rain <3"),
        (("tweets", "sentence"), "lovely rain #irony", "Lovely rain."),
        ((), "as  it   is", "as  it   is"),
    ],
)
def test_text_is_tidied_only_as_asked(ways: tuple[str, ...], given: str, expected: str) -> None:
    assert tidy(given, ways) == expected
    assert tidy(expected, ways) == expected


def test_every_way_to_tidy_leaves_good_text_alone() -> None:
    for sentence in ('The dog\'s owner, Ann, said "no".', "It cost $20,000 (in cash).", "I can't wait!"):
        assert tidy(sentence, tuple(TIDYINGS)) == sentence
