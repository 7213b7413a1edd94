"""Planning batches over a whole suite, before looking at what is done.

Pairs of like length go together, the longest first; a pair that stands several times is computed
once. The plan depends on the suite and the model only, so a resumed run has the same batches as a
straight one. It holds a few numbers a pair, never the pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec

from nonliteral.files import open_to_read
from nonliteral.models.base import Model
from nonliteral.records import Pair
from nonliteral.suites import Suite

if TYPE_CHECKING:
    import numpy as np

_CHUNK = 1024


class Plan:
    """The batches of one suite: numbers of pairs, and where each pair stands in the file."""

    def __init__(self, suite: Suite, model: Model) -> None:
        import numpy as np

        size = len(suite)
        self.suite = suite
        self.batch_size = max(1, int(getattr(model, "batch_size", 32)))
        self.offsets: np.ndarray[Any, Any] = np.zeros(size + 1, dtype=np.int64)
        keys = np.zeros(size, dtype=np.uint64)
        lengths = np.zeros(size, dtype=np.int64)
        measure: Callable[[Sequence[Pair]], Sequence[int]] = getattr(model, "lengths", _count_characters)
        whole = bool(getattr(model, "reads_pairs_whole", False))
        records = iter(suite)
        for start in range(0, size, _CHUNK):
            chunk = list(islice(records, _CHUNK))
            lengths[start : start + len(chunk)] = 0 if whole else measure(chunk)
            keys[start : start + len(chunk)] = [
                start + i if whole else _hash_texts(pair) for i, pair in enumerate(chunk)
            ]
        for _ in records:
            pass  # reads to the end, where repeated ids are found
        with open_to_read(suite.records_path) as file:
            for number, line in enumerate(file):
                self.offsets[number + 1] = self.offsets[number] + len(line)
        _, first, self._group_of = np.unique(keys, return_index=True, return_inverse=True)
        # The longest first: what does not fit in memory fails at once, and the rate only gets better.
        self._groups = np.lexsort((first, -lengths[first]))
        self._members = np.argsort(self._group_of, kind="stable")
        self._starts = np.searchsorted(self._group_of[self._members], np.arange(len(first) + 1))
        self.pairs = size
        self.unique = len(first)

    def __len__(self) -> int:
        return -(-self.unique // self.batch_size)

    def representatives(self, batch: int) -> list[int]:
        """Return the numbers of the pairs that are computed in a batch: each text once."""
        groups = self._groups[batch * self.batch_size : (batch + 1) * self.batch_size]
        return [int(self._members[self._starts[group]]) for group in groups]

    def members(self, batch: int) -> Iterator[int]:
        """Yield the numbers of all pairs that a batch answers, in the order of its lines."""
        for group in self._groups[batch * self.batch_size : (batch + 1) * self.batch_size]:
            yield from self._members[self._starts[group] : self._starts[group + 1]].tolist()

    def size(self, batch: int) -> int:
        """Return how many pairs a batch answers."""
        groups = self._groups[batch * self.batch_size : (batch + 1) * self.batch_size]
        return int((self._starts[groups + 1] - self._starts[groups]).sum())


class PairFile:
    """Random access to a suite's pairs by their number."""

    def __init__(self, plan: Plan) -> None:
        self._offsets = plan.offsets
        self._file = open(plan.suite.records_path, "rb")  # noqa: SIM115 - closed by close()
        self._decode = msgspec.json.Decoder(Pair).decode

    def read(self, number: int) -> Pair:
        """Return the pair with a number, counted from 0 in suite order."""
        start, end = int(self._offsets[number]), int(self._offsets[number + 1])
        self._file.seek(start)
        return self._decode(self._file.read(end - start))

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _count_characters(pairs: Sequence[Pair]) -> list[int]:
    return [len(pair.premise) + len(pair.hypothesis) for pair in pairs]


def _hash_texts(pair: Pair) -> int:
    text = f"{pair.premise}\x1f{pair.hypothesis}".encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")
