"""Layouts of slots with coordinates and a facing; every relation is derived from these.

A relation is a table: for every slot the set of slots that stand in it. Sets of slots are bit
masks (bit ``i`` is slot ``i``). Coordinates: x to the right, y up as seen in the picture, which is
east and north where a compass is given. Slots of a round layout are numbered clockwise, seen from
above. Left, right, front and back are those of whoever sits there if the slots have a facing,
otherwise those of the viewer.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

__all__ = ["CONVERSE", "Layout", "Meaningless", "Relation", "Slot", "bits", "mask"]

Vector = tuple[float, float]
Relation = tuple[int, ...]
CONVERSE = dict(zip("左右前后上下东西南北顺逆", "右左后前下上西东北南逆顺", strict=True))
COMPASS: Mapping[str, Vector] = {"东": (1, 0), "西": (-1, 0), "北": (0, 1), "南": (0, -1)}
_SECTOR = math.cos(math.radians(22.6))
_EXACT = math.cos(math.radians(1))


class Meaningless(Exception):
    """A word that says nothing in this layout, such as 'north' in a row without compass."""


@dataclass(frozen=True)
class Slot:
    """One place: its name, its coordinates and the direction in which whoever is there looks."""

    name: str
    x: float
    y: float
    facing: Vector | None = None


@dataclass(frozen=True, eq=False)
class Layout:
    """Slots and what words of direction mean among them.

    ``frame`` gives the directions that are fixed in the picture. ``round``: left, right, 顺 and 逆
    run along the ring. ``side`` says which slots lie on a side: ``ray`` (straight on) or the half
    plane; of two directions (东南) both hold, but with ``half`` only the sector around their middle
    counts. ``正`` is straight on. ``near`` tells whether "on the left" customarily means the next slot.
    ``anchored`` is false where turning the whole ring gives the same arrangement. ``numbered``:
    "number 3" means the third slot (``backward``: counted anticlockwise from the first).
    """

    kind: str
    slots: tuple[Slot, ...]
    frame: Mapping[str, Vector]
    round: bool = False
    side: str = "ray"
    near: bool = False
    anchored: bool = True
    numbered: bool = True
    backward: bool = False
    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    _known: dict[tuple[str, str, int, bool], Relation] = field(default_factory=dict, repr=False)

    @property
    def size(self) -> int:
        """Return the number of slots."""
        return len(self.slots)

    @property
    def every(self) -> int:
        """Return the set of all slots."""
        return (1 << self.size) - 1

    # directions ------------------------------------------------------------------------------
    def heading(self, slot: int, direction: str) -> Vector:
        """Return where ``direction`` points for ``slot``; raise ``Meaningless`` if nowhere."""
        total = (0.0, 0.0)
        for word in direction:
            facing = self.slots[slot].facing
            if word in "左右前后" and facing is not None:
                x, y = facing
                part = {"前": (x, y), "后": (-x, -y), "左": (-y, x), "右": (y, -x)}[word]
            elif word in self.frame:
                part = self.frame[word]
            else:
                raise Meaningless(direction)
            total = total[0] + part[0], total[1] + part[1]
        return total

    def _apart(self, a: int, b: int) -> Vector:
        return self.slots[b].x - self.slots[a].x, self.slots[b].y - self.slots[a].y

    def _along(self, slot: int, direction: str, least: float) -> list[int]:
        """Return the slots within an angle (``least`` is its cosine) of a direction, nearest first."""
        way = self.heading(slot, direction)
        found = []
        for other in range(self.size):
            gap = self._apart(slot, other)
            length = math.hypot(*gap) * math.hypot(*way)
            if other != slot and _dot(gap, way) >= least * length:
                found.append((math.hypot(*gap), other))
        return [other for _, other in sorted(found)]

    def _turned(self, slot: int, direction: str) -> list[int]:
        """Return the other slots of a ring in the order met going ``direction``."""
        way = 1 if direction == "顺" else -1
        if direction in "左右":
            place = self.slots[slot]
            if place.facing is None:
                raise Meaningless(direction)
            inward = _dot((place.x, place.y), place.facing) < 0
            way = 1 if (direction == "左") == inward else -1
        return [(slot + way * n) % self.size for n in range(1, self.size)]

    def way(self, slot: int, direction: str) -> list[int]:
        """Return the slots met going straight on in ``direction``, in order."""
        if self.round and direction in ("左", "右", "顺", "逆"):
            return self._turned(slot, direction)
        return self._along(slot, direction, _SECTOR if self.round else _EXACT)

    # relations -------------------------------------------------------------------------------
    def relation(self, kind: str, direction: str = "", number: int = 1, near: bool = False) -> Relation:
        """Return a relation as a table from slot to slots; raise ``Meaningless`` if there is none.

        ``side`` (anywhere on that side, the next slot if ``near``), ``step`` (``number`` slots
        that way), ``beside`` (with 横 or 竖 only in a row or column), ``opposite``, ``diagonal``
        (with a direction on that side; ``near`` false: also the next but one …), ``gap``
        (``number`` slots lie between), ``row``, ``column``, ``facing`` (the same; with 反 the contrary one), ``level``
        (``number`` tiers that way), ``levels`` (tiers ``number`` apart), ``self``, ``any``.
        """
        key = kind, direction, number, near
        if key not in self._known:
            make: Callable[[int, str, int, bool], int] = getattr(self, f"_{kind}")
            found = tuple(make(s, direction, number, near) for s in range(self.size))
            if self.round and direction in ("前", "后") and not any(found):
                raise Meaningless(direction)
            self._known[key] = found
        return self._known[key]

    def _side(self, slot: int, direction: str, number: int, near: bool) -> int:
        plain = direction.removeprefix("正")
        if self.round and plain in ("左", "右", "顺", "逆"):
            reach = 1 if near or plain != direction else (self.size - 1) // 2
            return mask(self.way(slot, plain)[:reach])
        if len(plain) == 2 and plain[0] in "左右前后" and plain[1] in "左右前后":
            return self._diagonal(slot, plain.strip("前后"), 1, True)
        if len(plain) == 2 and self.side == "half":
            return mask(self._along(slot, plain, _SECTOR))
        own = self.slots[slot].facing is not None and plain in "左右前后"
        near = near and (own or self.side != "half")
        if len(plain) == 1 and (near or plain != direction or self.side == "ray" or own):
            found = self.way(slot, plain)
            only = near or (plain != direction and not self.columns)
            return mask(found[:1] if only else found)
        parts = [self._along(slot, word, 1e-6) for word in plain]
        return mask(set(parts[0]).intersection(*parts))

    def _step(self, slot: int, direction: str, number: int, near: bool) -> int:
        plain = direction.removeprefix("正")
        if self.round and plain in ("前", "后", "上", "下"):
            raise Meaningless(direction)
        return mask(self.way(slot, plain)[number - 1 : number])

    def _level(self, slot: int, direction: str, number: int, near: bool) -> int:
        if not self.columns:
            return self._step(slot, direction, number, near)
        gap = self.heading(slot, direction)[1] * number
        return mask(s for s in range(self.size) if abs(self._apart(slot, s)[1] - gap) < 1e-6)

    def _levels(self, slot: int, direction: str, number: int, near: bool) -> int:
        return self._level(slot, "上", number, near) | self._level(slot, "下", number, near)

    def _beside(self, slot: int, direction: str, number: int, near: bool) -> int:
        if self.round:
            return mask({(slot - 1) % self.size, (slot + 1) % self.size} - {slot})
        found = []
        for other in range(self.size):
            x, y = map(abs, self._apart(slot, other))
            same = not self.rows or self.columns or self.rows[slot] == self.rows[other]
            across = {"横": y, "竖": x}.get(direction, 0) > 0.5 and bool(self.columns)
            if abs(x + y - 1) < 1e-6 and same and not across:
                found.append(other)
        return mask(found)

    def _opposite(self, slot: int, direction: str, number: int, near: bool) -> int:
        place = self.slots[slot]
        if place.facing is None or (self.round and self.size % 2):
            raise Meaningless("对面")
        if self.round and not self.rows:
            return 1 << (slot + self.size // 2) % self.size
        back = (-place.facing[0], -place.facing[1])
        return mask([s for s in self.way(slot, "前") if _close(self.slots[s].facing, back)][:1])

    def _diagonal(self, slot: int, direction: str, number: int, near: bool) -> int:
        if self.slots[slot].facing is None:
            return self._corners(slot, direction)
        across = self._opposite(slot, "", 1, near)
        found = mask(o for s in bits(across) for o in bits(self._beside(s, "", 1, near)))
        if self.rows:
            found = mask(s for s in bits(found) if self.rows[s] != self.rows[slot]
                         and (not self.round or bits_meet(across, self._same_row(s))))
        if self.rows and not near and not self.round:
            found = self.every & ~self._same_row(slot) & ~across
        if direction:
            way = self.heading(slot, direction)
            found = mask(s for s in bits(found) if _dot(self._apart(slot, s), way) > 1e-6)
        return found & ~(1 << slot)

    def _corners(self, slot: int, direction: str) -> int:
        """Return the slots across a corner, of a layout without facing."""
        found = mask(s for s in range(self.size)
                     if _close(tuple(map(abs, self._apart(slot, s))), (1, 1)))
        if not found and not self.rows:
            raise Meaningless("斜对面")
        return found & (self.relation("side", direction)[slot] if direction else found)

    def _gap(self, slot: int, direction: str, number: int, near: bool) -> int:
        return mask(s for s in range(self.size) if number + 1 in self.distances(slot, s))

    def _same_row(self, slot: int) -> int:
        return mask(s for s in range(self.size) if self.rows[s] == self.rows[slot])

    def _row(self, slot: int, direction: str, number: int, near: bool) -> int:
        if not self.rows:
            raise Meaningless("同一排")
        return self._same_row(slot) & ~(1 << slot)

    def _column(self, slot: int, direction: str, number: int, near: bool) -> int:
        if not self.columns:
            raise Meaningless("同一列")
        return mask(s for s in range(self.size)
                    if self.columns[s] == self.columns[slot] and s != slot)

    def _facing(self, slot: int, direction: str, number: int, near: bool) -> int:
        way = self.slots[slot].facing
        if way is None:
            raise Meaningless("朝向")
        sign = -1 if direction == "反" else 1
        wanted = (sign * way[0], sign * way[1])
        return mask(s for s in range(self.size) if _close(self.slots[s].facing, wanted) and s != slot)

    def _self(self, slot: int, direction: str, number: int, near: bool) -> int:
        return 1 << slot

    def _any(self, slot: int, direction: str, number: int, near: bool) -> int:
        return self.every & ~(1 << slot)

    def distances(self, a: int, b: int) -> set[int]:
        """Return the numbers of steps that lead from ``a`` to ``b`` straight on."""
        found = set()
        for direction in self.straight():
            way = self.way(a, direction)
            if b in way:
                found.add(way.index(b) + 1)
        return found

    def straight(self) -> tuple[str, ...]:
        """Return directions that together lead along every line of the layout."""
        if self.round:
            return "顺", "逆"
        own = ("左", "右") if self.slots[0].facing is not None else ()
        return (*own, *(d for d in self.frame if d in "上下" or not own))

    def between(self, a: int, b: int, *, middle: bool = False) -> int:
        """Return the slots between two others: on the straight way, or next to both on a ring."""
        if self.round:
            beside = self.relation("beside")
            return beside[a] & beside[b] & ~(1 << a | 1 << b)
        ways = [self.way(a, d) for d in self.straight()]
        inside = mask(s for w in ways if b in w for s in w[: w.index(b)])
        if middle:
            inside = mask(s for s in bits(inside) if self.distances(a, s) == self.distances(s, b))
        return inside

    # places of their own ---------------------------------------------------------------------
    def where(self, test: Callable[[int], bool]) -> int:
        """Return the slots that pass a test."""
        return mask(s for s in range(self.size) if test(s))

    def place(self, kind: str, direction: str = "", number: int = 0, second: int = 0) -> int:
        """Return the slots of a place described by the layout alone; raise ``Meaningless``.

        ``extreme``, ``end``, ``middle``, ``corner``, ``nth`` (``number`` counted from the
        ``direction`` side), ``last`` (counted from the end), ``number``, ``odd``, ``even``,
        ``row``, ``column``, ``cell``, ``half`` (on a side of the layout), ``looks`` (facing it),
        ``level`` (tier in the middle).
        """
        match kind:
            case "extreme":
                return self._extreme(direction)
            case "nth":
                return self.where(lambda s: len(self.way(s, direction)) == number - 1)
            case "last" | "number":
                slot = self.size - number if kind == "last" else number - 1
                if not self.numbered or not 0 <= slot < self.size:
                    raise Meaningless(f"第{number}")
                return 1 << (-slot % self.size if self.backward else slot)
            case "odd" | "even":
                return self.where(lambda s: s % 2 == (kind == "even"))
            case "half":
                return self._half(direction)
            case "looks":
                return self.where(lambda s: self._looks(s, direction))
        return self._line(kind, number, second)

    def _extreme(self, direction: str) -> int:
        if self.round or (len(direction) > 1 and not self.columns):
            far = [_dot((p.x, p.y), self.heading(i, direction)) for i, p in enumerate(self.slots)]
            return self.where(lambda s: far[s] > max(far) - 1e-6)
        return self.where(lambda s: not any(self.way(s, word) for word in direction))

    def _half(self, direction: str) -> int:
        due = direction.startswith("正")
        direction = direction.removeprefix("正")
        if self.columns:
            return self._extreme(direction)
        if self.rows and not self.round and direction in ("前", "后") and self.slots[0].facing:
            return self.where(lambda s: self.rows[s] == "前后".index(direction))
        if any(word not in self.frame for word in direction):
            raise Meaningless(direction)
        ways = [self.frame[word] for word in direction]
        total = (sum(w[0] for w in ways), sum(w[1] for w in ways))
        least = _SECTOR if len(ways) > 1 or (due and self.round) else 1e-6
        return self.where(lambda s: _dot(
            _unit((self.slots[s].x, self.slots[s].y)), _unit(total)) > least)

    def _looks(self, slot: int, direction: str) -> bool:
        way, facing = self.frame.get(direction[0]), self.slots[slot].facing
        if way is None or facing is None:
            raise Meaningless(direction)
        if len(direction) == 2:
            way = self.heading(slot, direction)
        return _dot(_unit(way), _unit(facing)) > _SECTOR

    def _line(self, kind: str, number: int, second: int) -> int:
        if kind in ("row", "column", "cell"):
            if not self.rows or (kind != "row" and not self.columns):
                raise Meaningless("行列")
            return self.where(lambda s: (kind == "column" or self.rows[s] == number - 1) and (
                kind == "row" or self.columns[s] == (second if kind == "cell" else number) - 1))
        if self.round:
            raise Meaningless(kind)
        if kind == "level":
            return self.where(lambda s: len(self.way(s, "上")) == len(self.way(s, "下")))
        if kind in ("end", "corner"):
            own = [d for d in self.straight() if d in "左右上下前后"]
            edges = [self.place("extreme", d) for d in own or self.straight()]
            found = 0
            for i, edge in enumerate(edges):
                rest = edges[:i] + edges[i + 1 :]
                found |= edge if not self.columns else mask(
                    s for s in bits(edge) if any(1 << s & e for e in rest))
            return found
        return self.where(self._central)

    def _central(self, slot: int) -> bool:
        ways = {d: len(self.way(slot, d)) for d in self.straight()}
        return all(abs(n - ways[CONVERSE[d]]) <= 1 for d, n in ways.items())


def mask(slots: Iterable[int]) -> int:
    """Return a set of slots as a bit mask."""
    found = 0
    for slot in slots:
        found |= 1 << slot
    return found


def bits(slots: int) -> Iterator[int]:
    """Yield the members of a bit mask, smallest first."""
    while slots:
        low = slots & -slots
        yield low.bit_length() - 1
        slots ^= low


def bits_meet(a: int, b: int) -> bool:
    """Say whether two sets of slots have a member in common."""
    return bool(a & b)


def _dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1]


def _unit(a: Vector) -> Vector:
    length = math.hypot(*a) or 1.0
    return a[0] / length, a[1] / length


def _close(a: Iterable[float] | None, b: Iterable[float]) -> bool:
    return a is not None and all(abs(x - y) < 1e-6 for x, y in zip(a, b, strict=True))
