"""From a believed problem to a joint plan that has been simulated, with the forecast in it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from planner.engines.joint.grounding.ground import Grounding
from planner.engines.joint.grounding.relaxation import Relaxation, relaxed
from planner.errors import PlannerError
from planner.execution.actor import proof
from planner.execution.actor.contract import (
    Assumption,
    Atom,
    Believed,
    GroundAction,
    JointSteps,
    Preference,
    goals_told,
)
from planner.execution.actor.looking import Look, Ranks, searched
from planner.execution.actor.model import Model
from planner.execution.actor.solver import Answer, Solver
from planner.execution.actor.unknowns import Worlds

Bans = Mapping[GroundAction, int]
ROUNDS = 4
"""Times a plan is made anew because the forecast for it refutes what it assumed."""
TRIES = 12
"""Combinations of values that are tried for a plan."""
SECONDS = 2.0
"""For grounding what everything that may be true can lead to; without it nothing is proven."""
STARVED = 4.0
"""Times the limit that planning may last on the clock of a busy machine."""
OLD = 0.01
"""How much it counts, beside preferences, that a plan begins as the last would have gone on."""


@dataclass(frozen=True)
class Outcome:
    """What came of planning: a plan or why there is none, and what it rests on.

    ``believed`` is the problem with everything that was assumed, ``lower`` a proven lower bound
    for it; ``hopeless`` are goals proven to be out of reach in every world, ``left_out`` others
    for which there is no plan under any combination of values that was tried (``tried`` many):
    the plan is for the rest.
    """

    believed: Believed
    plan: JointSteps | None
    lower: int = 0
    status: str = ""
    why: str = ""
    kept_old: bool = False
    hopeless: frozenset[Atom] = frozenset()
    left_out: frozenset[Atom] = frozenset()
    tried: int = 1
    assumed: tuple[Assumption, ...] = ()
    looks: tuple[Look, ...] = ()
    remark: str = ""
    raised: Mapping[str, Assumption] = field(default_factory=dict)

    @property
    def given_up(self) -> bool:
        """Say whether everything is done but what is impossible."""
        known = [a.atoms for a in self.believed.assumptions if a.weight >= 1]
        return bool(self.hopeless) and not self.left_out and (
            self.believed.goal <= self.believed.facts.union(*known))

    @property
    def stuck(self) -> str:
        """Say why nothing is left to do although goals are open, or nothing."""
        if not self.left_out or self.plan:
            return ""
        return f"{self.why or 'no plan'} for {goals_told(self.left_out)}"

    def kept(self, believed: Believed, facts: frozenset[Atom]) -> list[Assumption]:
        """Return the forecasts that still stand: those the plan has not come to yet."""
        known = {a.key for a in believed.assumptions}
        return [a for key, a in self.raised.items() if key in known and a.atoms <= facts]


class Deliberation:
    """One round of planning in ``limit`` seconds of processor time; counts its engine calls.

    ``grounding`` grounds a believed problem; what it raises means that nothing is proven.
    It may last :data:`STARVED` times as long on the clock: a busy machine does not change what is
    found between the calls.
    """

    def __init__(self, model: Model, solver: Solver,
                 grounding: Callable[[Believed, float], Grounding],
                 forecast: Callable[[JointSteps], Sequence[Assumption]],
                 preferences: Callable[[JointSteps], Sequence[Preference]], limit: float) -> None:
        self.model, self.solver, self.grounding = model, solver, grounding
        self.ends = time.process_time() + limit, time.monotonic() + STARVED * limit
        self.forecast, self.preferences = forecast, preferences
        self.calls = self.least = 0

    def plan(self, believed: Believed, old: JointSteps, banned: Bans,
             before: Sequence[Assumption] = ()) -> Outcome:
        """Return a plan; the rest of the old one if it still works and none is shorter.

        What is preferred is done as far as the plan gets no longer by it, also by what is forecast.
        ``before`` was assumed of the unknowns for the old plan.
        """
        first = self._solved(believed, banned, _habit(old), self._preferred(old, banned))
        if first.plan is None:
            world = replace(believed, unknowns=()).assuming(before)
            kept = self._still(world, old, banned)
            return first if kept is None else replace(
                kept, lower=min(first.lower, len(old)), status=first.status, assumed=tuple(before))
        believed = replace(believed, unknowns=(), goal=first.believed.goal).assuming(first.assumed)
        found = self._improved(believed, first, old, banned)
        return replace(found, hopeless=first.hopeless, left_out=first.left_out, why=first.why,
                       tried=first.tried, assumed=first.assumed, looks=first.looks,
                       remark=first.remark)

    def _preferred(self, plan: JointSteps, banned: Bans) -> list[Preference]:
        return [(worth, action) for worth, action in self.preferences(plan)
                if worth > 0 and action not in banned]

    def _improved(self, believed: Believed, found: Outcome, old: JointSteps, banned: Bans
                  ) -> Outcome:
        """Return the plan with what is worth doing beside it, or the rest of the old one."""
        preferences = self._preferred(old, banned)
        if not preferences and found.plan is not None:  # what the new plan makes worth knowing
            preferences = self._preferred(found.plan, banned)
            if preferences:
                found = self._solved(believed, banned, _habit(old), preferences)
        if preferences and _length(found) > self.least:  # what changes by itself does not wait
            plain = self._solved(believed, banned, _habit(old), ())
            found = found if _length(found) <= _length(plain) else plain
        kept = self._still(believed, old, banned)
        if kept is None or _length(kept) > _length(found) or (
                found.plan and _worth(found.plan, preferences) > _worth(old, preferences)):
            return found
        return replace(kept, lower=min(found.lower, len(old)), status=found.status)

    def _solve(self, believed: Believed, banned: Bans, commit: Sequence[Preference] = (),
               prefer: Sequence[Preference] = ()) -> Answer:
        """Ask the engine; a plan that does not simulate is none."""
        left = min(self.ends[0] - time.process_time(), self.ends[1] - time.monotonic())
        if left <= 0:
            return Answer(None, status="out of time")
        self.calls += 1
        try:
            answer = self.solver(believed, limit=left, forbid=banned, commit=commit, prefer=prefer)
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
        outcome = self._possible(believed, banned, commit, prefer)
        believed, plan = outcome.believed, outcome.plan
        answer = Answer(plan, outcome.lower, outcome.status)
        self.least = answer.lower
        raised: dict[str, Assumption] = {}
        before = {believed.init}
        for _ in range(ROUNDS):
            news = self._news(believed, answer.plan)
            if not news:
                break
            later = believed.assuming(news)
            back = later.init in before
            again = self._solve(later, banned, commit,
                                [*prefer, *_habit((answer.plan or ())[:1])] if back else prefer)
            if again.plan is None and answer.plan is not None:
                break  # it holds as far as is known now; the next decision looks at the forecast
            if back and self._news(later, again.plan):
                break  # whatever is found for this forecast is too late for it: the other one stays
            before.add(later.init)
            raised |= {a.key: a for a in news}
            believed, answer = later, again
        why = outcome.why if answer.plan is not None else outcome.why or answer.status or "no plan"
        return replace(outcome, believed=believed, plan=answer.plan, lower=answer.lower,
                       status=answer.status, why=why, raised=raised)

    def _possible(self, believed: Believed, banned: Bans, commit: Sequence[Preference],
                  prefer: Sequence[Preference]) -> Outcome:
        """Plan for all goals under the first combination of values that has a plan.

        Where none has, the goals that are proven impossible are left out, then those that have no
        plan under the likeliest combination.
        """
        ranks, looks = self._searched(believed)
        worlds, tried = Worlds(believed, ranks), 0
        answer, first = Answer(None, status="no world fits"), believed
        for assumed in worlds:
            world = replace(believed, unknowns=()).assuming(assumed)
            answer = self._solve(world, banned, commit, prefer)
            tried += 1
            first = world if tried == 1 else first
            if answer.plan is not None or not answer.impossible:
                return Outcome(world, answer.plan, answer.lower, answer.status, tried=tried,
                               assumed=assumed, looks=looks, remark=worlds.remark)
            if tried == TRIES:
                break
            worlds.nogoods.append(proof.core(believed, assumed, self._relaxation))
        proven = worlds.closed and worlds.complete and not believed.possible
        part = self._part(first, believed, tried, proven, answer)
        return replace(part, remark=worlds.remark)

    def _searched(self, believed: Believed) -> tuple[Ranks, tuple[Look, ...]]:
        """Return the order in which values are assumed: as they are best looked for."""
        several = any(len(u.values) > 1 for u in believed.unknowns)
        relaxation = self._relaxation(believed) if several else None
        return ({}, ()) if relaxation is None else searched(believed, relaxation)

    def _relaxation(self, believed: Believed) -> Relaxation | None:
        """Return the delete relaxation of a problem, whatever the unknowns are."""
        try:
            return relaxed(self.grounding(believed, SECONDS))
        except PlannerError:
            return None

    def _part(self, world: Believed, believed: Believed, tried: int, proven: bool,
              answer: Answer) -> Outcome:
        """Plan for those goals that can be reached; the others are impossible or left out.

        ``proven`` says that all worlds there are were shown to allow no plan for all goals.
        """
        hopeless = proof.hopeless(believed, self._relaxation)
        open_ = sorted(world.goal - world.init - hopeless)
        wanted = (world.goal & world.init) - hopeless
        left, plan = set[Atom](), answer
        alone = tried == 1 and proven
        for goal in open_:
            trial = self._solve(replace(world, goal=wanted | {goal}), {})
            if trial.plan is not None:
                wanted, plan = wanted | {goal}, trial
            elif alone and self._solve(replace(world, goal=frozenset({goal})), {}).impossible:
                hopeless |= {goal}
            else:
                left.add(goal)
        why = f"no plan under any of {tried} combinations of values" if tried > 1 else (
            "no plan under what is assumed" if not proven else "no plan for all goals together")
        rest = replace(world, goal=wanted)
        found = self._solve(rest, {}) if wanted == world.goal & world.init - hopeless else plan
        return Outcome(rest, found.plan, found.lower, found.status, why, hopeless=hopeless,
                       left_out=frozenset(left), tried=tried,
                       assumed=world.assumptions[len(believed.assumptions):])

    def _news(self, believed: Believed, plan: JointSteps | None) -> list[Assumption]:
        return believed.news(self.forecast(plan)) if plan else []

    def _still(self, believed: Believed, old: JointSteps, banned: Bans) -> Outcome | None:
        """Return the rest of the old plan if it still leads to the goal, forecast included."""
        if not old or banned.keys() & set(old[0]):
            return None
        news = self._news(believed, old)
        believed = believed.assuming(news)
        if self.model.objection(believed.init, old, believed.goal):
            return None
        return Outcome(believed, old, kept_old=True, raised={a.key: a for a in news})


def _habit(old: JointSteps) -> list[Preference]:
    return [(OLD, action) for step in old for action in step]


def _length(outcome: Outcome) -> float:
    return float("inf") if outcome.plan is None else len(outcome.plan)


def _worth(plan: JointSteps, preferences: Sequence[Preference]) -> float:
    return sum(worth for worth, action in preferences if plan and action in plan[0])
