"""The fewest joint steps that any team could need in a world, from what has to be done at least.

Four reasons count. *Work*: each stand (a place from which lights are ended) takes an arrival, a
unit fetched and a unit used, each person two hands that carry, walk and drop. *Capacity*: a robot
holds three units, so every three units take an arrival at a reservoir. *Growth*: a light grows at
ticks 8 and 14 and then takes one unit more; a robot can have ended two lights by the first of them
and three by the second. *Escape*: a light that nobody has splashed at by tick 18 burns two cells
round, by tick 26 three; a robot can have come to five lights by the first and to seven by the
second. What burns then has cells of which no two can be ended from one place. The longest chain of
a single fire or person is a bound, too. Nothing is counted that a better team could spare: where
places lie so near to each other that one arrival may serve two purposes, it counts once or not at
all.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from domains.rescue.world.fire import Fire
from domains.rescue.world.rules import CAPACITY, INTERACT
from domains.rescue.world.scene import Cell
from domains.rescue.world.world import Person, World

BY_FIRST_GROWTH, BY_SECOND_GROWTH = 2, 3
"""Lights that one robot can have ended before they take two, and three, units (tick 8, 14)."""
BY_ESCAPE = (5, 7)
"""Lights that one robot can have splashed at by ticks 18 and 26, when they burn so far round:"""
ESCAPED = (2, 3)
UNITS = 3
"""Units that are counted for a light which is not ended by tick 14."""
ALONE = 4
"""Steps of each who brings a person home: go there, carry, go home, drop."""
NEAR = 2 * INTERACT + 2
"""Cells between two places, more than which nobody is in reach of both."""


@dataclass(frozen=True)
class Bound:
    """``work`` is the least number of actions of all robots, ``chain`` the longest single job.

    ``plain`` is the work of a team that goes to every place by itself: four steps of each who
    carries somebody, an arrival at every stand and for every three units. It is not a bound.
    """

    work: int
    plain: int
    chain: int
    robots: int

    @property
    def steps(self) -> int:
        """Return the least number of joint steps."""
        return max(self.chain, -(-self.work // self.robots))

    @property
    def plain_steps(self) -> int:
        """Return the joint steps of the plain work, were it shared out evenly."""
        return max(self.chain, -(-self.plain // self.robots))


def fewest_steps(world: World) -> Bound:
    """Return the bound for a world that has just been reset; explored ground is not counted."""
    stands = [(fire, cell) for fire in world.fires
              for cell in _sparse(fire.lit())]
    free = [s for s in stands if not _beside_source(world, *s)]
    burns = not world.rules.fire_wait
    places, units = _escaped(free, len(world.robots)) if burns else (0, 0)
    extra = units + (_grown(len(free), len(world.robots)) if burns else 0)
    uses = len(stands) + (0 if world.rules.use_all else extra)
    gets = len(stands) + extra
    work = len(free) + places + gets + uses + _source_arrivals(world, len(free) + extra)
    work += sum(_carrying(world, p) for p in world.persons)
    chain = max([0, *(3 for _ in free), *(_chain(world, p) for p in world.persons)])
    plain = len(stands) + gets + uses + -(-gets // CAPACITY)
    plain += sum(ALONE * p.needed for p in world.persons)
    return Bound(work, plain, chain, len(world.robots))


def _sparse(cells: Iterable[Cell]) -> list[Cell]:
    """Return cells of which no two can be ended from one."""
    found: list[Cell] = []
    for cell in sorted(cells):
        if all(max(abs(cell[0] - x), abs(cell[1] - y)) > 2 for x, y in found):
            found.append(cell)
    return found


def _beside_source(world: World, fire: Fire, cell: Cell) -> bool:
    """Say whether somebody could fetch and splash without moving."""
    supply = world.rules.supply_of[fire.kind]
    return any(math.dist(cell, (s.x, s.y)) <= INTERACT + math.sqrt(2)
               for s in world.reservoirs if s.supply == supply)


def _grown(stands: int, robots: int) -> int:
    """Return the units that it takes more since not every light can be ended early."""
    return sum(max(0, stands - robots * by) for by in (BY_FIRST_GROWTH, BY_SECOND_GROWTH))


def _escaped(lights: Sequence[tuple[Fire, Cell]], robots: int) -> tuple[int, int]:
    """Return the places and units that it takes more since not every light can be come to in time.

    Those that escape are taken to be the ones that take least.
    """
    fires = {fire: [c for f, c in lights if f is fire] for fire, _ in lights}
    places = units = 0
    for by, radius in zip(BY_ESCAPE, ESCAPED, strict=True):
        late = max(0, len(lights) - robots * by)
        shares = [_shares(fire, cells, radius) for fire, cells in fires.items() for _ in cells]
        places = max(places, _least(late, [p for p, _ in shares]))
        units = max(units, _least(late, [u for _, u in shares]))
    return places, units


def _least(count: int, shares: Iterable[float]) -> int:
    return math.ceil(sum(sorted(shares)[:count]) - 1e-6)


def _shares(fire: Fire, lights: Sequence[Cell], radius: int) -> tuple[float, float]:
    """Return the places and units more for each of a fire's lights that escapes, at least.

    Whichever of them escape: they may share what burns around them.
    """
    found = []
    for escaped in (some for n in range(1, len(lights) + 1) for some in combinations(lights, n)):
        burning = len(_sparse([*lights, *(c for c in fire.cells if any(
            max(abs(c[0] - x), abs(c[1] - y)) <= radius for x, y in escaped))]))
        found.append((max(0, burning - len(lights)) / len(escaped),
                      max(0, burning - UNITS * len(lights)) / len(escaped)))
    return min(places for places, _ in found), min(units for _, units in found)


def _source_arrivals(world: World, units: int) -> int:
    """Return how often somebody has to come to a reservoir at least."""
    sources = [(s.x, s.y) for s in world.reservoirs]
    if _near(sources, [(d.x, d.y) for d in world.deposits], NEAR):
        return 0
    there = _near(sources, [(r.x, r.y) for r in world.robots], INTERACT)
    passed = _near(sources, [(p.x, p.y) for p in world.persons], NEAR)
    return max(0, -(-(units - CAPACITY * there) // CAPACITY) - passed)


def _near(sources: Iterable[Cell], cells: Iterable[Cell], distance: float) -> int:
    places = list(sources)
    return sum(any(math.dist(c, s) <= distance for s in places) for c in cells)


def _far_from_home(world: World, person: Person) -> bool:
    reach = world.rules.carry_radius or person.reach
    return all(math.dist((person.x, person.y), (d.x, d.y)) > INTERACT + reach
               for d in world.deposits)


def _carrying(world: World, person: Person) -> int:
    """Return the actions for one person: hands carry, walk and drop; somebody goes there once."""
    walks = person.needed if _far_from_home(world, person) else 0
    return 2 * person.needed + walks + (not world.rules.implied_navigation)


def _chain(world: World, person: Person) -> int:
    """Return the steps from the first carry to the drop, and one to get there if all are away."""
    reach = world.rules.carry_radius or person.reach
    near = _near([(person.x, person.y)], [(r.x, r.y) for r in world.robots], reach)
    return 2 + _far_from_home(world, person) + (near < person.needed)
