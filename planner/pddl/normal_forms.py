"""Ground conditions in negation normal form: literals under *all* and *any*.

A literal is the number of an atom, negative for "does not hold". A condition is never multiplied
out beyond a bound: its disjunctive normal form may be exponentially larger than itself (seven
places for two things are 65,536 terms).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from planner.errors import UsageError
from planner.pddl.conditions import Atom
from planner.pddl.model import Formula


@dataclass(frozen=True)
class Junction:
    """All of the parts (``every``) or any of them; without parts: true, or false."""

    every: bool
    parts: tuple[Condition, ...] = ()


Condition = Junction | int
TRUE, FALSE = Junction(True), Junction(False)


def junction(every: bool, parts: Iterable[Condition]) -> Condition:
    """Join conditions: nested junctions of one kind become one, constants vanish or decide.

    A literal beside its negation decides, too.
    """
    found: dict[Condition, None] = {}
    for part in parts:
        if isinstance(part, Junction) and part.every == every:
            found.update(dict.fromkeys(part.parts))
        elif part == Junction(not every):
            return part
        else:
            found[part] = None
    if any(isinstance(part, int) and -part in found for part in found):
        return Junction(not every)
    return next(iter(found)) if len(found) == 1 else Junction(every, tuple(found))


def condition_of(
    formula: Formula, meaning: Callable[[Atom], Condition | None], wanted: bool = True
) -> Condition:
    """Return a ground formula, or its negation; an atom without a meaning never holds.

    Raises :class:`UsageError` where it quantifies or compares numbers.
    """
    head = formula[0]
    if head in ("exists", "forall"):
        raise UsageError("a condition quantifies over too many objects")
    if head not in ("and", "or", "not", "=", "imply", "atom"):
        raise UsageError("a condition on numbers is not taken here")
    if head == "not":
        return condition_of(formula[1], meaning, not wanted)
    if head == "=":
        return Junction((formula[1] == formula[2]) == wanted)
    if head == "imply":
        return condition_of(("or", ("not", formula[1]), formula[2]), meaning, wanted)
    if head == "atom":
        known = meaning(formula[1:])
        return Junction(not wanted) if known is None else known if wanted else negation(known)
    return junction((head == "and") == wanted,
                    (condition_of(part, meaning, wanted) for part in formula[1:]))


def negation(condition: Condition) -> Condition:
    """Return the negation."""
    if isinstance(condition, Junction):
        return Junction(not condition.every, tuple(map(negation, condition.parts)))
    return -condition


def literals(condition: Condition) -> Iterator[int]:
    """Yield the literals, as often as they stand there."""
    if isinstance(condition, Junction):
        for part in condition.parts:
            yield from literals(part)
    else:
        yield condition


def settled(condition: Condition, true: Collection[int]) -> Condition:
    """Return what is left of a condition where some literals are known to be true."""
    if isinstance(condition, Junction):
        return junction(condition.every, (settled(part, true) for part in condition.parts))
    return TRUE if condition in true else FALSE if -condition in true else condition


def disjuncts(condition: Condition, most: int) -> tuple[Condition, ...]:
    """Return conditions of which one has to hold: conjunctions of literals, while these are few.

    A part that would make more than ``most`` of them is left as it is.
    """
    if not isinstance(condition, Junction):
        return (condition,)
    if not condition.every:
        return tuple(found for part in condition.parts for found in disjuncts(part, most))
    joined: list[Condition] = [TRUE]
    for part in condition.parts:
        options = disjuncts(part, most)
        if len(joined) * len(options) > most:
            return (condition,)
        joined = [both for one in joined for other in options
                  if (both := junction(True, (one, other))) != FALSE]
    return tuple(joined)


def terms(condition: Condition, most: int, what: str) -> list[tuple[int, ...]]:
    """Return conjunctions of literals of which one has to hold.

    Raises :class:`UsageError` where there would be more than ``most``: ``what`` is too large.
    """
    found = []
    for term in disjuncts(condition, most):
        parts = term.parts if isinstance(term, Junction) else (term,)
        found.append(tuple(part for part in parts if isinstance(part, int)))
        if len(found[-1]) < len(parts):
            raise UsageError(f"{what} is too large when multiplied out")
    return found


def formula_of(condition: Condition, atoms: Sequence[Atom]) -> Formula:
    """Return a condition as a formula; atoms are numbered from 1 on."""
    if isinstance(condition, Junction):
        return ("and" if condition.every else "or",
                *(formula_of(part, atoms) for part in condition.parts))
    atom: Formula = ("atom", *atoms[abs(condition) - 1])
    return atom if condition > 0 else ("not", atom)
