"""Rules that hold for every sentence and every definition, not only for the cases of the table."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonliteral.builders.substitution.definitions import analyse_definition
from nonliteral.builders.substitution.drafting import Candidate, Draft, Use, reverse_label
from nonliteral.builders.substitution.expressions import (
    Lexicon,
    base_key,
    compile_base,
    compile_entry,
    cut_words,
)
from nonliteral.builders.substitution.matching import sentence_keys
from nonliteral.builders.substitution.opposites import opposite_of
from nonliteral.builders.substitution.tidying import tidy_sentence
from nonliteral.english.agreement import SHE
from nonliteral.english.parses import build_parse
from nonliteral.english.verbs import inflect_verb
from nonliteral.records import Definition, Entry

VERBS = ("reveal", "give away", "tell", "hide", "begin", "carry", "stop", "lie about", "be sorry about")
TOKENS = (
    "He",
    "did",
    "n't",
    "say",
    ",",
    '"',
    "no",
    "(",
    "yes",
    ")",
    ":",
    "it",
    "'s",
    "mid",
    "-",
    ".",
    "‘",
    "’",
)
FORMS = {
    "VBD": ("She {} the secret.", "spilled", None),
    "VBZ": ("She {} the secret.", "spills", None),
    "VB": ("She will {} the secret.", "spill", "will/will/MD/aux/2 "),
    "VBG": ("She is {} the secret.", "spilling", "is/be/VBZ/aux/2 "),
    "VBN": ("She has {} the secret.", "spilled", "has/have/VBZ/aux/2 "),
}


def make_entry(definition: str) -> Entry:
    return Entry(
        id="e",
        kind="idiom",
        base="spill the beans",
        part="verb",
        definitions=[Definition(definition, "same")],
        adversarial=[],
        antonyms=[],
        sentences=[],
        gold=[],
        features={},
    )


@given(st.sampled_from(VERBS), st.sampled_from(sorted(FORMS)))
@settings(deadline=None)
def test_a_verb_takes_the_form_of_what_it_replaces(verb: str, tag: str) -> None:
    frame, word, helper = FORMS[tag]
    at = 2 if helper else 1
    middle = helper.split("/")[0] + " " if helper else ""
    tokens = (
        f"She/she/PRP/nsubj/{at} {helper or ''}{word}/spill/{tag}/ROOT/{at} the/the/DT/det/{at + 2} "
        f"beans/bean/NNS/dobj/{at} ./././punct/{at}"
    )
    text = f"She {middle}{word} the beans."
    parse = build_parse(text, "\n".join(token.replace("/", " ") for token in tokens.split()))
    entry = make_entry(f"{verb} the secret")
    use = Use(parse, compile_entry(entry), [], sentence_keys(parse))
    (made,) = use.drafts("figurative", ("figurative-definition",))
    assert isinstance(made, Draft)
    if verb.startswith("be ") and tag == "VBG":
        expected = "She is sorry about the secret."
    else:
        expected = frame.format(inflect_verb(verb, tag, subject=SHE))
    assert made.hypothesis == expected


@given(st.text(min_size=1, max_size=60).map(str.strip).filter(bool))
@settings(deadline=None)
def test_any_base_form_is_cut_without_losing_a_letter(base: str) -> None:
    letters = [char for char in base if char.isalnum()]
    assert [char for word in cut_words(base) for char in word if char.isalnum()] == letters
    compile_base(base)
    assert base_key(base) == base_key(base)


@given(st.lists(st.sampled_from(TOKENS), min_size=1, max_size=25), st.data())
@settings(max_examples=200, deadline=None)
def test_spans_still_mark_the_same_words_after_tidying(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    place = data.draw(st.integers(0, len(words) - 1))
    start = sum(len(word) + 1 for word in words[:place])
    span = (start, start + len(words[place]))
    tidied = tidy_sentence(text, [span], hyphens=True)
    (moved,) = tidied.spans
    assert tidied.text[slice(*moved)].lower() == text[slice(*span)].lower()
    assert not tidied.text.startswith(" ")
    assert "  " not in tidied.text


@given(st.sampled_from(["entailment", "neutral", "contradiction"]), st.sampled_from(["same", "weaker"]))
def test_turned_round_only_equivalence_is_entailment(label: str, relation: str) -> None:
    candidate = Candidate("figurative-definition", "x", label, relation)  # type: ignore[arg-type]
    expected = label if label != "entailment" else "entailment" if relation == "same" else "neutral"
    assert reverse_label(candidate) == expected


@pytest.mark.parametrize(
    ("definition", "part", "opposite"),
    [
        ("reveal the secret", "verb", "hide the secret"),
        ("be very happy", "verb", "be very sad"),
        ("dead", "adjective", "alive"),
        ("not care", "verb", None),
        ("a lazy person", "noun", None),
        ("moan and complain", "verb", None),
    ],
)
def test_the_word_that_asserts_is_turned(definition: str, part: str, opposite: str | None) -> None:
    assert opposite_of(definition, part) == opposite


@pytest.mark.parametrize(
    ("text", "part", "category"),
    [
        ("reveal the secret", "verb", "verb"),
        ("unable to decide", "verb", "adjective"),
        ("very happy", "adjective", "adjective"),
        ("after a long time", "adverb", "preposition"),
        ("secretly", "adverb", "adverb"),
        ("a lazy person", "noun", "noun"),
        ("like sugary food", "verb", "verb"),
        ("according to plan", "verb", "preposition"),
        ("relieved of a duty", "adverb", "adjective"),
    ],
)
def test_what_kind_of_phrase_a_definition_is(text: str, part: str, category: str) -> None:
    assert analyse_definition(text, part).category == category


@pytest.mark.parametrize(
    ("given_form", "base_form"),
    [
        ("being extremely angry", "be extremely angry"),
        ("gave decisive news", "give decisive news"),
        ("to stand out", "stand out"),
        ("speaked privately", "speak privately"),
        ("transfering the duty", "transfer the duty"),
        ("do not despair", "despair"),
        ("fell down", "fall down"),
    ],
)
def test_definitions_in_other_forms_are_brought_back_to_the_base_form(
    given_form: str, base_form: str
) -> None:
    assert analyse_definition(given_form, "verb").text == base_form


@pytest.mark.parametrize(
    ("corpus_name", "base"),
    [
        ("play your ace", "play one's ace"),
        ("beside yourself", "beside oneself"),
        ("the benefit of the doubt", "benefit of the doubt"),
        ("Spill the Beans", "spill the beans"),
        ("tit-for-tat", "tit for tat"),
    ],
)
def test_corpora_may_write_an_expression_in_their_own_way(corpus_name: str, base: str) -> None:
    entry = make_entry("do it")
    lexicon = Lexicon([Entry(**{**{f: getattr(entry, f) for f in entry.__struct_fields__}, "base": base})])
    assert [each.entry.base for each in lexicon.named(corpus_name)] == [base]
