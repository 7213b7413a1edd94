"""Similes, metaphors and irony: both readings, strategies, markers and covariates."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import make_pair
from study_material import answer_all, make_suite

from nonliteral.errors import InputError
from nonliteral.files import write_records
from nonliteral.readers import import_set
from nonliteral.records import Answer, Pair
from nonliteral.studies.base import StudyOptions, run_study
from nonliteral.studies.figurative import has_likeness, set_of
from nonliteral.suites import Suite


def ironic(name: str, premise: str, hypothesis: str, **features: object) -> Pair:
    return make_pair(
        id=name, premise=premise, hypothesis=hypothesis, phenomenon="irony", method="recast", group=name,
        label="non-entailment", readings={"surface": "non-entailment", "intended": "entailment"},
        features=features,
    )  # fmt: skip


MESSAGES = [
    ironic("a", "I love waiting for the bus.", "I hate waiting for the bus."),
    ironic("b", "This soup is great.", "This soup is not great."),
    ironic("c", "Dancing in heels is grrrreat #notinthemood", "Dancing in heels is terrible."),
    ironic("d", "What a day.", "It was bad.", strategy="inference", marker="hashtag,capitals"),
]


def test_irony_is_scored_by_both_readings(tmp_path: Path) -> None:
    suite = make_suite(tmp_path, MESSAGES, name="irony-meaning")
    run = answer_all(tmp_path / "run", suite, lambda pair: "neutral" if pair.id == "a" else "entailment")
    rows = {row["reading"]: row for row in run_study("figurative", [run]).table("sets").records()}
    assert rows["surface"]["accuracy"]["value"] == 1 / 4
    assert rows["intended"]["accuracy"]["value"] == 3 / 4
    assert rows["surface"]["majority"] == 1
    assert rows["surface"]["set"] == "irony: meaning"


def test_strategies_come_from_review_then_features_then_rules(tmp_path: Path) -> None:
    suite = make_suite(tmp_path, MESSAGES, name="irony-meaning")
    run = answer_all(tmp_path / "run", suite, lambda pair: "neutral" if pair.id in "ab" else "entailment")
    answers = [
        Answer(
            task="irony-meaning/b", annotator="x", kind="person", verdict="tagged",
            value={"strategy": "weakening"}, seconds=1, at="now",
        )
    ]  # fmt: skip
    write_records(tmp_path / "tags.jsonl", answers)
    options = StudyOptions(answers=[str(tmp_path / "tags.jsonl")])
    rows = {
        (row["strategy"], row["said by"], row["reading"]): (row["accuracy"]["value"], row["n"])
        for row in run_study("figurative", [run], options).table("strategies").records()
    }
    assert rows["weakening", "review", "surface"] == (1, 1)
    assert rows["pragmatic inference", "feature", "surface"] == (0, 1)
    assert rows["lexical antonym", "rule", "surface"] == (1 / 2, 2)


def test_markers_are_counted_with_and_without(tmp_path: Path) -> None:
    suite = make_suite(tmp_path, MESSAGES, name="irony-meaning")
    run = answer_all(tmp_path / "run", suite, lambda pair: "neutral" if pair.id == "c" else "entailment")
    rows = {
        (row["marker"], row["reading"]): row
        for row in run_study("figurative", [run]).table("markers").records()
    }
    hashtag = rows["hashtag", "surface"]
    assert (hashtag["with"]["value"], hashtag["n with"]) == (1 / 2, 2)
    assert (hashtag["without"]["value"], hashtag["n without"]) == (0, 2)
    assert rows["altered spelling", "surface"]["n with"] == 1
    assert rows["capitals", "surface"]["said by"] == "feature+rule"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("My shoes smell like a bed of roses.", True),
        ("He is as sharp as a pillow.", True),
        ("It was like being on a cruise.", True),
        ("I like a good storm.", False),
        ("He acts like a grown-up.", False),
        ("I waited for like an hour.", False),
        ("Nothing like a flat tyre in the rain.", False),
    ],
)
def test_a_likeness_is_the_metaphor_that_words_show(text: str, found: bool) -> None:
    assert has_likeness(text) is found


def test_intent_asks_whether_somebody_was_ironic() -> None:
    assert set_of(make_pair(phenomenon="irony", hypothesis="Ann was ironic")) == "irony: intent"
    assert set_of(make_pair(phenomenon="irony", hypothesis="The weather was bad.")) == "irony: meaning"
    assert set_of(make_pair(phenomenon="simile")) == "simile"
    for claim in ("Bo was being ironic.", "Bo meant the message ironically.", "Bo was not being ironic."):
        assert set_of(make_pair(phenomenon="irony", hypothesis=claim)) == "irony: intent"


def test_a_reading_that_speaks_of_sarcasm_is_still_about_the_meaning() -> None:
    for reading in (
        "I hate it, I was being sarcastic about the rain.",
        "That is not ironic at all, it is sad.",
    ):
        assert set_of(make_pair(phenomenon="irony", hypothesis=reading)) == "irony: meaning"
    tagged = make_pair(phenomenon="irony", hypothesis="He was joking.", features={"strategy": "inference"})
    assert set_of(tagged) == "irony: meaning"


def test_similes_and_metaphors_split_by_what_the_suite_says_of_them(tmp_path: Path) -> None:
    pairs = [
        make_pair(id="s1", phenomenon="simile", group="1", features={"knowledge": "visual"}),
        make_pair(id="s2", phenomenon="simile", group="2", features={"knowledge": "social"}),
        make_pair(id="m1", phenomenon="metaphor", group="3", features={"conventionality": "novel"}),
    ]
    run = answer_all(
        tmp_path / "run", make_suite(tmp_path, pairs), lambda p: "neutral" if p.id == "s1" else "entailment"
    )
    result = run_study("figurative", [run])
    similes = {row["value"]: row["accuracy"]["value"] for row in result.table("simile-features").records()}
    assert similes == {"visual": 0, "social": 1}
    assert result.table("metaphor-features").column("value") == ["novel"]


def test_table_4_stands_beside_the_reading_that_the_paper_scored(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    folder.mkdir()
    (folder / "simile-entail.json").write_text(
        '[{"premise": "He is like a bear.", "hypothesis": "He is strong.", "label": "entailment"}]'
    )
    header = ",Tweet index,Label,Tweet text,split,premise,hyp,label\n"
    (folder / "recast_irony.csv").write_text(
        header + "0,1,1,So fun,train,Ann tweeted that So fun,Ann was ironic,True\n"
    )
    suite = import_set("figurative-nli", folder, tmp_path / "suites")
    assert isinstance(suite, Suite)
    run = answer_all(tmp_path / "run", suite, lambda pair: "entailment")
    rows = {(r["set"], r["reading"]): r for r in run_study("figurative", [run]).table("sets").records()}
    assert rows["simile", "intended"]["published RoBERTa-large"] == 0.8547
    assert rows["irony: intent", "intended"]["published InferSent"] == 0.1172
    assert rows["irony: intent", "surface"]["published InferSent"] is None


def test_runs_without_figures_of_speech_are_named(tmp_path: Path) -> None:
    run = answer_all(tmp_path / "run", make_suite(tmp_path, [make_pair(id="a")]), lambda pair: pair.label)
    with pytest.raises(InputError, match="no similes, metaphors or irony"):
        run_study("figurative", [run])
