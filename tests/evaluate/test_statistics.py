"""The numbers against scipy's own, against a slow bootstrap that draws the pairs themselves, and against simulation."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evolving_intent_env.errors import ConfigError
from evolving_intent_env.evaluate.statistics import Paired, Proportion, paired, pairs_needed, wilson

stats = pytest.importorskip("scipy.stats", reason="scipy is not installed: pip install -e '.[report]'")

counts = st.integers(1, 3000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
cells = st.tuples(*[st.integers(0, 40)] * 4).filter(any)


def sides(both: int, gained: int, lost: int, neither: int) -> tuple[list[bool], list[bool]]:
    """Outcomes with these counts."""
    first = [True] * both + [False] * gained + [True] * lost + [False] * neither
    second = [True] * both + [True] * gained + [False] * lost + [False] * neither
    return first, second


# One share.


@given(counts, st.floats(0.5, 0.999))
def test_wilson_is_scipys(count: tuple[int, int], confidence: float) -> None:
    successes, n = count
    ours = wilson(successes, n, confidence)
    theirs = stats.binomtest(successes, n).proportion_ci(confidence, method="wilson")
    assert (ours.successes, ours.n, ours.value) == (successes, n, successes / n)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)
    assert 0 <= ours.low <= ours.value <= ours.high <= 1


@given(counts)
def test_wilson_of_the_failures_is_the_mirror_image(count: tuple[int, int]) -> None:
    successes, n = count
    ours, mirror = wilson(successes, n), wilson(n - successes, n)
    assert (mirror.low, mirror.high) == pytest.approx((1 - ours.high, 1 - ours.low), abs=1e-12)


@pytest.mark.parametrize("share", [0.1, 0.37, 0.5, 0.9])
def test_wilson_holds_the_true_share_as_often_as_it_says(share: float) -> None:
    n = 100
    intervals = [wilson(k, n) for k in range(n + 1)]
    covered = sum(stats.binom.pmf(i.successes, n, share) for i in intervals if i.low <= share <= i.high)
    assert covered == pytest.approx(0.95, abs=0.02)


# Two sides: counts and p-value.


@given(cells)
def test_counts_shares_and_difference(cell: tuple[int, int, int, int]) -> None:
    both, gained, lost, _ = cell
    n = sum(cell)
    result = paired(*sides(*cell), resamples=50)
    assert (result.gained, result.lost) == (gained, lost)
    assert (result.first, result.second) == (wilson(both + lost, n), wilson(both + gained, n))
    assert result.difference == pytest.approx(result.second.value - result.first.value, abs=1e-12)
    assert -1 <= result.low <= result.high <= 1


@given(cells)
def test_p_value_is_that_of_scipys_binomial_test(cell: tuple[int, int, int, int]) -> None:
    _, gained, lost, _ = cell
    expected = stats.binomtest(gained, gained + lost).pvalue if gained + lost else 1.0
    assert paired(*sides(*cell), resamples=1).p_value == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(("gained", "lost"), [(0, 0), (1, 0), (6, 0), (5, 5), (2, 8), (30, 6), (59, 16), (500, 430)])
def test_p_value_is_the_exact_sum(gained: int, lost: int) -> None:
    n = gained + lost
    exact = min(1, 2 * sum(comb(n, k) for k in range(min(gained, lost) + 1)) / 2**n)
    assert paired(*sides(3, gained, lost, 2), resamples=1).p_value == pytest.approx(exact, rel=1e-10)


@given(cells)
def test_swapping_the_sides_mirrors_everything(cell: tuple[int, int, int, int]) -> None:
    first, second = sides(*cell)
    there, back = paired(first, second, resamples=2000), paired(second, first, resamples=2000)
    assert (back.first, back.second) == (there.second, there.first)
    assert (back.gained, back.lost, back.p_value) == (there.lost, there.gained, there.p_value)
    assert back.difference == -there.difference
    # The ends differ by chance, 0.085 deviations with 2,000 samples each, and by one step of 1/n.
    n = len(first)
    slack = 0.4 * (there.gained + there.lost) ** 0.5 / n + 1 / n
    assert (back.low, back.high) == pytest.approx((-there.high, -there.low), abs=slack)


@given(cells, st.randoms(use_true_random=False))
def test_the_order_of_the_pairs_does_not_matter(cell: tuple[int, int, int, int], random: Callable[..., object]) -> None:
    first, second = sides(*cell)
    order = list(range(len(first)))
    random.shuffle(order)  # type: ignore[attr-defined]
    shuffled = paired([first[i] for i in order], [second[i] for i in order], resamples=200)
    assert shuffled == paired(first, second, resamples=200)


def test_ones_zeros_and_arrays_count_as_true_and_false() -> None:
    first, second = sides(5, 4, 2, 3)
    expected = paired(first, second)
    assert paired([int(outcome) for outcome in first], [float(outcome) for outcome in second]) == expected
    assert paired(np.array(first), np.array(second)) == expected


# Two sides: the interval.


def slow_bootstrap(first: Sequence[bool], second: Sequence[bool], resamples: int) -> tuple[float, float]:
    """Draws the pairs themselves and compares the two accuracies of every sample."""
    generator = np.random.default_rng(99)
    a, b = np.array(first), np.array(second)
    differences = []
    for _ in range(resamples):
        drawn = generator.integers(len(a), size=len(a))
        differences.append(b[drawn].mean() - a[drawn].mean())
    low, high = np.quantile(differences, [0.025, 0.975])
    return float(low), float(high)


@pytest.mark.parametrize("cell", [(98, 30, 6, 66), (400, 40, 55, 5), (10, 90, 5, 95), (20, 7, 0, 23)])
def test_interval_is_that_of_drawing_pairs(cell: tuple[int, int, int, int]) -> None:
    first, second = sides(*cell)
    result = paired(first, second)
    n, deviation = len(first), (cell[1] + cell[2]) ** 0.5 / len(first)
    assert (result.low, result.high) == pytest.approx(slow_bootstrap(first, second, 4000), abs=1 / n + 0.15 * deviation)


def test_interval_of_many_pairs_is_the_normal_one() -> None:
    n, gained, lost = 100_000, 9_000, 8_000
    result = paired(*sides(60_000, gained, lost, n - 60_000 - gained - lost))
    difference = (gained - lost) / n
    half = 1.959964 * ((gained + lost) / n - difference**2) ** 0.5 / n**0.5
    assert (result.low, result.high) == pytest.approx((difference - half, difference + half), abs=0.05 * half)


@pytest.mark.parametrize(
    ("n", "discordant", "difference", "confidence"),
    [(200, 0.18, 0.12, 0.95), (200, 0.3, 0.0, 0.95), (500, 0.1, -0.04, 0.8)],
)
def test_interval_holds_the_true_difference_as_often_as_it_says(
    n: int, discordant: float, difference: float, confidence: float
) -> None:
    shares = [0.4, (discordant + difference) / 2, (discordant - difference) / 2, 0.6 - discordant]
    drawn = np.random.default_rng(5).multinomial(n, shares, size=600)
    results = [
        paired(*sides(*map(int, cell)), resamples=500, confidence=confidence, seed=seed)
        for seed, cell in enumerate(drawn)
    ]
    held = np.mean([result.low - 1e-9 <= difference <= result.high + 1e-9 for result in results])
    assert held == pytest.approx(confidence, abs=0.04)


def test_interval_depends_on_the_seed_and_on_nothing_else() -> None:
    first, second = sides(300, 80, 60, 131)
    np.random.seed(1)
    one = paired(first, second, seed=3, resamples=100)
    np.random.seed(2)
    assert paired(first, second, seed=3, resamples=100) == one
    assert paired(first, second, seed=4, resamples=100) != one


def test_more_confidence_is_wider() -> None:
    first, second = sides(98, 30, 6, 66)
    results = [paired(first, second, confidence=confidence) for confidence in (0.5, 0.9, 0.99)]
    for result, wider in pairwise(results):
        assert wider.low < result.low < result.difference < result.high < wider.high
        assert wider.first.low < result.first.low < result.first.high < wider.first.high


def test_sides_that_never_disagree() -> None:
    first, second = sides(7, 0, 0, 3)
    result = paired(first, second)
    assert (result.difference, result.low, result.high, result.p_value) == (0, 0, 0, 1)


# How many pairs.


def power_of(n: int, discordant: float, difference: float, alpha: float) -> float:
    """How often the exact test rejects: summed over the number of disagreements and over their split."""
    disagreements = np.arange(n + 1)
    weight = stats.binom.pmf(disagreements, n, discordant)
    likely = weight > 1e-10
    disagreements, weight = disagreements[likely], weight[likely]
    # The largest smaller count that is significant: ppf gives the first whose tail reaches alpha / 2.
    most = stats.binom.ppf(alpha / 2, disagreements, 0.5)
    most -= stats.binom.cdf(most, disagreements, 0.5) > alpha / 2
    gain = (1 + difference / discordant) / 2
    rejected = stats.binom.cdf(most, disagreements, gain) + stats.binom.cdf(most, disagreements, 1 - gain)
    return float(weight @ rejected)


@pytest.mark.parametrize("alpha", [0.05, 0.01])
@pytest.mark.parametrize("power", [0.5, 0.8, 0.95])
@pytest.mark.parametrize("discordant", [0.05, 0.2, 0.7])
@pytest.mark.parametrize("ratio", [0.1, 0.3, 0.5, 0.9, 1.0])
def test_pairs_needed_give_the_power_asked_for(alpha: float, power: float, discordant: float, ratio: float) -> None:
    difference = discordant * ratio
    n = pairs_needed(discordant, difference, alpha=alpha, power=power)
    reached = power_of(n, discordant, difference, alpha)
    assert reached >= power
    if ratio <= 0.5:
        assert reached <= power + 0.06
        assert power_of(round(0.85 * n), discordant, difference, alpha) < power


@pytest.mark.parametrize(("discordant", "difference"), [(0.18, 0.12), (0.3, -0.15)])
def test_pairs_needed_in_simulated_comparisons(discordant: float, difference: float) -> None:
    n = pairs_needed(discordant, difference)
    shares = [0.3, (discordant + difference) / 2, (discordant - difference) / 2, 0.7 - discordant]
    drawn = np.random.default_rng(8).multinomial(n, shares, size=1000)
    significant = [paired(*sides(*map(int, cell)), resamples=1).p_value <= 0.05 for cell in drawn]
    assert np.mean(significant) == pytest.approx(power_of(n, discordant, difference, 0.05), abs=0.04)
    assert np.mean(significant) > 0.78


@pytest.mark.parametrize(
    ("discordant", "difference", "connor"),
    [(0.45, 0.15, 155), (0.18, 0.12, 96), (0.2, 0.05, 626), (0.4, 0.02, 7847)],
)
def test_pairs_needed_are_connors_and_two_more_for_each_unit_of_difference(
    discordant: float, difference: float, connor: int
) -> None:
    assert pairs_needed(discordant, difference) == pytest.approx(connor + 2 / difference, abs=1.5)


@given(st.floats(0.01, 1), st.floats(0.05, 1), st.floats(0.001, 0.2), st.floats(0.3, 0.99))
def test_pairs_needed_ignore_the_sign_and_grow_with_what_is_asked(
    discordant: float, ratio: float, alpha: float, power: float
) -> None:
    difference = discordant * ratio
    n = pairs_needed(discordant, difference, alpha=alpha, power=power)
    assert n == pairs_needed(discordant, -difference, alpha=alpha, power=power)
    assert n <= pairs_needed(discordant, difference / 2, alpha=alpha, power=power)
    assert n <= pairs_needed(discordant, difference, alpha=alpha / 2, power=power)
    assert n <= pairs_needed(discordant, difference, alpha=alpha, power=(1 + power) / 2)


# As text.


def test_a_share_as_text() -> None:
    assert str(wilson(128, 200)) == "64.0% [57.1, 70.3] (n=200)"
    assert str(wilson(0, 10)) == "0.0% [0.0, 27.8] (n=10)"
    assert str(wilson(10, 10)) == "100.0% [72.2, 100.0] (n=10)"


SHARE = Proportion(1, 2, 0.5, 0.1, 0.9)


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (
            Paired(SHARE, SHARE, 0.12, 0.065, 0.175, 30, 6, 0.00012),
            "+12.0 points [6.5, 17.5], 30 gained, 6 lost, p=0.0001",
        ),
        (
            Paired(SHARE, SHARE, -0.12, -0.175, -0.065, 6, 30, 7e-5),
            "-12.0 points [-17.5, -6.5], 6 gained, 30 lost, p<0.0001",
        ),
        (Paired(SHARE, SHARE, -1e-5, -1e-5, 0.02, 0, 1, 1.0), "+0.0 points [0.0, 2.0], 0 gained, 1 lost, p=1.0000"),
    ],
)
def test_a_comparison_as_text(result: Paired, text: str) -> None:
    assert str(result) == text


# Errors.


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: wilson(0, 0), "n=0"),
        (lambda: wilson(5, 4), "successes=5 is not allowed with n=4"),
        (lambda: wilson(-1, 4), "successes=-1"),
        (lambda: wilson(1, 4, 1.0), "confidence=1.0"),
        (lambda: wilson(1, 4, 95), "confidence=95"),
        (lambda: paired([True] * 3, [True] * 4), "first has 3 outcomes and second has 4; give both sides one"),
        (lambda: paired([], []), "first has 0 outcomes and second has 0; give both sides one"),
        (lambda: paired([True, True], [True, 0.5]), r"second\[1\] is 0\.5; give True or False"),
        (lambda: paired([True], ["yes"]), r"second\[0\] is 'yes'"),
        (lambda: paired([None], [True]), r"first\[0\] is None"),
        (lambda: paired([True], [True], confidence=0), "confidence=0"),
        (lambda: paired([True], [True], resamples=0), "resamples=0"),
        (lambda: paired([True], [True], seed=-1), "seed=-1"),
        (lambda: pairs_needed(0.1, 0.2), "difference=0.2 is not possible with discordant_rate=0.1"),
        (lambda: pairs_needed(0.1, -0.2), "difference=-0.2 is not possible"),
        (lambda: pairs_needed(0.1, 0.0), "no number of pairs shows a difference of 0"),
        (lambda: pairs_needed(0.1, float("nan")), "difference=nan"),
        (lambda: pairs_needed(0.0, 0.0), "discordant_rate=0.0"),
        (lambda: pairs_needed(1.2, 0.1), "discordant_rate=1.2"),
        (lambda: pairs_needed(0.2, 0.1, alpha=0), "alpha=0"),
        (lambda: pairs_needed(0.2, 0.1, power=1), "power=1"),
        (lambda: pairs_needed(0.2, 0.1, alpha=0.3, power=0.2), "power=0.2 is not allowed; give a number above 0.3"),
    ],
)
def test_impossible_input_is_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        call()


def test_without_scipy_only_the_comparison_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.special", None)
    with pytest.raises(ConfigError, match=r"pip install 'evolving-intent-env\[report\]'"):
        paired([True], [False])
    assert wilson(1, 2).value == 0.5
    assert pairs_needed(0.2, 0.1) > 0
