"""Reliability of believed facts: whether things believed with p = 0.9 hold nine times in ten."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

__all__ = ["EDGES", "Bin", "reliability"]

EDGES: tuple[float, ...] = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1.0)


@dataclass(frozen=True)
class Bin:
    """Facts believed with ``low <= p < high``: how many, mean belief, share that was true."""

    low: float
    high: float
    count: int
    mean: float
    true: float


def reliability(pairs: Iterable[tuple[float, bool]], edges: Sequence[float] = EDGES) -> list[Bin]:
    """Group (believed probability, was it true) pairs into bins; the last bin includes 1."""
    pairs = list(pairs)
    bins = []
    for low, high in itertools.pairwise(edges):
        inside = [(p, t) for p, t in pairs if low <= p < high or (p == high == edges[-1])]
        n = len(inside)
        bins.append(Bin(low, high, n, sum(p for p, _ in inside) / n if n else 0.0,
                        sum(t for _, t in inside) / n if n else 0.0))
    return bins
