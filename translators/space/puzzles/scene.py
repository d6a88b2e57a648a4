"""The layout that a text describes, found by its cue words (``scenes.toml``)."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from translators.space.puzzles.cast import Cast, number_of
from translators.space.puzzles.layouts import Layout, grid, line, plane, ring, square8, two_rows

__all__ = ["Scene", "find_scene"]

_NUMBER = "([0-9]+|[一二两三四五六七八九十]+)"
_WEEK = "一二三四五六日"


@dataclass(frozen=True)
class Scene:
    """A layout with what had to be assumed, in words."""

    layout: Layout
    kind: str
    notes: tuple[str, ...] = ()


@cache
def _cues() -> dict[str, Any]:
    path = Path(__file__).parent / "scenes.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def find_scene(text: str, cast: Cast) -> Scene | None:
    """Return the scene of a puzzle, ``None`` when no layout is recognised.

    ``text`` is the text with the names veiled (``Cast.veil``).
    """
    people = len(cast.groups[0])
    for kind in _cues()["kind"]:
        if not re.search(kind["cue"], text):
            continue
        if "unless" in kind and re.search(kind["unless"], text):
            continue
        if "also" in kind and not re.search(kind["also"], text):
            continue
        scene = _BUILDERS[kind["name"]](text, people)
        if scene is not None and scene.layout.size >= max(len(g) for g in cast.groups):
            return scene
    if len(cast.groups) > 1:
        names = [f"第{i + 1}组" for i in range(people)]
        return Scene(line(people, (), names, kind="matching"), "matching")
    return None


def _told(text: str, pattern: str) -> int | None:
    match = re.search(pattern, text)
    return number_of(match[1]) if match else None


def _seats(text: str, people: int) -> int:
    told = _told(text, rf"{_NUMBER}(?:个|把|张|只)?(?:空)?(?:座位|位置|椅子|位子|席位|凳子)")
    total = _told(text, rf"{_NUMBER}(?:个|位|名)?(?:人|朋友|同学|小朋友|学生|好友)")
    return max(people, told or 0, (total or 0) if (total or 0) <= people + 4 else 0)


def _ring(text: str, people: int) -> Scene:
    outward = bool(re.search(_cues()["outward"], text))
    notes = () if outward or re.search(_cues()["inward"], text) else (
        "没有说明朝向，按面向中心理解",)
    size = _seats(text, people)
    if size == 8 and re.search(r"方桌|正方形|方形", text) and re.search(r"每[边侧条]", text):
        return Scene(square8(outward=outward), "ring", notes)
    marks: tuple[str, ...] = ()
    if size == 4 and re.search(_cues()["four_winds"], text):
        marks = ("南", "西", "北", "东")
    layout = ring(size, outward=outward, marks=tuple(f"{m}边" for m in marks))
    if marks:
        spots = {f"half:{m}": frozenset({i}) for i, m in enumerate(marks)}
        layout = replace(layout, spots=spots)
    elif re.search(r"编号|[0-9一二三四五六]号(?:座|位|椅)", text):
        layout = replace(layout, anchored=True, names=tuple(f"{i + 1}号座" for i in range(size)))
        if re.search(r"逆时针(?:方向)?(?:依次)?(?:编号|排列|标)", text):
            turned = tuple((-i) % size for i in range(size))
            layout = replace(layout, orders={"": turned}, names=tuple(
                f"{turned.index(i) + 1}号座" for i in range(size)))
    return Scene(layout, "ring", notes)


def _two_rows(text: str, people: int) -> Scene | None:
    length = _told(text, rf"(?:每[排侧边行]|两[边侧]|各)(?:各)?(?:坐|站|有|住|摆|放|是|停)?(?:着|了)?{_NUMBER}"
                         r"(?:个|人|名|位|把|间|座|栋|户|家|辆)")
    size = 2 * length if length else people + people % 2
    if size < people or size > 2 * people + 4:
        return None
    facing = bool(re.search(_cues()["facing_rows"], text))
    compass, names = "", ("前排", "后排")
    if re.search(r"[南北](?:侧|边|面|排).*[南北](?:侧|边|面|排)", text):
        compass, names = "北", ("北侧", "南侧")
    elif re.search(r"[东西](?:侧|边|面|排).*[东西](?:侧|边|面|排)", text):
        compass, names = "东", ("东侧", "西侧")
    elif facing:
        names = ("第一排", "第二排")
    return Scene(two_rows(size // 2, facing=facing, row_names=names, compass=compass), "two_rows")


def _grid(text: str, people: int) -> Scene | None:
    rows = _told(text, rf"{_NUMBER}(?:行|排)") or 0
    columns = _told(text, rf"{_NUMBER}列") or (_told(text, rf"每[行排]{_NUMBER}") or 0)
    square = re.search(r"([2-9])\s*[×xX*乘]\s*([2-9])", text)
    if square:
        rows, columns = int(square[1]), int(square[2])
    if re.search(r"九宫格", text):
        rows = columns = 3
    if re.search(r"田字", text):
        rows = columns = 2
    if rows < 1 or columns < 1 or rows * columns > 64 or rows * columns < people:
        return None
    return Scene(grid(rows, columns, up=("上", "北", "前"), across=("右", "东")), "grid")


def _flats(text: str, people: int) -> Scene | None:
    each = _told(text, rf"每层(?:楼)?(?:各|都)?(?:住|有|是|安排)?(?:着|了)?(?:左右|东西)?{_NUMBER}(?:户|人|家|间|个|套|位|名)")
    if not each or each < 2:
        return None
    floors = _told(text, rf"{_NUMBER}层") or -(-people // each)
    names = [f"{floors - s // each}楼{'左右' [s % 2] + '边' if each == 2 else f'第{s % each + 1}户'}"
             for s in range(floors * each)]
    layout = grid(floors, each, up=("上",), across=("右", "东"), names=names, from_bottom=True,
                  kind="flats")
    return Scene(layout, "flats")


def _storeys(text: str, people: int) -> Scene:
    floors = _told(text, rf"{_NUMBER}层") or _told(text, rf"[1一](?:楼|层)?(?:到|至|-|—){_NUMBER}(?:楼|层)")
    size = max(people, floors or 0)
    layout = line(size, ("上",), [f"{i + 1}楼" for i in range(size)], kind="storeys")
    return Scene(layout, "storeys")


def _stack(text: str, people: int) -> Scene:
    levels = _told(text, rf"{_NUMBER}(?:层|格|个?抽屉)") or 0
    size = max(people, levels)
    upward = bool(re.search(r"(?:从|由|自)下(?:面)?(?:到|往|至|向)上", text))
    if upward:
        names = [f"从下数第{i + 1}层" for i in range(size)]
        return Scene(line(size, ("上",), names, kind="stack"), "stack")
    names = [f"从上数第{i + 1}层" for i in range(size)]
    notes = () if re.search(r"从上(?:面)?(?:到|往|至|向)下", text) or not re.search(
        r"(?<![数])第[0-9一二三四五六七八九]+[层格]", text) else ("没有说明编号方向，按从上往下数",)
    return Scene(line(size, ("下",), names, kind="stack"), "stack", notes)


def _days(text: str, people: int) -> Scene:
    last = max((_WEEK.index("日" if c == "天" else c) + 1
                for c in re.findall(rf"(?:周|星期|礼拜)([{_WEEK}天])", text)), default=people)
    size = max(people, last)
    return Scene(line(size, ("后",), [f"周{_WEEK[i]}" for i in range(min(size, 7))], kind="days"),
                 "days")


def _queue(text: str, people: int) -> Scene:
    forward = ["后"]
    if re.search(r"从左(?:到|往|至|向)右", text):
        forward.append("右")
    size = _seats(text, people)
    return Scene(line(size, forward, [f"第{i + 1}" for i in range(size)], kind="queue"), "queue")


def _plane(text: str, people: int) -> Scene | None:
    if people > 6:
        return None
    return Scene(plane(max(2, people - 1)), "plane")


def _row(text: str, people: int) -> Scene:
    forward = ["右"]
    match = re.search(r"面(?:朝|向|对)(?:正)?([东南西北])", text)
    if match:
        forward.append({"北": "东", "南": "西", "东": "南", "西": "北"}[match[1]])
    compass = re.search(r"(?:从|由|自)([东南西北])(?:边|面|侧|头)?(?:到|往|至|向)([东南西北])", text)
    if compass and not match:
        forward = [compass[2]]
    if re.search(r"(?:从|由|自)右(?:边)?(?:到|往|至|向)左(?:边)?(?:依次)?(?:编号|为|是|标|分别|排)", text):
        forward = ["左" if d == "右" else d for d in forward]
    if not re.search(r"左|右", text) and re.search(r"前|后", text):
        forward.append("后")
    if "右" not in forward and "左" not in forward and re.search(r"左|右", text):
        forward.append("右")
    told = _told(text, rf"{_NUMBER}(?:座|栋|幢|间|所|个)?(?:不同)?(?:颜色)?(?:的)?(?:房子|房屋|房间|屋子|小屋|车位|花盆|格子)")
    size = max(_seats(text, people), told or 0)
    start = {"右": "左", "左": "右"}.get(forward[0], "")
    names = [f"{start}起第{i + 1}个" if start else f"第{i + 1}个" for i in range(size)]
    return Scene(line(size, forward, names), "row")


_BUILDERS = {
    "ring": _ring, "two_rows": _two_rows, "grid": _grid, "flats": _flats, "storeys": _storeys,
    "stack": _stack, "days": _days, "queue": _queue, "plane": _plane, "row": _row,
}
