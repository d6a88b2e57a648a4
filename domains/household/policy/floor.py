"""Where robots can stand and walk, as far as the team knows.

The floor is what lies between the outermost things seen, without what stands on it; where a robot
has stood one can stand. Walking is the robots' own skill (``environment/navigation.py``), so where
it leads, and whether other robots block it, can be foreseen. Of 228 walks of five robots in ten
tasks, 71 of them blocked, 45 of the blocked and 131 of the others were foreseen.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from domains.household.belief.belief import Belief, Item
from domains.household.belief.camera import GRID_M, Cell, cell
from domains.household.environment.navigation import nearest_cells

__all__ = ["Floor", "around"]

HEAD_M = 1.0
"""What begins above this height (m) does not stand in the way."""
BODY_M = 0.25
"""How much (m) farther from furniture than its box a robot's middle stays."""
CORNER_M = 1.2
"""One of :data:`BENT` wider than this both ways goes round a corner: its box is mostly floor."""
BENT = ("CounterTop", "Window", "ShowerGlass")


@dataclass
class Floor:
    """Cells of a quarter metre on which a robot can stand."""

    belief: Belief
    stood: set[Cell] = field(default_factory=set)
    free: set[Cell] = field(default_factory=set)
    taken: set[Cell] = field(default_factory=set)
    """Cells on which no robot can stand, or one that walked to something near would have."""

    def update(self) -> None:
        """Take in where the robots stand and what was seen."""
        self.stood |= {cell(*r.position) for r in self.belief.robots.values()}
        things = [i for i in self.belief.items.values() if "pickupable" not in i.can]
        spots = [*self.stood, *(cell(*i.middle) for i in things)]
        xs, zs = [s[0] for s in spots], [s[1] for s in spots]
        room = {(x, z) for x in range(min(xs), max(xs) + 1) for z in range(min(zs), max(zs) + 1)}
        for item in things:
            if item.kind != "Floor" and item.centre[1] - item.size[1] / 2 < HEAD_M and not (
                    item.kind in BENT and min(item.size[0], item.size[2]) > CORNER_M):
                room -= _under(item)
        self.free = room - self.taken | self.stood

    def learn(self, landed: Cell, item: Item, others: Iterable[Cell]) -> None:
        """Take in where a walk to a thing has led: nothing nearer to that was free."""
        goal = item.middle
        nearer = self.free - around(others)
        self.taken |= {c for c in nearer if _far(c, goal) < _far(landed, goal) - 1e-6}

    def way(self, start: Cell, item: Item, others: Iterable[Cell]) -> list[Cell]:
        """Return the cells of a walk to a thing; none where other robots block it."""
        others = list(others)
        goal = nearest_cells(self.free, item.middle, others, start)[0]
        before = self.reached(start, others)
        path = [goal] if goal in before else []
        while path and path[-1] != start:
            path.append(before[path[-1]])
        return path[::-1]

    def reached(self, start: Cell, others: Iterable[Cell]) -> dict[Cell, Cell]:
        """Map the cells that can be walked to, past other robots, to the cell before them."""
        open_ = self.free - around(others)
        before, queue = {start: start}, deque([start])
        while queue:
            x, z = queue.popleft()
            for there in ((x + 1, z), (x - 1, z), (x, z + 1), (x, z - 1)):
                if there in open_ and there not in before:
                    before[there] = (x, z)
                    queue.append(there)
        return before


def _far(place: Cell, goal: tuple[float, float]) -> float:
    return math.dist((place[0] * GRID_M, place[1] * GRID_M), goal)


def around(cells: Iterable[Cell]) -> set[Cell]:
    """Return the cells at most one away from some: walking keeps that clear of other robots."""
    return {(x + a, z + b) for x, z in cells for a in (-1, 0, 1) for b in (-1, 0, 1)}


def _under(item: Item) -> set[Cell]:
    """Return the cells on which a robot would touch a thing."""
    (x0, x1), (z0, z1) = ((item.centre[a] - item.size[a] / 2 - BODY_M,
                           item.centre[a] + item.size[a] / 2 + BODY_M) for a in (0, 2))
    return {(x, z) for x in range(round(x0 / GRID_M), round(x1 / GRID_M) + 1)
            for z in range(round(z0 / GRID_M), round(z1 / GRID_M) + 1)
            if x0 < x * GRID_M < x1 and z0 < z * GRID_M < z1}
