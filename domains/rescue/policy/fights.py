"""Jobs that fight fires: fetch units, go from stand to stand, splash.

A trip serves stands of one supply and fetches all its units first.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from domains.rescue.belief.blaze import Stand
from domains.rescue.belief.knowledge import Knowledge
from domains.rescue.belief.limits import fires
from domains.rescue.policy.assignment import AHEAD, Assignment, in_place, spared
from domains.rescue.schedule import Job
from domains.rescue.world.rules import CAPACITY, INTERACT

MANY = 6
"""Robots, and stands of one supply, up to which every combination of jobs is considered."""
Fight = tuple[Job, Assignment]


def fights(know: Knowledge, stuck: Mapping[str, None]) -> Iterator[Fight]:
    """Yield the jobs for everything that burns; ``stuck`` robots can begin none of them."""
    by_supply: dict[str, list[Stand]] = {}
    for blaze in fires(know):
        by_supply.setdefault(blaze.supply, []).extend(blaze.stands(AHEAD))
    for supply, stands in sorted(by_supply.items()):
        if supply not in know.sources:
            continue
        goal = {s: f"stand:{supply}:{i}" for i, s in enumerate(stands)}
        for group in (*zip(stands), *combinations(stands, 2)):
            for way, trip in enumerate(_trips(know, group)):
                if _units(trip) <= CAPACITY or len(trip) == 1:
                    yield _single(know, stuck, supply, trip, way, [goal[s] for s in group])


def _units(trip: Sequence[Stand]) -> int:
    return sum(s.units for s in trip)


def _single(know: Knowledge, stuck: Mapping[str, None], supply: str, trip: tuple[Stand, ...],
            way: int, goals: Sequence[str]) -> Fight:
    """Return a trip by way of the reservoir."""
    name = f"fight:{'+'.join(goals)}:{way}"
    assignment = Assignment("fight", supply, trip)
    job = _fight(know, stuck, name, assignment, frozenset(goals))
    deadline = min(min((s.deadline, *s.growth[:1])) for s in trip) - know.step
    return replace(job, deadline=deadline, growth=_growth(trip, know.step)), assignment


def _growth(trip: tuple[Stand, ...], now: int) -> tuple[int, ...]:
    """Return the ends after which a trip takes one step more; another fetch counts four."""
    room = CAPACITY - _units(trip)
    times = sorted(g - now for s in trip for g in s.growth)
    return tuple(t for i, t in enumerate(times) for _ in range(1 if i < room else 4))


def _trips(know: Knowledge, group: tuple[Stand, ...]) -> Iterator[tuple[Stand, ...]]:
    """Yield ways to serve a group: one stand after the other, or one stand for all."""
    yield group
    if len({s.fire for s in group}) > 1:
        return
    blaze = know.blazes[group[0].fire]
    shared = blaze.together(group) if len(group) > 1 else None
    if shared is not None:
        yield (shared,)


def _fight(know: Knowledge, stuck: Mapping[str, None], name: str, assignment: Assignment,
           goals: frozenset[str]) -> Job:
    """Return the job of a trip by way of the reservoir."""
    supply = assignment.supply
    source, cell = know.sources[supply]
    navigation = f"NavigateTo({source})"
    units = min(assignment.units, CAPACITY)
    visits = sum(s.access + min(s.units, CAPACITY) for s in assignment.stands)
    beside = any(math.dist(s.cell, cell) <= INTERACT for s in assignment.stands)
    credited = navigation in know.done
    go = 0 if credited and beside else 1
    plain = go + units + visits
    first: dict[str, int | None] = dict.fromkeys(stuck)
    for robot in know.robots.values():
        if robot.name in stuck:
            continue
        held = robot.held[supply]
        now = sum(know.blazes[s.fire].units(s, 0) if in_place(robot.cell, s) else s.units
                  for s in assignment.stands)
        short = max(0, min(now, CAPACITY) - held)
        full = sum(robot.held.values()) + short > CAPACITY
        steps, leaves = visits, 0
        if short or not credited:
            near = robot.near(cell) or not short
            leaves = 0 if near and credited else go
            steps += short + leaves + (1 if full else 0)
        if not leaves:
            steps -= max(spared(know, robot, s) for s in assignment.stands)
        if steps != plain:
            first[robot.name] = steps
    return Job(name, plain, covers=goals | ({navigation} - know.done), first=first)
