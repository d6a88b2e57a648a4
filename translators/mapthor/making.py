"""Drinks and toast, and things asked for in a state they have to be brought into first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Tree

from domains.household.goal import STATE_WORDS, HasState, Held, Location, Placed, Selection, Wish
from translators.mapthor.describing import WASHED
from translators.mapthor.moving import Steps
from translators.mapthor.nouns import said, terminals, trees
from translators.mapthor.ontology import ontology
from translators.mapthor.places import limited
from translators.mapthor.stations import MICROWAVE, Stations

__all__ = ["Making"]

_MADE = (WASHED, ("temperature", "Hot"), ("temperature", "Cold"), ("isSliced", True),
         ("isCooked", True))
"""States nothing is in when robots begin: to ask for such a thing is to ask for making it so."""


class Making(Stations):
    """One method per verb class; the grammar's rule name, after an underscore."""

    # -- dishes ----------------------------------------------------------------------------

    def _making(self, node: Tree[Any]) -> list[Wish] | Steps:
        stages: Steps = [[], [], []]
        brings = said(node, "PUT", "HOLD", "TAKE", "WANT", "POUR")
        for drink in trees(node, "drink"):
            made, dish = self._dish(drink)
            for stage, wishes in zip(stages, made, strict=False):
                stage += wishes
            if brings:
                stages[2].append(Held(dish))
        return [s for s in stages if s]

    def _serving(self, node: Tree[Any]) -> Steps:
        """Put a glass of water on the table; "make coffee in the mug" says what it is made in."""
        (drink,), where = trees(node, "drink"), [c for c in node.children
                                                 if isinstance(c, Tree) and c.data != "drink"][-1]
        vessel = None if any(t.type in ("CUP_OF", "NOUN") for t in terminals(drink)) else (
            self._poured_into(where))
        if vessel is not None:
            return self._dish(drink, vessel)[0]
        target = self.phrases.location(where)
        made, dish = self._dish(drink)
        self.phrases.last_place = target
        return [*made, [Placed(dish, target)]]

    def _poured_into(self, where: Tree[Any]) -> Selection | None:
        """Return the vessel of "put water in the kettle"."""
        for place in trees(where, "place"):
            (noun, *more) = trees(place, "place_noun")
            types = self.phrases.types_of(terminals(trees(noun, "noun")[0])[0])
            fitting = set(ontology().properties["fillable"]) & set(
                ontology().properties["pickupable"])
            if not more and types and set(types) <= fitting:
                return self.phrases.place(place, holds=False)
        return None

    def _dish(self, drink: Tree[Any], vessel: Selection | None = None) -> tuple[Steps, Selection]:
        """Return how a drink or toast is made, and what it ends up as."""
        kinds = {t.type for t in terminals(drink)}
        if not kinds & {"COFFEE", "WATER"}:
            if vessel is not None:
                self.phrases.fail("toast is not made in this", terminals(drink)[-1], "'make toast'")
            made = self._toasted([Selection(("Bread",), "the", words="bread")], drink)
            return made, Selection(("BreadSliced",), "some", words="slice of bread")
        mug = vessel or self._vessel(drink)
        self.phrases.antecedents = [mug]
        return ([self._coffee([mug])] if "COFFEE" in kinds else self._watered([mug])), mug

    def _vessel(self, drink: Tree[Any]) -> Selection:
        """Read what a drink comes in: "a glass of water", "the red mug filled with coffee"."""
        words = terminals(drink)
        named = next((t for t in words if t.type == "NOUN"), None)
        if named is not None:
            (vessel,) = self.phrases.things(Tree("things", [Tree("thing", [
                *(c for c in drink.children if isinstance(c, Tree)), Tree("noun", [named])])]))
            if not limited(limited(vessel, "fillable"), "pickupable").types:
                self.phrases.fail(f"'{named}' cannot be filled", named, "'a mug', 'a glass'")
            return limited(vessel, "fillable")
        plain = "glass of" if any(t.type == "WATER" for t in words) else "mug of"
        word = next((str(t).lower() for t in words if t.type == "CUP_OF"), plain).split()[0]
        if any(t.type == "COFFEE" for t in words) and word in ("cup", "cups"):
            word = "mug"  # the machine takes mugs
        noun = ontology().find(word)
        count = [c for q in trees(drink, "quantifier") for c in terminals(q) if c.type == "NUMBER"]
        if count:
            self.phrases.fail("drinks are made one at a time", count[0], "'a cup of …'")
        return Selection(noun.types if noun else ("Mug",), "some", words=word)

    # -- states that have to be brought about first ------------------------------------------

    def step(self, node: Tree[Any]) -> Steps:
        """Read one clause; "a hot potato" that is put somewhere is heated before."""
        first: Steps = []
        rest: Steps = []
        for stage in super().step(node):
            kept: list[Wish] = []
            for wish in stage:
                missing = _to_be_made(wish)
                for key, _ in missing:
                    first += [w for w in self._made(wish.what, key, missing, node)
                              if w not in first and not self._wished(w)]
                if first:
                    self.phrases.remarks += [
                        f"'{wish.what.words}' is to be {STATE_WORDS.get(state, 'washed')}: "
                        "that is done first"
                        for state in missing]
                kept.append(replace(wish, what=_as_it_is(wish.what, missing)) if missing else wish)
            rest.append(kept)
        return [*first, *rest]

    def _wished(self, stage: list[Wish]) -> bool:
        return all(any(w in s for _, steps in self.clauses for s in steps) for w in stage)

    def _made(
        self, what: Selection, key: str, missing: list[tuple[str, bool | str]], node: Tree[Any]
    ) -> Steps:
        value = dict(missing)[key]
        what = _as_it_is(what, missing)
        if key == "isSliced":
            return [[HasState(what, key, True)]]
        if key in ("washed", "isDirty"):
            return [self._washed(what, node)]
        if value == "Cold":
            return [[Placed(what, Location("in", Selection(("Fridge",), "some", words="fridge")))]]
        if "Bread" in what.types and key == "isCooked":
            self.phrases.fail("toasted bread has to be made first", self._word(node, what),
                              "'toast the bread and put it on the plate'")
        return [self.heated(what, MICROWAVE)]

    def _making_by(self, node: Tree[Any]) -> Steps:
        steps = [c for c in node.children if isinstance(c, Tree) and c.data != "dish"]
        return self.step(steps[0])


def _to_be_made(wish: Wish) -> list[tuple[str, bool | str]]:
    states = wish.what.states
    if isinstance(wish, HasState) or wish.what.quantifier == "all":
        return [s for s in states if s == WASHED]
    dirty = limited(wish.what, "dirtyable").types
    return [s for s in states if s in _MADE or (s == ("isDirty", False) and not dirty)]


def _as_it_is(what: Selection, missing: list[tuple[str, bool | str]]) -> Selection:
    return replace(what, states=tuple(s for s in what.states if s not in missing))
