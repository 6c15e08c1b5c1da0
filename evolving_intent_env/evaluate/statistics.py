"""Accuracies with intervals, differences between two runs on the same tasks, and how many tasks a difference needs.

Two runs that answer the same tasks are compared task by task. Only the tasks on which they disagree say anything
about the difference; what they share (a task that is too easy or too hard for both) drops out, so that far fewer
tasks are needed than for two independent accuracies. Differences are absolute: from 50% to 60% is +10 points.

Only :func:`paired` needs scipy, which the extras ``report`` and ``train`` install.

Sources:
    * E. B. Wilson (1927), "Probable inference, the law of succession, and statistical inference", JASA 22, 209-212.
    * Q. McNemar (1947), "Note on the sampling error of the difference between correlated proportions or
      percentages", Psychometrika 12, 153-157.
    * B. Efron, R. J. Tibshirani (1993), "An Introduction to the Bootstrap", chapter 13 (percentile intervals).
    * R. J. Connor (1987), "Sample size for testing differences in proportions for the paired-sample design",
      Biometrics 43, 207-211.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from math import ceil, sqrt
from statistics import NormalDist

import numpy as np

from evolving_intent_env.errors import ConfigError

_SMALL_P = 0.0001
"""A p-value below this is printed as being below it."""


@dataclass(frozen=True, slots=True)
class Proportion:
    """A share of successes with its interval; as text, ``64.0% [57.1, 70.3] (n=200)``.

    The text does not name the confidence: say it beside the table if it is not 95%.

    Attributes:
        successes: How many succeeded.
        n: Out of how many.
        value: ``successes / n``, from 0 to 1.
        low: Lower end of the interval, from 0 to 1.
        high: Upper end of the interval, from 0 to 1.
    """

    successes: int
    n: int
    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.value:.1f}% [{100 * self.low:.1f}, {100 * self.high:.1f}] (n={self.n})"


@dataclass(frozen=True, slots=True)
class Paired:
    """Two sides on the same tasks; as text, ``+12.0 points [6.5, 17.5], 30 gained, 6 lost, p=0.0001``.

    The text does not name the confidence: say it beside the table if it is not 95%.

    Attributes:
        first: The share of the first side, with its Wilson interval.
        second: The share of the second side, with its Wilson interval.
        difference: ``second.value - first.value``, from -1 to 1; absolute, not relative.
        low: Lower end of the bootstrap interval of ``difference``, from -1 to 1.
        high: Upper end of that interval, from -1 to 1.
        gained: Pairs in which the first side is wrong and the second right.
        lost: Pairs in which the first side is right and the second wrong.
        p_value: Of the exact two-sided McNemar test; 1.0 where the sides never disagree.
    """

    first: Proportion
    second: Proportion
    difference: float
    low: float
    high: float
    gained: int
    lost: int
    p_value: float

    def __str__(self) -> str:
        low, difference, high = (_points(share) for share in (self.low, self.difference, self.high))
        p = f"p<{_SMALL_P}" if self.p_value < _SMALL_P else f"p={self.p_value:.4f}"
        return f"{difference:+.1f} points [{low:.1f}, {high:.1f}], {self.gained} gained, {self.lost} lost, {p}"


def wilson(successes: int, n: int, confidence: float = 0.95) -> Proportion:
    """A share with its Wilson score interval: all shares that a score test does not reject.

    With the share ``v`` and the normal quantile ``z`` of ``(1 + confidence) / 2``, the ends are
    ``(v + z²/2n ± z √(v(1 - v)/n + z²/4n²)) / (1 + z²/n)`` (Wilson 1927). Unlike ``v ± z √(v(1 - v)/n)`` it stays
    within 0 and 1 and has a width even where nothing or everything succeeded.

    Args:
        successes: How many succeeded, from 0 to ``n``.
        n: Out of how many, at least 1.
        confidence: How often such an interval shall hold the true share, between 0 and 1.

    Raises:
        ConfigError: An argument is outside its range.
    """
    if n < 1:
        raise ConfigError(f"n={n} is not allowed: there is no share of nothing; give at least one outcome")
    if not 0 <= successes <= n:
        raise ConfigError(f"successes={successes} is not allowed with n={n}; give a count from 0 to {n}")
    _check_between("confidence", confidence, 0, 1)
    value, z = successes / n, NormalDist().inv_cdf((1 + confidence) / 2)
    shrink = 1 + z * z / n
    centre = (value + z * z / (2 * n)) / shrink
    half = z * sqrt(value * (1 - value) / n + z * z / (4 * n * n)) / shrink
    # At the ends the formula gives exactly 0 and 1, which rounding would miss.
    low = 0.0 if successes == 0 else centre - half
    high = 1.0 if successes == n else centre + half
    return Proportion(successes, n, value, low, high)


def paired(
    first: Sequence[bool],
    second: Sequence[bool],
    *,
    confidence: float = 0.95,
    resamples: int = 10_000,
    seed: int = 0,
) -> Paired:
    """Compares two sides that answered the same tasks.

    The interval of the difference is a percentile bootstrap over pairs (Efron and Tibshirani 1993): it holds the
    middle ``confidence`` of the differences in ``resamples`` samples of as many pairs, drawn with replacement. It
    rests on the pairs that disagree, so with a handful of these it is too narrow, and with none it has no width at
    all, however small the sample.

    The p-value is that of the exact two-sided McNemar test. If neither side is better, each disagreement is a fair
    coin, so ``p = min(1, 2 P(X ≤ min(gained, lost)))`` with ``X ~ Binomial(gained + lost, 1/2)``. It errs on the
    side of caution, and can lie on either side of 0.05 where the interval just reaches 0.

    Args:
        first: Whether the first side was right, one entry for each task.
        second: The same of the second side, for the same tasks in the same order.
        confidence: Of the interval of the difference and of those of both shares, between 0 and 1.
        resamples: How many bootstrap samples, at least 1.
        seed: Of the bootstrap, at least 0: the same outcomes and seed give the same interval.

    Raises:
        ConfigError: The sides differ in length, are empty or hold something other than true and false; an argument
            is outside its range; or scipy is not installed.
    """
    _check_sides(first, second)
    _check_between("confidence", confidence, 0, 1)
    if resamples < 1:
        raise ConfigError(f"resamples={resamples} is not allowed; give at least 1, better 1,000 or more")
    if seed < 0:
        raise ConfigError(f"seed={seed} is not allowed; give an integer of 0 or more")
    n = len(first)
    cells = Counter(zip(map(bool, first), map(bool, second), strict=True))
    both, gained, lost = cells[True, True], cells[False, True], cells[True, False]
    low, high = _bootstrap(gained, lost, n, confidence, resamples, seed)
    return Paired(
        first=wilson(both + lost, n, confidence),
        second=wilson(both + gained, n, confidence),
        difference=(gained - lost) / n,
        low=low,
        high=high,
        gained=gained,
        lost=lost,
        p_value=_mcnemar(gained, lost),
    )


def pairs_needed(discordant_rate: float, difference: float, *, alpha: float = 0.05, power: float = 0.8) -> int:
    """How many pairs the exact McNemar test of :func:`paired` needs to notice a difference.

    With the discordant rate ``r``, the absolute difference ``d``, the normal quantiles ``a`` of ``1 - alpha / 2``
    and ``b`` of ``power``, and ``s = a √r + b √(r - d²)``, McNemar's chi-square test needs ``m = (s / d)²`` pairs
    (Connor 1987). The exact test is more cautious, about as if the margin ``gained - lost`` were one pair smaller.
    Solving ``n d - 1 = s √n``, in place of Connor's ``n d = s √n``, gives ``n = m/4 (1 + √(1 + 4/(m d)))²``, some
    ``2 / d`` pairs more. As long as some pairs agree (``r`` of 0.7 or less was examined) the power is then at least
    what was asked for, and with all disagreements in one direction well above it. Where every pair disagrees and
    there are few, it can fall short by a few points.

    Args:
        discordant_rate: The share of pairs in which the sides disagree, above 0 and at most 1.
        difference: The true difference of both shares, not 0, and at most ``discordant_rate`` in size; its sign does
            not matter.
        alpha: The level below which a p-value counts, between 0 and 1.
        power: How often the test shall notice the difference, above ``alpha`` and below 1.

    Raises:
        ConfigError: The numbers are outside their ranges or contradict each other.
    """
    size = abs(difference)
    if not 0 < discordant_rate <= 1:
        raise ConfigError(f"discordant_rate={discordant_rate} is not allowed; give a share above 0 and at most 1")
    if not 0 < size <= discordant_rate:
        raise ConfigError(
            f"difference={difference} is not possible with discordant_rate={discordant_rate}: sides that disagree on "
            f"a share of the pairs differ by at most that share, and no number of pairs shows a difference of 0; give "
            f"a difference between 0 and {discordant_rate}, or a higher discordant_rate"
        )
    _check_between("alpha", alpha, 0, 1)
    _check_between("power", power, alpha, 1)
    normal = NormalDist()
    spread = normal.inv_cdf(1 - alpha / 2) * sqrt(discordant_rate)
    spread += normal.inv_cdf(power) * sqrt(discordant_rate - size * size)
    root = (spread + sqrt(spread * spread + 4 * size)) / (2 * size)
    return ceil(root * root)


def _bootstrap(gained: int, lost: int, n: int, confidence: float, resamples: int, seed: int) -> tuple[float, float]:
    """The ends of the percentile interval of ``(gained - lost) / n``.

    Drawing ``n`` pairs with replacement makes the counts of the cells of the two-by-two table multinomial, so that
    the counts are drawn and the pairs are not. The two cells in which the sides agree count as one: they add nothing
    to the difference.
    """
    shares = [gained / n, lost / n, (n - gained - lost) / n]
    counts = np.random.default_rng(np.random.SeedSequence(seed)).multinomial(n, shares, size=resamples)
    tail = (1 - confidence) / 2
    low, high = np.quantile(counts[:, 0] - counts[:, 1], [tail, 1 - tail]) / n
    return float(low), float(high)


def _mcnemar(gained: int, lost: int) -> float:
    """The exact two-sided p-value: twice the smaller tail of a fair binomial, at most 1."""
    try:
        special = import_module("scipy.special")
    except ImportError as error:
        raise ConfigError(
            "comparing two sides needs the scipy package: pip install 'evolving-intent-env[report]'"
        ) from error
    return min(1.0, 2 * float(special.bdtr(min(gained, lost), gained + lost, 0.5)))


def _check_sides(first: Sequence[bool], second: Sequence[bool]) -> None:
    if len(first) != len(second) or len(first) == 0:
        raise ConfigError(
            f"first has {len(first)} outcomes and second has {len(second)}; give both sides one outcome for each task, "
            f"for the same tasks in the same order, and at least one (leave out tasks that only one side has)"
        )
    for name, side in (("first", first), ("second", second)):
        for index, outcome in enumerate(side):
            if outcome not in (0, 1):
                raise ConfigError(f"{name}[{index}] is {outcome!r}; give True or False (or 1 or 0), right or wrong")


def _check_between(name: str, value: float, low: float, high: float) -> None:
    if not low < value < high:
        raise ConfigError(f"{name}={value} is not allowed; give a number above {low} and below {high}")


def _points(share: float) -> float:
    """A share in percentage points to one decimal, never a negative zero."""
    return round(100 * share, 1) + 0.0
