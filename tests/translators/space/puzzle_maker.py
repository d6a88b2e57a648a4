"""Thirteen kinds of arrangement puzzles, made from a seed."""

from __future__ import annotations

import random
from collections.abc import Callable

from puzzle_clues import Made
from puzzle_ranks import compass, days, height, houses, moving, race
from puzzle_seats import grid, ring, row, stack, storeys, two_rows

KINDS: dict[str, Callable[[random.Random], Made]] = {
    "row": row, "ring inward": lambda r: ring(r, False), "ring outward": lambda r: ring(r, True),
    "two rows": two_rows, "storeys": storeys, "stack": stack, "race": race, "order": height,
    "days": days, "houses": houses, "grid": grid, "compass": compass, "moving": moving,
}


def make(kind: str, seed: int) -> Made:
    return KINDS[kind](random.Random(f"{kind}-{seed}"))
