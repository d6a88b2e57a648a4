"""Moves: exchanges, steps, insertions and turns of the entities of an arrangement.

In a row whoever moves leaves a gap that closes, and makes room where he goes; around a table the
others keep their order.
"""

from __future__ import annotations

from collections.abc import Mapping
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
    slots = tuple(replace(s, facing=s.facing and -s.facing) for s in layout.slots)
    frame = {CONVERSE[d] if d in "左右" else d: v for d, v in layout.frame.items()}
    return replace(layout, slots=slots, frame=frame, _known={})


def after_move(move: Move, at: Arrangement, layout: Layout) -> Arrangement | None:
    """Return the arrangement after a move, ``None`` if it cannot be made there.

    Raise ``Meaningless`` when the move means nothing in this layout.
    """
    if move.kind == "turn":
        if not layout.round:
            raise Meaningless("转动")
        return tuple(layout.way(s, move.direction)[(move.count - 1) % layout.size] for s in at)
    if move.kind == "swap":
        return _exchanged(at, at[move.who["a"]], at[move.who["b"]])
    if move.kind == "swap_ends":
        ends = [*bits(layout.place("end"))]
        return _exchanged(at, ends[0], ends[-1])
    if move.kind.startswith("swap"):
        kind = "opposite" if move.kind == "swap_opposite" else "step"
        there = [*bits(layout.relation(kind, move.direction)[at[move.who["a"]]])]
        return _exchanged(at, at[move.who["a"]], there[0]) if there else None
    if move.kind == "step" and len(at) < layout.size:
        one = at[move.who["a"]]
        way = layout.way(one, move.direction)[move.count - 1 : move.count]
        return tuple(way[0] if s == one else s for s in at) if way and way[0] not in at else None
    if layout.rows or layout.round or layout.kind in ("plane", "storeys"):
        raise Meaningless(move.kind)
    moved = _requeued(move, sorted(range(len(at)), key=lambda i: at[i]), layout)
    return moved and tuple(s for _, s in sorted(zip(moved, sorted(at), strict=True)))


def _exchanged(at: Arrangement, a: int, b: int) -> Arrangement | None:
    """Return the arrangement with what is in two slots exchanged; both must be taken."""
    return tuple({a: b, b: a}.get(s, s) for s in at) if a in at and b in at else None


def _requeued(move: Move, queue: list[int], layout: Layout) -> tuple[int, ...] | None:
    """Return the queue (by slot) after a move within it, ``None`` if there is no such place."""
    if move.kind == "reverse":
        return tuple(reversed(queue))
    one = move.who["a"]
    ahead = move.kind == "between" or bool(layout.way(0, move.direction or "后"))
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
    return (*rest[:place], one, *rest[place:]) if 0 <= place <= len(rest) else None
