"""The one source of chance.

A `Draw` is addressed by a seed and a path of names, so that the choices made for one paradigm or
sentence do not depend on how many were made before it, on the number of workers or on the version
of Python. Builders use nothing else (a lint rule bans `random`, `numpy.random` and `hash`).
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1
_SEPARATOR = b"\x1f"


def stable_hash(*parts: object) -> int:
    """Return 64 bits that depend only on the text of `parts`, on every machine and run."""
    text = _SEPARATOR.join(str(part).encode("utf-8", "surrogatepass") for part in parts)
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")


class Draw:
    """Reproducible choices at one address.

    >>> Draw(7, "quantifiers", 3).choice(["a", "b", "c"]) == Draw(7, "quantifiers", 3).choice(["a", "b", "c"])
    True
    """

    __slots__ = ("_state", "path", "seed")

    def __init__(self, seed: int, *path: object) -> None:
        self.seed = seed
        self.path = path
        self._state = stable_hash(seed, *path)

    def child(self, *path: object) -> Draw:
        """Return the draw at a longer address; what was drawn here does not matter to it."""
        return Draw(self.seed, *self.path, *path)

    def bits(self) -> int:
        """Return 64 random bits (splitmix64)."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Return an integer from 0 up to but not including `n`, all equally likely."""
        if n <= 0:
            raise ValueError(f"`n` must be positive, got {n}")
        if n > _MASK:
            raise ValueError(f"`n` must be below 2**64, got {n}")
        limit = (_MASK + 1) - (_MASK + 1) % n
        while True:
            value = self.bits()
            if value < limit:
                return value % n

    def uniform(self) -> float:
        """Return a float from 0 up to but not including 1."""
        return (self.bits() >> 11) / (1 << 53)

    def chance(self, probability: float) -> bool:
        """Return True with the given probability."""
        return self.uniform() < probability

    def choice(self, items: Sequence[T]) -> T:
        """Return one of `items`, all equally likely."""
        if not items:
            raise ValueError("cannot choose from nothing")
        return items[self.below(len(items))]

    def weighted(self, items: Sequence[T], weights: Sequence[float]) -> T:
        """Return one of `items` with probability in proportion to its weight."""
        if len(items) != len(weights):
            raise ValueError(f"{len(items)} items but {len(weights)} weights")
        total = sum(weights)
        if total <= 0 or min(weights) < 0:
            raise ValueError("weights must not be negative and must not all be zero")
        mark = self.uniform() * total
        for item, weight in zip(items, weights, strict=True):
            mark -= weight
            if mark < 0:
                return item
        return items[max(i for i, weight in enumerate(weights) if weight > 0)]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return a new list of `items` in random order."""
        out = list(items)
        for i in range(len(out) - 1, 0, -1):
            j = self.below(i + 1)
            out[i], out[j] = out[j], out[i]
        return out

    def sample(self, items: Sequence[T], k: int) -> list[T]:
        """Return `k` different positions of `items` in random order."""
        n = len(items)
        if not 0 <= k <= n:
            raise ValueError(f"cannot sample {k} of {n}")
        if 3 * k >= n:
            return self.shuffled(items)[:k]
        seen: set[int] = set()
        while len(seen) < k:
            position = self.below(n)
            if position in seen:
                continue
            seen.add(position)
        return [items[i] for i in self.shuffled(sorted(seen))]
