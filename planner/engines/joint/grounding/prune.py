"""The goal as clauses; which operators can matter: applicable some day, and of use for it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from planner.engines.joint.grounding.ground import Grounding
from planner.engines.joint.grounding.operators import Effect, Operator
from planner.engines.joint.grounding.relaxation import Relaxation
from planner.pddl import PDDLTask
from planner.pddl.conditions import Atom, expand
from planner.pddl.model import Formula
from planner.pddl.normal_forms import Condition, condition_of, negation, terms
from planner.plan import Step

Goal = Formula | Collection[Atom]
"""A formula, or atoms that shall all hold."""
MAX_CLAUSES = 20_000


def formula_of(goal: Goal) -> Formula:
    """Return the goal as a formula."""
    if isinstance(goal, tuple) and goal and isinstance(goal[0], str):
        return goal
    atoms: Iterable[Atom] = sorted(goal)
    return ("and", *(("atom", name, words) for name, words in atoms))


def clauses_of(task: PDDLTask, number: Mapping[Atom, Condition]) -> Clauses | None:
    """Return the task's goal as clauses, None where it can never hold.

    What has no number never holds. Raises :class:`UsageError` for a goal that is too large.
    """
    bare = replace(task, domain=replace(task.domain, actions={}))
    goal = condition_of(expand(bare).problem.goal, number)
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
            effects = tuple(
                Effect(tuple(x for x in e.condition if x not in holds), e.literal)
                if e.condition else e
                for e in operator.effects if fails.isdisjoint(e.condition))
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


def pruned(
    operators: Sequence[Operator], goal: Clauses, kept: Collection[Step] = ()
) -> list[Operator]:
    """Return the operators that can help towards the goal, and those named in ``kept``.

    Whoever is relevant makes its conditions relevant, those of conditional effects with both
    signs: then leaving out the others changes neither what fires nor what gets in whose way.
    """
    by_literal: dict[int, list[int]] = {}
    for k, operator in enumerate(operators):
        for effect in operator.effects:
            by_literal.setdefault(effect.literal, []).append(k)
    relevant: set[int] = set()
    chosen: set[int] = set()
    queue = [x for clause in goal for x in clause]
    extra = [k for k, o in enumerate(operators) if o.action in kept]
    while queue or extra:
        found = extra
        extra = []
        if queue:
            literal = queue.pop()
            if literal in relevant:
                continue
            relevant.add(literal)
            found = [*found, *by_literal.get(literal, ())]
        for k in found:
            if k not in chosen:
                chosen.add(k)
                queue += operators[k].needs
                queue += [s * x for e in operators[k].effects for x in e.condition for s in (1, -1)]
    return [o for k, o in enumerate(operators) if k in chosen]
