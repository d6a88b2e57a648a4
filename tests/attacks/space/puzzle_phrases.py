"""Phrases of arrangement puzzles in the published style, with meanings of their own.

Nothing here is shared with the program under test: seats are numbers, relations are arithmetic on
them. A phrase is a template and a table from seat to seats. In a template ``<a|b>`` is either
``a`` or ``b``, ``{b}`` the one it is said of.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

__all__ = ["WINDS", "Phrase", "World", "bearings_of", "spoken", "world"]

Seats = frozenset[int]
NUMERALS = "零一二三四五六"


@dataclass(frozen=True)
class Phrase:
    """``form``: ``place`` (a place seen from somebody), ``pair`` (a predicate of two), ``spot``."""

    name: str
    form: str
    text: str
    seats: tuple[Seats, ...]


@dataclass(frozen=True)
class World:
    """A layout: its name, the sentences that introduce it, and what can be said in it.

    ``told``: what the introduction tells of facing and sides, by the name of its meaning.
    """

    name: str
    size: int
    intro: str
    verb: str
    phrases: tuple[Phrase, ...]
    told: Mapping[str, str] = field(default_factory=dict)


def spoken(rng: random.Random, text: str) -> str:
    """Choose one of each ``<a|b>``, innermost first."""
    while "<" in text:
        text = re.sub("<([^<>]*)>", lambda m: rng.choice(m[1].split("|")), text)
    return text


def world(rng: random.Random, layout: str) -> World:
    """Draw a world of a layout: ``ring``, ``table`` or ``shelf``."""
    return {"ring": _ring, "table": _table, "shelf": _shelf}[layout](rng)


def phrases_of(size: int, rows: Sequence[tuple[str, str, str, Callable[[int, int], bool]]]) -> tuple[Phrase, ...]:
    return tuple(Phrase(name, form, text, tuple(
        frozenset(t for t in range(size) if (t != s or form == "spot") and test(s, t))
        for s in range(size))) for name, form, text, test in rows)


def _bearing(a: tuple[float, float], b: tuple[float, float]) -> float:
    return math.degrees(math.atan2(b[0] - a[0], b[1] - a[1])) % 360


def _off(angle: float, wanted: float) -> float:
    return abs((angle - wanted + 180) % 360 - 180)


WINDS = {"北": 0, "东北": 45, "东": 90, "东南": 135, "南": 180, "西南": 225, "西": 270, "西北": 315}


def _compass(at: Sequence[tuple[float, float]], looks: Sequence[float] | None
             ) -> list[tuple[str, str, str, Callable[[int, int], bool]]]:
    rows: list[tuple[str, str, str, Callable[[int, int], bool]]] = []
    for wind, angle in WINDS.items():
        def wide(s: int, t: int, a: int = angle) -> bool:
            return _off(_bearing(at[s], at[t]), a) < 89.9

        def narrow(s: int, t: int, a: int = angle) -> bool:
            return _off(_bearing(at[s], at[t]), a) < 22.6

        if len(wind) == 1:
            rows.append(("compass", "place", f"{{b}}的{wind}<边|侧|面|方>", wide))
            rows.append(("due compass", "place", f"{{b}}的正{wind}<边|侧|面|方|方向>", narrow))
        else:
            rows.append(("two winds", "place", f"{{b}}的{wind}<边|侧|面|方|方向>", narrow))
        if looks is not None:
            rows.append(("facing", "spot", f"<面朝|朝向|朝着|身体朝向|面向|身体面向><正||>{wind}<方|方向|>"
                         if len(wind) == 1 else f"<面朝|朝向|身体朝向|面向>{wind}<方|方向|>",
                         lambda s, t, a=angle: _off(looks[t], a) < 22.6))  # type: ignore[misc]
    return rows


def bearings_of(axis: str, outward: bool) -> tuple[
        list[tuple[float, float]], list[float], list[str]]:
    """Return where the six seats of a ring are, which way each looks, and that in words."""
    bearings = [((90 if axis == "东" else 0) + 60 * i) % 360 for i in range(6)]
    at = [(math.sin(math.radians(b)), math.cos(math.radians(b))) for b in bearings]
    looks = [float(b if outward else (b + 180) % 360) for b in bearings]
    return at, looks, [next(w for w, a in WINDS.items() if _off(a, b) < 22.6) for b in looks]


def _ring(rng: random.Random) -> World:
    outward, axis = rng.random() < 0.35, rng.choice(("", "", "东", "北"))
    left = -1 if outward else 1
    rows: list[tuple[str, str, str, Callable[[int, int], bool]]] = []
    for word, way in (("左", left), ("右", -left)):
        for n in (1, 2, 3):
            def steps(s: int, t: int, w: int = way * n) -> bool:
                return t == (s + w) % 6

            number = f"<{n}|{NUMERALS[n]}>"
            rows.append(("n-th on a side", "place",
                         f"<{{b}}<的|>{word}<边|侧|手边|面|手>|从{{b}}的{word}<边|侧|手边>><数起|起|开始数|>"
                         f"<的|>第{number}个<位置|座位|人|>", steps))
            if n > 1:
                rows.append(("n between, on a side", "place",
                             f"{{b}}<的|>{word}<边|侧|手边><隔|隔着|隔了|间隔><{n - 1}|{NUMERALS[n - 1]}>个"
                             "<位置|人><的位置|>", steps))
        rows.append(("next on a side", "place",
                     f"<{{b}}<的|>{word}<边|侧|手边><紧接着|紧接着的位置|紧挨着的位置>|{{b}}的{word}邻|"
                     f"{{b}}<的|>{word}<边|侧><的|>紧邻<位置|的位置>>",
                     lambda s, t, w=way: t == (s + w) % 6))  # type: ignore[misc]
        rows.append(("side", "place", f"{{b}}<的|>{word}<边|侧|手边|侧范围内|边某个位置|侧某个位置>",
                     lambda s, t, w=way: (t - s) * w % 6 in (1, 2)))  # type: ignore[misc]
        rows.append(("diagonal on a side", "place", f"{{b}}<的|>{word}<斜对面|前方|侧斜对面>"
                     if not outward else f"{{b}}<的|>{word}斜对面",
                     lambda s, t, w=way: (t - s) * w % 6 == 2))  # type: ignore[misc]
    for word, way in (("顺", 1), ("逆", -1)):
        rows += [("n-th round", "place",
                  f"{{b}}<的|>{word}时针<方向|方向上|><数起|起|数|开始数|><的|>第<{n}|{NUMERALS[n]}>个"
                  "<位置|座位|人|>", lambda s, t, w=way * n: t == (s + w) % 6)  # type: ignore[misc]
                 for n in (1, 2, 3, 4)]
    around = [lambda s, t, n=n: (t - s) % 6 in (n, 6 - n) for n in range(4)]
    rows += [
        ("beside", "place", "{b}<的|><旁边|身旁|相邻位置|身边>", around[1]),
        ("beside", "pair", "<相邻|紧邻|挨着|并排坐|挨着坐|紧挨着|座位相邻>", around[1]),
        ("two apart", "pair", "<隔着|隔了|之间隔着|中间隔着|之间隔了|相隔><1|一>个<位置|人>", around[2]),
        ("three apart", "pair", "<隔着|隔了|之间隔着|中间隔着><2|两|二>个<位置|人>", around[3]),
        ("diagonal", "place", "{b}<的|>斜对面", around[2]),
        ("opposite", "place", "{b}<的|><对面|正对面>" if not outward else
         "{b}<的|><对面|正对面|背对的位置>", around[3]),
        ("opposite", "pair", "面对面" if not outward else "<正背对|背对背>", around[3]),
    ]
    facing = ("，<面朝外|背对圆心|均背对圆心|面向外坐着|都朝外>" if outward else
              "，<面朝圆心|均面向圆心|面向圆桌中心|都朝向圆心|面对圆心>")
    marks = ""
    if axis:
        at, looks, winds = bearings_of(axis, outward)
        rows += _compass(at, looks)
        rng.shuffle(winds)
        marks = f"<他们的|六人的|><朝向|身体朝向>分别<是|为>{'、'.join(winds)}。"
    seats = "<圆桌旁|一张圆桌旁|桌子四周|圆桌周围>" if not outward else "<花坛边|圆桌旁|火堆旁>"
    intro = (f"{{who}}<六人|六个人|6人|六位同学|六个好朋友><围坐在{seats}|围坐成一个圆圈|围成一个圆圈坐着>"
             f"<，座位间距相等|，六人的位置形成一个正六边形|，构成正六边形|>{facing}。{marks}")
    return World("ring outward" if outward else "ring", 6, intro, "坐", phrases_of(6, rows),
                 {"outward" if outward else "inward": facing, "marks": marks})


def _table(rng: random.Random) -> World:
    sides = rng.choice(("", "南北", "东西"))
    # seats 0 and 1 on one side, left to right as they see it, 2 and 3 on the other
    at = ([(1, -1), (1, 1), (-1, 1), (-1, -1)] if sides == "东西" else
          [(1, 1), (-1, 1), (-1, -1), (1, -1)])
    looks = [270, 270, 90, 90] if sides == "东西" else [180, 180, 0, 0]
    same = [lambda s, t: s // 2 == t // 2, lambda s, t: s + t == 3,
            lambda s, t: s // 2 != t // 2 and s + t != 3]
    rows: list[tuple[str, str, str, Callable[[int, int], bool]]] = [
        ("beside", "place", "{b}<的|><旁边|身旁|身边>", same[0]),
        ("beside", "pair", "<相邻|紧邻|挨着|并排坐|并排坐着|挨着坐>", same[0]),
        ("same side", "pair", "<在同侧|坐在同一侧|在同一侧|同侧>", same[0]),
        ("other side", "pair", "<坐在不同侧|在不同侧>", lambda s, t: s // 2 != t // 2),
        ("facing other ways", "pair", "<身体朝向不同方向|朝向不同>", lambda s, t: s // 2 != t // 2),
        ("facing the same way", "pair", "<身体朝向相同|面朝同一方向|朝向相同>", same[0]),
        ("opposite", "place", "{b}<的|><对面|正对面>", same[1]),
        ("opposite", "pair", "<面对面|面对面坐着|相对而坐>", same[1]),
        ("diagonal", "place", "{b}<的|>斜对面", same[2]),
        ("diagonal", "pair", "<斜对着|是斜对面>", same[2]),
    ]
    for word, place in (("左", 0), ("右", 1)):
        rows.append(("side", "place", f"{{b}}<的|>{word}<边|侧|手边|面>",
                     lambda s, t, p=place: s // 2 == t // 2 and t % 2 == p))  # type: ignore[misc]
        rows.append(("next on a side", "place", f"<{{b}}的{word}邻|{{b}}<的|>{word}<边|侧><的|>紧邻位置|"
                     f"{{b}}<的|>{word}边紧接着|{{b}}<的|>同侧{word}<边|侧>>",
                     lambda s, t, p=place: s // 2 == t // 2 and t % 2 == p))  # type: ignore[misc]
        rows.append(("diagonal on a side", "place", f"{{b}}<的|>{word}<斜对面|前方>",
                     lambda s, t, p=place: s // 2 != t // 2 and s + t != 3 and s % 2 != p))  # type: ignore[misc]
    if sides:
        rows += [r for r in _compass(at, looks) if r[0] != "facing" or any(
            r[3](0, t) for t in range(4))]
        for wind, angle in WINDS.items():
            if wind in sides:
                rows.append(("on a side of the table", "spot", f"坐在<桌子|桌子的|>{wind}<侧|边>",
                             lambda s, t, a=angle: _off(looks[t], a) > 179))  # type: ignore[misc]
    where = {"": "", "南北": "<，长边分别位于南侧和北侧|，两条长边分别朝南、朝北>", "东西":
             "<，长边分别位于东侧和西侧|，两条长边分别朝东、朝西>"}[sides]
    intro = (f"<{{who}}<四人|四个人|4人>坐在<四人卡座|一个四人卡座><里|中|>{where}，<每侧两人|桌子两侧各坐两人>，"
             f"<面对面而坐|两侧的人面对面>|{{who}}<四人|四个人>坐在长方形桌子的两条长边{where}，<每边两人|每侧坐两人>，"
             "<面对面而坐|相对而坐>>。")
    return World("table", 4, intro, "坐", phrases_of(4, rows), {sides: where})


def _shelf(rng: random.Random) -> World:
    east = rng.choice(("", "", "东", "西"))
    tier, column = [i // 2 for i in range(6)], [i % 2 for i in range(6)]  # tier 0 is the lowest
    rows: list[tuple[str, str, str, Callable[[int, int], bool]]] = [
        ("beside", "pair", "<相邻|紧邻|挨着>", lambda s, t: abs(tier[s] - tier[t]) + abs(
            column[s] - column[t]) == 1),
        ("one above the other", "pair", "上下相邻", lambda s, t: column[s] == column[t]
         and abs(tier[s] - tier[t]) == 1),
        ("side by side", "pair", "左右相邻", lambda s, t: tier[s] == tier[t]),
        ("same tier", "pair", "<在同一层|同层>", lambda s, t: tier[s] == tier[t]),
        ("neighbouring tiers", "pair", "所在层相邻", lambda s, t: abs(tier[s] - tier[t]) == 1),
        ("one tier between", "pair", "<隔了一层|隔着1层|之间隔了一层>", lambda s, t: abs(tier[s] - tier[t]) == 2),
        ("others between", "pair", "隔着其他实体", lambda s, t: abs(tier[s] - tier[t]) + abs(
            column[s] - column[t]) != 1),
    ]
    sides = [("左", 0), ("右", 1)] + ([("东", east == "西"), ("西", east == "东")] if east else [])
    for word, place in sides:
        rows.append(("side", "place", f"{{b}}<的|>{word}<边|侧>", lambda s, t, p=place: column[t] == p
                     != column[s]))  # type: ignore[misc]
    for word, sign in (("上", 1), ("下", -1)):
        def above(s: int, t: int, g: int = sign) -> bool:
            return (tier[t] - tier[s]) * g > 0

        def one_up(s: int, t: int, g: int = sign) -> bool:
            return (tier[t] - tier[s]) * g == 1

        rows += [
            ("above", "place", f"{{b}}<的|>{word}<方|面>", above),
            ("straight above", "place", f"{{b}}<的|>正{word}方", lambda s, t, f=above: f(s, t)
             and column[s] == column[t]),  # type: ignore[misc]
            ("straight above, next", "place", f"{{b}}<的|>正{word}方<，且不隔层|，且二者相邻|且不隔层|，二者相邻>",
             lambda s, t, f=one_up: f(s, t) and column[s] == column[t]),  # type: ignore[misc]
            ("straight above, one tier between", "place", f"{{b}}<的|>正{word}方<，且隔了一层|且隔了1层>",
             lambda s, t, g=sign: (tier[t] - tier[s]) * g == 2 and column[s] == column[t]),  # type: ignore[misc]
            ("aslant", "place", f"{{b}}<的|>斜{word}方", lambda s, t, f=above: f(s, t)
             and column[s] != column[t]),  # type: ignore[misc]
            ("n tiers up", "place", f"{{b}}<的|>{word}<1|一>层", one_up),
            ("n tiers up", "place", f"{{b}}<的|>{word}<2|两>层", lambda s, t, g=sign:
             (tier[t] - tier[s]) * g == 2),  # type: ignore[misc]
        ]
        for side, place in (("左", 0), ("右", 1)):
            def corner(s: int, t: int, f: Callable[[int, int], bool] = above, p: int = place) -> bool:
                return f(s, t) and column[t] == p != column[s]

            rows.append(("aslant on a side", "place", f"{{b}}<的|>{side}{word}方", corner))
            rows.append(("aslant on a side, next tier", "place",
                         f"{{b}}<的|>{side}{word}方<，且不隔层|且不隔层>", lambda s, t, c=corner:
                         c(s, t) and abs(tier[s] - tier[t]) == 1))  # type: ignore[misc]
    for number, name in enumerate(("底层", "中间层", "顶层")):
        rows.append(("tier", "spot", f"<在|放在|位于><{name}|第{NUMERALS[number + 1]}层|第{number + 1}层>",
                     lambda s, t, n=number: tier[t] == n))  # type: ignore[misc]
        for side, place in (("左", 0), ("右", 1)):
            rows.append(("tier and side", "spot",
                         f"<在|放在><{name}|第{NUMERALS[number + 1]}层><的|>{side}<侧|边|边一格>",
                         lambda s, t, n=number, p=place: tier[t] == n and column[t] == p))  # type: ignore[misc]
    told = f"，<左边为{east}|左侧是{east}>" if east else ""
    intro = (f"<一个|有一个>三层花架，每层<有|>两格，左边一格，右边一格{told}，<放着|摆放着>{{who}}"
             "<六盆花|6盆花|六盆植物>，每格<放|摆>一盆。<从下到上依次为第一层、第二层、第三层。|>")
    return World("shelf", 6, intro, "放", phrases_of(6, rows), {f"left {east}": told})
