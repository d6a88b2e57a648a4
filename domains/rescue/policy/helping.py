"""Who stands where so that a team mate's NavigateTo leads beside it (specification §6.1).

A *doorstop* occupies the cell of a name. A *leader* is the first holder of a person whom two
robots hold: the person is where the leader is, and seen from everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from domains.rescue.belief.blaze import LEAD_MOVES, Lead
from domains.rescue.policy.assignment import Assignment
from domains.rescue.schedule import Job, Schedule, ScheduleProblem, Slot, check_slots

__all__ = ["Help", "with_helpers"]


FAR = 10**9
"""Steps that stand for never."""
HOME = 2
"""Steps from leaving with a held person until it is dropped off."""
LEADING = HOME + 1 + LEAD_MOVES
"""Steps before the end of a rescue by way of a landmark at which the holders have the person."""


@dataclass(frozen=True)
class Help:
    """Stand on the cell named ``anchor`` from step ``start`` (walking there) until ``end``.

    Steps count from the start of the plan; at ``end`` the helper may leave. With a ``lead`` the
    helper goes on to that cell, holding the person.
    """

    anchor: str
    start: int
    end: int
    lead: Lead | None = None


def with_helpers(
    problem: ScheduleProblem, plan: Schedule, meaning: Mapping[str, Assignment],
    first_holder: str = "",
) -> tuple[Schedule, dict[str, Help]] | None:
    """Return a plan with the helpers it needs, or None if some helped stand finds none.

    If nobody has time in the plan as it is, two robots may change places in it, or one may do
    what it would do after working with others before that. The one who
    leads a person is ``first_holder``, or if nobody holds it yet, the first of the team.
    """
    for candidate in (plan, *_exchanged(plan, problem.robots), *_reordered(plan)):
        if candidate is plan or not check_slots(problem, candidate.slots):
            staffed = _staffed(candidate, meaning, problem, first_holder)
            if staffed is not None:
                return staffed
    return None


def _exchanged(plan: Schedule, team: Sequence[str]) -> Iterator[Schedule]:
    for one, two in combinations(team, 2):
        other = {one: two, two: one}
        yield replace(plan, slots=tuple(
            replace(s, starts={other.get(r, r): start for r, start in s.starts.items()})
            for s in plan.slots))


def _reordered(plan: Schedule) -> Iterator[Schedule]:
    for together in (s for s in plan.slots if len(s.starts) > 1):
        for later in plan.slots:
            robot = next(iter(later.starts))
            if len(later.starts) > 1 or later.starts[robot] < together.starts.get(robot, FAR):
                continue
            start, length = together.starts[robot], later.end - later.starts[robot]
            moved = {later.job: replace(later, starts={robot: start}, end=start + length),
                     together.job: replace(together, end=together.end + length, starts={
                         r: begin + length for r, begin in together.starts.items()})}
            if together.end + length <= plan.makespan:
                yield replace(plan, slots=tuple(moved.get(s.job, s) for s in plan.slots))


def _staffed(
    plan: Schedule, meaning: Mapping[str, Assignment], problem: ScheduleProblem,
    first_holder: str,
) -> tuple[Schedule, dict[str, Help]] | None:
    """Find a helper for every helped stand of a plan.

    Robots act in the order of the team within a joint step: an earlier one may arrive, a later
    one may leave in the very step in which the helped robot lands.
    """
    helpers: dict[str, Help] = {}
    team, jobs = problem.robots, {job.name: job for job in problem.jobs}
    for slot in plan.slots:
        assignment = meaning[slot.job]
        for i, stand in enumerate(assignment.stands):
            lands = slot.end - sum(s.access + s.units for s in assignment.stands[i:])
            if stand.lead is not None:
                led = _led(plan, meaning, stand.lead, lands)
                if led is None:
                    return None
                rescue, plan = led
                leader = first_holder or min(rescue.starts, key=team.index)
                if leader in helpers:  # nobody is in two places
                    return None
                helpers[leader] = Help(stand.anchor, rescue.end - LEADING, lands, stand.lead)
            if not stand.helped:
                continue
            main = next(iter(slot.starts))
            for robot in team:
                if robot not in helpers and robot != main:
                    come = lands if team.index(robot) < team.index(main) else lands - 1
                    longer = _fits(plan, meaning, jobs, robot, come)
                    if longer is not None:
                        plan, helpers[robot] = longer, Help(stand.anchor, come, come + 1)
                        break
            else:
                return None
    return plan, helpers


def _led(plan: Schedule, meaning: Mapping[str, Assignment], lead: Lead, lands: int
         ) -> tuple[Slot, Schedule] | None:
    """Return the slot that brings a person home, and the plan in which it waits for a landing."""
    slot = next((s for s in plan.slots if meaning[s.job].kind == "rescue"
                 and meaning[s.job].target == lead.person), None)
    if slot is None:
        return None
    later = [s.starts[r] for s in plan.slots for r in slot.starts
             if r in s.starts and s.starts[r] >= slot.end]
    end = lands + HOME
    if not slot.end <= end <= min(later, default=plan.makespan):
        return None
    longer = replace(slot, end=end)
    return slot, replace(plan, slots=tuple(longer if s is slot else s for s in plan.slots))


def _fits(plan: Schedule, meaning: Mapping[str, Assignment], jobs: Mapping[str, Job],
          robot: str, come: int) -> Schedule | None:
    """Return the plan with one step of a robot kept free for help, or None.

    A robot on its way from one place to the next may make a detour, if its job may end one step
    later (no fire grows meanwhile): NavigateTo leads anywhere in one step.
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
    job, late = jobs[slot.job], slot.end + 1
    planned = max(e for e in range(slot.end + 1) if job.grown(e) <= slot.end)
    if job.deadline == slot.end or job.grown(planned + 1) > late:
        return None
    longer = replace(slot, end=late)
    return replace(plan, slots=tuple(longer if s is slot else s for s in plan.slots))


def _departures(slot: Slot, robot: str, meaning: Mapping[str, Assignment]) -> set[int]:
    """Return the steps of a job at which its robot leaves for another place."""
    steps, left = set(), slot.end
    for stand in reversed(meaning[slot.job].stands):
        left -= stand.access + stand.units
        steps.add(left)
    return {step for step in steps if step > slot.starts[robot]}
