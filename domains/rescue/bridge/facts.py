"""What a team knows, as facts of ``domain.pddl``."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, permutations

from domains.rescue.belief.knowledge import Knowledge, RobotView
from domains.rescue.bridge.targets import Light, Targets, word
from domains.rescue.world.rules import CAPACITY, INTERACT
from domains.rescue.world.scene import Cell
from planner.execution.actor import Assumption, Atom, Believed

UNITS = ("n1", "n2", "n3")
HANDS = ("h1", "h2")
FIELD, START, FOUND = "field", "q0", "q1"
AROUND = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""Where NavigateTo leads beside what cannot be stood on, in its order."""


@dataclass
class Facts:
    """Facts and their names, kept from step to step.

    ``units`` are the units of each light not spent yet, ``homes`` where people were before
    somebody lifted them, ``went`` the place each robot went to last, ``hands`` which of a
    person's holders each robot is by plan. ``found`` is how likely the next looks find somebody.
    """

    know: Knowledge
    targets: Targets
    units: dict[str, frozenset[str]] = field(default_factory=dict)
    homes: dict[str, Cell] = field(default_factory=dict)
    went: dict[str, str] = field(default_factory=dict)
    hands: dict[str, str] = field(default_factory=dict)
    found: float = 1.0

    def follow(self, spent: Mapping[str, frozenset[str]]) -> None:
        """Enter what is seen; ``spent`` are the units that the last actions spent on lights."""
        self.targets.update(self.know)
        for light in self.targets.all():
            level = light.level(self.know.blazes[light.fire])
            left = self.units.get(light.name, frozenset()) - spent.get(light.name, frozenset())
            self.units[light.name] = _fitted(left, level)
        for person in self.know.people.values():
            if person.cell is not None and not person.holders and not person.delivered:
                self.homes[person.name] = person.cell

    def believed(self) -> Believed:
        """Return the problem; hidden people are assumed to be shown by the next look."""
        know = self.know
        facts = {*self._counters(), *self._fires(), *self._people(), *self._robots()}
        return Believed(self._objects(), frozenset(facts), frozenset(self._goal()), (
            *(Assumption(f"where {p} is", frozenset({("shown", (word(p), FOUND))}), self.found)
              for p in know.missing()),
            *(Assumption(f"who carries {p.name}", frozenset(), 0.5)  # more than HANDS
              for p in know.people.values() if len(HANDS) < p.load <= len(know.agents)),
            *(self.level(light, self.units[light.name]) for light in self.targets.all())),
            frozenset(("burning", (light.name, u)) for light in self.targets.all() for u in UNITS)
            | {("shown", (word(p), START)) for p in know.people})

    def level(self, light: Light, left: frozenset[str]) -> Assumption:
        """Return the assumption that these units of a light are left."""
        return Assumption(f"level of {light.name}", frozenset(
            ("burning" if u in left else "spent", (light.name, u)) for u in UNITS))

    def _objects(self) -> dict[str, str]:
        know = self.know
        objects = {word(r): "robot" for r in know.agents}
        objects |= {f"here-{word(r)}": "here" for r in know.agents}
        objects |= {_load(s, w): "load" for s, w in _loads()}
        objects |= dict.fromkeys(UNITS, "unit") | {FIELD: "field", START: "search",
                                                   FOUND: "search"}
        objects |= dict.fromkeys(HANDS, "hand")
        objects |= {word(s): "supply" for s in ("Sand", "Water")}
        objects |= {word(n): "reservoir" for n, _ in know.sources.values()}
        objects |= {word(know.deposit[0]): "deposit"} if know.deposit[0] else {}
        objects |= {word(p): "person" for p in know.people}
        objects |= {word(f): "fire" for f in know.blazes}
        objects |= {light.name: "light" for light in self.targets.all()}
        return objects | {s.name: "spot" for cells in self.targets.spots.values()
                          for s in cells.values()}

    def _counters(self) -> Iterator[Atom]:
        for s, w in _loads():
            if s + w < CAPACITY:
                yield "more", ("sand", _load(s, w), _load(s + 1, w))
                yield "more", ("water", _load(s, w), _load(s, w + 1))
        yield from ((name, (unit,)) for name, unit in zip(
            ("first", "second", "third"), UNITS, strict=True))
        yield "none", (_load(0, 0),)
        yield "over", (START,)
        yield "then", (START, FOUND)
        team = [word(r) for r in self.know.agents]
        yield from (("pair", pair) for pair in combinations(team, 2))
        yield from (("other", pair) for pair in permutations(team, 2))

    def _fires(self) -> Iterator[Atom]:
        know = self.know
        for supply, (name, _) in know.sources.items():
            yield "offers", (word(name), word(supply))
            if f"GetSupply({name})" in know.done:
                yield "fetched", (word(supply),)
        for blaze in know.blazes.values():
            fire = word(blaze.name)
            yield "needs", (fire, word(blaze.supply))
            if f"NavigateTo({blaze.name})" in know.done:
                yield "approached", (fire,)
            if f"UseSupply({blaze.name}, {blaze.supply})" in know.done:
                yield "splashed", (fire,)
            yield from self._spots(blaze.name)
        for place in self.places():
            yield from (("reach", (place, thing)) for thing in self.reach(self.landing(place))
                        | {place})
            if f"NavigateTo({self.names[place]})" in know.done:
                yield "visited", (place,)

    def _spots(self, name: str) -> Iterator[Atom]:
        _blaze, spots = self.know.blazes[name], self.targets.spots[name]
        for cell, spot in spots.items():
            if spot.anchor:
                yield "named", (spot.name, word(name))
                left = spots.get((cell[0] - 1, cell[1]))
                if left is not None and not left.anchor:
                    yield "beside", (spot.name, left.name)
            for dx, dy in AROUND:
                other = spots.get((cell[0] + dx, cell[1] + dy))
                if other is not None:
                    yield "next", (spot.name, other.name)
            yield from (("reach", (spot.name, thing)) for thing in self.reach(cell))
            yield from self._covered(spot.name, self.covered(cell, name), name)

    def covered(self, cell: Cell, fire: str) -> list[str]:
        """Return the lights of a fire all of which a splash from a cell reaches, two at most."""
        if not self.know.blazes[fire].in_range(cell):
            return []
        return [light.name for light in self.targets.lights[fire]
                if all(_beside(cell, c) for c in light.cells)][:2]

    def _covered(self, place: str, lights: list[str], fire: str) -> Iterator[Atom]:
        if len(lights) == 1:
            yield "covers", (place, lights[0], word(fire))
        elif lights:
            one, two = lights
            yield "covers-both", (place, one, two, word(fire))
            yield "covers-either", (place, one, two, word(fire))
            yield "covers-either", (place, two, one, word(fire))

    def _people(self) -> Iterator[Atom]:
        for name, person in self.know.people.items():
            if person.delivered:
                yield "home", (word(name),)
                continue
            if person.cell is not None:
                yield "shown", (word(name), START)
            else:
                yield "reach", (word(name), word(name))
            taken = [self.hands.get(r, "") for r in person.holders]
            free = [h for h in HANDS if h not in taken] if person.load <= len(HANDS) else []
            yield from (("offered", (word(name), hand)) for hand in free)

    def _robots(self) -> Iterator[Atom]:
        for name, robot in self.know.robots.items():
            at = self.place(robot)
            yield "at", (word(name), at)
            yield "carries", (word(name), _load(robot.held["Sand"], robot.held["Water"]))
            if not robot.holding:
                yield "free", (word(name),)
            elif self.know.people[robot.holding].load <= len(HANDS):
                yield "holds", (word(name), word(robot.holding))
            if at.startswith("here-"):
                yield from (("reach", (at, thing)) for thing in self.reach(robot.cell))
                yield from (("next", (at, spot)) for spot in self._near_spots(robot.cell))
                for fire in self.targets.lights:
                    yield from self._covered(at, self.covered(robot.cell, fire), fire)

    def _goal(self) -> Iterator[Atom]:
        know = self.know
        for blaze in know.blazes.values():
            yield "approached", (word(blaze.name),)
            yield "splashed", (word(blaze.name),)
            yield "fetched", (word(blaze.supply),)
            if blaze.supply in know.sources:
                yield "visited", (word(know.sources[blaze.supply][0]),)
        yield from (("spent", (light.name, u)) for light in self.targets.all() for u in UNITS)
        for name in know.people:
            yield "home", (word(name),)
            yield "visited", (word(name),)
            yield "visited", (word(know.deposit[0]),)

    @property
    def names(self) -> dict[str, str]:
        """Return the world's names of the PDDL names of whatever is not a light or spot."""
        know = self.know
        names = [*know.agents, *know.people, *know.blazes, know.deposit[0], "Sand", "Water",
                 *(n for n, _ in know.sources.values())]
        return {word(n): n for n in names if n}

    def places(self) -> dict[str, Cell]:
        """Return the cells of what can be gone to but not stood on."""
        know = self.know
        cells = {word(n): cell for n, cell in know.sources.values()}
        if know.deposit[0]:
            cells[word(know.deposit[0])] = know.deposit[1]
        return cells | {word(p): cell for p, cell in self.homes.items()}

    def landing(self, place: str) -> Cell:
        """Return where NavigateTo leads while no robot stands there."""
        cells = self.places()
        x, y = cells[place]
        options = [(x + dx, y + dy) for dx, dy in AROUND]
        taken = set(cells.values())
        return next((c for c in options if c not in taken and self.know.sight.inside(c)),
                    options[0])

    def reach(self, cell: Cell) -> frozenset[str]:
        """Return what can be used from a cell."""
        know = self.know
        stores = [know.deposit, *know.sources.values()]
        near = {word(n) for n, at in stores if n and math.dist(cell, at) <= INTERACT}
        return frozenset(near | {
            word(p) for p, at in self.homes.items()
            if math.dist(cell, at) <= know.people[p].reach and not know.people[p].delivered})

    def place(self, robot: RobotView) -> str:
        """Return where a robot is; what it went to last, if that is as good as where it is."""
        cell, last = robot.cell, self.went.get(robot.name, "")
        for spots in self.targets.spots.values():
            if cell in spots:
                return spots[cell].name
            for spot in spots.values():
                if spot.name == last and _beside(cell, spot.cell) and self.use(cell) == self.use(
                        spot.cell):
                    return last
        use, places = self.use(cell), self.places()
        if self._near_spots(cell) or use - places.keys():
            return f"here-{word(robot.name)}"
        known = [p for p in places if p in use and self.use(self.landing(p)) <= use]
        if last in known:
            return last
        if known:
            return max(known, key=lambda p: len(self.use(self.landing(p))))
        return f"here-{word(robot.name)}" if use else FIELD

    def use(self, cell: Cell) -> frozenset[str]:
        """Return what can be used or splashed from a cell."""
        return self.reach(cell).union(*(self.covered(cell, fire) for fire in self.targets.lights))

    def _near_spots(self, cell: Cell) -> list[str]:
        around = [(cell[0] + dx, cell[1] + dy) for dx, dy in AROUND]
        return [spots[c].name for spots in self.targets.spots.values()
                for c in around if c in spots]


def _fitted(left: frozenset[str], level: int) -> frozenset[str]:
    """Return ``level`` units, as many as possible of them those that were left."""
    order = sorted(left) + [u for u in UNITS if u not in left]
    return frozenset(order[:level])


def _loads() -> Iterator[tuple[int, int]]:
    for total in range(CAPACITY + 1):
        for sand in range(total + 1):
            yield sand, total - sand


def _load(sand: int, water: int) -> str:
    return f"s{sand}w{water}"


def _beside(one: Cell, other: Cell) -> bool:
    return abs(one[0] - other[0]) <= 1 and abs(one[1] - other[1]) <= 1
