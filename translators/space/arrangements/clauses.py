"""What the rows of ``grammar.toml`` mean in a layout: regions, relations and statements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_
from typing import Any

from domains.space.geometry import CONVERSE, Layout, Meaningless, Relation
from domains.space.statements import (
    Region,
    Statement,
    all_of,
    any_of,
    apart,
    at_slots,
    between,
    block,
    count_beyond,
    entity,
    exactly,
    meets,
    negation,
    pairwise_of,
    related,
    union,
)
from translators.space.arrangements.grammar import Kids, Unread, parse
from translators.space.arrangements.names import FIRST_SIGN, Cast
from translators.space.arrangements.words import Unknown, split_words

__all__ = ["Reading", "read_clause"]


@dataclass(frozen=True)
class Reading:
    """How words with two customary meanings are read.

    ``near``: "on the left of" means the next slot, else anywhere on that side. ``wide_diagonal``:
    "diagonally opposite" is anyone in the other row except straight across.
    """

    near: bool
    wide_diagonal: bool = False


def read_clause(
    text: str, cast: Cast, layout: Layout, reading: Reading, doubts: set[str]
) -> Statement:
    """Return the meaning of a veiled clause; raise ``Unread`` when it has none.

    ``doubts`` collects the fields of ``Reading`` that made a difference.
    """
    try:
        tokens = split_words(text)
    except Unknown as error:
        part = text[error.start : error.start + 4]
        raise Unread("unknown word", cast.unveil(part)) from None
    found = parse(tokens, _Meanings(cast, layout, reading, doubts).meaning)
    assert isinstance(found, Statement)
    return found


class _Meanings:
    """One method per meaning named in the table; ``kids`` are the parts of the row by name."""

    def __init__(self, cast: Cast, layout: Layout, reading: Reading, doubts: set[str]) -> None:
        self.cast, self.layout, self.reading, self.doubts = cast, layout, reading, doubts
        self.all = layout.every

    def meaning(self, means: str, kids: Kids) -> Any:
        """Return what a row means; facts are negated by an odd number of 不."""
        table, colon, kind = means.partition(":")
        if colon:
            return self._from_layout(table, kind, kids)
        found = getattr(self, f"_{means.removesuffix('_none')}")(kids)
        if isinstance(found, Statement) and means not in _NOT_INSIDE and len(kids.get("NOT", ())) % 2:
            return negation(found)
        return found

    def _from_layout(self, table: str, kind: str, kids: Kids) -> Any:
        """Return a relation (``rel``, its contrary ``not``) or place that the layout knows itself.

        ``kind`` may end in ``+1``: one step more than the number told.
        """
        kind, plus, _ = kind.partition("+")
        direction, number = self._told_direction(kids), self._number(kids) + bool(plus)
        if table == "place":
            return self.layout.place(kind, direction if kind == "half" else direction.removeprefix("正"), number)
        relation = self.layout.relation(kind, direction, number)
        return relation if table == "rel" else self._not(relation)

    def _told_direction(self, kids: Kids) -> str:
        if "ADJ" in kids:
            return self._toward(kids["ADJ"][0])
        names = ("D", "NEAR", "TIP", "EXTREME", "ROWDIR", "BESIDE")
        found = next((str(kids[n][0]) for n in names if n in kids), "")
        return "" if "BESIDE" in kids and found not in ("横", "竖") else found

    def _number(self, kids: Kids) -> int:
        number = next((int(kids[n][-1]) for n in ("NUM", "DAY", "RANK") if n in kids), 1)
        if number > 100:
            raise Unread("number too large")
        return number

    # facts -----------------------------------------------------------------------------------
    def _same(self, kids: Kids) -> Region:
        """Return the place a row is about: a region, or a spot of the layout."""
        place: Region = at_slots(kids["spot"][0]) if "spot" in kids else kids["region"][-1]
        return place

    def _meets(self, kids: Kids) -> Statement:
        a, b = kids["region"][0], self._same(kids)
        if isinstance(a, _Named) and isinstance(b, _Named) and a.group == b.group:
            raise Unread("two names of one kind")
        return meets(a, b)

    def _each(self, kids: Kids) -> Statement:
        return self._all_in(kids, self._same(kids))

    def _all_in(self, kids: Kids, place: Region) -> Statement:
        """State that all of a list are there; negated outside, that none is."""
        if len(kids["list"][0]) == len(self.cast.groups[0]) > 2 and not place.scope:
            raise Unread("said of everybody")
        parts = [meets(one, place) for one in kids["list"][0]]
        return any_of(parts) if "NOT" in kids else all_of(parts)

    def _one(self, kids: Kids) -> Statement:
        return exactly([meets(one, self._same(kids)) for one in kids["list"][0]])

    def _none_at(self, kids: Kids) -> Statement:
        regions = kids["region"]
        if "list" in kids:
            return any_of([meets(one, r) for one in kids["list"][0] for r in regions])
        return any_of([meets(regions[0], place) for place in kids["places"][0]])

    def _meets_related(self, kids: Kids) -> Statement:
        a, b = kids["region"]
        return meets(a, related(b, kids["rel"][0]))

    def _pair(self, kids: Kids) -> Statement:
        a, b = kids["region"]
        return meets(a, related(b, (kids.get("mutual") or kids["facing"])[0]))

    def _pair_each(self, kids: Kids) -> Statement:
        if kids["WITH"][0] == "、":
            raise Unread("a list")
        place = related(kids["region"][0], kids["mutual"][0])
        parts = [meets(one, place) for one in kids["list"][0]]
        return any_of(parts) if "NOT" in kids else all_of(parts)

    def _each_pair(self, kids: Kids) -> Statement:
        return self._all_in(kids, related(kids["region"][0], kids["mutual"][0]))

    def _mutual(self, kids: Kids) -> Statement:
        regions, relation = kids["list"][0], kids["mutual"][0]
        if len(regions) == 2:
            return meets(regions[0], related(regions[1], relation))
        if len(regions) == len(self.cast.groups[0]):
            raise Unread("said of everybody")
        if relation == self.layout.relation("beside") and "NOT" not in kids:
            return block(self.layout, regions)
        lines = [self.layout.rows and self.layout.relation("row"),
                 self.layout.columns and self.layout.relation("column")]
        if relation not in lines and relation != self.layout.relation("beside"):
            raise Unread("a mutual relation of so many")
        pairs = pairwise_of(regions, relation)
        return any_of(pairs) if "NOT" in kids else all_of(pairs)

    def _close(self, kids: Kids) -> Statement:
        a, b = kids["region"]
        return meets(a, related(b, self._near(kids)))

    def _close_to(self, kids: Kids) -> Statement:
        a, b = kids["region"]
        return meets(b, related(a, self._near(kids)))

    def _apart(self, kids: Kids) -> Statement:
        a, b = kids["region"]
        kind, more = ("levels", 1) if "FLOOR" in kids else ("gap", 0)
        if "NUM" not in kids:
            kind = "beside"
        return meets(a, related(b, self.layout.relation(kind, "", self._number(kids) + more)))

    def _inside(self, kids: Kids) -> Statement:
        a, b, c = kids["region"]
        only = any(w in ("只", "仅", "only") or "只" in w or "仅" in w or "隔" in w
                   for n in ("HAVE", "GAP") for w in kids.get(n, ()))
        inside = meets(c, between(self.layout, a, b))
        if only and "NOT" not in kids:
            return all_of([inside, apart(self.layout, a, b, 1)])
        return inside

    def _inside_list(self, kids: Kids) -> Statement:
        a, b = kids["region"]
        place = between(self.layout, a, b)
        return all_of([meets(c, place) for c in kids["list"][0]])

    def _flanked(self, kids: Kids) -> Statement:
        if not kids["END"][0].startswith("side2"):
            raise Unread("at the end of whom")
        sides = kids["END"][0].removeprefix("side2")
        ordered = "RESP" in kids or any(w.startswith("分别") for w in kids.get("IS", ()))
        if sides and ordered and len(kids["list"][0]) == 2:
            pairs = [(one, related(kids["region"][0], self.layout.relation("step", d)))
                     for one, d in zip(kids["list"][0], sides, strict=True)]
            return all_of([meets(one, there) for one, there in pairs])
        place = related(kids["region"][0], self.layout.relation("beside"))
        return all_of([meets(one, place) for one in kids["list"][0]])

    def _respectively(self, kids: Kids) -> Statement:
        who = kids["list"][0]
        where = (kids.get("places") or kids["spots"])[0]
        if len(who) != len(where):
            raise Unread("分别: lists of different length")
        return all_of([meets(a, b) for a, b in zip(who, where, strict=True)])

    def _count(self, kids: Kids) -> Statement:
        direction = (kids.get("degree") or kids["D"])[0]
        return count_beyond(self.layout, kids["region"][0], direction, int(kids.get("NUM", [0])[0]))

    def _compare(self, kids: Kids) -> Statement:
        a, b = kids["region"]
        direction = kids["degree"][0] if "degree" in kids else self._toward(kids["CMP"][0])
        if "NUM" in kids:
            kind = "level" if self.layout.columns and direction in ("上", "下") else "step"
            relation = self.layout.relation(kind, direction, self._number(kids))
        else:
            relation = self.layout.relation("side", direction)
        return meets(a, related(b, relation))

    def _worse(self, kids: Kids) -> Statement:
        direction = CONVERSE[self._toward(kids.get("ADJ", ["+好"])[0])]
        a, b = kids["region"]
        return meets(a, related(b, self.layout.relation("side", direction)))

    def _nth(self, kids: Kids) -> Statement:
        return meets(kids["region"][0], at_slots(self._nth_spot(kids)))

    # regions ---------------------------------------------------------------------------------
    def _entity(self, kids: Kids) -> Region:
        index = ord(kids["N"][0]) - FIRST_SIGN
        return _Named(entity(index).scope, entity(index).slots, self.cast.group_of(index))

    def _spots(self, kids: Kids) -> Region:
        return at_slots(reduce(and_, kids["spot"]))

    def _between(self, kids: Kids) -> Region:
        a, b = kids["region"]
        return between(self.layout, a, b, middle="EXACTMID" in kids)

    def _related(self, kids: Kids) -> Region:
        return related(kids["region"][0], (kids.get("rel") or kids["mutual"])[0])

    def _beyond(self, kids: Kids) -> Region:
        return related(kids["region"][0], self.layout.relation("side", kids["degree"][0]))

    def _either(self, kids: Kids) -> Region:
        return union(kids["region"])

    def _list(self, kids: Kids) -> list[Region]:
        before = kids.get("list") or kids.get("places") or kids.get("spots") or [[]]
        spots = [at_slots(s) for s in kids.get("spot", ())]
        return [*before[0], *kids.get("region", ()), *spots]

    def _counted(self, kids: Kids) -> list[Region]:
        found: list[Region] = kids["list"][0]
        if int(kids["NUM"][0]) != len(found):
            raise Unread("number of people")
        return found

    # relations -------------------------------------------------------------------------------

    def _side(self, kids: Kids) -> Relation:
        direction = kids["D"][0]
        if direction.startswith("斜"):
            up = self.layout.relation("side", direction[1])
            column = self.layout.relation("column")
            return tuple(a & ~b for a, b in zip(up, column, strict=True))
        found = self.layout.relation("side", direction, 1, self.reading.near)
        if found != self.layout.relation("side", direction, 1, not self.reading.near):
            self.doubts.add("near")
        return found

    def _near(self, kids: Kids) -> Relation:
        """Return who is next on a side; going round, who is next (下一个) or before (上一个)."""
        direction = (kids.get("D") or kids["NEAR"])[0]
        if "D" in kids and "NEAR" in kids:
            if not self.layout.round or kids["NEAR"][0] not in ("前", "后"):
                raise Unread("the next one of what order")
            direction = direction if kids["NEAR"][0] == "后" else CONVERSE[direction]
        if len(direction) == 2 and not self.layout.round:
            return self._side_at_level(direction, 1)
        kind = "side" if len(direction) == 2 and direction[0] in "东南西北" else "step"
        return self.layout.relation(kind, direction, 1)

    def _side_at_level(self, direction: str, number: int) -> Relation:
        side = self._side({"D": [direction]})
        return _both(side, self.layout.relation("levels", "", number))

    def _step(self, kids: Kids) -> Relation:
        kind = "level" if "FLOOR" in kids else "step"
        direction = kids["D"][0]
        if kind == "level" and direction not in ("上", "下"):
            return _both(self._side(kids), self.layout.relation("levels", "", self._number(kids)))
        return self.layout.relation(kind, direction, self._number(kids))

    def _side_levels(self, kids: Kids) -> Relation:
        return self._side_at_level(kids["D"][0], self._number(kids) + 1 if "NUM" in kids else 1)

    def _value(self, kids: Kids) -> Relation:
        found: Relation = kids["mutual"][0]
        return found

    def _same_line(self, kids: Kids) -> Relation:
        line = next((kids[n][0] for n in ("SAMELINE", "DIFFLINE") if n in kids), "")
        upright = "COLUMN" in kids or line == "column" or (line == "side" and self.layout.columns)
        relation = self.layout.relation("column" if upright else "row")
        return self._not(relation) if "DIFFLINE" in kids else relation

    def _diagonal(self, kids: Kids) -> Relation:
        direction = kids.get("D", [""])[0]
        wide = self.reading.wide_diagonal
        found = self.layout.relation("diagonal", direction, 1, not wide)
        if found != self.layout.relation("diagonal", direction, 1, wide):
            self.doubts.add("wide_diagonal")
        return found

    def _opposed(self, kids: Kids) -> Relation:
        return self.layout.relation("facing", "反")

    def _far_level(self, kids: Kids) -> Relation:
        near = self.layout.relation("levels", "", 1), self.layout.relation("row")
        return tuple(self.all & ~a & ~b & ~(1 << s)
                     for s, (a, b) in enumerate(zip(*near, strict=True)))

    def _not(self, relation: Relation) -> Relation:
        return tuple(self.all & ~there & ~(1 << s) for s, there in enumerate(relation))

    # places of the layout --------------------------------------------------------------------

    def _end(self, kids: Kids) -> int:
        if len(kids["END"][0]) > 5 and kids["END"][0].startswith("side2"):
            raise Unread("on both sides of whom")
        return self.layout.place("end")

    def _in_row(self, kids: Kids) -> int:
        return self.layout.place("half", kids["ROWDIR"][0]) & self.layout.place(
            "nth", "左", int(kids["NUM"][0]))

    def _ordinal(self, kids: Kids) -> int:
        number = int(kids["NUM"][-1])
        if self.layout.rows and ("ROW" in kids or "FLOOR" in kids):
            return self.layout.place("row", "", number)
        if self.layout.columns and "COLUMN" in kids:
            return self.layout.place("column", "", number)
        return self.layout.place("number", "", number)

    def _nth_spot(self, kids: Kids) -> int:
        number = self._number(kids)
        if number > self.layout.size:
            raise Unread("number beyond the layout")
        direction = kids["D"][0] if "D" in kids else self._toward(kids["ADJ"][0])
        if self.layout.round:
            raise Meaningless(f"{direction}数")
        return self.layout.place("nth", direction, number)

    # directions ------------------------------------------------------------------------------
    def _adjective(self, kids: Kids) -> str:
        return self._toward(kids["ADJ"][0])

    def _direction(self, kids: Kids) -> str:
        found: str = kids["D"][0]
        return found

    def _toward(self, value: str) -> str:
        """Return the direction an adjective means here: 高 is up, or towards the first rank."""
        first, word = value[0] == "+", value[1:]
        if "上" in self.layout.frame and word in ("高", "低", "矮", "靠上", "靠下"):
            return "上" if first else "下"
        if "前" in self.layout.frame:
            return "前" if first else "后"
        raise Unread(f"{word} means nothing in this layout")


@dataclass(frozen=True)
class _Named(Region):
    """An entity's region; ``group`` is the number of its group."""

    group: int = -1


# 不 belongs to what is said, not to whether it is said (没有人, 不如)
_NOT_INSIDE = ("count_none", "apart_none", "worse")


def _both(a: Relation, b: Sequence[int]) -> Relation:
    return tuple(x & y for x, y in zip(a, b, strict=True))
