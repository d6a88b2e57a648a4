"""What is asked of the engine in one call, joint plans, and what came of it, as values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from planner.engines.joint.agents import acting
from planner.engines.joint.check import course, problems
from planner.engines.joint.deadline import Deadline
from planner.engines.outcome import Status
from planner.pddl import PDDLTask
from planner.plan import Step


@dataclass(frozen=True)
class JointPlan:
    """What is done in each joint step; an action of several robots stands there once.

    ``task`` is what it was made for: it knows the initial state and the goal.
    """

    steps: tuple[tuple[Step, ...], ...]
    task: PDDLTask = field(repr=False, compare=False)
    agents: tuple[str, ...] = field(repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.steps)

    def tidy(self, keep: Collection[Step], forbid: Mapping[Step, int], deadline: Deadline
             ) -> JointPlan:
        """Return the plan without actions that it can do without, the others as early as it goes.

        Every change is simulated; the plan gets no longer. Actions of the first step that are in
        ``keep`` stay; none is moved to before the step up to which ``forbid`` keeps it away.
        At the ``deadline`` it is left as it is then.
        """
        steps = [list(step) for step in self.steps]
        before = course(self.task, steps)
        for k in reversed(range(len(steps))):
            for action in list(steps[k]):
                if (not k and action in keep) or deadline.over:
                    continue
                steps[k].remove(action)
                if problems(self.task, steps[k:], self.agents, before[k]):
                    steps[k].append(action)
        return replace(self, steps=_earlier(self, steps, forbid, deadline))

    def work(self) -> dict[str, int]:
        """Return how many actions each robot takes part in."""
        words = [a for step in self.steps for action in step
                 for a in acting(self.task.domain, self.agents, action)]
        return {agent: words.count(agent) for agent in self.agents}


def _robots(plan: JointPlan, actions: Iterable[Step]) -> set[str]:
    return {a for action in actions for a in acting(plan.task.domain, plan.agents, action)}


def _earlier(
    plan: JointPlan, steps: Sequence[Sequence[Step]], forbid: Mapping[Step, int], deadline: Deadline
) -> tuple[tuple[Step, ...], ...]:
    """Move actions to earlier steps, one step at a time, while the plan stays valid."""
    now = [list(step) for step in steps]
    before = course(plan.task, now)
    for k in range(1, len(now)):
        for action in list(now[k]):
            at = k
            while not deadline.over and at > forbid.get(action, 0) and not (
                    _robots(plan, [action]) & _robots(plan, now[at - 1])):
                trial = [list(step) for step in now]
                trial[at].remove(action)
                trial[at - 1].append(action)
                if problems(plan.task, trial[at - 1:], plan.agents, before[at - 1]):
                    break
                now, at = trial, at - 1
                before = course(plan.task, now)
    while now and not now[-1]:
        now.pop()
    return tuple(tuple(sorted(step, key=str)) for step in now)


@dataclass(frozen=True)
class JointResult:
    """The best plan within the limit, and the proven least number of joint steps.

    Solved optimally: no plan has fewer steps. ``how`` says what found the plan, ``message`` why
    there is none and what else is worth knowing. Each plan has been simulated.
    """

    status: Status
    plan: JointPlan | None = None
    lower: int = 0
    how: str = ""
    message: str = ""


Weighted = tuple[tuple[float, Step], ...]


@dataclass(frozen=True)
class Request:
    """A task for a team, with a deadline and what is preferred.

    ``forbid`` says before which step an action must not be done, ``prefer`` what is wished for in
    step 0 and ``commit`` in any step, both with weights. ``anyhow`` says that the first plan
    will do, and that larger teams are not to be divided. ``price`` is what an action costs: of the
    plans that are found to be shortest the cheapest is taken.
    """

    task: PDDLTask
    agents: tuple[str, ...]
    deadline: Deadline
    forbid: Mapping[Step, int]
    prefer: Weighted = ()
    commit: Weighted = ()
    improved: Callable[[JointResult], None] | None = None
    anyhow: bool = False
    price: Callable[[Step], Fraction] | None = None
