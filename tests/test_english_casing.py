"""Capitals: sentence starts, names, acronyms, I, and replacements."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonliteral.english.casing import (
    capitalise,
    decapitalise,
    fit_case,
    is_acronym,
    is_mixed_case,
    starts_sentence,
)
from nonliteral.english.parses import Parse, Token, build_parse
from nonliteral.errors import LanguageError


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("he left.", "He left."),
        ('"so what?"', '"So what?"'),
        ("(maybe)", "(Maybe)"),
        ("'tis late", "'Tis late"),
        ("“he left”", "“He left”"),
        ("iPhones are dear.", "iPhones are dear."),
        ("eBay closed.", "eBay closed."),
        ("7 men left.", "7 men left."),
        ("élan", "Élan"),
        ("", ""),
        ("...", "..."),
        ("ßa", "ßa"),
    ],
)
def test_sentence_gets_its_capital(text: str, expected: str) -> None:
    assert capitalise(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The dog barked.", "the dog barked."),
        ("It's late.", "it's late."),
        ("A man left.", "a man left."),
        ("I left.", "I left."),
        ("I'm late.", "I'm late."),
        ("NATO met.", "NATO met."),
        ("MPs voted.", "MPs voted."),
        ("U.S. troops left.", "U.S. troops left."),
        ("YouTube is slow.", "YouTube is slow."),
        ("French wine is good.", "French wine is good."),
        ("Monday was fine.", "Monday was fine."),
        ("Christmas came.", "Christmas came."),
        ('"What now?"', '"what now?"'),
        ("the end", "the end"),
        ("7 Men", "7 Men"),
    ],
)
def test_capital_goes_only_where_it_may(text: str, expected: str) -> None:
    assert decapitalise(text) == expected


def test_word_that_may_be_a_name_needs_a_parse() -> None:
    with pytest.raises(LanguageError, match="Give the parse"):
        decapitalise("Rose left.")


@pytest.mark.parametrize(
    ("text", "rows", "expected"),
    [
        ("Rose left.", "Rose Rose NNP nsubj 1\nleft leave VBD ROOT 1\n. . . punct 1", "Rose left."),
        ("Roses grow.", "Roses rose NNS nsubj 1\ngrow grow VBP ROOT 1\n. . . punct 1", "roses grow."),
        ("Will left.", "Will Will NNP nsubj 1\nleft leave VBD ROOT 1\n. . . punct 1", "Will left."),
        (
            "Will he go?",
            "Will will MD aux 2\nhe he PRP nsubj 2\ngo go VB ROOT 2\n? ? . punct 2",
            "will he go?",
        ),
        (
            "The Hague slept.",
            "The the NNP compound 1\nHague Hague NNP nsubj 2\nslept sleep VBD ROOT 2",
            "the Hague slept.",
        ),
        ("Polish it.", "Polish polish VB ROOT 0\nit it PRP dobj 0", "polish it."),
    ],
)
def test_parse_tells_names_from_words(text: str, rows: str, expected: str) -> None:
    assert decapitalise(text, build_parse(text, rows)) == expected


def test_parse_of_another_text_is_refused() -> None:
    parse = Parse("Rose", (Token("Rose", "Rose", "NNP", "PROPN", "ROOT", 0, 0),))
    with pytest.raises(LanguageError, match="another text"):
        decapitalise("Violet left.", parse)


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("He left.", 0, True),
        ('"He left."', 1, True),
        ("He left. She came.", 9, True),
        ("He left! She came.", 9, True),
        ("He met Dr. Smith.", 11, False),
        ("He met J. Smith.", 10, False),
        ("At 5 p.m. Tom left.", 10, False),
        ("He said: so what.", 9, False),
        ('He said, "So what?"', 10, True),
        ('He called it "so what".', 14, False),
        ('He said, "I left."', 10, False),
        ("He left, then", 9, False),
    ],
)
def test_starts_of_sentences_are_told(text: str, at: int, expected: bool) -> None:
    assert starts_sentence(text, at) is expected


@pytest.mark.parametrize(
    ("new", "old", "at_start", "expected"),
    [
        ("reveal it", "Spill the beans", True, "Reveal it"),
        ("reveal it", "spill the beans", True, "reveal it"),
        ("reveal it", "spill the beans", False, "reveal it"),
        ("reveal it", "SPILL THE BEANS", False, "REVEAL IT"),
        ("in London", "Down South", False, "in London"),
        ("iPhone", "Phone", True, "iPhone"),
    ],
)
def test_replacement_takes_the_capitals_of_its_place(
    new: str, old: str, at_start: bool, expected: str
) -> None:
    assert fit_case(new, old, at_start=at_start) == expected


def test_acronyms_and_mixed_case_are_known() -> None:
    assert [is_acronym(word) for word in ("NATO", "MPs", "U.S.", "A", "I", "Mr", "Is")] == [True] * 3 + [
        False
    ] * 4
    assert [is_mixed_case(word) for word in ("iPhone", "McDonald", "Anglo-Saxon", "NATO", "Tom")] == (
        [True, True, False, False, False]
    )


@given(st.text(max_size=20))
def test_capitalising_twice_is_capitalising_once(text: str) -> None:
    once = capitalise(text)
    assert capitalise(once) == once
    assert len(once) == len(text)
    assert once.casefold() == text.casefold()
