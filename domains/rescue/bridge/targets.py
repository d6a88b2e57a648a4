"""What burns as lights and spots of ``domain.pddl``, under names that stay from step to step.

A light is a block of burning cells that can be ended from one cell; a spot is a cell from which
to splash, a cell that a name leads onto, or one on the way between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from domains.rescue.belief.blaze import Blaze, Stand, middle, moves_between
from domains.rescue.belief.knowledge import Knowledge
from domains.rescue.world.scene import Cell

TOGETHER = 8
"""Lights of one fire up to which spots for two of them are looked for."""


@dataclass(frozen=True)
class Light:
    """A block of cells that burn, or burned; ``stand`` is where one splash reaches all of it."""

    name: str
    fire: str
    cells: frozenset[Cell]
    stand: Stand

    def left(self, blaze: Blaze) -> frozenset[Cell]:
        """Return the cells that still burn."""
        return frozenset(c for c in self.cells if c in blaze.level)

    def level(self, blaze: Blaze) -> int:
        """Return the units of supply that end it now."""
        return max((blaze.level[c] - 1 for c in self.left(blaze)), default=0)


@dataclass(frozen=True)
class Spot:
    """A cell worth standing on; ``anchor`` is the name that leads onto it, or nothing."""

    name: str
    fire: str
    cell: Cell
    anchor: str = ""


class Targets:
    """The lights and spots of all fires; made anew for a fire only when they do not fit it."""

    def __init__(self) -> None:
        self.lights: dict[str, list[Light]] = {}
        self.spots: dict[str, dict[Cell, Spot]] = {}

    def update(self, know: Knowledge) -> None:
        """Follow what is believed of the fires."""
        for blaze in know.blazes.values():
            lights = self.lights.get(blaze.name, [])
            covered = frozenset[Cell]().union(*(light.cells for light in lights))
            if blaze.out or (lights and blaze.level.keys() <= covered):
                self._keep_names(blaze)
                continue
            self.lights[blaze.name] = [
                Light(f"{word(blaze.name)}-{s.cell[0]}-{s.cell[1]}", blaze.name, s.cells, s)
                for s in blaze.stands()]
            self.spots[blaze.name] = {s.cell: s for s in self._spots(blaze)}

    def all(self) -> list[Light]:
        """Return the lights of all fires."""
        return [light for lights in self.lights.values() for light in lights]

    def spot(self, name: str) -> Spot:
        """Return a spot by its name."""
        return next(s for cells in self.spots.values() for s in cells.values() if s.name == name)

    def _keep_names(self, blaze: Blaze) -> None:
        """Take the names from regions that are out: nothing leads there any more."""
        spots = self.spots[blaze.name]
        names = {**blaze.anchors, blaze.position: blaze.name}
        for cell, spot in spots.items():
            if spot.anchor != names.get(cell, ""):
                spots[cell] = Spot(spot.name, spot.fire, cell, names.get(cell, ""))

    def _spots(self, blaze: Blaze) -> Iterator[Spot]:
        lights = self.lights[blaze.name]
        stands = [light.stand for light in lights]
        if len(stands) <= TOGETHER:
            for group in combinations([light.stand for light in lights], 2):
                both = blaze.together(group)
                stands += [both] if both is not None else []
        names = {**blaze.anchors, blaze.position: blaze.name}
        cells = {blaze.position}
        for stand in stands:
            start = next((c for c, n in names.items() if n == stand.anchor), stand.cell)
            cells |= {start, *_way(start, stand.cell)}
            beside = _beside(blaze, stand, names)
            if beside is not None:
                (x, y), cell = beside
                cells |= {(x, y), *_way((x - 1, y), cell)}
        for x, y in sorted(cells):
            yield Spot(f"at-{word(blaze.name)}-{x}-{y}", blaze.name, (x, y),
                       names.get((x, y), ""))


def _beside(blaze: Blaze, stand: Stand, names: Mapping[Cell, str]) -> tuple[Cell, Cell] | None:
    """Return the name's cell beside which to land for fewer moves to a stand, and the stand's.

    NavigateTo a name whose cell is occupied leads to the cell left of it (specification §6.1), if
    that is free.
    """
    ways = [(moves_between((x - 1, y), cell), (x, y), cell) for x, y in names
            for cell in middle(stand.cells) if blaze.in_range(cell)]
    moves, name, cell = min(ways, default=(stand.moves, stand.cell, stand.cell))
    return (name, cell) if moves < stand.moves else None


def _way(start: Cell, end: Cell) -> list[Cell]:
    """Return the cells of single moves from one cell to another, across first, both included."""
    cells, (x, y) = [start], start
    while (x, y) != end:
        if x != end[0]:
            x += 1 if end[0] > x else -1
        else:
            y += 1 if end[1] > y else -1
        cells.append((x, y))
    return cells


def word(name: str) -> str:
    """Return the PDDL name of a name."""
    return name.lower().replace("_", "-")
