"""Statistics, against scipy, by hand and by simulation of coverage."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from nonliteral.studies.statistics import (
    balanced_by_group,
    correlation_p,
    difference_by_group,
    group_totals,
    holm,
    krippendorff_alpha,
    mcnemar,
    mean_by_group,
    resample_groups,
    spearman,
    spearman_interval,
    wilson,
)


@given(st.integers(1, 3000), st.data())
def test_wilson_is_scipys(n: int, data: st.DataObject) -> None:
    successes = data.draw(st.integers(0, n))
    expected = stats.binomtest(successes, n).proportion_ci(0.95, method="wilson")
    assert wilson(successes, n) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_impossible_proportions_are_refused() -> None:
    with pytest.raises(ValueError, match="positive"):
        wilson(0, 0)
    with pytest.raises(ValueError, match="from 0 to 3"):
        wilson(4, 3)


def test_resampling_groups_covers_the_truth_where_resampling_pairs_would_not() -> None:
    # 40 groups of 10 answers that are all alike within a group: the pairs are worth 40, not 400.
    generator = np.random.default_rng(1)
    covered = naive = 0
    for trial in range(300):
        rates = generator.random(40) < 0.6
        values = np.repeat(rates, 10).astype(float).tolist()
        groups = np.repeat(np.arange(40), 10).tolist()
        interval = mean_by_group(values, groups, draws=400, seed=trial)
        covered += interval.low <= 0.6 <= interval.high
        low, high = wilson(int(sum(values)), len(values))
        naive += low <= 0.6 <= high
    assert covered / 300 > 0.90
    assert naive / 300 < 0.60


def test_the_same_seed_gives_the_same_interval() -> None:
    # Enough groups of different sizes that two draws would not end on the same interval by chance.
    values = [float(n * n % 7 < 3) for n in range(400)]
    groups: list[object] = [n * n % 83 for n in range(400)]
    assert mean_by_group(values, groups, seed=3) == mean_by_group(values, groups, seed=3)
    assert mean_by_group(values, groups, seed=3) != mean_by_group(values, groups, seed=4)
    values, groups = [1.0, 0.0, 1.0, 1.0, 0.0, 1.0], list("aabbcc")
    assert mean_by_group(values, groups).n == 6
    assert mean_by_group(values, groups).groups == 3


def test_groups_without_an_error_are_no_proof_of_none() -> None:
    interval = mean_by_group([1.0] * 20, [i // 2 for i in range(20)])
    assert interval.high == 1.0
    assert interval.low == pytest.approx(wilson(10, 10)[0])
    single = mean_by_group([1.0, 0.0], ["a", "a"])
    assert single.low < 0.5 < single.high


def test_draws_have_the_spread_that_theory_gives() -> None:
    generator = np.random.default_rng(2)
    totals = group_totals([generator.random(500).tolist(), [1.0] * 500], list(range(500)))
    drawn = resample_groups(totals, statistic=lambda s: s[:, 0] / s[:, 1], draws=4000, seed=1)
    assert drawn.std() == pytest.approx(totals[:, 0].std() / np.sqrt(500), rel=0.06)


def test_a_paired_difference_is_sure_of_what_pairing_shows() -> None:
    first = [float(i % 3 == 0) for i in range(300)]
    second = [1.0 if i % 10 == 0 else value for i, value in enumerate(first)]
    groups = list(range(300))
    interval, p = difference_by_group(first, second, groups)
    assert 0 < interval.low < interval.value < interval.high
    assert p < 0.001
    same, p_same = difference_by_group(first, first, groups)
    assert (same.value, p_same) == (0.0, 1.0)
    # Nothing differs in 300 groups: that is no proof that nothing ever would.
    assert same.low == pytest.approx(-wilson(0, 300)[1])
    assert same.high == pytest.approx(wilson(0, 300)[1])
    other, p_other = difference_by_group(second, first, groups)
    assert other.value == pytest.approx(-interval.value)
    assert p_other < 0.001


def test_the_p_value_of_a_difference_holds_its_level_by_group() -> None:
    # Two models that are alike, in 40 groups of 5 that stand or fall together: 5 % are called different.
    generator = np.random.default_rng(1)
    called = 0
    for _ in range(400):
        first, second = (np.repeat(generator.random(40) < 0.6, 5).astype(float) for _ in range(2))
        _, p = difference_by_group(
            first.tolist(), second.tolist(), np.repeat(np.arange(40), 5).tolist(), draws=400
        )
        called += p < 0.05
    assert 0.03 <= called / 400 <= 0.075


def test_mcnemar_is_the_exact_binomial_test() -> None:
    assert mcnemar(2, 10) == pytest.approx(stats.binomtest(2, 12, 0.5).pvalue)
    assert mcnemar(0, 0) == 1.0


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_holm_is_the_step_down_method(p_values: list[float]) -> None:
    corrected = holm(p_values)
    assert all(after >= before for before, after in zip(p_values, corrected, strict=True))
    assert max(corrected) <= 1
    order = np.argsort(p_values, kind="stable")
    ladder = np.maximum.accumulate((len(p_values) - np.arange(len(p_values))) * np.array(p_values)[order])
    assert np.array(corrected)[order] == pytest.approx(np.minimum(1, ladder))


def test_alpha_of_a_table_worked_out_by_hand() -> None:
    # Two raters, ten units: o = 2 * 3 = 6 disagreeing values of 20; 9 a's and 11 b's.
    units = [("a", "a")] * 3 + [("b", "b")] * 4 + [("a", "b")] * 3
    assert krippendorff_alpha(units) == pytest.approx(1 - (6 / 20) / (2 * 9 * 11 / (20 * 19)))
    assert krippendorff_alpha([("a", "a"), ("b", "b")]) == pytest.approx(1.0)


def test_alpha_leaves_missing_ratings_out() -> None:
    units = [("a", "a", None), ("b", None, "b"), (None, None, "a"), ("a", "b", "b")]
    whole = [("a", "a"), ("b", "b"), ("a", "b", "b")]
    assert krippendorff_alpha(units) == krippendorff_alpha(whole)
    assert krippendorff_alpha([("a", None)]) is None
    assert krippendorff_alpha([("a", "a")]) is None


def test_alpha_of_numbers_counts_how_far_apart_they_are() -> None:
    near = krippendorff_alpha([(1, 1), (2, 3), (9, 9)], difference=lambda a, b: (a - b) ** 2)
    far = krippendorff_alpha([(1, 1), (2, 9), (9, 9)], difference=lambda a, b: (a - b) ** 2)
    assert near is not None
    assert far is not None
    assert near > 0.9 > far


def test_rank_correlation_is_scipys_and_none_without_variation() -> None:
    x, y = [1.0, 2.0, 3.0, 4.0, 5.0], [2.0, 1.0, 4.0, 3.0, 6.0]
    found = spearman(x, y)
    expected = stats.spearmanr(x, y)
    assert found == pytest.approx((expected.statistic, expected.pvalue))
    assert spearman(x, [1.0] * 5) is None


def test_one_answer_a_group_has_wilsons_interval() -> None:
    interval = mean_by_group([1.0, 0.0, 1.0, 1.0], list("abcd"))
    assert (interval.low, interval.high) == pytest.approx(wilson(3, 4))
    # Means of several seeds are no trials.
    assert mean_by_group([1.0, 0.5, 1.0, 0.0], list("abcd")).low < wilson(2, 4)[0] + 0.5


def test_balanced_accuracy_is_the_mean_of_recalls_with_an_interval_by_group() -> None:
    right = [True, True, True, False, False, True]
    labels = ["a", "a", "a", "a", "b", "b"]
    interval = balanced_by_group(right, labels, list("uvwxyz"))
    assert interval.value == pytest.approx((3 / 4 + 1 / 2) / 2)
    assert interval.low < interval.value < interval.high
    assert (interval.n, interval.groups) == (6, 6)


def test_balanced_accuracy_covers_the_truth() -> None:
    generator = np.random.default_rng(5)
    covered = 0
    for trial in range(200):
        labels = ["a" if x < 0.8 else "b" for x in generator.random(300)]
        right = [bool(generator.random() < (0.9 if label == "a" else 0.4)) for label in labels]
        interval = balanced_by_group(right, labels, list(range(300)), draws=400, seed=trial)
        covered += interval.low <= 0.65 <= interval.high
    assert covered / 200 > 0.90


def test_the_interval_and_p_value_of_a_rank_correlation_hold_their_level() -> None:
    generator = np.random.default_rng(7)
    covered = rejected = 0
    for _ in range(400):
        x, y = generator.random(60), generator.random(60)
        found = spearman(x.tolist(), y.tolist())
        assert found is not None
        low, high = spearman_interval(found[0], 60)
        covered += low <= 0 <= high
        p = correlation_p(found[0], 60)
        assert p == pytest.approx(found[1], abs=0.03)
        rejected += p < 0.05
    assert covered / 400 > 0.92
    assert rejected / 400 < 0.08
    assert correlation_p(0.9, 3) == 1
    assert spearman_interval(0.9, 3) == (-1, 1)


@pytest.mark.parametrize("kinds", [3, 300])
def test_drawing_kinds_of_groups_is_drawing_groups(kinds: int) -> None:
    # Few different groups are drawn by kind, many one by one: both must come to a plain bootstrap's ends.
    generator = np.random.default_rng(4)
    sizes = 2 + np.arange(600) % kinds
    right = np.array([generator.binomial(size, 0.3 + 0.4 * (size % 2)) for size in sizes])
    drawn = generator.integers(0, 600, (4000, 600))
    plain = np.quantile(right[drawn].sum(axis=1) / sizes[drawn].sum(axis=1), [0.025, 0.975])
    totals = np.stack([right, sizes], axis=1).astype(float)
    ours = resample_groups(totals, statistic=lambda sums: sums[:, 0] / sums[:, 1])
    assert np.quantile(ours, [0.025, 0.975]) == pytest.approx(plain, abs=0.15 * (plain[1] - plain[0]) / 2)
    assert len(ours) == 10_000


def test_a_clustered_interval_has_the_width_that_theory_gives() -> None:
    # With many groups of one size the bootstrap comes to the mean of groups and its standard error.
    generator = np.random.default_rng(2)
    rates = generator.integers(0, 5, 600) / 4
    values = [float(n < 4 * rate) for rate in rates for n in range(4)]
    interval = mean_by_group(values, [group for group in range(600) for _ in range(4)])
    error = float(np.std(rates) / np.sqrt(600))
    assert interval.low == pytest.approx(interval.value - 1.96 * error, abs=0.1 * error)
    assert interval.high == pytest.approx(interval.value + 1.96 * error, abs=0.1 * error)
    wide = mean_by_group(values, [group for group in range(600) for _ in range(4)], level=0.99)
    assert wide.low < interval.low < interval.high < wide.high
