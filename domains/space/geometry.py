"""Layouts of slots with coordinates and a facing; every relation is derived from these.

A relation is a table: for every slot the set of slots that stand in it. Sets of slots are bit
masks (bit ``i`` is slot ``i``). Points and directions are complex numbers: the real part runs to the
right, the imaginary part up as seen in the picture, which is east and north where a compass is
given; times ``1j`` is a turn to the left. Slots of a round layout are numbered clockwise, seen from
above. Left, right, front and back are those of whoever sits there if the slots have a facing,
otherwise those of the viewer. Directions are written 左右前后上下东西南北顺逆 (clockwise, anticlockwise);
two of them (东南) mean both, 正 before one means straight on.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

_Test = Callable[[int], bool]
CONVERSE = dict(zip("左右前后上下东西南北顺逆", "右左后前下上西东北南逆顺", strict=True))
COMPASS: Mapping[str, complex] = {"东": 1, "西": -1, "北": 1j, "南": -1j}
_OWN = {"前": 1, "后": -1, "左": 1j, "右": -1j}
# cosines: a sector of 45 degrees, a straight line, anything ahead of a line through the slot
_SECTOR, _EXACT, _AHEAD = math.cos(math.radians(22.6)), math.cos(math.radians(1)), 1e-6


class Relation(tuple[int, ...]):
    """For every slot the set of slots that stand in it; ``~``: all others but oneself."""

    def __and__(self, other: Relation) -> Relation:
        return Relation(map(operator.and_, self, other))

    def __or__(self, other: Relation) -> Relation:
        return Relation(map(operator.or_, self, other))

    def __invert__(self) -> Relation:
        return Relation((1 << len(self)) - 1 & ~there & ~(1 << s) for s, there in enumerate(self))


class Meaningless(Exception):
    """A word that says nothing in this layout, such as 'north' in a row without compass."""


@dataclass(frozen=True)
class Slot:
    """One place: its name, where it is and in which direction whoever is there looks."""

    name: str
    at: complex
    facing: complex | None = None


@dataclass(frozen=True, eq=False)
class Layout:
    """Slots and what words of direction mean among them.

    ``frame`` gives the directions that are fixed in the picture. ``round``: left, right, 顺 and 逆
    run along the ring. ``half``: a side is a half plane, two directions the sector between them;
    else a side is straight on, or any column in that direction if there are ``columns``. ``near``:
    "on the left" customarily means the next slot. ``anchored`` is false where turning the whole
    ring gives the same arrangement. ``numbered``: "number 3" means the third slot (``backward``:
    counted anticlockwise from the first). ``straight``: a direction alone means exactly that way.
    ``notes`` name what is assumed: another layout of the same text may differ in it.
    """

    kind: str
    slots: tuple[Slot, ...]
    frame: Mapping[str, complex]
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
        ``self``.
        """
        key = kind, direction, number, near
        if key not in self._known:
            plain = direction.removeprefix("正")
            found = Relation(mask(_RELATIONS[kind](self, s, plain, number, near, plain != direction))
                          for s in range(self.size))
            if self.round and direction in ("前", "后") and not any(found):
                raise Meaningless(direction)
            self._known[key] = found
        return self._known[key]

    def place(self, kind: str, direction: str = "", number: int = 1) -> int:
        """Return the slots of a place described by the layout alone; raise ``Meaningless``.

        ``extreme``, ``end``, ``middle``, ``nth`` (``number`` counted from the
        ``direction`` side), ``last`` (counted from the end), ``number``, ``odd``, ``even``,
        ``row``, ``column``, ``half`` (on a side of the layout), ``looks`` (facing it), ``level``
        (the tier in the middle).
        """
        test = _PLACES[kind](self, direction, number)
        return mask(s for s in range(self.size) if test(s))

    def heading(self, slot: int, direction: str) -> complex:
        """Return where ``direction`` points for ``slot``; raise ``Meaningless`` if nowhere."""
        facing, total = self.slots[slot].facing, 0j
        for word in direction:
            if word in _OWN and facing is not None:
                total += facing * _OWN[word]
            elif word in self.frame:
                total += self.frame[word]
            else:
                raise Meaningless(direction)
        return total

    def way(self, slot: int, direction: str) -> list[int]:
        """Return the slots met going straight on in ``direction``, in order."""
        if not (self.round and direction in ("左", "右", "顺", "逆")):
            return self.along(slot, direction, _SECTOR if self.round else _EXACT)
        place, step = self.slots[slot], 1 if direction == "顺" else -1
        if direction in "左右":
            if place.facing is None:
                raise Meaningless(direction)
            step = 1 if (direction == "左") == (_cosine(place.at, place.facing) < 0) else -1
        return [(slot + step * n) % self.size for n in range(1, self.size)]

    def apart(self, a: int, b: int) -> complex:
        """Return the way from one slot to another."""
        return self.slots[b].at - self.slots[a].at

    def along(self, slot: int, direction: str, least: float) -> list[int]:
        """Return the slots within an angle (``least`` is its cosine) of a direction, nearest first."""
        way = self.heading(slot, direction)
        return sorted((s for s in range(self.size) if s != slot
                       and _cosine(self.apart(slot, s), way) >= least), key=lambda s: abs(self.apart(slot, s)))

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


