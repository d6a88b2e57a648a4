"""Who stands where so that a team mate's NavigateTo leads beside it (specification §6.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from domains.rescue.assignment import Assignment
from planner.schedule import Schedule, ScheduleProblem, Slot, check

__all__ = ["Help", "with_helpers"]


@dataclass(frozen=True)
class Help:
    """Stand on the cell named ``anchor`` from step ``start`` (walking there) until ``end``.

    Steps count from the start of the plan; at ``end`` the helper may leave.
    """

    anchor: str
    start: int
    end: int


def with_helpers(
    problem: ScheduleProblem, plan: Schedule, meaning: Mapping[str, Assignment]
) -> tuple[Schedule, dict[str, Help]] | None:
    """Return a plan with the helpers it needs, or None if some helped stand finds none.

    If nobody has time in the plan as it is, two robots may change places in it.
    """
    for candidate in (plan, *_exchanged(plan, problem.robots)):
        if candidate is plan or not check(problem, candidate):
            staffed = _staffed(candidate, meaning, problem.robots)
            if staffed is not None:
                return staffed
    return None


def _exchanged(plan: Schedule, team: Sequence[str]) -> Iterator[Schedule]:
    for one, two in combinations(team, 2):
        other = {one: two, two: one}
        yield replace(plan, slots=tuple(
            replace(s, starts={other.get(r, r): start for r, start in s.starts.items()})
            for s in plan.slots))


def _staffed(
    plan: Schedule, meaning: Mapping[str, Assignment], team: Sequence[str]
) -> tuple[Schedule, dict[str, Help]] | None:
    """Find a helper for every helped stand of a plan.

    Robots act in the order of ``team`` within a joint step: an earlier one may arrive, a later
    one may leave in the very step in which the helped robot lands.
    """
    helpers: dict[str, Help] = {}
    for slot in plan.slots:
        assignment = meaning[slot.job]
        for i, stand in enumerate(assignment.stands):
            if not stand.helped:
                continue
            lands = slot.end - sum(s.access + s.units for s in assignment.stands[i:])
            main = next(iter(slot.starts))
            for robot in team:
                if robot not in helpers and robot != main:
                    come = lands if team.index(robot) < team.index(main) else lands - 1
                    longer = _fits(plan, meaning, robot, come)
                    if longer is not None:
                        plan, helpers[robot] = longer, Help(stand.anchor, come, come + 1)
                        break
            else:
                return None
    return plan, helpers


def _fits(plan: Schedule, meaning: Mapping[str, Assignment], robot: str, come: int
          ) -> Schedule | None:
    """Return the plan with one step of a robot kept free for help, or None.

    A robot on its way from one place to the next may make a detour, if its job may end one step
    later: NavigateTo leads anywhere in one step.
    """
    if come < 0:
        return None
    mine = [s for s in plan.slots if robot in s.starts]
    slot = next((s for s in mine if s.starts[robot] <= come < s.end), None)
    if slot is None:
        return plan
    free = min((s.starts[robot] for s in mine if s.starts[robot] >= slot.end),
               default=plan.makespan)
    if len(slot.starts) > 1 or slot.end >= free or come not in _departures(slot, robot, meaning):
        return None
    longer = replace(slot, end=slot.end + 1)
    return replace(plan, slots=tuple(longer if s is slot else s for s in plan.slots))


def _departures(slot: Slot, robot: str, meaning: Mapping[str, Assignment]) -> set[int]:
    """Return the steps of a job at which its robot leaves for another place."""
    steps, left = set(), slot.end
    for stand in reversed(meaning[slot.job].stands):
        left -= stand.access + stand.units
        steps.add(left)
    return {step for step in steps if step > slot.starts[robot]}
