"""Baselines: they learn from other groups only, and never read the pair as a pair."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import make_pair
from hypothesis import given
from hypothesis import strategies as st
from test_evaluation_running import make_suite

import nonliteral
from nonliteral.errors import ModelError, UnknownNameError
from nonliteral.models import open_model
from nonliteral.models.baselines import answer_majority, share_in_premise
from nonliteral.models.words import WordLearner, assign_folds, predict_from_words
from nonliteral.records import Pair

LABELS = ("entailment", "neutral", "contradiction")


def given_away(n: int = 200) -> list[Pair]:
    """Hypotheses whose first word tells the label, over many groups."""
    words = {"entailment": "Somebody", "neutral": "Perhaps someone", "contradiction": "Nobody"}
    return [
        make_pair(
            id=f"p:{i}",
            premise=f"Mara waved at number {i}.",
            hypothesis=f"{words[LABELS[i % 3]]} waved at number {i}.",
            label=LABELS[i % 3],
            group=f"g{i % 40}",
        )
        for i in range(n)
    ]


def answers(model: str, pairs: list[Pair], folder: Path) -> list[str | None]:
    run = nonliteral.evaluate(model, make_suite(folder / "s", pairs), folder / "run")
    return [prediction.label for prediction in run]


def accuracy(found: list[str | None], pairs: list[Pair]) -> float:
    return sum(label == pair.label for label, pair in zip(found, pairs, strict=True)) / len(pairs)


def test_the_hypothesis_alone_is_enough_where_a_word_gives_the_label_away(tmp_path: Path) -> None:
    pairs = given_away()
    assert accuracy(answers("baseline:hypothesis-only", pairs, tmp_path), pairs) > 0.95


def test_the_hypothesis_only_baseline_agrees_with_the_measure_of_giveaways(tmp_path: Path) -> None:
    from nonliteral.checking.giveaways import measure_giveaway

    pairs = given_away(150) + [
        make_pair(
            id=f"q:{i}", hypothesis=f"Mara met {i % 7} people.", label=LABELS[i % 3], group=f"h{i % 11}"
        )
        for i in range(60)
    ]
    found = answers("baseline:hypothesis-only", pairs, tmp_path)
    recalls = [
        accuracy(
            [a for a, p in zip(found, pairs, strict=True) if p.label == label],
            [p for p in pairs if p.label == label],
        )
        for label in LABELS
    ]
    assert sum(recalls) / 3 == pytest.approx(measure_giveaway(pairs).balanced_accuracy)


def test_the_hypothesis_only_baseline_does_not_see_the_premise(tmp_path: Path) -> None:
    pairs = given_away(90)
    other = [
        make_pair(id=p.id, premise=f"Other {n}.", hypothesis=p.hypothesis, label=p.label, group=p.group)
        for n, p in enumerate(pairs)
    ]
    assert answers("baseline:hypothesis-only", pairs, tmp_path / "a") == answers(
        "baseline:hypothesis-only", other, tmp_path / "b"
    )


def test_the_overlap_rule_says_entailment_where_all_words_are_in_the_premise(tmp_path: Path) -> None:
    pairs = [
        make_pair(
            id=f"p:{i}",
            premise="Mara quickly left the old house.",
            hypothesis="Mara left the house." if i % 2 else "Mara burned the house.",
            label="entailment" if i % 2 else "contradiction",
            group=f"g{i // 4}",
        )
        for i in range(40)
    ]
    found = answers("baseline:overlap", pairs, tmp_path)
    assert found == [pair.label for pair in pairs]


def test_overlap_is_the_share_of_the_hypothesis_words_in_the_premise() -> None:
    pair = make_pair(premise="The cat, it sat.", hypothesis="THE cat never sat")
    assert share_in_premise(pair) == 3 / 4


def test_majority_is_the_most_frequent_label_of_the_other_groups() -> None:
    pairs = [make_pair(id=f"p:{i}", label="neutral", group="a") for i in range(5)]
    pairs += [make_pair(id=f"q:{i}", label="contradiction", group="b") for i in range(3)]
    found = answer_majority(pairs, assign_folds([pair.group for pair in pairs], 2))
    assert found == ["contradiction"] * 5 + ["neutral"] * 3


@given(st.lists(st.tuples(st.sampled_from(LABELS), st.sampled_from("abcdef")), min_size=1, max_size=60))
def test_a_groups_own_labels_never_matter_to_its_answers(rows: list[tuple[str, str]]) -> None:
    pairs = [
        make_pair(id=f"p:{i}", label=label, group=group, hypothesis=f"Mara {'told' if i % 2 else 'hid'} it.")
        for i, (label, group) in enumerate(rows)
    ]
    folds = assign_folds([pair.group for pair in pairs], min(5, len({pair.group for pair in pairs})))
    changed = [
        make_pair(
            id=p.id,
            label="neutral" if fold == folds[0] else p.label,
            group=p.group,
            hypothesis=p.hypothesis,
        )
        for p, fold in zip(pairs, folds, strict=True)
    ]
    before, after = answer_majority(pairs, folds), answer_majority(changed, folds)
    first = [i for i, fold in enumerate(folds) if fold == folds[0]]
    assert [before[i] for i in first] == [after[i] for i in first]


def test_words_give_the_same_answers_in_any_order() -> None:
    pairs = given_away(60)
    texts, gold = [p.hypothesis for p in pairs], [p.label for p in pairs]
    folds = assign_folds([p.group for p in pairs])
    straight, _ = predict_from_words(texts, gold, folds)
    turned, _ = predict_from_words(texts[::-1], gold[::-1], folds[::-1])
    assert straight == turned[::-1]


def test_words_are_learned_as_logistic_regression_has_it() -> None:
    """At the least loss every term's weight equals C times how much its label outweighs what is expected."""
    import numpy as np

    texts = [f"{a} {b}" for a in ("red", "blue", "green") for b in ("cat", "dog", "cow")] * 4
    gold = [LABELS[(i * i + i // 9) % 3] for i in range(len(texts))]
    learner = WordLearner(texts, gold)
    weights = learner.learn(balanced=False)
    terms = {term: i for i, term in enumerate(learner.terms)}
    assert set(terms) == {"red", "blue", "green", "cat", "dog", "cow", *texts}
    powers = {
        text: np.exp(weights[[terms[t] for t in (*text.split(), text)]].sum(0) + weights[-1])
        for text in texts
    }
    for term in ("red", "dog", "blue cow"):
        inside = [i for i, text in enumerate(texts) if term in text]
        surplus = np.zeros(3)
        for i in inside:
            surplus[learner.labels.index(gold[i])] += 1
            surplus -= powers[texts[i]] / powers[texts[i]].sum()
        assert weights[terms[term]] == pytest.approx(surplus, abs=0.02)


def test_labels_count_the_same_however_frequent_they_are() -> None:
    texts = ["a word"] * 90 + ["a thing"] * 25
    gold = ["entailment"] * 60 + ["neutral"] * 30 + ["entailment"] * 15 + ["neutral"] * 10
    learner = WordLearner(texts, gold)
    assert learner.answer_others(learner.learn(balanced=False), ["a thing"]) == ["entailment"]
    assert learner.answer_others(learner.learn(), ["a thing"]) == ["neutral"]


def test_texts_that_share_no_word_can_be_told_apart_by_nothing() -> None:
    learner = WordLearner(["one", "two", "three"], ["neutral", "neutral", "entailment"])
    assert learner.terms == []
    assert learner.answer_others(learner.learn(balanced=False), ["one"]) == ["neutral"]
    assert predict_from_words(["one", "two"], ["neutral", "entailment"], [0, 1])[0] == ["entailment"] * 2


def test_a_label_that_the_other_folds_lack_is_never_answered() -> None:
    texts = ["red cat", "red cow", "blue cat", "blue cow"] * 3
    gold = ["entailment", "neutral"] * 5 + ["contradiction"] * 2
    guesses, _ = predict_from_words(texts, gold, [0] * 10 + [1] * 2)
    assert set(guesses[10:]) <= {"entailment", "neutral"}


def test_a_baseline_answers_only_with_the_labels_of_the_suites(tmp_path: Path) -> None:
    pairs = [
        make_pair(id=f"p:{i}", label="entailment" if i % 3 else "non-entailment", group=f"g{i}")
        for i in range(30)
    ]
    run = nonliteral.evaluate("baseline:overlap", make_suite(tmp_path / "s", pairs), tmp_path / "run")
    assert run.description.labels == ["entailment", "non-entailment"]
    assert {prediction.label for prediction in run} <= {"entailment", "non-entailment"}


def test_a_suite_of_one_group_is_answered_though_nothing_can_be_learned(tmp_path: Path) -> None:
    pairs = [make_pair(id=f"p:{i}", label=LABELS[i % 3]) for i in range(6)]
    for name in ("majority", "hypothesis-only", "overlap"):
        assert len(answers(f"baseline:{name}", pairs, tmp_path / name)) == 6


def test_a_baseline_asked_about_a_pair_it_has_not_seen_says_what_it_needs() -> None:
    with pytest.raises(ModelError, match="learns from a whole suite"):
        open_model("baseline:majority").predict([make_pair()])


def test_a_misspelt_baseline_gets_the_nearest_name() -> None:
    with pytest.raises(UnknownNameError, match="hypothesis-only"):
        open_model("baseline:hypothesisonly")
