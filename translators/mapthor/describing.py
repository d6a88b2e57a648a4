"""Adjectives and relative clauses → :class:`Selection`: states, properties, where things are."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from lark import Token, Tree

from domains.household.goal import Selection
from translators.mapthor.ontology import Noun, ontology
from translators.mapthor.places import Places, carries, terminals, trees

__all__ = ["STATES", "WASHED", "Describing"]

STATES: dict[str, tuple[str, bool | str]] = {
    "OPEN": ("isOpen", True), "CLOSED": ("isOpen", False), "CLOSE": ("isOpen", False),
    "ON": ("isToggled", True), "OFF": ("isToggled", False), "DIRTY": ("isDirty", True),
    "CLEAN": ("isDirty", False), "SLICED": ("isSliced", True), "COOKED": ("isCooked", True),
    "HOT": ("temperature", "Hot"), "COLD": ("temperature", "Cold"),
    "EMPTY": ("isFilledWithLiquid", False), "FULL": ("isFilledWithLiquid", True),
    "BROKEN": ("isBroken", True), "DARK": ("isToggled", False), "RUNNING": ("isToggled", True),
    "STOPPED": ("isToggled", False),
}
WASHED = ("washed", True)
"""No state of the simulator: "a rinsed apple" has to be washed before it is put somewhere."""
_SPREAD = {"CounterTop", "DiningTable", "CoffeeTable", "SideTable", "Desk"}
"""Of these one may stand in the middle of the room; "the middle drawer" is no such place."""
_PROPERTIES = {
    "slic": "sliceable", "cut": "sliceable", "chop": "sliceable", "open": "openable",
    "clos": "openable", "wash": "dirtyable", "clean": "dirtyable", "fill": "fillable",
    "cook": "cookable", "br": "breakable", "carr": "pickupable", "mov": "pickupable",
    "port": "pickupable", "pick": "pickupable", "eat": "food", "edib": "food",
    "read": "readable", "switch": "toggleable", "turn": "toggleable", "toggle": "toggleable",
    "li": "burnable", "burn": "burnable",
}
"""How a property word begins ("washable", "can be washed"), and the property of the ontology."""


@dataclass
class Describing(Places):
    """Narrows what was named by words before and after the noun."""

    def described(
        self, selection: Selection, node: Tree[Any], noun: Noun, *, place: bool = False
    ) -> Selection:
        """Narrow a selection by adjectives and relative clauses."""
        for token in (t for a in trees(node, "adjective") for t in terminals(a)):
            if token.type == "WASHED":
                state = ("isDirty", False) if place else WASHED
                selection = replace(selection, states=(*selection.states, state))
            elif token.type in STATES:
                selection = replace(selection, states=(*selection.states, STATES[token.type]))
            elif token.type == "CENTRAL":
                if not set(selection.types) & _SPREAD:
                    self.fail(f"'{token}': which of several is meant cannot be told by its "
                              "position", token, "the sentence without it")
                selection = replace(selection, central=True)
            elif token.type == "PROPERTY":
                selection = self._narrow(selection, token)
            elif token.type == "APPROPRIATE":
                selection = self._only(selection, ontology().homes, token)
            elif token.type == "ROOM":
                self.remarks.append(f"'{token}' says which room; there is only one")
            elif token.type == "OTHER":
                if place:
                    self.fail(f"'{token}': which of several places is meant cannot be told", token,
                              "'a shelf', 'the closest shelf'")
                selection = self.other(selection, token, plural=noun.plural)
            elif token.type == "NEAREST" and not place:
                if selection.quantifier == "all":
                    self.fail(f"'{token}' does not say how many", token, "'the two closest …'")
                selection = replace(selection, quantifier="some")
                self.remarks.append(f"'{token} {selection.words}' is read as any; robots "
                                    "take what is close to them")
        for relative in trees(node, "relative", "relative_not", "belonging", "able", "being"):
            selection = self._related(selection, relative)
        return selection

    def other(self, selection: Selection, token: Token, *, plural: bool = False) -> Selection:
        """Read "other" and "another"."""
        raise NotImplementedError

    def _narrow(self, selection: Selection, token: Token) -> Selection:
        """Keep what a property word is true of ("edible", "can be sliced")."""
        word = str(token).lower()
        kinds = ontology().properties[next(v for k, v in _PROPERTIES.items() if word.startswith(k))]
        if set(selection.types) == set(ontology().properties["pickupable"]):
            return replace(selection, types=kinds)
        return self._only(selection, kinds, token)

    def _only(self, selection: Selection, kinds: Collection[str], token: Token) -> Selection:
        """Keep some types of what was named; nothing left is refused."""
        kept = tuple(t for t in selection.types if t in kinds)
        if selection.types and not kept:
            self.fail(f"'{token}' is true of no '{selection.words}'", token,
                      f"'{selection.words}' without it")
        return replace(selection, types=kept)

    def _related(self, selection: Selection, node: Tree[Any]) -> Selection:
        if node.data == "belonging":
            return self._belonging(selection, node)
        if node.data == "able":
            return self._narrow(selection, terminals(node)[-1])
        for child in node.children:
            if isinstance(child, Token):
                if child.type == "PROPERTY":
                    selection = self._narrow(selection, child)
            elif child.data == "state":
                state = self.state(child, negated=node.data == "relative_not")
                selection = replace(selection, states=(*selection.states, state))
            else:
                (selection,) = self.at([selection], child)
        return selection

    def at(self, selections: list[Selection], node: Tree[Any]) -> list[Selection]:
        """Narrow selections by where the things are now."""
        if node.data == "in_room":
            self.room(node)
            return selections
        where = self.location(node, target=False)
        placed: list[Selection] = []
        for selection in selections:
            before = selection.located
            if before is not None and before.place is not None and carries(before):
                inner = replace(before, place=replace(before.place, located=where))
                placed.append(replace(selection, located=inner))  # "in the bowl on the table"
            elif before is not None and before != where:
                self.fail("two places for where one thing is now", terminals(node)[0], "one place")
            else:
                placed.append(replace(selection, located=where))
        return placed

    def _belonging(self, selection: Selection, node: Tree[Any]) -> Selection:
        """Read "everything that belongs in the fridge": the types whose home it is."""
        where = next(c for c in node.children if isinstance(c, Tree))
        place = self.location(where, target=False).place
        kinds = set(place.types) if place else set()
        at_home = [k for k, homes in ontology().homes.items() if kinds & set(homes[:1])]
        return self._only(selection, at_home, terminals(where)[-1])

    def state(self, node: Tree[Any], *, negated: bool = False) -> tuple[str, bool | str]:
        """Read a state word with an optional ``not``."""
        tokens = terminals(node)
        key, value = STATES[tokens[-1].type]
        if (tokens[0].type == "NOT") == negated:
            return key, value
        if not isinstance(value, bool):
            self.fail(f"'not {tokens[-1]}' is not understood", tokens[-1], "'hot' or 'cold'")
        return key, not value
