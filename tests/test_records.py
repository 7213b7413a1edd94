"""A record that exists is valid: what is refused, and what it says."""

from __future__ import annotations

import msgspec
import pytest
from conftest import make_pair
from hypothesis import given
from hypothesis import strategies as st

from nonliteral.records import (
    Answer,
    Entry,
    Pair,
    Prediction,
    Sentence,
    Source,
    Task,
    fold,
    normalise_text,
)


@pytest.mark.parametrize("key", ["id", "premise", "hypothesis", "phenomenon", "method", "group"])
@pytest.mark.parametrize("text", ["", "  ", " leading", "trailing ", "e\u0301 decomposed", "half \ud800"])
def test_text_that_is_not_clean_is_refused_by_key(key: str, text: str) -> None:
    with pytest.raises(ValueError, match=f"`{key}`"):
        make_pair(**{key: text})


def test_label_must_be_one_of_the_readings() -> None:
    make_pair(label="contradiction", readings={"surface": "contradiction", "intended": "entailment"})
    with pytest.raises(ValueError, match="must be one of the `readings`"):
        make_pair(label="neutral", readings={"surface": "contradiction", "intended": "entailment"})
    with pytest.raises(ValueError, match="must not be empty"):
        make_pair(readings={})


@pytest.mark.parametrize(
    ("features", "message"),
    [
        ({"premise_spans": [[5, 99]]}, "features.premise_spans"),
        ({"premise_spans": [[9, 12], [3, 5]]}, "ascending"),
        ({"hypothesis_spans": [[4, 4]]}, "features.hypothesis_spans"),
        ({"premise_spans": "5-9"}, "features.premise_spans"),
        ({"control": "yes"}, "features.control"),
        ({"expression": 3}, "features.expression"),
        ({"votes": {"entailment": "many"}}, "features.votes"),
    ],
)
def test_documented_features_have_their_types(features: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make_pair(features=features)


def test_other_features_may_hold_anything() -> None:
    pair = make_pair(features={"premise_spans": [[5, 22]], "mine": {"any": [1, None]}})
    assert pair.premise[5:22] == "spilled the beans"


def test_unknown_and_missing_keys_are_refused() -> None:
    line = msgspec.json.decode(msgspec.json.encode(make_pair()))
    with pytest.raises(msgspec.ValidationError, match="unknown field `lable`"):
        msgspec.convert({**line, "lable": "entailment"}, Pair)
    del line["group"]
    with pytest.raises(msgspec.ValidationError, match="missing required field `group`"):
        msgspec.convert(line, Pair)


def test_probabilities_are_by_label_and_between_0_and_1() -> None:
    Prediction(suite="s", id="1", label=None)
    with pytest.raises(ValueError, match="by label"):
        Prediction(suite="s", id="1", label="entailment", probabilities={"LABEL_0": 1.0})
    with pytest.raises(ValueError, match="from 0 to 1"):
        Prediction(suite="s", id="1", label="entailment", probabilities={"entailment": 1.5})


def test_spans_of_a_sentence_lie_inside_it() -> None:
    with pytest.raises(ValueError, match="`spans`"):
        Sentence(
            id="a:0", text="Short.", expression="x", spans=[(0, 7)], usage="literal",
            source=Source("a"), features={},
        )  # fmt: skip


@pytest.mark.parametrize(
    ("label", "folded"),
    [("entailment", "entailment"), ("neutral", "non-entailment"), ("contradiction", "non-entailment"),
     ("non-entailment", "non-entailment"), (None, None)],
)  # fmt: skip
def test_folding_keeps_entailment_and_joins_the_rest(label: str | None, folded: str | None) -> None:
    assert fold(label) == folded


@given(st.text(min_size=1).filter(lambda text: "\x00" not in text))
def test_normalised_text_is_accepted_unless_it_is_empty_or_half_a_pair(text: str) -> None:
    clean = normalise_text(text)
    whole = not any("\ud800" <= char <= "\udfff" for char in clean)
    if clean and whole:
        assert make_pair(premise=clean).premise == clean
    else:
        with pytest.raises(ValueError, match="`premise`"):
            make_pair(premise=clean)


words = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Zs", "Cc"]), min_size=1).map(
    lambda text: normalise_text("x" + text + "x")
)
records = st.one_of(
    st.builds(make_pair, premise=words, hypothesis=words, explanation=st.none() | words),
    st.builds(
        Prediction, suite=words, id=words, label=st.none() | st.sampled_from(["entailment", "neutral"])
    ),
    st.builds(
        Sentence, id=words, text=words, expression=st.none() | words, spans=st.just([(0, 1)]),
        usage=st.sampled_from(["figurative", "literal", "both", "unknown"]),
        confidence=st.none() | st.floats(0, 1), variant=st.none() | words,
        source=st.builds(Source, words, words, words), features=st.just({}),
    ),
    st.builds(Task, id=words, type=words, item=words, shown=st.just({}), source=st.builds(Source, words)),
    st.builds(
        Answer, task=words, annotator=words, kind=st.sampled_from(["person", "model"]), verdict=words,
        value=words, seconds=st.floats(0, 100), at=words, supersedes=st.none() | words,
    ),
    st.builds(
        Entry, id=words, kind=words, base=words, part=words, definitions=st.just([]),
        adversarial=st.just([]), antonyms=st.just([]), sentences=st.just([]), gold=st.just([]),
        features=st.just({}),
    ),
)  # fmt: skip


@given(records)
def test_every_record_comes_back_from_its_line(record: msgspec.Struct) -> None:
    assert msgspec.json.decode(msgspec.json.encode(record), type=type(record)) == record
