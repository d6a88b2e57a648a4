"""Jobs that fight fires: fetch units, go from stand to stand, splash.

A trip of one supply fetches all its units first. Where two reservoirs matter a *mixed* trip
serves stands of both kinds; if both are in reach from where NavigateTo leads, that takes one
way less. A *helped* trip has a stand that is reached in one step because a team mate occupies
the named cell, so that NavigateTo leads beside it; a *led* trip one beside a held person.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise, permutations

from domains.rescue.belief.blaze import Stand
from domains.rescue.belief.knowledge import Knowledge
from domains.rescue.belief.limits import fires
from domains.rescue.policy.assignment import AHEAD, Assignment, in_place, spared
from domains.rescue.schedule import Job
from domains.rescue.world.rules import CAPACITY, INTERACT
from domains.rescue.world.scene import Cell

__all__ = ["MANY", "fights"]

MANY = 6
"""Stands of one supply up to which every combination is considered."""
Fight = tuple[Job, Assignment]


def fights(know: Knowledge, stuck: Mapping[str, None], helped: bool, lead: str = ""
           ) -> Iterator[Fight]:
    """Yield the jobs for everything that burns; ``stuck`` robots can begin none of them.

    With ``helped`` there are trips, too, for which a team mate has to be in the right place;
    with ``lead`` those for which the person of that name has to be held there.
    """
    by_supply: dict[str, list[Stand]] = {}
    for blaze in fires(know):
        by_supply.setdefault(blaze.supply, []).extend(blaze.stands(AHEAD))
    goal: dict[Stand, str] = {}
    for supply, stands in sorted(by_supply.items()):
        if supply not in know.sources:
            continue
        goal |= {s: f"stand:{supply}:{i}" for i, s in enumerate(stands)}
        for group in _groups(stands, len(know.agents)):
            for way, trip in enumerate(_led(know, _trips(know, group, helped), lead)):
                if _units(trip) <= CAPACITY or len(trip) == 1:
                    yield from _single(know, stuck, supply, group, trip, way, goal)
    if len(by_supply) > 1 and len(goal) <= MANY and _scarce(know, len(goal)):
        yield from _mixed(know, stuck, goal, helped, lead)


def _scarce(know: Knowledge, stands: int) -> bool:
    """Say whether robots are fewer than stands and hands to carry people.

    While somebody is missing mixed trips only count if not even every stand has its robot and
    one is left to search: they make the plan a good deal longer to find.
    """
    hands = sum(p.load for p in know.people.values() if not p.delivered)
    return len(know.agents) < stands + (1 if know.missing() else hands)


def _units(trip: Sequence[Stand]) -> int:
    return sum(s.units for s in trip)


def _single(know: Knowledge, stuck: Mapping[str, None], supply: str, group: tuple[Stand, ...],
            trip: tuple[Stand, ...], way: int, goal: Mapping[Stand, str]) -> Iterator[Fight]:
    """Yield a trip of one supply: by way of the reservoir, or fetching from a stand."""
    name = "fight:" + "+".join(goal[s] for s in group) + f":{way}"
    for local in (False, True):
        assignment = Assignment("fight", (supply,), trip, local=local)
        job = _fight(know, stuck, name, assignment, frozenset(goal[s] for s in group))
        if job is not None:
            yield _timed(job, know, trip), assignment


def _timed(job: Job, know: Knowledge, trip: tuple[Stand, ...]) -> Job:
    deadline = min(min((s.deadline, *s.growth[:1])) for s in trip) - know.step
    return replace(job, deadline=deadline, growth=_growth(trip, know.step))


def _growth(trip: tuple[Stand, ...], now: int) -> tuple[int, ...]:
    """Return the ends after which a trip takes one step more; another fetch counts four."""
    room = CAPACITY - _units(trip)
    times = sorted(g - now for s in trip for g in s.growth)
    return tuple(t for i, t in enumerate(times) for _ in range(1 if i < room else 4))


def _groups(stands: list[Stand], robots: int) -> Iterator[tuple[Stand, ...]]:
    for stand in stands:
        yield (stand,)
    if len(stands) <= MANY:
        for size in (2, 3):
            yield from combinations(stands, size)
    elif 2 * len(stands) > robots:
        for one, two in pairwise(stands):
            if one.fire == two.fire:
                yield (one, two)


def _trips(know: Knowledge, group: tuple[Stand, ...], helped: bool
           ) -> Iterator[tuple[Stand, ...]]:
    """Yield ways to serve a group: one stand after the other, or one stand for all."""
    yield group
    if len({s.fire for s in group}) > 1:
        return
    blaze = know.blazes[group[0].fire]
    shared = group[0] if len(group) == 1 else blaze.together(group)
    if shared is not None:
        if len(group) > 1:
            yield (shared,)
        beside = blaze.beside(shared) if helped else None
        if beside is not None:
            yield (beside,)
    elif len(group) == 3:
        for rest in group:
            pair = blaze.together([s for s in group if s is not rest])
            if pair is not None:
                yield (pair, rest)


def _fight(know: Knowledge, stuck: Mapping[str, None], name: str, assignment: Assignment,
           goals: frozenset[str]) -> Job | None:
    """Return the job of a trip: by way of the reservoir, or (local) without going there."""
    supply = assignment.supplies[0]
    source, cell = know.sources[supply]
    navigation = f"NavigateTo({source})"
    units = min(assignment.units, CAPACITY)
    visits = sum(s.access + min(s.units, CAPACITY) for s in assignment.stands)
    beside = any(math.dist(s.cell, cell) <= INTERACT for s in assignment.stands)
    if assignment.local and navigation in know.done:
        return None
    credited = navigation in know.done or assignment.local
    go = 0 if credited and beside else 1
    plain = go + units + visits
    first: dict[str, int | None] = dict.fromkeys(stuck)
    for robot in know.robots.values():
        if robot.name in stuck:
            continue
        held = robot.held[supply]
        now = sum(know.blazes[s.fire].units(s, 0) if in_place(robot, s) else s.units
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
        if assignment.local and not beside and short and not robot.near(cell):
            first[robot.name] = None
    if not assignment.local:
        return Job(name, plain, covers=goals | ({navigation} - know.done), first=first)
    if beside:
        return Job(f"{name}:local", plain, covers=goals, first=first)
    able = {r: n for r, n in first.items() if n is not None}
    return Job(f"{name}:local", {}, covers=goals, first=able) if able else None


def _led(know: Knowledge, trips: Iterator[tuple[Stand, ...]], lead: str
         ) -> Iterator[tuple[Stand, ...]]:
    """Yield trips, and each with one stand reached last by way of the held person ``lead``."""
    for trip in trips:
        yield trip
        for i, stand in enumerate(trip if lead else ()):
            beside = know.blazes[stand.fire].led(stand, lead)
            if beside is not None:
                yield (*trip[:i], *trip[i + 1:], beside)


def _mixed(know: Knowledge, stuck: Mapping[str, None], goal: Mapping[Stand, str], helped: bool,
           lead: str) -> Iterator[Fight]:
    """Yield trips with units of two supplies, to stands of both, in the order that fits best."""
    supply = {s: know.blazes[s.fire].supply for s in goal}
    for size in (2, 3):
        for group in combinations(goal, size):
            if len({supply[s] for s in group}) != 2:
                continue
            goals = frozenset(goal[s] for s in group)
            trips = _both(know, group, supply, helped)
            for way, trip in enumerate(_led(know, trips, lead)):
                if _units(trip) > CAPACITY:
                    continue
                name = "fight:" + "+".join(sorted(goals)) + f":mixed{way}"
                route, legs = _route(know, tuple(dict.fromkeys(supply[s] for s in group)))
                assignment = Assignment("fight", route, trip)
                yield _timed(_mixed_job(know, stuck, name, assignment, goals, legs), know,
                             trip), assignment


def _both(know: Knowledge, group: tuple[Stand, ...], supply: Mapping[Stand, str], helped: bool
          ) -> Iterator[tuple[Stand, ...]]:
    """Yield orders of a mixed group; two stands of one fire may be served as one."""
    kinds = [[s for s in group if supply[s] == kind] for kind in sorted(set(supply.values()))]
    for one, two in permutations(kinds):
        for first in _trips(know, tuple(one), helped):
            for second in _trips(know, tuple(two), helped):
                yield (*first, *second)


def _route(know: Knowledge, supplies: tuple[str, ...]) -> tuple[tuple[str, ...], int]:
    """Return the order in which to fetch two supplies, and the ways that takes."""
    one, two = supplies
    if math.dist(_landing(know, one), know.sources[two][1]) <= INTERACT:
        return (one, two), 1
    if math.dist(_landing(know, two), know.sources[one][1]) <= INTERACT:
        return (two, one), 1
    return (one, two), 2


def _landing(know: Knowledge, supply: str) -> Cell:
    """Return the cell where NavigateTo a reservoir leads if no robot stands there."""
    x, y = know.sources[supply][1]
    taken = {cell for _, cell in (*know.sources.values(), know.deposit)}
    taken |= {p.cell for p in know.people.values() if p.cell is not None and not p.delivered}
    around = ((x - 1, y), (x, y - 1), (x, y + 1), (x + 1, y))
    return next((c for c in around if c not in taken and know.sight.inside(c)), around[0])


def _mixed_job(know: Knowledge, stuck: Mapping[str, None], name: str, assignment: Assignment,
               goals: frozenset[str], legs: int) -> Job:
    supply = {s: know.blazes[s.fire].supply for s in assignment.stands}
    visits = sum(s.access + s.units for s in assignment.stands)
    plain = legs + _units(assignment.stands) + visits
    navigations = {f"NavigateTo({know.sources[s][0]})" for s in assignment.supplies[:legs]}
    first: dict[str, int | None] = dict.fromkeys(stuck)
    for robot in know.robots.values():
        if robot.name in stuck:
            continue
        short = {kind: max(0, sum(s.units for s in assignment.stands if supply[s] == kind)
                           - robot.held[kind]) for kind in assignment.supplies}
        steps = visits + sum(short.values())
        steps += 1 if sum(robot.held.values()) + sum(short.values()) > CAPACITY else 0
        cell = robot.cell
        for kind in assignment.supplies:
            source, place = know.sources[kind]
            near = math.dist(cell, place) <= INTERACT
            new = f"NavigateTo({source})" in navigations - know.done
            if new or (short[kind] and not near):
                steps, cell = steps + 1, _landing(know, kind)
        if cell == robot.cell:
            steps -= max(spared(know, robot, s) for s in assignment.stands)
        if steps != plain:
            first[robot.name] = steps
    return Job(name, plain, covers=goals | (navigations - know.done), first=first)
