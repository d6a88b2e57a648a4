"""The policy ``planned``: joint plans from a domain's PDDL, acted out under partial view.

Each joint step: take in what is seen, compare the facts believed with those the plan predicts,
plan anew exactly when they differ, an action failed or the forecast changed, and let the bridge
turn what each robot is doing into actions of the world.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import inf
from typing import Any

from planner.domain import Domain as World
from planner.environment import Briefing, Decision, Observation
from planner.errors import UsageError
from planner.execution.actor.contract import (
    Assumption,
    Atom,
    Believed,
    Bridge,
    GroundAction,
    goals_told,
)
from planner.execution.actor.course import Course
from planner.execution.actor.deliberation import Deliberation, Outcome
from planner.execution.actor.memory import NoGoods, Progress
from planner.execution.actor.model import Model, costless, flaw
from planner.execution.actor.orders import Order, Orders
from planner.execution.actor.solver import JointSolver, Solver, solver_for
from planner.execution.actor.unknowns import sane
from planner.pddl import Domain, joined, read_domain
from planner.pddl.printer import atom_text

LIMIT = 5.0
"""Seconds that a decision may take; what the engine has found by then must do."""
PATIENCE = 5
"""Decisions in a row without any plan after which the team gives up."""
STANDSTILL = 12
"""Decisions that bring nothing new after which the team gives up."""
SHORT, LONG = 3, 30
"""Times the same is done in the same situation before that is a circle: for actions of one step,
and where one goes on over several."""
MOST = 40
"""Facts that one step of a trace tells at most."""


def planned(world: World[Any], case: Any, limit: float = LIMIT) -> Planned:
    """Return a fresh policy; raises :class:`UsageError` where a world has no bridge or PDDL."""
    bridge = world.part("bridge")(case)
    text = bridge.pddl or (world.pddl.read_text(encoding="utf-8") if world.pddl else "")
    if not text:
        raise UsageError(f"domain {world.name!r} has a bridge but no PDDL")
    model = read_domain(text)
    if bridge.senses:
        model = joined(model, read_domain(bridge.senses))
    return Planned(bridge, model, getattr(bridge, "solver", solver_for), limit)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Leave cyclic garbage for later: looking for it is a quarter of a decision's time."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


class BridgeError(Exception):
    """A bridge raised, or said what cannot be."""


class Planned:
    """Act out joint plans of a domain through its bridge."""

    name = "planned"

    def __init__(self, bridge: Bridge, domain: Domain,
                 solver: Callable[[Domain, Sequence[str]], Solver], limit: float) -> None:
        self.bridge, self.limit = bridge, limit
        self.plain = self.domain = costless(domain)
        self.make_solver = solver
        self.orders = Orders()

    def add_goal(self, goal: str, step: int = 0) -> None:
        """Tell the team a further goal, ``(predicate object …)``, from a step on (0: at once).

        Like the other orders it is taken in with the next decision, told in the trace, and named
        there if it makes no sense; it holds for one episode.
        """
        self.orders.given.append(Order(step, "add_goal", goal))

    def drop_goal(self, goal: str, step: int = 0) -> None:
        """Tell the team that a goal is not asked for any more."""
        self.orders.given.append(Order(step, "drop_goal", goal))

    def forbid(self, action: str, step: int = 0) -> None:
        """Forbid an action, ``(name object … *)``, where ``*`` is any object; or all of a name."""
        self.orders.given.append(Order(step, "forbid", action))

    def allow(self, action: str, step: int = 0) -> None:
        """Allow what was forbidden in the same words."""
        self.orders.given.append(Order(step, "allow", action))

    def reset(self, briefing: Briefing, observations: Mapping[str, Observation]) -> None:
        """Start an episode."""
        self.agents, self.step, self.helpless = briefing.agents, 0, 0
        self.goes_on = False
        self.course: Course | None = None
        self.outcome = Outcome(Believed({}, frozenset(), frozenset()), None, why="no plan")
        self.before: frozenset[Any] = frozenset()
        self.nogoods, self.progress, self.seen = NoGoods(), Progress(), Counter[Any]()
        self.trouble = self.ordered = ""
        self.remarks: list[str] = []
        self.orders = Orders(self.orders.given)
        try:
            self._ask("begin", briefing, observations)
            self._equip(self.plain)
        except BridgeError as error:
            self.trouble = str(error)

    def _equip(self, domain: Domain) -> None:
        self.domain, robots = domain, sorted(self.bridge.robots)
        self.solver = self.make_solver(domain, robots)
        self.grounding = getattr(self.solver, "grounding", JointSolver(domain, robots).grounding)

    def decide(self, observations: Mapping[str, Observation]) -> Decision:
        """Return the next joint action with what is believed, assumed, planned and why."""
        self.calls = 0
        try:
            if self.trouble:
                raise BridgeError(self.trouble)
            if self.step:
                self._ask("observe", observations)
            with _uncollected():
                decision = self._decide()
        except BridgeError as error:
            decision = self._helpless(str(error), broken=True)
        self.step += 1
        more = {"orders": self.orders.told, "remarks": self.remarks}
        return replace(decision, notes={**decision.notes, **{k: v for k, v in more.items() if v}})

    def _ask(self, method: str, *arguments: Any) -> Any:
        try:
            return getattr(self.bridge, method)(*arguments)
        except Exception as error:
            raise BridgeError(f"the bridge's {method} raised {type(error).__name__}: {error}"
                              ) from error

    def _decide(self) -> Decision:
        believed = self._believed()
        if self._finished(believed):
            return Decision(dict.fromkeys(self.agents, "Done"), done=True, replan=self.ordered[2:],
                            reasons=dict(self.bridge.reasons))
        given_up = self._ask("given_up")
        if given_up:
            return self._give_up(given_up)
        before = self._assumed(believed)
        reason = self._reason(believed.assuming(before))
        if reason:
            self._replan(believed, before)
        believed = believed.assuming(self._assumed(believed))
        if self.outcome.given_up:
            return self._give_up(f"what is left is impossible: {goals_told(self.outcome.hopeless)}")
        left = inf if self.course is None else len(self.course.left)
        counts = SHORT / LONG if self.goes_on else 1
        if self.progress.standstill(believed, left, counts) > STANDSTILL:
            return self._give_up(f"{STANDSTILL} decisions brought nothing new")
        if self.outcome.stuck:
            return self._helpless(self.outcome.stuck)
        if self.course is None:
            return self._helpless(self.outcome.why, slow="out of time" in self.outcome.why)
        return self._act(self.course, believed, reason)

    def _believed(self) -> Believed:
        """Return the problem as it is believed and ordered; what makes no sense is named."""
        stated = self._ask("problem")
        try:
            believed, self.remarks = sane(stated)
            believed = self._ordered(believed)
            wrong = flaw(self.domain, believed)
        except (AttributeError, TypeError, ValueError) as error:
            wrong = f"{type(error).__name__}: {error}"
        if wrong:
            raise BridgeError(f"the bridge says what cannot be: {wrong}")
        return believed

    def _ordered(self, believed: Believed) -> Believed:
        """Take in the orders of this step; return the problem as they make it."""
        before, self.ordered = list(self.orders.forbidden), ""
        for order in self.orders.due(self.step):
            why = self.orders.take(order, self.plain, believed)
            if not why and order.verb == "add_goal":
                why = flaw(self.plain, replace(believed, goal=frozenset({order.words})))
                if why:
                    self.orders.added.pop(order.words)
            self.remarks += [f"{order}: {why}"] if why else []
            self.ordered += "" if why else f"; order: {order}"
        if list(self.orders.forbidden) != before:
            self._equip(self.orders.domain(self.plain))
            self.course = None
        return self.orders.applied(believed)

    def _finished(self, believed: Believed) -> bool:
        """Say whether the team is done: by the bridge's books, and by its orders."""
        if self.orders.dropped and believed.goal <= believed.facts:
            return True
        return bool(self._ask("finished")) and believed.facts.issuperset(self.orders.added)

    def _assumed(self, believed: Believed) -> list[Assumption]:
        """Return the values that were assumed of the unknowns, as far as they may still hold."""
        left = {u.key: u.values for u in believed.unknowns}
        return [a for a in self.outcome.assumed if a.atoms in left.get(a.key, ())]

    def _give_up(self, why: str) -> Decision:
        return Decision(dict.fromkeys(self.agents, "Done"), done=True, gave_up=True,
                        replan=f"given up: {why}", engine_calls=self.calls,
                        reasons=dict.fromkeys(self.agents, why))

    def _act(self, course: Course, believed: Believed, reason: str) -> Decision:
        course.begin()
        doing = {robot: a for a in course.doing for robot in sorted(course.model.who(a))}
        self.bridge.effects = dict(course.doing)
        self.bridge.coming = course.left
        actions = self._ask("act", doing)
        agents = dict(self.bridge.robots)
        told = dict(self.bridge.reasons)
        for robot, action in doing.items():
            why = told.get(agents[robot])
            told[agents[robot]] = f"{action}: {why}" if why else str(action)
        self.helpless = 0
        fresh = believed.init - self.before, self.before - believed.init
        self.before = believed.init
        more = _notes(fresh, self.outcome, course, self.nogoods.at(self.step))
        if self._in_circles(course, believed, actions):
            more["circles"] = "the same again and again: begun otherwise next time"
            self.course = None
        chosen = {a: actions.get(a) or "Idle" for a in self.agents}
        done = set(chosen.values()) == {"Done"}
        return Decision(chosen, done=done, gave_up=done and bool(self._ask("given_up")),
                        replan=reason, reasons=told, engine_calls=self.calls, notes=more)

    def _in_circles(self, course: Course, believed: Believed, actions: Mapping[str, str]) -> bool:
        """Ban what is done again and again in the same situation; say whether that is so."""
        weights = tuple(sorted((a.key, round(a.weight, 4)) for a in believed.assumptions))
        situation = (believed.init, weights, believed.learnt, tuple(sorted(actions.items())))
        self.seen[situation] += 1
        if self.seen[situation] < (LONG if self.goes_on else SHORT):
            return False
        del self.seen[situation]
        for action in course.doing:
            self.nogoods.ban(action, self.step + 1)
        return True

    def _helpless(self, why: str, slow: bool = False, broken: bool = False) -> Decision:
        """Act without a plan; give up when that lasts and nobody knows what to do.

        An engine that was only too ``slow`` may find a plan next time; a ``broken`` bridge is not
        asked for ever.
        """
        self.course = None
        actions = {}
        for agent in self.agents:
            try:
                actions[agent] = str(self._ask("fallback", agent))
            except BridgeError:
                actions[agent] = "Idle"
        lost = broken or set(actions.values()) == {"Idle"}
        self.helpless = self.helpless + 1 if lost else 0
        if self.helpless > PATIENCE and not slow:
            return self._give_up(why)
        return Decision(actions, replan=f"no plan: {why}", engine_calls=self.calls,
                        reasons=dict.fromkeys(self.agents, self.bridge.substitute),
                        notes={"fallback": why}, by="script")

    def _reason(self, believed: Believed) -> str:
        """Enter what happened; return why a new plan is needed, or nothing."""
        self.goes_on = False
        if (course := self.course) is None:
            return ("begin" if not self.step else "there is no plan") + self.ordered
        believed = believed.assuming(self.outcome.kept(believed, course.facts))
        begun = list(course.doing)
        open_ = course.settle(believed.init)
        self.nogoods.forgive(a for a in begun if a not in open_)
        reasons = [why for action in open_ for why in self._broken(course, action)]
        reasons += self._surprises(course, believed)
        reasons += [self.ordered[2:]] if self.ordered else []
        if not reasons and not course.left:
            reasons.append("the plan is over, the task is not")
        if not reasons:
            news = believed.news(self._ask("forecast", course.left))
            reasons += [f"forecast changed: {a.key}" for a in news]
        if not reasons and self._ask("preferences", course.left):
            reasons.append("something is worth doing now")
        return "; ".join(reasons)

    def _surprises(self, course: Course, believed: Believed) -> list[str]:
        """Say what is not as predicted; what no action changes counts where the plan needs it."""
        differs = course.differs(believed.init)
        moved = frozenset(a for a in differs if a[0] in self.domain.changed)
        if moved:
            return ["not as predicted: " + _differing(moved, believed.init)]
        if differs or dict(believed.objects) != course.model.objects:
            course.facts = course.facts ^ differs
            course.model = Model(self.domain, believed.objects, course.model.robots)
            wrong = course.model.objection(believed.init, course.left, believed.goal)
            return [f"the plan does not fit any more: {wrong}"] if wrong else []
        return []

    def _broken(self, course: Course, action: GroundAction) -> list[str]:
        """Say why an action that is not done does not simply go on; ban it if it failed."""
        who = sorted(course.model.who(action))
        found = [] if who else [f"{action} did not happen"]
        for robot in who:
            why = self._ask("failed", robot)
            if why:
                steps = self.nogoods.ban(action, self.step)
                return [f"{action} failed ({why}), not again for {steps}"]
            goes_on = bool(self._ask("running", robot))
            self.goes_on |= goes_on
            if not goes_on:
                found.append(f"{action} did not do what it does")
        return found[:1]

    def _replan(self, believed: Believed, before: Sequence[Assumption]) -> None:
        model = Model(self.domain, believed.objects, self.bridge.robots)
        old = self.course.left if self.course is not None else ()
        thought = Deliberation(
            model, self.solver, self.grounding, lambda plan: self._ask("forecast", plan),
            lambda plan: self._ask("preferences", plan),
            self.limit * (2 if self.helpless else 1))
        self.outcome = thought.plan(believed, old, self.nogoods.at(self.step), before)
        self.calls += thought.calls
        self.remarks += [self.outcome.remark] if self.outcome.remark else []
        plan = self.outcome.plan
        self.course = None if plan is None else Course(
            model, self.outcome.believed.init, [tuple(step) for step in plan])


