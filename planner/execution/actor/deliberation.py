"""From a believed problem to a joint plan that has been simulated, with the forecast in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from planner.execution.actor.contract import (
    Assumption,
    Atom,
    Believed,
    GroundAction,
    JointSteps,
    Wish,
)
from planner.execution.actor.model import Model
from planner.execution.actor.solver import Answer, Solver

__all__ = ["Deliberation", "Outcome"]

Bans = Mapping[GroundAction, int]
ROUNDS = 4
"""Times a plan is made anew because the forecast for it refutes what it assumed."""
OLD = 0.01
"""How much it counts, beside wishes, that a plan begins as the one before would have gone on."""


@dataclass(frozen=True)
class Outcome:
    """What came of planning: a plan or why there is none, and what it rests on.

    ``believed`` is the problem with everything that was assumed, ``lower`` a proven lower bound
    for it; ``hopeless`` are goals proven to be out of reach, which the plan leaves out.
    """

    believed: Believed
    plan: JointSteps | None
    lower: int = 0
    status: str = ""
    why: str = ""
    kept_old: bool = False
    hopeless: frozenset[Atom] = frozenset()
    raised: Mapping[str, Assumption] = field(default_factory=dict)

    @property
    def given_up(self) -> bool:
        """Say whether everything is done but what is impossible."""
        return bool(self.hopeless) and self.believed.goal <= self.believed.facts

    @property
    def hopeless_told(self) -> str:
        """Return the goals that are left out, as text."""
        return ", ".join(sorted(f"({' '.join((p, *w))})" for p, w in self.hopeless))

    def kept(self, believed: Believed, facts: frozenset[Atom]) -> list[Assumption]:
        """Return the forecasts that still stand: those the plan has not come to yet."""
        known = {a.key for a in believed.assumptions}
        return [a for key, a in self.raised.items() if key in known and a.atoms <= facts]


class Deliberation:
    """One round of planning; counts its engine calls."""

    def __init__(self, model: Model, solver: Solver,
                 forecast: Callable[[JointSteps], Sequence[Assumption]],
                 wishes: Callable[[JointSteps], Sequence[Wish]], limit: float) -> None:
        self.model, self.solver, self.limit = model, solver, limit
        self.forecast, self.wishes = forecast, wishes
        self.calls = 0

    def plan(self, believed: Believed, old: JointSteps, banned: Bans
             ) -> Outcome:
        """Return a plan; the rest of the old one if it still works and none is shorter."""
        habit = [(OLD, action) for step in old for action in step]
        found = self._solved(believed, banned, habit)
        kept = self._still(believed, old, banned)
        if kept is not None and (found.plan is None or len(old) <= len(found.plan)):
            found = replace(kept, lower=min(found.lower, len(old)), status=found.status)
        if found.plan is None or not found.plan:
            return found
        return self._wished(found, banned, habit)

    def _solve(self, believed: Believed, banned: Bans, commit: Sequence[Wish] = (),
               prefer: Sequence[Wish] = ()) -> Answer:
        """Ask the engine; a plan that does not simulate is none."""
        self.calls += 1
        try:
            answer = self.solver(believed, limit=self.limit, forbid=banned, commit=commit,
                                 prefer=prefer)
        except Exception as error:  # an engine that dies must not take the team with it
            return Answer(None, status=f"the engine raised {type(error).__name__}: {error}")
        if answer.plan is None:
            return answer
        wrong = self.model.objection(believed.init, answer.plan, believed.goal)
        if wrong:
            return Answer(None, answer.lower, f"the engine's plan is refuted: {wrong}")
        return answer

    def _solved(self, believed: Believed, banned: Bans,
                commit: Sequence[Wish]) -> Outcome:
        """Plan, forecast, assume what is forecast, plan again."""
        answer, hopeless = self._possible(believed, banned, commit)
        believed = replace(believed, goal=believed.goal - hopeless)
        raised: dict[str, Assumption] = {}
        for _ in range(ROUNDS):
            news = self._news(believed, answer.plan)
            if not news:
                break
            raised |= {a.key: a for a in news}
            believed = believed.assuming(news)
            again = self._solve(believed, banned, commit)
            if again.plan is None and answer.plan is not None and not self.model.objection(
                    believed.init, answer.plan, believed.goal):
                break
            answer = again
        why = "" if answer.plan is not None else answer.status or "no plan"
        return Outcome(believed, answer.plan, answer.lower, answer.status, why,
                       hopeless=hopeless, raised=raised)

    def _possible(self, believed: Believed, banned: Bans,
                  commit: Sequence[Wish]) -> tuple[Answer, frozenset[Atom]]:
        """Plan for all goals; where that is impossible, for those that are possible alone."""
        answer = self._solve(believed, banned, commit)
        if answer.plan is not None or not answer.impossible:
            return answer, frozenset()
        hopeless = frozenset(
            atom for atom in sorted(believed.goal - believed.init)
            if self._solve(replace(believed, goal=frozenset({atom})), {}).impossible)
        if not hopeless:
            return answer, hopeless
        rest = replace(believed, goal=believed.goal - hopeless)
        return self._solve(rest, banned, commit), hopeless

    def _news(self, believed: Believed, plan: JointSteps | None) -> list[Assumption]:
        now = {a.key: a.atoms for a in believed.assumptions}
        return [a for a in (self.forecast(plan) if plan else ()) if now.get(a.key) != a.atoms]

    def _still(self, believed: Believed, old: JointSteps, banned: Bans
               ) -> Outcome | None:
        """Return the rest of the old plan if it still leads to the goal, forecast included."""
        if not old or banned.keys() & set(old[0]):
            return None
        news = self._news(believed, old)
        believed = believed.assuming(news)
        if self.model.objection(believed.init, old, believed.goal):
            return None
        return Outcome(believed, old, kept_old=True, raised={a.key: a for a in news})

    def _wished(self, found: Outcome, banned: Bans,
                habit: Sequence[Wish]) -> Outcome:
        """Change a plan so that more of what is wished is done now, if it gets no longer."""
        assert found.plan is not None
        wishes = [(worth, action) for worth, action in self.wishes(found.plan)
                  if worth > 0 and action not in banned]
        if not {action for _, action in wishes} - set(found.plan[0]):
            return found
        answer = self._solve(found.believed, banned, habit, wishes)
        plan = answer.plan
        if plan is None or len(plan) > len(found.plan) or self._news(found.believed, plan):
            return found
        worth = [sum(w for w, a in wishes if a in steps[0]) for steps in (plan, found.plan)]
        return replace(found, plan=plan, kept_old=False) if worth[0] > worth[1] else found
