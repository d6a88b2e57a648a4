"""Joint plans for a team from any PDDL domain: least steps, proven where time allows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from threading import Event

from planner.engines.joint.agents import find_agents
from planner.engines.joint.deadline import Deadline, in_time
from planner.engines.joint.encoding.costs import Price
from planner.engines.joint.grounding.derived import with_fixed
from planner.engines.joint.grounding.ground import Grounding, ground
from planner.engines.joint.plan import JointPlan, JointResult, Request
from planner.engines.joint.search.groups import in_groups
from planner.engines.joint.search.search import search
from planner.engines.outcome import Status
from planner.errors import LimitError, UsageError
from planner.pddl import Domain
from planner.pddl.conditions import Atom
from planner.pddl.model import Formula, PDDLTask, Problem, task_of
from planner.pddl.printer import without_costs
from planner.plan import Step

Goal = Formula | Collection[Atom]
"""A formula, or atoms that shall all hold."""
Weighted = Sequence[tuple[float, Step]]
TEAM = 8
"""Teams of this size and above first get a plan group by group …"""
SHARE = 0.9
"""… in this share of the time at most."""
GRACE_S = 0.1
"""For ending in good order, after the limit."""
GROUNDED = 24
"""Larger teams are not grounded as one: 50 robots took 78 s and 1.2 GB."""


class JointEngine:
    """Plans for one domain and set of objects, again and again from other initial states.

    ``objects`` maps names to a type (or several) without the domain's constants; ``agents`` names
    the robots or their types (:func:`~planner.engines.joint.agents.find_agents`; ``example`` helps
    where types do not say it); one that is named alone need be no object: it does everything. Costs
    do not count (but see ``price``); derived atoms are written out
    (:mod:`~planner.engines.joint.grounding.derived`). What is grounded is kept: another initial
    state costs little unless it has facts that could not be reached before. Actions that name no
    robot take nobody's turn; any number of them fits in a step where they do not interfere.

    Raises :class:`UsageError` where no robots are found.
    """

    def __init__(
        self, domain: Domain, objects: Mapping[str, str | tuple[str, ...]],
        agents: str | Collection[str] = "", example: Problem | None = None,
    ) -> None:
        self.objects = {name: (kinds,) if isinstance(kinds, str) else tuple(kinds)
                        for name, kinds in objects.items()}
        if len(agents) == 1 and not {*agents} & {*self.objects, *domain.constants} and (
                not isinstance(agents, str)):
            self.agents = tuple(agents)
            domain = replace(domain, actions={name: replace(action, agent=self.agents[0])
                                              for name, action in domain.actions.items()})
        else:
            self.agents, _ = find_agents(domain, self.objects, agents, example)
        self.domain = without_costs(domain)
        self._grounding: Grounding | None = None

    def solve(
        self, init: Collection[Atom], goal: Goal, *, limit: float,
        forbid: Mapping[Step, int] | None = None, prefer: Weighted = (),
        commit: Weighted = (), possible: Collection[Atom] = (),
        improved: Callable[[JointResult], None] | None = None, price: Price | None = None,
    ) -> JointResult:
        """Return the best joint plan found within ``limit`` seconds, and a proven bound.

        The limit holds: where a grounding is being made then, it is finished beside the caller and
        kept for the next call.

        ``init`` are all true atoms; ``goal`` is a formula or a set of atoms. ``forbid`` keeps an
        action from being done before that step (1: not now). Of the plans that are equally short,
        those are taken that do in step 0 what ``prefer`` lists, and in any step what ``commit``
        lists, the greatest weights first. A preferred action that the goal does not need is taken
        where its robots have nothing better to do. After that come fewest turns and an even share.
        Atoms that are ``possible`` in later initial states are grounded for at once. ``improved``
        is told of each better plan and bound on the way. With a ``price`` the cheapest of the
        shortest plans is looked for in place of all that
        (:func:`~planner.engines.joint.encoding.costs.price_of`).
        """
        deadline = Deadline(limit)
        known: list[JointResult] = []
        late = Event()

        def told(result: JointResult) -> None:
            known.append(result)
            if improved is not None and not late.is_set():
                improved(result)

        request = Request(self._task(init, goal), self.agents, deadline, dict(forbid or {}),
                          tuple(prefer), tuple(commit), told, price=price)
        try:
            result = in_time(lambda: self._answer(request, frozenset(possible)),
                             deadline.left + GRACE_S)
        except UsageError as error:
            return JointResult(Status.UNSUPPORTED_PROBLEM, message=str(error))
        except LimitError as error:
            return JointResult(Status.TIMEOUT, message=str(error))
        if result is not None:
            return result
        late.set()  # what is made in one go, a grounding above all, goes on without us
        return known[-1] if known else JointResult(Status.TIMEOUT,
                                                   message="no plan within the limit")

    def grounding(self, start: Collection[Atom], seconds: float) -> Grounding:
        """Return ground operators for every initial state within what ``start`` can reach.

        Raises :class:`UsageError` and :class:`LimitError` as :func:`.grounding.ground.ground` does.
        """
        return self._grounded(self._task(start, ()), frozenset(), Deadline(seconds))

    def _task(self, init: Collection[Atom], goal: Goal) -> PDDLTask:
        wanted = goal if isinstance(goal, tuple) and goal and isinstance(goal[0], str) else (
            "and", *(("atom", *atom) for atom in sorted(goal)))
        task = task_of(self.domain, self.objects, init, wanted)
        return with_fixed(task) if self.domain.axioms else task

    def _answer(self, request: Request, possible: frozenset[Atom]) -> JointResult:
        large = len(self.agents) >= TEAM and not request.anyhow
        first = self._in_groups(request) if large else None
        try:
            grounding = self._grounded(request.task, possible, request.deadline)
        except LimitError as error:
            if first is None and len(self.agents) > 1 and not request.anyhow:
                first = self._in_groups(request)
            if first is None:
                raise
            return replace(first, message=f"not planned as one team: {error}")
        goal = grounding.goal_of(request.task)
        if goal is None:
            return JointResult(Status.UNSOLVABLE_PROVEN,
                               message="part of the goal can never hold, whatever is done")
        return search(grounding, goal, request, first)

    def _in_groups(self, request: Request) -> JointResult | None:
        """Return a plan made group by group in a share of the time, None where there is none."""

        def solve(
            objects: Mapping[str, tuple[str, ...]], agents: Sequence[str], init: frozenset[Atom],
            goal: Formula, seconds: float,
        ) -> JointPlan | None:
            engine = JointEngine(request.task.domain, objects, agents)
            part = Request(engine._task(init, goal), engine.agents, Deadline(seconds), {},
                           anyhow=True)
            try:
                return engine._answer(part, frozenset()).plan
            except LimitError:
                return None

        plan, how = in_groups(request.task, self.agents, solve,
                              Deadline(request.deadline.left * SHARE))
        if plan is None or request.forbid:
            return None
        found = JointResult(Status.SOLVED_SATISFICING, plan, 0, how)
        if request.improved is not None:
            request.improved(found)
        return found

    def _grounded(self, task: PDDLTask, possible: frozenset[Atom], deadline: Deadline) -> Grounding:
        """Return a grounding that covers the initial state, the old one where that does."""
        if len(self.agents) > GROUNDED:
            raise LimitError(f"{len(self.agents)} robots; at most {GROUNDED} are")
        old = self._grounding
        if old is None or not old.covers(task.problem.init):
            start = task.problem.init | possible | (old.start if old else frozenset())
            plain = self._task(start, ())
            old = self._grounding = ground(plain.domain, self.objects, self.agents,
                                           plain.problem.init, deadline=deadline, axioms=True)
        return old
