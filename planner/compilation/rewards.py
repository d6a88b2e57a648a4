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

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from planner.compilation.formulas import (
    FALSE,
    TRUE,
    Formula,
    Junction,
    disjuncts,
    expression,
    formula_of,
    junction,
    literals,
    negation,
    settled,
)
from planner.compilation.grounding import GroundAction, ground_actions
from planner.problem import PlanningTask

if TYPE_CHECKING:
    from unified_planning.model import FNode, InstantaneousAction, Problem

__all__ = ["Compiled", "compile_rewards"]

MOST_TERMS = 64
"""Most ways to reach a goal (or to break an invariant) that are written as terms of their own."""
Original = tuple[str, tuple[str, ...]]
"""Name and arguments of an action of the original problem."""


@dataclass(frozen=True)
class Compiled:
    """A plain problem with action costs, and the way back.

    ``originals`` maps its action names to actions of the original problem; the names missing
    there are bookkeeping.
    """

    problem: Problem
    total_reward: int
    originals: Mapping[str, Original]

    def decode(self, names: Iterable[str]) -> list[Original]:
        """Return the actions of the original problem in a plan of the compiled one."""
        lowered = {name.lower(): original for name, original in self.originals.items()}
        return [lowered[name.lower()] for name in names if name.lower() in lowered]

    def value(self, cost: float) -> float:
        """Return the value of a plan of the given cost: the certificate."""
        return self.total_reward - cost


def compile_rewards(task: PlanningTask) -> Compiled:
    """Compile a task into a plain problem; raises ``UsageError`` beyond literals."""
    return _Compilation(task).result()


class _Compilation:
    def __init__(self, task: PlanningTask) -> None:
        from unified_planning.model import Fluent, Problem

        self.task = task
        source = task.problem
        self.manager = source.environment.expression_manager
        self.problem = Problem(f"{source.name}-compiled", source.environment)
        self.problem.add_objects(source.all_objects)
        for fluent in source.fluents:
            self.problem.add_fluent(fluent, default_initial_value=False)
        self.costs: dict[Any, Any] = {}
        self.originals: dict[str, Original] = {}
        self._fluent = Fluent
        self.atoms: dict[str, FNode] = {}
        self.broken = [disjuncts(formula_of(invariant.broken), MOST_TERMS)
                       for invariant in task.invariants]

    def result(self) -> Compiled:
        from unified_planning.model.metrics import MinimizeActionCosts

        actions, init = ground_actions(self.task.problem)
        for atom in init:
            self.problem.set_initial_value(atom, True)
        self.problem.set_initial_value(self._flag("not-begun"), True)
        self._give_up()
        for action in actions:
            self._regular(action)
            if action.applicable(init):
                self._first(action, init)
        self._finish()
        self.problem.add_goal(self._flag("finished"))
        self.problem.add_quality_metric(MinimizeActionCosts(self.costs))
        return Compiled(self.problem, self.task.total_reward, self.originals)

    def _flag(self, name: str) -> FNode:
        if name not in self.atoms:
            fluent = self._fluent(name, environment=self.problem.environment)
            self.problem.add_fluent(fluent, default_initial_value=False)
            self.atoms[name] = self.manager.FluentExp(fluent)
        return self.atoms[name]

    def _add(
        self,
        name: str,
        needs: Sequence[FNode],
        adds: Iterable[FNode] = (),
        deletes: Iterable[FNode] = (),
        cost: int = 0,
    ) -> InstantaneousAction:
        from unified_planning.model import InstantaneousAction

        action = InstantaneousAction(name, _env=self.problem.environment)
        for condition in needs:
            action.add_precondition(condition)
        for atom in sorted(deletes, key=str):
            action.add_effect(atom, False)
        for atom in sorted(adds, key=str):
            action.add_effect(atom, True)
        self.problem.add_action(action)
        self.costs[action] = self.manager.Int(cost)
        return action

    def _give_up(self) -> None:
        for k, invariant in enumerate(self.task.invariants):
            self._add(
                f"give-up-{k}",
                [self._flag("not-begun"), self.manager.Not(self._flag(f"given-up-{k}"))],
                [self._flag(f"given-up-{k}")],
                cost=invariant.reward,
            )

    def _regular(self, action: GroundAction) -> None:
        made = {**dict.fromkeys(action.deletes, False), **dict.fromkeys(action.adds, True)}
        known = {**action.needs, **made}
        checks = []
        for k, broken in enumerate(self.broken):
            for part in broken:
                if any(made.get(atom) == wanted for atom, wanted in literals(part)):
                    rest = settled(part, known)
                    if rest != FALSE:
                        checks.append(self._check(k, rest))
        self._put("", action, [self._flag("begun"), *checks], ())

    def _first(self, action: GroundAction, init: frozenset[FNode]) -> None:
        """Add the copy for the first step: its outcome is known, so it is checked here."""
        after = (init - action.deletes) | action.adds
        checks = [self._flag(f"given-up-{k}") for k, broken in enumerate(self.broken)
                  if any(_holds(part, after) for part in broken)]
        self._put("first-", action, [self._flag("not-begun"), *checks], (self._flag("begun"),))

    def _put(
        self, prefix: str, action: GroundAction, needs: list[FNode], adds: tuple[FNode, ...]
    ) -> None:
        name = "-".join((prefix + action.name, *action.arguments))
        conditions = [
            atom if wanted else self.manager.Not(atom) for atom, wanted in action.needs.items()
        ]
        deletes = set(action.deletes) | ({self._flag("not-begun")} if adds else set())
        self._add(name, [*needs, *conditions], {*action.adds, *adds}, deletes, action.cost)
        self.originals[name] = (action.name, action.arguments)

    def _check(self, k: int, rest: Formula) -> FNode:
        """Return: given up, or the rest of what breaks it is false."""
        given_up = (self._flag(f"given-up-{k}"), True)
        return expression(junction(False, iter((given_up, negation(rest)))))

    def _finish(self) -> None:
        goals = self.task.goals
        stages = [self._flag(f"stage-{i}") for i in range(len(goals) + 1)]
        for state in ("not-begun", "begun"):
            self._add(f"end-{state}", [self._flag(state)], [stages[0]], [self._flag(state)])
        scored = self._flag("scored")
        for i, goal in enumerate(goals):
            self._add(f"forgo-{i}", [stages[i]], [stages[i + 1]], [stages[i]], goal.reward)
            for n, part in enumerate(disjuncts(formula_of(goal.goal), MOST_TERMS)):
                self._add(
                    f"collect-{i}-{n}",
                    [stages[i], *_conditions(part)],
                    [stages[i + 1], scored],
                    [stages[i]],
                )
        finished = self._flag("finished")
        self._add("finish", [stages[-1], scored], [finished], [stages[-1]])
        nothing = sum(invariant.reward for invariant in self.task.invariants)
        self._add("finish-with-nothing", [stages[-1]], [finished], [stages[-1]], nothing)


def _conditions(formula: Formula) -> list[FNode]:
    """Return the preconditions of an action that needs a formula."""
    if isinstance(formula, Junction) and formula.every:
        return [expression(part) for part in formula.parts]
    return [expression(formula)]


def _holds(formula: Formula, state: frozenset[FNode]) -> bool:
    return settled(formula, {atom: atom in state for atom, _ in literals(formula)}) == TRUE
