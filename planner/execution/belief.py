"""Belief over a hidden fact: a finite distribution, and evidence.

A hidden fact ("where is the cup?") is a :class:`Categorical` over its possible values. Evidence
multiplies in as a likelihood (Bayes' rule); a certain observation is a likelihood of zeros and
ones.

>>> place = Categorical({"desk": 0.5, "sink": 0.3, "bed": 0.2})
>>> place = place.updated(lambda where: 0.0 if where == "desk" else 1.0)   # looked: not there
>>> place.mode, round(place["sink"], 2)
('sink', 0.6)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Generic, TypeVar

from planner.errors import PlannerError

EDGES = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1.0)
"""Bins of :func:`reliability`."""
V = TypeVar("V", bound=Hashable)
Likelihood = Callable[[V], float]


class ContradictionError(PlannerError):
    """Report evidence that is impossible under every value that was still believed possible."""


class Categorical(Generic[V]):
    """A distribution over finitely many values, always normalised; immutable.

    Weights must be finite and not negative, and not all zero (:class:`ContradictionError`).
    Values of weight zero are dropped. Order of insertion breaks ties, so results are
    reproducible.
    """

    __slots__ = ("_mass", "_mode")

    def __init__(self, weights: Mapping[V, float]) -> None:
        total = math.fsum(weights.values())
        if not 0.0 < total < math.inf:
            raise ContradictionError("no value is possible any more")
        self._mass: dict[V, float] = {v: w / total for v, w in weights.items() if w > 0.0}
        self._mode: V = max(self._mass, key=self._mass.__getitem__)

    @classmethod
    def certain(cls, value: V) -> Categorical[V]:
        """Believe one value with probability 1."""
        return cls({value: 1.0})

    def __getitem__(self, value: V) -> float:
        """Return the probability of ``value`` (0 for an unknown one)."""
        return self._mass.get(value, 0.0)

    def __iter__(self) -> Iterator[V]:
        return iter(self._mass)

    def __len__(self) -> int:
        return len(self._mass)

    def __repr__(self) -> str:
        shown = ", ".join(f"{v!r}: {p:.3g}" for v, p in self.ranked()[:6])
        return f"Categorical({{{shown}{', …' if len(self) > 6 else ''}}})"

    def items(self) -> Iterable[tuple[V, float]]:
        """Iterate over the possible values with their probabilities."""
        return self._mass.items()

    def ranked(self) -> list[tuple[V, float]]:
        """Return values with probabilities, likeliest first."""
        return sorted(self._mass.items(), key=lambda item: -item[1])

    @property
    def mode(self) -> V:
        """The likeliest value."""
        return self._mode

    @property
    def confidence(self) -> float:
        """Probability of the likeliest value."""
        return self._mass[self._mode]

    def probability(self, test: Callable[[V], bool]) -> float:
        """Return the probability that ``test`` holds."""
        return math.fsum(p for v, p in self._mass.items() if test(v))

    def updated(self, likelihood: Likelihood[V]) -> Categorical[V]:
        """Apply Bayes' rule; ``likelihood(v)`` is P(evidence | value is v), up to a factor.

        Raises :class:`ContradictionError` when no possible value explains the evidence.
        """
        return Categorical({v: p * likelihood(v) for v, p in self._mass.items()})

    def without(self, excluded: Iterable[V]) -> Categorical[V]:
        """Exclude values that were seen not to hold."""
        gone = frozenset(excluded)
        return Categorical({v: p for v, p in self._mass.items() if v not in gone})

    def mixed(self, other: Categorical[V], weight: float) -> Categorical[V]:
        """Return ``(1 - weight) * self + weight * other``."""
        mass = {v: (1.0 - weight) * p for v, p in self._mass.items()}
        for v, p in other.items():
            mass[v] = mass.get(v, 0.0) + weight * p
        return Categorical(mass)


def reliability(pairs: Iterable[tuple[float, bool]]) -> list[dict[str, float]]:
    """Say whether things believed with p = 0.9 hold nine times in ten.

    Of facts believed with ``low <= p < high`` (the last bin includes 1): how many, the mean belief,
    and the share that was true.
    """
    pairs, bins = list(pairs), []
    for low, high in pairwise(EDGES):
        inside = [(p, t) for p, t in pairs if low <= p < high or (p == high == EDGES[-1])]
        n = len(inside)
        bins.append({"low": low, "high": high, "count": n,
                     "mean": sum(p for p, _ in inside) / n if n else 0.0,
                     "true": sum(t for _, t in inside) / n if n else 0.0})
    return bins
