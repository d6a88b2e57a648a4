"""Compile rewards away: soft goals and invariants that may be given up become action costs.

* **Soft goals** (after Keyder and Geffner): at the end each is either collected (free, needs the
  goal) or forgone (costs its reward), in a fixed order, so that no orders are tried.
* **Invariants** are given up *in advance*: an action of the cost of the reward, allowed before the
  first real action only. An action that would break an invariant needs it given up. Only the terms
  of the broken condition that an action can make true are regressed through it: the others were
  false before. The initial state is not checked, so what can be done first has a copy with the
  full check.
* Invariants count only if some soft goal is reached: finishing with none costs all of them.

So for every plan: value = total reward - cost (the *certificate*).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from planner.compilation.grounding import GroundAction, ground_actions, terms_of
from planner.problem import PlanningTask

if TYPE_CHECKING:
    from unified_planning.model import FNode, InstantaneousAction, Problem

__all__ = ["Compiled", "compile_rewards"]

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
        self.broken = [terms_of(invariant.broken) for invariant in task.invariants]

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
        checks = []
        for k, terms in enumerate(self.broken):
            for term in terms:
                touched = any(
                    atom in action.adds if wanted else atom in action.deletes
                    for atom, wanted in term.items()
                )
                if touched and not self._contradicts(action, term):
                    checks.append(self._check(k, self._rest(action, term)))
        self._put("", action, [self._flag("begun"), *checks], ())

    def _first(self, action: GroundAction, init: frozenset[FNode]) -> None:
        """Add the copy for the first step: its outcome is known, so it is checked here."""
        after = (init - action.deletes) | action.adds
        checks = [
            self._flag(f"given-up-{k}")
            for k, terms in enumerate(self.broken)
            if any(all((atom in after) == wanted for atom, wanted in t.items()) for t in terms)
        ]
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

    def _contradicts(self, action: GroundAction, term: Mapping[FNode, bool]) -> bool:
        """Tell whether a term is false after an action whatever else holds."""
        for atom, wanted in term.items():
            if atom in (action.deletes if wanted else action.adds):
                return True
            if atom not in action.adds | action.deletes:
                if action.needs.get(atom, wanted) != wanted:
                    return True
        return False

    def _rest(self, action: GroundAction, term: Mapping[FNode, bool]) -> dict[FNode, bool]:
        """Return what has to hold before an action for a term to be true after it."""
        settled = action.adds | action.deletes | action.needs.keys()
        return {atom: wanted for atom, wanted in term.items() if atom not in settled}

    def _check(self, k: int, rest: Mapping[FNode, bool]) -> FNode:
        """Return: given up, or the rest of the term is false."""
        avoided = [self.manager.Not(a) if wanted else a for a, wanted in rest.items()]
        return self.manager.Or([self._flag(f"given-up-{k}"), *avoided])

    def _finish(self) -> None:
        goals = self.task.goals
        stages = [self._flag(f"stage-{i}") for i in range(len(goals) + 1)]
        for state in ("not-begun", "begun"):
            self._add(f"end-{state}", [self._flag(state)], [stages[0]], [self._flag(state)])
        scored = self._flag("scored")
        for i, goal in enumerate(goals):
            self._add(f"forgo-{i}", [stages[i]], [stages[i + 1]], [stages[i]], goal.reward)
            for n, term in enumerate(terms_of(goal.goal)):
                needs = [a if wanted else self.manager.Not(a) for a, wanted in term.items()]
                self._add(
                    f"collect-{i}-{n}",
                    [stages[i], *needs],
                    [stages[i + 1], scored],
                    [stages[i]],
                )
        finished = self._flag("finished")
        self._add("finish", [stages[-1], scored], [finished], [stages[-1]])
        nothing = sum(invariant.reward for invariant in self.task.invariants)
        self._add("finish-with-nothing", [stages[-1]], [finished], [stages[-1]], nothing)
