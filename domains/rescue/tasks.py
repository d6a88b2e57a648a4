"""From knowledge to jobs for the scheduler.

A *fight* fetches units of one supply and splashes one or more stands; a *rescue* brings one
person home with two robots; *prepare* fetches units for a fire
nobody has noticed yet; an *errand* executes what the subtasks ask for and nothing else implies.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise

from domains.rescue.blaze import Stand
from domains.rescue.knowledge import Knowledge, PersonView, RobotView
from domains.rescue.rules import CAPACITY, INTERACT
from planner.schedule import Job, ScheduleProblem

__all__ = ["Assignment", "Compiled", "compile_jobs"]

MANY = 6
"""Stands of one supply up to which every combination is considered."""
AHEAD = 2
"""Ticks by which fires are predicted when units are counted."""


@dataclass(frozen=True)
class Assignment:
    """What a job means: its kind and what it is about.

    A ``local`` fight fetches without going to the reservoir: from a stand within its reach.
    """

    kind: str
    supply: str = ""
    stands: tuple[Stand, ...] = ()
    target: str = ""
    local: bool = False

    @property
    def units(self) -> int:
        """Return the units of supply the stands need."""
        return sum(s.units for s in self.stands)

    def __str__(self) -> str:
        if self.kind == "fight":
            return "fight " + ", ".join(f"{s.fire} at {s.cell} x{s.units}" for s in self.stands)
        return f"{self.kind} {self.target}".strip()


@dataclass
class Compiled:
    """A scheduling problem with the meaning of its jobs."""

    problem: ScheduleProblem
    meaning: dict[str, Assignment] = field(default_factory=dict)


def compile_jobs(know: Knowledge, searching: frozenset[str] = frozenset()) -> Compiled:
    """Turn what is left to do into jobs.

    The robots in ``searching`` search in the step to come, so they are free one step later.
    People not found yet are supposed to be found by then.
    """
    jobs: list[Job] = []
    meaning: dict[str, Assignment] = {}
    stuck = _stuck(know)
    for job, assignment in (*_fights(know, stuck), *_prepare(know, stuck),
                            *_rescues(know, stuck)):
        jobs.append(job)
        meaning[job.name] = assignment
    covered = {g for j in jobs for g in j.covers}
    for job, assignment in _errands(know, covered, stuck):
        jobs.append(job)
        meaning[job.name] = assignment
    problem = ScheduleProblem(know.agents, tuple(jobs), worked=know.worked,
                              ready=dict.fromkeys(searching, 1))
    return Compiled(problem, meaning)


def _stuck(know: Knowledge) -> dict[str, None]:
    """Return the robots that hold a person: they can begin nothing else."""
    return {r.name: None for r in know.robots.values() if r.holding}


def _fights(know: Knowledge, stuck: dict[str, None]) -> Iterator[tuple[Job, Assignment]]:
    by_supply: dict[str, list[Stand]] = {}
    for blaze in know.blazes.values():
        by_supply.setdefault(blaze.supply, []).extend(blaze.stands(AHEAD))
    for supply, stands in sorted(by_supply.items()):
        if supply not in know.sources:
            continue
        number = {s: i for i, s in enumerate(stands)}
        for group in _groups(stands, len(know.agents)):
            for way, trip in enumerate(_trips(know, group)):
                units = sum(s.units for s in trip)
                if units > CAPACITY and len(trip) > 1:
                    continue
                goals = {f"stand:{supply}:{number[s]}" for s in group}
                name = f"fight:{supply}:" + "+".join(str(number[s]) for s in group)
                name += f":{way}"
                deadline = min(min((s.deadline, *s.growth[:1])) for s in trip) - know.step
                growth = _growth(trip, know.step)
                for local in (False, True):
                    assignment = Assignment("fight", supply, trip, local=local)
                    job = _fight(know, stuck, name, assignment, frozenset(goals))
                    if job is not None:
                        yield replace(job, deadline=deadline, growth=growth), assignment


def _growth(trip: tuple[Stand, ...], now: int) -> tuple[int, ...]:
    """Return the ends after which a trip takes one step more; another fetch counts four."""
    room = CAPACITY - sum(s.units for s in trip)
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


def _trips(know: Knowledge, group: tuple[Stand, ...]) -> Iterator[tuple[Stand, ...]]:
    """Yield ways to serve a group: one stand after the other, or one stand for all."""
    yield group
    if len(group) > 1 and len({s.fire for s in group}) == 1:
        shared = know.blazes[group[0].fire].together(group)
        if shared is not None:
            yield (shared,)
        elif len(group) == 3:
            for rest in group:
                pair = know.blazes[rest.fire].together([s for s in group if s is not rest])
                if pair is not None:
                    yield (pair, rest)


def _fight(know: Knowledge, stuck: dict[str, None], name: str, assignment: Assignment,
           goals: frozenset[str]) -> Job | None:
    """Return the job of a trip: by way of the reservoir, or (local) without going there."""
    source, cell = know.sources[assignment.supply]
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
        held = robot.held[assignment.supply]
        now = sum(know.blazes[s.fire].units(s, 0) if in_place(robot, s) else s.units
                  for s in assignment.stands)
        short = max(0, min(now, CAPACITY) - held)
        full = sum(robot.held.values()) + short > CAPACITY
        steps = visits - max(_spared(know, robot, s) for s in assignment.stands)
        if short or not credited:
            near = robot.near(cell) or not short
            steps += short + (0 if near and credited else go) + (1 if full else 0)
        if steps != plain:
            first[robot.name] = steps
        if assignment.local and not beside and short and not robot.near(cell):
            first[robot.name] = None
    if not assignment.local:
        return Job(name, plain, covers=goals | {navigation}, first=first)
    if beside:
        return Job(f"{name}:local", plain, covers=goals, first=first)
    able = {r: n for r, n in first.items() if n is not None}
    return Job(f"{name}:local", {}, covers=goals, first=able) if able else None


def _spared(know: Knowledge, robot: RobotView, stand: Stand) -> int:
    """Return the steps of a visit that a robot saves because it is near the stand already."""
    if in_place(robot, stand):
        return stand.access + stand.units - know.blazes[stand.fire].units(stand, 0)
    walk = abs(robot.cell[0] - stand.cell[0]) + abs(robot.cell[1] - stand.cell[1])
    return max(0, stand.access - walk)


def in_place(robot: RobotView, stand: Stand) -> bool:
    """Say whether a robot can splash all of a stand's cells from where it is."""
    x, y = robot.cell
    return all(abs(x - cx) <= 1 and abs(y - cy) <= 1 for cx, cy in stand.cells)


