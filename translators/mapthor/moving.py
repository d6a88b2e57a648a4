"""Verbs that move things, clear places, fetch and find."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lark import Tree

from domains.household.goal import HasState, Held, Location, Placed, Selection, Wish
from translators.mapthor.nouns import Phrases, trees
from translators.mapthor.ontology import ontology

__all__ = ["Moving", "Steps"]

Steps = list[list[Wish]]
"""Wishes of one clause, in stages."""


class Moving:
    """One method per verb class; the grammar's rule name, after an underscore."""

    def __init__(self, phrases: Phrases) -> None:
        self.phrases = phrases

    def step(self, node: Tree[Any]) -> Steps:
        """Read one clause."""
        read: Callable[[Tree[Any]], list[Wish] | Steps] = getattr(self, f"_{node.data}")
        wishes = read(node)
        if wishes and isinstance(wishes[0], list):
            return wishes  # type: ignore[return-value]
        return [wishes]  # type: ignore[list-item]

    def _placing(self, node: Tree[Any]) -> list[Wish]:
        every: list[Selection] = []
        wishes: list[Wish] = []
        for group in trees(node, "group"):
            wishes += self._group(group)
            every += self.phrases.antecedents
        self.phrases.antecedents = every
        return wishes

    def _fetch_and_place(self, node: Tree[Any]) -> list[Wish]:
        self._carried(node)
        return self._group(trees(node, "group")[0])

    def _group(self, node: Tree[Any]) -> list[Wish]:
        what = self._carried(node)
        pps = [c for c in node.children if isinstance(c, Tree) and c.data != "things"]
        places = [(pp.data == "from_place", self.phrases.location(pp)) for pp in pps]
        sources = [where for is_source, where in places if is_source]
        targets = [where for is_source, where in places if not is_source]
        if not targets:
            what = [replace(s, located=sources[0]) for s in what]
            self.phrases.antecedents = what
            return [Placed(s, self.phrases.home(_avoided(sources[0])))
                    if s.quantifier == "all" else Held(s) for s in what]
        sources += targets[:-1]
        target = targets[-1]
        if sources and not _is_vessel(sources[-1]):
            what = [replace(s, located=sources[0]) for s in what]
        elif sources and sources[-1].place and target.relation != "home":
            target = replace(sources[-1], place=replace(sources[-1].place, located=target))
        self.phrases.antecedents = what
        self.phrases.last_place = target
        return [Placed(s, target) for s in what]

    def _things(self, node: Tree[Any], needs: str) -> list[Selection]:
        """Read the things of a clause; pronouns mean things that have the property."""
        self.phrases.needed = frozenset(ontology().properties[needs])
        located = trees(node, "located_things")
        found = (self.phrases.located_things(located[0]) if located
                 else self.phrases.things(trees(node, "things")[0]))
        self.phrases.needed = frozenset()
        return found

    def _carried(self, node: Tree[Any]) -> list[Selection]:
        portable = set(ontology().properties["pickupable"])
        chosen: list[Selection] = []
        for selection in self._things(node, "pickupable"):
            kept = tuple(t for t in selection.types if t in portable)
            if not kept and selection.types:
                self.phrases.remarks.append(
                    f"no robot can carry '{selection.words}' ({', '.join(selection.types)})")
            chosen.append(replace(selection, types=kept or selection.types))
        self.phrases.antecedents = chosen
        return chosen

    def _awaying(self, node: Tree[Any]) -> list[Wish]:
        things = self._carried(node)
        portable = set(ontology().properties["pickupable"])
        wishes: list[Wish] = []
        for selection in things:
            places = ontology().places(selection.types)
            if places and not portable & set(selection.types):  # "tidy up the table"
                wishes += self._emptied_place(replace(selection, types=places))
            else:
                wishes.append(Placed(selection, self.phrases.home()))
        return wishes

    def _emptied_place(self, place: Selection) -> list[Wish]:
        everything = Selection(ontology().properties["pickupable"], "all", words="everything",
                               located=Location("on", place))
        self.phrases.antecedents = [everything]
        return [Placed(everything, self.phrases.home(avoid=place.types))]

    def _trashing(self, node: Tree[Any]) -> list[Wish]:
        target = Location("in", Selection(("GarbageCan",), "some", words="garbage can"))
        return [Placed(s, target) for s in self._carried(node)]

    def _holding(self, node: Tree[Any]) -> list[Wish]:
        return [Held(s) for s in self._carried(node)]

    def _finding(self, node: Tree[Any]) -> list[Wish]:
        return [HasState(s, "found", True)
                for s in self.phrases.things(trees(node, "things")[0])]

    def _going(self, node: Tree[Any]) -> list[Wish]:
        place = self.phrases.place(trees(node, "place")[0], holds=False)
        self.phrases.antecedents = [place]
        return [HasState(place, "reached", True)]

    def _clearing(self, node: Tree[Any]) -> list[Wish]:
        place = self.phrases.place(trees(node, "place")[0])
        everything = Selection(ontology().properties["pickupable"], "all", words="everything",
                               located=Location("on", place))
        return self._cleared(node, [everything], place)

    def _cleared(
        self, node: Tree[Any], what: list[Selection], place: Selection
    ) -> list[Wish]:
        target: Location | None = None
        for child in node.children:
            if not isinstance(child, Tree) or child.data in ("place", "things", "away"):
                continue
            if child.data in ("pp", "near", "at_home", "there"):
                target = self.phrases.location(child)
            else:
                inner = [w for stage in self.step(child) for w in stage]
                target = next((w.target for w in inner if isinstance(w, Placed)), target)
        if target is None or target.relation == "home":
            target = self.phrases.home(avoid=place.types)
        self.phrases.antecedents = what
        return [Placed(s, target) for s in what]

    def _clearing_things(self, node: Tree[Any]) -> list[Wish]:
        place = self.phrases.place(trees(trees(node, "away")[0], "place")[0])
        what = [replace(s, located=Location("on", place)) for s in self._carried(node)]
        return self._cleared(node, what, place)

    _taking_off = _clearing_things


def _is_vessel(where: Location) -> bool:
    """Whether a place can itself be carried ("the bowl on the table")."""
    portable = set(ontology().properties["pickupable"])
    return where.place is not None and bool(portable & set(where.place.types))


def _avoided(where: Location) -> tuple[str, ...]:
    return where.place.types if where.place else ()
