"""What is preferred among plans of the same length, asked of the same solver.

In this order: what is wished for now, begun work gone on with, the fewest robots' turns (a joint
action takes one of each of its robots), and the most even share of them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from planner.engines.joint.check import problems
from planner.engines.joint.encoding.horizons import Horizons
from planner.engines.joint.plan import JointPlan, Request, Weighted

EFFORT = 300
"""Conflicts of a question that makes a plan no shorter: of those granted in grid worlds, one
in twenty took more, and those refused after more took two thirds of the time."""


def polished(horizons: Horizons, plan: JointPlan, request: Request) -> JointPlan:
    """Return a plan of as many steps that is better in what does not change its length.

    A plan was found for the horizon just before.
    """
    return _Polish(horizons, plan, request).run() if len(plan) else plan


class _Polish:
    """The best plan so far, and the literals that keep its virtues."""

    def __init__(self, horizons: Horizons, plan: JointPlan, request: Request) -> None:
        self.horizons, self.request, self.deadline = horizons, request, request.deadline
        self.steps = len(plan)
        self.kept: list[int] = []
        self.plan = plan.tidy((), request.forbid, self.deadline)

    def run(self) -> JointPlan:
        self._grant(self.request.prefer, 1, ())
        bound = self._fewer() if self.request.commit or not self.request.prefer else []
        self._grant(self.request.commit, self.steps, bound)
        if self.request.prefer or self.request.commit:
            self.plan = self._tidied(self.plan)
        self._even(bound)
        return self.plan

    def _grant(self, wishes: Weighted, steps: int, bound: Sequence[int]) -> None:
        """Have actions done in one of the first so many steps, the most wished for first."""
        for _, action in sorted(wishes, key=lambda w: (-w[0], str(w[1]))):
            literal = self.horizons.doing(action, range(steps))
            if literal is not None and (any(action in step for step in self.plan.steps[:steps])
                                        or self._take([*bound, literal], tidy=False)):
                self.kept.append(literal)

    def _take(self, literals: Sequence[int], *, tidy: bool = True) -> bool:
        """Ask for a plan with the literals too, and keep it if it is executable."""
        if not self.horizons.solve(self.steps, self.deadline, [*self.kept, *literals],
                                   EFFORT):
            return False
        found = replace(self.plan, steps=self.horizons.plan(self.steps))
        if problems(found.task, found.steps, found.agents):
            return False
        self.plan = self._tidied(found) if tidy else found
        return True

    def _tidied(self, plan: JointPlan) -> JointPlan:
        wanted = {action for _, action in self.request.prefer}
        return plan.tidy(wanted, self.request.forbid, self.deadline)

    def _busy(self, agents: Collection[int]) -> list[int]:
        template = self.horizons.template
        return [template.at(template.busy[agent], layer)
                for layer in range(self.steps) for agent in agents]

    def _fewer(self) -> list[int]:
        """Make turns fewer; return the assumption that they stay so."""
        turns = sum(self.plan.work().values())
        counts = self.horizons.counter(self._busy(range(len(self.plan.agents))), turns)
        while turns > 0 and self._take(_at_most(counts, turns - 1)):
            turns = sum(self.plan.work().values())
        return _at_most(counts, turns)

    def _even(self, bound: Sequence[int]) -> None:
        """Make the greatest share smaller, with no more turns."""
        most = max(self.plan.work().values())
        counts = [self.horizons.counter(self._busy([agent]), most)
                  for agent in range(len(self.plan.agents))]
        while most > 1 and self._take([*bound, *(x for count in counts
                                                 for x in _at_most(count, most - 1))]):
            most = max(self.plan.work().values())


def _at_most(counts: Sequence[int], most: int) -> list[int]:
    return [-counts[most]] if most < len(counts) else []
