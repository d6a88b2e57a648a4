"""Verbs that move things, clear places, fetch and find."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from lark import Token, Tree

from domains.household.goal import HasState, Held, Location, Placed, Selection, Wish
from translators.mapthor.nouns import Phrases, said, terminals, trees
from translators.mapthor.ontology import ontology
from translators.mapthor.places import carries

__all__ = ["Moving", "Steps"]

Steps = list[list[Wish]]
"""Wishes of one clause, in stages."""
_TARGETS = ("pp", "near", "at_home", "there")


class Moving:
    """One method per verb class; the grammar's rule name, after an underscore."""

    def __init__(self, phrases: Phrases) -> None:
        self.phrases = phrases
        self.facts: list[Token] = []

    def step(self, node: Tree[Any]) -> Steps:
        """Read one clause."""
        read: Callable[[Tree[Any]], list[Wish] | Steps] = getattr(self, f"_{node.data}")
        wishes = read(node)
        if wishes and isinstance(wishes[0], list):
            return wishes  # type: ignore[return-value]
        return [wishes]  # type: ignore[list-item]

    # -- putting ---------------------------------------------------------------------------

    def _placing(self, node: Tree[Any]) -> list[Wish]:
        every: list[Selection] = []
        wishes: list[Wish] = []
        for group in trees(node, "group", "group_to", "fetched"):
            before = len(self.phrases.remarks)
            wishes += self._group(group)
            if every and any("can carry" in r for r in self.phrases.remarks[before:]):
                self.phrases.fail("this cannot be carried", terminals(group)[0],
                                  "things; 'from the table and from the desk' for places")
            every += self.phrases.antecedents
        self.phrases.antecedents = every
        return wishes

    def _fetch_and_place(self, node: Tree[Any]) -> list[Wish]:
        self._carried(node)
        return self._group(trees(node, "group")[0])

    def _group(self, node: Tree[Any]) -> list[Wish]:
        what = self._carried(node)
        places = [c for c in node.children if isinstance(c, Tree) and c.data != "things"]
        for exception in trees(node, "exception"):
            what = self.phrases.without(what, exception)
        for room in trees(node, "in_room"):
            self.phrases.room(room)
        sources = [self.phrases.location(p, target=False) for p in places
                   if p.data in ("from_place", "located_at")]
        targets = [(p, self.phrases.location(p, target=p is places[-1])) for p in places
                   if p.data in _TARGETS]
        if sources:
            what = [replace(s, located=sources[0]) for s in what]
            self.phrases.antecedents = what
        if not targets:
            if not sources:
                self.phrases.fail("a room is no place to put things in", terminals(places[-1])[-1],
                                  "a place, e.g. 'the table', 'a drawer'")
            return self._fetched(what)
        return self._placed(what, targets)

    def _placed(
        self, what: list[Selection], targets: list[tuple[Tree[Any], Location]]
    ) -> list[Wish]:
        """Bring things to the last place; one named before it says where they are, or which."""
        *before, (node, target) = targets
        if len(before) > 1:
            self.phrases.fail("too many places in one clause", terminals(node)[0],
                              "where the things are and where they should go")
        for first_node, first in before:
            first_word = terminals(first_node)[0]
            if first.place and target.relation == "near" and first.relation != "near":
                self.phrases.remarks.append(
                    f"'{first.place.words}' is read as the one {target.describe()}")
                target = replace(first, place=replace(first.place, located=target))
            elif first.place and target.relation != "home" and carries(first):
                target = replace(first, place=replace(first.place, located=target))
            elif first_word.type in ("IN", "ON", "AT", "NEAR") and first.place:
                if any(s.located for s in what):
                    self.phrases.fail("two places for where one thing is now", first_word)
                what = [replace(s, located=first) for s in what]
            else:
                self.phrases.fail("two places to put one thing", terminals(node)[0],
                                  "one place, e.g. 'into the fridge'")
        self.phrases.antecedents = what
        self.phrases.last_place = target
        return [Placed(s, target) for s in what]

    def _fetched(self, what: list[Selection]) -> list[Wish]:
        """Take things from somewhere: one into the hand, all of them to where they belong."""
        self.phrases.antecedents = what
        return [Placed(s, self.phrases.home(_avoided(s.located)))
                if s.quantifier == "all" and s.located else Held(s) for s in what]

    # -- reading what a verb is done to ----------------------------------------------------

    def _things(self, node: Tree[Any], needs: str) -> list[Selection]:
        """Read the things of a clause; pronouns mean things that have the property."""
        self.phrases.needed = frozenset(ontology().properties[needs])
        located = trees(node, "located_things")
        found = (self.phrases.located_things(located[0]) if located
                 else self.phrases.things(trees(node, "things")[0]))
        for place in trees(node, "from_place", "located_at"):
            if node.data not in ("group", "group_to", "fetched", "clearing_things"):
                found = self.phrases.at(found, place)
        self.phrases.needed = frozenset()
        return found

    def _carried(self, node: Tree[Any]) -> list[Selection]:
        portable = set(ontology().properties["pickupable"])
        chosen: list[Selection] = []
        for selection in self._things(node, "pickupable"):
            kept = tuple(t for t in selection.types if t in portable)
            if not kept and selection.types:
                if not set(selection.types) & set(ontology().properties["moveable"]):
                    self.phrases.fail(f"'{selection.words}' cannot be carried",
                                      self._word(node, selection),
                                      "something that can be picked up, e.g. 'the apple'")
                self.phrases.remarks.append(
                    f"no robot can carry '{selection.words}' ({', '.join(selection.types)})")
            chosen.append(replace(selection, types=kept or selection.types))
        self.phrases.antecedents = chosen
        return chosen

    def _word(self, node: Tree[Any], selection: Selection) -> Token:
        """Find the words of a selection in its clause, for an error message."""
        words = terminals(node)
        return next((t for t in words if str(t) == selection.words), words[-1])

    def _moving_off(self, node: Tree[Any]) -> list[Wish]:
        away = next(t for t in terminals(node) if t.type == "AWAY")
        self.phrases.fail("'away from' does not say where it should go", away,
                          "a place: 'on the table', 'next to the sofa'; or 'remove it from …'")

    # -- putting away, clearing ------------------------------------------------------------

    def _awaying(self, node: Tree[Any]) -> list[Wish]:
        portable = set(ontology().properties["pickupable"])
        wishes: list[Wish] = []
        things = self._things(node, "pickupable")
        for selection in things:
            places = ontology().places(selection.types)
            kept = tuple(t for t in selection.types if t in portable)
            tidied = said(node, "TIDY", "CLEAR")
            if kept:
                wishes.append(Placed(replace(selection, types=kept), self.phrases.home()))
            elif places and tidied:  # "tidy up the table"
                wishes += self.emptied_place(replace(selection, types=places))
            else:
                self.phrases.fail(f"'{selection.words}' cannot be put away",
                                  self._word(node, selection), "something that can be carried")
        return wishes

    def emptied_place(
        self, place: Selection, target: Location | None = None, spared: Tree[Any] | None = None
    ) -> list[Wish]:
        """Wish that nothing (but what is spared) lies on a place any more."""
        everything = [Selection(ontology().properties["pickupable"], "all", words="everything",
                                located=Location(_relation(place), place))]
        if spared is not None:
            everything = self.phrases.without(everything, spared)
        self.phrases.antecedents = everything
        return [Placed(s, target or self.phrases.home(avoid=place.types)) for s in everything]

    def _trashing(self, node: Tree[Any]) -> list[Wish]:
        located = trees(node, "located_things")[0]
        pps = [c for c in located.children[1:] if c.data == "located_at"]
        target = Location("in", Selection(("GarbageCan",), "some", words="garbage can"))
        what = self._carried(node)
        if pps and all(s.located and s.located.place and
                       s.located.place.types == ("GarbageCan",) for s in what):
            what = [replace(s, located=None) for s in what]  # "dispose of the egg in the bin"
            self.phrases.antecedents = what
        return [Placed(s, target) for s in what]

    def _tidying(self, node: Tree[Any]) -> list[Wish]:
        for room in node.children:
            if isinstance(room, Tree):
                self.phrases.room(room)
        everything = Selection(ontology().properties["pickupable"], "all", words="everything")
        self.phrases.antecedents = [everything]
        return [Placed(everything, self.phrases.home())]

    def _clearing(self, node: Tree[Any]) -> list[Wish]:
        place = self.phrases.place(trees(node, "places")[0])
        spared = next(iter(trees(node, "exception")), None)
        return self.emptied_place(place, self._cleared_to(node, place), spared)

    def _ridding(self, node: Tree[Any]) -> list[Wish]:
        """Clear the counter of dishes."""
        place = self.phrases.place(trees(node, "places")[0])
        where = Location(_relation(place), place)
        what = [replace(s, located=where) for s in self._carried(node)]
        self.phrases.antecedents = what
        return [Placed(s, self.phrases.home(avoid=place.types)) for s in what]

    def _clearing_things(self, node: Tree[Any]) -> list[Wish]:
        what = self._carried(node)
        (source,) = trees(node, "from_place")
        where = self.phrases.location(source, target=False)
        what = [replace(s, located=where) for s in what]
        self.phrases.antecedents = what
        assert where.place is not None
        target = self._cleared_to(node, where.place) or self.phrases.home(avoid=where.place.types)
        return [Placed(s, target) for s in what]

    def _cleared_to(self, node: Tree[Any], place: Selection) -> Location | None:
        """Return where the things of a cleared place go, if the words say so."""
        target: Location | None = None
        for child in node.children:
            if not isinstance(child, Tree):
                continue
            if child.data in _TARGETS:
                target = self.phrases.location(child)
            elif child.data not in ("places", "things", "from_place", "exception"):
                inner = [w for stage in self.step(child) for w in stage]
                target = next((w.target for w in inner if isinstance(w, Placed)), target)
        return None if target is not None and target.relation == "home" else target

    def _setting(self, node: Tree[Any]) -> list[Wish]:
        """Set the table, with what is named or what the ontology lays out."""
        node_place = trees(node, "place")[0]
        place = self.phrases.place(node_place)
        if not set(place.types) & set(ontology().settings):
            self.phrases.fail("the sentence stops too early: where should it go?",
                              terminals(node)[-1], "'in', 'on' or 'next to' a place")
        where = Location("on", place)
        if trees(node, "things"):
            return [Placed(s, where) for s in self._carried(node)]
        laid = [Selection(kinds, "some", words=kinds[0]) for kinds in ontology().laid_out]
        self.phrases.remarks.append("setting the table is read as laying out one each of "
                                    + ", ".join(" or ".join(s.types) for s in laid))
        self.phrases.antecedents = laid
        return [Placed(s, where) for s in laid]

    # -- holding, finding ------------------------------------------------------------------

    def _holding(self, node: Tree[Any]) -> list[Wish]:
        what = self._carried(node)
        if said(node, "WANT"):
            self.phrases.remarks.append("wanting a thing is read as bringing it")
        return self._fetched(what)

    def _finding(self, node: Tree[Any]) -> list[Wish]:
        located = trees(node, "located_things")[0]
        return [HasState(s, "found", True) for s in self.phrases.located_things(located)]

    def _going(self, node: Tree[Any]) -> list[Wish]:
        place = self.phrases.place(trees(node, "place")[0], holds=False)
        self.phrases.antecedents = [place]
        return [HasState(place, "reached", True)]


def _avoided(where: Location | None) -> tuple[str, ...]:
    return where.place.types if where is not None and where.place else ()


def _relation(place: Selection) -> Any:
    return "in" if _inside(place.types) else "on"


def _inside(types: Iterable[str]) -> bool:
    return set(types) <= ontology().inside and bool(set(types))
