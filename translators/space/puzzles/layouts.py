"""Layouts of slots: rows, rings, facing rows, storeys, grids and the plane of the compass.

A layout is data: for every direction the neighbouring slot of each slot, who is opposite, who is
adjacent, and the order in which slots are counted. Left and right are those of the people who sit
there: around a table facing inward the left neighbour follows clockwise (seen from above), facing
outward anticlockwise; of two rows that face each other one row has left and right swapped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

__all__ = ["COMPASS", "CONVERSE", "Layout", "grid", "line", "plane", "ring", "square8", "two_rows"]

Steps = tuple[int | None, ...]
CONVERSE = {
    "左": "右", "右": "左", "前": "后", "后": "前", "上": "下", "下": "上", "东": "西", "西": "东",
    "南": "北", "北": "南", "顺": "逆", "逆": "顺", "东北": "西南", "西南": "东北",
    "东南": "西北", "西北": "东南", "左上": "右下", "右下": "左上", "右上": "左下", "左下": "右上", "内": "外", "外": "内",
}
COMPASS = {
    "东": (0, 1), "西": (0, -1), "南": (1, 0), "北": (-1, 0),
    "东北": (-1, 1), "西北": (-1, -1), "东南": (1, 1), "西南": (1, -1),
}


@dataclass(frozen=True)
class Layout:
    """Slots 0 … ``size`` - 1 and how they lie to each other.

    ``steps[d][s]`` is the slot next to ``s`` in direction ``d`` (``None`` at the edge); ``orders``
    gives, per starting direction, the slots in counting order, ``""`` being the usual one.
    ``anchored`` is false where only relative position matters (a ring without marks): then turning
    all slots gives the same arrangement.
    """

    kind: str
    size: int
    steps: Mapping[str, Steps]
    adjacent: tuple[frozenset[int], ...]
    names: tuple[str, ...]
    orders: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    opposite: Steps = ()
    diagonal: tuple[frozenset[int], ...] = ()
    spots: Mapping[str, frozenset[int]] = field(default_factory=dict)
    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    regions: Mapping[str, tuple[frozenset[int], ...]] = field(default_factory=dict)
    anchored: bool = True
    near_by_default: bool = False

    def step(self, slot: int, direction: str, count: int = 1) -> int | None:
        """Return the slot ``count`` steps away, ``None`` beyond the edge."""
        current: int | None = slot
        for _ in range(count):
            if current is None:
                return None
            current = self.steps[direction][current]
        return current

    def beyond(self, slot: int, direction: str) -> frozenset[int]:
        """Return all slots met on the way in ``direction`` (of a ring: only the next one)."""
        if direction in self.regions:
            return self.regions[direction][slot]
        found: list[int] = []
        current = self.step(slot, direction)
        while current is not None and current != slot and current not in found:
            found.append(current)
            current = self.step(current, direction)
        if self.kind == "ring":
            return frozenset(found[:1])
        return frozenset(found)

    def distances(self, a: int, b: int) -> frozenset[int]:
        """Return the numbers of steps that lead from ``a`` to ``b`` straight on."""
        found = set()
        for direction in self.steps:
            current, count = self.step(a, direction), 1
            while current is not None and count <= self.size:
                if current == b:
                    found.add(count)
                    break
                current, count = self.step(current, direction), count + 1
        return frozenset(found)

    def between(self, a: int, b: int) -> frozenset[int]:
        """Return the slots between two others: on the straight way, or next to both on a ring."""
        if self.kind == "ring":
            both = self.adjacent[a] & self.adjacent[b]
            return both - {a, b}
        found: set[int] = set()
        for direction in self.steps:
            way: list[int] = []
            current = self.step(a, direction)
            while current is not None and current != b and len(way) <= self.size:
                way.append(current)
                current = self.step(current, direction)
            if current == b:
                found.update(way)
        return frozenset(found)

    def number(self, slot: int) -> int:
        """Return the usual number of a slot, from 1."""
        return self.orders[""].index(slot) + 1


def line(
    size: int, forward: Sequence[str], names: Sequence[str], *, kind: str = "row"
) -> Layout:
    """Build one row of slots; ``forward`` names the directions in which the number grows."""
    plus: Steps = tuple(i + 1 if i + 1 < size else None for i in range(size))
    minus: Steps = tuple(i - 1 if i else None for i in range(size))
    steps: dict[str, Steps] = {}
    orders = {"": tuple(range(size))}
    spots = {"end": frozenset({0, size - 1}), "middle": _middle(size)}
    for direction in forward:
        steps[direction], steps[CONVERSE[direction]] = plus, minus
        orders[direction] = tuple(reversed(range(size)))
        orders[CONVERSE[direction]] = tuple(range(size))
        spots[f"extreme:{direction}"] = frozenset({size - 1})
        spots[f"extreme:{CONVERSE[direction]}"] = frozenset({0})
    return Layout(
        kind=kind, size=size, steps=steps, names=tuple(names), orders=orders, spots=spots,
        adjacent=tuple(frozenset(j for j in (i - 1, i + 1) if 0 <= j < size) for i in range(size)),
    )


def ring(size: int, *, outward: bool = False, marks: Sequence[str] = ()) -> Layout:
    """Build a ring, slots numbered clockwise; ``marks`` are compass names of the seats."""
    clockwise: Steps = tuple((i + 1) % size for i in range(size))
    against: Steps = tuple((i - 1) % size for i in range(size))
    left, right = (against, clockwise) if outward else (clockwise, against)
    half = size // 2
    even = size % 2 == 0
    names = tuple(marks) or tuple(f"顺时针第{i + 1}个座位" for i in range(size))
    diagonal = tuple(
        frozenset({(i + half - 1) % size, (i + half + 1) % size} - {i}) if even and size > 4
        else frozenset()
        for i in range(size)
    )
    return Layout(
        kind="ring", size=size, names=names, near_by_default=True, anchored=bool(marks),
        steps={"顺": clockwise, "逆": against, "左": left, "右": right},
        adjacent=tuple(frozenset({(i - 1) % size, (i + 1) % size} - {i}) for i in range(size)),
        opposite=tuple((i + half) % size if even else None for i in range(size)),
        diagonal=diagonal, orders={"": tuple(range(size))},
        spots={f"half:{mark}": frozenset({i}) for i, mark in enumerate(marks)},
    )


def square8(*, outward: bool = False) -> Layout:
    """Build a square table with two seats on each side, numbered clockwise from the south side."""
    base = ring(8, outward=outward)
    across = (5, 4, 7, 6, 1, 0, 3, 2)
    beside = (4, 5, 6, 7, 0, 1, 2, 3)
    return Layout(
        kind="ring", size=8, steps=base.steps, adjacent=base.adjacent, names=base.names,
        orders=base.orders, opposite=across, near_by_default=True, anchored=False,
        diagonal=tuple(frozenset({s}) for s in beside),
        rows=(0, 0, 1, 1, 2, 2, 3, 3),
    )


def two_rows(
    length: int, *, facing: bool, row_names: Sequence[str] = ("前排", "后排"),
    compass: str = "",
) -> Layout:
    """Build two rows of ``length`` slots; slot = row · length + column.

    ``facing``: the rows look at each other, so the second row's left is the first row's right;
    else both look the same way and the first row is in front. ``compass`` is the direction in
    which the first row lies (seen from the middle), if the text says so.
    """
    size = 2 * length

    def moved(slot: int, by: int) -> int | None:
        column = slot % length + by
        return slot + by if 0 <= column < length else None

    def turn(slot: int) -> int:
        return -1 if facing and slot >= length else 1

    steps: dict[str, Steps] = {
        "左": tuple(moved(s, -turn(s)) for s in range(size)),
        "右": tuple(moved(s, turn(s)) for s in range(size)),
    }
    if not facing:
        steps["前"] = tuple(s - length if s >= length else None for s in range(size))
        steps["后"] = tuple(s + length if s < length else None for s in range(size))
    if compass:
        steps.update(_rows_compass(length, size, compass, moved, facing))
    across = tuple((s + length) % size for s in range(size))
    rows = tuple(s // length for s in range(size))
    names = tuple(f"{row_names[s // length]}第{s % length + 1}个" for s in range(size))
    ends = frozenset(s for s in range(size) if s % length in (0, length - 1))
    spots = {
        "end": ends, "corner": ends,
        "middle": frozenset(s for s in range(size) if s % length in _middle(length)),
    }
    for direction, row in (("前", 0), ("后", 1)) + _sides(compass):
        spots[f"half:{direction}"] = frozenset(s for s in range(size) if rows[s] == row)
    for direction in ("左", "右"):
        spots[f"extreme:{direction}"] = frozenset(
            s for s in range(size) if steps[direction][s] is None
        )
    straight = tuple(frozenset(j for d in ("左", "右") if (j := steps[d][s]) is not None)
                     for s in range(size))
    return Layout(
        kind="two_rows", size=size, steps=steps, adjacent=straight, names=names,
        opposite=across if facing else (), orders={"": tuple(range(size))}, spots=spots, rows=rows,
        columns=tuple(s % length for s in range(size)), near_by_default=True,
        diagonal=tuple(
            frozenset(o for b in (-1, 1) if (o := moved(across[s], b)) is not None)
            for s in range(size)
        ),
    )


def grid(
    rows: int, columns: int, *,
    up: Sequence[str] = ("上", "北"), across: Sequence[str] = ("右", "东"),
    names: Sequence[str] = (), from_bottom: bool = False, kind: str = "grid",
) -> Layout:
    """Build a grid; slot = row · columns + column, row 0 on top and column 0 on the left.

    ``up`` and ``across`` name the directions towards row 0 and towards the last column;
    ``from_bottom`` counts rows from below, as storeys are.
    """
    size = rows * columns

    def moved(dr: int, dc: int) -> Steps:
        out: list[int | None] = []
        for s in range(size):
            r, c = s // columns + dr, s % columns + dc
            out.append(r * columns + c if 0 <= r < rows and 0 <= c < columns else None)
        return tuple(out)

    steps: dict[str, Steps] = {}
    spots: dict[str, frozenset[int]] = {}

    def offer(direction: str, dr: int, dc: int, test: Callable[[int, int], bool]) -> None:
        steps[direction] = moved(dr, dc)
        chosen = frozenset(s for s in range(size) if test(s // columns, s % columns))
        spots[f"extreme:{direction}"] = spots[f"half:{direction}"] = chosen

    for direction in up:
        offer(direction, -1, 0, lambda r, c: r == 0)
        offer(CONVERSE[direction], 1, 0, lambda r, c: r == rows - 1)
    for direction in across:
        offer(direction, 0, 1, lambda r, c: c == columns - 1)
        offer(CONVERSE[direction], 0, -1, lambda r, c: c == 0)
    regions: dict[str, tuple[frozenset[int], ...]] = {}
    for name, (dr, dc) in _diagonals(up, across).items():
        offer(name, dr, dc, lambda r, c, dr=dr, dc=dc: (  # type: ignore[misc]
            r == (0 if dr < 0 else rows - 1) and c == (0 if dc < 0 else columns - 1)))
        regions[name] = tuple(
            frozenset(t for t in range(size)
                      if (t // columns - s // columns) * dr > 0
                      and (t % columns - s % columns) * dc > 0)
            for s in range(size)
        )
    corners = frozenset(s for s in range(size)
                        if s // columns in (0, rows - 1) and s % columns in (0, columns - 1))
    spots["corner"] = corners
    spots["middle"] = frozenset(
        s for s in range(size)
        if s // columns in _middle(rows) and s % columns in _middle(columns))
    spots["edge"] = frozenset(
        s for s in range(size)
        if s // columns in (0, rows - 1) or s % columns in (0, columns - 1))
    row_number = [rows - s // columns if from_bottom else s // columns + 1 for s in range(size)]
    straight = {*up, *across} | {CONVERSE[d] for d in (*up, *across)}
    default = tuple(f"第{row_number[s]}行第{s % columns + 1}列" for s in range(size))
    return Layout(
        kind=kind, size=size, steps=steps, names=tuple(names) or default, spots=spots,
        adjacent=tuple(frozenset(j for d in straight if (j := steps[d][s]) is not None)
                       for s in range(size)),
        orders={"": tuple(range(size))}, rows=tuple(n - 1 for n in row_number),
        columns=tuple(s % columns for s in range(size)), regions=regions,
    )


def plane(reach: int) -> Layout:
    """Build the qualitative plane: a (2 · reach + 1)² grid without edges that matter."""
    base = grid(2 * reach + 1, 2 * reach + 1, up=("北",), across=("东",), kind="plane")
    return Layout(
        kind="plane", size=base.size, steps=base.steps, adjacent=base.adjacent, names=base.names,
        regions=base.regions, orders=base.orders, rows=base.rows, columns=base.columns,
        anchored=False,
    )


def _middle(size: int) -> frozenset[int]:
    return frozenset({size // 2}) if size % 2 else frozenset({size // 2 - 1, size // 2})


def _diagonals(up: Sequence[str], across: Sequence[str]) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    if "北" in up and "东" in across:
        found |= {k: v for k, v in COMPASS.items() if len(k) == 2}
    if "上" in up and "右" in across:
        found |= {"左上": (-1, -1), "右上": (-1, 1), "左下": (1, -1), "右下": (1, 1)}
    return found


def _sides(compass: str) -> tuple[tuple[str, int], ...]:
    return ((compass, 0), (CONVERSE[compass], 1)) if compass else ()


def _rows_compass(
    length: int, size: int, compass: str, moved: Callable[[int, int], int | None], facing: bool
) -> dict[str, Steps]:
    """Return compass steps of two rows of which the first lies in direction ``compass``.

    Facing rows look towards the middle, so the first row looks away from ``compass``; otherwise
    both look towards it. Columns are numbered from the left of the first row.
    """
    looks = CONVERSE[compass] if facing else compass
    left = {"北": "西", "南": "东", "东": "北", "西": "南"}[looks]
    return {
        left: tuple(moved(s, -1) for s in range(size)),
        CONVERSE[left]: tuple(moved(s, 1) for s in range(size)),
        compass: tuple(s - length if s >= length else None for s in range(size)),
        CONVERSE[compass]: tuple(s + length if s < length else None for s in range(size)),
    }
