"""A fire as the team believes it: burning cells, predicted by the rules, corrected by sight.

From the targets it proposes *stands*: cells from which few units of supply end the most.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from domains.rescue.belief.shape import shape
from domains.rescue.world.burning import (
    HIGH,
    LEVELS,
    LOW,
    MATURE,
    MEDIUM,
    NONE,
    Ground,
    eight,
)
from domains.rescue.world.scene import Cell

FAR = 99.0
FAR_TICK = 10**6
TOO_LATE = 6
"""Steps it costs to come to a shared stand when the fire has already left its reach."""

FETCHED = 7 / 3
"""Steps of a unit: fetched, used, and a third of a way to the reservoir."""
@dataclass(frozen=True)
class Stand:
    """A place to splash from: ``cells`` end after ``units`` supplies used at ``cell``.

    ``anchor`` is the name to navigate to, ``moves`` the single moves from there to ``cell``.
    After each tick in ``growth`` one unit more is needed; after ``deadline`` the fire has left
    the reach of the stand.
    """

    fire: str
    cell: Cell
    anchor: str
    moves: int
    units: int
    cells: frozenset[Cell]
    deadline: int
    growth: tuple[int, ...] = ()


class Blaze:
    """One fire in the team's mind; levels as in :mod:`domains.rescue.world.burning`."""

    def __init__(self, name: str, supply: str, position: Cell) -> None:
        self.name, self.supply, self.position = name, supply, position
        self.out = False
        self.tick = -1
        self.level: dict[Cell, int] = {}
        self.clock: dict[Cell, int] = {}
        self.anchors: dict[Cell, str] = {}
        self.bare: set[Cell] = set()
        self.regions: frozenset[Cell] = frozenset()
        self.ground: frozenset[Cell] | None = None
        self.radius = FAR
        self.within = 0.0
        self.beyond = FAR
        self._splashes: list[Cell] = []

    def used(self, cell: Cell, success: bool, failure: str) -> None:
        """Note that a supply was used by a robot standing at ``cell``."""
        distance = math.dist(cell, self.position)
        if failure == "not_interactable":
            self.beyond = min(self.beyond, distance)
        elif success:
            self.within = max(self.within, distance)
            self._splashes.append(cell)
        elif not failure:  # nothing within reach of the splash can burn at all
            self.bare |= {cell, *eight(cell)}

    def in_range(self, cell: Cell) -> bool:
        """Say whether supplies can be used from a cell, as far as is known."""
        distance = math.dist(cell, self.position)
        return distance < self.beyond and distance <= max(self.radius, self.within)

    def burns(self, cell: Cell) -> bool:
        """Say whether a cell may belong to the fire, as far as is known."""
        return cell not in self.bare and (self.ground is None or cell in self.ground)

    def _outline(self, seen: Iterable[Cell]) -> None:
        """Infer which cells belong to the fire from the regions seen so far."""
        self.regions = self.regions.union(seen)
        found = shape(self.regions, self.position, frozenset(self.bare))
        self.ground, self.radius = found if found is not None else (None, FAR)

    def update(
        self, tick: int, regions: Iterable[Mapping[str, Any]], out: bool, bare: set[Cell]
    ) -> str:
        """Predict up to ``tick``, then correct by what is seen; return a surprise, or nothing."""
        seen = {(r["position"]["x"], r["position"]["y"]): r for r in regions}
        self.bare |= bare
        self.out = out
        self._outline(seen)
        if out:
            self.level, self.anchors = {}, {}
            return ""
        if self.tick < 0:  # the strongest regions are the lights, which burn from tick 0 on
            own = {cell: LEVELS.index(r["intensity"]) for cell, r in seen.items()}
            strongest = max(own.values(), default=NONE)
            self.level = {cell: LOW for cell, level in own.items() if level == strongest > NONE}
            self.tick = 0
        self.level, self.clock = self._burnt(tick - self.tick, self._splashes)
        self.tick, self._splashes = tick, []
        before = dict(self.level)
        self._correct(seen)
        self.anchors = {cell: r["name"] for cell, r in seen.items()}
        worse = [c for c, level in self.level.items() if level > before.get(c, NONE)]
        return f"{self.name} burns elsewhere or stronger than predicted" if worse else ""

    def _burnt(self, ticks: int, splashes: Iterable[Cell] = ()
               ) -> tuple[dict[Cell, int], dict[Cell, int]]:
        """Return levels and clocks some ticks from now, after splashes at some cells now."""
        if not self.level:
            return {}, self.clock
        near = set(self.level)
        for _ in range(0 if self.ground else 1 + ticks // 2):
            near |= {n for c in near for n in eight(c)}
        ground = Ground({*(self.ground or (c for c in near if self.burns(c))), *self.level})
        fire = ground.burning(self.level, self.clock)
        for cell in splashes:
            fire = fire.splashed(ground.block(cell))
        for tick in range(self.tick + 1, self.tick + 1 + ticks):
            if tick % 2 == 0:
                fire = ground.acted(fire)
        levels, clocks = ground.told(fire)
        return levels, self.clock | clocks

    def _correct(self, seen: Mapping[Cell, Mapping[str, Any]]) -> None:
        blocks = {cell: {cell, *eight(cell)} for cell in seen}
        visible = set().union(*blocks.values()) if blocks else set()
        for cell in [c for c in self.level if c not in visible or not self.burns(c)]:
            del self.level[cell]
        for cell, record in seen.items():
            own = LEVELS.index(record["intensity"])
            most = LEVELS.index(record["average_neighboor_intensity"])
            if own == NONE:
                self.level.pop(cell, None)
            elif self.level.get(cell) != own:
                self.level[cell] = own
                self.clock[cell] = {LOW: 0, MEDIUM: 4, HIGH: 7}[own]
            for near in blocks[cell]:
                if self.level.get(near, NONE) > most:
                    self.level[near] = most
        for cell, record in seen.items():
            most = LEVELS.index(record["average_neighboor_intensity"])
            if not any(self.level.get(near, NONE) >= most for near in blocks[cell]):
                options = [c for c in blocks[cell] if c not in seen and self.burns(c)]
                guess = min(options, key=lambda c: (math.dist(c, self.position), c),
                            default=cell)
                self.level[guess], self.clock[guess] = most, 0

    def stands(self, *, scarce: bool = False) -> list[Stand]:
        """Return stands that end everything believed to burn.

        If robots are ``scarce``, work counts more than time: a few moves cost less than another
        unit and another way.
        """
        left = {c: level - NONE for c, level in self.level.items()}
        ways = self.ways({n for c in left for n in (c, *eight(c))})
        stands = []

        def block(cell: Cell) -> list[Cell]:
            return [c for c in (cell, *eight(cell)) if c in left]

        def worth(cell: Cell) -> tuple[Any, ...]:
            levels, moves = [left[c] for c in block(cell)], ways[cell][1]
            steps = 1 + (1 if scarce else 2) * moves + (FETCHED if scarce else 1) * max(levels)
            return sum(levels) / steps, -moves, -math.dist(cell, self.position), cell

        while cells := [c for c in ways if block(c)]:
            cell = max(cells, key=worth)
            ended = block(cell)
            stands.append(Stand(self.name, cell, *ways[cell], max(left[c] for c in ended),
                                frozenset(ended), *self._times(cell, ended)))
            for c in ended:
                del left[c]
        return stands

    def units(self, stand: Stand, ahead: int) -> int:
        """Return the units a stand needs when the first is used ``ahead`` ticks from now."""
        later, _ = self._burnt(ahead)
        return max((later[c] - NONE for c in stand.cells if c in later), default=0)

    def _times(self, cell: Cell, block: Iterable[Cell]) -> tuple[int, tuple[int, ...]]:
        """Return the tick at which the fire leaves a stand's block, and those of its growth."""
        now, clock = self.tick - self.tick % 2, self.clock
        leaves, levels = FAR_TICK, max(self.level[c] for c in block)
        ripe = {c: now - 2 * max(0, clock[c] - MATURE[LOW] - 1) if self.level[c] >= MEDIUM
                else now + 2 * max(1, MATURE[LOW] - clock[c] + 1) for c in block}
        for c, when in ripe.items():
            leaves = min(leaves, when + (10 if c == cell else 2))
        leaves += levels - LOW  # the first unit keeps it from spreading, the last ends it
        if levels == LOW:
            first = min(ripe.values())
            return leaves, (first, first + 6, *(leaves,) * TOO_LATE)
        if levels == MEDIUM:
            oldest = max(clock[c] for c in block if self.level[c] == MEDIUM)
            return leaves, (now + 2 * max(1, MATURE[MEDIUM] - oldest + 1), *(leaves,) * TOO_LATE)
        return leaves, (leaves,) * TOO_LATE

    def together(self, stands: Iterable[Stand]) -> Stand | None:
        """Return one stand that serves several, if there is one."""
        group = tuple(stands)
        cells = frozenset().union(*(s.cells for s in group))
        ways = self.ways(middle(cells))
        if not ways:
            return None
        cell = min(ways, key=lambda c: (ways[c][1], c))
        return Stand(self.name, cell, *ways[cell], max(s.units for s in group), cells, FAR_TICK)

    def ways(self, cells: Iterable[Cell]) -> dict[Cell, tuple[str, int]]:
        """Return for each cell in range the nearest name to go to and the moves from there."""
        anchors = {self.position: self.name, **self.anchors}
        ways = {}
        for cell in cells:
            if self.in_range(cell):
                near = min(anchors, key=lambda a: (moves_between(a, cell), a))
                if moves_between(near, cell) <= 4:
                    ways[cell] = (anchors[near], moves_between(near, cell))
        return ways


def middle(cells: Iterable[Cell]) -> set[Cell]:
    """Return the cells from which one splash reaches all of some cells."""
    xs, ys = zip(*cells, strict=True)
    return {(x, y) for x in range(max(xs) - 1, min(xs) + 2)
            for y in range(max(ys) - 1, min(ys) + 2)}


def moves_between(a: Cell, b: Cell) -> int:
    """Return the single moves from one cell to another."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])
