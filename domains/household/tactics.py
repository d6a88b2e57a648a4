"""From a task to the next action of one robot; corrects what went wrong before.

Reactive: the next action follows from the believed state alone, so an interrupted, failed or
undone step is simply done again. ``attempts`` count what was tried in vain on an object.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from domains.household.belief import (
    CAMERA_M,
    CONTAINERS,
    DOUBT,
    Belief,
    Item,
    Landmark,
    Robot,
)
from domains.household.goal import HasState, Location, Placed, Selection
from domains.household.wishes import Task, Tracker

__all__ = ["BLOCKED", "STATE_VERBS", "Step", "Tactics"]

PATIENCE = 9
"""Vain attempts on one object before a robot leaves it to another or to later."""
CRAMPED = 5
"""Times a place may have no room (in view, in reach) before something goes elsewhere."""
UNSEEN = ("Drawer", "Box", "Pot", "Pan", "Bowl", "Plate", "Mug", "Cup", "GarbageCan")
"""Types whose free spot need not be in view: no room there is no room from anywhere."""
FORCED = ("Fridge",)
"""Types that take anything: the wrapper forces what is put there (MAP-THOR does)."""
PAUSE = 5
"""Steps after which an object that was given up may be tried again."""
BLOCKED = ("blocked", "blocked-by-agent", "no-actions")
STATE_VERBS: Mapping[tuple[str, bool | str], str] = {
    ("isOpen", True): "OpenObject", ("isOpen", False): "CloseObject",
    ("isToggled", True): "ToggleObjectOn", ("isToggled", False): "ToggleObjectOff",
    ("isSliced", True): "SliceObject", ("isDirty", False): "CleanObject",
    ("isBroken", True): "BreakObject", ("isFilledWithLiquid", False): "EmptyLiquidFromObject",
}


@dataclass(frozen=True)
class Step:
    """One action with its reason."""

    action: str
    reason: str


@dataclass
class Tactics:
    """Chooses actions; remembers failures per robot and object.

    ``opening`` are containers that a robot acting earlier in this joint step opens: those after
    it may use them at once.
    """

    belief: Belief
    tracker: Tracker
    allowed: Mapping[str, frozenset[str]] = field(default_factory=dict)
    attempts: Counter[tuple[str, str]] = field(default_factory=Counter)
    refused: set[tuple[str, str]] = field(default_factory=set)
    opened: set[str] = field(default_factory=set)
    last_walk: dict[str, str] = field(default_factory=dict)
    blocked: Counter[tuple[str, str]] = field(default_factory=Counter)
    tried_at: dict[tuple[str, str], int] = field(default_factory=dict)
    cramped: Counter[tuple[str, str]] = field(default_factory=Counter)
    opening: set[str] = field(default_factory=set)
    stations: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    served: set[str] = field(default_factory=set)
    asides: Counter[tuple[str, str]] = field(default_factory=Counter)
    opened_with: set[tuple[str, str]] = field(default_factory=set)
    claimed: set[str] = field(default_factory=set)

    # -- learning from outcomes -------------------------------------------------------------------

    def learn(self, robot: Robot) -> str:
        """Take note of the outcome of a robot's last action; return what went wrong, in words."""
        name, verb = robot.last_object, robot.last_verb
        if verb in ("Move", "NavigateTo", "Explore"):
            self.last_walk.pop(robot.name, None)
        if verb == "NavigateTo":
            self.last_walk[robot.name] = name
        if robot.success:
            if verb == "NavigateTo" and name:
                self.tracker.reached.add(name)
            if verb in STATE_VERBS.values() or verb in ("PickupObject", "PutObject"):
                self.attempts[robot.name, name] = 0
            if verb == "PutObject":
                self.served.add(name)
            if verb == "OpenObject":
                self.opened.add(name)
                self.opened_with.add((robot.held, name))
            elif verb == "CloseObject":
                self.opened.discard(name)
            return ""
        if not name:
            return f"{robot.name}: {verb or 'action'} failed ({robot.failure})"
        if verb == "NavigateTo" and robot.failure in BLOCKED:
            self.blocked[robot.name, name] += 1
            if robot.failure != "blocked":
                self.last_walk.pop(robot.name, None)  # another robot is in the way: go again
            return f"{robot.name}: no way to {name} ({robot.failure})"
        self._count(robot, name)
        item = self.belief.items.get(name)
        if item is not None:
            self._explain(robot, item)
        return f"{robot.name}: {verb}({name}) failed ({robot.failure or 'failed'})"

    def _explain(self, robot: Robot, item: Item) -> None:
        """Correct the belief by the kind of failure."""
        if robot.failure == "closed" and "openable" in item.can:
            item.states["isOpen"] = False
        elif robot.failure == "running":
            item.states["isToggled"] = True
        elif robot.failure in ("no-room", "wrong-place") and robot.last_verb == "PutObject":
            self.cramped[robot.held, item.name] += 1
            patience = 1 if item.kind in UNSEEN else CRAMPED
            if robot.failure == "wrong-place" or self.cramped[
                    robot.held, item.name] >= patience:
                self.refused.add((robot.held, item.name))
        elif robot.last_verb == "NavigateTo" and robot.failure == "non-interactable":
            item.missed += item.missed_at != self.belief.step  # once, however many went there
            item.missed_at = self.belief.step
            if item.doubt >= DOUBT:  # walking leads to where it really is: somewhere ahead
                yaw = math.radians(robot.yaw)
                item.position = (robot.position[0] + 0.7 * math.sin(yaw), item.position[1],
                                 robot.position[1] + 0.7 * math.cos(yaw))
        elif robot.failure == "wrong-state" and robot.last_verb in STATE_VERBS.values():
            for (key, value), verb in STATE_VERBS.items():
                if verb == robot.last_verb:
                    item.states[key] = value

    def _count(self, robot: Robot, name: str) -> None:
        self.attempts[robot.name, name] += 1
        self.tried_at[robot.name, name] = self.belief.step

    def patient(self, robot: Robot, name: str) -> bool:
        """Whether a robot should still try an object; after a pause it may try again."""
        key = (robot.name, name)
        if self.attempts[key] >= PATIENCE and self.belief.step - self.tried_at.get(key, 0) >= PAUSE:
            self.attempts[key] = PATIENCE // 2
        return self.attempts[key] < PATIENCE

    # -- tasks ------------------------------------------------------------------------------------

    def next_step(self, robot: Robot, task: Task) -> Step | None:
        """Return the next action towards a task, or None when this robot cannot go on."""
        item = self.belief.items[task.item]
        if robot.held and robot.held != item.name:
            return self.put_down(robot)
        if task.kind == "place":
            assert isinstance(task.wish, Placed)
            if robot.held == item.name:
                return self._deliver(robot, item, task.wish.target)
            return self._fetch(robot, item)
        if task.kind == "hold":
            return self._fetch(robot, item)
        assert isinstance(task.wish, HasState)
        if robot.held and task.wish.state != "reached":
            return self.put_down(robot)
        return self._change(robot, item, task.wish)

    def _fetch(self, robot: Robot, item: Item) -> Step | None:
        if item.held_by and item.held_by != robot.name:
            return None
        inside = self.belief.enclosing(item)
        if inside is not None:
            return self.open(robot, inside, f"{item.name} is inside")
        if robot.reaches(item.name):
            return Step(f"PickupObject({item.name})", f"take {item.name}")
        return self.reach(robot, item, f"to take {item.name}")

    def _change(self, robot: Robot, item: Item, wish: HasState) -> Step | None:
        if wish.state == "reached":
            return self.reach(robot, item, "to be there", walk_only=True)
        verb = STATE_VERBS.get((wish.state, wish.value))
        if verb is None:
            return None
        inside = self.belief.enclosing(item)
        if inside is not None:
            return self.open(robot, inside, f"{item.name} is inside")
        if not robot.reaches(item.name):
            return self.reach(robot, item, f"for {verb}")
        if verb == "OpenObject" and item.states["isToggled"]:
            return Step(f"ToggleObjectOff({item.name})", "it must be off to open")
        if verb == "ToggleObjectOn" and item.kind == "Microwave" and item.states["isOpen"]:
            return Step(f"CloseObject({item.name})", "it must be closed to run")
        return Step(f"{verb}({item.name})", f"{wish.state} → {wish.value}")

    def _deliver(self, robot: Robot, item: Item, where: Location) -> Step | None:
        target = self.target(robot, item, where)
        if target is None:
            return None
        if isinstance(target, Landmark):
            return self.approach(robot, target)
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
        """A free spot has to be in view and in reach: look lower, then come from elsewhere."""
        if robot.pitch < 20 and target.position[1] < CAMERA_M - 0.3:
            return Step("LookDown(30)", f"look for room on {target.name}")
        if self.cramped[item.name, target.name] % 2:
            return self._detour(robot, target) or Step("Rotate(Right)", "look for room")
        return Step("Rotate(Left)", f"look for room on {target.name}")

    def forgive(self) -> None:
        """Forget what failed, to try everything once more."""
        self.attempts.clear()
        self.refused.clear()
        self.cramped.clear()
        self.blocked.clear()

    def put_down(self, robot: Robot) -> Step | None:
        """Free the hand: put what is held on something near that takes it."""
        held = self.belief.items.get(robot.held)
        kinds = self.allowed.get(held.kind) if held else None
        fitting = [i for i in self.belief.items.values()
                   if "receptacle" in i.can and not i.closed and i.name != robot.held
                   and (kinds is None or i.kind in kinds) and i.kind not in CONTAINERS
                   and "pickupable" not in i.can and (robot.held, i.name) not in self.refused
                   and self.patient(robot, i.name)]
        if not fitting:
            return None
        place = min(fitting, key=lambda i: (not robot.reaches(i.name), _far(robot, i)))
        if robot.reaches(place.name):
            return Step(f"PutObject({place.name})", "the hand is needed")
        return self.reach(robot, place, "the hand is needed")

    # -- places -----------------------------------------------------------------------------------

    def target(self, robot: Robot, item: Item, where: Location) -> Item | Landmark | None:
        """Choose the place to bring an item to."""
        if where.relation == "home":
            for kind in where.homes.get(item.kind, ()):
                found = self._place(robot, item, Selection((kind,), "some"), where.nearest)
                if found is not None:
                    return found
            return None
        if where.relation == "near":
            return self._near(robot, item, where)
        assert where.place is not None
        return self._place(robot, item, where.place, where.nearest)

    def _near(self, robot: Robot, item: Item, where: Location) -> Item | None:
        assert where.place is not None
        marks = self.belief.of(where.place.types)
        kinds = self.allowed.get(item.kind)
        options = [(min(math.dist(_xz(p), _xz(m)) - max(p.size[0], p.size[2]) / 2
                        for m in marks), p) for p in self.belief.items.values()
                   if marks and "receptacle" in p.can and "pickupable" not in p.can
                   and not p.closed and (kinds is None or p.kind in kinds)
                   and (item.name, p.name) not in self.refused]
        return min(options, key=lambda o: (o[0], o[1].name))[1] if options else None

    def _place(
        self, robot: Robot, item: Item, place: Selection, nearest: bool
    ) -> Item | Landmark | None:
        kinds = self.allowed.get(item.kind)
        usable = [k for k in place.types if kinds is None or k in kinds or k in FORCED]
        named = [i for i in self.belief.of(usable)
                 if (item.name, i.name) not in self.refused and i.name != item.name
                 and self.patient(robot, i.name) and not i.lost]
        if place.central:
            named = [i for i in self.tracker.central(place) if i in named]
        if place.located is not None or place.states:
            named = [i for i in named if self.tracker._fits(i, place)]
        if any(i.kind == "SinkBasin" for i in named):
            named = [i for i in named if i.kind != "Sink"]  # the tap runs into the basin
        busy = self._busy(robot)
        if named:
            ranked = min(named, key=lambda i: (
                self.last_walk.get(robot.name) != i.name
                and self.last_walk.get(robot.name) not in self.stations.get(
                    (robot.name, i.name), ()),
                self.attempts[robot.name, i.name] > 0 and len(named) > 1,
                not nearest and i.name in busy and i.kind in ("Drawer", "Cabinet"),
                not nearest and i.name not in self.served,
                not nearest and not robot.reaches(i.name), i.held_by != "",
                0.0 if nearest else -round(min(i.size[0] * i.size[2], 1.0), 1),
                0.0 if nearest or i.kind != "Drawer" else -round(i.position[1], 1),
                round(_far(robot, i) if not nearest else math.dist(
                    _xz(item), _xz(i)) if not item.held_by else _far(robot, i), 1), i.name))
            return ranked
        marks = [m for m in self.belief.landmarks.values() if m.kind in usable]
        return min(marks, key=lambda m: (_distance(robot, m.position), m.kind), default=None)

    def _busy(self, robot: Robot) -> set[str]:
        return self.claimed | {self.last_walk.get(r.name, "")
                               for r in self.belief.robots.values() if r.name != robot.name}

    # -- getting there ----------------------------------------------------------------------------

    def open(self, robot: Robot, item: Item, reason: str) -> Step | None:
        """Open a container, going there first if need be."""
        if not robot.reaches(item.name):
            return self.reach(robot, item, f"to open it: {reason}")
        if item.states["isToggled"]:
            return Step(f"ToggleObjectOff({item.name})", "it must be off to open")
        return Step(f"OpenObject({item.name})", reason)

    def close(self, robot: Robot, item: Item) -> Step | None:
        """Close what was opened."""
        if not robot.reaches(item.name):
            return self.reach(robot, item, "to close it")
        return Step(f"CloseObject({item.name})", "close what was opened")

    def reach(
        self, robot: Robot, item: Item, reason: str, *, walk_only: bool = False
    ) -> Step | None:
        """Get to where the object can be acted on: walk, then try other poses."""
        if not self.patient(robot, item.name):
            return None
        first = robot.name == min(self.belief.robots)
        if self.blocked[robot.name, item.name] >= (3 if first else 2):
            self.blocked[robot.name, item.name] = 0
            aside = self._aside(robot, item)
            if aside is not None:
                return aside
        stands = self.last_walk.get(robot.name, "")
        tried = self.stations.setdefault((robot.name, item.name), [])
        if walk_only or (stands != item.name and stands not in tried):
            return Step(f"NavigateTo({item.name})", reason)
        self._count(robot, item.name)
        return self.look_at(robot, item) or self._detour(robot, item) or Step(
            f"NavigateTo({item.name})", "once more")

    def look_at(self, robot: Robot, item: Item, tolerance: float = 15.0) -> Step | None:
        """Turn the camera to an object from where the robot stands; None when it is turned."""
        bearing = math.degrees(math.atan2(item.position[0] - robot.position[0],
                                          item.position[2] - robot.position[1]))
        off = (bearing - robot.yaw + 180) % 360 - 180
        if robot.last_verb == "Rotate" and not robot.success:
            return None  # what it holds would hit something
        if abs(off) > 50:
            return Step("Rotate(Right)" if off > 0 else "Rotate(Left)", f"face {item.name}")
        flat = max(0.2, _far(robot, item))
        tilt = math.degrees(math.atan2(CAMERA_M - item.position[1], flat)) - robot.pitch
        if tilt > tolerance and robot.pitch < 45:
            return Step("LookDown(30)", f"{item.name} is lower than the view")
        if tilt < -tolerance and robot.pitch > -15:
            return Step("LookUp(30)", f"{item.name} is higher than the view")
        return None

    def _detour(self, robot: Robot, item: Item) -> Step | None:
        """Come from another side: walk to something else near the object and look from there."""
        tried = self.stations.setdefault((robot.name, item.name), [])
        near = [i for i in self.belief.items.values()
                if i.name != item.name and i.name not in tried and not i.held_by
                and 0.25 < math.dist(_xz(i), _xz(item)) < 1.6]
        if not near:
            tried.clear()
            return None
        spots = [robot.position] + [_xz(self.belief.items[n]) for n in tried]
        choice = max(near, key=lambda i: (
            min(math.dist(_xz(i), s) for s in spots) - math.dist(_xz(i), _xz(item)) / 2, i.name))
        tried.append(choice.name)
        return Step(f"NavigateTo({choice.name})", f"to see {item.name} from another side")

    def _aside(self, robot: Robot, item: Item) -> Step | None:
        """Leave a blocked passage to the other robots for a while."""
        others = [r for r in self.belief.robots.values() if r.name != robot.name]
        free = [i for i in self.belief.items.values() if not i.held_by and not i.lost
                and self.attempts[robot.name, i.name] == 0 and i.name != item.name
                and self.asides[robot.name, i.name] == 0]
        if not others or not free:
            return None
        place = max(free, key=lambda i: (
            min(_far(r, i) for r in others) - _far(robot, i), i.name))
        self.asides[robot.name, place.name] += 1
        return Step(f"NavigateTo({place.name})", f"yield: the way to {item.name} is blocked")

    def approachable(self, mark: Landmark) -> bool:
        """Whether some robot has not given up going to a place without a name."""
        return any(self.attempts[r, _mark_key(mark)] <= 4 for r in self.belief.robots)

    def approach(self, robot: Robot, mark: Landmark) -> Step | None:
        """Go to a place that has no name yet: by way of the known object nearest to it."""
        key = _mark_key(mark)
        options = [i for i in self.belief.items.values() if not i.held_by and not i.lost
                   and self.attempts[robot.name, i.name + key] < 1]
        if not options or self.attempts[robot.name, key] > 4:
            return None
        self.attempts[robot.name, key] += 1
        best = min(options, key=lambda i: (_box_gap(i.position, mark), i.name))
        self.attempts[robot.name, best.name + key] += 1
        return Step(f"NavigateTo({best.name})", f"it is near the {mark.kind}")


def _mark_key(mark: Landmark) -> str:
    return f"{mark.kind}@{mark.position[0]:.1f},{mark.position[2]:.1f}"


def _xz(thing: Item | Landmark) -> tuple[float, float]:
    return (thing.position[0], thing.position[2])


def _distance(robot: Robot, position: tuple[float, float, float]) -> float:
    return math.dist(robot.position, (position[0], position[2]))


def _far(robot: Robot, item: Item) -> float:
    return _distance(robot, item.position)


def _box_gap(position: tuple[float, float, float], mark: Landmark) -> float:
    spans = [max(0.0, abs(position[i] - mark.position[i]) - mark.size[i] / 2) for i in (0, 2)]
    return math.hypot(*spans)


def nearest(robots: Iterable[Robot], item: Item) -> Robot:
    """Return the robot nearest to an item."""
    return min(robots, key=lambda r: (_far(r, item), r.name))
