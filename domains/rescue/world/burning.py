"""How fires burn (specification §4): the one set of rules, for the world, beliefs and plans.

Levels are 1 NONE, 2 LOW, 3 MEDIUM, 4 HIGH; burning means above NONE. A fire acts on every second
world tick: cells at MEDIUM or HIGH light their NONE neighbours, then cells mature. A cell is a
bit; levels and clocks are masks of the cells that have reached them, so that takes a dozen
operations on whole numbers for the whole fire.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from domains.rescue.world.scene import Cell

NONE, LOW, MEDIUM, HIGH = 1, 2, 3, 4
LEVELS = ("", "None", "Low", "Medium", "High")
MATURE = {LOW: 3, MEDIUM: 6}
"""The clock at which a cell gets the next level."""


class Burning(NamedTuple):
    """Cells at each level or above it, and the three bits of their clocks (7 for long HIGH)."""

    low: int
    medium: int
    high: int
    clock: tuple[int, int, int]

    def splashed(self, block: int) -> Burning:
        """Return what burns after one splash on a block: a level less, and a clock of 0."""
        low, medium, high, (one, two, four) = self
        others, keep = ~block, ~(block & medium)
        return Burning(low & (others | medium), medium & (others | high), high & others,
                       (one & keep, two & keep, four & keep))

    def level(self, block: int) -> int:
        """Return the highest level in a block."""
        return NONE + sum(bool(mask & block) for mask in self[:3])

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

    def cells(self, mask: int) -> list[Cell]:
        """Return the cells of a mask, in the order in which all were given."""
        return [cell for cell, bit in self.bit.items() if bit & mask]

    def burning(self, levels: Mapping[Cell, int], clocks: Mapping[Cell, int]) -> Burning:
        """Return a fire of cells with levels and clocks."""
        low, medium, high = (sum(self.bit[c] for c, level in levels.items() if level >= least)
                             for least in (LOW, MEDIUM, HIGH))
        one, two, four = (sum(self.bit[c] for c, clock in clocks.items()
                              if c in self.bit and clock & bit) for bit in (1, 2, 4))
        return Burning(low, medium, high, (one, two, four))

    def told(self, fire: Burning) -> tuple[dict[Cell, int], dict[Cell, int]]:
        """Return the levels of the cells that burn, and the clocks of all."""
        levels = {cell: fire.level(self.bit[cell]) for cell in self.cells(fire.low)}
        return levels, {cell: sum(bool(mask & bit) << i for i, mask in enumerate(fire.clock))
                        for cell, bit in self.bit.items()}

    def acted(self, fire: Burning) -> Burning:
        """Return a fire after a tick at which it acts: spread, then ripen at clocks 3 and 6."""
        low, medium, high, (one, two, four) = fire
        wide = medium | medium << 1 | medium >> 1
        low |= (wide | wide << self.width | wide >> self.width) & self.all
        runs = low & ~high
        medium |= low & one & two & ~four
        high |= medium & ~one & two & four
        carry = runs & one
        both = carry & two
        return Burning(low, medium, high, (one ^ runs, two ^ carry, four ^ both))

    def after(self, fire: Burning, tick: int, steps: int, splashes: Mapping[int, Sequence[int]]
              ) -> tuple[float, int]:
        """Return the harm some steps later and the step in which nothing burns any more, if any.

        ``splashes`` are the blocks splashed in each step; ``tick`` is the world's now.
        """
        for step in range(steps):
            for block in splashes.get(step, ()):
                fire = fire.splashed(block)
            if not fire.low:
                return 0.0, step
            if (tick + step) % 2:
                fire = self.acted(fire)
        return fire.harm, steps


def eight(cell: Cell) -> list[Cell]:
    """Return the cells around a cell."""
    x, y = cell
    return [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]
