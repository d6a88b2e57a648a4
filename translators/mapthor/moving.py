"""Verbs that put things somewhere, fetch, examine and find."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lark import Token, Tree

from domains.household.goal import HasState, Held, Location, Placed, Selection, Wish
from translators.mapthor.nouns import Phrases, said, terminals, trees
from translators.mapthor.ontology import ontology
from translators.mapthor.places import carries, limited

__all__ = ["TARGETS", "Moving", "Steps", "avoided"]

Steps = list[list[Wish]]
"""Wishes of one clause, in stages."""
TARGETS = ("pp", "near", "at_home", "there")
_LAMPS = ("LightSwitch", "DeskLamp", "FloorLamp")


class Moving:
    """One method per verb class; the grammar's rule name, after an underscore."""

    def __init__(self, phrases: Phrases) -> None:
        self.phrases = phrases
        self.facts: list[Token] = []
        self.clauses: list[tuple[bool, Steps]] = []

    def step(self, node: Tree[Any]) -> Steps:
        """Read one clause."""
        read: Callable[[Tree[Any]], list[Wish] | Steps] = getattr(self, f"_{node.data}")
        wishes = read(node)
        if wishes and isinstance(wishes[0], list):
            return wishes
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
        named = self.phrases.antecedents
        node, further = self._each_from(node)
        what = self._carried(node)
        if further:
            return self._from_each(what, node, further)
        places = [c for c in node.children if isinstance(c, Tree) and c.data != "things"]
        if len(places) == 1:
            what = self._what_was_named(what, named)
        for exception in trees(node, "exception"):
            what = self.phrases.without(what, exception)
        for room in trees(node, "in_room"):
            self.phrases.room(room)
        sources = [self.phrases.location(p, target=False) for p in places
                   if p.data in ("from_place", "located_at")]
        targets = [(p, self.phrases.location(p, target=p is places[-1])) for p in places
                   if p.data in TARGETS]
        if sources:
            what = [replace(s, located=sources[0]) for s in what]
            self.phrases.antecedents = what
        if not targets:
            if not sources:
                self._into_room(Tree("into_room", [Tree("room_name", [terminals(places[-1])[-1]])]))
            return self._fetched(what)
        return self._placed(what, targets)

    def _each_from(self, node: Tree[Any]) -> tuple[Tree[Any], list[Tree[Any]]]:
        """Split "the mug from the table and the plate from the desk": groups with their places.

        The grammar may have read the plate as a second place the mug is at. Returns the clause with
        its first source, and the further things, each as ``things`` with a ``from_place``.
        """
        sources = trees(node, "from_place")
        if len(sources) < 2:
            return node, []
        further: list[Tree[Any]] = []
        first = sources[0]
        for number, source in enumerate(sources[1:], 1):
            before = sources[number - 1]
            nouns = trees(trees(before, "places")[0], "place_noun") if trees(
                before, "places") else []
            if len(nouns) < 2:
                self.phrases.fail("two places for where one thing is now", terminals(source)[0],
                                  "one place for each thing")
            things = Tree("things", [Tree("thing", list(nouns[-1].children))])
            cut = Tree("from_place", [*(c for c in before.children if isinstance(c, Token)),
                                      Tree("places", list(nouns[:-1]))])
            if number == 1:
                first = cut
            else:
                further[-1].children[1] = cut
            further.append(Tree("located_things", [things, source]))
        rest = [c for c in node.children if c not in sources]
        place = next(i for i, c in enumerate(rest) if isinstance(c, Tree) and c.data != "things")
        return Tree(node.data, [*rest[:place], first, *rest[place:]]), further

    def _from_each(
        self, what: list[Selection], node: Tree[Any], further: list[Tree[Any]]
    ) -> list[Wish]:
        """Bring things from several places to one."""
        what = self.phrases.at(what, trees(node, "from_place")[0])
        for group in further:
            what += self._carried(Tree("from_each", [group]))
        self.phrases.antecedents = what
        targets = [c for c in node.children if isinstance(c, Tree) and c.data in TARGETS]
        if not targets:
            return self._fetched(what)
        return self._placed(what, [(t, self.phrases.location(t, target=t is targets[-1]))
                                   for t in targets])

    def _what_was_named(
        self, what: list[Selection], named: list[Selection]
    ) -> list[Selection]:
        """Read "everything" after several things were named as these, not the whole room."""
        portable = set(ontology().properties["pickupable"])
        alone = len(what) == 1 and what[0].words == "everything" and not (
            what[0].states or what[0].located or len(what[0].types) < len(portable))
        if not alone or len(named) < 2 or not all(
                set(s.types) <= portable and len(s.types) < 20 for s in named):
            return what
        self.phrases.remarks.append(
            "'everything' is read as what was named before: " + ", ".join(s.words for s in named))
        self.phrases.antecedents = named
        return named

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
        if target.place is not None and carries(target) and any(
                t.type == "PRONOUN" and str(t).lower() == "it" for t in terminals(node)):
            self.phrases.antecedents = [target.place]  # "put the bread on it and carry it …"
        self.phrases.last_place = target
        return [Placed(s, target) for s in what]

    def _fetched(self, what: list[Selection]) -> list[Wish]:
        """Take things from somewhere: one into the hand, all of them to where they belong."""
        self.phrases.antecedents = what
        several = sum(s.count for s in what) > 2 and all(s.located for s in what)
        if several:
            self.phrases.remarks.append("more than two things are not kept in hand: they go "
                                        "where they belong")
        return [Placed(s, self.phrases.home(avoided(s.located)))
                if s.located and (several or s.quantifier == "all") else Held(s) for s in what]

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
        chosen: list[Selection] = []
        for selection in self._things(node, "pickupable"):
            kept = limited(selection, "pickupable")
            if not kept.types and selection.types:
                if not limited(selection, "moveable").types:
                    self.phrases.fail(f"'{selection.words}' cannot be carried",
                                      self._word(node, selection),
                                      "something that can be picked up, e.g. 'the apple'")
                self.phrases.remarks.append(
                    f"no robot can carry '{selection.words}' ({', '.join(selection.types)})")
            chosen.append(kept if kept.types else selection)
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

    # -- holding, finding ------------------------------------------------------------------

    def _holding(self, node: Tree[Any]) -> list[Wish]:
        what = self._carried(node)
        if said(node, "WANT"):
            self.phrases.remarks.append("wanting a thing is read as bringing it")
        return self._fetched(what)

    def _examining(self, node: Tree[Any]) -> list[Wish]:
        """Look at something closely: in hand; "with the lamp" or next to it: the lamp is on."""
        what = self._carried(node)
        lit = [s for things in trees(node, "things") for s in self.phrases.things(things)]
        off = [t for c in trees(node, "onoff") for t in terminals(c) if t.type == "OFF"]
        for number, selection in enumerate(what):
            place = selection.located.place if selection.located else None
            if place is not None and set(place.types) <= set(_LAMPS):
                lit.append(place)
                what[number] = replace(selection, located=None)
        for lamp in lit:
            if not set(lamp.types) <= set(_LAMPS) or off:
                self.phrases.fail(f"things are not examined with '{lamp.words}'",
                                  self._word(node, lamp), "'with the lamp on'")
        self.phrases.remarks.append("examining a thing is read as holding it"
                                    + (", with the lamp switched on" if lit else ""))
        self.phrases.antecedents = what
        return [*(Held(s) for s in what), *(HasState(s, "isToggled", True) for s in lit)]

    def _entering(self, node: Tree[Any]) -> list[Wish]:
        """Go to a room: robots are in it."""
        for room in trees(node, "room_name"):
            self.phrases.room(room)
        return []

    def _into_room(self, node: Tree[Any]) -> list[Wish]:
        (room,) = trees(node, "room_name")
        self.phrases.fail("a room is no place to put things in", terminals(room)[-1],
                          "a place, e.g. 'the table', 'a drawer'")

    def _finding(self, node: Tree[Any]) -> list[Wish]:
        located = trees(node, "located_things")[0]
        return [HasState(s, "found", True) for s in self.phrases.located_things(located)]

    def _going(self, node: Tree[Any]) -> list[Wish]:
        place = self.phrases.place(trees(node, "place")[0], holds=False)
        self.phrases.antecedents = [place]
        return [HasState(place, "reached", True)]


def avoided(where: Location | None) -> tuple[str, ...]:
    """Return the kinds of place things are taken from: they do not belong back there."""
    return where.place.types if where is not None and where.place else ()