# relations: the slots that stand in one to slot ``s`` -------------------------------------------
def _side(of: Layout, s: int, way: str, near: bool, due: bool) -> Iterable[int]:
    if of.round and way in ("左", "右", "顺", "逆"):
        return of.way(s, way)[: 1 if near or due else (of.size - 1) // 2]
    if len(way) == 2 and not set(way) - set(_OWN):
        return _diagonal(of, s, way.strip("前后"), True)
    if len(way) == 2 and of.half:
        return of.along(s, way, _SECTOR)
    own = of.slots[s].facing is not None and way in _OWN
    near = near and (own or not of.half)
    line = not (of.half or (of.columns and not of.straight))
    if len(way) == 1 and (near or due or own or line):
        return of.way(s, way)[: 1 if near or (due and not of.columns) else None]
    parts = [set(of.along(s, word, _AHEAD)) for word in way]
    return parts[0].intersection(*parts)


def _step(of: Layout, s: int, way: str, number: int) -> Iterable[int]:
    if of.round and way in ("前", "后", "上", "下"):
        raise Meaningless(way)
    return of.way(s, way)[number - 1 : number]


def _level(of: Layout, s: int, way: str, number: int) -> Iterable[int]:
    if not of.columns:
        return _step(of, s, way, number)
    gap = of.heading(s, way).imag * number
    return [t for t in range(of.size) if abs(of.apart(s, t).imag - gap) < _AHEAD]


def _beside(of: Layout, s: int, way: str) -> Iterable[int]:
    if of.round:
        return {(s - 1) % of.size, (s + 1) % of.size} - {s}
    gaps = {t: of.apart(s, t) for t in range(of.size)
            if not of.rows or of.columns or of.rows[s] == of.rows[t]}
    across = {"横": 1j, "竖": 1} if of.columns else {}
    return [t for t, gap in gaps.items() if abs(abs(gap.real) + abs(gap.imag) - 1) < _AHEAD
            and abs(_cosine(gap, across.get(way, 0))) < _EXACT]


def _opposite(of: Layout, s: int) -> Iterable[int]:
    facing = of.slots[s].facing
    if facing is None or (of.round and of.size % 2):
        raise Meaningless("对面")
    if of.round and not of.rows:
        return [(s + of.size // 2) % of.size]
    return [t for t in of.way(s, "前") if _close(of.slots[t].facing, -facing)][:1]


def _diagonal(of: Layout, s: int, way: str, near: bool) -> Iterable[int]:
    if of.slots[s].facing is None:  # across a corner
        found = {t for t in range(of.size) if abs(of.apart(s, t).real * of.apart(s, t).imag) == 1}
        if not found and not of.rows:
            raise Meaningless("斜对面")
        return found.intersection(bits(of.relation("side", way)[s])) if way else found
    across = set(_opposite(of, s))
    found = {t for o in across for t in _beside(of, o, "")} - {s}
    if of.rows:
        found = {t for t in found if of.rows[t] != of.rows[s] and (
            not of.round or any(of.rows[o] == of.rows[t] for o in across))}
        if not near and not of.round:
            found = {t for t in range(of.size) if of.rows[t] != of.rows[s]} - across
    return {t for t in found if not way or _cosine(of.apart(s, t), of.heading(s, way)) > _AHEAD}


def _facing(of: Layout, s: int, sign: int) -> Iterable[int]:
    way = of.slots[s].facing
    if way is None:
        raise Meaningless("朝向")
    return [t for t in range(of.size) if t != s and _close(of.slots[t].facing, sign * way)]


def _line(lines: Sequence[int], number: int) -> list[int]:
    """Return the slots of a row or column."""
    if not lines:
        raise Meaningless("行列")
    return [s for s, line in enumerate(lines) if line == number]


_RELATIONS: Mapping[str, Callable[[Layout, int, str, int, bool, bool], Iterable[int]]] = {
    "self": lambda of, s, way, n, near, due: [s],
    "side": lambda of, s, way, n, near, due: _side(of, s, way, near, due),
    "step": lambda of, s, way, n, near, due: _step(of, s, way, n),
    "level": lambda of, s, way, n, near, due: _level(of, s, way, n),
    "levels": lambda of, s, way, n, near, due: {*_level(of, s, "上", n), *_level(of, s, "下", n)},
    "beside": lambda of, s, way, n, near, due: _beside(of, s, way),
    "opposite": lambda of, s, way, n, near, due: _opposite(of, s),
    "diagonal": lambda of, s, way, n, near, due: _diagonal(of, s, way, near),
    "gap": lambda of, s, way, n, near, due: [t for t in range(of.size) if n + 1 in of.distances(s, t)],
    "row": lambda of, s, way, n, near, due: {*_line(of.rows, of.rows[s] if of.rows else 0)} - {s},
    "column": lambda of, s, way, n, near, due: {*_line(of.columns, of.columns[s] if of.columns else 0)} - {s},
    "facing": lambda of, s, way, n, near, due: _facing(of, s, -1 if way == "反" else 1),
}


# places: tests of slots ---------------------------------------------------------------------------
def _half(of: Layout, direction: str) -> _Test:
    way = direction.removeprefix("正")
    if of.columns and not (way != direction or way in ("上", "下", "前", "后")):
        return _extreme(of, way)
    if of.columns or not (of.rows or of.round):  # nobody says above what, or left of what
        raise Meaningless(direction)
    if of.rows and not of.round and way in ("前", "后") and of.slots[0].facing:
        return lambda s: of.rows[s] == "前后".index(way)
    narrow = len(way) > 1 or (way != direction and of.round)
    return lambda s: _cosine(of.slots[s].at, _fixed(of, way)) > (_SECTOR if narrow else _AHEAD)


def _fixed(of: Layout, direction: str) -> complex:
    """Return a direction of the picture, whoever looks."""
    if any(word not in of.frame for word in direction):
        raise Meaningless(direction)
    return sum(of.frame[word] for word in direction)


def _looks(of: Layout, direction: str) -> _Test:
    way, facing = _fixed(of, direction), [slot.facing for slot in of.slots]
    if None in facing:
        raise Meaningless(direction)
    return lambda s: _cosine(way, facing[s] or 0) > _SECTOR


def _extreme(of: Layout, direction: str) -> _Test:
    if of.round or (len(direction) > 1 and not of.columns):
        far = [_cosine(p.at, of.heading(i, direction)) * abs(p.at) for i, p in enumerate(of.slots)]
        return lambda s: far[s] > max(far) - _AHEAD
    return lambda s: not any(of.way(s, word) for word in direction)


def _numbered(of: Layout, number: int) -> _Test:
    if not of.numbered or not 1 <= number <= of.size:
        raise Meaningless(f"第{number}")
    return lambda s: s == (1 - number if of.backward else number - 1) % of.size


def _at_end(of: Layout) -> _Test:
    own = [d for d in _straight(of).lines() if d in "左右上下前后"] or of.lines()
    # of a grid only the corners are ends: the last ones on two lines
    return lambda s: len({of.heading(s, d) for d in own if not of.way(s, d)}) > bool(of.columns)


def _straight(of: Layout) -> Layout:
    if of.round:
        raise Meaningless("圆")
    return of


def _balanced(of: Layout, *lines: str) -> _Test:
    """Return a test of slots that have as many others on one side as on the other (or one more)."""
    slack = not lines
    return lambda s: all(abs(len(of.way(s, d)) - len(of.way(s, CONVERSE[d]))) <= slack
                         for d in lines or of.lines())


_PLACES: Mapping[str, Callable[[Layout, str, int], _Test]] = {
    "extreme": lambda of, way, n: _extreme(of, way),
    "half": lambda of, way, n: _half(of, way),
    "looks": lambda of, way, n: _looks(of, way),
    "nth": lambda of, way, n: lambda s: len(_straight(of).way(s, way)) == n - 1,
    "number": lambda of, way, n: _numbered(of, n),
    "last": lambda of, way, n: _numbered(of, of.size + 1 - n),
    "odd": lambda of, way, n: lambda s: s % 2 == 0,
    "even": lambda of, way, n: lambda s: s % 2 == 1,
    "row": lambda of, way, n: lambda s: s in _line(of.rows, n - 1),
    "column": lambda of, way, n: lambda s: s in _line(of.columns, n - 1),
    "level": lambda of, way, n: _balanced(_straight(of), "上"),
    "middle": lambda of, way, n: _balanced(_straight(of)),
    "end": lambda of, way, n: _at_end(of),
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


def _cosine(a: complex, b: complex) -> float:
    """Return the cosine of the angle between two directions, 0 if one of them is none."""
    return (a.conjugate() * b).real / (abs(a) * abs(b) or 1.0)


def _close(a: complex | None, b: complex) -> bool:
    return a is not None and abs(a - b) < _AHEAD
