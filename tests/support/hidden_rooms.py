"""Rooms with doors and keys, drawn at random: small enough to look at every hidden world."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import inf, prod
from typing import Any

from teams import world

from planner.environment import Briefing
from planner.execution.actor import Atom, Believed, Bridge, GroundAction, Unknown
from planner.turns import TurnBased

World = tuple[tuple[int, ...], frozenset[int]]
"""Where each key is, and which doors are stuck."""
PDDL = world("house")


@dataclass(frozen=True)
class Plan:
    """A house: doors join rooms (open or not), keys fit doors, each key has places it may be in.

    Each of the ``doubtful`` doors is stuck or not; ``apart``: no two keys are in one room.
    """

    rooms: int
    doors: tuple[tuple[int, int, bool], ...]
    places: tuple[tuple[int, ...], ...]
    fits: tuple[int, ...]
    goal: int
    weights: tuple[tuple[int, ...], ...] = ()
    doubtful: tuple[int, ...] = ()
    apart: bool = False

    @classmethod
    def draw(cls, rng: random.Random) -> Plan:
        rooms, keys = rng.randint(2, 6), rng.randint(1, 3)
        doors = [(rng.randrange(k), k, rng.random() < 0.6) for k in range(1, rooms)]
        doors += [(a, b, rng.random() < 0.3) for a in range(rooms) for b in range(a)
                  if (b, a) not in {d[:2] for d in doors} and rng.random() < 0.15]
        locked = [n for n, door in enumerate(doors) if not door[2]] or [*range(len(doors))]
        places = tuple(tuple(sorted(rng.sample(range(rooms), rng.randint(1, rooms))))
                       for _ in range(keys))
        return cls(rooms, tuple(doors), places,
                   tuple(rng.choice(locked) for _ in range(keys)), rng.randrange(1, rooms),
                   tuple(tuple(rng.randint(1, 4) for _ in p) for p in places),
                   tuple(d for d in range(len(doors)) if rng.random() < 0.15),
                   rng.random() < 0.3)

    @cached_property
    def worlds(self) -> dict[World, float]:
        """Return every hidden world with its probability: key places, doors that are stuck."""
        found = {}
        for rooms in product(*(range(len(p)) for p in self.places)):
            keys = tuple(p[k] for p, k in zip(self.places, rooms, strict=True))
            if self.apart and len(set(keys)) < len(keys):
                continue
            share = prod(w[k] for w, k in zip(self.weights, rooms, strict=True))
            for number in range(len(self.doubtful) + 1):
                for stuck in combinations(self.doubtful, number):
                    found[keys, frozenset(stuck)] = float(share)
        total = sum(found.values())
        return {world: share / total for world, share in found.items()}

    def reach(self, at: int, opened: frozenset[int], through: Collection[int] | None = None
              ) -> dict[int, int]:
        """Return the distance to each room through doors that are open.

        Ways lead only ``through`` these rooms, if they are given.
        """
        far, queue = {at: 0}, deque([at])
        while queue:
            here = queue.popleft()
            if through is not None and here not in through:
                continue
            for n, (a, b, free) in enumerate(self.doors):
                if (free or n in opened) and here in (a, b):
                    there = a + b - here
                    if there not in far:
                        far[there] = far[here] + 1
                        queue.append(there)
        return far

    def solvable(self, world: World) -> bool:
        keys, stuck = world
        opened = frozenset[int]()
        while True:
            near = self.reach(0, opened)
            found = {self.fits[k] for k, room in enumerate(keys) if room in near}
            new = opened | {d for d in found - stuck if {*self.doors[d][:2]} & near.keys()}
            if self.goal in near:
                return True
            if new == opened:
                return False
            opened = new


class House(TurnBased):
    """A robot sees the keys of the room it is in, and which of its doors are stuck."""

    def __init__(self, plan: Plan, world: World, max_steps: int = 80) -> None:
        self.plan, (self.keys, self.stuck) = plan, world
        super().__init__(["R"], max_steps)

    def start(self, rng: random.Random) -> None:
        self.at, self.held, self.opened = 0, set[int](), set[int]()

    def act(self, agent: str, action: str) -> str:
        name, *words = action.split()
        numbers = [int(w[1:]) for w in words]
        if name == "go":
            a, b, free = self.plan.doors[numbers[2]]
            if {a, b} != {*numbers[:2]} or self.at != numbers[0] or not (
                    free or numbers[2] in self.opened):
                return "no way"
            self.at = numbers[1]
        elif name == "take":
            if self.keys[numbers[0]] != self.at or numbers[0] in self.held:
                return "not here"
            self.held.add(numbers[0])
        elif name == "unlock":
            if self.plan.fits[numbers[0]] != numbers[1] or numbers[0] not in self.held or (
                    self.at not in self.plan.doors[numbers[1]][:2] or numbers[1] in self.stuck):
                return "locked"
            self.opened.add(numbers[1])
        return ""

    def see(self, agent: str) -> dict[str, Any]:
        return {"at": self.at, "held": sorted(self.held), "opened": sorted(self.opened),
                "keys": [k for k, room in enumerate(self.keys)
                         if room == self.at and k not in self.held],
                "stuck": sorted(d for d in self.stuck if self.at in self.plan.doors[d][:2])}

    def goals(self) -> dict[str, bool]:
        return {"there": self.at == self.plan.goal}


class Lodger(Bridge):
    """Everything is known but where the keys are."""

    pddl = PDDL

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def begin(self, briefing: Briefing, observations: Mapping[str, Any]) -> None:
        self.robots = {"r": briefing.agents[0]}
        self.left = [dict(zip(places, weights, strict=True)) for places, weights in
                     zip(self.plan.places, self.plan.weights, strict=True)]
        self.doubt = dict.fromkeys(self.plan.doubtful, 0.5)
        self.stuck = set[int]()
        self.observe(observations)

    def observe(self, observations: Mapping[str, Any]) -> None:
        (self.now,) = observations.values()
        for k, left in enumerate(self.left):
            if k in self.now["keys"]:
                self.left[k] = {self.now["at"]: 1}
            elif k not in self.now["held"]:
                left.pop(self.now["at"], None)
        self.stuck |= set(self.now["stuck"])
        for d in [d for d in self.doubt if self.now["at"] in self.plan.doors[d][:2]]:
            del self.doubt[d]

    def problem(self) -> Believed:
        plan = self.plan
        facts: set[Atom] = {("at", ("r", f"p{self.now['at']}"))}
        for n, (a, b, free) in enumerate(plan.doors):
            facts |= {("joins", (f"d{n}", f"p{x}", f"p{y}")) for x, y in ((a, b), (b, a))}
            facts |= {("open", (f"d{n}",))} if free or n in self.now["opened"] else set()
        facts |= {("fits", (f"k{k}", f"d{d}")) for k, d in enumerate(plan.fits)}
        facts |= {("stuck", (f"d{d}",)) for d in self.stuck}
        facts |= {("has", ("r", f"k{k}")) for k in self.now["held"]}
        return Believed(
            {"r": "robot", **{f"p{n}": "room" for n in range(plan.rooms)},
             **{f"d{n}": "door" for n in range(len(plan.doors))},
             **{f"k{n}": "key" for n in range(len(plan.fits))}},
            frozenset(facts), frozenset({("at", ("r", f"p{plan.goal}"))}),
            unknowns=tuple(self._unknowns()), exclude=tuple(
                frozenset({("in", (f"k{k}", f"p{p}")), ("in", (f"k{j}", f"p{p}"))})
                for p in range(plan.rooms) for k in range(len(plan.fits)) for j in range(k)
                if plan.apart))

    def possible(self) -> list[World]:
        return [w for w in self.plan.worlds if self._agrees(w)]

    def _agrees(self, world: World) -> bool:
        keys, stuck = world
        return self.stuck <= stuck <= self.stuck | self.doubt.keys() and all(
            k in self.now["held"] or room in self.left[k] for k, room in enumerate(keys))

    def _unknowns(self) -> Iterator[Unknown]:
        for k, left in enumerate(self.left):
            if k not in self.now["held"]:
                yield Unknown(f"place of k{k}", {
                    frozenset({("in", (f"k{k}", f"p{room}"))}): float(weight)
                    for room, weight in left.items()})
        if self.doubt:
            yield Unknown("what is stuck", {frozenset({("stuck", (f"d{d}",))}): chance
                                            for d, chance in self.doubt.items()}, any_number=True)

    def act(self, doing: Mapping[str, GroundAction]) -> Mapping[str, str]:
        action = doing.get("r")
        if action is None:
            return {}
        words = {"go": (1, 2, 3), "take": (1, 2), "unlock": (1, 2, 3)}[action.name]
        return {self.robots["r"]: " ".join((action.name, *(action.arguments[i] for i in words)))}

    def failed(self, robot: str) -> str:
        return str(self.now["failure"])


class Optimum:
    """The least expected number of actions of any policy, over the worlds in which it succeeds.

    Whoever knows what he has seen goes to a room not seen yet, takes a key or unlocks a door;
    nothing else is worth a step. Worlds in which the goal cannot be reached do not count.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.known: dict[Any, float] = {}

    def expected(self) -> float:
        worlds = frozenset(w for w in self.plan.worlds if self.plan.solvable(w))
        first = frozenset({0})
        return sum(self._steps(0, first, frozenset(), frozenset(), part) * self._share(part)
                   for part in self._split(worlds, 0)) / self._share(worlds)

    def _share(self, worlds: Any) -> float:
        return sum(self.plan.worlds[w] for w in worlds)

    def _split(self, worlds: frozenset[World], room: int) -> list[frozenset[World]]:
        parts: dict[Any, set[World]] = {}
        for keys, stuck in worlds:
            seen = (tuple(k for k, p in enumerate(keys) if p == room),
                    tuple(sorted(d for d in stuck if room in self.plan.doors[d][:2])))
            parts.setdefault(seen, set()).add((keys, stuck))
        return [frozenset(part) for part in parts.values()]

    def _steps(self, at: int, seen: frozenset[int], held: frozenset[int],
               opened: frozenset[int], worlds: frozenset[World]) -> float:
        key = at, seen, held, opened, worlds
        if key not in self.known:
            self.known[key] = min(self._options(*key), default=inf)
        return self.known[key]

    def _options(self, at: int, seen: frozenset[int], held: frozenset[int],
                 opened: frozenset[int], worlds: frozenset[World]) -> Iterator[float]:
        plan, total = self.plan, self._share(worlds)
        keys, stuck = next(iter(worlds))
        far = plan.reach(at, opened, seen)
        if plan.goal in far:
            yield float(far[plan.goal])
            return
        for room in far.keys() - seen:
            yield far[room] + sum(
                self._steps(room, seen | {room}, held, opened, part) * self._share(part)
                for part in self._split(worlds, room)) / total
        for k, room in enumerate(keys):  # what was seen is the same in all worlds that are left
            if room in seen and k not in held and room in far:
                yield far[room] + 1 + self._steps(room, seen, held | {k}, opened, worlds)
        for d in {plan.fits[k] for k in held} - opened:
            ends = [r for r in plan.doors[d][:2] if r in far and r in seen]
            if ends and d not in stuck and not plan.doors[d][2]:
                for end in ends:
                    yield far[end] + 1 + self._steps(end, seen, held, opened | {d}, worlds)
