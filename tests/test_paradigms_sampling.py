"""Sampling: without replacement, directly, in an order that only the seed decides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonliteral.builders.paradigms.sampling import Stratum, Urn, permute
from nonliteral.errors import InputError


@given(size=st.integers(1, 400), key=st.integers(0, 2**64 - 1))
def test_a_permutation_takes_each_place_once(size: int, key: int) -> None:
    assert sorted(permute(place, size, key) for place in range(size)) == list(range(size))


strata = st.lists(st.lists(st.integers(1, 5), min_size=1, max_size=3), min_size=1, max_size=8).map(
    lambda sizes: [Stratum(f"s{n}", n, tuple(range(size) for size in lists)) for n, lists in enumerate(sizes)]
)


@given(strata=strata, seed=st.integers(0, 100))
def test_an_urn_gives_every_paradigm_once_and_says_how_many_there_are(
    strata: list[Stratum], seed: int
) -> None:
    urn = Urn("set", strata, seed)
    drawn = [(stratum.key, choice) for stratum, choice in (urn.nth(n) for n in range(urn.capacity))]
    assert urn.capacity == sum(stratum.size for stratum in strata)
    assert len(set(drawn)) == urn.capacity


@given(strata=strata, seed=st.integers(0, 100))
def test_a_small_sample_has_as_many_strata_as_it_can(strata: list[Stratum], seed: int) -> None:
    urn = Urn("set", strata, seed)
    first = [urn.nth(n)[0].key for n in range(len(strata))]
    assert len(set(first)) == len(strata)


def test_the_same_seed_gives_the_same_order_and_another_one_another() -> None:
    lists = [Stratum(f"s{n}", n, (range(20), range(20))) for n in range(5)]
    orders = [[Urn("set", lists, seed).nth(n) for n in range(50)] for seed in (1, 1, 2)]
    assert orders[0] == orders[1] != orders[2]


def test_there_is_nothing_beyond_the_capacity() -> None:
    urn = Urn("tiny", [Stratum("s", None, (range(3),))], 0)
    with pytest.raises(InputError, match="tiny has 3 different paradigms, and number 4 was asked for"):
        urn.nth(3)
