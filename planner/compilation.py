"""Compile rewards away: soft goals and invariants that may be given up become action costs.

* **Soft goals** (after Keyder and Geffner): at the end each is either collected (free, needs the
  goal) or forgone (costs its reward), in a fixed order, so that no orders are tried.
* **Invariants** are given up *in advance*: an action of the cost of the reward, allowed before the
  first real action only. An action that would break an invariant needs it given up. Only the terms
  of the broken condition that an action can make true are regressed through it: the others were
  false before. The initial state is not checked, so what can be done first has a copy with the
  full check.
* Invariants count only if some soft goal is reached: finishing with none costs all of them.

Conditions are multiplied out to conjunctions of literals only while these are few (``MOST_TERMS``)
and stay as they are otherwise, so the result is polynomial in conditions and ground actions.

So for every plan: value = total reward - cost (the *certificate*).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from planner.engines.joint.encoding.costs import price_of
from planner.engines.joint.grounding.ground import ground
from planner.engines.joint.grounding.operators import Operator
from planner.errors import UsageError
from planner.pddl import PDDLTask
from planner.pddl.conditions import Atom
from planner.pddl.model import COST, ActionSchema, Formula
from planner.pddl.normal_forms import (
    FALSE,
    TRUE,
    Condition,
    condition_of,
    disjuncts,
    formula_of,
    junction,
    literals,
    negation,
    settled,
)
from planner.problem import PlanningTask

MOST_TERMS = 64
"""Most ways to reach a goal (or to break an invariant) that are written as terms of their own."""
MOST_ATOMS = 50_000
"""Of the grounding, with which actions count, too: what is larger no engine that gets ground
actions as text would go far with."""
Original = tuple[str, tuple[str, ...]]
"""Name and arguments of an action of the original problem."""


@dataclass(frozen=True)
class Compiled:
    """A plain task with action costs, and the way back.

    ``originals`` maps its action names to actions of the original problem; the names missing
    there are bookkeeping.
    """

    task: PDDLTask
    total_reward: int
    originals: Mapping[str, Original]

    def decode(self, names: Iterable[str]) -> list[Original]:
        """Return the actions of the original problem in a plan of the compiled one."""
        return [self.originals[name] for name in names if name in self.originals]

    def value(self, cost: float) -> float:
        """Return the value of a plan of the given cost: the certificate."""
        return self.total_reward - cost


def compile_rewards(task: PlanningTask) -> Compiled:
    """Compile a task into a plain one; raises ``UsageError`` for conditional effects."""
    return _Compilation(task).result()


class _Compilation:
    def __init__(self, task: PlanningTask) -> None:
        self.task = task
        domain, problem = task.problem.domain, task.problem.problem
        grounding = ground(domain, problem.objects, (), problem.init, limit=MOST_ATOMS)
        self.true = frozenset(grounding.number[atom] for atom in problem.init)
        self.operators = grounding.specialised(self.true)
        self.price = price_of(domain, problem.values, problem.init) or (lambda _: Fraction(0))
        self.number = dict(grounding.number)
        self.atoms = list(grounding.atoms)
        self.state = frozenset(a if a in self.true else -a for a in self.number.values())
        self.flags: dict[str, tuple[()]] = {}
        self.actions: dict[str, ActionSchema] = {}
        self.originals: dict[str, Original] = {}
        self.broken = [disjuncts(condition_of(invariant.broken, self.number.get), MOST_TERMS)
                       for invariant in task.invariants]

    def result(self) -> Compiled:
        self._give_up()
        for operator in self.operators:
            if any(effect.condition for effect in operator.effects):
                raise UsageError(f"action {operator.action.name}: only simple effects are compiled")
            self._regular(operator)
            if operator.needs <= self.state:
                self._first(operator)
        self._finish()
        begin, end = self._flag("not-begun"), self._flag("finished")
        old = self.task.problem
        domain = replace(
            old.domain, name=f"{old.domain.name}-compiled", actions=self.actions,
            constants=old.objects, functions={"total-cost": ()},
            predicates={**old.domain.predicates, **self.flags},
            requirements=frozenset({":strips", ":typing", ":negative-preconditions",
                                    ":disjunctive-preconditions", ":action-costs"}))
        problem = replace(
            old.problem, objects={}, goal=self._formula(end),
            init=old.problem.init | {self.atoms[begin - 1]}, values={COST[1:]: Fraction(0)},
            metric=("minimize", COST))
        return Compiled(PDDLTask(domain, problem), self.task.total_reward, self.originals)

    def _flag(self, name: str) -> int:
        atom: Atom = (name, ())
        if atom not in self.number:
            self.flags[name] = ()
            self.atoms.append(atom)
            self.number[atom] = len(self.atoms)
        return self.number[atom]

    def _formula(self, condition: Condition) -> Formula:
        return formula_of(condition, self.atoms)

    def _add(
        self, name: str, needs: Iterable[Condition], effects: Iterable[int],
        cost: Fraction | int = 0,
    ) -> None:
        changes = map(self._formula, sorted(effects, key=lambda x: (x > 0, abs(x))))
        price = [("increase", COST, ("number", Fraction(cost)))] if cost else []
        self.actions[name] = ActionSchema(
            name, (), ("and", *map(self._formula, needs)), ("and", *changes, *price))

    def _give_up(self) -> None:
        for k, invariant in enumerate(self.task.invariants):
            given_up = self._flag(f"given-up-{k}")
            self._add(f"give-up-{k}", [self._flag("not-begun"), -given_up], [given_up],
                      invariant.reward)

    def _regular(self, operator: Operator) -> None:
        made = {effect.literal for effect in operator.effects}
        known = made | {x for x in operator.needs if -x not in made}
        checks = []
        for k, broken in enumerate(self.broken):
            for part in broken:
                if not made.isdisjoint(literals(part)):
                    rest = settled(part, known)
                    if rest != FALSE:
                        checks.append(self._check(k, rest))
        self._put("", operator, [self._flag("begun"), *checks], ())

    def _first(self, operator: Operator) -> None:
        """Add the copy for the first step: its outcome is known, so it is checked here."""
        made = {effect.literal for effect in operator.effects}
        after = made | {x for x in self.state if -x not in made}
        checks = [self._flag(f"given-up-{k}") for k, broken in enumerate(self.broken)
                  if any(settled(part, after) == TRUE for part in broken)]
        begun = (self._flag("begun"), -self._flag("not-begun"))
        self._put("first-", operator, [self._flag("not-begun"), *checks], begun)

    def _put(
        self, prefix: str, operator: Operator, needs: list[Condition], more: tuple[int, ...]
    ) -> None:
        action = operator.action
        name = "-".join((prefix + action.name, *action.arguments))
        while name in self.originals:  # another of the conditions under which it can be done
            name += "-too"
        effects = [*(effect.literal for effect in operator.effects), *more]
        self._add(name, [*needs, *sorted(operator.needs)], effects, self.price(action))
        self.originals[name] = (action.name, action.arguments)

    def _check(self, k: int, rest: Condition) -> Condition:
        """Return: given up, or the rest of what breaks it is false."""
        return junction(False, (self._flag(f"given-up-{k}"), negation(rest)))

    def _finish(self) -> None:
        goals = self.task.goals
        stages = [self._flag(f"stage-{i}") for i in range(len(goals) + 1)]
        for state in ("not-begun", "begun"):
            self._add(f"end-{state}", [self._flag(state)], [stages[0], -self._flag(state)])
        scored, finished = self._flag("scored"), self._flag("finished")
        for i, goal in enumerate(goals):
            on = [stages[i + 1], -stages[i]]
            self._add(f"forgo-{i}", [stages[i]], on, goal.reward)
            condition = condition_of(goal.goal, self.number.get)
            for n, part in enumerate(disjuncts(condition, MOST_TERMS)):
                self._add(f"collect-{i}-{n}", [stages[i], part], [*on, scored])
        self._add("finish", [stages[-1], scored], [finished, -stages[-1]])
        nothing = sum(invariant.reward for invariant in self.task.invariants)
        self._add("finish-with-nothing", [stages[-1]], [finished, -stages[-1]], nothing)
