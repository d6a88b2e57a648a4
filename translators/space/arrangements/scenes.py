"""The layout that a text describes, found by its cue words (``scenes.toml``)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from domains.space.geometry import Layout
from domains.space.layouts import grid, line, ring, rows, square
from translators.space.arrangements.names import NAME, Cast, number_of
from translators.space.arrangements.words import table

__all__ = ["find_layout"]

_NUMBER = "([0-9]{1,4}|[一二两三四五六七八九十]{1,4})"
_WEEK = "一二三四五六日"
MAX_TOLD = 99


def find_layout(text: str, cast: Cast) -> Layout | None:
    """Return the layout of a puzzle, ``None`` when none is recognised or it is in doubt.

    ``text`` is the whole text with the names veiled (``Cast.veil``).
    """
    people = len(cast.groups[0])
    opening = _opening(text, people)
    for kind in table("scenes")["kind"]:
        if not re.search(kind["cue"], text) or not re.search(kind.get("also", ""), text):
            continue
        if "unless" in kind and re.search(kind["unless"], text):
            continue
        layout = _BUILDERS[kind["name"]](text, people, kind | {"opening": opening})
        if layout is not None and layout.size >= max(map(len, cast.groups)):
            return layout
        if kind.get("certain"):
            return None
    if len(cast.groups) > 1:
        return line("matching", people, "", [f"第{i + 1}组" for i in range(people)], numbered=False)
    return None


def _opening(text: str, people: int) -> str:
    """Return the sentences before the first that speaks of some of the names only: the scene."""
    found: list[str] = []
    for part in text.split("。"):
        names = len(set(re.findall(NAME, part)))
        if 0 < names < people and found:
            break
        found.append(part)
    return "。".join(found)


def _told(text: str, pattern: str) -> int:
    match = re.search(pattern.replace("{#}", _NUMBER), text)
    told = number_of(match[1]) if match else 0
    return told if told <= MAX_TOLD else 0


def _seats(text: str, people: int) -> int:
    told = _told(text, "{#}(?:个|把|张|只)?(?:空)?(?:座位|位置|椅子|位子|席位|凳子)")
    total = _told(text, "{#}(?:个|位|名)?(?:人|朋友|同学|小朋友|学生|好友)")
    return max(people, told, total if total <= people + 4 else 0)


def _axis(text: str, words: Mapping[str, Any]) -> str:
    """Return 东 or 南, whichever axis the winds told (or faced) lie on, "" for none or both."""
    told = [m[0] for m in re.finditer(words["winds"], text)]
    faced = [m[1] for m in re.finditer(words["faced"], text)]
    winds = set(re.findall("东北|东南|西北|西南|[东南西北]", "".join(f"{t}，" for t in told or faced)))
    on = {"东" if w in "东西" else "南" for w in winds if len(w) == 1}
    return on.pop() if len(on) == 1 else "东" if on and told else ""


def _ring(text: str, people: int, kind: Mapping[str, Any]) -> Layout:
    outward = bool(re.search(kind["outward"], text))
    notes = () if outward or re.search(kind["inward"], text) else ("没有说明朝向，按面向中心理解",)
    size = _seats(text, people)
    if size == 8 and re.search("方桌|正方形|方形", text) and re.search("每[边侧条]", text):
        return square(outward=outward, notes=notes)
    names: tuple[str, ...] = ()
    axis = "南" if size == 4 and re.search(kind["four_winds"], text) else _axis(text, kind)
    if size == 4 and axis:
        names = ("南边", "西边", "北边", "东边")
    elif re.search("编号|[0-9一二三四五六]号(?:座|位|椅)", text):
        names = tuple(f"{i + 1}号座" for i in range(size))
        if re.search("逆时针(?:方向)?(?:依次)?(?:编号|排列|标)", text):
            return replace(ring(size, outward=outward, axis=axis, notes=notes, names=[
                names[-i] for i in range(size)]), backward=True)
    return ring(size, outward=outward, axis=axis, names=names, notes=notes)


def _two_rows(text: str, people: int, kind: Mapping[str, Any]) -> Layout | None:
    length = _told(text, "(?:每[排侧边行]|两[边侧]|各)(?:各)?(?:坐|站|有|住|摆|放|是|停)?(?:着|了)?{#}"
                         "(?:个|人|名|位|把|间|座|栋|户|家|辆)")
    size = 2 * length if length else people + people % 2
    if size < people or size > 2 * people + 4:
        return None
    facing = bool(re.search(kind["facing"], text))
    compass, names = "", ("前排", "后排")
    opening = kind["opening"]
    if re.search(kind["north"], opening):
        compass, names = "北", ("北侧", "南侧")
    elif re.search(kind["east"], opening):
        compass, names = "东", ("东侧", "西侧")
    elif _axis(text, kind):
        compass = {"南": "北", "东": "东"}[_axis(text, kind)]
        names = ("北侧", "南侧") if compass == "北" else ("东侧", "西侧")
    elif facing:
        names = ("第一排", "第二排")
    return rows(size // 2, facing=facing, compass=compass, names=names)


def _grid(text: str, people: int, kind: Mapping[str, Any]) -> Layout | None:
    tiers = _told(text, "{#}(?:行|排)")
    columns = _told(text, "{#}列") or _told(text, "每[行排]{#}")
    square_ = re.search(r"([2-9])\s*[×xX*乘]\s*([2-9])", text)
    if square_:
        tiers, columns = int(square_[1]), int(square_[2])
    if re.search("九宫格|田字", text):
        tiers = columns = 3 if "九宫格" in text else 2
    if not (tiers and columns and people <= tiers * columns <= 64):
        return None
    return grid("grid", tiers, columns, "左右上下前后东南西北")


def _shelf(text: str, people: int, kind: Mapping[str, Any]) -> Layout | None:
    each = _told(text, kind["each"]) or 2 * bool(re.search("每一?层[^。]{0,6}左[^。]{0,8}右", text))
    tiers = _told(text, "{#}层") or -(-people // each) if each else 0
    if each < 2 or not people <= tiers * each <= 64:
        return None
    from_top = bool(re.search(kind["from_top"], kind["opening"]))
    east = re.search(kind["east"], kind["opening"])
    compass = "西" if not east or east["side"] == "右" else "东"
    names = [f"{s // each + 1 if from_top else tiers - s // each}楼"
             + (f"{'左右'[s % 2]}边" if each == 2 else f"第{s % each + 1}户")
             for s in range(tiers * each)]
    return grid(kind["name"], tiers, each, "左右上下", from_bottom=not from_top,
                compass=compass if east or re.search(kind["winds"], kind["opening"]) else "", names=names)


def _storeys(text: str, people: int, kind: Mapping[str, Any]) -> Layout:
    floors = _told(text, "{#}层") or _told(text, "[1一](?:楼|层)?(?:到|至|-|—){#}(?:楼|层)")
    size = max(people, floors)
    return line("storeys", size, "上", [f"{i + 1}楼" for i in range(size)])


def _stack(text: str, people: int, kind: Mapping[str, Any]) -> Layout:
    size = max(people, _told(text, "{#}(?:层|格|个?抽屉)"))
    way = "上" if re.search(kind["upward"], text) else "下"
    start = {"上": "下", "下": "上"}[way]
    return line("stack", size, way, [f"从{start}数第{i + 1}层" for i in range(size)])


def _days(text: str, people: int, kind: Mapping[str, Any]) -> Layout:
    days = re.findall(rf"(?:周|星期|礼拜)([{_WEEK}天])", text)
    size = max([people, *(_WEEK.index("日" if c == "天" else c) + 1 for c in days)])
    return line("days", size, "后", [f"周{_WEEK[i % 7]}" for i in range(size)])


def _queue(text: str, people: int, kind: Mapping[str, Any]) -> Layout:
    forward = "后右" if re.search("从左(?:到|往|至|向)右", text) else "后"
    size = _seats(text, people)
    return line("queue", size, forward, [f"第{i + 1}" for i in range(size)])


def _plane(text: str, people: int, kind: Mapping[str, Any]) -> Layout | None:
    if people > 6:
        return None
    return grid("plane", people, people, "东南西北", straight=True)


def _row(text: str, people: int, kind: Mapping[str, Any]) -> Layout:
    forward = ["右"]
    faced = re.search(r"面(?:朝|向|对)(?:正)?([东南西北])", text)
    if faced:
        forward.append({"北": "东", "南": "西", "东": "南", "西": "北"}[faced[1]])
    compass = re.search(r"(?:从|由|自)([东南西北])(?:边|面|侧|头)?(?:到|往|至|向)([东南西北])", text)
    if compass and not faced:
        forward = [compass[2]]
    if re.search(r"(?:从|由|自)右(?:边)?(?:到|往|至|向)左(?:边)?(?:依次)?(?:编号|为|是|标|分别|排)", text):
        forward = ["左" if d == "右" else d for d in forward]
    elif not faced and not re.search("左|右", text) and re.search("[东西]", text):
        forward = ["东"]
    if not re.search("左|右", text) and re.search("前|后", text):
        forward.append("后")
    if not {"左", "右"} & {*forward} and re.search("左|右", text):
        forward.append("右")
    size = max(_seats(text, people), _told(text, kind["houses"]))
    start = {"右": "左", "左": "右"}.get(forward[0], "")
    names = [f"{start}起第{i + 1}个" if start else f"第{i + 1}个" for i in range(size)]
    return line("row", size, "".join(forward), names)


_BUILDERS = {
    "ring": _ring, "two_rows": _two_rows, "grid": _grid, "shelf": _shelf, "flats": _shelf,
    "storeys": _storeys, "stack": _stack, "days": _days, "queue": _queue, "plane": _plane,
    "row": _row,
}
