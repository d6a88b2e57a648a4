"""From a believed problem to a joint plan that has been simulated, with the forecast in it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from planner.execution.actor.contract import (
    Assumption,
    Atom,
    Believed,
    GroundAction,
    JointSteps,
    Preference,
)
from planner.execution.actor.model import Model
from planner.execution.actor.solver import Answer, Solver

__all__ = ["Deliberation", "Outcome"]

Bans = Mapping[GroundAction, int]
ROUNDS = 4
"""Times a plan is made anew because the forecast for it refutes what it assumed."""
OLD = 0.01
"""How much it counts, beside preferences, that a plan begins as the last would have gone on."""


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
        return bool(self.hopeless) and self.believed.goal <= self.believed.init

    @property
    def hopeless_told(self) -> str:
        """Return the goals that are left out, as text."""
        return ", ".join(sorted(f"({' '.join((p, *w))})" for p, w in self.hopeless))

    def kept(self, believed: Believed, facts: frozenset[Atom]) -> list[Assumption]:
        """Return the forecasts that still stand: those the plan has not come to yet."""
        known = {a.key for a in believed.assumptions}
        return [a for key, a in self.raised.items() if key in known and a.atoms <= facts]


class Deliberation:
    """One round of planning in ``limit`` seconds; counts its engine calls."""

    def __init__(self, model: Model, solver: Solver,
                 forecast: Callable[[JointSteps], Sequence[Assumption]],
                 preferences: Callable[[JointSteps], Sequence[Preference]], limit: float) -> None:
        self.model, self.solver = model, solver
        self.deadline = time.monotonic() + limit
        self.forecast, self.preferences = forecast, preferences
        self.calls = self.least = 0

    def plan(self, believed: Believed, old: JointSteps, banned: Bans) -> Outcome:
        """Return a plan; the rest of the old one if it still works and none is shorter.

        What is preferred is done as far as the plan gets no longer by it, also by what is forecast.
        """
        old = self.model.adapted(believed.init, old)
        habit = [(OLD, action) for step in old for action in step]
        preferences = [(worth, action) for worth, action in self.preferences(old)
                  if worth > 0 and action not in banned]
        found = self._solved(believed, banned, habit, preferences)
        if not preferences and found.plan is not None:  # what the new plan makes worth knowing
            preferences = [(worth, action) for worth, action in self.preferences(found.plan)
                           if worth > 0 and action not in banned]
            found = self._solved(believed, banned, habit, preferences) if preferences else found
        if preferences and _length(found) > self.least:  # what changes by itself does not wait
            plain = self._solved(believed, banned, habit, ())
            found = found if _length(found) <= _length(plain) else plain
        kept = self._still(believed, old, banned)
        if kept is None or _length(kept) > _length(found) or (
                found.plan and _worth(found.plan, preferences) > _worth(old, preferences)):
            return found
        return replace(kept, lower=min(found.lower, len(old)), status=found.status)

    def _solve(self, believed: Believed, banned: Bans, commit: Sequence[Preference] = (),
               prefer: Sequence[Preference] = ()) -> Answer:
        """Ask the engine; a plan that does not simulate is none."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            return Answer(None, status="out of time")
        self.calls += 1
        try:
            answer = self.solver(believed, limit=left, forbid=banned, commit=commit,
                                 prefer=prefer)
        except Exception as error:  # an engine that dies must not take the team with it
            return Answer(None, status=f"the engine raised {type(error).__name__}: {error}")
        if answer.plan is None:
            return answer
        wrong = self.model.objection(believed.init, answer.plan, believed.goal)
        if wrong:
            return Answer(None, answer.lower, f"the engine's plan is refuted: {wrong}")
        return answer

    def _solved(self, believed: Believed, banned: Bans, commit: Sequence[Preference],
                prefer: Sequence[Preference]) -> Outcome:
        """Plan, forecast, assume what is forecast, plan again."""
        answer, hopeless = self._possible(believed, banned, commit, prefer)
        believed = replace(believed, goal=believed.goal - hopeless)
        self.least = answer.lower
        raised: dict[str, Assumption] = {}
        for _ in range(ROUNDS):
            news = self._news(believed, answer.plan)
            if not news:
                break
            raised |= {a.key: a for a in news}
            believed = believed.assuming(news)
            again = self._solve(believed, banned, commit, prefer)
            if again.plan is None and answer.plan is not None and not self.model.objection(
                    believed.init, answer.plan, believed.goal):
                break
            answer = again
        why = "" if answer.plan is not None else answer.status or "no plan"
        return Outcome(believed, answer.plan, answer.lower, answer.status, why,
                       hopeless=hopeless, raised=raised)

    def _possible(self, believed: Believed, banned: Bans, commit: Sequence[Preference],
                  prefer: Sequence[Preference]) -> tuple[Answer, frozenset[Atom]]:
        """Plan for all goals; where that is impossible, for those that are possible alone."""
        answer = self._solve(believed, banned, commit, prefer)
        if answer.plan is not None or not answer.impossible:
            return answer, frozenset()
        hopeless = frozenset(
            atom for atom in sorted(believed.goal - believed.init)
            if self._solve(replace(believed, goal=frozenset({atom})), {}).impossible)
        if not hopeless:
            return answer, hopeless
        rest = replace(believed, goal=believed.goal - hopeless)
        return self._solve(rest, banned, commit, prefer), hopeless

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


def _length(outcome: Outcome) -> float:
    return float("inf") if outcome.plan is None else len(outcome.plan)


def _worth(plan: JointSteps, preferences: Sequence[Preference]) -> float:
    return sum(worth for worth, action in preferences if plan and action in plan[0])
