"""Seams: spaces, stops, doubled words, replacing parts of a sentence, splitting into sentences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonliteral.english.joining import (
    ends_sentence,
    find_doubled_words,
    join_words,
    mend_end,
    mend_spacing,
    replace_spans,
    split_sentences,
)
from nonliteral.errors import LanguageError


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("She did n't go .", "She didn't go."),
        ("Tom 's dog , too , barked !", "Tom's dog, too, barked!"),
        ('" No , " she said .', '"No," she said.'),
        ("He paid $ 5 ( or so ) .", "He paid $5 (or so)."),
        ("We 'll see , wo n't we ?", "We'll see, won't we?"),
    ],
)
def test_words_are_joined_as_people_write(words: str, text: str) -> None:
    assert join_words(words.split()) == text


@pytest.mark.parametrize(
    ("text", "old", "new", "expected"),
    [
        ("He spilled the beans.", "spilled the beans", "revealed the secret", "He revealed the secret."),
        ("Spill the beans!", "Spill the beans", "reveal the secret", "Reveal the secret!"),
        ('He said, "Spill the beans!"', "Spill the beans", "talk", 'He said, "Talk!"'),
        ("It is a hard nut.", "hard nut", "awkward problem", "It is an awkward problem."),
        ("It is an old hat, a bore.", "old hat", "stale idea", "It is a stale idea, a bore."),
        ("SPILL THE BEANS NOW", "SPILL THE BEANS", "reveal it", "REVEAL IT NOW"),
        ("He left. Spill the beans now.", "Spill the beans", "reveal it", "He left. Reveal it now."),
        ("He is, so to speak, dead.", "so to speak, ", "", "He is, dead."),
        ("He really left.", "really", "", "He left."),
        ("Really he left.", "Really", "", "He left."),
        ("He left really.", "really", "", "He left."),
    ],
)
def test_replacement_fits_its_sentence(text: str, old: str, new: str, expected: str) -> None:
    start = text.index(old)
    result = replace_spans(text, [((start, start + len(old)), new)])
    assert result.text == expected
    assert all(result.text[a:b].lower() == new.lower() for a, b in result.spans)


def test_several_parts_are_replaced_at_once() -> None:
    result = replace_spans("He spilled all the beans.", [((3, 10), "revealed"), ((19, 24), "secrets")])
    assert result.text == "He revealed all the secrets."
    assert [result.text[a:b] for a, b in result.spans] == ["revealed", "secrets"]


def test_doubled_function_word_at_the_seam_is_refused() -> None:
    with pytest.raises(LanguageError, match="'in in'"):
        replace_spans("He got in hot water.", [((10, 19), "in trouble")])


def test_parts_that_overlap_are_refused() -> None:
    with pytest.raises(LanguageError, match="must not overlap"):
        replace_spans("He left.", [((0, 5), "x"), ((3, 7), "y")])


def test_only_slips_are_doubled_words() -> None:
    assert find_doubled_words("I know that that had had a very very long life.") == []
    text = "She went to to the the shop."
    assert [text[a:b] for a, b in find_doubled_words(text)] == ["to to", "the the"]


def test_end_mark_is_mended() -> None:
    assert mend_end("He left") == "He left."
    assert mend_end("He left!") == "He left!"
    assert mend_end('He said "no."') == 'He said "no."'
    assert mend_end("He left", like="She left!") == "He left!"
    assert mend_end("He left", like="no mark here") == "He left"
    assert ends_sentence("Really?)")
    assert not ends_sentence("Really,")


def test_spacing_is_mended() -> None:
    assert mend_spacing("He  left ,  quietly .") == "He left, quietly."
    assert mend_spacing("It cost ( about ) .5") == "It cost (about) .5"


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("He left. She came.", ["He left.", "She came."]),
        ("He met Dr. Smith. She left.", ["He met Dr. Smith.", "She left."]),
        ("J. R. Smith left. Why? Who knows!", ["J. R. Smith left.", "Why?", "Who knows!"]),
        ('"Go!" he said. "Now."', ['"Go!" he said.', '"Now."']),
        ("It cost 3.5 dollars. Cheap.", ["It cost 3.5 dollars.", "Cheap."]),
        ("  One.  ", ["One."]),
        ("", []),
        ("no end", ["no end"]),
    ],
)
def test_text_is_split_into_sentences(text: str, sentences: list[str]) -> None:
    assert [text[start:end] for start, end in split_sentences(text)] == sentences


@given(st.text(alphabet="aB .!?\"'\n", max_size=40))
def test_splitting_loses_nothing_but_blanks(text: str) -> None:
    spans = split_sentences(text)
    rest = text
    for start, end in reversed(spans):
        rest = rest[:start] + rest[end:]
    assert not rest.strip()


@given(st.lists(st.from_regex(r"[a-z]{1,6}", fullmatch=True), min_size=1, max_size=8))
def test_plain_words_are_joined_by_single_blanks(words: list[str]) -> None:
    assert join_words(words) == " ".join(words)