def _prepare(know: Knowledge, stuck: dict[str, None]) -> Iterator[tuple[Job, Assignment]]:
    """Yield jobs that fetch units for fires not noticed yet."""
    hidden = know.unnoticed()
    crews = max(1, len(know.agents) // (2 * len(hidden))) if hidden else 0
    for fire in hidden:
        supply = know.supplies[know.fire_kinds[fire]]
        source = know.sources[supply][0]
        for crew in range(crews):
            first: dict[str, int | None] = dict.fromkeys(stuck)
            for robot in know.robots.values():
                held = robot.held[supply]
                if robot.name not in stuck and held:
                    first[robot.name] = 6 - held + (0 if held == CAPACITY else 1)
            name = f"prepare:{fire}:{crew}"
            covers = frozenset({name, f"NavigateTo({source})", f"GetSupply({source})"})
            yield (Job(name, 7, covers=covers, first=first),
                   Assignment("prepare", supply, target=fire))


def _rescues(know: Knowledge, stuck: dict[str, None]) -> Iterator[tuple[Job, Assignment]]:
    for name, person in know.people.items():
        if person.delivered:
            continue
        first: dict[str, int | None] = {}
        for robot in know.robots.values():
            if robot.name in stuck and robot.holding != name:
                first[robot.name] = None
            else:
                first[robot.name] = _way_home(know, robot, person)
        goals = {f"bring:{name}", f"NavigateTo({know.deposit[0]})", f"NavigateTo({name})"}
        yield (Job(f"rescue:{name}", 4, robots=max(person.load, len(person.holders)),
                   covers=frozenset(goals), first=first,
                   release=0 if person.cell else 1,
                   needs=frozenset(person.holders)), Assignment("rescue", target=name))


def _way_home(know: Knowledge, robot: RobotView, person: PersonView) -> int:
    """Return the steps a robot still needs until it has dropped the person off."""
    deposit, cell = know.deposit, person.cell
    at_home = robot.near(deposit[1]) and f"NavigateTo({deposit[0]})" in know.done
    if robot.holding:
        return 1 if at_home else 2
    close = cell is not None and robot.near(cell, person.reach) and (
        f"NavigateTo({person.name})" in know.done)
    return (1 if close else 2) + (1 if close and at_home else 2)


def _errands(
    know: Knowledge, covered: set[str], stuck: dict[str, None]
) -> Iterator[tuple[Job, Assignment]]:
    """Yield what only has to be executed once, and no other job brings about."""
    first: dict[str, int | None] = dict.fromkeys(stuck)
    fighting = {s.fire for b in know.blazes.values() for s in b.stands(AHEAD)}
    for subtask in know.open():
        verb, _, rest = subtask.partition("(")
        thing = rest.rstrip(")").split(",")[0]
        if subtask in covered or thing in fighting or verb in ("EndFire", "Spot", "Carry",
                                                              "DropOff"):
            continue
        if thing in know.people or thing in know.unnoticed():
            continue
        if verb == "GetSupply" and any(c.startswith("stand:") for c in covered):
            continue
        near = verb == "GetSupply" and f"NavigateTo({thing})" in know.done
        length = {"NavigateTo": 1, "GetSupply": 2, "UseSupply": 4}[verb]
        early = dict(first)
        if near:
            cell = next(c for n, c in know.sources.values() if n == thing)
            early |= {r.name: 1 for r in know.robots.values()
                      if r.name not in stuck and r.near(cell)}
        yield (Job(f"errand:{subtask}", length, covers=frozenset({subtask}), first=early),
               Assignment("errand", target=subtask))
