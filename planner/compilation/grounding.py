"""Ground a unified-planning problem: conjunctions of literals, simple effects, static pruning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

from planner.errors import LimitError, UsageError

if TYPE_CHECKING:
    from unified_planning.model import Action, FNode, Object, Problem

__all__ = ["GroundAction", "Literals", "ground_actions", "literals_of"]

Literals = Mapping["FNode", bool]
"""Ground atoms that have to be true or false together."""
MOST_ACTIONS, MOST_BINDINGS = 20_000, 1_000_000
"""Bounds on ground actions and on bindings tried for one schema; beyond them no engine that gets
ground actions as text would go far."""


@dataclass(frozen=True)
class GroundAction:
    """An action with its objects; ``adds`` wins over ``deletes`` as in PDDL."""

    name: str
    arguments: tuple[str, ...]
    needs: Literals
    adds: frozenset[FNode]
    deletes: frozenset[FNode]
    cost: int

    def applicable(self, state: frozenset[FNode]) -> bool:
        """Tell whether the action can be done in a state (its true atoms)."""
        return all((atom in state) == wanted for atom, wanted in self.needs.items())


def ground_actions(problem: Problem) -> tuple[list[GroundAction], frozenset[FNode]]:
    """Return the ground actions that static facts allow, and the true atoms at the start.

    Raises ``UsageError`` for conditions or effects beyond conjunctions of literals.
    """
    init = frozenset(atom for atom, value in problem.explicit_initial_values.items()
                     if value.is_true())
    found: list[GroundAction] = []
    for action in problem.actions:
        cost = _cost(problem, action)
        for objects in _bindings(problem, action, init):
            if len(found) == MOST_ACTIONS:
                raise LimitError(f"more than {MOST_ACTIONS:,} ground actions, the last of them of "
                                 f"action {action.name}: {_size(problem, action)}")
            found.append(_instance(problem, action, objects, cost))
    return found, init


def _size(problem: Problem, action: Action) -> str:
    """Say how many ways there are to fill an action's parameters, before static facts count."""
    counts = [len(list(problem.objects(p.type))) for p in action.parameters]
    return f"{' x '.join(map(str, counts))} = {prod(counts):,} bindings of its parameters"


def _bindings(
    problem: Problem, action: Action, init: frozenset[FNode]
) -> Iterator[tuple[Object, ...]]:
    """Yield the objects whose static preconditions hold in the initial state.

    A precondition is looked at as soon as its parameters have objects, so that work is in
    proportion to what can be bound, not to the product of all types.
    """
    names = [p.name for p in action.parameters]
    choices = [list(problem.objects(p.type)) for p in action.parameters]
    static = [
        (atom, wanted)
        for condition in action.preconditions
        for atom, wanted in literals_of(condition)
        if atom.is_equals() or _never_changes(problem, atom)
    ]
    due: list[list[tuple[FNode, bool]]] = [[] for _ in range(len(names) + 1)]
    for atom, wanted in static:
        used = (a.parameter().name for a in atom.args if a.is_parameter_exp())
        due[max((names.index(name) + 1 for name in used), default=0)].append((atom, wanted))
    tried = 0
    waiting: list[tuple[Object, ...]] = [()]
    while waiting:
        bound = waiting.pop()
        tried += 1
        if tried > MOST_BINDINGS:
            raise LimitError(f"action {action.name}: more than {MOST_BINDINGS:,} bindings tried; "
                             + _size(problem, action))
        place = dict(zip(names, bound, strict=False))
        if any(_holds(problem, atom, place, init) != wanted for atom, wanted in due[len(bound)]):
            continue
        if len(bound) == len(names):
            yield bound
        else:
            waiting += [(*bound, choice) for choice in reversed(choices[len(bound)])]


def _never_changes(problem: Problem, atom: FNode) -> bool:
    """Tell whether no effect can touch an atom, going by the types of its arguments.

    ``(at ?c ?p)`` of a container never changes if effects on ``at`` speak of small things only.
    """
    return not any(
        effect.fluent.fluent() == atom.fluent()
        and all(
            _related(one.type, other.type)
            for one, other in zip(effect.fluent.args, atom.args, strict=True)
        )
        for action in problem.actions
        for effect in action.effects
    )


def _related(one: Any, other: Any) -> bool:
    return one == other or one in other.ancestors or other in one.ancestors


def _holds(
    problem: Problem, atom: FNode, place: Mapping[str, Object], init: frozenset[FNode]
) -> bool:
    if atom.is_equals():
        first, second = (_object(argument, place) for argument in atom.args)
        return bool(first == second)
    return _instantiate(problem, atom, place) in init


def _object(argument: FNode, place: Mapping[str, Object]) -> Object:
    if argument.is_parameter_exp():
        return place[argument.parameter().name]
    return argument.object()


def _instantiate(problem: Problem, atom: FNode, place: Mapping[str, Object]) -> FNode:
    manager = problem.environment.expression_manager
    arguments = [manager.ObjectExp(_object(argument, place)) for argument in atom.args]
    return manager.FluentExp(atom.fluent(), tuple(arguments))


def _instance(
    problem: Problem,
    action: Action,
    objects: tuple[Object, ...],
    cost: int,
) -> GroundAction:
    place = dict(zip((p.name for p in action.parameters), objects, strict=True))
    needs = {}
    for condition in action.preconditions:
        for atom, wanted in literals_of(condition):
            if not (atom.is_equals() or _never_changes(problem, atom)):
                needs[_instantiate(problem, atom, place)] = wanted
    adds: set[FNode] = set()
    deletes: set[FNode] = set()
    for effect in action.effects:
        if not effect.condition.is_true() or not effect.value.is_bool_constant():
            raise UsageError(f"action {action.name}: only simple effects are compiled")
        (adds if effect.value.is_true() else deletes).add(
            _instantiate(problem, effect.fluent, place)
        )
    return GroundAction(
        action.name,
        tuple(o.name for o in objects),
        needs,
        frozenset(adds),
        frozenset(deletes - adds),
        cost,
    )


def _cost(problem: Problem, action: Action) -> int:
    for metric in problem.quality_metrics:
        costs = getattr(metric, "costs", {})
        if action in costs and costs[action] is not None:
            return int(costs[action].constant_value())
    return 0


def literals_of(condition: FNode) -> Iterator[tuple[FNode, bool]]:
    """Yield the literals of a conjunction; raise ``UsageError`` for anything else."""
    if condition.is_and():
        for part in condition.args:
            yield from literals_of(part)
    elif condition.is_not():
        (atom,) = condition.args
        if not (atom.is_fluent_exp() or atom.is_equals()):
            raise UsageError(f"only literals are compiled, not {condition}")
        yield atom, False
    elif condition.is_fluent_exp() or condition.is_equals():
        yield condition, True
    elif not condition.is_true():
        raise UsageError(f"only conjunctions of literals are compiled, not {condition}")
