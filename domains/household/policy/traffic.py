"""Right of way: ways and standing places are reserved step by step, and others keep out of them.

Robots act one after another. Those with work come first: each reserves the cells it will walk
over. Who would be blocked waits or yields instead of running into others, and a robot without
work leaves what is reserved before it is in the way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

from domains.household.belief.belief import Belief, Item, Robot
from domains.household.belief.camera import Cell, cell
from domains.household.environment.navigation import nearest_cells
from domains.household.policy.floor import Floor, around
from domains.household.policy.outcomes import BLOCKED
from domains.household.policy.reaching import Step

__all__ = ["WAIT", "Traffic"]

WAIT = "wait"
"""Begin of the reason of a robot that waits for its way to become free."""
CRAMPED = ("no-space", "blocked", "blocked-by-agent")
"""How turns and moves fail where another robot stands too near."""
WIDEST = 5
"""Cells on both sides of a way, at most, that are asked for where others blocked it in vain."""
ROOM = 4
"""Cells around a robot whose walk another stopped that the others leave, if they can."""
PATIENT = 3
"""Steps of waiting after which a robot goes although it foresees a block: the floor is guessed."""


@dataclass
class Traffic:
    """Reservations of one joint step; ``cells`` is where robots are, or will be once they acted."""

    belief: Belief
    floor: Floor
    cells: dict[str, Cell] = field(default_factory=dict)
    reserved: dict[str, set[Cell]] = field(default_factory=dict)
    waits: Counter[str] = field(default_factory=Counter)
    vain: Counter[str] = field(default_factory=Counter)
    """Walks in a row that others stopped, by robot: the floor is not as it is guessed."""
    stuck: dict[tuple[str, str], set[Cell]] = field(default_factory=dict)
    """Robot and thing → where the others stood when there was no way for it."""
    asked: dict[str, set[Cell]] = field(default_factory=dict)
    """Ways that were blocked in the last step, by robot; ``asking``: those of this one."""
    asking: dict[str, set[Cell]] = field(default_factory=dict)

    def begin(self) -> None:
        """Start a joint step: nothing is reserved."""
        before = self.cells
        self.cells = {n: cell(*r.position) for n, r in self.belief.robots.items()}
        self.reserved, self.asked, self.asking = {}, self.asking, {}
        for robot in self.belief.robots.values():
            self._learn(robot, before.values())
        self.floor.update()

    def _learn(self, robot: Robot, before: Collection[Cell]) -> None:
        """Take in how a walk ended; who ran into another asks for room round itself."""
        name, item = robot.name, self.belief.items.get(robot.last_object)
        if robot.failure == "blocked-by-agent" and robot.last_verb in ("NavigateTo", "Move"):
            self.asked[name] = _wider({self.cells[name]}, ROOM)
        if robot.last_verb != "NavigateTo" or item is None:
            return
        others = set(self._others(robot))
        if robot.failure in BLOCKED:
            self.vain[name] += 1
            self.stuck[name, item.name] = others
            return
        self.vain[name] = 0
        if robot.success or robot.failure == "non-interactable":
            self.floor.learn(self.cells[name], item, others | set(before))

    def pass_or_wait(self, robot: Robot, step: Step) -> Step:
        """Reserve the way of a robot with work; where others block it, wait or yield instead."""
        item = self._walked_to(step)
        if robot.failure in CRAMPED:  # it needs room to turn, too
            self._reserve(robot, _wider({self.cells[robot.name]}, 2))
        if item is None or self._takes(robot, item):
            return step
        self.waits[robot.name] += 1
        wanted = self._ask(robot, item)
        self._reserve(robot, wanted)
        if not wanted or self.waits[robot.name] % PATIENT == 0:
            return step
        aside = self.make_way(robot, self._ahead(robot)) if self.waits[robot.name] > 1 else None
        return aside or Step("Idle", f"{WAIT}: the way to {item.name} is blocked")

    def beside(self, robot: Robot, step: Step, otherwise: Step) -> Step:
        """Return the step of a robot without work: what it wants unless that is in the way."""
        item = self._walked_to(step)
        if item is None:
            acts = step.action.startswith(("Open", "Close", "Put", "Pick"))
            return step if acts else self.make_way(robot, self._kept(robot)) or step
        if self._takes(robot, item, self._kept(robot)):
            return step
        self.waits[robot.name] += 1
        self._ask(robot, item)
        hopeless = self.waits[robot.name] % PATIENT == 0
        return self.make_way(robot, self._kept(robot)) or (step if hopeless else otherwise)

    def shut_off(self, robot: Robot) -> set[str]:
        """Name the things to which a robot cannot walk now, or where it would be in the way."""
        own, others = self.cells[robot.name], self._others(robot)
        free = self.floor.reached(own, others).keys() - self._kept(robot)
        return {i.name for i in self.belief.items.values() if nearest_cells(
            self.floor.free, i.middle, others, own)[0] not in free}

    def make_way(self, robot: Robot, reserved: set[Cell]) -> Step | None:
        """Leave what is reserved for a place that is not; None where that is not possible."""
        if self.cells[robot.name] not in reserved:
            return None
        ways = [(-_apart(path[-1], reserved), len(path), item.name, path)
                for item in self.belief.items.values() if not item.held_by and not item.lost
                and (path := self._way(robot, item)) and path[-1] not in reserved]
        if not ways:
            return None
        *_, name, path = min(ways)
        self._take(robot, path)
        return Step(f"NavigateTo({name})", "make way")

    def _ahead(self, robot: Robot) -> set[Cell]:
        """Return what the robots with right of way over one need: theirs and what they reserved."""
        first = [n for n in self.cells if n < robot.name]
        return set().union(around([self.cells[n] for n in first]),
                           *(self.reserved.get(n, ()) for n in first))

    def _kept(self, robot: Robot) -> set[Cell]:
        """Return what is reserved, and what others asked for in vain in the last step."""
        return set().union(*(c for known in (self.reserved, self.asked)
                             for n, c in known.items() if n != robot.name))

    def _ask(self, robot: Robot, item: Item) -> set[Cell]:
        """Ask for the way that a robot would take if it were alone, ever wider."""
        wanted = set(self.floor.way(self.cells[robot.name], item, ()))
        self.asking[robot.name] = _wider(wanted, min(1 + self.vain[robot.name], WIDEST))
        return self.asking[robot.name]

    def _walked_to(self, step: Step) -> Item | None:
        verb, _, name = step.action.rstrip(")").partition("(")
        return self.belief.items.get(name) if verb == "NavigateTo" else None

    def _others(self, robot: Robot) -> list[Cell]:
        return [c for n, c in self.cells.items() if n != robot.name]

    def _way(self, robot: Robot, item: Item) -> list[Cell]:
        others = self._others(robot)
        if self.stuck.get((robot.name, item.name)) == set(others):
            return []
        return self.floor.way(self.cells[robot.name], item, others)

    def _takes(self, robot: Robot, item: Item, kept: Collection[Cell] = ()) -> bool:
        """Reserve the way to a thing if there is one that does not end where others have to be."""
        path = self._way(robot, item)
        if not path or path[-1] in kept:
            return False
        self._take(robot, path)
        return True

    def _take(self, robot: Robot, path: list[Cell]) -> None:
        self.waits[robot.name] = 0
        self.cells[robot.name] = path[-1]
        self._reserve(robot, around(path))

    def _reserve(self, robot: Robot, cells: set[Cell]) -> None:
        self.reserved[robot.name] = self.reserved.get(robot.name, set()) | cells


def _wider(cells: set[Cell], by: int) -> set[Cell]:
    for _ in range(by):
        cells = around(cells)
    return cells


def _apart(place: Cell, others: Collection[Cell]) -> int:
    """Return how many cells a place is away from others, up to :data:`ROOM`."""
    return min(ROOM, min((max(abs(place[0] - x), abs(place[1] - z)) for x, z in others),
                         default=ROOM))
