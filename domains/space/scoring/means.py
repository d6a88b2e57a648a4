"""Means over items: the four figures that both official scripts print."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from planner.errors import InputError

__all__ = ["ZERO", "Figures", "Score", "f1", "figures"]


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and F1 of one item."""

    precision: float
    recall: float
    f1: float


ZERO = Score(0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Figures:
    """The four figures of a run; ``micro_f1`` is the F1 of the two means, no true micro average."""

    micro_f1: float
    macro_f1: float
    avg_precision: float
    avg_recall: float
    status: str = "Accepted"


def f1(precision: float, recall: float) -> float:
    """Return the harmonic mean, 0 when both are 0.

    >>> f1(0.5, 1.0)
    0.6666666666666666
    """
    total = precision + recall
    return 2 * precision * recall / total if total > 0 else 0.0


def figures(scores: Iterable[Score], items: int) -> Figures:
    """Average over ``items`` gold items (missing ones count 0); raise on an empty gold file."""
    if items == 0:
        raise InputError("the gold file holds no item")
    rows = list(scores)
    precision = sum(s.precision for s in rows) / items
    recall = sum(s.recall for s in rows) / items
    return Figures(f1(precision, recall), sum(s.f1 for s in rows) / items, precision, recall)
