"""Right of way: ways and standing places are reserved step by step, and others keep out of them.

Robots act one after another. Those with work come first: each reserves the cells it will walk
over. Who would be blocked waits or yields instead of running into others, and a robot without
work leaves what is reserved before it is in the way.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
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
PATCH = 6
"""Cells of a piece of floor so small that the robot on it must have come from elsewhere."""
PATIENT = 3
"""Steps of waiting after which a robot goes although it foresees a block: the floor is guessed."""


@dataclass
class _ShutIn:
    """Where a robot and the others stood when it could not leave, where it wanted to go.

    ``steps``: for how many more steps nobody has moved.
    """

    cell: Cell
    mates: set[Cell]
    way: set[Cell]
    steps: int = 0


@dataclass
class Traffic:
    """Reservations of one joint step; ``cells`` is where robots are, or will be once they acted."""

    belief: Belief
    floor: Floor
    cells: dict[str, Cell] = field(default_factory=dict)
    before: dict[str, Cell] = field(default_factory=dict)
    reserved: dict[str, set[Cell]] = field(default_factory=dict)
    waits: Counter[str] = field(default_factory=Counter)
    vain: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Times that a robot found no way to a thing for others: the floor is not as it is guessed."""
    stuck: dict[tuple[str, str], set[Cell]] = field(default_factory=dict)
    """Robot and thing → where the others stood when there was no way for it."""
    shut_in: dict[str, _ShutIn] = field(default_factory=dict)
    asked: dict[str, set[Cell]] = field(default_factory=dict)
    """Ways that were blocked in the last step, by robot; ``asking``: those of this one."""
    asking: dict[str, set[Cell]] = field(default_factory=dict)
    middle: set[Cell] = field(default_factory=set)
    """The middle of what is asked for, as far from which as can be who cannot leave it goes."""
    asking_middle: set[Cell] = field(default_factory=set)
    later: set[Cell] = field(default_factory=set)
    """Where open work leads: who has none stays out of there while it can."""
    ends: dict[str, set[Cell]] = field(default_factory=dict)
    """Robots that carry something → where they have to stand to put it down."""

    def begin(self) -> None:
        """Start a joint step: nothing is reserved."""
        now = {n: cell(*r.position) for n, r in self.belief.robots.items()}
        for name, robot in self.belief.robots.items():
            item = self.belief.items.get(robot.last_object)
            if robot.last_verb != "NavigateTo" or item is None:
                continue
            if robot.failure in BLOCKED:
                mates = self._met(name, now)
                self.stuck[name, item.name] = mates
                self.vain[name, item.name] += 1
                if robot.failure != "blocked-by-agent":
                    way = line(now[name], cell(*item.middle))
                    self.shut_in[name] = _ShutIn(now[name], mates, way)
                continue
            if (name, item.name) in self.vain:
                self.vain = Counter({k: v for k, v in self.vain.items() if k[0] != name})
            if robot.success or robot.failure == "non-interactable":
                self.floor.learn(now[name], item, {*self._others(robot, ()), *(
                    c for places in (now, self.before) for n, c in places.items() if n != name)})
        self.cells, self.before = now, dict(now)
        self.floor.update()
        self.reserved, self.asked, self.asking = {}, self.asking, {}
        self.middle, self.asking_middle = self.asking_middle, set()
        for robot in self.belief.robots.values():
            self._stopped(robot)
        self.later, self.ends = set(), {}

    def _met(self, name: str, now: Mapping[str, Cell]) -> set[Cell]:
        """Return where the others stood as a robot walked: they act one after another."""
        acted = list(now)[:list(now).index(name)]
        return {now[n] if n in acted else self.before.get(n, now[n]) for n in now if n != name}

    def _stopped(self, robot: Robot) -> None:
        """Ask for room round a robot that ran into another, and along a way that was shut."""
        wanted, by = set[Cell](), ROOM
        if robot.failure == "blocked-by-agent" and robot.last_verb in ("NavigateTo", "Move"):
            wanted = {self.cells[robot.name]}
        elif self._shut(robot):
            shut = self.shut_in[robot.name]
            shut.steps += robot.failure not in BLOCKED
            wanted, by = shut.way, self._vain(robot)
        self.middle |= wanted
        self.asked[robot.name] = self.asked.get(robot.name, set()) | _wider(wanted, by)

    def _vain(self, robot: Robot) -> int:
        """Return how many cells on both sides of its way a robot asks for."""
        waited = self.shut_in[robot.name].steps if self._shut(robot) else 0
        return min(WIDEST, waited + sum(
            v for (name, _), v in self.vain.items() if name == robot.name))

    def _shut(self, robot: Robot) -> bool:
        """Whether a robot stands where it could not leave, and the others have not moved."""
        shut = self.shut_in.get(robot.name)
        return shut is not None and shut.cell == self.cells[robot.name] and (
            shut.mates == set(self._others(robot, ())))

    def expect(self, errands: Iterable[tuple[str, Item]]) -> None:
        """Take in who will have to walk where for open tasks ("": somebody, from anywhere).

        The ways of those who carry something are known, of others only where they end.
        """
        for who, item in errands:
            goal = item.middle
            end = nearest_cells(self.floor.free, goal, (), next(iter(self.cells.values())))[0]
            way = self.floor.way(self.cells[who], item, ()) if who else [end]
            self.later |= around(around(way))
            if who:
                self.ends[who] = around([end])

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
        ahead = self._ahead(robot)
        ends = set().union(*(c for n, c in self.ends.items() if n < robot.name))
        in_place = self.cells[robot.name] in ends
        aside = (self.make_way(robot, ahead | ends)
                 if in_place or self.waits[robot.name] > 1 else None)
        return aside or Step("Idle", f"{WAIT}: the way to {item.name} is blocked")

    def beside(self, robot: Robot, step: Step, otherwise: Step) -> Step:
        """Return the step of a robot without work: what it wants unless that is in the way."""
        item = self._walked_to(step)
        if item is None:
            acts = step.action.startswith(("Open", "Close", "Put", "Pick"))
            return (None if acts else self.make_way(robot, idle=step == otherwise)) or step
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
            self.floor.free, i.middle, others, own)[0] not in free}

    def make_way(
        self, robot: Robot, reserved: set[Cell] | None = None, *, idle: bool = False
    ) -> Step | None:
        """Leave what is reserved for a place that is not; None where that does not help.

        By default that is what others reserved or asked for; then who cannot leave all of it goes
        as far from its middle as it can. Who is ``idle`` leaves where open work leads, too. Who is
        shut in tries every few steps only: those who shut it in may be waiting for it.
        """
        strict = reserved is not None
        later = self.later if idle else set[Cell]()
        reserved = self._kept(robot) if reserved is None else reserved
        here = self.cells[robot.name]
        waited = self.shut_in[robot.name].steps if self._shut(robot) else PATIENT
        if (here not in reserved and here not in later) or not waited or waited % PATIENT:
            return None
        ways = [(path[-1] in reserved, path[-1] in later,
                 -_apart(path[-1], self.middle if path[-1] in reserved else reserved | later),
                 len(path), item.name, path)
                for item in self.belief.items.values() if not item.held_by and not item.lost
                and len(path := self._way(robot, item)) > 1]
        if not ways:
            return self._leave(robot, reserved) if here in reserved and not strict else None
        in_way, awaited, apart, _, name, path = min(ways)
        if in_way and not strict and -apart <= _apart(here, self.middle):
            return self._leave(robot, self.middle) if self._begged(robot) else None
        if (in_way and strict) or (awaited and here not in reserved):
            return None
        self._take(robot, path)
        return Step(f"NavigateTo({name})", "make way")

    def _begged(self, robot: Robot) -> bool:
        """Whether others found no way so often that the guessed floor is likely to be wrong."""
        vain = max((v for (name, _), v in self.vain.items() if name != robot.name), default=0)
        return vain >= PATIENT and self.belief.step % PATIENT == 0

    def _leave(self, robot: Robot, reserved: set[Cell]) -> Step | None:
        """Walk off from where the guessed floor says nobody could have come to."""
        if len(self.floor.reached(self.cells[robot.name], ())) > PATCH and not (
                self._begged(robot)):
            return None
        there = {i.name: cell(*i.middle) for i in self.belief.items.values()
                 if not i.held_by and not i.lost}
        best = min(there, key=lambda n: (
            -_apart(there[n], reserved), math.dist(there[n], self.cells[robot.name]), n))
        return Step(f"NavigateTo({best})", "make way")

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
        vain = self._vain(robot)
        if vain and not wanted:
            wanted = line(self.cells[robot.name], cell(*item.middle))
        self.asking_middle |= wanted
        self.asking[robot.name] = _wider(wanted, min(1 + vain, WIDEST))
        return self.asking[robot.name]

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


def _wider(cells: set[Cell], by: int) -> set[Cell]:
    for _ in range(by):
        cells = around(cells)
    return cells


def _apart(place: Cell, others: Collection[Cell]) -> int:
    """Return how many cells a place is away from others, up to :data:`ROOM`."""
    return min(ROOM, min((max(abs(place[0] - x), abs(place[1] - z)) for x, z in others),
                         default=ROOM))


def line(start: Cell, end: Cell) -> set[Cell]:
    """Return the cells between two, one after the other."""
    far = max(abs(end[0] - start[0]), abs(end[1] - start[1]), 1)
    return {(start[0] + round((end[0] - start[0]) * i / far),
             start[1] + round((end[1] - start[1]) * i / far)) for i in range(far + 1)}
