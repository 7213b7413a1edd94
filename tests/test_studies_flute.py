"""Figurative language with explanations: both definitions of Accuracy@k, worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import make_pair
from hypothesis import given
from hypothesis import strategies as st
from study_material import make_run, make_suite

from nonliteral.errors import InputError, MissingExtraError
from nonliteral.records import Prediction
from nonliteral.runs import Run
from nonliteral.studies.base import StudyOptions, run_study
from nonliteral.studies.explanations import (
    chrf,
    is_installed,
    list_scorers,
    load_scorer,
    only_restates,
    rouge_l,
    token_f1,
)
from nonliteral.studies.published import find_published

WHY = "a bee has a sting"
# id, label, answer, explanation given: scores by words in common are 100, 50 and 0.
ITEMS = [
    ("c-good", "contradiction", "contradiction", "a bee has a sting"),
    ("c-fair", "contradiction", "contradiction", "a bee has no wings at all"),
    ("c-poor", "contradiction", "contradiction", "nothing else"),
    ("c-none", "contradiction", "contradiction", None),
    ("c-wrong", "contradiction", "entailment", "a bee has a sting"),
    ("e-good", "entailment", "entailment", "a bee has a sting"),
    ("e-poor", "entailment", "entailment", "nothing else"),
    ("e-wrong", "entailment", "contradiction", "a bee has a sting"),
]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    pairs = [
        make_pair(
            id=name, label=label, phenomenon="simile", method="drafted", group=name, explanation=WHY,
            premise="She is weak.", hypothesis="She is like a bee.",
        )
        for name, label, _, _ in ITEMS
    ]  # fmt: skip
    suite = make_suite(tmp_path, pairs, name="flute")
    answers = [
        Prediction(suite="flute", id=name, label=answer, explanation=given)  # type: ignore[arg-type]
        for name, _, answer, given in ITEMS
    ]
    return make_run(tmp_path / "run", [suite], answers, labels=["entailment", "contradiction"])


def test_accuracy_at_k_by_both_definitions(run: Run) -> None:
    table = run_study("flute", [run], StudyOptions(scorer="token-f1")).table("accuracy-at")
    found = {
        (row["definition"], row["threshold"]): row["accuracy"]["value"] * row["n"] for row in table.records()
    }
    # Six labels are right. The fair explanation has 3 of its 7 words in common with 5: 6 of 12, exactly 50.
    assert token_f1("a bee has no wings at all", WHY) == pytest.approx(6 / 12)
    assert found["paper", 0] == found["release", 0] == pytest.approx(6)
    # Above 50: of four right contradictions only the good one; entailments are not asked by the paper.
    assert found["paper", 50] == pytest.approx(1 + 2)
    assert found["release", 50] == pytest.approx(1 + 1)
    assert found["paper", 60] == pytest.approx(3)
    assert found["release", 60] == pytest.approx(2)


def test_a_score_must_be_above_the_threshold(run: Run) -> None:
    # Exactly 50 is not above 50, as the fair explanation shows.
    table = run_study("flute", [run], StudyOptions(scorer="token-f1")).table("accuracy-at")
    assert "token-f1" in table.title
    assert "above the threshold" in table.caption


def test_label_accuracy_needs_no_explanations(tmp_path: Path) -> None:
    suite = make_suite(
        tmp_path, [make_pair(id="a", phenomenon="irony", explanation=WHY, method="drafted")], name="flute"
    )
    run = make_run(tmp_path / "run", [suite], [Prediction(suite="flute", id="a", label="entailment")])
    result = run_study("flute", [run])
    assert [table.key for table in result.tables] == ["labels"]
    row = result.table("labels").records()[0]
    assert (row["type"], row["accuracy"]["value"], row["n"]) == ("sarcasm", 1.0, 1)
    assert "surface" in result.table("labels").caption
    assert "No answer has an explanation" in result.table("labels").caption


def test_published_numbers_are_for_another_test_set_and_another_scorer() -> None:
    table_7 = find_published("flute", "Table 7")
    assert not table_7.same
    assert table_7.needs["scorer"] == "bertscore+bleurt"
    assert "released" in table_7.remark


def test_explanations_that_only_restate_are_counted_beside_peoples(run: Run) -> None:
    row = run_study("flute", [run], StudyOptions(scorer="token-f1")).table("explanations").records()[0]
    assert row["n explained"] == 7
    assert row["only restates"]["value"] == 0
    assert only_restates("If she is weak, she is not like a bee.", "She is weak.", "She is like a bee.")
    assert not only_restates("A bee has a sting.", "She is weak.", "She is like a bee.")


def test_chrf_of_two_short_texts_worked_out_by_hand() -> None:
    # One letter: 2 of 2 and 2 of 3; two letters: 1 of 1 and 1 of 2; F2 of 1 and 7/12.
    assert chrf("ab", "abc") == pytest.approx(5 * (7 / 12) / (4 + 7 / 12))
    assert chrf("", "abc") == 0
    assert chrf("xyz", "abc") == 0


def test_rouge_l_is_the_longest_common_run_of_words_in_order() -> None:
    assert rouge_l("the cat sat here", "the dog sat here") == pytest.approx(3 / 4)
    assert rouge_l("here sat the cat", "the cat sat") == pytest.approx(2 * 2 / 7)


@given(st.text("abc ", min_size=1, max_size=20), st.text("abc ", min_size=1, max_size=20))
def test_scores_are_from_0_to_1_and_1_for_the_same(one: str, other: str) -> None:
    for measure in (chrf, rouge_l, token_f1):
        assert 0 <= measure(one, other) <= 1
        if one.strip():
            assert measure(one, one) == pytest.approx(1)


class Loud:
    name = "loud"
    about = "gives everything a hundred"

    def score(self, given: list[str], wanted: list[str]) -> list[float]:
        return [100.0 for _ in given]


def test_a_scorer_of_ones_own(run: Run) -> None:
    table = run_study("flute", [run], StudyOptions(scorer="py:test_studies_flute:Loud")).table("accuracy-at")
    found = {(row["definition"], row["threshold"]): row["accuracy"]["value"] for row in table.records()}
    # Five of the six right answers are explained.
    assert found["release", 60] == pytest.approx(5 / 8)
    assert "loud" in table.title


def test_a_scorer_that_is_not_installed_says_how_to_get_it() -> None:
    names = {name: installed for name, _, installed in list_scorers()}
    assert names["chrf"]
    if not names["bertscore+bleurt"]:
        with pytest.raises(MissingExtraError, match=r"nonliteral\[explanations\]"):
            load_scorer("bertscore+bleurt")
    with pytest.raises(InputError, match="Did you mean chrf"):
        load_scorer("chrff")
    assert is_installed(load_scorer(None))
