"""Places that have to be looked at: "everything on the table" needs a look at the table.

"Everything" without a place means all there is in the room, also inside what is closed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from domains.household.belief.belief import CONTAINERS, Belief, Item, Landmark
from domains.household.belief.coverage import Coverage
from domains.household.goal import Selection
from domains.household.policy.goals import Tracker
from domains.household.policy.search_targets import is_general
from domains.household.policy.skills import Skills

__all__ = ["Survey"]

TRIES = 4
"""Vain attempts on a place after which no robot goes to look at it any more."""
STEPS = 12
"""Steps spent on looking at one place after which it is left."""


@dataclass
class Survey:
    """Remembers which places were looked at from near by, and which are left."""

    belief: Belief
    tracker: Tracker
    skills: Skills
    coverage: Coverage
    spent: Counter[str] = field(default_factory=Counter)
    _done: set[str] = field(default_factory=set)

    def update(self) -> None:
        """Take in where the robots stand and look now."""
        self._done |= self.coverage.inspected
        for robot in self.belief.robots.values():
            item = self.belief.items.get(self.skills.last_walk.get(robot.name, ""))
            if item is not None and not item.closed and (
                    self.skills.look_at(robot, item, 20.0) is None):
                self._done.add(item.name)

    def left(self) -> list[Item | Landmark]:
        """Places of the present stage that can still be looked at."""
        found: dict[int, Item | Landmark] = {}
        for wish in self.tracker.wishes:
            for place in self._unseen(wish.what):
                if isinstance(place, Landmark):
                    hopeful = self.skills.approachable(place)
                else:
                    hopeful = self.spent[place.name] < STEPS and max(
                        self.skills.attempts[r, place.name] for r in self.belief.robots) < TRIES
                if hopeful:
                    found[id(place)] = place
        return list(found.values())

    def missed(self, what: Selection) -> list[str]:
        """Name the places that nobody has looked at where more of what is meant may be."""
        return [p.name if isinstance(p, Item) else p.kind for p in self._unseen(what)]

    def _unseen(self, what: Selection) -> list[Item | Landmark]:
        where = what.located
        if where is None and is_general(what):
            return [i for i in self.belief.of(CONTAINERS)
                    if "openable" in i.can and i.name not in self._done]
        if where is None or where.place is None or where.relation == "at":
            return []
        place = where.place
        if place.central:
            central = self.tracker.central(place)
            named: list[Item | Landmark] = [central] if central is not None else []
        else:
            named = [*self.belief.of(place.types), *self.belief.marks(place.types)]
        return [p for p in named if isinstance(p, Landmark) or p.name not in self._done]
