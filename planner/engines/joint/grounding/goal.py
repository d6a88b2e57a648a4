"""A goal as a conjunction of disjunctions of ground literals."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from itertools import product

from planner.engines.joint.grounding.prune import Clauses
from planner.errors import UsageError
from planner.pddl import PDDLTask
from planner.pddl.conditions import Atom, expand
from planner.pddl.model import Formula

__all__ = ["Goal", "clauses_of", "formula_of"]

Goal = Formula | Collection[Atom]
"""A formula, or atoms that shall all hold."""
MAX_CLAUSES = 20_000
_QUANTIFIED = ("exists", "forall")


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
    clauses = _clauses(expand(bare).problem.goal, True, number)
    unique = sorted({tuple(sorted(c)) for c in clauses if not any(-x in c for x in c)})
    return None if () in unique else tuple(unique)


def _clauses(formula: Formula, wanted: bool, number: Mapping[Atom, int]) -> list[frozenset[int]]:
    head = formula[0]
    if head == "not":
        return _clauses(formula[1], not wanted, number)
    if head == "atom":
        atom = number.get((formula[1], formula[2]))
        if atom is None:
            return [frozenset()] if wanted else []
        return [frozenset({atom if wanted else -atom})]
    if head == "=":
        return [] if (formula[1] == formula[2]) == wanted else [frozenset()]
    if head == "imply":
        return _clauses(("or", ("not", formula[1]), formula[2]), wanted, number)
    if head in _QUANTIFIED:
        raise UsageError("the goal quantifies over too many objects")
    parts = [_clauses(part, wanted, number) for part in formula[1:]]
    if (head == "and") == wanted:
        return [clause for part in parts for clause in part]
    joined: list[frozenset[int]] = [frozenset()]
    for part in parts:
        if len(joined) * len(part) > MAX_CLAUSES:
            raise UsageError("the goal is too large as a conjunction of disjunctions")
        joined = [a | b for a, b in product(joined, part)]
    return joined
