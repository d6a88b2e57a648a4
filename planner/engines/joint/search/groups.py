"""Large teams: groups of robots, each with a share of the goal, their plans laid side by side.

The plan is executable (it is simulated), but nothing is proven of its length.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import ceil

from planner.engines.joint.check import course, problems
from planner.engines.joint.deadline import Deadline
from planner.engines.joint.plan import JointPlan
from planner.pddl import PDDLTask
from planner.pddl.conditions import Atom, State, holds
from planner.pddl.model import Formula, conjuncts, objects_in
from planner.plan import Step

SHARED = 4
"""What more goals than this are about does not hold them together."""
GROUP = 4
"""Robots of a group; doubled where a group finds no plan."""
SECONDS = 8.0
"""For one group, at most."""
Share = tuple[Sequence[str], list[Formula]]
"""A group of robots with its part of the goal."""
Steps = tuple[tuple[Step, ...], ...]
Solver = Callable[[Mapping[str, tuple[str, ...]], Sequence[str], frozenset[Atom], Formula, float],
                  JointPlan | None]
"""From objects, robots, initial state, goal and seconds to a plan."""


def in_groups(
    task: PDDLTask, agents: Sequence[str], solve: Solver, deadline: Deadline
) -> tuple[JointPlan | None, str]:
    """Return a plan for a team and how it was made, None where no group gets on any further.

    In each round what is missing of the goal is shared out in the order of the text; groups plan
    as if they were alone, and a plan that gets in another one's way is begun later.
    """
    steps: Steps = ()
    size, most = GROUP, 0
    parts = list(conjuncts(task.problem.goal))
    while True:
        now = course(task, steps)[-1].atoms
        missing = [p for p in parts if not holds(task, State(now, {}), p, {})]
        if not missing:
            plan = JointPlan(steps, task, tuple(agents))
            return plan, f"groups of {most or GROUP} robots, each with a share of the goal"
        if deadline.over:
            return None, ""
        grown = steps
        for share in _shares(agents, missing, size):
            plan_of = _planned(task, agents, share, now, missing, solve, deadline)
            grown = _beside(task, agents, grown, plan_of, len(steps)) if plan_of else grown
            most = max(most, len(share[0])) if plan_of else most
        if grown == steps:
            if size >= len(agents):
                return None, ""
            size *= 2
        steps = grown


def _shares(agents: Sequence[str], goals: Sequence[Formula], size: int) -> list[Share]:
    """Deal the goals out to groups of robots that are as alike in size as can be."""
    count = min(ceil(len(agents) / size), len(goals))
    bounds = [k * len(agents) // count for k in range(count + 1)]
    dealt: list[list[Formula]] = [[] for _ in range(count)]
    for k, cluster in enumerate(_clusters(goals)):
        dealt[k % count] += cluster
    return [(agents[i:j], hand)
            for i, j, hand in zip(bounds, bounds[1:], dealt, strict=False) if hand]


def _clusters(goals: Sequence[Formula]) -> list[list[Formula]]:
    """Join the goals that share what few others are about; alike clusters lie side by side."""
    count = Counter(word for goal in goals for word in objects_in(goal))
    clusters: list[tuple[set[str], list[Formula]]] = []
    for goal in goals:
        rare = {word for word in objects_in(goal) if count[word] <= SHARED}
        near = [c for c in clusters if c[0] & rare]
        clusters = [c for c in clusters if not c[0] & rare]
        clusters.append((rare.union(*(c[0] for c in near)),
                         [*(g for c in near for g in c[1]), goal]))
    return sorted((c[1] for c in clusters), key=lambda c: sorted(str(g[1]) for g in c))


def _planned(
    task: PDDLTask, agents: Sequence[str], share: Share, now: frozenset[Atom],
    missing: Sequence[Formula], solve: Solver, deadline: Deadline,
) -> Steps | None:
    """Plan for a group: first without the things that only other groups' goals are about."""
    robots, goals = share
    mine = {word for part in goals for word in objects_in(part)}
    theirs = {word for part in missing for word in objects_in(part)} - mine
    others = set(agents) - set(robots)
    for hidden in (others | theirs, others):
        objects = {name: kinds for name, kinds in task.problem.objects.items()
                   if name not in hidden or name in task.domain.constants}
        facts = frozenset(atom for atom in now if not hidden & set(atom[1]))
        seconds = max(0.2, min(SECONDS, deadline.left / 3))
        plan = solve(objects, robots, facts, ("and", *goals), seconds)
        if plan is not None:
            return plan.steps
    return None


def _beside(task: PDDLTask, agents: Sequence[str], steps: Steps, more: Steps, begin: int) -> Steps:
    """Lay a plan beside the others of its round, as early as they allow it; else leave it out."""
    anything = replace(task, problem=replace(task.problem, goal=("and",)))
    for late in range(max(1, len(steps) - begin + 1)):
        start = begin + late
        joined = [list(step) for step in steps]
        joined += [[] for _ in range(start + len(more) - len(joined))]
        for k, step in enumerate(more):
            joined[start + k] += step
        if not problems(anything, joined, agents):
            return tuple(map(tuple, joined))
    return steps
