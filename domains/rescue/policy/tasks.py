"""From knowledge to jobs, but for fights (``dispatch``).

A *rescue* brings one person home with two robots; *prepare* fetches units for a fire nobody has
noticed yet; an *errand* executes what the subtasks ask for and nothing else implies.
"""

from __future__ import annotations

from collections.abc import Iterator

from domains.rescue.belief.knowledge import Knowledge, PersonView, RobotView
from domains.rescue.belief.limits import fires, limits
from domains.rescue.policy.assignment import Assignment, Job
from domains.rescue.world.rules import CAPACITY

RESCUE_STEPS = 4
"""Steps to bring somebody home from anywhere: go there, carry, go home, drop."""
IMPLIED = ("EndFire", "Spot", "Carry", "DropOff")
"""Subtasks that follow from what is done anyway."""
KEEP_READY = 14
"""Steps for which robots wait with full hands for fires that nobody has noticed yet."""


def other_jobs(know: Knowledge, covered: set[str]) -> Iterator[Job]:
    """Yield everything but fights; ``covered`` are the subtasks that those do."""
    stuck = _stuck(know)
    for job in (*_prepare(know, stuck), *_rescues(know, stuck)):
        covered = covered | job.covers
        yield job
    yield from _errands(know, covered, stuck)


def _stuck(know: Knowledge) -> dict[str, None]:
    """Return the robots that hold a person: they can begin nothing else."""
    return {r.name: None for r in know.robots.values() if r.holding}


def _prepare(know: Knowledge, stuck: dict[str, None]) -> Iterator[Job]:
    """Yield jobs that fetch units for fires not noticed yet, for crews that have none."""
    crews = _crews(know)
    full = [s for r in know.robots.values() if r.name not in stuck
            for s, units in r.held.items() if units == CAPACITY]
    for fire in know.unnoticed():
        supply = know.supplies[know.fire_kinds[fire]]
        if supply not in know.sources:
            continue
        source, cell = know.sources[supply]
        for _crew in range(crews):
            if supply in full:
                full.remove(supply)
                continue
            first: dict[str, int | None] = dict.fromkeys(stuck)
            for robot in know.robots.values():
                held, load = robot.held[supply], sum(robot.held.values())
                if robot.name not in stuck and load:
                    first[robot.name] = max(1, (not robot.near(cell)) + CAPACITY - held + (
                        held < load))
            covers = frozenset({f"NavigateTo({source})", f"GetSupply({source})"})
            yield Job(Assignment("prepare", supply, target=fire), 1 + CAPACITY, covers=covers,
                      first=first)


def _crews(know: Knowledge) -> int:
    """Return how many robots get ready for each fire not noticed yet."""
    hidden = len(know.unnoticed())
    return max(1, len(know.agents) // (2 * hidden)) if hidden else 0


def _rescues(know: Knowledge, stuck: dict[str, None]) -> Iterator[Job]:
    """Yield a job per person.

    Carrying somebody costs a robot its units, so those ready for a fire that may be noticed any
    moment are left out; not for ever, since a fire seen very late can't be stopped anyway.
    """
    kept = know.step < KEEP_READY and bool(know.unnoticed())
    spare = len(know.agents) - _crews(know) * len(know.unnoticed())
    beyond = limits(know)
    for name, person in know.people.items():
        waits = kept and spare < person.load and not person.holders
        if person.delivered or name in beyond or waits:
            continue
        first: dict[str, int | None] = {}
        for robot in know.robots.values():
            ready = kept and CAPACITY in robot.held.values()
            if ready or (robot.name in stuck and robot.holding != name):
                first[robot.name] = None
            else:
                first[robot.name] = _way_home(know, robot, person)
        goals = {f"NavigateTo({know.deposit[0]})", f"NavigateTo({name})"}
        hands = max(person.load, len(person.holders))
        place = person.cell or know.deposit[1]
        steps = RESCUE_STEPS - 2 + 2 * know.way(place, know.deposit[1])
        yield Job(Assignment("rescue", target=name), steps, robots=hands, first=first,
                  covers=frozenset(goals), release=0 if person.cell else 1,
                  needs=frozenset(person.holders))


def _way_home(know: Knowledge, robot: RobotView, person: PersonView) -> int:
    """Return the steps a robot still needs until it has dropped the person off."""
    deposit, cell = know.deposit, person.cell
    at_home = robot.near(deposit[1]) and f"NavigateTo({deposit[0]})" in know.done
    if robot.holding:
        return 1 if at_home else 1 + know.way(robot.cell, deposit[1])
    close = cell is not None and robot.near(cell, person.reach) and (
        f"NavigateTo({person.name})" in know.done)
    if cell is None:
        return RESCUE_STEPS
    if close:
        return 1 + (1 if at_home else 1 + know.way(robot.cell, deposit[1]))
    return 2 + know.way(robot.cell, cell) + know.way(cell, deposit[1])


def _errands(
    know: Knowledge, covered: set[str], stuck: dict[str, None]
) -> Iterator[Job]:
    """Yield what only has to be executed once, and no other job brings about."""
    first: dict[str, int | None] = dict.fromkeys(stuck)
    beyond = limits(know)
    burning = {b.name for b in know.blazes.values() if b.level}
    for subtask in know.open():
        verb, _, rest = subtask.partition("(")
        thing = rest.rstrip(")").split(",")[0]
        if not thing or subtask in covered or thing in burning or verb in IMPLIED:
            continue
        if thing in know.unnoticed() or (thing in know.people and (
            thing not in beyond or know.people[thing].cell is None
        )):
            continue
        if know.walls_block and thing in beyond:
            continue
        if verb == "UseSupply" and know.blazes[thing].supply not in know.sources:
            continue
        if verb == "GetSupply" and fires(know):
            continue
        near = verb == "GetSupply" and f"NavigateTo({thing})" in know.done
        length = {"NavigateTo": 1, "GetSupply": 2, "UseSupply": 4}[verb]
        early = dict(first)
        if near:
            cell = next(c for n, c in know.sources.values() if n == thing)
            early |= {r.name: 1 for r in know.robots.values()
                      if r.name not in stuck and r.near(cell)}
        yield Job(Assignment("errand", target=subtask), length, first=early)
