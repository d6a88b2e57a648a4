"""Fires of the world: generation (specification §3), and what burns of them."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from domains.rescue.world.burning import LOW, NONE, Ground
from domains.rescue.world.scene import Cell, FireSpec

FILL = 0.85
"""Share of the box that a fire's circle shall fill (constant of the released code)."""


@dataclass(frozen=True)
class Region:
    """A named cell; ``block`` is the mask of the cell and its flammable neighbours."""

    name: str
    cell: Cell
    block: int


class Fire:
    """One fire: fixed cells of which some burn."""

    def __init__(
        self, name: str, kind: str, cells: tuple[Cell, ...], lights: list[Cell], radius: int
    ) -> None:
        self.name = name
        self.kind = kind
        self.cells = cells
        self.radius = radius
        self.position = lights[-1]
        self.ground = Ground(cells)
        self.burning = self.ground.burning(dict.fromkeys(lights, LOW), {})
        self.regions: tuple[Region, ...] = ()
        self.ticks = 0

    def tick(self) -> None:
        """Let one world tick pass."""
        self.ticks += 1
        if self.ticks % 2 == 0 and self.burning.low:
            self.burning = self.ground.acted(self.burning)

    def lessen(self, x: int, y: int) -> tuple[int, int]:
        """Drop every cell within one cell of (x, y) by one level.

        Return how many cells of the fire lie in that block and how many of them burned.
        """
        block = self.ground.block((x, y))
        burned = block & self.burning.low
        self.burning = self.burning.splashed(block)
        return block.bit_count(), burned.bit_count()

    def lit(self) -> list[Cell]:
        """Return the cells that burn, in raster order."""
        return self.ground.cells(self.burning.low)

    def level(self, cell: Cell) -> int:
        """Return the level of one of the cells."""
        return self.burning.level(self.ground.bit[cell])

    def average(self) -> int:
        """Return the mean level, rounded half to even, at least LOW while anything burns."""
        if not self.burning.low:
            return NONE
        total = len(self.cells) + sum(mask.bit_count() for mask in self.burning[:3])
        return max(LOW, round(total / len(self.cells)))

    def region_level(self, region: Region) -> int:
        """Return the highest level in the region's block."""
        return self.burning.level(region.block)


def circle(width: int, height: int) -> float:
    """Return the real radius of the fire's circle in a box of the given size (cells)."""
    short = min(width, height)
    base = 1 - math.pi / 4
    slope = math.hypot(width, height) - short / 2
    alpha: float = base / slope ** (1 / 4)
    return float(((FILL - math.pi / 4) / alpha) ** 4 + short / 2)


def spread(width: int, height: int) -> int:
    """Return how far from the centre of a box of the given size lights lie (cells)."""
    return math.floor(max(0.0, min(2 * circle(width, height) / 3, 3 * min(width, height) / 8)))


def generate(spec: FireSpec, seed: int) -> Fire:
    """Generate a fire from its specification; the generator is seeded anew for every fire."""
    rng = random.Random(seed)
    width, height = spec.size
    centre = (int(width / 2), int(height / 2))
    away = spread(width, height)
    radius = circle(width, height)
    phi = rng.random() * 2 * math.pi
    angles = [(2 * math.pi * i / spec.lights + phi) % (2 * math.pi) for i in range(spec.lights)]
    points = [
        (int(away * math.cos(t)) + centre[0], int(away * math.sin(t)) + centre[1])
        for t in angles
    ]
    rng.shuffle(points)
    left, top = spec.at
    cells = tuple(
        (x + left, y + top)
        for y in range(height)
        for x in range(width)
        if math.dist((x, y), centre) < radius
    )
    lights = [(x + left, y + top) for x, y in points]
    fire = Fire(spec.name, spec.kind, cells, lights, math.ceil(radius))
    fire.regions = _cover(fire, rng)
    return fire


def _cover(fire: Fire, rng: random.Random) -> tuple[Region, ...]:
    """Name the lights in raster order, then random uncovered cells until all are covered."""
    ground, named, covered = fire.ground, fire.lit(), 0
    for cell in named:
        covered |= ground.block(cell)
    while covered != ground.all:
        named.append(rng.choice(ground.cells(ground.all & ~covered)))
        covered |= ground.block(named[-1])
    regions = [Region(f"{fire.name}_Region_{k}", cell, ground.block(cell))
               for k, cell in enumerate(named, start=1)]
    return tuple(sorted(regions, key=lambda r: ground.bit[r.cell]))
