"""The state of a search-and-rescue world and what its clock does; actions are in ``actions``.

Whole numbers and flat lists only: a joint step of three robots costs tens of microseconds.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field

from domains.rescue.world.fire import Fire, generate
from domains.rescue.world.rules import CAPACITY, HOLDERS
from domains.rescue.world.scene import Cell, PersonSpec, Scene, agent_names
from domains.rescue.world.visibility import seen_from, square_side
from planner.errors import InputError


@dataclass
class Robot:
    """One agent: cell, held supplies, the person it holds.

    ``searched_new`` is set when it sees ground that no robot had seen before, where a person who
    was missing at the beginning of the joint step could have been.
    """

    name: str
    index: int
    x: int
    y: int
    held: dict[str, int] = field(default_factory=lambda: {"Sand": 0, "Water": 0})
    person: Person | None = None
    direction: tuple[int, int] | None = None
    searched_new: bool = False

    def load(self) -> int:
        """Return the held units; a person counts as many as the capacity."""
        return CAPACITY if self.person else self.held["Sand"] + self.held["Water"]


@dataclass
class Person:
    """One missing person; ``holders`` and ``registered`` are agent indices in order.

    ``searched`` is the set of squares (:mod:`domains.rescue.world.visibility`) where it would have
    been seen, had it been there, by the end of the joint step in which it was spotted.
    """

    spec: PersonSpec
    name: str
    x: int
    y: int
    radius: float
    reach: int
    needed: int
    spotted: bool = False
    searched: int = 0
    delivered: bool = False
    holders: list[int] = field(default_factory=list)
    registered: list[int] = field(default_factory=list)

    def grabbed(self) -> bool:
        """Say whether enough agents hold the person to move it."""
        return len(self.holders) >= self.needed


@dataclass
class Store:
    """A reservoir or a deposit with its stock (reservoirs are unlimited)."""

    name: str
    x: int
    y: int
    supply: str
    stock: dict[str, int] = field(default_factory=lambda: {"Sand": 0, "Water": 0, "Person": 0})


class World:
    """A running world."""

    def __init__(self, scene: Scene, agents: int, seed: int) -> None:
        self.scene = scene
        self.rules = scene.rules
        self.width, self.height = scene.width, scene.height
        self.ground = (scene.width, scene.height, scene.walls)
        self.side = square_side(scene.width, scene.height)
        self.blocked = bytearray(self.width * self.height)
        for x, y in scene.walls:
            self.blocked[y * self.width + x] += 1
        self.reservoirs = [Store(p.name, *p.at, self.rules.supply_of[p.kind])
                           for p in scene.reservoirs]
        self.deposits = [Store(p.name, *p.at, "") for p in scene.deposits]
        for store in self.reservoirs + self.deposits:
            self.block(store.x, store.y)
        self.fires: list[Fire] = [generate(spec, seed) for spec in scene.fires]
        place = random.Random(f"{seed}/places")
        self.persons = [self._person(spec, place) for spec in scene.persons]
        self.robots = self._team(agents, place)
        self.missing = list(self.persons)
        self.stores = {s.name: s for s in self.reservoirs + self.deposits}
        self.fire_by_name = {f.name: f for f in self.fires}
        self.region_by_name = {r.name: (f, r) for f in self.fires for r in f.regions}
        self.person_by_name = {p.name: p for p in self.persons}
        self.robot_by_name = {r.name: r for r in self.robots}
        self.explore_rng = random.Random(f"{seed}/explore")
        self.failure_rng = random.Random(f"{seed}/failure")
        self.acted: set[int] = set()
        self.ticks = 0
        self.steps = 0
        self.awake = [not self.rules.fire_wait] * len(self.fires)

    def block(self, x: int, y: int) -> None:
        """Put a collidable object on a cell."""
        self.blocked[y * self.width + x] += 1

    def unblock(self, x: int, y: int) -> None:
        """Take a collidable object from a cell."""
        self.blocked[y * self.width + x] -= 1

    def place(self, moved: Robot | Person, x: int, y: int) -> None:
        """Put a robot or a person on a cell."""
        self.unblock(moved.x, moved.y)
        moved.x, moved.y = x, y
        self.block(x, y)

    def free(self, x: int, y: int) -> bool:
        """Say whether a cell is inside the grid and without a collidable object."""
        inside = 0 <= x < self.width and 0 <= y < self.height
        return inside and not self.blocked[y * self.width + x]

    def fires_noticed(self) -> bool:
        """Say whether the fires are already in the observations."""
        return self.steps >= self.rules.unnoticed

    def refresh(self, robot: Robot) -> None:
        """Spot the people this robot sees from where it stands."""
        x, y, side = robot.x, robot.y, self.side
        for person in self.missing:
            area = seen_from(x // side, y // side, person.spec.find_probability, self.width,
                             self.height, side)
            if area & ~person.searched:
                person.searched |= area
                robot.searched_new = True
            seen = (x - person.x) ** 2 + (y - person.y) ** 2 <= person.reach**2
            if not person.spotted and (seen or self.rules.people_known):
                person.spotted = True
        if not all(self.awake):
            for i, fire in enumerate(self.fires):
                if math.dist(fire.position, (x, y)) <= fire.radius:
                    self.awake[i] = True

    def begin_step(self) -> None:
        """Forget about people spotted in earlier steps: nobody looks for them any more.

        What was in view before anybody acted is not a merit of the first action.
        """
        if self.missing:
            for robot in self.robots:
                robot.searched_new = False
            self.missing = [p for p in self.missing if not p.spotted]

    def turn(self, robot: Robot) -> None:
        """Note that a robot has acted; the world ticks once all have."""
        self.acted.add(robot.index)
        if len(self.acted) == len(self.robots):
            self.acted.clear()
            self.tick()

    def tick(self) -> None:
        """Let one world tick pass: fires in scene order, then people."""
        self.ticks += 1
        for awake, fire in zip(self.awake, self.fires, strict=True):
            if awake:
                fire.tick()
        for person in self.persons:
            if person.holders and person.grabbed() and not person.delivered:
                first = self.robots[person.holders[0]]
                if (person.x, person.y) != (first.x, first.y):
                    self.place(person, first.x, first.y)

    def _person(self, spec: PersonSpec, place: random.Random) -> Person:
        if self.rules.random_people:
            spec = PersonSpec(spec.name, self._empty(place), spec.find_probability,
                              spec.extra_load)
        radius = spec.radius(self.width, self.height)
        self.block(*spec.at)
        return Person(spec, spec.name, *spec.at, radius, int(radius), HOLDERS + spec.extra_load)

    def _team(self, agents: int, place: random.Random) -> list[Robot]:
        starts = [] if self.rules.random_people else list(self.scene.starts[:agents])
        for x, y in starts:
            self.block(x, y)
        while len(starts) < agents:
            cell = self._empty(place)
            self.block(*cell)
            starts.append(cell)
        names = agent_names(agents)
        return [Robot(n, i, *c) for i, (n, c) in enumerate(zip(names, starts, strict=True))]

    def _empty(self, place: random.Random) -> Cell:
        free = self.blocked.count(0)
        if not free:
            raise InputError(f"scene '{self.scene.name}' has no free cell left")
        index = -1
        for _ in range(place.randrange(free) + 1):
            index = self.blocked.index(0, index + 1)
        return index % self.width, index // self.width
