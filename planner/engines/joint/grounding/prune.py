"""Which operators can matter: applicable some day, and of use for the goal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from planner.engines.joint.grounding.ground import Effect, Grounding, Operator
from planner.plan import Step

__all__ = ["Clauses", "pruned", "reachable", "specialised"]

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
