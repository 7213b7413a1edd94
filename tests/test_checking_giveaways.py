"""The one measure of giveaways: what it reads, what it refuses to measure, and that order does not matter."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import make_pair

from nonliteral.checking.giveaways import (
    figurative_side,
    measure_giveaway,
    measure_rule,
    negation_in_exactly_one,
    share_of_new_words,
)
from nonliteral.draw import Draw
from nonliteral.records import Pair

NAMES = ["Ada", "Ben", "Cleo", "Dov", "Ema", "Finn", "Gus", "Hana", "Ivo", "Jun"]
PLACES = ["the fair", "the lake", "school", "the gate", "work", "the mill"]


def telling_pairs(n: int = 120) -> list[Pair]:
    """Pairs whose hypothesis tells its label: contradictions are negated."""
    pairs = []
    for i in range(n):
        name, place = NAMES[i % 10], PLACES[i % 6]
        label = ("entailment", "contradiction")[i % 2]
        verb = "was" if label == "entailment" else "was not"
        pairs.append(
            make_pair(
                id=f"p:{i}",
                premise=f"{name} spent the day at {place}.",
                hypothesis=f"{name} {verb} at {place}.",
                label=label,
                group=f"g{i // 4}",
            )
        )
    return pairs


def balanced_pairs(n: int = 240) -> list[Pair]:
    """Every hypothesis meets every label equally often within its group."""
    pairs = []
    for i in range(n // 3):
        name, place = NAMES[i % 10], PLACES[i % 6]
        for label, premise in (
            ("entailment", f"{name} spent the day at {place}."),
            ("neutral", f"{name} spent the day with friends."),
            ("contradiction", f"{name} was never at {place}."),
        ):
            pairs.append(
                make_pair(
                    id=f"{label}:{i}",
                    premise=premise,
                    hypothesis=f"{name} was at {place}.",
                    label=label,
                    group=f"g{i}",
                )
            )
    return pairs


def test_a_hypothesis_that_tells_its_label_is_found_out() -> None:
    measured = measure_giveaway(telling_pairs())
    assert measured.measured
    assert measured.balanced_accuracy is not None
    assert measured.balanced_accuracy > 0.95
    assert measured.chance == 0.5
    assert measured.n == 120
    assert measured.folds == 5
    assert measured.gain > 0.8
    assert "not" in dict(measured.words["contradiction"])


def test_the_same_hypotheses_under_every_label_give_nothing_away() -> None:
    pairs = balanced_pairs()
    measured = measure_giveaway(pairs, "hypothesis")
    assert measured.balanced_accuracy == pytest.approx(1 / 3, abs=0.02)
    assert measured.gain < 0.05
    premise = measure_giveaway(pairs, "premise")
    assert premise.balanced_accuracy is not None
    assert premise.balanced_accuracy > 0.9


def test_the_order_of_the_pairs_does_not_matter() -> None:
    pairs = telling_pairs()
    assert measure_giveaway(pairs) == measure_giveaway(Draw(3, "order").shuffled(pairs))


def test_rows_that_come_twice_teach_the_measure_nothing_when_their_group_is_held_out() -> None:
    pairs = [
        make_pair(
            id=f"p:{i}",
            hypothesis=f"{word} went on and on.",
            label=("entailment", "contradiction")[Draw(1, word).below(2)],
            group=word,
        )
        for i, word in enumerate(f"word{j // 2}" for j in range(240))
    ]
    measured = measure_giveaway(pairs)
    assert measured.interval is not None
    assert measured.interval[0] <= 0.5 <= measured.interval[1] + 0.05


@pytest.mark.parametrize(
    ("pairs", "reason"),
    [
        ([], "at least 40 pairs"),
        (telling_pairs(20), "at least 40 pairs, and there are 20"),
        ([make_pair(id=f"p:{i}", group=f"g{i}") for i in range(60)], "every pair is labelled entailment"),
        (
            [make_pair(id=f"p:{i}", label=("entailment", "neutral")[i % 2]) for i in range(60)],
            "all pairs are in one group",
        ),
        (
            [
                make_pair(id=f"p:{i}", group=f"g{i}", label="neutral" if i < 5 else "entailment")
                for i in range(60)
            ],
            "fewer than two labels",
        ),
        (
            [
                make_pair(id=f"p:{i}", group=f"g{i}", label=("entailment", "neutral")[i % 2])
                for i in range(60)
            ],
            "the same text",
        ),
    ],
    ids=["empty", "few pairs", "one label", "one group", "a rare label", "one text"],
)
def test_what_cannot_be_measured_says_why(pairs: list[Pair], reason: str) -> None:
    measured = measure_giveaway(pairs)
    assert not measured.measured
    assert measured.balanced_accuracy is None
    assert measured.gain == 0
    assert reason in str(measured.reason)


def test_fewer_groups_than_folds_make_fewer_folds() -> None:
    regrouped = [make_pair(**_keys(pair), group=f"g{i % 3}") for i, pair in enumerate(telling_pairs())]
    assert measure_giveaway(regrouped).folds == 3


def _keys(pair: Pair) -> dict[str, object]:
    return {key: getattr(pair, key) for key in ("id", "premise", "hypothesis", "label")}


def test_a_label_too_rare_to_measure_is_left_out_and_named() -> None:
    rare = [make_pair(id=f"n:{i}", label="neutral", group=f"n{i}") for i in range(3)]
    measured = measure_giveaway(telling_pairs() + rare)
    assert measured.left_out == {"neutral": 3}
    assert measured.chance == 0.5


def test_any_text_and_any_reading_can_be_measured() -> None:
    pairs = [
        make_pair(
            **_keys(pair),
            group=pair.group,
            readings={"surface": pair.label, "intended": "entailment"},
            features={"direction": "literal-premise"},
        )
        for pair in telling_pairs()
    ]
    figurative = measure_giveaway(pairs, figurative_side)
    assert figurative.name == "figurative_side"
    assert figurative.balanced_accuracy == measure_giveaway(pairs).balanced_accuracy
    intended = measure_giveaway(pairs, label=lambda pair: (pair.readings or {})["intended"])
    assert "every pair is labelled entailment" in str(intended.reason)


def test_the_figurative_side_is_the_one_that_the_direction_names() -> None:
    assert figurative_side(make_pair(features={"direction": "literal-premise"})) == make_pair().hypothesis
    assert figurative_side(make_pair(features={"direction": "figurative-premise"})) == make_pair().premise
    assert figurative_side(make_pair()) is None


@pytest.mark.parametrize(
    ("premise", "hypothesis", "expected"),
    [
        ("Ann left.", "Ann didn't leave.", True),
        ("Nobody left.", "Ann left.", True),
        ("Ann never left.", "Ann did not leave.", False),
        ("Ann noted it.", "Ann knotted it.", False),
    ],
)
def test_negation_in_exactly_one_sentence(premise: str, hypothesis: str, expected: bool) -> None:
    assert negation_in_exactly_one(make_pair(premise=premise, hypothesis=hypothesis)) is expected


def test_rules_are_measured_like_words() -> None:
    measured = measure_rule(telling_pairs(), negation_in_exactly_one)
    assert measured.balanced_accuracy == 1.0
    assert measured.chance == 0.5
    overlap = measure_rule(balanced_pairs(), share_of_new_words, name="new words")
    assert overlap.name == "new words"
    assert overlap.n == 240


def test_published_sets_give_away_what_is_known_of_them(public_data: Path) -> None:
    from nonliteral.readers import load_reader
    from nonliteral.suites import Funnel

    imppres = load_reader("imppres").read(public_data / "published" / "imppres", Funnel())
    presupposition = [
        pair for pair in imppres if isinstance(pair, Pair) and pair.phenomenon == "presupposition"
    ]
    hypothesis = measure_giveaway(presupposition)
    assert hypothesis.balanced_accuracy == pytest.approx(0.64, abs=0.05)
    flute = load_reader("flute").read(public_data / "published" / "flute" / "SarcasmNLI", Funnel())
    sarcasm = [pair for pair in flute if isinstance(pair, Pair)]
    assert measure_giveaway(sarcasm, figurative_side).balanced_accuracy == pytest.approx(0.89, abs=0.03)
