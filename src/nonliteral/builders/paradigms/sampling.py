"""Sampling without replacement from sets too large to write down.

A set of paradigms is a number of strata (one for each verb or scale), each the product of a few
lists of words. The n-th paradigm of a seed is found directly, without drawing those before it: so
any share of a build can be made by any worker, in constant memory, and no paradigm comes twice
before all have come once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import Any, NamedTuple

from nonliteral.draw import Draw, stable_hash
from nonliteral.errors import InputError

_MASK = (1 << 64) - 1


def permute(position: int, size: int, key: int) -> int:
    """Return where a permutation of `range(size)`, chosen by `key`, takes `position`.

    A Feistel network on the next power of four; what falls outside is sent round again.

    >>> sorted(permute(i, 10, 99) for i in range(10)) == list(range(10))
    True
    """
    if size == 1:
        return 0
    half = ((size - 1).bit_length() + 1) // 2
    mask = (1 << half) - 1
    while True:
        left, right = position >> half, position & mask
        for turn in (1, 2, 3, 4):
            mixed = (right * 0x9E3779B97F4A7C15 + key * turn) & _MASK
            mixed = ((mixed ^ (mixed >> 29)) * 0xBF58476D1CE4E5B9) & _MASK
            left, right = right, left ^ ((mixed >> 32) & mask)
        position = (left << half) | right
        if position < size:
            return position


class Stratum(NamedTuple):
    """One verb or scale of a set with the words that go with it: every combination of `lists` is a
    paradigm."""

    key: str
    entry: Any
    lists: tuple[Sequence[Any], ...]

    @property
    def size(self) -> int:
        """How many paradigms there are with it."""
        return prod(len(words) for words in self.lists)

    def pick(self, index: int) -> tuple[Any, ...]:
        """Return the combination with a number."""
        found = []
        for words in self.lists:
            index, rest = divmod(index, len(words))
            found.append(words[rest])
        return tuple(found)


class Urn:
    """All paradigms of a set, to be drawn in an order that a seed decides.

    The strata take turns, in an order that changes from round to round, so that a small sample has as
    many different verbs as it can have; a stratum that is used up drops out.
    """

    def __init__(self, name: str, strata: Sequence[Stratum], seed: int) -> None:
        self.name = name
        self.seed = seed
        self.strata = sorted((stratum for stratum in strata if stratum.size), key=lambda s: (-s.size, s.key))
        sizes = sorted(stratum.size for stratum in self.strata)
        self.capacity = sum(sizes)
        self._rounds: list[int] = [0]
        self._starts: list[int] = [0]
        self._counts: list[int] = []
        alive, before = len(sizes), 0
        for size in sizes:
            if size > before:
                self._counts.append(alive)
                self._rounds.append(size)
                self._starts.append(self._starts[-1] + (size - before) * alive)
                before = size
            alive -= 1
        self._keys = [stable_hash(seed, name, stratum.key) for stratum in self.strata]
        self._order = lru_cache(maxsize=4)(self._shuffle)

    def _shuffle(self, turn: int, alive: int) -> list[int]:
        return Draw(self.seed, self.name, "round", turn).shuffled(range(alive))

    def nth(self, n: int) -> tuple[Stratum, tuple[Any, ...]]:
        """Return the n-th paradigm's stratum and words."""
        if not 0 <= n < self.capacity:
            raise InputError(
                f"{self.name} has {self.capacity:,} different paradigms, and number {n + 1:,} was asked for."
            )
        block = bisect_right(self._starts, n) - 1
        alive = self._counts[block]
        turn, place = divmod(n - self._starts[block], alive)
        turn += self._rounds[block]
        # The strata are sorted by size, the largest first: those still alive are the first ones.
        position = self._order(turn, alive)[place]
        stratum = self.strata[position]
        return stratum, stratum.pick(permute(turn, stratum.size, self._keys[position]))
