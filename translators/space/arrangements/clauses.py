"""What the words in the expressions of the grammar mean in a layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from domains.space.geometry import CONVERSE, Layout, Relation, bits
from domains.space.statements import (
    Term,
    all_of,
    any_of,
    at_slots,
    between,
    block,
    count_beyond,
    entity,
    meets,
)
from translators.space.arrangements.grammar import parse
from translators.space.arrangements.names import FIRST_SIGN, Cast
from translators.space.arrangements.words import Unread, split_words, table


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
    meaning = _Meaning(cast, layout, reading, doubts)
    words = {name[1:]: getattr(meaning, name) for name in _FUNCTIONS}
    return parse(tokens, words, cast.language)


class _Meaning:
    """The functions that expressions of the grammar may call, without their underscores."""

    def __init__(self, cast: Cast, layout: Layout, reading: Reading, doubts: set[str]) -> None:
        self.cast, self.layout, self.reading, self.doubts = cast, layout, reading, doubts

    # statements --------------------------------------------------------------------------------
    def _meets(self, a: Term, b: Term) -> Term:
        if a.named in b.scope:
            raise Unread("said of itself")
        return meets(a, b)

    def _same(self, a: Term, b: Term) -> Term:
        if self._rivals(a, b):
            raise Unread("two names of one kind")
        return self._meets(a, b)

    def _rivals(self, a: Term, b: Term) -> bool:
        """Say whether both are names of one kind, which never share a slot."""
        return min(a.named, b.named) >= 0 and self.cast.group_of(a.named) == self.cast.group_of(b.named)

    def _each(self, who: Sequence[Term], place: Term, negated: str | None = None) -> Term:
        """State that all of a list are there; negated outside, that none is."""
        if len(who) == len(self.cast.groups[0]) > 2 and not place.scope:
            raise Unread("said of everybody")
        if any(self._rivals(one, place) for one in who):
            raise Unread("two names of one kind")
        return (any_of if negated else all_of)([self._meets(one, place) for one in who])

    def _every(self, a: Term, relation: Relation, who: Sequence[Term], negated: str | None = None) -> Term:
        """State that ``a`` is in a relation to all of a list; negated outside, to none."""
        return (any_of if negated else all_of)([self._meets(a, relation @ one) for one in who])

    def _paired(self, who: Sequence[Term], places: Sequence[Term]) -> Term:
        if len(who) != len(places):
            raise Unread("lists of different length")
        return all_of([self._meets(a, b) for a, b in zip(who, places, strict=True)])

    def _pairs(self, who: Sequence[Term], relation: Relation, negated: str | None) -> Term:
        """State a relation of every pair of a list (neighbours: of a block)."""
        lines = [self.layout.relation(k) for k in ("row", "column") if getattr(self.layout, f"{k}s")]
        beside = self.layout.relation("beside")
        if len(who) > 2 and len(who) == len(self.cast.groups[0]):
            raise Unread("said of everybody")
        if len(who) > 2 and relation == beside and not negated:
            return block(self.layout, who)
        if len(who) > 2 and relation not in [beside, *lines]:
            raise Unread("a mutual relation of so many")
        pairs = [self._meets(a, relation @ b) for a, b in combinations(who, 2)]
        return (any_of if negated else all_of)(pairs)

    def _lone(self, number: int, kind: str) -> Relation:
        """Return who is in the same row or column (甲和乙不在一层): only 'one' can mean that."""
        if number != 1:
            raise Unread("the number does not fit")
        return self._to(kind)

    def _inside(self, a: Term, b: Term, c: Term, *words: str | None) -> Term:
        """State that ``c`` is between ``a`` and ``b``, alone if one of the words says so."""
        found = self._meets(c, between(self.layout, a, b))
        only = table("words", self.cast.language)["only"]
        alone = any(word in (stated or "") for stated in words for word in only)
        return all_of([found, meets(a, self._to("gap") @ b)]) if alone else found

    def _flanked(self, who: Term, list_: Sequence[Term], sides: str, stated: str | None) -> Term:
        """State that those of a list are next to somebody, in the order of ``sides`` if stated."""
        if stated and len(list_) == len(sides) == 2:
            return self._paired(list_, [self._to("step", d) @ who for d in sides])
        place = self._next(sides[0]) | self._next(sides[1]) if sides else self._to("beside")
        return self._each(list_, place @ who)

    def _count(self, region: Term, direction: str, number: int) -> Term:
        return count_beyond(self.layout, region, direction, number)

    # regions -----------------------------------------------------------------------------------
    def _entity(self, sign: str) -> Term:
        return entity(ord(sign) - FIRST_SIGN)

    def _between(self, a: Term, b: Term, middle: bool = False) -> Term:
        return between(self.layout, a, b, middle)

    def _counted(self, who: list[Term], number: int) -> list[Term]:
        if number != len(who):
            raise Unread("the number does not fit")
        return who

    def _place(self, kind: str, direction: str | None = "", number: int | None = 1) -> Term:
        direction = (direction or "") if kind == "half" else (direction or "").removeprefix("正")
        layout, slots = self.layout, self.layout.place(kind, direction, self._fitting(number))
        if kind == "half" and layout.kind == "two_rows" and len({layout.rows[s] for s in bits(slots)}) > 1:
            self.doubts.add("near")  # no long side lies there, yet half of the seats do
            if self.reading.near:
                raise Unread("means nothing in this layout", direction)
        return at_slots(slots)

    def _ordinal(self, number: int, kind: str = "") -> Term:
        """Return the n-th row or column where the layout has some, else the n-th slot."""
        lined = bool(getattr(self.layout, f"{kind}s", ()))
        return self._place(kind if lined else "number", "", number)

    # relations ---------------------------------------------------------------------------------
    def _to(self, kind: str, direction: str | None = "", number: int | None = 1) -> Relation:
        return self.layout.relation(kind, direction or "", self._fitting(number))

    def _fitting(self, number: int | None) -> int:
        if number is not None and number > self.layout.size:
            raise Unread("the number does not fit")
        return 1 if number is None else number

    def _side(self, direction: str) -> Relation:
        """Return who is on a side: the customary reading, with doubt where there are two."""
        if direction[:1] == "斜":
            return self._to("side", direction[1]) & ~self._to("column")
        return self._customary("side", direction, "near", self.reading.near)

    def _diagonal(self, direction: str | None) -> Relation:
        return self._customary("diagonal", direction or "", "wide_diagonal", not self.reading.wide_diagonal)

    def _customary(self, kind: str, direction: str, doubt: str, near: bool) -> Relation:
        found, other = (self.layout.relation(kind, direction, 1, n) for n in (near, not near))
        if found != other:
            self.doubts.add(doubt)
        return found

    def _next(self, direction: str, way: str | None = None) -> Relation:
        """Return who is next in a direction; going round, who is next (后) or before (前)."""
        if way is not None:
            if not self.layout.round or way not in ("前", "后"):
                raise Unread("the next one of what order")
            direction = direction if way == "后" else CONVERSE[direction]
        if len(direction) == 2 and not self.layout.round:
            return self._tiers(direction, 1)
        wind = len(direction) == 2 and direction[0] in "东南西北"
        return self._to("side" if wind else "step", direction)

    def _tiers(self, direction: str, number: int) -> Relation:
        """Return who is on a side, a number of tiers from here."""
        if direction in ("上", "下"):
            return self._to("level", direction, number)
        return self._side(direction) & self._to("levels", "", number)

    def _beyond(self, direction: str, number: int | None = None) -> Relation:
        """Return who is further that way (by a number of places)."""
        if number is None:
            return self._to("side", direction)
        tiers = self.layout.columns and direction in ("上", "下")
        return self._to("level" if tiers else "step", direction, number)

    def _line(self, kind: str) -> Relation:
        """Return who is in the same row or column; on a side of a grid means in its column."""
        column = kind == "column" or (kind == "side" and self.layout.columns)
        return self._to("column" if column else "row")

    # directions --------------------------------------------------------------------------------
    def _converse(self, direction: str) -> str:
        return "".join(CONVERSE.get(word, word) for word in direction)

    def _toward(self, adjective: str | None, converse: bool = False) -> str:
        """Return the direction an adjective means here: 高 is up, or towards the first rank."""
        sign, word = (adjective or "+好")[0], (adjective or "+好")[1:]
        upright = word in ("高", "低", "矮", "靠上", "靠下") and "上" in self.layout.frame
        if not upright and "前" not in self.layout.frame:
            raise Unread("means nothing in this layout", word)
        found = "上" if upright else "前"
        return CONVERSE[found] if (sign == "-") != converse else found


_FUNCTIONS = [name for name in vars(_Meaning) if name[:2] != "__"]
