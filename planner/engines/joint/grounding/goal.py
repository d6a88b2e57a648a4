"""A goal as a conjunction of disjunctions of ground literals."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from planner.engines.joint.grounding.prune import Clauses
from planner.errors import UsageError
from planner.pddl import PDDLTask
from planner.pddl.conditions import Atom, expand
from planner.pddl.model import Formula
from planner.pddl.normal_forms import Junction, condition_of, disjuncts, negation

__all__ = ["Goal", "clauses_of", "formula_of"]

Goal = Formula | Collection[Atom]
"""A formula, or atoms that shall all hold."""
MAX_CLAUSES = 20_000


def formula_of(goal: Goal) -> Formula:
    """Return the goal as a formula."""
    if isinstance(goal, tuple) and goal and isinstance(goal[0], str):
        return goal
    atoms: Iterable[Atom] = sorted(goal)
    return ("and", *(("atom", name, words) for name, words in atoms))


def clauses_of(task: PDDLTask, number: Mapping[Atom, int]) -> Clauses | None:
    """Return the task's goal as clauses, None where it can never hold.

    What has no number never holds. Raises :class:`UsageError` for a goal that is too large.
    """
    bare = replace(task, domain=replace(task.domain, actions={}))
    goal = condition_of(expand(bare).problem.goal, number)
    clauses = []
    for term in disjuncts(negation(goal), MAX_CLAUSES):  # of what is not to be
        parts = term.parts if isinstance(term, Junction) else (term,)
        if not all(isinstance(part, int) for part in parts):
            raise UsageError("the goal is too large as a conjunction of disjunctions")
        clauses.append(tuple(sorted(-part for part in parts if isinstance(part, int))))
    return None if () in clauses else tuple(sorted(set(clauses)))
