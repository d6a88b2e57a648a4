"""Right of way: ways and standing places are reserved step by step, and others keep out of them.

Robots act one after another. Those with work come first: each reserves the cells it will walk
over. Who would be blocked goes all the same, since the floor is guessed (of 33 walks after two
steps of waiting three were blocked), and asks for its way; a robot without work leaves what is
reserved before it is in the way.

The floor is what lies between the outermost things seen, without what stands on it; where a robot
has stood one can stand. Where walks lead, and who blocks them, can mostly be foreseen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field

from domains.household.belief.belief import Belief, Item, Robot
from domains.household.belief.camera import around, nearest, standable
from domains.household.belief.coverage import HEAD_M
from domains.household.policy.skills import Step
from domains.household.thor.scene import GRID, Cell, cell_at, flood, way_to

IDLE = Step("Idle", "nothing to do")
CRAMPED = ("no-space", "blocked", "blocked-by-agent")
"""How turns and moves fail where another robot stands too near."""
ROOM = 4
"""Cells around a robot whose walk another stopped that the others leave, if they can."""
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
    walks: dict[tuple[Cell, frozenset[Cell]], dict[Cell, Cell]] = field(default_factory=dict)

    def update(self) -> None:
        """Take in where the robots stand and what was seen."""
        self.stood |= {cell_at(*r.position) for r in self.belief.robots.values()}
        things = [i for i in self.belief.items.values() if "pickupable" not in i.can]
        spots = [*self.stood, *(cell_at(*i.middle) for i in things)]
        xs, zs = [s[0] for s in spots], [s[1] for s in spots]
        room = {(x, z) for x in range(min(xs), max(xs) + 1) for z in range(min(zs), max(zs) + 1)}
        for item in things:
            if item.kind != "Floor" and item.centre[1] - item.size[1] / 2 < HEAD_M and not (
                    item.kind in BENT and min(item.size[0], item.size[2]) > CORNER_M):
                room -= _under(item)
        self.free = room | self.stood
        self.walks.clear()

    def way(self, start: Cell, item: Item, others: Collection[Cell]) -> list[Cell]:
        """Return the cells of a walk to a thing; none where other robots block it."""
        goal = nearest(standable(self.free, others, start), item.middle)
        return way_to(goal, self.reached(start, others))

    def reached(self, start: Cell, others: Iterable[Cell]) -> dict[Cell, Cell]:
        """Map the cells that can be walked to, past other robots, to the cell before them."""
        key = start, frozenset(others)
        if key not in self.walks:
            self.walks[key] = flood([start], (self.free - around(others)).__contains__)
        return self.walks[key]


@dataclass
class Traffic:
    """Reservations of one joint step; ``cells`` is where robots are, or will be once they acted."""

    belief: Belief
    floor: Floor
    cells: dict[str, Cell] = field(default_factory=dict)
    reserved: dict[str, set[Cell]] = field(default_factory=dict)
    """Cells to keep out of, by robot; at first what was asked for in the last step."""
    asking: dict[str, set[Cell]] = field(default_factory=dict)
    """Ways that are blocked in this step."""
    stood: tuple[Cell, ...] = ()
    vain: set[tuple[str, str]] = field(default_factory=set)
    """Robot and thing: a walk that did not begin, and nobody has moved since."""

    def begin(self) -> None:
        """Start a joint step: only what was asked for in vain is reserved."""
        self.cells = {n: cell_at(*r.position) for n, r in self.belief.robots.items()}
        self.reserved, self.asking = self.asking, {}
        if self.stood != (now := tuple(self.cells.values())):
            self.stood, self.vain = now, set()
        self.vain |= {(r.name, r.last.object) for r in self.belief.robots.values()
                      if r.failure == "no-actions"}
        for robot in self.belief.robots.values():
            if robot.failure == "blocked-by-agent":
                self._reserve(robot, around([self.cells[robot.name]], ROOM))
        self.floor.update()

    def give_way(self, robot: Robot, step: Step) -> None:
        """Reserve the way of a robot with work; where others block it, ask for it."""
        item = self.belief.items.get(step.walks_to)
        if robot.failure in CRAMPED:  # it needs room to turn, too
            self._reserve(robot, around([self.cells[robot.name]], 2))
        if item is not None and not self._takes(robot, item):
            self._reserve(robot, self._ask(robot, item))

    def keep_clear(self, robot: Robot, ahead: Mapping[str, Item]) -> Step | None:
        """Leave the ways of the other robots to what each of them goes to next."""
        return self.make_way(robot, self._kept(robot).union(*(
            around(self.floor.way(self.cells[n], item, ()))
            for n, item in ahead.items() if n != robot.name)))

    def beside(self, robot: Robot, step: Step) -> Step:
        """Return the step of a robot without work: what it wants unless that is in the way."""
        item = self.belief.items.get(step.walks_to)
        if step.action.startswith(("Open", "Close", "Put", "Pick")) or (
                item is not None and self._takes(robot, item, self._kept(robot))):
            return step
        if item is not None:
            self._ask(robot, item)
        return self.make_way(robot, self._kept(robot)) or step

    def shut_off(self, robot: Robot) -> Callable[[str], bool]:
        """Tell to which things a robot cannot walk now, or where it would be in the way."""
        own, others = self.cells[robot.name], self._others(robot)
        free = self.floor.reached(own, others).keys() - self._kept(robot)
        cells = standable(self.floor.free, others, own)
        return lambda name: nearest(cells, self.belief.items[name].middle) not in free

    def make_way(self, robot: Robot, reserved: set[Cell]) -> Step | None:
        """Leave what is reserved for a place that is not; None where that is not possible."""
        if self.cells[robot.name] not in reserved:
            return None
        ways = [(-_apart(path[-1], reserved), len(path), item.name, path)
                for item in self.belief.items.values() if not item.held_by and not item.lost
                and (robot.name, item.name) not in self.vain
                and (path := self._way(robot, item)) and path[-1] not in reserved]
        if not ways:
            return None
        *_, name, path = min(ways)
        self._take(robot, path)
        return Step(f"NavigateTo({name})", "make way")

    def _kept(self, robot: Robot) -> set[Cell]:
        """Return what is reserved for the others."""
        return set().union(*(c for n, c in self.reserved.items() if n != robot.name))

    def _ask(self, robot: Robot, item: Item) -> set[Cell]:
        """Ask for the way that a robot would take if it were alone."""
        self.asking[robot.name] = around(self.floor.way(self.cells[robot.name], item, ()))
        return self.asking[robot.name]

    def _others(self, robot: Robot) -> list[Cell]:
        return [c for n, c in self.cells.items() if n != robot.name]

    def _way(self, robot: Robot, item: Item) -> list[Cell]:
        return self.floor.way(self.cells[robot.name], item, self._others(robot))

    def _takes(self, robot: Robot, item: Item, kept: Collection[Cell] = ()) -> bool:
        """Reserve the way to a thing if there is one that does not end where others have to be."""
        path = self._way(robot, item)
        if not path or path[-1] in kept:
            return False
        self._take(robot, path)
        return True

    def _take(self, robot: Robot, path: list[Cell]) -> None:
        self.cells[robot.name] = path[-1]
        self._reserve(robot, around(path))

    def _reserve(self, robot: Robot, cells: set[Cell]) -> None:
        self.reserved[robot.name] = self.reserved.get(robot.name, set()) | cells


def _under(item: Item) -> set[Cell]:
    """Return the cells on which a robot would touch a thing."""
    (x0, x1), (z0, z1) = ((item.centre[a] - item.size[a] / 2 - BODY_M,
                           item.centre[a] + item.size[a] / 2 + BODY_M) for a in (0, 2))
    return {(x, z) for x in range(round(x0 / GRID), round(x1 / GRID) + 1)
            for z in range(round(z0 / GRID), round(z1 / GRID) + 1)
            if x0 < x * GRID < x1 and z0 < z * GRID < z1}


def _apart(place: Cell, others: Collection[Cell]) -> int:
    """Return how many cells a place is away from others, up to :data:`ROOM`."""
    return min(ROOM, min((max(abs(place[0] - x), abs(place[1] - z)) for x, z in others),
                         default=ROOM))
