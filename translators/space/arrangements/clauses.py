"""What the words in the expressions of the grammar mean in a layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from domains.space.geometry import CONVERSE, Layout, Relation
from domains.space.statements import (
    Term,
    all_of,
    any_of,
    at_slots,
    between,
    block,
    count_beyond,
    entity,
    exactly,
    meets,
    related,
    term,
)
from translators.space.arrangements.grammar import parse
from translators.space.arrangements.names import FIRST_SIGN, Cast
from translators.space.arrangements.words import Unread, split_words, table

__all__ = ["Reading", "read_clause"]

Place = Term | int  # a region, or the slots of a place of the layout


@dataclass(frozen=True)
class Reading:
    """How words with two customary meanings are read.

    ``near``: "on the left of" means the next slot, else anywhere on that side. ``wide_diagonal``:
    "diagonally opposite" is anyone in the other row except straight across.
    """

    near: bool
    wide_diagonal: bool = False


def read_clause(text: str, cast: Cast, layout: Layout, reading: Reading, doubts: set[str]) -> Term:
    """Return the meaning of a veiled clause; raise ``Unread`` when it has none.

    ``doubts`` collects the fields of ``Reading`` that made a difference.
    """
    try:
        tokens = split_words(text, cast.language)
    except Unread as error:
        raise Unread(error.why, cast.unveil(error.part)) from None
    return parse(tokens, _Meaning(cast, layout, reading, doubts), cast.language)


def _region(place: Place) -> Term:
    return at_slots(place) if isinstance(place, int) else place


class _Meaning:
    """The functions that expressions of the grammar may call."""

    def __init__(self, cast: Cast, layout: Layout, reading: Reading, doubts: set[str]) -> None:
        self.cast, self.layout, self.reading, self.doubts = cast, layout, reading, doubts

    # operators of expressions ------------------------------------------------------------------
    def seen(self, relation: Relation, region: Place) -> Term:
        """Return the slots in a relation to a region."""
        return related(_region(region), relation)

    def both(self, x: Relation | int, y: Relation | int) -> Relation | int:
        """Return what two relations or two places share."""
        if isinstance(x, int) or isinstance(y, int):
            assert isinstance(x, int)
            assert isinstance(y, int)
            return x & y
        return tuple(i & j for i, j in zip(x, y, strict=True))

    def either(self, x: Term | Relation, y: Term | Relation) -> Term | Relation:
        """Return what is in one of two regions or relations."""
        if isinstance(x, Term) and isinstance(y, Term):
            return term(lambda i, j: i | j, x, y)
        assert isinstance(x, tuple)
        assert isinstance(y, tuple)
        return tuple(i | j for i, j in zip(x, y, strict=True))

    def other(self, relation: Relation) -> Relation:
        """Return all slots but those in a relation, and but oneself."""
        return tuple(self.layout.every & ~there & ~(1 << s) for s, there in enumerate(relation))

    # statements --------------------------------------------------------------------------------
    def meets(self, a: Place, b: Place) -> Term:
        """State that ``a`` is in ``b``."""
        return meets(_region(a), _region(b))

    def same(self, a: Term, b: Term) -> Term:
        """State that ``a`` is ``b``; two names of one kind cannot be."""
        if a.named >= 0 and b.named >= 0 and self.cast.group_of(a.named) == self.cast.group_of(b.named):
            raise Unread("two names")
        return meets(a, b)

    def each(self, who: Sequence[Place], place: Place, negated: str | None = None) -> Term:
        """State that all of a list are there; negated outside, that none is."""
        where = _region(place)
        if len(who) == len(self.cast.groups[0]) > 2 and not where.scope:
            raise Unread("everybody")
        return (any_of if negated else all_of)([meets(_region(one), where) for one in who])

    def one(self, who: Sequence[Place], place: Place) -> Term:
        """State that exactly one of a list is there."""
        return exactly([self.meets(one, place) for one in who])

    def some(self, who: Sequence[Place], places: Sequence[Place]) -> Term:
        """State that one of a list is in one of several places."""
        return any_of([self.meets(one, place) for one in who for place in places])

    def paired(self, who: Sequence[Place], places: Sequence[Place]) -> Term:
        """State who is where, one by one."""
        if len(who) != len(places):
            raise Unread("lists")
        return all_of([self.meets(a, b) for a, b in zip(who, places, strict=True)])

    def mutual(self, who: Sequence[Place], relation: Relation, negated: str | None) -> Term:
        """State a relation of every pair of a list (neighbours: of a block)."""
        regions, beside = [_region(one) for one in who], self.layout.relation("beside")
        if len(regions) == 2:
            return meets(regions[0], related(regions[1], relation))
        if len(regions) == len(self.cast.groups[0]):
            raise Unread("everybody")
        if relation == beside and not negated:
            return block(self.layout, regions)
        lines = [self.layout.relation(kind) for kind in ("row", "column")
                 if getattr(self.layout, f"{kind}s")]
        if relation not in [beside, *lines]:
            raise Unread("so many")
        pairs = [meets(a, related(b, relation)) for a, b in combinations(regions, 2)]
        return (any_of if negated else all_of)(pairs)

    def inside(self, a: Term, b: Term, c: Term, *words: str | None) -> Term:
        """State that ``c`` is between ``a`` and ``b``, alone if one of the words says so."""
        found = meets(c, between(self.layout, a, b))
        only = table("words", self.cast.language)["only"]
        if not any(word in (told or "") for told in words for word in only):
            return found
        return all_of([found, meets(a, related(b, self.layout.relation("gap", "", 1)))])

    def flanked(self, who: Term, list_: Sequence[Term], sides: str, told: str | None) -> Term:
        """State that those of a list are next to somebody, in the order of ``sides`` if told."""
        if told and len(list_) == len(sides) == 2:
            there = [related(who, self.layout.relation("step", d)) for d in sides]
            return self.paired(list_, there)
        return self.each(list_, related(who, self.layout.relation("beside")))

    def count(self, region: Term, direction: str, number: int) -> Term:
        """State that so many slots lie beyond a region."""
        return count_beyond(self.layout, region, direction, number)

    # regions -----------------------------------------------------------------------------------
    def at(self, slots: int) -> Term:
        """Return a place of the layout as a region."""
        return at_slots(slots)

    def entity(self, sign: str) -> Term:
        """Return where a name is."""
        return entity(ord(sign) - FIRST_SIGN)

    def between(self, a: Term, b: Term, middle: bool = False) -> Term:
        """Return the slots between two regions."""
        return between(self.layout, a, b, middle)

    def counted(self, who: list[Term], number: int) -> list[Term]:
        """Return a list whose number is told."""
        if number != len(who):
            raise Unread("number")
        return who

    # relations ---------------------------------------------------------------------------------
    def rel(self, kind: str, direction: str | None = "", number: int | None = 1) -> Relation:
        """Return a relation that the layout knows itself."""
        return self.layout.relation(kind, direction or "", self._size(number or 1))

    def _size(self, number: int) -> int:
        if number > 100:
            raise Unread("number")
        return number

    def side(self, direction: str) -> Relation:
        """Return who is on a side: the customary reading, with doubt where there are two."""
        if direction[:1] == "斜":
            up, column = self.rel("side", direction[1]), self.rel("column")
            return tuple(x & ~y for x, y in zip(up, column, strict=True))
        near = self.reading.near
        found = self.layout.relation("side", direction, 1, near)
        if found != self.layout.relation("side", direction, 1, not near):
            self.doubts.add("near")
        return found

    def diagonal(self, direction: str | None) -> Relation:
        """Return who is diagonally opposite (on a side)."""
        wide = self.reading.wide_diagonal
        found = self.layout.relation("diagonal", direction or "", 1, not wide)
        if found != self.layout.relation("diagonal", direction or "", 1, wide):
            self.doubts.add("wide_diagonal")
        return found

    def next(self, direction: str, way: str | None = None) -> Relation:
        """Return who is next in a direction; going round, who is next (后) or before (前)."""
        if way is not None:
            if not self.layout.round or way not in ("前", "后"):
                raise Unread("what order")
            direction = direction if way == "后" else CONVERSE[direction]
        if len(direction) == 2 and not self.layout.round:
            return tuple(x & y for x, y in zip(self.side(direction), self.rel("levels"), strict=True))
        wind = len(direction) == 2 and direction[0] in "东南西北"
        return self.rel("side" if wind else "step", direction)

    def tiers(self, direction: str, number: int) -> Relation:
        """Return who is so many tiers that way."""
        if direction in ("上", "下"):
            return self.rel("level", direction, number)
        levels = self.rel("levels", "", number)
        return tuple(x & y for x, y in zip(self.side(direction), levels, strict=True))

    def beyond(self, direction: str, number: int | None = None) -> Relation:
        """Return who is further that way (by so many)."""
        if number is None:
            return self.rel("side", direction)
        tiers = self.layout.columns and direction in ("上", "下")
        return self.rel("level" if tiers else "step", direction, number)

    def line(self, kind: str) -> Relation:
        """Return who is in the same row or column; on a side of a grid means in its column."""
        column = kind == "column" or (kind == "side" and self.layout.columns)
        return self.rel("column" if column else "row")

    # places of the layout, directions ----------------------------------------------------------
    def place(self, kind: str, direction: str | None = "", number: int | None = 1) -> int:
        """Return the slots of a place of the layout."""
        plain = (direction or "").removeprefix("正")
        return self.layout.place(kind, (direction or "") if kind == "half" else plain,
                                 self._size(number or 1))

    def ordinal(self, number: int, kind: str = "") -> int:
        """Return the n-th row or column where the layout has some, else the n-th slot."""
        lined = bool(getattr(self.layout, f"{kind}s", ()))
        return self.place(kind if lined else "number", "", number)

    def nth(self, direction: str, number: int) -> int:
        """Return the n-th slot from a side."""
        if number > self.layout.size:
            raise Unread("number")
        return self.place("nth", direction, number)

    def toward(self, adjective: str | None, converse: bool = False) -> str:
        """Return the direction an adjective means here: 高 is up, or towards the first rank."""
        sign, word = (adjective or "+好")[0], (adjective or "+好")[1:]
        for name, found in (("上", "上" if word in ("高", "低", "矮", "靠上", "靠下") else ""), ("前", "前")):
            if name in self.layout.frame and found:
                return CONVERSE[found] if (sign == "-") != converse else found
        raise Unread("adjective", word)
