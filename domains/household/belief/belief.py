"""What the team believes about the room, from observations only.

An :class:`Item` keeps the last thing anybody saw of an object. Own successful actions change it
(a robot knows what it did); every later sight of the object overrides that.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from domains.household.actions import Action, effect, parse_action

CONTAINERS = frozenset({"Drawer", "Cabinet", "Fridge", "Microwave", "LaundryHamper", "Box", "Safe"})
"""Types that hide or refuse things while closed (public placement rules of AI2-THOR)."""

FORCED = ("Fridge",)
"""Types that take anything: the wrapper forces what is put there (MAP-THOR does)."""
CAMERA_M = 1.575
"""Height of the camera above the floor, standing agent."""
TRIES = 5
"""Times something is tried in vain before it is given up: a place, a walk, a move."""
DOUBT = 2
"""Looks in vain after which an object is believed to be gone from where it was."""


@dataclass
class Item:
    """One object: last seen where and how. Metres (x, y, z); ``centre`` is that of its box."""

    name: str
    kind: str
    position: tuple[float, float, float]
    size: tuple[float, float, float]
    centre: tuple[float, float, float]
    states: dict[str, Any]
    can: frozenset[str]
    parents: tuple[str, ...] = ()
    parent_names: tuple[str, ...] = ()
    held_by: str = ""
    seen_at: int = 0
    touched: bool = False
    missed: int = 0
    missed_at: int = -1
    doubt: int = 0
    found: tuple[str, ...] = ()
    """Types of what it was in or on when it was first seen."""
    mass: float = 0.0
    named: bool = True
    """Otherwise a receptacle in view that nobody can name yet: a landmark, too far to act on."""

    @property
    def ground(self) -> tuple[float, float]:
        """Where its pivot is, seen from above."""
        return self.position[0], self.position[2]

    @property
    def middle(self) -> tuple[float, float]:
        """Where the middle of its box is, seen from above."""
        return self.centre[0], self.centre[2]

    @property
    def is_container(self) -> bool:
        """Whether it hides or refuses things while it is closed."""
        return self.kind in CONTAINERS and "openable" in self.can

    @property
    def closed(self) -> bool:
        """Whether it is a container that is closed now."""
        return self.is_container and not self.states["isOpen"]

    @property
    def lost(self) -> bool:
        """Whether it was looked for in vain where it was believed to be."""
        return self.missed >= TRIES


@dataclass
class Robot:
    """One robot as it reports itself."""

    name: str
    position: tuple[float, float] = (0.0, 0.0)
    before: tuple[float, float] = (0.0, 0.0)
    yaw: float = 0.0
    pitch: float = 0.0
    held: str = ""
    view: dict[str, Any] = field(default_factory=dict)
    last: Action = field(default_factory=lambda: Action(""))
    success: bool = True
    failure: str = ""

    def far(self, thing: Item) -> float:
        """Return the metres along the floor to a thing."""
        return math.dist(self.position, thing.ground)

    @property
    def stuck(self) -> bool:
        """Whether what it holds has just kept it from turning, or from walking at all."""
        walked = self.last.verb == "NavigateTo" and self.failure == "blocked"
        return bool(self.held) and self.last.verb != "Move" and (
            self.failure == "no-space" or (walked and self.position == self.before))

    def reaches(self, name: str) -> bool:
        """Whether it sees the object close enough to act on it."""
        entry = self.view.get(name)
        return bool(entry and entry["interactable"])


class Belief:
    """Items, landmarks and robots, updated from a joint observation."""

    def __init__(self, agents: Iterable[str]) -> None:
        self.robots = {a: Robot(a) for a in agents}
        self.items: dict[str, Item] = {}
        self.landmarks: dict[str, Item] = {}
        self.step = 0
        self.out_of_reach: set[str] = set()
        """Landmarks to which no robot goes any more."""

    def update(self, observations: Mapping[str, Mapping[str, Any]]) -> None:
        """Take in a joint observation, outcomes of the last actions first."""
        for agent, seen in observations.items():
            self.step = int(seen["step"])
            self._robot(agent, seen)
        for agent in observations:
            self._effect(self.robots[agent])
        for seen in observations.values():
            for name, entry in {**seen["glimpsed"], **seen["seen"]}.items():
                self._see(name, entry)
            for mark in seen["landmarks"]:
                found = landmark(mark["type"], tuple(mark["position"]), tuple(mark["size"]))
                self.landmarks[found.name] = found
        self._name_landmarks()
        for robot in self.robots.values():
            if robot.held and robot.held in self.items:
                item = self.items[robot.held]
                item.held_by, item.parents, item.parent_names = robot.name, (), ()

    def _robot(self, agent: str, seen: Mapping[str, Any]) -> None:
        robot = self.robots[agent]
        held = seen["held"]
        robot.before, robot.position = robot.position, (seen["position"][0], seen["position"][1])
        robot.yaw, robot.pitch = seen["yaw"], seen["pitch"]
        robot.held = "" if held == "nothing" else held
        robot.view = dict(seen["seen"])
        robot.last = parse_action(seen["last"]["action"])
        robot.success, robot.failure = seen["last"]["success"], seen["last"]["failure"]

    def _effect(self, robot: Robot) -> None:
        item = self.items.get(robot.last.object)
        if item is None or not robot.success:
            return
        item.states.update(effect(robot.last))
        if robot.last.verb == "PickupObject":
            item.held_by, item.touched = robot.name, True
            item.parents, item.parent_names = (), ()
        elif robot.last.verb == "PutObject":
            for other in self.items.values():
                if other.held_by == robot.name and other.name != robot.held:
                    other.held_by = ""
                    other.parents, other.parent_names = (item.kind,), (item.name,)
                    other.position, other.missed = item.position, 0
                    other.centre = item.centre

    def _see(self, name: str, entry: Mapping[str, Any]) -> None:
        now = item_of(name, entry)
        before = self.items.get(name, now)
        now.seen_at, now.missed_at = self.step, before.missed_at
        now.touched, now.found = before.touched, before.found
        if now.states["isPickedUp"]:
            now.held_by = next((r.name for r in self.robots.values() if r.held == name), "?")
            now.parents, now.parent_names = (), ()
        self.items[name] = now

    def _name_landmarks(self) -> None:
        """Forget landmarks that have got a name meanwhile."""
        named = [i for i in self.items.values() if "receptacle" in i.can]
        self.landmarks = {name: mark for name, mark in self.landmarks.items() if not any(
            mark.kind == i.kind and math.dist(mark.size, i.size) < 0.3
            and math.dist(mark.ground, i.ground) < 0.3 + max(i.size) / 2 for i in named)}

    # -- questions --------------------------------------------------------------------------------

    def of(self, kinds: Iterable[str]) -> list[Item]:
        """List known items of some types, by name."""
        wanted = set(kinds)
        return sorted((i for i in self.items.values() if i.kind in wanted),
                      key=lambda i: _order(i.name))

    def marks(self, kinds: Collection[str]) -> list[Item]:
        """List known landmarks of some kinds that can be got to, in the order they were seen in."""
        return [m for m in self.landmarks.values()
                if m.kind in kinds and m.name not in self.out_of_reach]

    def spots(self, kinds: Collection[str]) -> list[Item]:
        """List what is known of some types, with or without a name."""
        return [*self.of(kinds), *self.marks(kinds)]

    def ancestors(self, item: Item) -> set[str]:
        """Types and names of everything an item is in or on.

        What lies on furniture does not lie on the floor, nor what is in a toaster on the counter;
        what lies in a bowl on the floor does.
        """
        found: set[str] = set()
        queue = [item]
        for thing in queue:
            if thing is item or "pickupable" in thing.can:
                queue += [self.items[n] for n in thing.parent_names
                          if n in self.items and n not in found]
                found.update(thing.parents, thing.parent_names)
        return found

    def container(self, item: Item) -> Item | None:
        """Return what can be closed that an item is believed to be in, if anything."""
        known = (self.items[n] for n in item.parent_names if n in self.items)
        return next((p for p in known if p.is_container), None)


def item_of(name: str, entry: Mapping[str, Any]) -> Item:
    """Return an object as an observation describes it."""
    return Item(name, entry["type"], tuple(entry["position"]), tuple(entry["size"]),
                tuple(entry["centre"]), dict(entry["states"]), frozenset(entry["can"]),
                tuple(entry["parents"]), tuple(entry["parent_names"]),
                found=tuple(entry["parents"]), mass=entry.get("mass", 0.0))


def landmark(kind: str, centre: tuple[float, float, float],
             size: tuple[float, float, float]) -> Item:
    """Return a receptacle that has no name yet, called by its type and place."""
    place = "-".join(f"{p:.1f}".replace(".", "_") for p in centre)
    return Item(f"mark-{kind.lower()}-{place}", kind, centre, size, centre, {}, frozenset(),
                named=False)


def takes(place: str, kind: str, allowed: Mapping[str, frozenset[str]]) -> bool:
    """Whether the placement table lets a type of thing be put into or onto a type of place."""
    return place in FORCED or place in allowed.get(kind, (place,))


def _order(name: str) -> tuple[str, int]:
    kind, _, number = name.rpartition("_")
    return kind, int(number) if number.isdecimal() else 0
