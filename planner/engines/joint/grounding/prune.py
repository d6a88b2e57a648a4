"""The goal as clauses; which operators static facts allow, and which can be done some day."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from planner.engines.joint.grounding.ground import Grounding
from planner.engines.joint.grounding.operators import Effect, Operator, effects_of
from planner.engines.joint.grounding.relaxation import Relaxation
from planner.pddl import PDDLTask
from planner.pddl.conditions import Atom, expand
from planner.pddl.normal_forms import Condition, condition_of, negation, terms

MAX_CLAUSES = 20_000


def clauses_of(task: PDDLTask, meaning: Callable[[Atom], Condition | None]) -> Clauses | None:
    """Return the task's goal as clauses, None where it can never hold.

    What has no meaning never holds. Raises :class:`UsageError` for a goal that is too large.
    """
    bare = replace(task, domain=replace(task.domain, actions={}))
    goal = condition_of(expand(bare).problem.goal, meaning)
    clauses = {tuple(sorted(-x for x in term)) for term in terms(
        negation(goal), MAX_CLAUSES, "the goal")}
    return None if () in clauses else tuple(sorted(clauses))


Clauses = tuple[tuple[int, ...], ...]
"""A conjunction of disjunctions of literals."""


def specialised(grounding: Grounding, true: frozenset[int]) -> list[Operator]:
    """Return the operators that static facts allow, without the static conditions.

    ``true`` are the atoms of the initial state; what no operator changes stays as it is there.
    """
    settled = [a for a in range(1, len(grounding.atoms) + 1) if a not in grounding.changing]
    holds = frozenset(a if a in true else -a for a in settled)
    fails = frozenset(-x for x in holds)
    kept = []
    for operator in grounding.operators:
        if fails.isdisjoint(operator.needs):
            effects = operator.effects
            if any(e.condition for e in effects):
                effects = effects_of([
                    Effect(tuple(x for x in e.condition if x not in holds), e.literal)
                    for e in effects if fails.isdisjoint(e.condition)])
            kept.append(Operator(operator.action, operator.agents, operator.needs - holds, effects))
    return kept


def reachable(grounding: Grounding, init: Collection[Atom]
              ) -> tuple[list[Operator], dict[int, int]]:
    """Return the operators that can be done some day and the first step of each literal (h^max).

    A literal without an entry never holds; what static facts rule out is left out.
    """
    true = frozenset(grounding.number[atom] for atom in init)
    relaxation = Relaxation(replace(grounding, operators=tuple(specialised(grounding, true))))
    level, _ = relaxation.costs(relaxation.literals(init))
    return [o for o in relaxation.grounding.operators if o.needs <= level.keys()], level
