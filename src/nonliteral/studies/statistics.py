"""The statistics under all studies: intervals, resampling by group, tests, agreement.

Pairs of one group (an idiom, a paradigm, a situation) stand or fall together, so intervals and
comparisons resample groups, not pairs. Every draw is seeded.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from nonliteral.draw import stable_hash

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEVEL = 0.95
DRAWS = 10_000
_CELLS_AT_ONCE = 256_000
_FEW_KINDS = 30
"""How many groups there must be to a kind of groups for drawing kinds to be the quicker way."""


class Interval(msgspec.Struct, frozen=True):
    """An estimate with the ends of its interval and what it rests on."""

    value: float
    low: float
    high: float
    n: int
    groups: int


def wilson(successes: int, n: int, level: float = LEVEL) -> tuple[float, float]:
    """Return Wilson's score interval of a proportion; it holds for independent trials."""
    if n <= 0:
        raise ValueError(f"`n` must be positive, got {n}")
    if not 0 <= successes <= n:
        raise ValueError(f"`successes` must be from 0 to {n}, got {successes}")
    from scipy.special import ndtri

    z = float(ndtri(0.5 + level / 2))
    p = successes / n
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)


def resample_groups(
    totals: NDArray[np.float64],
    *,
    statistic: Callable[[NDArray[np.float64]], NDArray[np.float64]],
    draws: int = DRAWS,
    seed: int = 0,
) -> NDArray[np.float64]:
    """Return `draws` values of a statistic over groups drawn with replacement.

    `totals` has a row a group and a column a sum (right answers and pairs, say); `statistic` takes
    an array of resampled sums, a row a draw, and returns a value for each.
    """
    import numpy as np

    groups = len(totals)
    generator = np.random.Generator(np.random.PCG64(stable_hash("resample", seed)))
    kinds, sizes = np.unique(totals, axis=0, return_counts=True)
    if _FEW_KINDS * len(kinds) <= groups:
        # Groups with the same sums are alike: how many of each kind are drawn is all that matters.
        many = generator.multinomial(groups, sizes / groups, size=draws)
        return statistic(many.astype(np.float64) @ kinds)
    out = np.empty(draws)
    chunk = max(1, _CELLS_AT_ONCE // groups)
    index_type = np.uint16 if groups <= 1 << 16 else np.uint32
    for begin in range(0, draws, chunk):
        size = min(chunk, draws - begin)
        chosen = generator.integers(0, groups, (size, groups), dtype=index_type).astype(np.int64)
        # How often each group was drawn, times its sums: one pass however many columns there are.
        chosen += np.arange(0, size * groups, groups)[:, None]
        times = np.bincount(chosen.ravel(), minlength=size * groups).reshape(size, groups)
        out[begin : begin + size] = statistic(times.astype(np.float64) @ totals)
    return out


def group_totals(columns: Sequence[Sequence[float]], groups: Sequence[Hashable]) -> NDArray[np.float64]:
    """Return the sum of each column by group, a row a group in order of appearance."""
    import numpy as np

    order: dict[Hashable, int] = {}
    index = np.fromiter((order.setdefault(group, len(order)) for group in groups), dtype=np.int64)
    totals = np.zeros((len(order), len(columns)))
    for position, column in enumerate(columns):
        totals[:, position] = np.bincount(index, weights=np.asarray(column, float), minlength=len(order))
    return totals


def mean_by_group(
    values: Sequence[float],
    groups: Sequence[Hashable],
    *,
    draws: int = DRAWS,
    seed: int = 0,
    level: float = LEVEL,
) -> Interval:
    """Return the mean of `values` with a bootstrap interval clustered by group.

    Where every group gives one answer that is right or wrong, trials are independent and Wilson's
    interval is exact enough. Where the bootstrap has nothing to vary (a single group, or all values
    alike), Wilson's interval over groups stands in: ten groups without an error are no proof of none.
    """
    import numpy as np

    if not values:
        raise ValueError("cannot take the mean of nothing")
    totals = group_totals([values, [1.0] * len(values)], groups)
    value = float(totals[:, 0].sum() / totals[:, 1].sum())
    n, number = len(values), len(totals)
    rates = totals[:, 0] / totals[:, 1]
    if n == number and bool(np.all((rates == 0) | (rates == 1))):
        return Interval(value, *wilson(round(float(rates.sum())), n, level), n, number)
    if number == 1 or bool(np.all(rates == rates[0])):
        if not 0 <= value <= 1:
            return Interval(value, value, value, n, number)
        low, high = wilson(round(value * number), number, level)
        return Interval(value, min(low, value), max(high, value), n, number)
    drawn = resample_groups(totals, statistic=lambda s: s[:, 0] / s[:, 1], draws=draws, seed=seed)
    low, high = np.quantile(drawn, [0.5 - level / 2, 0.5 + level / 2])
    return Interval(value, float(low), float(high), n, number)


def balanced_by_group(
    right: Sequence[bool],
    labels: Sequence[str],
    groups: Sequence[Hashable],
    *,
    draws: int = DRAWS,
    seed: int = 0,
    level: float = LEVEL,
) -> Interval:
    """Return balanced accuracy, the mean of the labels' recalls, with an interval clustered by group.

    A draw that misses a label altogether takes the mean over the others.
    """
    import numpy as np

    if not right:
        raise ValueError("cannot take the accuracy of nothing")
    names = sorted(set(labels))
    columns = [
        [float(is_right and label == name) for is_right, label in zip(right, labels, strict=True)]
        for name in names
    ] + [[float(label == name) for label in labels] for name in names]
    totals = group_totals(columns, groups)

    def balance(sums: NDArray[np.float64]) -> NDArray[np.float64]:
        hits, counts = sums[:, : len(names)], sums[:, len(names) :]
        recalls = np.divide(hits, counts, out=np.zeros_like(hits), where=counts > 0)
        found: NDArray[np.float64] = recalls.sum(axis=1) / (counts > 0).sum(axis=1)
        return found

    value = float(balance(totals.sum(axis=0, keepdims=True))[0])
    if len(totals) == 1:
        return Interval(value, 0.0, 1.0, len(right), 1)
    drawn = resample_groups(totals, statistic=balance, draws=draws, seed=seed)
    low, high = np.quantile(drawn, [0.5 - level / 2, 0.5 + level / 2])
    return Interval(value, float(low), float(high), len(right), len(totals))


def difference_by_group(
    first: Sequence[float],
    second: Sequence[float],
    groups: Sequence[Hashable],
    *,
    draws: int = DRAWS,
    seed: int = 0,
    level: float = LEVEL,
) -> tuple[Interval, float]:
    """Return the paired difference of means, second less first, and a two-sided p-value.

    The p-value is the share of draws on the far side of zero, doubled, with one draw added so that
    it is never exactly 0.
    """
    import numpy as np

    if len(first) != len(second) or not first:
        raise ValueError(f"paired values must be as many and not none, got {len(first)} and {len(second)}")
    differences = [after - before for before, after in zip(first, second, strict=True)]
    totals = group_totals([differences, [1.0] * len(differences)], groups)
    value = float(totals[:, 0].sum() / totals[:, 1].sum())
    rates = totals[:, 0] / totals[:, 1]
    if bool(np.all(rates == rates[0])):
        # Nothing varies, and a bootstrap would be certain: ten groups alike are no proof of all alike.
        margin = wilson(0, len(totals), level)[1]
        low, high = max(-1.0, value - margin), min(1.0, value + margin)
        p = 1.0 if value == 0 else mcnemar(0, len(totals))
        return Interval(value, low, high, len(first), len(totals)), p
    drawn = resample_groups(totals, statistic=lambda s: s[:, 0] / s[:, 1], draws=draws, seed=seed)
    low, high = np.quantile(drawn, [0.5 - level / 2, 0.5 + level / 2])
    beyond = min(int((drawn <= 0).sum()), int((drawn >= 0).sum()))
    p = min(1.0, 2 * (beyond + 1) / (draws + 1))
    return Interval(value, float(low), float(high), len(first), len(totals)), p


def mcnemar(only_first: int, only_second: int) -> float:
    """Return the exact two-sided p-value that the two are equally often right alone."""
    # The binomial from scipy.special: scipy.stats takes longer to load than a study takes to run.
    from scipy.special import bdtr

    if only_first + only_second == 0:
        return 1.0
    return min(1.0, 2 * float(bdtr(min(only_first, only_second), only_first + only_second, 0.5)))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values corrected for many tests by Holm's method, in the order given."""
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    corrected = [0.0] * len(p_values)
    highest = 0.0
    for rank, position in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[position]))
        corrected[position] = highest
    return corrected


