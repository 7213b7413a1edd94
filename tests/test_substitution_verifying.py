"""A result is judged by what was put in: parsers take verbs for nouns, and that alone refuses nothing."""

from __future__ import annotations

import pytest

from nonliteral.builders.substitution.forms import variety_here
from nonliteral.builders.substitution.refusals import Refusal
from nonliteral.builders.substitution.verifying import Skeleton, check_result
from nonliteral.english.parses import build_parse
from nonliteral.english.spelling import variety_of
from nonliteral.records import Entry


def test_verb_that_the_parser_takes_for_a_noun_is_a_verb_all_the_same() -> None:
    rows = "Regular regular JJ amod 1\nvisits visit NNS compound 2\ndemand demand NN compound 3\n"
    rows += "trust trust NN ROOT 3"
    parse = build_parse("Regular visits demand trust", rows)
    check_result(Skeleton(1, True, None, "visits"), parse, [(15, 21)], part="verb")


def test_main_verb_that_seems_a_reduced_relative_is_still_the_main_verb() -> None:
    rows = "The the DT det 1\ndiplomat diplomat NN ROOT 1\nlied lie VBN acl 1\nby by IN prep 2\n"
    rows += "mistake mistake NN pobj 3"
    parse = build_parse("The diplomat lied by mistake", rows)
    check_result(Skeleton(1, True, "lie", "diplomat"), parse, [(18, 28)], part="noun")


def test_result_without_any_verb_is_refused() -> None:
    rows = "The the DT det 1\nwaiter waiter NN ROOT 1\nhappiness happiness NN appos 1"
    parse = build_parse("The waiter happiness", rows)
    with pytest.raises(Refusal, match="result does not parse"):
        check_result(Skeleton(1, True, None, "waiter"), parse, [(11, 20)])


def test_adverbial_that_was_put_in_for_one_leaves_the_clause_alone() -> None:
    rows = "At at IN prep 4\nfirst first JJ amod 2\nglance glance NN pobj 0\nthings thing NNS dobj 4\n"
    rows += "moved move VBD ROOT 4"
    parse = build_parse("At first glance things moved", rows)
    check_result(Skeleton(1, True, "move", "things"), parse, [(0, 15)], part="adverb")
    with pytest.raises(Refusal, match="arguments changed"):
        check_result(Skeleton(1, True, "move", "things"), parse, [(0, 15)], part="noun")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The rumours spread.", "uk"),
        ("They have gotten a gray coat.", "us"),
        ("My mom likes the colour.", None),
        ("They left.", None),
    ],
)
def test_spelling_tells_american_from_british_unless_it_is_mixed(text: str, expected: str | None) -> None:
    assert variety_of(text) == expected


def test_lexicon_says_the_variety_where_the_sentence_does_not() -> None:
    entry = Entry(
        id="e", kind="idiom", base="tie the knot", part="verb", definitions=[], adversarial=[], antonyms=[],
        sentences=[], gold=[], features={"variety": "American"},
    )  # fmt: skip
    assert variety_here("They have tied the knot.", entry) == "us"
    assert variety_here("Our neighbours have tied the knot.", entry) == "uk"
