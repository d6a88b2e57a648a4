"""Subgoals → open tasks: which believed objects are meant, which hold, what has to wait.

That is what the words of a goal mean by what is believed: conditions, places, what is where.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from domains.household.belief.belief import CONTAINERS, DOUBT, Belief, Item
from domains.household.belief.camera import apart, gap
from domains.household.goal import (
    BASINS,
    STATIONS,
    TAP_M,
    Condition,
    Goal,
    HasState,
    Held,
    Location,
    Placed,
    Selection,
    Subgoal,
)
from domains.household.states import PROPERTIES, STATES

ORIENT = 2
"""Steps of looking round before "the central table" is decided on."""
VESSELS = frozenset({"Bowl", "Cup", "Mug", "Pan", "Plate", "Pot"})
"""Types that the pieces of one thing fill."""
NEAR_M = 1.2
"""How near (m) a robot stands that holds one thing near another: its hand is before it."""


@dataclass(frozen=True)
class Task:
    """One open piece of work: bring ``item`` to where ``subgoal`` wants it, or into its state."""

    subgoal: Subgoal
    item: str

    @property
    def key(self) -> str:
        """Identify the task within one stage."""
        return f"{getattr(self.subgoal, 'state', type(self.subgoal).__name__)}:{self.item}"


class Tracker:
    """Tells what is meant, follows a goal through its stages; remembers how it was at first."""

    def __init__(self, goal: Goal, belief: Belief, *, by_acts: bool = False) -> None:
        self.goal, self.belief = goal, belief
        self.absent: set[str] = set()
        self._witnesses: dict[Condition, dict[str, bool]] = {}
        self._denied: set[Condition] = set()
        self._origins: dict[Selection, dict[str, Item]] = {}
        self._central: dict[tuple[str, ...], str] = {}
        self._vessels: dict[Location, dict[str, bool]] = {}
        self.by_acts = by_acts
        self.stage = 0
        self._members: dict[int, dict[str, bool]] = {}
        self._chosen: dict[int, list[str]] = {}
        self.reached: set[str] = set()
        self.unfit: set[tuple[int, str]] = set()
        self.replaced: set[int] = set()  # subgoals for which something else has to do
        self.misled: list[Selection] = []  # what was not where it was said to be
        self.missed: list[Subgoal] = []  # what an earlier stage did not achieve and none makes good

    @property
    def subgoals(self) -> tuple[Subgoal, ...]:
        """Subgoals of the present stage."""
        return self.goal.stages[self.stage] if self.stage < len(self.goal.stages) else ()

    def advance(self) -> bool:
        """Go to the next stage; False when there is none (the last one stays the present one)."""
        last = self.stage + 1 >= len(self.goal.stages)
        self.stage += not last
        return not last

    # -- who is meant -----------------------------------------------------------------------------

    def members(self, subgoal: Subgoal) -> list[Item]:
        """List the known objects a subgoal is about."""
        what = subgoal.what
        kinds = set(what.types)
        if not any(i.kind in kinds for i in self.belief.items.values()) and (
                kinds <= self.absent or id(subgoal) in self.replaced):
            self.replaced |= {id(subgoal)} if what.substitutes else set()
            kinds = {t for k in what.types for t in what.substitutes.get(k, ())}
        memory = self._members.setdefault(id(subgoal), {})
        self._remember(memory, kinds, what)
        if what.when and not self.due(subgoal):
            return []
        plain = what.located is None and not (what.states or what.but or what.holding)
        known = self.belief.of(kinds) if plain else [
            self.belief.items[n] for n, fits in memory.items() if fits]
        found = [i for i in known if (id(subgoal), i.name) not in self.unfit]
        if not isinstance(subgoal, HasState):
            cut = {i.kind for i in found if i.states["isSliced"]
                   and not i.kind.endswith(("Sliced", "Cracked"))}
            found = [i for i in found if i.kind not in cut or not i.states["isSliced"]]
            found += [p for kind in cut for p in self._piece(subgoal, kind)]
        others = self.goal.left_to(subgoal)
        if others:
            left = {i.name for other in others for i in self.members(other)}
            found = [i for i in found if i.name not in left]
        limited = (what.quantifier == "some" or what.partly or self._each(subgoal)
                   or _in_one_hand(subgoal))
        return self._choose(subgoal, found) if limited else found

    def _piece(self, subgoal: Subgoal, kind: str) -> list[Item]:
        """Return a piece that stands for the whole things of a kind that were sliced."""
        pieces = [i for i in self.belief.of((f"{kind}Sliced", f"{kind}Cracked"))
                  if (id(subgoal), i.name) not in self.unfit]
        return sorted(pieces, key=lambda i: (
            not self.holds(subgoal, i), i.lost, not i.held_by, self._remote(i)))[:1]

    def take_elsewhere(self, missed: Callable[[Subgoal], Sequence[str]]) -> None:
        """Take things from where they are if none is where they were said to be.

        ``missed`` names the places that nobody has looked at yet.
        """
        wrong = {w.what for w in self.subgoals if w.what.hearsay and w.what.located
                 and w.what.located.place and self.belief.of(w.what.located.place.types)
                 and self.belief.of(w.what.types) and not (self.members(w) or missed(w))}
        self.misled += wrong
        self.goal = replace(self.goal, stages=tuple(tuple(
            replace(w, what=replace(w.what, located=None, hearsay=False)) if w.what in wrong else w
            for w in stage) for stage in self.goal.stages))

    def instead(self) -> Iterator[str]:
        """Say what was taken for what was not there, or not where it was said to be."""
        for subgoal in self.goal.subgoals:
            what = subgoal.what
            other = [i.name for i in self.members(subgoal) if i.kind in {
                t for kinds in what.substitutes.values() for t in kinds} - set(what.types)]
            if other:
                yield f"no {what.types[0]} was found, {', '.join(other)} will do"
            for said in self.misled:
                if replace(said, located=None, hearsay=False) == what and said.located:
                    names = ", ".join(i.name for i in self.members(subgoal))
                    yield f"none was {said.located.describe()}, so {names} was taken"

    def count(self, subgoal: Subgoal, known: int = 0) -> int:
        """Return how many of the ``known`` things a subgoal is about."""
        if isinstance(subgoal, Placed) and subgoal.target.each:
            return subgoal.target.each * self._spots(subgoal)
        if subgoal.what.quantifier == "some" or _in_one_hand(subgoal):
            return subgoal.what.count
        return subgoal.what.among(known)

    def _each(self, subgoal: Subgoal) -> int:
        return subgoal.target.each if isinstance(subgoal, Placed) else 0

    def _spots(self, subgoal: Placed) -> int:
        """Count the known places of which each is to have its share."""
        place = subgoal.target.place
        assert place is not None
        if place.quantifier == "some":
            return place.count
        return sum(self.is_place(i, place) for i in self.belief.of(place.types))

    def shared(self, item: Item, where: Location) -> frozenset[str]:
        """Return the places that have their share of what is wanted there, without an item."""
        places = self.belief.of(where.place.types) if where.place and where.each else ()
        return frozenset(p.name for p in places
                         if len({*self._there(p.name, where)} - {item.name}) >= where.each)

    def _there(self, spot: str, where: Location) -> list[str]:
        """Name the things at a place of which each such place is to have its share, in order."""
        kinds = {t for w in self.goal.subgoals if isinstance(w, Placed) and w.target == where
                 for t in w.what.types}
        return sorted(i.name for i in self.belief.of(kinds)
                      if not i.held_by and spot in self.belief.ancestors(i))

    def deny(self) -> bool:
        """Take what conditions of this stage still ask for not to be there; whether any did."""
        asked = {a for w in self.subgoals for a in self._asked(w)}
        self._denied |= asked
        return bool(asked)

    def wanted(self, subgoal: Subgoal) -> list[Selection]:
        """List what has to be found for a subgoal now: first what its conditions are about."""
        due = self.due(subgoal)
        if due is None:
            return [c.what for c in self._asked(subgoal)]
        if not due:
            return []
        place = subgoal.target.place if isinstance(subgoal, Placed) else None
        known_by = [p.holding for p in (place, subgoal.what) if p is not None
                and p.holding is not None and not (p.by_then or self._origins.get(p.holding))]
        what = subgoal.what
        if self._each(subgoal):
            what = replace(what, quantifier="some", count=self.count(subgoal))
        return [*known_by, what]

    def _choose(self, subgoal: Subgoal, found: list[Item]) -> list[Item]:
        chosen = [n for n in self._chosen.get(id(subgoal), []) if n in {i.name for i in found}
                  and not self.belief.items[n].lost]
        alike = [(w, self._chosen[id(w)]) for stage in self.goal.stages for w in stage
                 if w is not subgoal and w.what == subgoal.what and id(w) in self._chosen]
        here = [id(w) for w in self.subgoals]
        others, same = ({n for w, names in alike if (
            id(w) in here and _elsewhere(w, subgoal)) is apart for n in names}
            for apart in (True, False))
        ranked = sorted((i for i in found if i.name not in others), key=lambda i: (
            i.name not in same, not self.holds(subgoal, i), i.lost, not i.held_by,
            self._remote(i)))
        count = self.count(subgoal, len(found))
        for item in ranked:
            if len(chosen) < count and item.name not in chosen:
                chosen.append(item.name)
        self._chosen[id(subgoal)] = chosen
        return [self.belief.items[n] for n in chosen]

    def _remote(self, item: Item) -> float:
        """Distance of the nearest robot, and for a device that of the thing it works on."""
        places = [(r.position[0], r.position[1]) for r in self.belief.robots.values()]
        for subgoal in self.subgoals:
            if isinstance(subgoal, Placed) and item.kind in STATIONS and subgoal.target.place and (
                    set(STATIONS[item.kind]) & set(subgoal.target.place.types)):
                inside = [i for i in self.belief.of(subgoal.what.types) if self.holds(subgoal, i)]
                places = [i.ground for i in inside] or places
        return min(math.dist(item.ground, p) for p in places)

    def places(self, subgoal: Subgoal, kind: str) -> tuple[str, ...]:
        """Types of the places where a subgoal would have things of some type."""
        if not isinstance(subgoal, Placed):
            return ()
        homes = self.homes(subgoal.target, kind) if subgoal.target.relation == "home" else ()
        return (*homes, *(subgoal.target.place.types if subgoal.target.place else ()))

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
            return central is not None and central.name in around
        if not (place.located or place.states or place.holding or where.each):
            return bool(around & set(place.types))
        spots = {i.name for i in self.belief.of(place.types) if self.is_place(i, place)}
        return any(not where.each or item.name in self._there(spot, where)[:where.each]
                   for spot in around & spots)

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

    def _note_origins(self) -> None:
        """Take note of where the things lie by which places are known, as long as it is so."""
        for what in self.goal.origins:
            noted = self._origins.setdefault(what, {})
            for item in self.belief.of(what.types):
                if not item.touched and not item.held_by and self._fits(item, what):
                    noted[item.name] = replace(item)

    def is_known_by(self, spot: Item, place: Selection) -> bool:
        """Whether a place holds what it is known by: when that was first seen, or now.

        What lay on a place without a name is known by where it lay.
        """
        what = place.holding
        assert what is not None
        if place.by_then:
            return any(not i.held_by and spot.name in i.parent_names
                       for i in self.belief.of(what.types))
        return any(
            spot.name in item.parent_names if spot.named and item.parent_names
            else spot.kind in item.parents and apart(item, spot) == 0.0
            for item in self._origins.get(what, {}).values())

    def homes(self, where: Location, kind: str) -> tuple[str, ...]:
        """Return where a type belongs in this room: places that are there or may yet be found."""
        homes = where.homes.get(kind, ())
        hoped = [k for k in homes if k not in self.absent]
        return where.homes_of(kind, hoped or [p.kind for p in self.belief.spots(homes)])

    def unknown_homes(self, homes: Sequence[str]) -> list[str]:
        """List the places of a thing, best first, that come before the first that is known."""
        return [*takewhile(lambda k: not self.belief.spots([k]), homes)]

    def _belongs(self, item: Item, place: Selection) -> bool:
        """Whether a tap belongs to a basin of a kind: no other known basin is nearer."""
        nearest = min(self.belief.spots(BASINS), default=None,
                      key=lambda b: (apart(item, b), b.kind not in place.types))
        return nearest is not None and nearest.kind in place.types and (
            apart(item, nearest) <= TAP_M)

    def central(self, place: Selection) -> Item | None:
        """Return the one place of a kind that lies nearest to the middle of the room.

        The middle is that of all that is known, so the team looks round first (:data:`ORIENT`);
        once a named place is chosen, that is the one.
        """
        if place.types in self._central:
            return self.belief.items[self._central[place.types]]
        options = self.belief.spots(place.types)
        if not options or self.belief.step < ORIENT:
            return None
        spots = [t.middle for t in (*self.belief.items.values(), *self.belief.landmarks.values())]
        middle = [(min(s[i] for s in spots) + max(s[i] for s in spots)) / 2 for i in (0, 1)]
        best = min(options, key=lambda o: math.dist(middle, o.middle))
        if best.named:
            self._central[place.types] = best.name
        return best

    # -- what is open -----------------------------------------------------------------------------

    def holds(self, subgoal: Subgoal, item: Item) -> bool:
        """Whether a subgoal is believed to hold of an item."""
        if isinstance(subgoal, HasState):
            if subgoal.state == "found":
                return not item.lost
            if subgoal.state == "reached":
                return item.name in self.reached
            return bool(item.states.get(subgoal.state) == subgoal.value)
        if isinstance(subgoal, Held):
            holder = self.belief.robots.get(item.held_by)
            return holder is not None and (subgoal.near is None or any(
                gap(*holder.position, o) <= NEAR_M for o in self.belief.of(subgoal.near.types)))
        if self.by_acts and not item.touched:
            return False
        return self.at(item, subgoal.target) and item.doubt < DOUBT

    def kept_in_hand(self, name: str) -> bool:
        """Whether something was to be held, in this stage or before, and still is."""
        begun = [w for stage in self.goal.stages[:self.stage + 1] for w in stage]
        return any(isinstance(w, Held) and w in self.goal.lasting
                   and name in (i.name for i in self.members(w)) for w in begun)

    def open_tasks(self) -> list[Task]:
        """List what is left to do in the present stage among known objects.

        What two subgoals want of one thing is one task at a time: "clear the table and tidy up".
        """
        for condition in self.goal.conditions:
            self._met(condition)  # as long as nobody has touched anything
        self._note_origins()
        for later in self.goal.subgoals:  # "the candle on the shelf": also when it is moved first
            self._remember(self._members.setdefault(id(later), {}), later.what.types, later.what)
            place = later.target.place if isinstance(later, Placed) else None
            if place is not None and place.located is not None:
                for item in self.belief.of(place.types):
                    self.is_place(item, place)
        tasks: list[Task] = []
        for subgoal in self.subgoals:
            tasks += [Task(subgoal, item.name) for item in self.members(subgoal)
                      if not self.holds(subgoal, item) and possible(subgoal, item)]
        return list({t.key: t for t in reversed(tasks)}.values())[::-1]

    def waits(self, task: Task, tasks: Iterable[Task]) -> list[Task]:
        """List the open tasks that must be finished before this one."""
        item = self.belief.items[task.item]
        return [t for t in tasks if t is not task and self._before(t, task, item)]

    def _covers(self, upper: Task, lower: Task) -> bool:
        """Whether opening a drawer first would hide another right below that is to be opened."""
        one, other = (self.belief.items[t.item] for t in (upper, lower))
        opening = all(isinstance(t.subgoal, HasState) and (t.subgoal.state, t.subgoal.value) == (
            "isOpen", True) for t in (upper, lower))
        return opening and one.kind == other.kind == "Drawer" and (
            one.centre[1] > other.centre[1] + 0.05) and (
            max(abs(one.centre[i] - other.centre[i]) for i in (0, 2)) < 0.3)

    def cut_there(self, task: Task, placing: Task) -> bool:
        """Whether a thing is to be sliced only where it is put: all pieces lie there then.

        Where other things go into the same bowl, too, there is only room for a piece of each.
        """
        if not (_slices(task) and isinstance(placing.subgoal, Placed)
                and placing.item == task.item):
            return False
        place = placing.subgoal.target.place
        return place is None or not VESSELS.issuperset(place.types) or sum(
            isinstance(w, Placed) and w.target.place == place for w in self.subgoals) < 2

    def _before(self, first: Task, task: Task, item: Item) -> bool:
        if isinstance(task.subgoal, HasState):
            return self._before_change(first, task, task.subgoal, item)
        if isinstance(task.subgoal, Placed):
            return self._before_placing(first, task, task.subgoal)
        return False

    def _before_change(self, first: Task, task: Task, change: HasState, item: Item) -> bool:
        """Whether a thing is cut, switched on or closed only after something was put somewhere."""
        if isinstance(first.subgoal, HasState):
            return self._covers(task, first)
        if change.state == "isSliced":
            return self.cut_there(task, first)
        target = first.subgoal.target.place if isinstance(first.subgoal, Placed) else None
        if target is None:
            return False
        if change.state == "isToggled" and change.value:
            return not target.states and not set(STATIONS.get(item.kind, ())).isdisjoint(
                target.types)
        return (change.state == "isOpen" and not change.value
                and item.kind in target.types and item.kind in CONTAINERS)

    def _before_placing(self, first: Task, task: Task, placing: Placed) -> bool:
        """Whether a thing is cut, its place lit or moved before it is put there."""
        place, moved = placing.target.place, self.belief.items[first.item].kind
        if isinstance(first.subgoal, HasState):
            if _slices(first) and first.item == task.item:
                return not self.cut_there(first, task)
            return (place is not None and first.subgoal.state == "isToggled"
                    and bool(place.states)
                    and not set(STATIONS.get(moved, ())).isdisjoint(place.types))
        return (isinstance(first.subgoal, Placed) and place is not None and place.holding is None
                and moved in place.types and first.item != task.item)


def _slices(task: Task) -> bool:
    return isinstance(task.subgoal, HasState) and task.subgoal.state == "isSliced"


def possible(subgoal: Subgoal, item: Item) -> bool:
    """Whether a thing can be in a state at all: not every kind that is used up is so here."""
    state = STATES.get((subgoal.state, subgoal.value)) if isinstance(subgoal, HasState) else None
    needs = PROPERTIES.get(state.changes) if state else None
    return needs is None or needs[0] in item.can


def _in_one_hand(subgoal: Subgoal) -> bool:
    """Whether one of several is meant: "bring me the mug" asks for no more than one."""
    return isinstance(subgoal, Held) and subgoal.what.quantifier == "the"


def _elsewhere(one: Subgoal, other: Subgoal) -> bool:
    """Whether one thing cannot meet both: "a mug on the table and a mug on the desk"."""
    return isinstance(one, Placed) and isinstance(other, Placed) and one.target != other.target
