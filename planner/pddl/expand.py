"""Quantified conditions written out over the objects of a task."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from planner.pddl.conditions import substituted
from planner.pddl.model import Formula, PDDLTask

__all__ = ["MAX_PARTS", "expand"]

MAX_PARTS = 20_000


class _TooLarge(Exception):
    pass


def expand(task: PDDLTask) -> PDDLTask:
    """Return the task without ``exists`` and ``forall`` in preconditions and goal.

    All objects become constants of the domain. Quantifiers in axioms and effects stay. A task
    that would grow by more than :data:`MAX_PARTS` parts comes back as it is.
    """
    size = [0]
    domain = task.domain
    try:
        actions = {name: replace(a, precondition=_expanded(task, a.precondition, size))
                   for name, a in domain.actions.items()}
        goal = _expanded(task, task.problem.goal, size)
    except _TooLarge:
        return task
    known = replace(domain, actions=actions, constants=task.objects)
    return replace(task, domain=known, problem=replace(task.problem, goal=goal, objects={}))


def _expanded(task: PDDLTask, formula: Formula, size: list[int]) -> Formula:
    head = formula[0]
    if head in ("not", "and", "or", "imply"):
        parts = [_expanded(task, part, size) for part in formula[1:]]
        return _merged(head, parts)
    if head not in ("exists", "forall"):
        return formula
    names = [name for name, _ in formula[1]]
    parts = []
    for words in product(*(task.of_type(kinds) for _, kinds in formula[1])):
        size[0] += 1
        if size[0] > MAX_PARTS:
            raise _TooLarge
        inner = substituted(formula[2], dict(zip(names, words, strict=True)))
        parts.append(_expanded(task, inner, size))
    return _merged("or" if head == "exists" else "and", parts)


def _merged(head: str, parts: list[Formula]) -> Formula:
    """Join parts; a conjunction in a conjunction is dissolved, a single part stands alone."""
    if head in ("and", "or"):
        merged: list[Formula] = []
        for part in parts:
            merged += part[1:] if part[0] == head else (part,)
        return merged[0] if len(merged) == 1 else (head, *merged)
    return (head, *parts)
