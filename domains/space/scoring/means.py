"""Means over items: the four figures that both official scripts print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from planner.errors import InputError


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


def scored(shared: float, predicted: float, gold: float) -> Score:
    """Return the score of what is ``shared`` by so much on either side, 0 if anything is 0."""
    if not (shared and predicted and gold):
        return ZERO
    precision, recall = shared / predicted, shared / gold
    return Score(precision, recall, f1(precision, recall))


def figures(scores: Iterable[Score], items: int) -> Figures:
    """Average over ``items`` gold items (missing ones count 0); raise on an empty gold file."""
    if items == 0:
        raise InputError("the gold file holds no item")
    rows = list(scores)
    precision, recall, both = (sum(getattr(s, name) for s in rows) / items
                               for name in ("precision", "recall", "f1"))
    return Figures(f1(precision, recall), both, precision, recall)


def figures_text(row: Mapping[str, Any], name: str = "", digits: int = 6) -> list[str]:
    """Return figures as lines, one for each kind if there are several."""
    kinds = {k: v for k, v in row.items() if isinstance(v, Mapping)} or {"": row}
    return [f"{name}{kind:<8}" + "  ".join(f"{k} {shown(v, digits)}" for k, v in figures.items() if k != "status")
            for kind, figures in kinds.items()]


def shown(value: Any, digits: int) -> str:
    """Return a figure as text."""
    return f"{value:.{digits}f}" if isinstance(value, float) else str(value)
