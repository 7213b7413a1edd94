"""Chance that is the same everywhere."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonliteral.draw import Draw, stable_hash


def test_draws_are_the_same_in_every_version_and_on_every_machine() -> None:
    # Suites that were published with a seed must come out again: these values must never change.
    draw = Draw(7, "quantifiers", 3)
    assert [draw.below(1000) for _ in range(5)] == [643, 866, 227, 700, 652]
    assert stable_hash("idiom", 1) == 1926071970189676412


def test_what_was_drawn_before_does_not_matter_to_another_address() -> None:
    parent = Draw(7, "set")
    before = parent.child("a").bits()
    parent.bits()
    assert parent.child("a").bits() == before
    assert Draw(7, "set", "a").bits() == before
    assert Draw(8, "set", "a").bits() != before
    assert Draw(7, "set", "b").bits() != before


def test_path_parts_do_not_run_together() -> None:
    assert Draw(1, "ab", "c").bits() != Draw(1, "a", "bc").bits()


@given(st.integers(), st.lists(st.integers(), min_size=1, max_size=30), st.data())
def test_sample_and_shuffle_keep_what_is_there(seed: int, items: list[int], data: st.DataObject) -> None:
    assert Counter(Draw(seed, "x").shuffled(items)) == Counter(items)
    size = data.draw(st.integers(0, len(items)))
    positions = Draw(seed, "y").sample(range(len(items)), size)
    assert len(positions) == len(set(positions)) == size


@given(st.integers(), st.integers(1, 2**64 - 1))
def test_below_stays_below(seed: int, n: int) -> None:
    assert 0 <= Draw(seed).below(n) < n


def test_choices_are_equally_likely() -> None:
    draw = Draw(1, "die")
    counts = Counter(draw.below(6) for _ in range(12_000))
    assert all(1_800 < counts[face] < 2_200 for face in range(6))


def test_weights_are_respected() -> None:
    draw = Draw(1, "weights")
    counts = Counter(draw.weighted("abc", [6, 3, 0]) for _ in range(9_000))
    assert counts["c"] == 0
    assert 5_700 < counts["a"] < 6_300


@pytest.mark.parametrize(
    "wrong",
    [
        lambda draw: draw.choice([]),
        lambda draw: draw.below(0),
        lambda draw: draw.below(2**64),
        lambda draw: draw.sample([1], 2),
        lambda draw: draw.weighted("ab", [1]),
        lambda draw: draw.weighted("ab", [0, 0]),
    ],
)
def test_impossible_draws_are_refused(wrong) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match=r"."):
        wrong(Draw(1))