def _differing(differs: Iterable[Atom], believed: frozenset[Atom]) -> str:
    """Say what is believed otherwise than predicted, a few atoms of it."""
    texts = [atom_text(a) if a in believed else f"not {atom_text(a)}" for a in sorted(differs)]
    more = f" and {len(texts) - 4} more" if len(texts) > 4 else ""
    return ", ".join(texts[:4]) + more


def _notes(fresh: tuple[frozenset[Atom], frozenset[Atom]], outcome: Outcome, course: Course,
          banned: Mapping[GroundAction, int]) -> dict[str, Any]:
    """Return the additions for the trace; ``fresh`` is what became true and false."""
    more = {
        "banned": {str(a): steps for a, steps in banned.items()},
        "looking": [look.told() for look in outcome.looks],
        "combinations": outcome.tried if outcome.tried > 1 else 0,
        "impossible": goals_told(outcome.hopeless),
        "left_out": outcome.left_out and f"{goals_told(outcome.left_out)}: {outcome.why}"}
    return {
        "true": [atom_text(a) for a in sorted(fresh[0])[:MOST]],
        "false": [atom_text(a) for a in sorted(fresh[1])[:MOST]],
        "assumed": [{"what": a.key, "atoms": [atom_text(x) for x in sorted(a.atoms)],
                     "weight": round(a.weight, 4)} for a in outcome.believed.assumptions],
        "plan": [[str(action) for action in step] for step in course.left],
        "makespan": len(course.left), "bound": outcome.lower, "engine": outcome.status,
        "old_plan_kept": outcome.kept_old, **{key: what for key, what in more.items() if what}}
