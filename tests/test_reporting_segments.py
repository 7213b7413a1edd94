"""Marked texts: segments that put the text together again, whatever it holds."""

from __future__ import annotations

import json

from conftest import make_pair
from hypothesis import given
from hypothesis import strategies as st

from nonliteral.records import normalise_text
from nonliteral.reporting.embedding import encode_for_script
from nonliteral.reporting.segments import cut, find_changed_spans, mark_pair


def marked(segments: object) -> list[str]:
    return [] if isinstance(segments, str) else list(segments)[1::2]  # type: ignore[call-overload]


def test_the_expression_and_what_replaced_it_are_marked() -> None:
    pair = make_pair(features={"premise_spans": [[5, 22]], "hypothesis_spans": [[5, 24]]})
    premise, hypothesis = mark_pair(pair)
    assert premise == ["Mara ", "spilled the beans", " at lunch."]
    assert hypothesis == ["Mara ", "revealed the secret", " at lunch."]


def test_an_expression_in_two_pieces_has_two_marks() -> None:
    text = "He took the whole town in."
    assert cut(text, [(3, 7), (23, 25)]) == ["He ", "took", " the whole town ", "in", "."]


def test_without_spans_the_words_that_differ_are_marked() -> None:
    pair = make_pair(premise="Some of the nurses left.", hypothesis="Not all of the nurses left.")
    premise, hypothesis = mark_pair(pair)
    assert marked(premise) == ["Some"]
    assert marked(hypothesis) == ["Not all"]


def test_texts_that_share_nothing_are_not_marked_all_over() -> None:
    pair = make_pair(premise="What a lovely delay!", hypothesis="The speaker is cross.")
    assert mark_pair(pair) == (pair.premise, pair.hypothesis)


def test_texts_in_another_order_are_marked_word_by_word() -> None:
    pair = make_pair(
        premise="At the meeting the founders aired their dirty laundry.",
        hypothesis="The founders told of their quarrels at the meeting.",
    )
    premise, hypothesis = mark_pair(pair)
    assert marked(premise) == ["aired", "dirty laundry"]
    assert marked(hypothesis) == ["told of", "quarrels"]


def test_a_hypothesis_that_only_leaves_words_out_has_no_mark() -> None:
    pair = make_pair(premise="Ann left very early.", hypothesis="Ann left early.")
    premise, hypothesis = mark_pair(pair)
    assert marked(premise) == ["very"]
    assert hypothesis == "Ann left early."


texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40).map(normalise_text)
words = st.lists(st.sampled_from(["Ann", "left", "didn't", "the", "café", "👩‍👧", "not", "."]), min_size=1)


@given(st.one_of(texts, words.map(" ".join)), st.one_of(texts, words.map(" ".join)))
def test_segments_put_both_texts_together_again(premise: str, hypothesis: str) -> None:
    spans = find_changed_spans(premise, hypothesis)
    for text, its in zip((premise, hypothesis), spans, strict=True):
        segments = cut(text, its)
        assert "".join(segments) == text
        assert marked(segments) == [text[start:end] for start, end in its]


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text("<>&/!-s\u2028", max_size=5), inner),
    max_leaves=10,
)


@given(json_values)
def test_json_in_a_page_means_the_same_and_cannot_end_its_script(value: object) -> None:
    text = encode_for_script(value)
    assert json.loads(text) == value
    assert not set(text) & set("<>&\u2028\u2029")
