"""The goal as clauses; which operators can matter: applicable some day, and of use for it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from planner.engines.joint.grounding.ground import Effect, Grounding, Operator
from planner.errors import UsageError
from planner.pddl import PDDLTask
from planner.pddl.conditions import Atom, expand
from planner.pddl.model import Formula
from planner.pddl.normal_forms import Junction, condition_of, disjuncts, negation
from planner.plan import Step

__all__ = ["Clauses", "Goal", "clauses_of", "formula_of", "pruned", "reachable", "specialised"]

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


def reachable(
    operators: Sequence[Operator], true: frozenset[int], atoms: Iterable[int]
) -> tuple[list[Operator], dict[int, int]]:
    """Return the operators that can be done some day and the first step of each literal.

    Conditions are looked at one by one (h^max with unit costs), literals of both signs. A literal
    without an entry never holds.
    """
    level = {a if a in true else -a: 0 for a in atoms}
    missing = [sum(x not in level for x in o.needs) for o in operators]
    waiting: dict[int, list[int]] = {}
    for k, operator in enumerate(operators):
        for x in operator.needs:
            if x not in level:
                waiting.setdefault(x, []).append(k)
    conditional: dict[int, list[tuple[int, Effect]]] = {}
    done: set[int] = set()
    now = [k for k, count in enumerate(missing) if not count]
    step = 0
    while now:
        step += 1
        fresh: dict[int, None] = {}
        for k in now:
            done.add(k)
            for effect in operators[k].effects:
                open_ = next((x for x in effect.condition if x not in level), None)
                if open_ is not None:
                    conditional.setdefault(open_, []).append((k, effect))
                elif effect.literal not in level:
                    fresh[effect.literal] = None
        now = _spread(fresh, step, level, missing, waiting, conditional)
    return [o for k, o in enumerate(operators) if k in done], level


def _spread(
    fresh: dict[int, None], step: int, level: dict[int, int], missing: list[int],
    waiting: dict[int, list[int]], conditional: dict[int, list[tuple[int, Effect]]],
) -> list[int]:
    """Mark literals as reached at ``step``; return the operators that became applicable.

    Conditional effects whose conditions are all reached now come true a step later: the operator
    that has them is returned once more.
    """
    ready: dict[int, None] = {}
    for literal in fresh:
        level[literal] = step
    for literal in fresh:
        for k in waiting.get(literal, ()):
            missing[k] -= 1
            if not missing[k]:
                ready[k] = None
        for k, _ in conditional.pop(literal, ()):
            ready[k] = None
    return list(ready)


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
