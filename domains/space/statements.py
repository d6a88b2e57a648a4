"""Regions and statements: what clauses mean, as functions of who is where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from domains.space.geometry import Layout, Relation, bits, mask

__all__ = ["Region", "Statement", "all_of", "any_of", "apart", "at_slots", "between", "block",
           "count_beyond", "entity", "exactly", "meets", "negation", "related", "same_truth", "union"]

At = Sequence[int]


@dataclass(frozen=True)
class Region:
    """A set of slots (bit mask) that depends on where the entities of ``scope`` are."""

    scope: frozenset[int]
    slots: Callable[[At], int]


@dataclass(frozen=True)
class Statement:
    """What is true or false of an arrangement; it depends on the entities of ``scope`` only."""

    scope: frozenset[int]
    holds: Callable[[At], bool]


def entity(index: int) -> Region:
    """Return where an entity is."""
    return Region(frozenset({index}), lambda at: 1 << at[index])


def at_slots(slots: int) -> Region:
    """Return a region that is the same in every arrangement."""
    return Region(frozenset(), lambda at: slots)


def related(region: Region, relation: Relation) -> Region:
    """Return the slots that stand in ``relation`` to some slot of ``region``."""

    def slots(at: At) -> int:
        found = 0
        for slot in bits(region.slots(at)):
            found |= relation[slot]
        return found

    return Region(region.scope, slots)


def union(regions: Sequence[Region]) -> Region:
    """Return the slots of any of several regions."""
    scope = frozenset().union(*(r.scope for r in regions))
    return Region(scope, lambda at: mask(s for r in regions for s in bits(r.slots(at))))


def between(layout: Layout, a: Region, b: Region, *, middle: bool = False) -> Region:
    """Return the slots between two regions."""
    return Region(a.scope | b.scope, lambda at: mask(
        s for x in bits(a.slots(at)) for y in bits(b.slots(at)) if x != y
        for s in bits(layout.between(x, y, middle=middle))))


def meets(a: Region, b: Region) -> Statement:
    """State that two regions have a slot in common (``a`` is in ``b``, for one slot)."""
    return Statement(a.scope | b.scope, lambda at: bool(a.slots(at) & b.slots(at)))


def negation(part: Statement) -> Statement:
    """State the contrary."""
    return Statement(part.scope, lambda at: not part.holds(at))


def all_of(parts: Sequence[Statement]) -> Statement:
    """State that all parts hold."""
    if len(parts) == 1:
        return parts[0]
    return Statement(_scope(parts), lambda at: all(p.holds(at) for p in parts))


def any_of(parts: Sequence[Statement]) -> Statement:
    """State that at least one part holds."""
    return Statement(_scope(parts), lambda at: any(p.holds(at) for p in parts))


def exactly(parts: Sequence[Statement], count: int = 1) -> Statement:
    """State that exactly ``count`` parts hold."""
    return Statement(_scope(parts), lambda at: sum(p.holds(at) for p in parts) == count)


def same_truth(a: Statement, b: Statement) -> Statement:
    """State that both hold or neither."""
    return Statement(a.scope | b.scope, lambda at: a.holds(at) == b.holds(at))


def apart(layout: Layout, a: Region, b: Region, count: int) -> Statement:
    """State that ``count`` slots lie between (either way around a ring)."""
    return meets(a, related(b, layout.relation("gap", "", count)))


def count_beyond(layout: Layout, region: Region, direction: str, count: int) -> Statement:
    """State that ``count`` slots lie beyond a region in a direction."""
    wide = layout.relation("side", direction)
    return Statement(region.scope, lambda at: any(
        wide[s].bit_count() == count for s in bits(region.slots(at))))


def block(layout: Layout, regions: Sequence[Region]) -> Statement:
    """State that the entities occupy neighbouring slots, in any order."""
    beside = layout.relation("beside")

    def holds(at: At) -> bool:
        slots = mask(s for r in regions for s in bits(r.slots(at)))
        reached, before = slots & -slots, 0
        while reached != before:
            before = reached
            reached |= mask(s for r in bits(before) for s in bits(beside[r])) & slots
        return reached == slots

    return Statement(frozenset().union(*(r.scope for r in regions)), holds)


def pairwise_of(regions: Sequence[Region], relation: Relation) -> list[Statement]:
    """State the relation of every pair of regions."""
    return [meets(a, related(b, relation)) for a, b in combinations(regions, 2)]


def _scope(parts: Sequence[Statement]) -> frozenset[int]:
    return frozenset().union(*(p.scope for p in parts))
