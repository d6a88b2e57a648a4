"""What the words of a goal mean by what is believed: conditions, places, what is where."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from domains.household.belief.belief import CONTAINERS, Belief, Item, Landmark
from domains.household.belief.camera import apart
from domains.household.goal import (
    BASINS,
    SNAPPING,
    TAP_M,
    Condition,
    Goal,
    Location,
    Placed,
    Selection,
    Subgoal,
)

__all__ = ["ORIENT", "Meanings", "fillers", "rests"]

ORIENT = 2
"""Steps of looking round before "the central table" is decided on."""


class Meanings:
    """Tells what is meant, and remembers how it was before robots touched anything."""

    def __init__(self, goal: Goal, belief: Belief) -> None:
        self.goal, self.belief = goal, belief
        self.absent: set[str] = set()
        self._witnesses: dict[Condition, dict[str, bool]] = {}
        self._denied: set[Condition] = set()
        self._origins: dict[Selection, dict[str, Item]] = {}
        self._central: dict[tuple[str, ...], str] = {}
        self._vessels: dict[Location, dict[str, bool]] = {}

    # -- conditions -------------------------------------------------------------------------------

    def due(self, subgoal: Subgoal) -> bool | None:
        """Whether the conditions of a subgoal are met; None while that is not known."""
        met = [self._met(c) for c in subgoal.what.when]
        return False if False in met else None if None in met else True

    def _met(self, condition: Condition) -> bool | None:
        met = [self._met_alone(c) for c in condition.alone]
        return True if True in met else None if None in met else False

    def _met_alone(self, condition: Condition) -> bool | None:
        memory = self._witnesses.setdefault(condition, {})
        self._remember(memory, condition.what.types, condition.what,
                       first=bool(condition.what.states))
        if sum(memory.values()) >= condition.count:
            return condition.exists
        return not condition.exists if condition in self._denied else None

    def _asked(self, subgoal: Subgoal) -> list[Condition]:
        """List the conditions of which a subgoal still depends."""
        return [a for c in subgoal.what.when if self.due(subgoal) is None and self._met(c) is None
                for a in c.alone if self._met_alone(a) is None]

    def _remember(
        self, memory: dict[str, bool], kinds: Iterable[str], what: Selection, *,
        first: bool = False,
    ) -> None:
        """Take note of what fits a selection before any robot has touched it.

        What a condition asks of states counts as they were first seen: robots may change them.
        """
        for item in self.belief.of(kinds):
            if first and item.name in memory:
                continue
            if not memory.get(item.name) and not item.touched and item.held_by in ("", "?"):
                memory[item.name] = self._fits(item, what)

    # -- places ----------------------------------------------------------------------------------

    def _fits(self, item: Item, what: Selection) -> bool:
        if any(item.states.get(k) != v for k, v in what.states):
            return False
        if what.holding is not None and not self.is_known_by(item, what):
            return False
        if any(item.kind in s.types and self._fits(item, s) for s in what.but
               if s.quantifier != "some"):
            return False
        return what.located is None or self.at(item, what.located)

    def at(self, item: Item, where: Location) -> bool:
        """Whether an item is believed to be at a place."""
        if item.held_by:
            return False
        around = self.belief.ancestors(item)
        if where.relation == "home":
            thrown = "GarbageCan" in around and not (item.touched or where.avoid)
            homes = {*self.homes(where, item.kind), *where.kept.get(item.kind, ())}
            return thrown or (bool(around & homes) and not around & set(where.avoid))
        place = where.place
        if place is None:
            return False
        if where.relation == "near":
            return any(apart(item, o) <= 0.9 for o in self.belief.of(place.types))
        if where.relation == "at":
            return self._belongs(item, place)
        if place.central:
            central = self.central(place)
            return isinstance(central, Item) and central.name in around
        if place.located is None and not place.states and place.holding is None:
            if not where.each:
                return bool(around & set(place.types))
        spots = {i.name for i in self.belief.of(place.types) if self.is_place(i, place)}
        return bool(around & spots) and not (
            where.each and self._surplus(item, where, around & spots))

    def is_place(self, item: Item, place: Selection) -> bool:
        """Whether a thing is one of the places of a kind that are meant."""
        if place.central and item != self.central(place):
            return False
        where = place.located
        if where is not None and "pickupable" in item.can:
            place = replace(place, located=None)  # "the pot on the stove": also when it is moved
            if not self._lay(item, where):
                return False
        plain = place.located is None and not place.states and place.holding is None
        return plain or self._fits(item, place)

    def _lay(self, item: Item, where: Location) -> bool:
        """Whether a thing was at a place before any robot touched it."""
        known = self._vessels.setdefault(where, {})
        if item.name not in known or not (item.touched or item.held_by):
            known[item.name] = self.at(item, where)
        return known[item.name]

    def _surplus(self, item: Item, where: Location, spots: Iterable[str]) -> bool:
        """Whether what is at a place is more than the place's share."""
        kinds = {t for w in self.goal.subgoals if isinstance(w, Placed) and w.target == where
                 for t in w.what.types}
        for spot in spots:
            there = sorted(i.name for i in self.belief.of(kinds)
                           if not i.held_by and spot in self.belief.ancestors(i))
            if item.name in there[:where.each]:
                return False
        return True

    def _note_origins(self) -> None:
        """Take note of where the things lie by which places are known, as long as it is so."""
        for what in self.goal.origins:
            noted = self._origins.setdefault(what, {})
            for item in self.belief.of(what.types):
                if not item.touched and not item.held_by and self._fits(item, what):
                    noted[item.name] = replace(item)

    def is_known_by(self, spot: Item | Landmark, place: Selection) -> bool:
        """Whether a place holds what it is known by: when that was first seen, or now.

        What lay on a place without a name is known by where it lay.
        """
        what = place.holding
        assert what is not None
        if place.by_then:
            return isinstance(spot, Item) and any(
                not i.held_by and spot.name in i.parent_names for i in self.belief.of(what.types))
        return any(
            spot.name in item.parent_names if isinstance(spot, Item) and item.parent_names
            else spot.kind in item.parents and apart(item, spot) == 0.0
            for item in self._origins.get(what, {}).values())

    def homes(self, where: Location, kind: str) -> tuple[str, ...]:
        """Return where a type belongs in this room: places that are there or may yet be found."""
        there = {i.kind for i in self.belief.items.values()} | {
            m.kind for m in self.belief.landmarks.values()
            if m.spot not in self.belief.out_of_reach}
        hoped = {k for k in where.homes.get(kind, ()) if k not in self.absent}
        return where.homes_of(kind, there | hoped)

    def unknown_homes(self, homes: Sequence[str]) -> list[str]:
        """List the places of a thing, best first, that come before the first that is known."""
        return [*takewhile(lambda k: not (self.belief.of([k]) or self.belief.marks([k])), homes)]

    def _belongs(self, item: Item, place: Selection) -> bool:
        """Whether a tap belongs to a basin of a kind: no other known basin is nearer."""
        basins: list[Item | Landmark] = [*self.belief.of(BASINS), *self.belief.marks(BASINS)]
        nearest = min(basins, key=lambda b: (apart(item, b), b.kind not in place.types),
                      default=None)
        return nearest is not None and nearest.kind in place.types and (
            apart(item, nearest) <= TAP_M)

    def central(self, place: Selection) -> Item | Landmark | None:
        """Return the one place of a kind that lies nearest to the middle of the room.

        The middle is that of all that is known, so the team looks round first (:data:`ORIENT`);
        once a named place is chosen, that is the one.
        """
        if place.types in self._central:
            return self.belief.items[self._central[place.types]]
        options: list[Item | Landmark] = [
            *self.belief.of(place.types),
            *self.belief.marks(place.types)]
        if not options or self.belief.step < ORIENT:
            return None
        spots = [t.middle for t in (*self.belief.items.values(), *self.belief.landmarks.values())]
        middle = [(min(s[i] for s in spots) + max(s[i] for s in spots)) / 2 for i in (0, 1)]
        best = min(options, key=lambda o: math.dist(middle, o.middle))
        if isinstance(best, Item):
            self._central[place.types] = best.name
        return best


def fillers(place: Item, item: Item, things: Iterable[Item]) -> list[Item]:
    """List what takes up a place that holds one thing, which then has no room for another."""
    return [t for t in things if place.kind in SNAPPING and t is not item and not t.lost
            and place.name in t.parent_names and "pickupable" in t.can]


def rests(item: Item, place: Item, allowed: Mapping[str, frozenset[str]]) -> bool:
    """Whether a thing may be put somewhere on the way: in the open, and not thrown away."""
    return {"receptacle"} == place.can & {"receptacle", "pickupable"} and (
        place.kind in allowed.get(item.kind, (place.kind,))) and (
        place.kind not in (*CONTAINERS, "GarbageCan", "Toilet"))
