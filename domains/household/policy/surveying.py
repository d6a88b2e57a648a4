"""Places that have to be looked at: "everything on the table" needs a look at the table.

"Everything" without a place means all there is in the room, also inside what is closed.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from domains.household.belief.belief import CONTAINERS, Belief, Item, Landmark
from domains.household.belief.coverage import Coverage
from domains.household.belief.prior import Prior
from domains.household.goal import STATIONS, HasState, Placed, Selection, Subgoal
from domains.household.policy.exploring import HIDDEN, LEAST, WALK, is_general
from domains.household.policy.goals import Tracker
from domains.household.policy.skills import Skills

__all__ = ["Survey"]

TRIES = 4
"""Vain attempts on a place after which no robot goes to look at it any more."""
LOOK = 5
"""Steps of one robot to go to a container, open it, look inside and close it."""
BIG_M = 1.3
"""Widest place (m) that is looked at in passing; robots go to a wider one and face it."""
OWN = 20
"""Containers of other rooms that one of this room counts as."""


@dataclass
class Survey:
    """Remembers which places were looked at from near by, and which are left."""

    belief: Belief
    tracker: Tracker
    skills: Skills
    coverage: Coverage
    prior: Prior
    done: set[str] = field(default_factory=set)

    def update(self) -> None:
        """Take in where the robots stand and look now."""
        self.done |= self.coverage.inspected
        for robot in self.belief.robots.values():
            for name, entry in robot.view.items():
                place = self.belief.items[name]
                if entry["interactable"] and place.kind not in CONTAINERS and (
                        max(place.size[0], place.size[2]) <= BIG_M):
                    self.done.add(name)
            item = self.belief.items.get(self.skills.last_walk.get(robot.name, ""))
            if item is not None and not item.closed and (
                    self.skills.look_at(robot, item) is None):
                self.done.add(item.name)

    def left(self) -> list[Item | Landmark]:
        """Places of the present stage that can still be looked at."""
        found: dict[int, Item | Landmark] = {}
        for subgoal in self.tracker.subgoals:
            for place in (*self._unseen(subgoal), *self._switched(subgoal)):
                if isinstance(place, Landmark):
                    hopeful = self.skills.approachable(place)
                else:
                    hopeful = max(
                        self.skills.attempts[r, place.name] for r in self.belief.robots) < TRIES
                if hopeful:
                    found[id(place)] = place
        return list(found.values())

    def missed(self, subgoal: Subgoal) -> list[str]:
        """Name the places that nobody has looked at where more of what is meant may well be."""
        return [p.name if isinstance(p, Item) else p.kind for p in self._unseen(subgoal)]

    def unopened(self, subgoal: Subgoal) -> list[str]:
        """Name the containers that nobody has looked into, though all there is was meant."""
        general = subgoal.what.located is None and is_general(subgoal.what)
        return [i.name for i in self._shut()] if general else []

    def _shut(self) -> list[Item]:
        return [i for i in self.belief.of(CONTAINERS)
                if "openable" in i.can and i.name not in self.done]

    def _distant(self, subgoal: Subgoal) -> list[Item]:
        """List the places seen from afar only that may well hide something from there."""
        places = [i for i in self.belief.items.values()
                  if {"receptacle"} == i.can & {"receptacle", "pickupable"} and i.kind != "Floor"
                  and i.kind not in CONTAINERS and i.name not in self.done]
        worth = {k for k in {i.kind for i in places}
                 if HIDDEN * self.chance(subgoal, k) > WALK * LEAST}
        return [i for i in places if i.kind in worth]

    def chance(self, subgoal: Subgoal, container: str) -> float:
        """Return how many things a container of a type is expected to hold that should not stay.

        Rule of succession over the containers of recorded rooms, and those of this room, of
        which each counts as :data:`OWN`.
        """
        kinds = {k for k in subgoal.what.types if container not in self.tracker.places(subgoal, k)}
        seen = frozenset(i.kind for i in self.belief.items.values())
        there, held = self.prior.holding(container, kinds, seen)
        if container not in CONTAINERS:
            return held / max(there, 1.0)
        inside = sum(not CONTAINERS.isdisjoint(i.found) and (
            i.touched or not self.tracker.holds(subgoal, i)) for i in self.tracker.members(subgoal))
        looked = len(self.coverage.inspected)
        return (held + OWN * inside + 1) / (there + OWN * looked + 2)

    def _switched(self, subgoal: Subgoal) -> list[Item | Landmark]:
        """List the places of which one must be on, since its switch is, though none is known."""
        place = subgoal.target.place if isinstance(subgoal, Placed) else None
        if place is None or not place.states or any(
                self.tracker.is_place(i, place) for i in self.belief.of(place.types)):
            return []
        switches = [i for w in self.tracker.subgoals if isinstance(w, HasState)
                    and (w.state, w.value) in place.states for i in self.tracker.members(w)
                    if self.tracker.holds(w, i) and set(STATIONS.get(i.kind, ())) & {*place.types}]
        return [*self.belief.of(place.types), *self.belief.marks(place.types)] if switches else []

    def _unseen(self, subgoal: Subgoal) -> list[Item | Landmark]:
        return [p for what in self.tracker.wanted(subgoal) for p in self._unseen_of(subgoal, what)]

    def _unseen_of(self, subgoal: Subgoal, what: Selection) -> list[Item | Landmark]:
        where = what.located
        if where is None and is_general(what):
            shut = self._shut()
            worth = {k for k in {i.kind for i in shut} if self.chance(subgoal, k) > LOOK * LEAST}
            return [*(i for i in shut if i.kind in worth), *self._distant(subgoal)]
        if where is None or where.place is None or where.relation == "at":
            return []
        place = where.place
        if place.central:
            central = self.tracker.central(place)
            named: list[Item | Landmark] = [central] if central is not None else []
        else:
            named = [*self.belief.of(place.types), *self.belief.marks(place.types)]
        return [p for p in named if isinstance(p, Landmark) or p.name not in self.done]
