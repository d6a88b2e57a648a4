"""Durative actions (PDDL 2.1, level 3): durations, and conditions and effects with their times."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from planner.errors import UnsupportedError
from planner.pddl.formulas import Scope, read_effect, read_expression, read_formula
from planner.pddl.model import DURATION, Durative, Formula, Timed
from planner.pddl.names import read_variables
from planner.pddl.sexp import Node

__all__ = ["read_durative"]

_LIMITS = ("=", "<=", ">=")
_CONTINUOUS: Formula = ("continuous",)


def read_durative(
    scope: Scope, duration: Node | None, condition: Node | None, effect: Node | None
) -> Durative:
    """Read the three fields; a missing one is empty."""
    inside = _with_duration(scope)
    return Durative(
        tuple(_durations(inside, duration)) if duration is not None else (),
        tuple(_timed(inside, condition, _condition)) if condition is not None else (),
        tuple(_timed(inside, effect, _effect)) if effect is not None else ())


def _with_duration(scope: Scope) -> Scope:
    """Return the scope in which ``?duration`` is a number."""
    return replace(scope, domain=replace(
        scope.domain, functions={**scope.domain.functions, DURATION: ()}))


def _durations(scope: Scope, node: Node) -> Iterator[tuple[str, Formula]]:
    if not node.children:
        return
    if node.head == "and":
        for part in list(node)[1:]:
            yield from _durations(scope, part)
        return
    parts = list(node)
    if node.head == "at" and len(parts) == 3:
        if parts[1].word == "start":
            yield from _durations(scope, parts[2])
            return
        raise UnsupportedError(str(scope.error("durations fixed at the end are not supported",
                                               node)))
    if node.head not in _LIMITS or len(parts) != 3 or parts[1].word != DURATION:
        raise scope.error("bad duration", node, "(= ?duration EXPRESSION), also <= and >=")
    yield node.head, read_expression(scope, parts[2])


def _timed(
    scope: Scope, node: Node, read: Callable[[Scope, Node], Iterator[Timed]]
) -> Iterator[Timed]:
    """Read the parts of ``and`` and ``forall`` with ``read``."""
    parts = list(node)
    if node.head == "and":
        for part in parts[1:]:
            yield from _timed(scope, part, read)
    elif node.head == "forall" and len(parts) == 3:
        variables = read_variables(
            scope.source, parts[1], parts[1].children or (), scope.domain.types)
        for time, formula in _timed(scope.inside(variables), parts[2], read):
            yield time, ("forall", variables, formula)
    elif parts:
        yield from read(scope, node)


def _condition(scope: Scope, node: Node) -> Iterator[Timed]:
    if node.head == "preference":
        yield "start", ("preference", "", ("and",))
    else:
        yield _time(scope, node), read_formula(scope, list(node)[2])


def _effect(scope: Scope, node: Node) -> Iterator[Timed]:
    if node.head == "when" and len(list(node)) == 3:
        yield from _conditional(scope, node)
    elif _continuous(node):
        yield "all", _CONTINUOUS
    else:
        time = _time(scope, node)
        if time == "all":
            raise scope.error("an effect has no 'over all'", node, "at start or at end")
        yield time, read_effect(scope, list(node)[2])


def _conditional(scope: Scope, node: Node) -> Iterator[Timed]:
    conditions = list(_timed(scope, list(node)[1], _condition))
    for time, effect in _timed(scope, list(node)[2], _effect):
        if any(when != time for when, _ in conditions):
            raise UnsupportedError(str(scope.error(
                "an effect whose condition is of another time is not supported", node)))
        yield time, ("when", ("and", *(formula for _, formula in conditions)), effect)


def _continuous(node: Node) -> bool:
    return node.word == "#t" or any(_continuous(child) for child in node)


def _time(scope: Scope, node: Node) -> str:
    """Return ``start``, ``all`` or ``end``: the time of a part."""
    parts = list(node)
    words = tuple(part.word if part.children is None else "" for part in parts[:2])
    if len(parts) == 3 and words in (("at", "start"), ("at", "end"), ("over", "all")):
        return words[1]
    raise scope.error("a part without its time", node, "(at start …), (over all …), (at end …)")
