"""Terms and places of a clause: 最左边的人, 甲的对面, 从左数第三个 → terms and sets of seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from translators.space.puzzles.cast import FIRST_SIGN
from translators.space.puzzles.derivations import (
    TERMS,
    Unread,
    one_child,
    some_child,
    types_of,
    word_of,
    words_of,
)
from translators.space.puzzles.logic import (
    Between,
    Entity,
    Place,
    PlaceAnd,
    PlaceOr,
    Relative,
    Spot,
    Term,
    The,
)
from translators.space.puzzles.scene import Scene
from translators.space.puzzles.wording import Word


class Positions:
    """Read the terms and places of a derivation in the terms of one scene's layout."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.layout = scene.layout

    def terms(self, tree: Any) -> list[Term]:
        """Return the terms that are direct children of a node, in order."""
        return [self.term(c) for c in tree.children
                if getattr(c, "data", "") in TERMS]

    def term(self, tree: Any) -> Term:
        """Return who is meant: a name, or the one at a described place."""
        if tree.data == "entity":
            name = word_of(tree, "NAME").value
            return Entity(ord(name) - FIRST_SIGN)
        if tree.data == "the_mutual":
            return The(self.mutual(one_child(tree, "mutual"), self.terms(tree)[0]))
        if tree.data == "the_near":
            base = self.terms(tree)[0]
            return The(Relative("step", base, self.known(word_of(tree, "NEAR").value), 1))
        inner = next(c for c in tree.children
                     if getattr(c, "data", "") not in ("in_", "person", ""))
        if inner.data in ("rel", "between"):
            return The(self.reference(inner))
        return The(self.spot(inner))

    def place(self, tree: Any) -> Place:
        """Return the places a ``place`` or ``place_or`` node allows."""
        if tree.data == "place_or":
            return PlaceOr(tuple(self.place(c) for c in tree.children if hasattr(c, "data")))
        inner = tree.children[0]
        return self.reference(inner) if inner.data in ("rel", "between") else self.spot(inner)

    def reference(self, tree: Any) -> Place:
        """Return the places a node names relative to one or two terms."""
        if tree.data == "between":
            first, second = self.terms(tree)
            return Between(first, second, "EXACTMID" in types_of(tree))
        of = self.terms(tree)[0]
        relation = tree.children[-1]
        kind = relation.data
        words = words_of(relation)
        wanted = "NEAR" if kind == "near" and "NEAR" in types_of(relation) else "DIR"
        direction = next((w.value for w in words if w.type == wanted), "")
        number = next((int(w.value) for w in words if w.type == "NUM"), 1)
        if direction:
            direction = self.known(direction)
        match kind:
            case "side":
                return Relative("side", of, direction)
            case "near":
                return Relative("step", of, direction, 1)
            case "step" | "over":
                if number > 100:
                    raise Unread("number too large")
                return Relative("step", of, direction, number + (kind == "over"))
            case "gap":
                return Relative("gap", of, "", number)
            case "same_line":
                return Relative(self._line_kind(words), of)
        return Relative(kind, of, direction)

    def mutual(self, tree: Any, other: Term) -> Place:
        """Return the places in a mutual relation (beside, opposite, same line) to ``other``."""
        words = words_of(tree)
        match words[0].type:
            case "BESIDE":
                return Relative("beside", other)
            case "OPP":
                return Relative("opposite", other)
            case "DIAG":
                return Relative("diagonal", other)
            case "GAP":
                return Relative("gap", other, "", int(words[1].value))
        return Relative(self._line_kind(words), other)

    def _line_kind(self, words: Sequence[Word]) -> str:
        line = next((w.value for w in words if w.type == "SAMELINE"), "")
        if line:
            return line
        unit = next((w.value for w in words if w.type == "UNIT"), "plain")
        if unit in ("row", "floor"):
            return "row"
        if unit == "column":
            return "column"
        raise Unread("the same what")

    def _in_row(self, tree: Any) -> Place:
        """Read 后排最左边: a row, and a place in it."""
        words = words_of(tree.children[0])
        if words[0].type == "ROWDIR":
            row = Spot("half", words[0].value)
        elif self.layout.rows and any(
                w.type == "UNIT" and w.value in ("row", "floor") for w in words):
            row = Spot("row", "", next(int(w.value) for w in words if w.type == "NUM"))
        else:
            raise Unread("which row")
        inner = some_child(tree, "in_line")
        if inner is None:
            if words[0].type != "ROWDIR":
                raise Unread("an ordinary row")
            return row
        told = words_of(inner)
        kinds = [w.type for w in told]
        direction = next((w.value for w in told if w.type in ("DIR", "TIP", "EXTREME")), "")
        if "MOST" in kinds or "TIP" in kinds or "EXTREME" in kinds:
            return PlaceAnd((row, Spot("extreme", direction)))
        if "END" in kinds or "MID" in kinds:
            return PlaceAnd((row, Spot("end" if "END" in kinds else "middle")))
        if "NUM" not in kinds:
            return PlaceAnd((row, Spot("half", direction)))
        number = next(int(w.value) for w in told if w.type == "NUM")
        return PlaceAnd((row, Spot("nth", direction or "左", number)))

    def spot(self, tree: Any) -> Place:
        """Return the places a node names by the layout alone."""
        if tree.data == "in_row":
            return self._in_row(tree)
        words = words_of(tree)
        direction = next((w.value for w in words if w.type in ("DIR", "EXTREME", "TIP")), "")
        numbers = [int(w.value) for w in words if w.type == "NUM"]
        unit = next((w.value for w in words if w.type == "UNIT"), "plain")
        match tree.data:
            case "extreme":
                return Spot("extreme", self.known(direction))
            case "end" | "middle" | "odd" | "even":
                return Spot(str(tree.data))
            case "corner":
                return Spot("half", direction) if direction else Spot("corner")
            case "ordinal" | "ordinal_bare":
                return self._ordinal(numbers[0], unit, bare=tree.data == "ordinal_bare")
            case "ordinal_from":
                return self.in_range(Spot("ordinal", self.counted_from(direction), numbers[0]))
            case "ordinal_last":
                return self.in_range(Spot("ordinal", self._backward(), numbers[0]))
            case "rank":
                return self._ordinal(int(words[0].value), "plain", bare=False)
            case "half":
                return Spot("half", direction)
            case "cell":
                units = [w.value for w in words if w.type == "UNIT"]
                if units == ["column", "row"]:
                    return Spot("cell", "", numbers[1], numbers[0])
                return Spot("cell", "", numbers[0], numbers[1])
            case "most":
                return Spot("extreme", self.adjective(word_of(tree, "ADJ").value))
            case "ordinal_adj":
                first = self.adjective(word_of(tree, "ADJ").value)
                return self.in_range(Spot("ordinal", self.counted_from(first), numbers[0]))
        raise Unread(str(tree.data))

    def _ordinal(self, number: int, unit: str, *, bare: bool) -> Spot:
        if unit in ("row", "column") and self.layout.rows:
            return Spot(unit, "", number)
        if unit == "floor" and self.scene.kind == "flats":
            return Spot("row", "", number)
        if bare and unit == "plain":
            raise Unread("a number alone")
        if not self.layout.anchored or self.layout.kind == "matching":
            raise Unread("numbers mean nothing in this layout")
        return self.in_range(Spot("ordinal", "", number))

    def in_range(self, spot: Spot) -> Spot:
        """Return ``spot`` if its number exists in the layout, else raise ``Unread``."""
        if not 1 <= spot.number <= self.layout.size:
            raise Unread("number beyond the layout")
        return spot

    def counted_from(self, direction: str) -> str:
        """Return the direction to count from if the layout has such an order."""
        if direction not in self.layout.orders:
            raise Unread(f"{direction} means nothing in this layout")
        return direction

    def _backward(self) -> str:
        usual = self.layout.orders[""]
        for direction, order in self.layout.orders.items():
            if order == tuple(reversed(usual)):
                return direction
        raise Unread("counting backwards means nothing in this layout")

    def degree(self, tree: Any) -> str:
        """Return the direction of a comparison (更靠左, 更高)."""
        word = words_of(tree)[0]
        for word in words_of(tree):
            if word.type == "ADJ":
                return self.adjective(word.value)
        return self.known(word.value)

    def adjective(self, value: str) -> str:
        """Return the direction an adjective means here: 高 is up, or towards the first rank."""
        first = value[0] == "+"
        word = value[1:]
        if "上" in self.layout.steps and word in ("高", "低", "矮", "靠上", "靠下"):
            return "上" if first else "下"
        if "前" in self.layout.steps:
            return "前" if first else "后"
        raise Unread(f"{word} means nothing in this layout")

    def known(self, direction: str) -> str:
        if direction in self.layout.steps or self.layout.kind == "plane":
            return direction
        # a queue told from left to right, storeys told by 高: nothing to translate
        raise Unread(f"{direction} means nothing in this layout")
