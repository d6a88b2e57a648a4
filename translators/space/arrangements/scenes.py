"""The layout that a text describes, found by its cue words (``scenes.zh.toml``).

A row of the table names one of the shapes below, its cues and whatever the shape looks for: numbers
(``{#}``), facing, the compass, the names of slots. What the text does not tell in words of the table
(a facing, a compass, a way of counting) is open: there is a layout for every value that it may have.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from domains.space.geometry import CONVERSE, Layout
from domains.space.layouts import grid, line, ring, rows, square
from translators.space.arrangements.names import NAME, Cast, number_of
from translators.space.arrangements.words import table

MAX_TOLD, MAX_SLOTS, MAX_PLANE = 99, 64, 6


def find_layouts(stated: str, cast: Cast, asked: str = "") -> list[Layout]:
    """Return the layouts that a puzzle may be about, none when it is in doubt of what kind they are.

    ``stated`` is the text and ``asked`` the questions, with the names veiled (``Cast.veil``). The
    customary layout comes first; ``notes`` of the layouts name what is assumed in them.
    """
    people, text = len(cast.groups[0]), f"{stated}。{asked}"
    data, opening = table("scenes", cast.language), _opening(stated, people)
    for early, kind in product((True, False), data["kind"]):
        scene = _Scene(text, stated, opening, people, data | kind)
        if not (scene.has("cue", opening=early) and scene.has("also", True)) or scene.has("unless", opening=early):
            continue
        found: list[Layout] = getattr(scene, kind.get("shape", kind["name"]))()
        if found and found[0].size >= max(map(len, cast.groups)):
            return [replace(one, notes=tuple(scene.assumed)) for one in found]
        if kind.get("certain"):
            return []
    if len(cast.groups) > 1:
        return [line("matching", people, "", [f"第{i + 1}组" for i in range(people)], numbered=False)]
    return []


def _opening(text: str, people: int) -> str:
    """Return the sentences before the first that speaks of some of the names only: the scene."""
    found: list[str] = []
    for part in text.split("。"):
        names = len(set(re.findall(NAME, part)))
        if 0 < names < people and found:
            break
        found.append(part)
    return "。".join(found)


@dataclass(frozen=True)
class _Scene:
    """A text with its questions, without them, its opening, the number of names, and a row of the table; one method per shape.

    ``assumed`` collects what the text does not tell.
    """

    text: str
    clues: str
    opening: str
    people: int
    row: dict[str, Any]
    assumed: list[str] = field(default_factory=list)

    def has(self, key: str, default: bool = False, *, opening: bool = False) -> bool:
        """Say whether a pattern of the row is in the text (``default`` where the row has none)."""
        if key not in self.row:
            return default
        return bool(re.search(self.row[key], self.opening if opening else self.text))

    def number(self, key: str, *more: str) -> int:
        """Return the first number that patterns of the row find, 0 if there is none."""
        for pattern in [p for k in (key, *more) for p in self.row.get(k, ())]:
            match = re.search(pattern.replace("{#}", self.row["number"]), self.text)
            if match and 0 < number_of(match[1]) <= MAX_TOLD:
                return number_of(match[1])
        return 0

    def seats(self) -> int:
        """Return the number of seats."""
        total = self.number("persons")
        return max(self.people, self.number("seats"), total if total <= self.people + 4 else 0)

    def axis(self) -> str:
        """Return 东 or 南, whichever axis the winds stated (or faced) lie on, "" for none or both."""
        names = self.row.get("wind_names", {})
        text = self.affirmed().text
        stated = [m[0] for m in re.finditer(self.row["winds"], text)]
        faced = [m[1] for m in re.finditer(self.row["faced"], text)]
        winds = {names.get(w.lower(), w) for w in re.findall(
            self.row["wind"], "，".join(stated or faced))}
        on = {"东" if w in "东西" else "南" for w in winds if len(w) == 1}
        return on.pop() if len(on) == 1 else "东" if on and stated else ""

    def named(self, key: str, size: int, **parts: str) -> list[str]:
        """Return the names of slots by a form of the row."""
        return [self.row[key].format(n=i + 1, day="一二三四五六日"[i % 7], **parts) for i in range(size)]

    def open(self, key: str, stated: Sequence[Any], usual: Sequence[Any]) -> Sequence[Any]:
        """Return the value that is stated, else all that are usual, the likeliest first."""
        if len(stated) == 1:
            return stated
        self.assumed.extend([key] if len(usual) > 1 else [])
        return usual

    def affirmed(self) -> _Scene:
        """Return the scene without questions and without parts that tell what need not be so."""
        part = f"[^，。；]*?(?:{self.row['denied']})[^，。；]*"
        return replace(self, text=re.sub(part, "", self.clues), opening=re.sub(part, "", self.opening))

    def winds(self) -> str:
        """Return the winds that the text speaks of and that may lie to the left; "" without any."""
        return "".join(pair for pair, cue in self.row["directed"].items() if re.search(cue, self.text))[:2]

    def left_winds(self) -> list[str]:
        """Return the winds that lie to the left according to the opening."""
        names = self.row.get("wind_names", {})
        found = {(names.get(w.lower(), w), n) for m in re.finditer(self.row["left_is"], self.affirmed().opening)
                 for n, w in enumerate(m.groups()) if w}
        return sorted({CONVERSE[wind] if n % 2 else wind for wind, n in found})

    def facings(self) -> Sequence[bool]:
        """Return whether those on a ring may look outwards; nothing where some look either way."""
        text = self.affirmed().text
        rest = re.sub(self.row["outward"], "", text)
        stated = [True] * (rest != text) + [False] * (
            bool(re.search(self.row["inward"], rest)) or self.has("face_to_face", opening=True))
        return self.open("facing assumed", stated, () if stated else (False, True))

    # shapes ------------------------------------------------------------------------------------
    def ring(self) -> list[Layout]:
        """Build rings, or square tables with two a side."""
        size, facings = self.seats(), self.facings()
        if size == 8 and self.has("square"):
            return [square(self.named("seat", 8), outward=outward) for outward in facings]
        axis = "南" if size == 4 and self.has("four_winds") else self.axis()
        axes = self.open("compass assumed", [axis] * bool(axis), "东南" if self.winds() and size % 4 == 2 else [""])
        numbers = self.has("numbers") and not (size == 4 and axis)
        stated = [True] * self.has("backward") + [False] * self.has("clockwise")
        ways = self.open("counting assumed", stated, [False, True] if numbers else [False])
        names = self.named("numbered" if numbers else "seat", size)
        return [ring(size, outward=outward, axis=one, names=self.row["four"] if size == 4 and one else names,
                     numbered=bool(numbers or (size == 4 and one)), backward=numbers and backward)
                for backward, one, outward in product(ways, axes, facings)]

    def two_rows(self) -> list[Layout]:
        """Build two rows that face each other or the front."""
        length, row = self.number("each"), self.row
        size = 2 * length if length else self.people + self.people % 2
        if not self.people <= size <= 2 * self.people + 4:
            return []
        facing = self.has("facing")
        facings = self.open("facing assumed", [facing] * (facing or self.has("front")), [False, True])
        stated = [wind for key, wind in (("north", "北"), ("east", "东")) if self.affirmed().has(key, opening=True)]
        axis = [{"南": "北", "东": "东"}[self.axis()]] if self.axis() else []
        winds = self.open("compass assumed", stated if len(stated) == 1 else axis, "北东" if self.winds() else [""])
        sides = {(wind, face): row["rows"][wind or ("facing" if face else "front")]
                 for wind, face in product(winds, facings)}
        return [rows(size // 2, facing=face, compass=wind, names=[
            row["in_row"].format(row=side[i // (size // 2)], n=i % (size // 2) + 1) for i in range(size)])
            for (wind, face), side in sides.items()]

    def grid(self) -> list[Layout]:
        """Build a grid of rows and columns."""
        tiers, columns = self.number("lines"), self.number("columns")
        both = re.search(r"([2-9])\s*[×xX*乘]\s*([2-9])", self.text)
        if both:
            tiers, columns = int(both[1]), int(both[2])
        for size in (3, 2):
            tiers, columns = (size, size) if self.has(f"square{size}") else (tiers, columns)
        if not (tiers and columns and self.people <= tiers * columns <= MAX_SLOTS):
            return []
        return [grid("grid", tiers, columns, "左右上下前后东南西北", [self.row["cell"].format(
            row=i // columns + 1, column=i % columns + 1) for i in range(tiers * columns)])]

    def shelf(self) -> list[Layout]:
        """Build tiers of boxes or flats."""
        each = self.number("each") or 2 * self.has("two_each")
        tiers = self.number("tiers") or -(-self.people // each) if each else 0
        if each < 2 or not self.people <= tiers * each <= MAX_SLOTS:
            return []
        winds = self.open("compass assumed", self.left_winds(), self.winds() or [""])
        stated = [True] * self.has("from_top", opening=True) + [False] * self.has("from_bottom", True, opening=True)
        ways = self.open("counting assumed", stated, [False, True] if self.has("ordinal") else [False])
        boxes = self.row["pair"] if each == 2 else self.named("box", each)
        return [grid(self.row["name"], tiers, each, "左右上下", [
            self.row["tier"].format(n=i // each + 1 if down else tiers - i // each, box=boxes[i % each])
            for i in range(tiers * each)], from_bottom=not down, compass=wind)
            for down, wind in product(ways, winds)]

    def line(self) -> list[Layout]:
        """Build one row of slots; the first way of counting whose cue is found gives the directions."""
        size = max(self.seats(), self.number("size"), *(
            number_of("7" if d in "日天" else d) for d in re.findall(self.row.get("days", "(?!)"), self.text)))
        stated = [w for w in self.row["ways"] if w["cue"] and re.search(w["cue"], self.text)][:1]
        ways = self.open("counting assumed", stated, [w for w in self.row["ways"] if not w["cue"]])
        return [line(self.row["name"], size, way["forward"], self.named("slot", size, start=way.get("start", "")))
                for way in ways]

    def plane(self) -> list[Layout]:
        """Build the plane of the compass, as a grid with as many rows as there are things."""
        if self.people > MAX_PLANE:
            return []
        return [grid("plane", self.people, self.people, "东南西北", straight=True)]

    def row_(self) -> list[Layout]:
        """Build a row; left and right, the compass, front and back as the text uses them."""
        text, forward = self.text, ["右"]
        faced = re.search(self.row["looks"], text)
        if faced:
            forward.append({"北": "东", "南": "西", "东": "南", "西": "北"}[faced[1]])
        compass = re.search(self.row["along"], text)
        if compass and not faced:
            forward = [compass[1]]
        sides = bool(re.search("左|右", text))
        if self.has("leftward"):
            forward = ["左" if d == "右" else d for d in forward]
        elif not faced and not sides and re.search("[东西]", text):
            forward = ["东"]
        if not sides and re.search("前|后", text):
            forward.append("后")
        if sides and not {"左", "右"} & {*forward}:
            forward.append("右")
        size = max(self.seats(), self.number("houses"))
        start = {"右": "左起", "左": "右起"}.get(forward[0], "")
        return [line("row", size, "".join(forward), self.named("slot", size, start=start))]
