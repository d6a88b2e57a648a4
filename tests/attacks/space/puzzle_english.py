"""The same three layouts told in English, for the study of puzzles in the published style."""

# mypy: disable-error-code="misc"
# (the checker has no type for a lambda's argument that is bound by its default)
from __future__ import annotations

import random
from collections.abc import Callable

from puzzle_phrases import WINDS, World, _compass, bearings_of, phrases_of

__all__ = ["english_world"]

Row = tuple[str, str, str, Callable[[int, int], bool]]
ORDINALS = ("", "first", "second", "third", "fourth")
NUMBERS = ("zero", "one", "two", "three")
WIND = {"东": "east", "西": "west", "南": "south", "北": "north", "东北": "northeast", "东南": "southeast",
        "西北": "northwest", "西南": "southwest"}


def english_world(rng: random.Random, layout: str) -> World:
    """Draw a world of a layout with English phrases."""
    return {"ring": _ring, "table": _table, "shelf": _shelf}[layout](rng)


def _winds(rows: list[Row], at: list[tuple[float, float]], looks: list[float] | None) -> list[Row]:
    for name, form, text, test in _compass(at, looks):
        wind = next(w for w in sorted(WINDS, key=len, reverse=True) if w in text.replace("方向", ""))
        english = {"compass": f"<to the {WIND[wind]} of|on the {WIND[wind]} side of> {{b}}",
                   "due compass": f"<due|directly> {WIND[wind]} of {{b}}",
                   "two winds": f"<to the|> {WIND[wind]} of {{b}}".replace("<to the|> ", "to the "),
                   "facing": f"facing {WIND[wind]}"}[name]
        rows.append((name, form, english, test))
    return rows


def _ring(rng: random.Random) -> World:
    outward, axis = rng.random() < 0.35, rng.choice(("", "", "东", "北"))
    left = -1 if outward else 1
    rows: list[Row] = []
    for word, way in (("left", left), ("right", -left)):
        rows += [("n-th on a side", "place",
                  f"<in the {ORDINALS[n]} <seat|position> to the {word} of {{b}}|in the {ORDINALS[n]} "
                  f"<seat|position> <to|on> {{b}}'s {word}>", lambda s, t, w=way * n: t == (s + w) % 6)
                 for n in (1, 2, 3)]
        rows += [
            ("next on a side", "place", f"<immediately to the {word} of {{b}}|directly to the {word} of {{b}}>",
             lambda s, t, w=way: t == (s + w) % 6),
            ("side", "place", f"<to the {word} of {{b}}|on {{b}}'s {word}|to {{b}}'s {word}>",
             lambda s, t, w=way: (t - s) * w % 6 in (1, 2)),
        ]
    for word, way in (("clockwise", 1), ("counterclockwise", -1)):
        rows += [("n-th round", "place", f"in the {ORDINALS[n]} <seat|position> {word} from {{b}}",
                  lambda s, t, w=way * n: t == (s + w) % 6) for n in (1, 2, 3, 4)]
    around = [lambda s, t, n=n: (t - s) % 6 in (n, 6 - n) for n in range(4)]
    rows += [
        ("beside", "place", "<next to|beside|adjacent to> {b}", around[1]),
        ("beside", "pair", "<adjacent|next to each other|adjacent to each other|neighbors>", around[1]),
        ("two apart", "pair", "separated by one <seat|person>", around[2]),
        ("diagonal", "place", "diagonally opposite {b}", around[2]),
        ("opposite", "place", "<directly opposite|opposite|across from> {b}", around[3]),
        ("opposite", "pair", "<opposite each other|directly opposite each other>", around[3]),
    ]
    marks = ""
    if axis:
        at, looks, told = bearings_of(axis, outward)
        _winds(rows, at, looks)
        rng.shuffle(told)
        listed = [WIND[w] for w in told]
        marks = f" They face {', '.join(listed[:-1])} and {listed[-1]} respectively."
    facing = "facing <outward|away from the center>" if outward else "<all|> facing the center"
    intro = (f"<Six people, {{who}}, are sitting|{{who}} are sitting> around a <round|circular> table, <forming a "
             f"regular hexagon, |>{facing}.{marks}")
    return World("ring, English", 6, intro, "sit", phrases_of(6, rows),
                 {"outward" if outward else "inward": facing, "marks": marks})


