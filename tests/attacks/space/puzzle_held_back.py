"""Facings, sides and places in words that no table holds, some of them with known words in them.

Nobody need read them: an answer that rests on one must not be sure, and nothing is a contradiction.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from puzzle_phrases import World, phrases_of

__all__ = ["in_other_words"]

TOLD: Mapping[str, Mapping[str, Sequence[str]]] = {
    "zh": {
        "inward": ("，个个脸膛映着炉火", "，彼此都看得见鼻子", "，大家把后背留给了墙壁", "，膝盖全都抵着桌腿", "，没有一个人背对大家",
                   "，谁也没有把后背留给圆心", "，背部都离圆心最远", "，人人目不转睛地瞧着当中那盏灯", ""),
        "outward": ("，个个后脑对后脑", "，谁也看不见谁的脸", "，大家的脸离圆心最远", "，人人把脊梁留给了炉火", "，每个人都把圆心甩在身后",
                    "，个个目光避开圆心", "，没有一个人的脸冲着桌子", "，全都扭过头去不看桌子", "，人人瞧着墙壁", ""),
        "marks": ("六人的坐垫正好占着罗盘上的六个刻度。", "六个人身后各插着一面小旗。", ""),
        "南北": ("，长边沿着赤道的方向", "，一条长边靠着雪山、另一条靠着大海", "，长边不在东侧也不在西侧", ""),
        "东西": ("，长边沿着子午线", "，一条长边迎着日出、另一条迎着日落", "，长边不在南侧也不在北侧", ""),
        "left 东": ("，左格沐浴着晨光", "，左边那格先晒到太阳", "，落日照着右边一格", "，左边不是西边", "，左边离西墙最远", ""),
        "left 西": ("，左格迎着落日", "，右边那格先晒到太阳", "，左边背着日出的方向", "，左边不是东边", "，东墙离左边最远", ""),
    },
    "en": {
        "inward": ("everyone's nose nearest to the lamp",
                   "all of them with the wall behind their backs", "knees under the table",
                   "nobody with the back to the center", "all watching the flames",
                   "with every back as far from the center as can be"),
        "outward": ("everyone's nose nearest to the wall", "nobody looking at the center",
                    "all watching the walls",
                    "with every face as far from the center as can be", "turned from the table",
                    "with the lamp behind each of them"),
        "marks": (" Their cushions lie on six marks of the compass rose.", ""),
        "南北": (" The long sides run along the equator.",
               " One long side is near the snow, the other near the sea.", ""),
        "东西": (" The long sides run along the meridian.",
               " One long side greets the sunrise, the other the sunset.",
               " Neither long side is on the north or on the south.", ""),
    },
}


def in_other_words(rng: random.Random, here: World, language: str) -> World:
    """Return a world whose introduction and some of whose phrases are said in other words."""
    intro = here.intro
    for meaning, piece in here.told.items():
        if piece:
            intro = intro.replace(piece, rng.choice(TOLD[language][meaning]))
    layout = here.name.split(",")[0].split()[0]
    rows = {"ring": _ring(-1 if "outward" in here.told else 1), "table": _table(here),
            "shelf": _shelf()}[layout]
    often = rng.choice((0, 0, 0.2, 0.5))
    chosen = [(f"held back {n}", *row) for n, row in enumerate(rows[language])
              if rng.random() < often]
    return replace(here, intro=intro, phrases=here.phrases + phrases_of(here.size, chosen))


Held = Mapping[str, Sequence[tuple[str, str, Callable[[int, int], bool]]]]


def _ring(left: int) -> Held:
    def step(n: int) -> Callable[[int, int], bool]:
        return lambda s, t: t == (s + n) % 6

    return {
        "zh": [("place", "{b}左臂够得着的座位", step(left)), ("place", "{b}左耳那边的头一个座位", step(left)),
               ("place", "{b}右肩外第二张椅子", step(-2 * left)), ("place", "{b}左首第二席", step(2 * left)),
               ("place", "{b}左边越过一人的座位", step(2 * left)),
               ("place", "{b}右边跳过一个座位的位置", step(-2 * left)),
               ("place", "{b}左邻的左邻", step(2 * left)), ("place", "{b}对面的左邻", step(3 + left)),
               ("place", "{b}左手边再过去一个座位", step(2 * left)),
               ("place", "跟着钟走、排在{b}后头第二的位置", step(2)),
               ("place", "时针从{b}走起碰到的头一个座位", step(1)), ("place", "跟{b}遥遥打照面的座位", step(3)),
               ("pair", "胳膊肘碰胳膊肘", lambda s, t: (t - s) % 6 in (1, 5)),
               ("pair", "只由一个人从当中分开", lambda s, t: (t - s) % 6 in (2, 4))],
        "en": [("place", "within reach of {b}'s left arm", step(left)),
               ("place", "by {b}'s right ear", step(-left)),
               ("place", "eye to eye with {b}", step(3)),
               ("place", "two chairs along from {b} as the clock runs", step(2)),
               ("place", "one chair further left than {b}'s left neighbor", step(2 * left)),
               ("place", "past one person on {b}'s left", step(2 * left)),
               ("place", "skipping one seat to the right of {b}", step(-2 * left)),
               ("place", "in the seat of the left neighbor of the person opposite {b}",
                step(3 + left)),
               ("pair", "touching elbows", lambda s, t: (t - s) % 6 in (1, 5))],
    }


def _table(here: World) -> Held:
    def same(s: int, t: int) -> bool:
        return s // 2 == t // 2

    def aslant(s: int, t: int) -> bool:
        return not same(s, t) and s + t != 3

    east = "东西" in here.told  # seats 0 and 1 are on the east side, else (if at all) on the north
    across = [("spot", "迎着晨光坐", lambda s, t: t > 1), ("spot", "背着晨光坐", lambda s, t: t < 2)]
    shown = [("spot", "watching the sunrise", lambda s, t: t > 1)]
    return {
        "zh": [("place", "{b}左臂够得着的座位", lambda s, t: same(s, t) and t % 2 == 0),
               ("place", "跟{b}四目相望的座位", lambda s, t: s + t == 3),
               ("place", "{b}对面那人的左邻", lambda s, t: aslant(s, t) and t % 2 == 0),
               ("place", "{b}打斜望见的座位", aslant),
               ("pair", "看到的是同一面墙", same), *(across if east else ())],
        "en": [("place", "elbow to elbow with {b}", same),
               ("place", "within reach of {b}'s left arm", lambda s, t: same(s, t) and t % 2 == 0),
               ("place", "across and one along from {b}", aslant), *(shown if east else ())],
    }


def _shelf() -> Held:
    def up(n: int) -> Callable[[int, int], bool]:
        return lambda s, t: t - s == 2 * n

    def level(s: int, t: int) -> bool:
        return s // 2 == t // 2

    return {
        "zh": [("place", "{b}头顶紧贴着的那一格", up(1)), ("place", "{b}脚下那一格", up(-1)),
               ("place", "{b}头顶越过一层的那一格", up(2)), ("place", "{b}脚下再往下一层的那格", up(-2)),
               ("pair", "一样高", level), ("pair", "晒得到同样的太阳", lambda s, t: s % 2 == t % 2)],
        "en": [("place", "in the compartment that {b} rests on", up(-1)),
               ("place", "level with {b}", level),
               ("place", "perched on the lid of {b}", up(1)), ("pair", "equally high", level)],
    }
