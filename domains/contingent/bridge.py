"""The bridge that any contingent PDDL has: its belief is over worlds, its engine plans to observe.

The loop gets, each time, the problem of reaching the next observation (or the goal) by actions
that are possible in every world that fits; one of these worlds is assumed for the trace.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from domains.contingent.belief import Belief
from domains.contingent.domain import ContingentCase
from domains.contingent.environment import AGENT, tools
from domains.contingent.model import States
from domains.contingent.search import Course
from planner.environment import Briefing
from planner.execution.actor import Assumption, Believed, Bridge, GroundAction
from planner.execution.actor.solver import Answer, Solver
from planner.pddl import Domain
from planner.pddl.model import ActionSchema
from planner.pddl.printer import atom_text, print_domain
from planner.plan import Step

DONE = "goal-reached"
TURNS = ("told-now", "told-then")
"""One of them holds, and an observing action swaps them: the next observation is a goal."""


class ContingentBridge(Bridge):
    """Follow what is possible; what cannot be seen directly is concluded."""

    def __init__(self, case: ContingentCase) -> None:
        self.model, self.searcher = tools(case)
        self.pddl = print_domain(self._domain())
        self.now: Course | None = None
        self.going: Course | None = None

    def _domain(self) -> Domain:
        """Return the domain with an action that the goal makes possible."""
        task = self.model.known.task
        finish = ActionSchema("finish", (), task.problem.goal, ("atom", DONE, ()))
        turn = ("and", *(("when", ("atom", one, ()), ("and", ("not", ("atom", one, ())),
                                                      ("atom", other, ())))
                         for one, other in (TURNS, TURNS[::-1])))
        actions = {name: replace(a, effect=turn) if name in self.model.known.observes else a
                   for name, a in task.domain.actions.items()}
        return replace(task.domain, actions={**actions, "finish": finish}, functions={},
                       predicates={**task.domain.predicates, DONE: (), **dict.fromkeys(TURNS, ())},
                       constants=task.objects)

    def begin(self, briefing: Briefing, observations: Mapping[str, Any]) -> None:
        """Start from everything that the problem allows."""
        self.robots = {AGENT: briefing.agents[0]}
        self.belief, self.why, self.turn = Belief(self.model), "", 0

    def observe(self, observations: Mapping[str, Any]) -> None:
        """Conclude from what the last action told."""
        seen = observations[self.robots[AGENT]]
        action = str(seen["last_action"])
        acts = self.model.by_step.get(Step.of(action), [])
        if not acts:
            return
        self.why = str(seen["failure"])
        self.going = None
        if self.why:
            return
        act = next((a for a in acts if all(map(a.fits, self.belief.states))), acts[0])
        self.turn ^= bool(act.tells)
        told = dict(seen["observed"])
        atoms = [self.model.atoms[a] for a in act.tells]
        self.belief.follow(act, tuple(told[atom_text(a)] for a in atoms))
        if self.now is not None and len(self.now.acts) > 1 and self.now.acts[0] == act:
            self.going = replace(self.now, acts=self.now.acts[1:])

    def problem(self) -> Believed:
        """Return what is known, one world that fits, and what to reach next."""
        worlds = self.belief.worlds
        if not worlds:
            raise ValueError("what was observed excludes every world that the problem allows")
        self.now = self.going or self._course()
        state, chance = max(worlds, key=lambda pair: (pair[1], -pair[0]))
        known = States.of([other for other, _ in worlds]).known
        ends = self.now is None or self.now.ends
        return Believed({}, self.model.true(state & known) | {(TURNS[self.turn], ())},
                        frozenset({(DONE if ends else TURNS[1 - self.turn], ())}),
                        (Assumption("hidden world", self.model.true(state & ~known), chance),),
                        learnt=self.belief.learnt)

    def _course(self) -> Course | None:
        """Return the search's answer, once no world that is possible speaks against it.

        A course is kept up to its observation: nothing is learnt before.
        """
        while True:
            worlds = self.belief.worlds
            course = self.searcher.course(worlds)
            if course is None or self.belief.sure(course.acts, ends=course.ends):
                return course
            if self.belief.worlds == worlds:
                return None

    def finished(self) -> bool:
        """Say whether the goal is known to hold."""
        return self.belief.reached

    def given_up(self) -> str:
        """Say that the search found nothing to do."""
        return "" if self.now is not None else "no way to learn more or to be sure of the goal"

    def failed(self, robot: str) -> str:
        """Say why the last action failed."""
        return self.why

    def act(self, doing: Mapping[str, GroundAction]) -> Mapping[str, str]:
        """Do the action as it is."""
        action = doing.get(AGENT)
        compared = self.now.compared if self.now is not None and self.going is None else ()
        self.reasons = {self.robots[AGENT]: "; ".join(
            f"{name} in {steps}: {expected} steps expected"
            for name, steps, expected in compared)} if compared else {}
        return {self.robots[AGENT]: str(action) if action else "Idle"}

    def solver(self, _domain: Domain, _robots: Sequence[str]) -> Solver:
        """Return the search as the loop's engine."""

        def solve(_believed: Believed, **_more: Any) -> Answer:
            if self.now is None:
                return Answer(None, status="nothing was found")
            last = [(Step("finish"),)] if self.now.ends else []
            steps = [(act.step,) for act in self.now.acts]
            return Answer((*steps, *last), 0, "search over worlds")

        return solve
