"""The portfolio behind ``--engine auto``, written down (figures: ``docs/engines.md``).

Satisficing: LAMA's first iteration answers almost everything quickly but its plans are dear; the
same search then goes on while it pays (:mod:`planner.engines.anytime`). Optimal: A* with landmark
cut proves small tasks in a fraction of a second; symbolic search proves more of the larger ones but
costs half a second and 500 MB to start. Numbers go to ENHSP first, time to LPG, which answers in a
moment or not at all, and then to Aries; where there are robots, the joint engine makes the plan
shorter.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

__all__ = ["SHORTER", "Stage", "patience", "stages"]

SHORTER = "joint"
"""Who makes a plan in time shorter …"""
PATIENCE = 5.0
"""… for at most this many times what the first one took …"""
PATIENCE_FLOOR_S = 9.0
"""… but for at least this long, within the limit."""


@dataclass(frozen=True)
class Stage:
    """One engine with its share of the time that is left."""

    engine: str
    share: float


_SATISFICING = (Stage("fast-downward-anytime", 0.9), Stage("lpg", 1.0))
_OPTIMAL = (Stage("fast-downward-optimal", 0.4), Stage("symk", 0.9),
            Stage("fast-downward-blind", 1.0))


_TEMPORAL = (Stage("lpg", 0.3), Stage("aries", 1.0))
_NUMERIC = (Stage("enhsp", 0.6), Stage("lpg", 0.5), Stage("aries", 1.0))


def stages(optimal: bool, used: Collection[str] = ()) -> tuple[Stage, ...]:
    """Return the engines to try for a task with the given features, in order."""
    if "durative-actions" in used or "timed-literals" in used:
        return _TEMPORAL
    if "numeric" in used or "state-dependent-costs" in used:
        return _NUMERIC
    return _OPTIMAL if optimal else _SATISFICING


def patience(first_s: float, left_s: float) -> float:
    """Return how long a plan in time that took ``first_s`` may be made shorter."""
    return min(left_s, max(PATIENCE_FLOOR_S, PATIENCE * first_s))
