"""Making room: what fills a place without being wanted there is taken out of it first.

So is a plate that stands in a cupboard where nobody gets at it with something in the hand.
"""

from __future__ import annotations

from domains.household.belief.belief import CONTAINERS, Belief, Item
from domains.household.goal import Location, Placed, Selection
from domains.household.policy.goals import Task, Tracker
from domains.household.policy.skills import Skills

__all__ = ["Clearing"]

MOST = 3
"""Things taken out of one place before it is left as it is."""
VAIN = 4
"""Attempts at something in a container before that is taken out."""


class Clearing:
    """Finds places that are full, and what to take out of them."""

    def __init__(self, belief: Belief, tracker: Tracker, skills: Skills) -> None:
        self.belief, self.tracker, self.skills = belief, tracker, skills
        self._begun: dict[str, Task] = {}
        self._emptied: dict[str, int] = {}

    def tasks(self, wanted: list[Task]) -> list[Task]:
        """Return what has to be put aside so that the wanted tasks can go on."""
        for name, source in list(self.tracker.asides.items()):
            item = self.belief.items[name]
            needed = any(self.tracker.crowded.get(t.item) == source for t in wanted)
            if not item.held_by and (source not in item.parent_names or not needed):
                del self.tracker.asides[name], self._begun[name]
        moving = {t.item for t in wanted}
        if len(moving) > len(self.belief.robots):
            return list(self._begun.values())  # there is enough to do elsewhere
        for task in wanted:
            item = self.belief.items[task.item]
            if task.kind != "place" or item.lost or self.tracker.crowded.get(
                    item.name) in self.tracker.asides.values():
                continue
            self._take_out(task, item)
            for place in self._full(task, item):
                if self._emptied.get(place.name, 0) < MOST and self._empty(place, item, moving):
                    break
        return list(self._begun.values())

    def _full(self, task: Task, item: Item) -> list[Item]:
        """Places without room that a task could go to, if there is no other for it."""
        assert isinstance(task.subgoal, Placed)
        targets = [self.skills.target(r, item, task.subgoal.target)
                   for r in self.belief.robots.values()]
        if any(t is not None and not (isinstance(t, Item) and self.skills.full(item, t))
               for t in targets):
            return []
        kinds = set(self.tracker.homes(task.subgoal.target, item.kind)) | set(
            task.subgoal.target.place.types if task.subgoal.target.place else ())
        kinds &= self.skills.allowed.get(item.kind, frozenset(kinds))
        return [p for p in self.belief.of(kinds) if self.skills.full(item, p)]

    def _take_out(self, task: Task, item: Item) -> None:
        """Have a place that can be carried taken out of where nobody with full hands gets at it."""
        assert isinstance(task.subgoal, Placed)
        where = task.subgoal.target.place
        for place in self.belief.of(where.types if where and where.located is None else ()):
            around = [self.belief.items[n] for n in place.parent_names if n in self.belief.items]
            inside = next((i for i in around if i.kind in CONTAINERS), None)
            if inside is None or "pickupable" not in place.can or place.held_by or (
                    self._belongs(place) or place.name in self.tracker.asides):
                continue
            if any(r.held == item.name and self.skills.attempts[r.name, place.name] >= VAIN
                   for r in self.belief.robots.values()):
                self._begin(place, inside, item)

    def _empty(self, place: Item, item: Item, moving: set[str]) -> bool:
        """Have the biggest thing that need not be in a place taken out; False if there is none."""
        inside = [i for i in self.belief.items.values()
                  if place.name in i.parent_names and "pickupable" in i.can and not i.held_by
                  and i.name not in moving and i.name not in self.tracker.asides
                  and not i.states["isSliced"]
                  and not i.lost and not self._belongs(i)]
        if not inside:
            return False
        biggest = max(inside, key=lambda i: (i.size[0] * i.size[2], i.name))
        self._begin(biggest, place, item)
        self._emptied[place.name] = self._emptied.get(place.name, 0) + 1
        for known in list(self.skills.cramped):
            if known[1] == place.name:
                self.skills.cramped[known] = 0
                self.skills.refused.discard(known)
        return True

    def _begin(self, thing: Item, place: Item, item: Item) -> None:
        """Have a thing taken out of a place, for an item that is to go there."""
        self._begun[thing.name] = Task(
            Placed(Selection((thing.kind,), "some"), Location("on")), thing.name, "aside")
        self.tracker.asides[thing.name] = place.name
        self.tracker.crowded[item.name] = place.name

    def _belongs(self, item: Item) -> bool:
        """Whether the goal wants a thing where it is, or left alone."""
        return any(isinstance(w, Placed) and item.name in {i.name for i in self.tracker.members(w)}
                   and self.tracker.at(item, w.target) for w in self.tracker.goal.lasting)
