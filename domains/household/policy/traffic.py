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
from domains.household.environment.navigation import Cell, cell, nearest_cells
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
PATIENT = 3
"""Every so manieth time a robot goes although it foresees a block: the floor is only guessed."""


@dataclass
class Traffic:
    """Reservations of one joint step; ``cells`` is where robots are, or will be once they acted."""

    belief: Belief
    floor: Floor
    cells: dict[str, Cell] = field(default_factory=dict)
    before: dict[str, Cell] = field(default_factory=dict)
    reserved: dict[str, set[Cell]] = field(default_factory=dict)
    waits: Counter[str] = field(default_factory=Counter)
    vain: Counter[str] = field(default_factory=Counter)
    """Times in a row that a robot found no way for others: the floor is not as it is guessed."""
    stuck: dict[tuple[str, str], set[Cell]] = field(default_factory=dict)
    """Robot and thing → where the others stood when there was no way for it."""
    asked: dict[str, set[Cell]] = field(default_factory=dict)
    """Ways that were blocked in the last step, by robot; ``asking``: those of this one."""
    asking: dict[str, set[Cell]] = field(default_factory=dict)

    def begin(self) -> None:
        """Start a joint step: nothing is reserved."""
        now = {n: cell(*r.position) for n, r in self.belief.robots.items()}
        for name, robot in self.belief.robots.items():
            item = self.belief.items.get(robot.last_object)
            if now[name] != self.before.get(name):
                self.vain.pop(name, None)
            if robot.last_verb != "NavigateTo" or item is None:
                continue
            if robot.failure in BLOCKED:
                self.stuck[name, item.name] = set(self._others(robot, ()))
                self.vain[name] += 1
                continue
            self.vain.pop(name, None)
            if robot.success or robot.failure == "non-interactable":
                self.floor.learn(now[name], item, {*self._others(robot, ()), *(
                    c for places in (now, self.before) for n, c in places.items() if n != name)})
        self.cells, self.before = now, dict(now)
        self.floor.update()
        self.reserved, self.asked, self.asking = {}, self.asking, {}

    def pass_or_wait(self, robot: Robot, step: Step) -> Step:
        """Reserve the way of a robot with work; where others block it, wait or yield instead."""
        item = self._walked_to(step)
        if robot.failure in CRAMPED:  # it needs room to turn, too
            self._reserve(robot, around(around([self.cells[robot.name]])))
        if item is None:
            return step
        path = self._way(robot, item)
        if path:
            self._take(robot, path)
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
            return (None if acts else self.make_way(robot)) or step
        path = self._way(robot, item)
        if not path or path[-1] in self._kept(robot):
            self.waits[robot.name] += 1
            self._ask(robot, item)
            hopeless = self.waits[robot.name] % PATIENT == 0
            return self.make_way(robot) or (step if hopeless else otherwise)
        self._take(robot, path)
        return step

    def shut_off(self, robot: Robot) -> set[str]:
        """Name the things to which a robot cannot walk now, or where it would be in the way."""
        own, others = self.cells[robot.name], self._others(robot, ())
        free = self.floor.reached(own, others).keys() - self._kept(robot)
        return {i.name for i in self.belief.items.values() if nearest_cells(
            self.floor.free, (i.centre[0], i.centre[2]), others, own)[0] not in free}

    def make_way(self, robot: Robot, reserved: set[Cell] | None = None) -> Step | None:
        """Leave what is reserved for the nearest place that is not; None where that is no use."""
        reserved = self._kept(robot) if reserved is None else reserved
        if self.cells[robot.name] not in reserved:
            return None
        ways = [(len(path), item.name, path) for item in self.belief.items.values()
                if not item.held_by and not item.lost
                and len(path := self._way(robot, item)) > 1 and path[-1] not in reserved]
        if not ways:
            return None
        _, name, path = min(ways)
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
        """Ask for the way that a robot would take if it were alone."""
        wanted = set(self._way(robot, item, set(self.cells)))
        if self.vain[robot.name] > 1 and not wanted:
            wanted = line(self.cells[robot.name], cell(item.centre[0], item.centre[2]))
        for _ in range(min(1 + self.vain[robot.name], WIDEST)):
            wanted = around(wanted)
        self.asking[robot.name] = wanted
        return wanted

    def _walked_to(self, step: Step) -> Item | None:
        verb, _, name = step.action.rstrip(")").partition("(")
        return self.belief.items.get(name) if verb == "NavigateTo" else None

    def _others(self, robot: Robot, without: Collection[str]) -> list[Cell]:
        return [c for n, c in self.cells.items() if n != robot.name and n not in without]

    def _way(self, robot: Robot, item: Item, without: Collection[str] = ()) -> list[Cell]:
        others = self._others(robot, without)
        if self.stuck.get((robot.name, item.name)) == set(others):
            return []
        return self.floor.way(self.cells[robot.name], item, others)

    def _take(self, robot: Robot, path: list[Cell]) -> None:
        self.waits[robot.name] = 0
        self.cells[robot.name] = path[-1]
        self._reserve(robot, around(path))

    def _reserve(self, robot: Robot, cells: set[Cell]) -> None:
        self.reserved[robot.name] = self.reserved.get(robot.name, set()) | cells


def line(start: Cell, end: Cell) -> set[Cell]:
    """Return the cells between two, one after the other."""
    far = max(abs(end[0] - start[0]), abs(end[1] - start[1]), 1)
    return {(start[0] + round((end[0] - start[0]) * i / far),
             start[1] + round((end[1] - start[1]) * i / far)) for i in range(far + 1)}
