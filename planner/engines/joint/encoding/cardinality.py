"""Clauses that count: at most one of some literals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

__all__ = ["at_most_one"]

PAIRWISE = 5
"""Up to this many literals "at most one" is written as pairs."""


def at_most_one(literals: Sequence[int], new: Callable[[], int],
                add: Callable[..., None]) -> None:
    """Write that at most one literal holds: as pairs where they are few, else as a ladder.

    ``new`` returns a variable that nobody uses, ``add`` takes the literals of a clause.
    """
    if len(literals) <= PAIRWISE:
        for a, b in combinations(literals, 2):
            add(-a, -b)
        return
    before = 0
    for x in literals:
        here = new()
        add(-x, here)
        if before:
            add(-before, here)
            add(-before, -x)
        before = here