def krippendorff_alpha(
    units: Iterable[Sequence[Hashable | None]],
    *,
    difference: Callable[[Any, Any], float] | None = None,
) -> float | None:
    """Return Krippendorff's alpha over units that several people rated; None is a missing rating.

    Without `difference` ratings are names: alike or not. It is None where nothing can be compared:
    no unit with two ratings, or only one rating ever used.
    """
    rated = [[value for value in unit if value is not None] for unit in units]
    rated = [unit for unit in rated if len(unit) > 1]
    totals: Counter[Hashable] = Counter(value for unit in rated for value in unit)
    n = sum(totals.values())
    if n == 0 or len(totals) < 2:
        return None
    distance: Callable[[Any, Any], float] = difference or (lambda a, b: float(a != b))
    observed = 0.0
    for unit in rated:
        counts = Counter(unit)
        observed += _disagreement(counts, distance) / (len(unit) - 1)
    expected = _disagreement(totals, distance) / (n - 1)
    return 1.0 - observed / expected


def _disagreement(counts: Mapping[Any, int], distance: Callable[[Any, Any], float]) -> float:
    items = list(counts.items())
    return sum(a * b * distance(x, y) for x, a in items for y, b in items)


def spearman(x: Sequence[float], y: Sequence[float]) -> tuple[float, float] | None:
    """Return Spearman's rank correlation and its p-value; None where a side does not vary."""
    from scipy.stats import spearmanr

    if len(x) < 3 or len(set(x)) < 2 or len(set(y)) < 2:
        return None
    result = spearmanr(x, y)
    return float(result.statistic), float(result.pvalue)


def spearman_interval(r: float, n: int, level: float = LEVEL) -> tuple[float, float]:
    """Return the interval of a rank correlation by Fisher's transformation with Bonett's error."""
    from scipy.special import ndtri

    if n <= 3 or abs(r) >= 1:
        return -1.0 if n <= 3 else r, 1.0 if n <= 3 else r
    half = float(ndtri(0.5 + level / 2)) * math.sqrt((1 + r * r / 2) / (n - 3))
    centre = math.atanh(r)
    return math.tanh(centre - half), math.tanh(centre + half)


def correlation_p(r: float, n: int) -> float:
    """Return the two-sided p-value of a rank correlation that rests on `n` independent groups."""
    from scipy.special import ndtr

    if n <= 3:
        return 1.0
    if abs(r) >= 1:
        return 0.0
    return float(2 * ndtr(-abs(math.atanh(r)) * math.sqrt((n - 3) / (1 + r * r / 2))))
