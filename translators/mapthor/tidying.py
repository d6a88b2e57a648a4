"""Verbs that put things away, throw them away, clear places and lay tables."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, Tree

from domains.household.goal import Location, Placed, Selection, Wish
from translators.mapthor.moving import TARGETS, Moving, avoided
from translators.mapthor.nouns import numeral, said, terminals, trees
from translators.mapthor.ontology import ontology
from translators.mapthor.places import into, limited

__all__ = ["Tidying"]


class Tidying(Moving):
    """One method per verb class; the grammar's rule name, after an underscore."""

    def _awaying(self, node: Tree[Any]) -> list[Wish]:
        node, spared = _with_exception(node)
        wishes: list[Wish] = []
        for selection in self._things(node, "pickupable"):
            places = ontology().places(selection.types)
            kept = limited(selection, "pickupable")
            if kept.types:
                wishes += self._put_away(kept, spared)
            elif places and said(node, "TIDY", "CLEAR"):  # "tidy up the table"
                wishes += self.emptied_place(replace(selection, types=places), spared=spared)
            else:
                self.phrases.fail(f"'{selection.words}' cannot be put away",
                                  self._word(node, selection), "something that can be carried")
        return wishes

    def _put_away(self, what: Selection, spared: Tree[Any] | None) -> list[Wish]:
        """Put things where they belong; "put away the cups in the cabinet" says where."""
        kept = self.phrases.without([what], spared) if spared else [what]
        where = what.located
        if where is not None and where.place is not None and where.relation != "near" and all(
                set(where.place.types) & set(ontology().homes.get(t, ())) for t in what.types):
            self.phrases.remarks.append(f"'{where.describe()}' is read as where to put it")
            return [Placed(replace(s, located=None), where) for s in kept]
        return [Placed(s, self.phrases.home(avoided(where))) for s in kept]

    def emptied_place(
        self, place: Selection, target: Location | None = None, spared: Tree[Any] | None = None
    ) -> list[Wish]:
        """Wish that nothing (but what is spared) lies on a place any more."""
        everything = [Selection(ontology().properties["pickupable"], "all", words="everything",
                                located=into(place))]
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
        nouns = trees(trees(node, "places")[0], "place_noun")
        targets = trees(node, *TARGETS)
        if targets and not any(ontology().places(self.phrases.types_of(
                terminals(trees(n, "noun")[0])[0])) for n in nouns):
            things = Tree("things", [Tree("thing", list(n.children)) for n in nouns])
            return self._group(Tree("group", [things, *targets]))  # "unload the food into …"
        place = self.phrases.place(trees(node, "places")[0])
        spared = next(iter(trees(node, "exception")), None)
        return self.emptied_place(place, self._cleared_to(node, place), spared)

    def _ridding(self, node: Tree[Any]) -> list[Wish]:
        """Clear the counter of dishes."""
        place = self.phrases.place(trees(node, "places")[0])
        what = [replace(s, located=into(place)) for s in self._carried(node)]
        self.phrases.antecedents = what
        return [Placed(s, self.phrases.home(avoid=place.types)) for s in what]

    def _clearing_things(self, node: Tree[Any]) -> list[Wish]:
        what = self._carried(node)
        (source,) = trees(node, "from_place")
        where = self.phrases.location(source, target=False)
        what = [replace(s, located=where) for s in what]
        for exception in trees(node, "exception"):
            what = self.phrases.without(what, exception)
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
            if child.data in TARGETS:
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
        guests = [t for t in node.children if isinstance(t, Token) and t.type == "NUMBER"]
        if trees(node, "things"):
            what = self._carried(node)
            if guests:  # "with plates and forks for three": three of each
                what = [replace(s, quantifier="some", count=numeral(guests[0])) for s in what]
                self.phrases.antecedents = what
            return [Placed(s, where) for s in what]
        count = numeral(guests[0]) if guests else 1
        if not count:
            self.phrases.fail("none at all is nothing to do", guests[0], "1 or more")
        laid = [Selection(kinds, "some", count, words=kinds[0]) for kinds in ontology().laid_out]
        self.phrases.remarks.append(f"setting the table is read as laying out {count} each of "
                                    + ", ".join(" or ".join(s.types) for s in laid))
        self.phrases.antecedents = laid
        return [Placed(s, where) for s in laid]


def _with_exception(node: Tree[Any]) -> tuple[Tree[Any], Tree[Any] | None]:
    """Take the exception out of a clause: "tidy the desk except the laptop" spares the laptop."""
    children: list[Any] = []
    spared: Tree[Any] | None = None
    for child in node.children:
        if isinstance(child, Tree) and child.data == "exception":
            spared = child
            continue
        if isinstance(child, Tree) and child.data in ("things", "located_things"):
            child, inner = _with_exception(child)
            spared = inner or spared
        children.append(child)
    return Tree(node.data, children), spared
