"""Polarity and clauses, on parses made by hand; the whole table with the real parser is in the slow lane."""

from __future__ import annotations

import pytest
from english_tables import read_parses, read_rows

from nonliteral.english.clauses import (
    auxiliaries,
    is_finite,
    is_full_clause,
    joined_verbs,
    mood_of,
    negations,
    questioned,
    verb_words,
)
from nonliteral.english.inflection import inflect_verb
from nonliteral.english.parses import Parse, build_parse
from nonliteral.english.parsing import parse_sentences
from nonliteral.english.polarity import is_upward, reasons_against_upward
from nonliteral.errors import LanguageError


@pytest.mark.parametrize(("parse", "position", "expected"), read_parses("parses-polarity.txt"))
def test_context_is_upward_unless_something_speaks_against_it(
    parse: Parse, position: str, expected: str
) -> None:
    found = reasons_against_upward(parse, [int(position)])
    assert (", ".join(reason.trigger for reason in found) or "upward") == expected
    assert is_upward(parse, [int(position)]) is (expected == "upward")


def test_negation_inside_the_expression_does_not_count() -> None:
    rows = "It it PRP nsubj 1\nis be VBZ ROOT 1 AUX\nnot not RB neg 1\n"
    rows += "rocket rocket NN compound 4\nscience science NN attr 1"
    parse = build_parse("It is not rocket science", rows)
    assert is_upward(parse, [1, 2, 3, 4])
    assert not is_upward(parse, [3, 4])


def test_reason_names_its_word() -> None:
    rows = "Nobody nobody NN nsubj 1 PRON\ntalked talk VBD ROOT 1"
    (reason,) = reasons_against_upward(build_parse("Nobody talked", rows), [1])
    assert (reason.word, reason.position) == ("Nobody", 0)


@pytest.mark.slow
def test_polarity_with_the_real_parser() -> None:
    cases = [
        (verdict, marked.replace("*", ""), marked.index("*")) for verdict, marked in read_rows("polarity.tsv")
    ]
    parses = parse_sentences([text for _, text, _ in cases], workers=1)
    wrong = []
    for (verdict, text, offset), parse in zip(cases, parses, strict=True):
        verb = next(i for i, token in enumerate(parse) if token.idx == offset)
        if is_upward(parse, [verb]) is not (verdict == "up"):
            wrong.append(text)
    assert wrong == []


@pytest.mark.parametrize(("parse", "mood", "full"), read_parses("parses-moods.txt"))
def test_mood_and_fullness_of_a_clause(parse: Parse, mood: str, full: str) -> None:
    assert mood_of(parse) == mood
    assert is_full_clause(parse) is (full == "full")


def test_nothing_is_no_clause() -> None:
    assert mood_of(Parse("", ())) == "fragment"
    assert not is_full_clause(Parse("", ()))


def test_quoted_question_asks_only_inside_its_quotes() -> None:
    parse = read_parses("parses-moods.txt")[-1][0]
    assert questioned(parse, 1) == {4, 5}


def test_auxiliaries_and_negation_of_a_verb_are_found() -> None:
    rows = (
        "He he PRP nsubj 4\nhas have VBZ aux 4\nnot not RB neg 4\nbeen be VBN auxpass 4\nseen see VBN ROOT 4"
    )
    parse = build_parse("He has not been seen", rows)
    assert auxiliaries(parse, 4) == [1, 3]
    assert negations(parse, 4) == [2]
    assert is_finite(parse, 4)


def test_parse_tells_which_words_of_a_phrase_inflect() -> None:
    rows = (
        "They they PRP nsubj 1\ntake take VBP ROOT 1\nthe the DT det 3\nmoney money NN dobj 1\n"
        "and and CC cc 1\nrun run VBP conj 1"
    )
    parse = build_parse("They take the money and run", rows)
    heads = verb_words(parse, (5, 27))
    assert inflect_verb("take the money and run", "VBD", heads=heads) == "took the money and ran"
    with pytest.raises(LanguageError, match="not a verb"):
        joined_verbs(parse, [2, 3])
