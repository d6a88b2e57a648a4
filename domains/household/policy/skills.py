"""From a task to who can do it and the next action of one robot; corrects what went wrong before.

Reactive: the next action follows from the believed state alone, so an interrupted, failed or
undone step is simply done again. ``attempts`` count what was tried in vain on an object.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from domains.household.actions import act_for
from domains.household.belief.belief import CAMERA_M, CONTAINERS, FORCED, Item, Landmark, Robot
from domains.household.belief.camera import REACH_M, gap
from domains.household.belief.meanings import fillers, rests
from domains.household.goal import SNAPPING, HasState, Held, Location, Placed, Selection, Subgoal
from domains.household.policy.goals import Task
from domains.household.policy.reaching import DOORS, UNSEEN, Reaching, Step
from domains.household.team import crew, gets_at, lifts, may

__all__ = ["Skills", "verbs_of"]

CROWDED = 2
"""Times there may be no room, on a place of which not all is in view, before it is full."""
SMALL_M = 0.9
"""Widest place (m) that is full as soon as there was no room once: all of it is in view."""
OVERHANG_M = 0.2
"""How much (m) wider than a place a thing may be."""
WALLS_M = 0.05
"""The same of a container (of 829 pairs in 60 rooms 18 of the 29 that do not fit, no other)."""
STICK = 4
"""Vain attempts on a place after which a robot may bring what it holds to another."""


@dataclass
class Skills(Reaching):
    """Chooses actions for tasks.

    ``allowed`` is the public table of which type may be put where. ``opening`` are containers
    that a robot acting earlier in this joint step opens: those after it may use them at once.
    ``cleared`` are places from which something is taken to make room: nothing is laid down there.
    ``team`` says what robots are made for, ``lifters`` who is to lift a heavy thing together.
    """

    allowed: Mapping[str, frozenset[str]] = field(default_factory=dict)
    opening: set[str] = field(default_factory=set)
    team: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    lifters: dict[str, tuple[str, ...]] = field(default_factory=dict)
    cleared: set[str] = field(default_factory=set)
    chosen: dict[tuple[str, str], str] = field(default_factory=dict)

    # -- things -----------------------------------------------------------------------------------

    def fetch(self, robot: Robot, item: Item) -> Step | None:
        """Take a thing: go there, open what it is in."""
        if item.held_by and item.held_by != robot.name:
            return None
        if robot.reaches(item.name):
            if robot.failure == "no-space" and robot.last_verb == "PickupObject":
                return self.otherwise(robot, item)
            mates = [m for m in self.lifters.get(item.name, ()) if m != robot.name]
            if not all(self.belief.robots[m].reaches(item.name) for m in mates):
                return Step("Idle", f"wait for {' and '.join(mates)} to lift {item.name}")
            return Step(f"PickupObject({item.name})", f"take {item.name}")
        return self.reach(robot, item, f"to take {item.name}")

    def deliver(self, robot: Robot, item: Item, target: Item) -> Step | None:
        """Put what a robot holds into or onto a place: go there, open it, find room."""
        self.chosen[robot.name, item.name] = target.name
        if target.closed and not (target.name in self.opening and robot.reaches(target.name)):
            return self.open(robot, target, f"{item.name} goes in")
        if robot.reaches(target.name):
            if (self.tracker.by_acts and target.kind == "Drawer"
                    and (item.name, target.name) not in self.opened_with):
                return Step(f"OpenObject({target.name})", "pull it out fully")
            if robot.last_verb == "PutObject" and robot.failure == "no-room":
                return self._more_room(robot, item, target)
            return Step(f"PutObject({target.name})", f"{item.name} belongs there")
        return self.reach(robot, target, f"to put {item.name}")

    def _more_room(self, robot: Robot, item: Item, target: Item) -> Step | None:
        """Bring a free spot into view and reach: arrive, look lower, then come from elsewhere."""
        if robot.name not in self.last_walk:
            return Step(f"NavigateTo({target.name})", f"its walk to {target.name} broke off")
        if robot.pitch < 20 and target.position[1] < CAMERA_M - 0.3:
            return Step("LookDown(30)", f"look for room on {target.name}")
        if self.cramped[item.name, target.name] % 2:
            return self._detour(robot, target) or Step("Rotate(Right)", "look for room")
        return Step("Rotate(Left)", f"look for room on {target.name}")

    def put_down(self, robot: Robot, reason: str = "the hand is needed") -> Step | None:
        """Free the hand: put what is held on something near that takes it."""
        known = self.belief.items
        fitting = [i for i in known.values() if rests(known[robot.held], i, self.allowed)
                   and i.name not in self.cleared and not self.cramped[robot.held, i.name]
                   and self.patient(robot, i.name)]
        if not fitting:
            return None
        place = min(fitting, key=lambda i: (not robot.reaches(i.name), robot.far(i)))
        if robot.reaches(place.name):
            return Step(f"PutObject({place.name})", reason)
        return self.reach(robot, place, reason)

    # -- places -----------------------------------------------------------------------------------

    def target(self, robot: Robot, item: Item, where: Location) -> Item | Landmark | None:
        """Choose the place to bring an item to."""
        if where.relation == "home":
            places = [p for kind in self.tracker.homes(where, item.kind)
                      if (p := self._place(robot, item, Selection((kind,), "some"),
                                           where.nearest)) is not None]
            roomy = [p for p in places if isinstance(p, Landmark)
                     or not (self.full(item, p) or _too_big(item, p))]
            return next(iter(roomy or places), None)
        if where.relation == "near":
            return self._near(robot, item, where)
        assert where.place is not None
        return self._place(robot, item, where.place, where.nearest,
                           self.tracker.shared(item, where) if where.each else None)

    def full(self, item: Item, place: Item) -> bool:
        """Whether a place has shown to have no room for a thing, if others would do as well."""
        if fillers(place, item, self.belief.items.values()):
            return True
        known = place.kind in UNSEEN or max(place.size[0], place.size[2]) <= SMALL_M
        return self.cramped[item.name, place.name] >= (1 if known else CROWDED)

    def in_the_way(self, item: Item, place: Item) -> list[Item]:
        """List what can be taken out of a place that has no room for a thing; none if it has.

        What is there already that is wanted there stays.
        """
        if place.kind not in SNAPPING and (item.name, place.name) not in self.refused:
            return []
        wanted = {i.name for w in self.tracker.subgoals if isinstance(w, Placed)
                  for i in self.tracker.members(w) if self.tracker.holds(w, i)}
        return [i for i in self.belief.items.values() if place.name in i.parent_names
                and "pickupable" in i.can and not i.lost and i.name not in {item.name, *wanted}]

    def _near(self, robot: Robot, item: Item, where: Location) -> Item | None:
        assert where.place is not None
        marks = self.belief.of(where.place.types)
        kinds = self.allowed.get(item.kind)
        options = [(min(math.dist(p.ground, m.ground) - max(p.size[0], p.size[2]) / 2
                        for m in marks), p) for p in self.belief.items.values()
                   if marks and "receptacle" in p.can and "pickupable" not in p.can
                   and not p.closed and (kinds is None or p.kind in kinds)
                   and (item.name, p.name) not in self.refused]
        return min(options, key=lambda o: (o[0], o[1].name))[1] if options else None

    def _place(
        self, robot: Robot, item: Item, place: Selection, nearest: bool,
        full: Collection[str] | None = None,
    ) -> Item | Landmark | None:
        kinds = self.allowed.get(item.kind)
        usable = [k for k in place.types if kinds is None or k in kinds or k in FORCED]
        named = [i for i in self.belief.of(usable)
                 if ((item.name, i.name) not in self.refused or self.in_the_way(item, i))
                 and i.name != item.name
                 and ("receptacle" in i.can or not self.belief.of([f"{i.kind}Basin"]))
                 and self.patient(robot, i.name) and not i.lost and gets_at(
                     self.made(robot.name), i.centre[1], i.size[1])]
        named = [i for i in named if i.name not in (full or ()) and self.tracker.is_place(i, place)]
        if any(i.kind == "SinkBasin" for i in named):
            named = [i for i in named if i.kind != "Sink"]  # the tap runs into the basin
        marks = [m for m in self.belief.marks(usable) if place.holding is None
                 or self.tracker.is_known_by(m, place)]
        if marks:  # there may be room
            named = [i for i in named if not self.in_the_way(item, i)]
        if named:
            begun = self.chosen.get((robot.name, item.name))
            return min(named, key=lambda i: (
                "receptacle" not in i.can,  # there one may see what is
                self.full(item, i), self.cramped[item.name, i.name] // CROWDED,
                _too_big(item, i),
                i.name != begun or self.attempts[robot.name, i.name] >= STICK,
                self.attempts[robot.name, i.name] > 0 and len(named) > 1,
                0 if nearest else (not robot.reaches(i.name)) + i.closed,
                math.dist(item.ground, i.ground) if nearest and not item.held_by
                else robot.far(i), i.name))
        return min(marks, key=lambda m: (robot.far(m), m.kind), default=None)

    # -- who can ----------------------------------------------------------------------------------

    def able(self, robot: Robot, task: Task, item: Item) -> bool:
        """Whether a robot is made for a task, has not given it up, and knows where to take it."""
        made = self.made(robot.name)
        if robot.held != item.name and not (
                gets_at(made, item.centre[1], item.size[1]) and self.patient(robot, item.name)):
            return False
        if getattr(task.subgoal, "state", "") == "isSliced" and item.held_by not in (
                "", robot.name):
            return False  # nothing is sliced in a hand: who holds it puts it down
        if task.kind != "state" and not self.carries(robot, item):
            return False
        if not all(may(made, v) for v in verbs_of(task.subgoal)):
            return False
        near = task.subgoal.near if isinstance(task.subgoal, Held) else None
        if near is not None and not self.belief.of(near.types):
            return False
        return task.kind != "place" or self._delivers(robot, task, item)

    def carries(self, robot: Robot, item: Item) -> bool:
        """Whether a robot is made to take a thing, perhaps with others."""
        return (robot.held == item.name or "pickupable" in item.can) and lifts(
            self.made(robot.name), item.kind) and bool(self._crew(robot, item))

    def crew(self, task: Task, item: Item) -> tuple[str, ...]:
        """Name the robots that have to lift a thing together; none where one does it alone."""
        crews = [self._crew(r, item) for r in self.belief.robots.values()
                 if task.kind != "state" and not item.held_by and self.able(r, task, item)]
        team = min(crews, key=len, default=())
        return team if len(team) > 1 else ()

    def _crew(self, robot: Robot, item: Item) -> tuple[str, ...]:
        """Name those who lift a thing for a robot to carry, that robot first; none: they cannot."""
        team = {n: self.made(n) for n in self.belief.robots}
        return (robot.name,) if robot.held == item.name else crew(team, robot.name, item)

    def _delivers(self, robot: Robot, task: Task, item: Item) -> bool:
        """Whether a robot knows a place for a thing, and somebody opens it if need be."""
        assert isinstance(task.subgoal, Placed)
        place = task.subgoal.target.place
        if place is not None and not CONTAINERS.isdisjoint(place.types) and not any(
                may(self.made(r), "OpenObject") for r in self.belief.robots):
            return False
        return (id(task.subgoal), task.item) not in self.tracker.unfit and (
            self.target(robot, item, task.subgoal.target) is not None)

    # -- getting there ----------------------------------------------------------------------------

    def reach(
        self, robot: Robot, item: Item, reason: str, *, walk_only: bool = False
    ) -> Step | None:
        """Get to where the object can be acted on; a glass door before it is opened first."""
        known = (item.name, *self.stations.get((robot.name, item.name), ()))
        doors = [d for d in self.belief.of(DOORS)
                 if d.name != item.name and d.states["isOpen"] is False
                 and gap(*d.ground, item) <= REACH_M and self.patient(robot, d.name)]
        if doors and not walk_only and self.last_walk.get(robot.name) in known:
            door = min(doors, key=robot.far)
            return self.open(robot, door, f"{item.name} may be behind it")
        return super().reach(robot, item, reason, walk_only=walk_only)

    def open(self, robot: Robot, item: Item, reason: str) -> Step | None:
        """Open a container, going there first if need be; who cannot open waits for another."""
        if not self.made_for(robot, "OpenObject", item):
            return (Step("Idle", f"wait for {item.name} to be opened") if any(
                self.made_for(r, "OpenObject", item) for r in self.belief.robots.values())
                else None)
        if not robot.reaches(item.name):
            return self.reach(robot, item, f"to open it: {reason}")
        if item.states["isToggled"]:
            return Step(f"ToggleObjectOff({item.name})", "it must be off to open") if (
                may(self.made(robot.name), "ToggleObjectOff")) else None
        return Step(f"OpenObject({item.name})", reason)

    def made(self, robot: str) -> Mapping[str, Any]:
        """Return what a robot can do, as in a team file; empty: everything."""
        return self.team.get(robot, {})

    def made_for(self, robot: Robot, verb: str, item: Item) -> bool:
        """Whether a robot has an action and gets at a thing by its height."""
        skills = self.made(robot.name)
        return may(skills, verb) and gets_at(skills, item.centre[1], item.size[1])


def _too_big(item: Item, place: Item) -> bool:
    """Whether a thing is longer or wider than a place, however it is turned."""
    spare = WALLS_M if place.kind in CONTAINERS else OVERHANG_M
    return place.kind not in SNAPPING and any(
        size > room + spare for size, room in zip(
            sorted(item.size[::2]), sorted(place.size[::2]), strict=True))


def verbs_of(subgoal: Subgoal) -> tuple[str, ...]:
    """Name the actions on a thing that meet a subgoal."""
    if isinstance(subgoal, HasState):
        act = act_for(subgoal.state, subgoal.value)
        return (act.verb,) if act else ()
    return ("PickupObject", "PutObject")[:1 + isinstance(subgoal, Placed)]
