"""Intervals and paired tests, on plain numbers.

Everything is deterministic: resampling takes a ``seed``. ``scipy`` and ``numpy`` are imported
when a function needs them (extra ``plots``).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import comb
from statistics import fmean
from typing import TypeVar

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
RESAMPLES = 2000
BLOCK = 4_000_000
LEAST = 6
"""Values from which on an interval may say that a mean is not 0: five signs agree by chance in two
of 32 samples, more often than 5 %."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with the two ends of its interval; ``n`` values stand behind it."""

    mean: float
    low: float
    high: float
    n: int

    @property
    def sign(self) -> int:
        """Return 1 if it lies above 0, -1 if below, with :data:`LEAST` values or more; else 0."""
        return (self.low > 0) - (self.high < 0) if self.n >= LEAST else 0

    def __str__(self) -> str:
        return f"{self.mean:.2f} [{self.low:.2f}, {self.high:.2f}]"


def grouped(items: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """Return items by their keys, both in the order in which they come."""
    found: dict[K, list[T]] = {}
    for item in items:
        found.setdefault(key(item), []).append(item)
    return found


def clopper_pearson(successes: int, n: int) -> Interval:
    """Return the exact 95 % interval of a rate; 0 of 0 gives mean 0 and the interval [0, 1].

    >>> interval = clopper_pearson(28, 45)
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.465, 0.762)
    """
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes of {n}")
    if n == 0:
        return Interval(0.0, 0.0, 1.0, 0)
    from scipy.special import betaincinv

    low = float(betaincinv(successes, n - successes + 1, 0.025)) if successes else 0.0
    high = float(betaincinv(successes + 1, n - successes, 0.975)) if successes < n else 1.0
    return Interval(successes / n, low, high, n)


def bootstrap(values: Sequence[float], *, seed: int = 0) -> Interval:
    """Return the 95 % percentile bootstrap interval of the mean, within the range of values."""
    n = len(values)
    if n == 0:
        return Interval(0.0, 0.0, 0.0, 0)
    if min(values) == max(values):
        return Interval(values[0], values[0], values[0], n)
    import numpy

    low, high = numpy.percentile(_resampled_means(values, seed), [2.5, 97.5])
    return Interval(fmean(values), float(low), float(high), n)


def mcnemar(pairs: Iterable[tuple[bool, bool]]) -> float:
    """Return the exact two-sided p-value of McNemar's test; 1.0 when no pair disagrees.

    >>> mcnemar([(True, False)] * 6)
    0.03125
    """
    disagreeing = [first for first, second in pairs if first != second]
    n, k = len(disagreeing), sum(disagreeing)
    tail: float = sum(comb(n, i) for i in range(min(k, n - k) + 1)) / 2**n
    return min(1.0, 2 * tail)


def paired_bootstrap(pairs: Iterable[tuple[float, float]]) -> Interval:
    """Return the mean of ``first - second`` over pairs with its 95 % bootstrap interval."""
    return bootstrap([first - second for first, second in pairs])


def _resampled_means(values: Sequence[float], seed: int) -> list[float]:
    import numpy

    sample = numpy.asarray(values, dtype=float)
    generator = numpy.random.default_rng(seed)
    rows = max(1, BLOCK // len(sample))
    means: list[float] = []
    while len(means) < RESAMPLES:
        count = min(rows, RESAMPLES - len(means))
        index = generator.integers(0, len(sample), size=(count, len(sample)), dtype=numpy.int32)
        means.extend(sample[index].mean(axis=1).tolist())
    return means
