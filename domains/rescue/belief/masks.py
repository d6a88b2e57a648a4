"""A fire as bit masks, to try out quickly what becomes of it (specification §4).

A cell is a bit; levels and clocks are masks of the cells that have reached them, so a tick takes a
dozen operations on whole numbers for the whole fire.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from domains.rescue.world.fire import HIGH, LOW, MEDIUM, eight
from domains.rescue.world.scene import Cell


class Masks(NamedTuple):
    """Cells at each level or above it, and the three bits of their clocks."""

    low: int
    medium: int
    high: int
    clock: tuple[int, int, int]

    def splashed(self, block: int) -> Masks:
        """Return what burns after one splash on a block."""
        low, medium, high, (one, two, four) = self
        others, keep = ~block, ~(block & medium)
        return Masks(low & (others | medium), medium & (others | high), high & others,
                     (one & keep, two & keep, four & keep))

    @property
    def harm(self) -> float:
        """Return how bad a fire is: its cells, and a little more for those that spread."""
        return self.low.bit_count() + 0.3 * self.medium.bit_count() + 0.1 * self.high.bit_count()


class Ground:
    """The cells that can burn; cells are numbered by rows that are wide enough for their border."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        found = list(cells)
        self.left, self.top = min(x for x, _ in found) - 1, min(y for _, y in found) - 1
        self.width = max(x for x, _ in found) - self.left + 2
        self.bit = {(x, y): 1 << ((y - self.top) * self.width + x - self.left) for x, y in found}
        self.all = sum(self.bit.values())

    def block(self, cell: Cell) -> int:
        """Return the three by three cells around a cell that can burn."""
        return sum(self.bit.get(c, 0) for c in (cell, *eight(cell)))

    def masks(self, burning: Mapping[Cell, int], clocks: Mapping[Cell, int]) -> Masks:
        """Return a fire of cells with levels and clocks."""
        low, medium, high = (sum(self.bit[c] for c, level in burning.items() if level >= least)
                             for least in (LOW, MEDIUM, HIGH))
        one, two, four = (sum(self.bit[c] for c, clock in clocks.items()
                              if c in self.bit and clock & bit) for bit in (1, 2, 4))
        return Masks(low, medium, high, (one, two, four))

    def acted(self, fire: Masks) -> Masks:
        """Return a fire after a tick at which it acts: spread, then ripen at clocks 3 and 6."""
        low, medium, high, (one, two, four) = fire
        wide = medium | medium << 1 | medium >> 1
        low |= (wide | wide << self.width | wide >> self.width) & self.all
        medium |= low & one & two & ~four
        high |= medium & ~one & two & four
        carry = low & one
        both = carry & two
        return Masks(low, medium, high, (one ^ low, two ^ carry, four ^ both))

    def after(self, fire: Masks, tick: int, steps: int, splashes: Mapping[int, Sequence[int]],
              first: int = 0) -> tuple[float, int]:
        """Return the harm some steps later and the step in which nothing burns any more, if any.

        ``splashes`` are the blocks splashed in each step; ``tick`` is the world's now. The fire is
        given as it burns in the step ``first``.
        """
        for step in range(first, steps):
            for block in splashes.get(step, ()):
                fire = fire.splashed(block)
            if not fire.low:
                return 0.0, step
            if (tick + step) % 2:
                fire = self.acted(fire)
        return fire.harm, steps
