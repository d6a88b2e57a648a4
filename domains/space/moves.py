"""Moves: exchanges, steps, insertions and turns of the entities of an arrangement.

In a row whoever moves leaves a gap that closes, and makes room where he goes; around a table the
others keep their order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from domains.space.geometry import CONVERSE, Layout, Meaningless, bits
from domains.space.solver import Arrangement

__all__ = ["Move", "after_move", "turned_about"]


@dataclass(frozen=True)
class Move:
    """A move: its kind, who takes part, the direction and the number of places told."""

    kind: str
    text: str
    who: Mapping[str, int]
    direction: str = ""
    count: int = 1


def turned_about(layout: Layout) -> Layout:
    """Return the layout after everybody has turned about; raise ``Meaningless`` beyond rows and rings."""
    if layout.rows or not (layout.round or "左" in layout.frame):
        raise Meaningless("转身")
    slots = tuple(replace(s, facing=s.facing and (-s.facing[0], -s.facing[1])) for s in layout.slots)
    frame = {CONVERSE[d] if d in "左右" else d: v for d, v in layout.frame.items()}
    return replace(layout, slots=slots, frame=frame, _known={})


def after_move(move: Move, at: Arrangement, layout: Layout) -> Arrangement | None:
    """Return the arrangement after a move, ``None`` if it cannot be made there.

    Raise ``Meaningless`` when the move means nothing in this layout.
    """
    if move.kind.startswith("swap"):
        return _swapped(at, *_partners(move, at, layout))
    if move.kind == "turn":
        if not layout.round:
            raise Meaningless("转动")
        return tuple(layout.way(s, move.direction)[(move.count - 1) % layout.size] for s in at)
    if move.kind == "step" and len(at) < layout.size:
        one = move.who["a"]
        way = layout.way(at[one], move.direction)[move.count - 1 : move.count]
        return None if not way or way[0] in at else _with(at, one, way[0])
    if layout.rows or layout.round or layout.kind in ("plane", "storeys"):
        raise Meaningless(move.kind)
    queue = sorted(range(len(at)), key=lambda i: at[i])
    moved = _requeued(move, queue, layout)
    if moved is None:
        return None
    slots = dict(zip(moved, sorted(at), strict=True))
    return tuple(slots[i] for i in range(len(at)))


def _with(at: Arrangement, one: int, slot: int) -> Arrangement:
    return tuple(slot if i == one else s for i, s in enumerate(at))


def _swapped(at: Arrangement, a: int | None, b: int | None) -> Arrangement | None:
    if a is None or b is None:
        return None
    return _with(_with(at, a, at[b]), b, at[a])


def _partners(move: Move, at: Arrangement, layout: Layout) -> tuple[int | None, int | None]:
    """Return the two who change places."""
    if move.kind == "swap_ends":
        ends = [at.index(s) if s in at else None for s in bits(layout.place("end"))]
        return ends[0], ends[-1]
    one = move.who["a"]
    if move.kind == "swap":
        return one, move.who["b"]
    side = "opposite" if move.kind == "swap_opposite" else "step"
    there = list(bits(layout.relation(side, move.direction)[at[one]]))
    return one, at.index(there[0]) if there and there[0] in at else None


def _requeued(move: Move, queue: Sequence[int], layout: Layout) -> list[int] | None:
    """Return the queue (by slot) after a move within it, ``None`` if there is no such place."""
    if move.kind == "reverse":
        return list(reversed(queue))
    ahead = bool(layout.way(0, move.direction or "后")) if move.kind != "between" else True
    one = move.who["a"]
    rest = [i for i in queue if i != one]
    if move.kind == "extreme":
        place = len(rest) if ahead else 0
    elif move.kind == "beside":
        place = rest.index(move.who["b"]) + ahead
    elif move.kind == "between":
        first, place = sorted((rest.index(move.who["b"]), rest.index(move.who["c"])))
        if place - first != 1:
            return None
    else:
        place = queue.index(one) + (move.count if ahead else -move.count)
    return [*rest[:place], one, *rest[place:]] if 0 <= place <= len(rest) else None