def _table(rng: random.Random) -> World:
    sides = rng.choice(("", "南北", "东西"))
    at: list[tuple[float, float]] = (
        [(1, -1), (1, 1), (-1, 1), (-1, -1)] if sides == "东西" else [(1, 1), (-1, 1), (-1, -1), (1, -1)])
    looks = [270.0, 270.0, 90.0, 90.0] if sides == "东西" else [180.0, 180.0, 0.0, 0.0]
    same = [lambda s, t: s // 2 == t // 2, lambda s, t: s + t == 3,
            lambda s, t: s // 2 != t // 2 and s + t != 3]
    rows: list[Row] = [
        ("beside", "place", "<next to|beside> {b}", same[0]),
        ("beside", "pair", "<adjacent|next to each other|side by side>", same[0]),
        ("same side", "pair", "on the same side", same[0]),
        ("other side", "pair", "on <different|opposite> sides", lambda s, t: s // 2 != t // 2),
        ("facing other ways", "pair", "facing different directions", lambda s, t: s // 2 != t // 2),
        ("opposite", "place", "<opposite|directly opposite|across from> {b}", same[1]),
        ("opposite", "pair", "<opposite each other|face to face>", same[1]),
        ("diagonal", "place", "diagonally opposite {b}", same[2]),
        ("diagonal", "pair", "diagonally opposite <each other|>".replace("<each other|>", "each other"), same[2]),
    ]
    for word, place in (("left", 0), ("right", 1)):
        rows.append(("side", "place", f"<to the {word} of {{b}}|on {{b}}'s {word}>",
                     lambda s, t, p=place: s // 2 == t // 2 and t % 2 == p))
    if sides:
        _winds(rows, at, None)
        rows += [("facing", "spot", f"facing {WIND[w]}", lambda s, t, a=WINDS[w]: looks[t] == a)
                 for w in ("东西" if sides == "东西" else "南北")]
    told = {"": "", "南北": " The long sides are on the north and the south.",
            "东西": " The long sides are on the east and the west."}[sides]
    intro = (f"<Four people, {{who}}, are sitting|{{who}} are sitting> <in a four-person booth|along the two long sides "
             f"of a rectangular table>, two on each side, facing each other.{told}")
    return World("table, English", 4, intro, "sit", phrases_of(4, rows), {sides: told})


def _shelf(_: random.Random) -> World:
    tier, column = [i // 2 for i in range(6)], [i % 2 for i in range(6)]
    rows: list[Row] = [
        ("beside", "pair", "<adjacent|next to each other>", lambda s, t: abs(tier[s] - tier[t]) + abs(
            column[s] - column[t]) == 1),
        ("same tier", "pair", "on the same <tier|level>", lambda s, t: tier[s] == tier[t]),
        ("neighbouring tiers", "pair", "on adjacent tiers", lambda s, t: abs(tier[s] - tier[t]) == 1),
    ]
    for word, place in (("left", 0), ("right", 1)):
        rows.append(("side", "place", f"to the {word} of {{b}}", lambda s, t, p=place: column[t] == p != column[s]))
    for up, corner, sign in (("above", "upper", 1), ("below", "lower", -1)):
        rows += [
            ("above", "place", f"{up} {{b}}", lambda s, t, g=sign: (tier[t] - tier[s]) * g > 0),
            ("straight above", "place", f"directly {up} {{b}}", lambda s, t, g=sign: (
                tier[t] - tier[s]) * g > 0 and column[s] == column[t]),
            ("n tiers up", "place", f"one <level|tier> {up} {{b}}", lambda s, t, g=sign: (
                tier[t] - tier[s]) * g == 1),
        ]
        rows += [("aslant on a side", "place", f"to the {corner} {side} of {{b}}", lambda s, t, g=sign, p=place: (
            tier[t] - tier[s]) * g > 0 and column[t] == p != column[s])
            for side, place in (("left", 0), ("right", 1))]
    for number, name in enumerate(("bottom", "middle", "top")):
        rows.append(("tier", "spot", f"on the {name} <tier|level>", lambda s, t, n=number: tier[t] == n))
        rows += [("tier and side", "spot", f"<on the {side} side of the {name} tier|in the {side} compartment of the "
                  f"{name} tier>", lambda s, t, n=number, p=place: tier[t] == n and column[t] == p)
                 for side, place in (("left", 0), ("right", 1))]
    intro = ("There is a three-tier flower <stand|shelf> with two compartments on each tier, one on the left and one on "
             "the right, holding six <pots of flowers|pots>: {who}.")
    return World("shelf, English", 6, intro, "be", phrases_of(6, rows))
