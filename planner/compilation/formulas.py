"""Ground conditions in negation normal form: literals under *all* and *any*.

A condition is never multiplied out beyond a bound: its disjunctive normal form may be
exponentially larger than itself (seven places for two things are 65,536 terms).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unified_planning.model import FNode

__all__ = ["FALSE", "TRUE", "Formula", "Junction", "disjuncts", "expression", "formula_of",
           "junction", "literals", "negation", "settled"]

Literal = tuple["FNode", bool]


@dataclass(frozen=True)
class Junction:
    """All of the parts (``every``) or any of them; without parts: true, or false."""

    every: bool
    parts: tuple[Formula, ...] = ()


Formula = Junction | Literal
TRUE, FALSE = Junction(True), Junction(False)


def junction(every: bool, parts: Iterator[Formula]) -> Formula:
    """Join formulas: nested junctions of one kind become one, constants vanish or decide.

    A literal beside its negation decides, too.
    """
    found: dict[Formula, None] = {}
    for part in parts:
        if isinstance(part, Junction) and part.every == every:
            found.update(dict.fromkeys(part.parts))
        elif part == Junction(not every):
            return part
        else:
            found[part] = None
    if any(isinstance(part, tuple) and (part[0], not part[1]) in found for part in found):
        return Junction(not every)
    return next(iter(found)) if len(found) == 1 else Junction(every, tuple(found))


def formula_of(condition: FNode, wanted: bool = True) -> Formula:
    """Return a ground condition without quantifiers (or its negation) as a formula."""
    if condition.is_not():
        return formula_of(condition.args[0], not wanted)
    if condition.is_bool_constant():
        return Junction(condition.is_true() == wanted)
    if condition.is_fluent_exp():
        return condition, wanted
    return junction(condition.is_and() == wanted,
                    (formula_of(part, wanted) for part in condition.args))


def negation(formula: Formula) -> Formula:
    """Return the negation."""
    if isinstance(formula, Junction):
        return Junction(not formula.every, tuple(map(negation, formula.parts)))
    return formula[0], not formula[1]


def literals(formula: Formula) -> Iterator[Literal]:
    """Yield the literals, as often as they stand there."""
    if isinstance(formula, Junction):
        for part in formula.parts:
            yield from literals(part)
    else:
        yield formula


def settled(formula: Formula, known: Mapping[FNode, bool]) -> Formula:
    """Return what is left of a formula where the values of some atoms are known."""
    if isinstance(formula, Junction):
        return junction(formula.every, (settled(part, known) for part in formula.parts))
    atom, wanted = formula
    return Junction(known[atom] == wanted) if atom in known else formula


def disjuncts(formula: Formula, most: int) -> tuple[Formula, ...]:
    """Return formulas of which one has to hold: conjunctions of literals, while these are few.

    A part that would make more than ``most`` of them is left as it is.
    """
    if not isinstance(formula, Junction):
        return (formula,)
    if not formula.every:
        return tuple(found for part in formula.parts for found in disjuncts(part, most))
    joined: list[Formula] = [TRUE]
    for part in formula.parts:
        options = disjuncts(part, most)
        if len(joined) * len(options) > most:
            return (formula,)
        joined = [both for one in joined for other in options
                  if (both := junction(True, iter((one, other)))) != FALSE]
    return tuple(joined)


def expression(formula: Formula) -> FNode:
    """Return a formula that is neither true nor false in unified-planning's form."""
    if isinstance(formula, Junction):
        parts = [expression(part) for part in formula.parts]
        manager = parts[0].environment.expression_manager
        return manager.And(parts) if formula.every else manager.Or(parts)
    atom, wanted = formula
    return atom if wanted else atom.environment.expression_manager.Not(atom)
