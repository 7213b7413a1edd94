"""Samples for eyes: spread evenly, the same for the same seed, with changes marked."""

from __future__ import annotations

from collections import Counter

import pytest
from conftest import make_pair
from hypothesis import given
from hypothesis import strategies as st

from nonliteral.checking.sampling import format_pair, mark_changes, sample_pairs
from nonliteral.draw import Draw
from nonliteral.records import Pair


def uneven_pairs() -> list[Pair]:
    """300 entailed idioms, 20 neutral ones and 5 similes."""
    plan = [("idiom", "entailment", 300), ("idiom", "neutral", 20), ("simile", "entailment", 5)]
    return [
        make_pair(id=f"{kind}/{label}/{i}", phenomenon=kind, label=label, group=f"{kind}{i % 50}")
        for kind, label, n in plan
        for i in range(n)
    ]


def strata(pairs: list[Pair]) -> Counter[tuple[str, str]]:
    return Counter((pair.phenomenon, pair.label) for pair in pairs)


def test_small_strata_are_not_drowned_by_large_ones() -> None:
    counts = strata(sample_pairs(uneven_pairs(), 18))
    assert counts["simile", "entailment"] == 5
    assert sorted(counts.values()) == [5, 6, 7]


def test_groups_come_once_before_any_comes_twice() -> None:
    sample = sample_pairs([pair for pair in uneven_pairs() if pair.phenomenon == "simile"], 5)
    assert len({pair.group for pair in sample}) == 5


def test_the_seed_and_the_ids_decide_and_not_the_order() -> None:
    pairs = uneven_pairs()
    first = [pair.id for pair in sample_pairs(pairs, 20, seed=4)]
    assert first == [pair.id for pair in sample_pairs(Draw(1).shuffled(pairs), 20, seed=4)]
    assert first != [pair.id for pair in sample_pairs(pairs, 20, seed=5)]


def test_a_large_stratum_is_sampled_without_being_kept() -> None:
    many = (make_pair(id=f"p:{i}", group=f"g{i}") for i in range(5000))
    assert len(sample_pairs(many, 10)) == 10


def test_all_are_given_where_there_are_fewer() -> None:
    assert len(sample_pairs(uneven_pairs(), 1000)) == 325
    assert sample_pairs([], 5) == []


def test_a_sample_of_none_is_refused() -> None:
    with pytest.raises(ValueError, match="`n` must be positive, got 0"):
        sample_pairs([], 0)


@pytest.mark.parametrize(
    ("premise", "hypothesis", "expected"),
    [
        (
            "Mara spilled the beans at lunch.",
            "Mara revealed the secret at lunch.",
            ("Mara [spilled] the [beans] at lunch.", "Mara [revealed] the [secret] at lunch."),
        ),
        ("He kicked the bucket.", "He died.", ("He [kicked the bucket].", "He [died].")),
        ("He left.", "He left at noon.", ("He left.", "He left [at noon].")),
        ("The end.", "Nobody knows why.", ("The end.", "Nobody knows why.")),
    ],
)
def test_changed_words_are_marked(premise: str, hypothesis: str, expected: tuple[str, str]) -> None:
    assert mark_changes(premise, hypothesis) == expected


@given(st.text("ab c.", max_size=20), st.text("ab c.", max_size=20))
def test_marks_add_brackets_and_change_nothing_else(premise: str, hypothesis: str) -> None:
    marked = mark_changes(premise, hypothesis)
    assert tuple(text.replace("[", "").replace("]", "") for text in marked) == (premise, hypothesis)


def test_a_pair_is_printed_for_reading() -> None:
    text = format_pair(
        make_pair(
            id="x:1",
            label="neutral",
            readings={"logical": "neutral", "pragmatic": "entailment"},
            explanation="Because.",
        )
    )
    assert text.splitlines() == [
        "x:1   neutral (logical: neutral, pragmatic: entailment)",
        "  idiom · figurative-definition · silver · nonliteral",
        "  P  Mara [spilled] the [beans] at lunch.",
        "  H  Mara [revealed] the [secret] at lunch.",
        "  E  Because.",
    ]
