"""Truth of formulas in an arrangement: the one place where clue words meet a layout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from translators.space.puzzles.layouts import Layout
from translators.space.puzzles.logic import (
    And,
    Apart,
    At,
    Between,
    Block,
    Conditional,
    Count,
    Entity,
    EqualGap,
    Formula,
    Iff,
    Not,
    OneOf,
    Or,
    Place,
    PlaceAnd,
    PlaceOr,
    Ratio,
    Relative,
    Spot,
    Term,
    Xor,
)

__all__ = ["Meaningless", "Reading", "holds", "place_slots", "slots_of"]


class Meaningless(Exception):
    """A word that says nothing in this layout, such as 'north' in a row without compass."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How words with two customary meanings are read.

    ``near``: 'on the left of' means the next slot (else anywhere on that side).
    ``wide_diagonal``: 'diagonally opposite' is anyone in the other row except straight across.
    """

    near: bool
    wide_diagonal: bool = False


Assignment = Mapping[int, int] | Sequence[int]


def holds(formula: Formula, at: Assignment, layout: Layout, reading: Reading) -> bool:
    """Say whether ``formula`` is true when entity ``i`` is in slot ``at[i]``."""
    match formula:
        case At(term, place):
            return any(
                s in place_slots(place, at, layout, reading)
                for s in slots_of(term, at, layout, reading)
            )
        case And(parts):
            return all(holds(p, at, layout, reading) for p in parts)
        case Or(parts):
            return any(holds(p, at, layout, reading) for p in parts)
        case Not(part):
            return not holds(part, at, layout, reading)
        case Xor(left, right):
            return holds(left, at, layout, reading) != holds(right, at, layout, reading)
        case Iff(left, right):
            return holds(left, at, layout, reading) == holds(right, at, layout, reading)
        case Conditional(condition, consequence):
            return not holds(condition, at, layout, reading) or holds(
                consequence, at, layout, reading)
        case OneOf(parts, count):
            return sum(holds(p, at, layout, reading) for p in parts) == count
        case _:
            return _measured(formula, at, layout, reading)


def _measured(formula: Formula, at: Assignment, layout: Layout, reading: Reading) -> bool:
    match formula:
        case Apart(left, right, count):
            return any(
                count + 1 in layout.distances(a, b)
                for a, b in _pairs(left, right, at, layout, reading)
            )
        case Count(term, direction, count):
            _known(direction, layout)
            return any(
                len(layout.beyond(s, direction)) == count
                for s in slots_of(term, at, layout, reading)
            )
        case Block(terms):
            return _block([s for t in terms for s in slots_of(t, at, layout, reading)], layout)
        case Ratio(left, right, factor, offset):
            return any(
                layout.number(a) == factor * layout.number(b) + offset
                for a, b in _pairs(left, right, at, layout, reading)
            )
        case EqualGap(a, b, c, d):
            first = {x for p in _pairs(a, b, at, layout, reading) for x in layout.distances(*p)}
            second = {x for p in _pairs(c, d, at, layout, reading) for x in layout.distances(*p)}
            return bool(first) and min(first) == min(second, default=-1)
    raise AssertionError(formula)


def slots_of(
    term: Term, at: Assignment, layout: Layout, reading: Reading
) -> frozenset[int]:
    """Return the slots a term may denote (one for an entity, all of the place otherwise)."""
    if isinstance(term, Entity):
        return frozenset({at[term.index]})
    return place_slots(term.place, at, layout, reading)


def place_slots(
    place: Place, at: Assignment, layout: Layout, reading: Reading
) -> frozenset[int]:
    """Return the slots of a place; raise ``Meaningless`` where the layout lacks the direction."""
    match place:
        case PlaceOr(places):
            return frozenset().union(*(place_slots(p, at, layout, reading) for p in places))
        case PlaceAnd(places):
            return frozenset.intersection(
                *(place_slots(p, at, layout, reading) for p in places))
        case Spot():
            return _spot(place, layout)
        case Between(left, right, middle):
            found: set[int] = set()
            for a, b in _pairs(left, right, at, layout, reading):
                inside = layout.between(a, b)
                if middle:
                    inside = frozenset(
                        s for s in inside
                        if min(layout.distances(a, s)) == min(layout.distances(s, b))
                    )
                found |= inside
            return frozenset(found)
        case Relative(kind, of, direction, steps):
            bases = slots_of(of, at, layout, reading)
            return frozenset().union(
                *(_relative(kind, s, direction, steps, layout, reading) for s in bases)
            )


def _relative(
    kind: str, slot: int, direction: str, steps: int, layout: Layout, reading: Reading
) -> frozenset[int]:
    if kind in ("side", "step", "beyond"):
        _known(direction, layout)
        if kind == "beyond" or (kind == "side" and not reading.near):
            return layout.beyond(slot, direction)
        found = layout.step(slot, direction, steps)
        return frozenset() if found is None else frozenset({found})
    if kind == "beside":
        return layout.adjacent[slot]
    if kind == "self":
        return frozenset({slot})
    if kind == "gap":
        return frozenset(
            s for s in range(layout.size) if steps + 1 in layout.distances(slot, s))
    if kind == "opposite":
        if not layout.opposite:
            raise Meaningless("对面")
        across = layout.opposite[slot]
        return frozenset() if across is None else frozenset({across})
    if kind == "diagonal":
        return _diagonal(slot, direction, layout, reading)
    labels = layout.rows if kind == "row" else layout.columns
    if not labels:
        raise Meaningless("同一排" if kind == "row" else "同一列")
    return frozenset(s for s in range(layout.size) if labels[s] == labels[slot] and s != slot)


def _diagonal(slot: int, direction: str, layout: Layout, reading: Reading) -> frozenset[int]:
    if not layout.diagonal:
        raise Meaningless("斜对面")
    found = layout.diagonal[slot]
    across = layout.opposite[slot] if layout.opposite else None
    if reading.wide_diagonal and layout.rows and across is not None:
        found = frozenset(
            s for s in range(layout.size) if layout.rows[s] != layout.rows[slot] and s != across)
    if direction:
        # seen by the one who sits there: the one opposite has left and right swapped
        if across is None:
            raise Meaningless("斜对面")
        toward = layout.beyond(across, {"左": "右", "右": "左"}.get(direction, direction))
        if layout.kind == "ring":
            next_to = layout.step(across, {"左": "右", "右": "左"}.get(direction, direction))
            toward = frozenset() if next_to is None else frozenset({next_to})
        found &= toward
    return found


def _spot(spot: Spot, layout: Layout) -> frozenset[int]:
    if spot.kind in ("extreme", "half"):
        key = f"{spot.kind}:{spot.direction}"
        if key not in layout.spots:
            raise Meaningless(spot.direction)
        return layout.spots[key]
    if spot.kind == "ordinal":
        order = layout.orders.get(spot.direction)
        if order is None:
            raise Meaningless(spot.direction)
        return frozenset(order[spot.number - 1 : spot.number]) if spot.number > 0 else frozenset()
    if spot.kind == "slot":
        return frozenset({spot.number})
    if spot.kind == "nth":
        _known(spot.direction, layout)
        return frozenset(
            s for s in range(layout.size)
            if layout.step(s, spot.direction, spot.number - 1) is not None
            and layout.step(s, spot.direction, spot.number) is None)
    if spot.kind in ("odd", "even"):
        parity = 1 if spot.kind == "odd" else 0
        return frozenset(s for s in range(layout.size) if layout.number(s) % 2 == parity)
    if spot.kind in ("row", "column", "cell"):
        return _cell(spot, layout)
    if spot.kind not in layout.spots:
        raise Meaningless(spot.kind)
    return layout.spots[spot.kind]


def _cell(spot: Spot, layout: Layout) -> frozenset[int]:
    if not layout.rows or (spot.kind != "row" and not layout.columns):
        raise Meaningless("行列")
    return frozenset(
        s for s in range(layout.size)
        if (spot.kind == "column" or layout.rows[s] == spot.number - 1)
        and (spot.kind == "row"
             or layout.columns[s] == (spot.second if spot.kind == "cell" else spot.number) - 1)
    )


def _known(direction: str, layout: Layout) -> None:
    if direction not in layout.steps:
        raise Meaningless(direction)


def _pairs(
    left: Term, right: Term, at: Assignment, layout: Layout, reading: Reading
) -> list[tuple[int, int]]:
    return [
        (a, b)
        for a in slots_of(left, at, layout, reading)
        for b in slots_of(right, at, layout, reading)
        if a != b
    ]


def _block(slots: list[int], layout: Layout) -> bool:
    """Say whether the slots hang together by adjacency."""
    if len(slots) < 2:
        return True
    if layout.kind == "row":
        return all(b - a == 1 for a, b in pairwise(sorted(slots)))
    reached, frontier, members = {slots[0]}, [slots[0]], set(slots)
    while frontier:
        new = (layout.adjacent[frontier.pop()] & members) - reached
        reached |= new
        frontier += new
    return reached == members
