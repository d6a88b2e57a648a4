"""Layouts of slots with coordinates and a facing; every relation is derived from these.

A relation is a table: for every slot the set of slots that stand in it. Sets of slots are bit
masks (bit ``i`` is slot ``i``). Coordinates: x to the right, y up as seen in the picture, which is
east and north where a compass is given. Slots of a round layout are numbered clockwise, seen from
above. Left, right, front and back are those of whoever sits there if the slots have a facing,
otherwise those of the viewer. Directions are written 左右前后上下东南西北顺逆 (clockwise, anticlockwise);
two of them (东南) mean both, 正 before one means straight on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

__all__ = ["COMPASS", "CONVERSE", "Layout", "Meaningless", "Relation", "Slot", "bits", "mask"]

Vector = tuple[float, float]
Relation = tuple[int, ...]
_Test = Callable[[int], bool]
CONVERSE = dict(zip("左右前后上下东西南北顺逆", "右左后前下上西东北南逆顺", strict=True))
COMPASS: Mapping[str, Vector] = {"东": (1, 0), "西": (-1, 0), "北": (0, 1), "南": (0, -1)}
# cosines: a sector of 45 degrees, a straight line, anything ahead of a line through the slot
_SECTOR, _EXACT, _AHEAD = math.cos(math.radians(22.6)), math.cos(math.radians(1)), 1e-6


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
    run along the ring. ``half``: a side is a half plane, two directions the sector between them;
    else a side is straight on, or any column in that direction if there are ``columns``. ``near``:
    "on the left" customarily means the next slot. ``anchored`` is false where turning the whole
    ring gives the same arrangement. ``numbered``: "number 3" means the third slot (``backward``:
    counted anticlockwise from the first). ``straight``: a direction alone means exactly that way.
    """

    kind: str
    slots: tuple[Slot, ...]
    frame: Mapping[str, Vector]
    round: bool = False
    half: bool = False
    straight: bool = False
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

    def relation(self, kind: str, direction: str = "", number: int = 1, near: bool = False) -> Relation:
        """Return a relation as a table from slot to slots; raise ``Meaningless`` if there is none.

        ``side`` (anywhere on that side, the next slot if ``near``), ``step`` (``number`` slots
        that way), ``beside`` (with 横 or 竖 only in a row or column), ``opposite``, ``diagonal``
        (with a direction on that side; ``near`` false: also the next but one …), ``gap``
        (``number`` slots lie between), ``row``, ``column``, ``facing`` (the same; with 反 the
        contrary one), ``level`` (``number`` tiers that way), ``levels`` (tiers ``number`` apart),
        ``self``, ``any``.
        """
        key = kind, direction, number, near
        if key not in self._known:
            make = _RELATIONS.get(kind)
            found = tuple(mask(make(self, s, direction, number) if make else getattr(
                self, f"_{kind}")(s, direction, number, near)) for s in range(self.size))
            if self.round and direction in ("前", "后") and not any(found):
                raise Meaningless(direction)
            self._known[key] = found
        return self._known[key]

    def place(self, kind: str, direction: str = "", number: int = 1) -> int:
        """Return the slots of a place described by the layout alone; raise ``Meaningless``.

        ``extreme``, ``end``, ``middle``, ``corner``, ``nth`` (``number`` counted from the
        ``direction`` side), ``last`` (counted from the end), ``number``, ``odd``, ``even``,
        ``row``, ``column``, ``half`` (on a side of the layout), ``looks`` (facing it), ``level``
        (the tier in the middle).
        """
        test = _PLACES[kind](self, direction, number)
        return mask(s for s in range(self.size) if test(s))

    # directions ------------------------------------------------------------------------------
    def heading(self, slot: int, direction: str) -> Vector:
        """Return where ``direction`` points for ``slot``; raise ``Meaningless`` if nowhere."""
        facing, total = self.slots[slot].facing, (0.0, 0.0)
        for word in direction:
            if word in "左右前后" and facing is not None:
                x, y = facing
                part = {"前": (x, y), "后": (-x, -y), "左": (-y, x), "右": (y, -x)}[word]
            elif word in self.frame:
                part = self.frame[word]
            else:
                raise Meaningless(direction)
            total = total[0] + part[0], total[1] + part[1]
        return total

    def way(self, slot: int, direction: str) -> list[int]:
        """Return the slots met going straight on in ``direction``, in order."""
        if not (self.round and direction in ("左", "右", "顺", "逆")):
            return self._along(slot, direction, _SECTOR if self.round else _EXACT)
        place, step = self.slots[slot], 1 if direction == "顺" else -1
        if direction in "左右":
            if place.facing is None:
                raise Meaningless(direction)
            inward = _dot((place.x, place.y), place.facing) < 0
            step = 1 if (direction == "左") == inward else -1
        return [(slot + step * n) % self.size for n in range(1, self.size)]

    def _apart(self, a: int, b: int) -> Vector:
        return self.slots[b].x - self.slots[a].x, self.slots[b].y - self.slots[a].y

    def _along(self, slot: int, direction: str, least: float) -> list[int]:
        """Return the slots within an angle (``least`` is its cosine) of a direction, nearest first."""
        way = self.heading(slot, direction)
        gaps = [(math.hypot(*self._apart(slot, s)), s) for s in range(self.size) if s != slot]
        return [s for length, s in sorted(gaps)
                if _dot(self._apart(slot, s), way) >= least * length * math.hypot(*way)]

    def lines(self) -> tuple[str, ...]:
        """Return directions that together lead along every line of the layout."""
        if self.round:
            return "顺", "逆"
        own = ("左", "右") if self.slots[0].facing is not None else ()
        return (*own, *(d for d in self.frame if d in "上下" or not own))

    def distances(self, a: int, b: int) -> set[int]:
        """Return the numbers of steps that lead from ``a`` to ``b`` straight on."""
        ways = (self.way(a, d) for d in self.lines())
        return {w.index(b) + 1 for w in ways if b in w}

    def between(self, a: int, b: int, middle: bool = False) -> int:
        """Return the slots between two others: on the straight way, or next to both on a ring."""
        if self.round:
            beside = self.relation("beside")
            return beside[a] & beside[b] & ~(1 << a | 1 << b)
        ways = [self.way(a, d) for d in self.lines()]
        inside = {s for w in ways if b in w for s in w[: w.index(b)]}
        return mask(s for s in inside if not middle or self.distances(a, s) == self.distances(s, b))

    # relations: the slots that stand in one to ``s`` -------------------------------------------
    def _side(self, s: int, direction: str, number: int, near: bool) -> Iterable[int]:
        plain = direction.removeprefix("正")
        due = plain != direction
        if self.round and plain in ("左", "右", "顺", "逆"):
            return self.way(s, plain)[: 1 if near or due else (self.size - 1) // 2]
        if len(plain) == 2 and not set(plain) - set("左右前后"):
            return self._diagonal(s, plain.strip("前后"), 1, True)
        if len(plain) == 2 and self.half:
            return self._along(s, plain, _SECTOR)
        own = self.slots[s].facing is not None and plain in "左右前后"
        near = near and (own or not self.half)
        line = not (self.half or (self.columns and not self.straight))
        if len(plain) == 1 and (near or due or own or line):
            found = self.way(s, plain)
            return found[:1] if near or (due and not self.columns) else found
        parts = [set(self._along(s, word, _AHEAD)) for word in plain]
        return parts[0].intersection(*parts)

    def _step(self, s: int, direction: str, number: int, near: bool) -> Iterable[int]:
        plain = direction.removeprefix("正")
        if self.round and plain in ("前", "后", "上", "下"):
            raise Meaningless(direction)
        return self.way(s, plain)[number - 1 : number]

    def _level(self, s: int, direction: str, number: int, near: bool) -> Iterable[int]:
        if not self.columns:
            return self._step(s, direction, number, near)
        gap = self.heading(s, direction)[1] * number
        return [t for t in range(self.size) if abs(self._apart(s, t)[1] - gap) < _AHEAD]

    def _beside(self, s: int, direction: str, number: int, near: bool) -> Iterable[int]:
        if self.round:
            return {(s - 1) % self.size, (s + 1) % self.size} - {s}
        found = []
        for t in range(self.size):
            x, y = map(abs, self._apart(s, t))
            same = not self.rows or self.columns or self.rows[s] == self.rows[t]
            across = {"横": y, "竖": x}.get(direction, 0) > 0.5 and bool(self.columns)
            if abs(x + y - 1) < _AHEAD and same and not across:
                found.append(t)
        return found

    def _opposite(self, s: int, direction: str, number: int, near: bool) -> Iterable[int]:
        facing = self.slots[s].facing
        if facing is None or (self.round and self.size % 2):
            raise Meaningless("对面")
        if self.round and not self.rows:
            return [(s + self.size // 2) % self.size]
        back = (-facing[0], -facing[1])
        return [t for t in self.way(s, "前") if _close(self.slots[t].facing, back)][:1]

    def _diagonal(self, s: int, direction: str, number: int, near: bool) -> Iterable[int]:
        if self.slots[s].facing is None:
            return self._corners(s, direction)
        across = set(self._opposite(s, "", 1, near))
        found = {t for o in across for t in self._beside(o, "", 1, near)} - {s}
        if self.rows:
            found = {t for t in found if self.rows[t] != self.rows[s] and (
                not self.round or any(self.rows[o] == self.rows[t] for o in across))}
        if self.rows and not near and not self.round:
            found = {t for t in range(self.size) if self.rows[t] != self.rows[s]} - across
        if direction:
            way = self.heading(s, direction)
            found = {t for t in found if _dot(self._apart(s, t), way) > _AHEAD}
        return found

    def _corners(self, s: int, direction: str) -> Iterable[int]:
        """Return the slots across a corner, of a layout without facing."""
        found = {t for t in range(self.size) if _close(tuple(map(abs, self._apart(s, t))), (1, 1))}
        if not found and not self.rows:
            raise Meaningless("斜对面")
        return found.intersection(bits(self.relation("side", direction)[s])) if direction else found

    def _half(self, direction: str) -> _Test:
        plain = direction.removeprefix("正")
        if self.columns:
            return _extreme(self, plain)
        if self.rows and not self.round and plain in ("前", "后") and self.slots[0].facing:
            return lambda s: self.rows[s] == "前后".index(plain)
        if any(word not in self.frame for word in plain):
            raise Meaningless(plain)
        way = [sum(self.frame[w][i] for w in plain) for i in (0, 1)]
        narrow = len(plain) > 1 or (plain != direction and self.round)
        return lambda s: _dot(_unit((self.slots[s].x, self.slots[s].y)), _unit((way[0], way[1]))
                              ) > (_SECTOR if narrow else _AHEAD)

    def _looks(self, direction: str) -> _Test:
        facing = [slot.facing for slot in self.slots]
        if any(word not in self.frame for word in direction) or None in facing:
            raise Meaningless(direction)
        way = _unit([sum(self.frame[w][i] for w in direction) for i in (0, 1)])
        return lambda s: _dot(way, _unit(facing[s] or way)) > _SECTOR


def _extreme(of: Layout, direction: str) -> _Test:
    if of.round or (len(direction) > 1 and not of.columns):
        far = [_dot((p.x, p.y), of.heading(i, direction)) for i, p in enumerate(of.slots)]
        return lambda s: far[s] > max(far) - _AHEAD
    return lambda s: not any(of.way(s, word) for word in direction)


def _numbered(of: Layout, number: int) -> _Test:
    if not of.numbered or not 1 <= number <= of.size:
        raise Meaningless(f"第{number}")
    return lambda s: s == (1 - number if of.backward else number - 1) % of.size


def _at_end(of: Layout) -> _Test:
    own = [d for d in of.lines() if d in "左右上下前后"] or of.lines()
    # of a grid only the corners are ends: the last ones on two lines
    return lambda s: sum(not of.way(s, d) for d in own) > bool(of.columns)


def _facing(of: Layout, slot: int, direction: str) -> Iterable[int]:
    way, sign = of.slots[slot].facing, -1 if direction == "反" else 1
    if way is None:
        raise Meaningless("朝向")
    return [t for t in range(of.size) if t != slot and _close(
        of.slots[t].facing, (sign * way[0], sign * way[1]))]


def _line(lines: Sequence[int], number: int) -> _Test:
    if not lines:
        raise Meaningless("行列")
    return lambda s: lines[s] == number - 1


def _others(lines: Sequence[int], slot: int) -> list[int]:
    """Return the other slots of the line of ``slot``."""
    if not lines:
        raise Meaningless("行列")
    return [s for s, line in enumerate(lines) if line == lines[slot] and s != slot]


def _straight(of: Layout, test: _Test, word: str) -> _Test:
    if of.round:
        raise Meaningless(word)
    return test


# the slots in a relation to slot s; the tests of the slots of a place
_RELATIONS: Mapping[str, Callable[[Layout, int, str, int], Iterable[int]]] = {
    "self": lambda of, s, d, n: [s],
    "any": lambda of, s, d, n: [t for t in range(of.size) if t != s],
    "row": lambda of, s, d, n: _others(of.rows, s),
    "column": lambda of, s, d, n: _others(of.columns, s),
    "facing": lambda of, s, d, n: _facing(of, s, d),
    "gap": lambda of, s, d, n: [t for t in range(of.size) if n + 1 in of.distances(s, t)],
    "levels": lambda of, s, d, n: {*of._level(s, "上", n, False), *of._level(s, "下", n, False)},
}
_PLACES: Mapping[str, Callable[[Layout, str, int], _Test]] = {
    "extreme": lambda of, d, n: _extreme(of, d),
    "half": lambda of, d, n: of._half(d),
    "looks": lambda of, d, n: of._looks(d),
    "nth": lambda of, d, n: _straight(of, lambda s: len(of.way(s, d)) == n - 1, f"{d}数"),
    "number": lambda of, d, n: _numbered(of, n),
    "last": lambda of, d, n: _numbered(of, of.size + 1 - n),
    "odd": lambda of, d, n: lambda s: s % 2 == 0,
    "even": lambda of, d, n: lambda s: s % 2 == 1,
    "row": lambda of, d, n: _line(of.rows, n),
    "column": lambda of, d, n: _line(of.columns, n),
    "level": lambda of, d, n: _straight(
        of, lambda s: len(of.way(s, "上")) == len(of.way(s, "下")), "层"),
    "end": lambda of, d, n: _straight(of, _at_end(of), "两端"),
    "corner": lambda of, d, n: _straight(of, _at_end(of), "角"),
    "middle": lambda of, d, n: _straight(of, lambda s: all(
        abs(len(of.way(s, w)) - len(of.way(s, CONVERSE[w]))) <= 1 for w in of.lines()), "中间"),
}


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


def _dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1]


def _unit(a: Sequence[float]) -> Vector:
    length = math.hypot(*a) or 1.0
    return a[0] / length, a[1] / length


def _close(a: Iterable[float] | None, b: Iterable[float]) -> bool:
    return a is not None and all(abs(x - y) < _AHEAD for x, y in zip(a, b, strict=True))
