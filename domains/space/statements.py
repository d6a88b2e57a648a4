"""Regions and statements: what clauses mean, as functions of who is where."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from domains.space.geometry import Layout, Relation, bits, mask

At = Sequence[int]


@dataclass(frozen=True)
class Term:
    """A region (its slots as a bit mask) or a statement (true or false) about an arrangement.

    It depends on where the entities of ``scope`` are and on nothing else. ``named``: the entity
    whose place the region is, -1 for all others. ``&``, ``|`` join regions; ``relation @ region``
    is where something stands in a relation to some slot of a region.
    """

    scope: frozenset[int]
    value: Callable[[At], int]
    named: int = -1

    def holds(self, at: At) -> bool:
        """Say whether a statement is true of an arrangement."""
        return bool(self.value(at))

    def __and__(self, other: Term) -> Term:
        return term(operator.and_, self, other)

    def __or__(self, other: Term) -> Term:
        return term(operator.or_, self, other)

    def __rmatmul__(self, relation: Relation) -> Term:
        return term(lambda slots: mask(t for s in bits(slots) for t in bits(relation[s])), self)


def term(rule: Callable[..., int], *parts: Term) -> Term:
    """Return what ``rule`` makes of the values of ``parts``."""
    return Term(frozenset().union(*(p.scope for p in parts)),
                lambda at: rule(*(p.value(at) for p in parts)))


def entity(index: int) -> Term:
    """Return where an entity is."""
    return Term(frozenset({index}), lambda at: 1 << at[index], index)


def at_slots(slots: int) -> Term:
    """Return a region that is the same in every arrangement."""
    return Term(frozenset(), lambda at: slots)


def between(layout: Layout, a: Term, b: Term, middle: bool = False) -> Term:
    """Return the slots between two regions."""
    return term(lambda x, y: mask(s for i in bits(x) for j in bits(y) if i != j
                                  for s in bits(layout.between(i, j, middle))), a, b)


def meets(a: Term, b: Term) -> Term:
    """State that two regions have a slot in common (``a`` is in ``b``, for one slot)."""
    return term(lambda x, y: bool(x & y), a, b)


def negation(part: Term) -> Term:
    """State the contrary."""
    return term(lambda x: not x, part)


def all_of(parts: Sequence[Term]) -> Term:
    """State that all parts hold."""
    return parts[0] if len(parts) == 1 else term(lambda *x: all(x), *parts)


def any_of(parts: Sequence[Term]) -> Term:
    """State that at least one part holds."""
    return term(lambda *x: any(x), *parts)


def count_beyond(layout: Layout, region: Term, direction: str, count: int) -> Term:
    """State that ``count`` slots lie beyond a region in a direction."""
    wide = layout.relation("side", direction)
    return term(lambda slots: any(wide[s].bit_count() == count for s in bits(slots)), region)


def block(layout: Layout, regions: Sequence[Term]) -> Term:
    """State that the entities occupy neighbouring slots, in any order."""
    beside = layout.relation("beside")

    def joined(*where: int) -> bool:
        slots = mask(s for w in where for s in bits(w))
        reached, before = slots & -slots, 0
        while reached != before:
            before, reached = reached, reached | mask(
                t for s in bits(reached) for t in bits(beside[s])) & slots
        return reached == slots

    return term(joined, *regions)
