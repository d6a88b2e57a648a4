"""Moves: swaps, steps, insertions and turns, applied to every arrangement that the clues leave.

In a row whoever moves leaves a gap that closes, and makes room where he goes; around a table the
others keep their order. What a sentence with a verb of moving says must be read completely, or the
puzzle is declared unread.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from translators.space.puzzles.cast import FIRST_SIGN, NAME, number_of
from translators.space.puzzles.layouts import Layout
from translators.space.puzzles.solver import Arrangement

__all__ = ["Move", "apply_move", "move_words", "read_move", "without_lead"]

_DIRECTION = "左|右|前|后|上|下|东|西|南|北"
_NUMERAL = "[0-9]+|[一二两三四五六七八九十]+"


@dataclass(frozen=True)
class Move:
    """A move read: its kind and what the sentence told."""

    kind: str
    text: str
    told: Mapping[str, str]

    def entity(self, key: str) -> int:
        """Return the entity told under ``key``."""
        return ord(self.told[key]) - FIRST_SIGN


@cache
def move_words() -> dict[str, Any]:
    """Return the tables of ``moves.toml``."""
    path = Path(__file__).parent / "moves.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def without_lead(clause: str) -> str:
    """Drop 后来, 然后 and the like."""
    return re.sub(move_words()["lead"], "", clause)


def read_move(clause: str) -> Move | None:
    """Read a veiled clause as a move, ``None`` if it is none."""
    text = re.sub("(?:之|以)?后$", "", without_lead(clause))
    for rule in move_words()["move"]:
        pattern = (rule["pattern"].replace("{N}", NAME).replace("{D}", f"(?:{_DIRECTION})")
                   .replace("{Q}", f"(?:{_NUMERAL})"))
        match = re.match(pattern, text)
        if match:
            told = {k: v for k, v in match.groupdict().items() if v}
            return Move(rule["kind"], clause, told)
    return None


def apply_move(
    move: Move, arrangements: Sequence[Arrangement], layout: Layout
) -> tuple[list[Arrangement], Layout] | None:
    """Return what becomes of the arrangements (impossible ones drop out) and of the layout.

    ``None`` when the move means nothing in this layout.
    """
    if move.kind == "about":
        return _about(arrangements, layout)
    act = _ACTS[move.kind]
    found = []
    for at in arrangements:
        try:
            after = act(move, at, layout)
        except KeyError:
            return None
        if after is not None:
            found.append(after)
    return found, layout


def _about(
    arrangements: Sequence[Arrangement], layout: Layout
) -> tuple[list[Arrangement], Layout] | None:
    if layout.kind not in ("ring", "row"):
        return None
    steps = dict(layout.steps)
    if "左" in steps:
        steps["左"], steps["右"] = steps["右"], steps["左"]
    turned = {k: v for k, v in layout.orders.items() if k not in ("左", "右")}
    spots = {k: v for k, v in layout.spots.items() if k not in ("extreme:左", "extreme:右")}
    if "左" in layout.orders:
        turned |= {"左": layout.orders["右"], "右": layout.orders["左"]}
        spots |= {"extreme:左": layout.spots["extreme:右"],
                  "extreme:右": layout.spots["extreme:左"]}
    return list(arrangements), replace(layout, steps=steps, orders=turned, spots=spots)


def _swap(at: Arrangement, a: int, b: int) -> Arrangement:
    slots = list(at)
    slots[a], slots[b] = slots[b], slots[a]
    return tuple(slots)


def _at(at: Arrangement, slot: int | None) -> int | None:
    return None if slot is None or slot not in at else at.index(slot)


def _swap_two(move: Move, at: Arrangement, layout: Layout) -> Arrangement | None:
    return _swap(at, move.entity("a"), move.entity("b"))


def _swap_side(move: Move, at: Arrangement, layout: Layout) -> Arrangement | None:
    a = move.entity("a")
    other = _at(at, layout.steps[move.told["d"]][at[a]])
    return None if other is None else _swap(at, a, other)


def _swap_opposite(move: Move, at: Arrangement, layout: Layout) -> Arrangement | None:
    if not layout.opposite:
        raise KeyError("对面")
    other = _at(at, layout.opposite[at[move.entity("a")]])
    return None if other is None else _swap(at, move.entity("a"), other)


def _swap_ends(move: Move, at: Arrangement, layout: Layout) -> Arrangement | None:
    first, last = sorted(layout.spots["end"])[:: max(1, len(layout.spots["end"]) - 1)]
    a, b = _at(at, first), _at(at, last)
    return None if a is None or b is None else _swap(at, a, b)


def _queue(at: Arrangement) -> list[int]:
    return sorted(range(len(at)), key=lambda i: at[i])


def _from_queue(queue: Sequence[int], at: Arrangement) -> Arrangement:
    """Give the people of a queue the occupied slots in order."""
    slots = sorted(at)
    after = [0] * len(at)
    for slot, who in zip(slots, queue, strict=True):
        after[who] = slot
    return tuple(after)


def _straight(layout: Layout) -> None:
    if layout.rows or layout.kind in ("ring", "plane", "storeys"):
        raise KeyError("not a row")


def _ahead(layout: Layout, direction: str) -> bool:
    """Say whether ``direction`` leads to larger slots."""
    return layout.steps[direction][0] is not None


def _to_extreme(move: Move, at: Arrangement, layout: Layout) -> Arrangement | None:
    _straight(layout)
    direction = move.told.get("d", "前" if "front" in move.told else "后")
    if direction not in layout.steps:
        raise KeyError(direction)
    a = move.entity("a")
    rest = [i for i in _queue(at) if i != a]
    return _from_queue([*rest, a] if _ahead(layout, direction) else [a, *rest], at)


def _to_side(move: Move, at: Arrangement, layout: Layout) -> Arrangement | None:
    _straight(layout)
    a, b = move.entity("a"), move.entity("b")
    rest = [i for i in _queue(at) if i != a]
    place = rest.index(b) + _ahead(layout, move.told["d"])
    return _from_queue([*rest[:place], a, *rest[place:]], at)


def _to_between(move: Move, at: Arrangement, layout: Layout) -> Arrangement | None:
    _straight(layout)
    a, b, c = (move.entity(k) for k in "abc")
    rest = [i for i in _queue(at) if i != a]
    i, j = sorted((rest.index(b), rest.index(c)))
    return None if j - i != 1 else _from_queue([*rest[:j], a, *rest[j:]], at)


def _step(move: Move, at: Arrangement, layout: Layout) -> Arrangement | None:
    a, count = move.entity("a"), number_of(move.told["n"])
    if len(at) < layout.size:
        target = layout.step(at[a], move.told["d"], count)
        if target is None or target in at:
            return None
        return tuple(target if i == a else s for i, s in enumerate(at))
    _straight(layout)
    rest = [i for i in _queue(at) if i != a]
    place = _queue(at).index(a) + (count if _ahead(layout, move.told["d"]) else -count)
    if not 0 <= place <= len(rest):
        return None
    return _from_queue([*rest[:place], a, *rest[place:]], at)


def _turn_all(move: Move, at: Arrangement, layout: Layout) -> Arrangement | None:
    if layout.kind != "ring":
        raise KeyError("not a ring")
    direction = {"顺时针": "顺", "逆时针": "逆"}.get(move.told["d"], move.told["d"])
    moved = [layout.step(s, direction, number_of(move.told["n"])) for s in at]
    return tuple(s for s in moved if s is not None)


def _reverse(move: Move, at: Arrangement, layout: Layout) -> Arrangement | None:
    if layout.rows or layout.kind in ("ring", "plane"):
        raise KeyError("not a row")
    return tuple(layout.size - 1 - s for s in at)


_ACTS: dict[str, Callable[[Move, Arrangement, Layout], Arrangement | None]] = {
    "swap": _swap_two, "swap_side": _swap_side, "swap_opposite": _swap_opposite,
    "swap_ends": _swap_ends, "extreme": _to_extreme, "beside": _to_side, "between": _to_between,
    "step": _step, "turn_all": _turn_all, "reverse": _reverse,
}
