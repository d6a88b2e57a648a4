"""Single clauses: what they mean is compared, arrangement by arrangement, with arithmetic on seats.

A line of ``data/phrases.*.txt`` is a scene, a clause about the first two or three names, and a rule
over their seats ``a``, ``b``, ``c``.
"""

import math
import tomllib
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from domains.space.geometry import Layout
from translators.space.arrangements.clauses import Reading
from translators.space.arrangements.names import find_cast
from translators.space.arrangements.scenes import find_layouts
from translators.space.arrangements.sentences import Reader, clean, sentences
from translators.space.arrangements.words import Unread

DATA = Path(__file__).parent / "data"
SCENES = tomllib.loads((DATA / "scenes.toml").read_text(encoding="utf-8"))
WINDS = {"东": (1.0, 0.0), "西": (-1.0, 0.0), "北": (0.0, 1.0), "南": (0.0, -1.0)}
WINDS |= {x + y: (WINDS[x][0] + WINDS[y][0], WINDS[x][1] + WINDS[y][1]) for x in "东西" for y in "南北"}
WINDS |= {w[::-1]: v for w, v in WINDS.items()}


def dot(p: Any, q: Any) -> float:
    return float((p[0] * q[0] + p[1] * q[1]) / ((math.hypot(*p) or 1.0) * (math.hypot(*q) or 1.0)))


def xy(point: complex) -> tuple[float, float]:
    return point.real, point.imag


def seats(scene: str, layout: Layout) -> dict[str, Any]:
    """Return the words of the rules: seats are numbers, relations arithmetic on them."""
    slots, n = layout.slots, layout.size

    def facing(s: int) -> Any:
        return xy(slots[s].facing or 0)

    def gap(a: int, b: int) -> tuple[float, float]:
        return xy(slots[a].at - slots[b].at)

    words: dict[str, Any] = {
        "at": lambda s: xy(slots[s].at), "F": facing, "dot": dot, "look": lambda a, w: dot(facing(a), WINDS[w]) > 0.9,
        "dire": lambda a, b, w, least: dot(gap(a, b), WINDS[w]) > least}
    if scene in "ROC":
        left = -1 if scene == "O" else 1
        return words | {
            "step": lambda a, b, k: a == (b + k) % n, "left": lambda a, b, k=1: a == (b + left * k) % n,
            "right": lambda a, b, k=1: a == (b - left * k) % n, "near": lambda a, b: (a - b) % n in (1, n - 1),
            "anyleft": lambda a, b: (a - b) * left % n in (1, 2), "anyright": lambda a, b: (b - a) * left % n in (1, 2),
            "gap": lambda a, b, k: (a - b) % n in (k + 1, n - k - 1), "opp": lambda a, b: (a - b) % n == 3}
    if scene in "LFNQ":
        return words
    if scene == "T":
        def same(a: int, b: int) -> bool:
            return a != b and facing(a) == facing(b)

        def opposite(a: int, b: int) -> bool:
            return facing(a) != facing(b) and abs(gap(a, b)[0]) < 0.1

        def side(a: int, b: int, sign: int) -> bool:
            x, y = facing(b)
            return same(a, b) and (-y * gap(a, b)[0] + x * gap(a, b)[1]) * sign > 0

        return words | {
            "same": same, "opp": opposite, "diag": lambda a, b: facing(a) != facing(b) and not opposite(a, b),
            "left": lambda a, b: side(a, b, 1), "right": lambda a, b: side(a, b, -1),
            "on": lambda a, w: dot((0, slots[a].at.imag), WINDS[w]) > 0.9}
    tier: Callable[[int], int] = lambda s: round(2 + slots[s].at.imag)  # noqa: E731
    column: Callable[[int], int] = lambda s: round(slots[s].at.real)  # noqa: E731
    return words | {"r": tier, "col": column, "near": lambda a, b: abs(tier(a) - tier(b)) + abs(
        column(a) - column(b)) == 1}


def reader(language: str, scene: str, clause: str = "") -> Reader:
    text = SCENES[language][scene]
    stated = "。".join(clean(s, language) for s in sentences(text, language))
    cast = find_cast(stated, clause, language)
    assert cast is not None
    layout = find_layouts(cast.veil(clean(f"{text} {clause}.", language)), cast)[0]
    return Reader(cast, layout, Reading(scene == "T"))


@pytest.mark.parametrize("language", ["zh", "en"])
def test_clauses_mean_what_their_rules_say(language: str) -> None:
    wrong = []
    for line in (DATA / f"phrases.{language}.txt").read_text(encoding="utf-8").splitlines():
        scene, clause, rule = line.split("|")
        reading = reader(language, scene, clause)
        clues = reading.clues(clause)
        holds = eval(f"lambda a, b, c: {rule}", seats(scene, reading.layout))
        used = 3 if "c" in rule.replace("col", "") else 2  # seats of the first two or three
        every = list(permutations(range(reading.layout.size), used))
        if reading.unread or not clues or any(
                all(c.meaning.holds(at) for c in clues) != bool(holds(*at, *[-1] * (3 - used))) for at in every):
            wrong.append(line)
    assert wrong == []


@pytest.mark.parametrize("clause", [
    "甲和乙一个在左一个在右", "顺时针方向上，甲是乙的好友", "甲各让乙一步",
    "甲、乙、丙三人有两人相邻", "乙在甲的左边，丙在乙的左边，且三人相邻", "甲比乙更靠近丙", "甲和乙闹矛盾，不愿意坐在一起",
    "甲左乙右，丙坐在两人中间", "甲与乙之间至少隔着一个人", "除了乙之外，甲的旁边还有丙", "甲的正对面空着"])
def test_what_the_tables_do_not_hold_is_unread_and_never_dropped(clause: str) -> None:
    reading = reader("zh", "R")
    try:
        reading.clues(clause)
    except Unread:
        return
    assert reading.unread
