"""Fires: generation and dynamics (specification §3 and §4).

Levels are 1 NONE, 2 LOW, 3 MEDIUM, 4 HIGH; burning means above NONE. A fire acts on every
second world tick: cells at MEDIUM or HIGH light their NONE neighbours, then cells mature.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from domains.rescue.world.scene import Cell, FireSpec

NONE, LOW, MEDIUM, HIGH = 1, 2, 3, 4
LEVELS = ("", "None", "Low", "Medium", "High")
MATURE = {LOW: 3, MEDIUM: 6}
FILL = 0.85
"""Share of the box that a fire's circle shall fill (constant of the released code)."""


@dataclass(frozen=True)
class Region:
    """A named cell; ``block`` are the indices of the cell and its flammable neighbours."""

    name: str
    index: int
    cell: Cell
    block: tuple[int, ...]


class Fire:
    """One fire: fixed cells with levels and clocks that change; ``version`` counts changes."""

    def __init__(
        self, name: str, kind: str, cells: tuple[Cell, ...], lights: list[Cell], radius: int
    ) -> None:
        self.name = name
        self.kind = kind
        self.cells = cells
        self.radius = radius
        self.position = lights[-1]
        self.index = {cell: i for i, cell in enumerate(cells)}
        self.around = tuple(
            tuple(self.index[n] for n in eight(c) if n in self.index) for c in cells
        )
        self.level = [NONE] * len(cells)
        self.clock = [0] * len(cells)
        for cell in lights:
            self.level[self.index[cell]] = LOW
        self.burning = {self.index[cell] for cell in lights}
        self.regions: tuple[Region, ...] = ()
        self.ticks = 0
        self.version = 0

    def tick(self) -> None:
        """Let one world tick pass."""
        self.ticks += 1
        if self.ticks % 2 or not self.burning:
            return
        level, clock, burning = self.level, self.clock, self.burning
        changed = False
        if len(burning) < len(level):
            lit = {n for i in burning if level[i] >= MEDIUM
                   for n in self.around[i] if level[n] == NONE}
            for i in lit:
                level[i] = LOW
            burning |= lit
            changed = bool(lit)
        for i in burning:
            if level[i] == LOW and clock[i] == MATURE[LOW]:
                level[i], changed = MEDIUM, True
            if level[i] == MEDIUM and clock[i] == MATURE[MEDIUM]:
                level[i], changed = HIGH, True
            clock[i] += 1
        self.version += changed

    def lessen(self, x: int, y: int) -> tuple[int, int]:
        """Drop every cell within one cell of (x, y) by one level.

        Return how many cells of the fire lie in that block and how many of them burned.
        """
        inside = [self.index[c] for c in ((x, y), *eight((x, y))) if c in self.index]
        burned = [i for i in inside if self.level[i] > NONE]
        for i in burned:
            self.level[i] -= 1
            if self.level[i] == NONE:
                self.burning.discard(i)
            else:
                self.clock[i] = 0
        if burned:
            self.version += 1
        return len(inside), len(burned)

    def average(self) -> int:
        """Return the mean level, rounded half to even, at least LOW while anything burns."""
        if not self.burning:
            return NONE
        total = len(self.cells) + sum(self.level[i] - NONE for i in self.burning)
        return max(LOW, round(total / len(self.cells)))

    def region_level(self, region: Region) -> int:
        """Return the highest level in the region's block."""
        return max(self.level[i] for i in region.block)


def eight(cell: Cell) -> list[Cell]:
    """Return the cells around a cell."""
    x, y = cell
    return [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]


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
    named = [i for i, level in enumerate(fire.level) if level > NONE]
    covered = {n for i in named for n in (i, *fire.around[i])}
    while len(covered) < len(fire.cells):
        index = rng.choice([i for i in range(len(fire.cells)) if i not in covered])
        named.append(index)
        covered |= {index, *fire.around[index]}
    regions = [
        Region(f"{fire.name}_Region_{k}", i, fire.cells[i], (i, *fire.around[i]))
        for k, i in enumerate(named, start=1)
    ]
    return tuple(sorted(regions, key=lambda r: r.index))
