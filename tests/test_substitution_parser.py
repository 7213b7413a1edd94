"""Substitution with the real parser: on running sentences, and on published corpora where they are there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from nonliteral.builders import build
from nonliteral.builders.substitution.drafting import Draft, Use
from nonliteral.builders.substitution.expressions import compile_entry
from nonliteral.builders.substitution.matching import sentence_keys
from nonliteral.builders.substitution.refusals import Refusal
from nonliteral.builders.substitution.verifying import check_result, skeleton_of
from nonliteral.english.parsing import parse
from nonliteral.records import Definition, Entry

DATA = os.environ.get("NONLITERAL_DATA")


def substitute(base: str, part: str, definition: str, text: str) -> str:
    entry = Entry(
        id="e", kind="idiom", base=base, part=part, definitions=[Definition(definition, "same")],
        adversarial=[], antonyms=[], sentences=[], gold=[], features={},
    )  # fmt: skip
    parsed = parse(text)
    use = Use(parsed, compile_entry(entry), [], sentence_keys(parsed))
    (made,) = use.drafts("figurative", ("figurative-definition",))
    assert isinstance(made, Draft), made
    start, end = made.hypothesis_spans[0][0], made.hypothesis_spans[-1][1]
    check_result(made.skeleton, parse(made.hypothesis), [(start, end)])
    return made.hypothesis


@pytest.mark.parametrize(
    ("base", "part", "definition", "text", "result"),
    [
        (
            "read someone the riot act", "verb", "warn someone angrily",
            "When the parcel came back a third time, I read the courier the riot act.",
            "When the parcel came back a third time, I warned the courier angrily.",
        ),
        (
            "bite off more than one can chew", "verb", "take on too much",
            "I bit off more than I could chew when I signed up for three evening classes.",
            "I took on too much when I signed up for three evening classes.",
        ),
        (
            "bird's-eye view", "noun", "overview",
            "On one page the annual report gives a bird's-eye view of every clinic in the country.",
            "On one page the annual report gives an overview of every clinic in the country.",
        ),
        (
            "pull someone's leg", "verb", "tease someone",
            "All through supper Uncle Ravi had been pulling my little brother's leg about the moustache.",
            "All through supper Uncle Ravi had been teasing my little brother about the moustache.",
        ),
        (
            "see eye to eye", "verb", "be in agreement",
            "On the colour of the fence, my neighbours and I don't see eye to eye.",
            "On the colour of the fence, my neighbours and I aren't in agreement.",
        ),
        (
            "let the cat out of the bag", "verb", "reveal the secret",
            "By noon the cat had been let out of the bag by an excited cousin.",
            "By noon the secret had been revealed by an excited cousin.",
        ),
        (
            "couch potato", "noun", "lazy person",
            "Her sons have turned into couch potatoes since the school closed.",
            "Her sons have turned into lazy people since the school closed.",
        ),
    ],
)  # fmt: skip
def test_running_sentences(base: str, part: str, definition: str, text: str, result: str) -> None:
    assert substitute(base, part, definition, text) == result


def test_a_result_that_lost_its_subject_is_refused() -> None:
    before = skeleton_of(parse("The minister spilled the beans."), [(13, 30)])
    with pytest.raises(Refusal, match=r"arguments changed|result does not parse"):
        check_result(before, parse("Revealed the secret in the garden."), [(0, 19)])


@pytest.mark.skipif(DATA is None, reason="NONLITERAL_DATA is not set")
def test_handed_over_sentences_give_pairs_and_a_funnel_that_adds_up(tmp_path: Path) -> None:
    folder = Path(str(DATA)) / "corpora" / "semeval2013-task5b"
    (suite,) = build("idioms", tmp_path, corpora={"semeval2013-task5b": folder}, workers=2)
    funnel = suite.description.funnel
    notes = funnel["notes"]
    assert funnel["read"] == funnel["kept"] + sum(funnel["refused"].values())
    without = sum(count for note, count in notes.items() if note.startswith("sentences without pairs: "))
    assert notes["sentences read"] == notes["sentences that gave pairs"] + without == 4350
    assert len(suite) > 1000


def test_one_sentence_from_python() -> None:
    from nonliteral.builders.substitution.building import substitute as put

    text = "They were pulling my sister's leg."
    assert put(text, "pull someone's leg", "tease someone") == "They were teasing my sister."
    text = "He spilled the beans."
    assert put(text, "spilled the beans", "revealed the secret") == "He revealed the secret."
    with pytest.raises(Refusal, match="passive of a non-decomposable idiom"):
        put("The bucket was kicked.", "kick the bucket", "die")
    with pytest.raises(Refusal, match="polarity"):
        put("He didn't spill the beans.", "spill the beans", "say something", relation="weaker")
