"""Moves: exchanges, walks to a place and turns of the entities of an arrangement.

In a row whoever moves leaves a gap that closes, and makes room where he goes; around a table the
others keep their order. Places are regions, so they are stated as in clues.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from domains.space.geometry import CONVERSE, Layout, Meaningless, bits
from domains.space.solver import Arrangement
from domains.space.statements import Term

__all__ = ["Move", "after_move", "turned_about"]


@dataclass(frozen=True)
class Move:
    """A move: ``swap`` (two entities in ``place``), ``go`` (``one`` there), ``turn``, ``about``, ``reverse``.

    ``direction`` and ``count`` say how everybody turns.
    """

    kind: str
    text: str
    one: int = -1
    place: Term | None = None
    direction: str = ""
    count: int = 1

    def leads(self, old: Arrangement, new: Arrangement) -> bool:
        """Say whether ``one`` has come to the place; what is stated relative to himself counts from where he was."""
        assert self.place is not None
        return bool(self.place.value(old if self.one in self.place.scope else new) >> new[self.one] & 1)


def turned_about(layout: Layout) -> Layout:
    """Return the layout after everybody has turned about; raise ``Meaningless`` beyond rows and rings."""
    if layout.rows or not (layout.round or "左" in layout.frame):
        raise Meaningless("转身")
    slots = tuple(replace(s, facing=s.facing and -s.facing) for s in layout.slots)
    frame = {CONVERSE[d] if d in "左右" else d: v for d, v in layout.frame.items()}
    return replace(layout, slots=slots, frame=frame, _known={})


def after_move(move: Move, at: Arrangement, layout: Layout) -> Arrangement | None:
    """Return the arrangement after a move, ``None`` if it cannot be made there, or in several ways.

    Raise ``Meaningless`` when the move means nothing in this layout.
    """
    if move.kind == "turn":
        if not layout.round:
            raise Meaningless("转动")
        return tuple(layout.way(s, move.direction)[(move.count - 1) % layout.size] for s in at)
    if move.kind == "swap" and move.place:
        ends = [s for s in bits(move.place.value(at)) if s in at]
        return tuple(sum(ends) - s if s in ends else s for s in at) if len(ends) == 2 else None
    free = [tuple(s if i == move.one else t for i, t in enumerate(at))
            for s in range(layout.size) if s not in at and move.kind == "go"]
    found = [new for new in free if move.leads(at, new)]
    if not found:
        if layout.rows or layout.round or layout.kind in ("plane", "storeys"):
            raise Meaningless(move.kind)
        found = [new for new in _queues(move, at) if move.kind == "reverse" or move.leads(at, new)]
    return found[0] if len(found) == 1 else None


def _queues(move: Move, at: Arrangement) -> Iterable[Arrangement]:
    """Yield the arrangements of a queue turned round, or with ``one`` put in anywhere."""
    queue = sorted(range(len(at)), key=lambda i: at[i])

    def placed(order: Sequence[int]) -> Arrangement:
        return tuple(s for _, s in sorted(zip(order, sorted(at), strict=True)))

    if move.kind == "reverse":
        return [placed(queue[::-1])]
    rest = [i for i in queue if i != move.one]
    return [placed([*rest[:n], move.one, *rest[n:]]) for n in range(len(at))]
