"""From a task to who can do it and the next action of one robot; corrects what went wrong before.

Reactive: the next action follows from the believed state alone, so an interrupted, failed or
undone step is simply done again. What went wrong is remembered per robot and object, and says
something of things, places and ways: ``attempts`` count what was tried in vain, a walk that got
nearer is not vain, and a place without room has some once something is taken out.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from domains.household.actions import OBJECT_VERBS
from domains.household.belief.belief import (
    CAMERA_M,
    CONTAINERS,
    FORCED,
    TRIES,
    Belief,
    Item,
    Robot,
    takes,
)
from domains.household.belief.camera import MOVES, REACH_M, Pose, aim, gap, moved, pose_of, shown
from domains.household.belief.room import Point, free_spots, in_reach, in_view
from domains.household.goal import SNAPPING, HasState, Held, Location, Placed, Selection, Subgoal
from domains.household.policy.goals import Task, Tracker
from domains.household.states import STATES
from domains.household.team import crew, gets_at, lifts, may
from domains.household.thor.scene import GRID, Cell, cell_at

PATIENCE = 9
"""Vain attempts on one object before a robot leaves it to another or to later."""
UNSEEN = ("Drawer", "Box", "Pot", "Pan", "Bowl", "Plate", "Mug", "Cup", "GarbageCan")
"""Types whose free spot need not be in view: no room there is no room from anywhere."""
DOORS = ("ShowerDoor",)
"""Types through which things are seen, but not got at while they are closed."""
BLOCKED = ("blocked", "blocked-by-agent", "no-actions")
MOST_LOOKS = 3
"""Times that a robot turns or walks to a free spot before it tries where it is."""
CROWDED = 2
"""Times there may be no room on a place before others come first."""


@dataclass(frozen=True)
class Step:
    """One action with its reason."""

    action: str
    reason: str

    @property
    def walks_to(self) -> str:
        """Name what it walks to; empty where it does not walk."""
        verb, _, name = self.action.rstrip(")").partition("(")
        return name if verb == "NavigateTo" else ""


@dataclass
class Skills:
    """Chooses actions for tasks, and how to get at things; remembers what failed where.

    ``allowed`` is the public table of which type may be put where.
    ``cleared`` are places from which something is taken to make room: nothing is laid down there.
    ``team`` says what robots are made for, ``lifters`` who is to lift a heavy thing together.
    """

    belief: Belief
    tracker: Tracker
    allowed: Mapping[str, frozenset[str]] = field(default_factory=dict)
    team: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    lifters: dict[str, tuple[str, ...]] = field(default_factory=dict)
    cleared: set[str] = field(default_factory=set)
    attempts: Counter[tuple[str, str]] = field(default_factory=Counter)
    opened: set[str] = field(default_factory=set)
    last_walk: dict[str, str] = field(default_factory=dict)
    blocked: Counter[tuple[str, str]] = field(default_factory=Counter)
    cramped: Counter[tuple[str, str]] = field(default_factory=Counter)
    crowd: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    opened_with: set[tuple[str, str]] = field(default_factory=set)
    walls: set[Cell] = field(default_factory=set)
    shifts: Counter[tuple[str, str]] = field(default_factory=Counter)
    stations: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def learn(self, robot: Robot) -> None:
        """Take note of the outcome of a robot's last action."""
        name, verb = robot.last.object, robot.last.verb
        if verb in ("NavigateTo", "Explore"):
            self.last_walk.pop(robot.name, None)
        if robot.success:
            self._succeeded(robot, verb, name)
            return
        if verb == "Move":
            there = moved(pose_of(robot), robot.last.argument)
            self.walls.add(cell_at(there.x, there.z))
        if verb == "NavigateTo" and robot.failure in BLOCKED:
            self.blocked[robot.name, name] += 1
            if robot.failure == "blocked":  # by furniture: another walk ends there as well
                self.last_walk[robot.name] = name
            return
        if verb == "NavigateTo" and robot.failure != "failed":
            self.last_walk[robot.name] = name
        moved_m = math.dist(robot.position, robot.before)
        if name and (robot.failure != "failed" or moved_m < GRID / 2):  # it got no nearer
            self.attempts[robot.name, name] += 1
        if name in self.belief.items:
            self._explain(robot, self.belief.items[name])

    def _succeeded(self, robot: Robot, verb: str, name: str) -> None:
        if verb == "NavigateTo":
            self.tracker.reached.add(name)
            self.last_walk[robot.name] = name
        if verb in OBJECT_VERBS and verb != "NavigateTo":
            self.attempts[robot.name, name] = 0
        if verb == "PickupObject":  # it will lie elsewhere
            for pair in [p for p, names in self.crowd.items() if name in names]:
                del self.crowd[pair], self.cramped[pair]
        elif verb == "OpenObject":
            self.opened.add(name)
            self.opened_with.add((robot.held, name))
            if self.belief.items[name].kind in DOORS:  # what is behind it can be got at now
                self.shifts.clear()
        elif verb == "CloseObject":
            self.opened.discard(name)

    def _explain(self, robot: Robot, item: Item) -> None:
        """Correct the belief by the kind of failure."""
        if robot.failure in ("no-room", "wrong-place", "full") and robot.last.verb == "PutObject":
            held = self.belief.items.get(robot.held)
            spots = [] if held is None else [*free_spots(item, held, self._upon(item))]
            sure = robot.failure != "no-room" or item.kind in UNSEEN or (held and not spots)
            self.cramped[robot.held, item.name] += TRIES if sure else (
                TRIES // 2 + 1 if in_view(pose_of(robot), spots) else 1)
            self.crowd[robot.held, item.name] = frozenset(i.name for i in self._upon(item))
        elif robot.last.verb == "NavigateTo" and robot.failure == "non-interactable":
            item.missed += item.missed_at != self.belief.step  # once, however many went there
            item.missed_at = self.belief.step

    def refuses(self, place: Item, item: Item) -> bool:
        """Whether a place has no room for a thing, from wherever one tries."""
        return self.cramped[item.name, place.name] >= TRIES

    def patient(self, robot: Robot, name: str) -> bool:
        """Whether a robot should still try an object."""
        return self.attempts[robot.name, name] < PATIENCE

    # -- getting there ----------------------------------------------------------------------------

    def reach(self, robot: Robot, item: Item, reason: str) -> Step | None:
        """Get to where the object can be acted on: walk, open a glass door before it, look."""
        stands = self.last_walk.get(robot.name, "")
        if stands not in (item.name, *self.stations.get((robot.name, item.name), ())):
            return self.walk(robot, item, reason)
        doors = [d for d in self.belief.of(DOORS)
                 if d.name != item.name and d.states["isOpen"] is False
                 and gap(*d.ground, item) <= REACH_M and self.patient(robot, d.name)]
        if doors:
            door = min(doors, key=robot.far)
            return self.open(robot, door, f"{item.name} may be behind it")
        return self.otherwise(robot, item) if self.patient(robot, item.name) else None

    def walk(self, robot: Robot, item: Item, reason: str) -> Step | None:
        """Walk to an object, unless that was tried in vain too often."""
        return Step(f"NavigateTo({item.name})", reason) if (
            self.patient(robot, item.name)) else None

    def otherwise(self, robot: Robot, item: Item) -> Step:
        """Get at an object in another way than walking to it: turn, shift, or walk elsewhere."""
        self.attempts[robot.name, item.name] += 1
        return (self.look_at(robot, item) or self._shift(robot, item) or self._detour(robot, item)
                or Step(f"NavigateTo({item.name})", "once more"))

    def look_at(self, robot: Robot, item: Item) -> Step | None:
        """Turn the camera until the object is in the picture; None when it should be."""
        stuck = robot.last.verb == "Rotate" and not robot.success
        turns = aim(pose_of(robot), item, turning=not stuck)
        return Step(turns[0], f"look at {item.name}") if turns else None

    def _shift(self, robot: Robot, item: Item) -> Step | None:
        """Move a little where something hides the object: farther off, to look less steeply."""
        if self.shifts[robot.name, item.name] >= TRIES:
            return None
        afar = REACH_M - 0.05 + min(item.size[0], item.size[2]) / 2
        options = [
            (abs(math.dist((there.x, there.z), item.middle) - afar), name)
            for name, there in self._moves(robot)
            if gap(there.x, there.z, item) <= REACH_M and shown(there, item, 1.0)]
        if not options:
            return None
        self.shifts[robot.name, item.name] += 1
        return Step(f"Move({min(options)[1]})", f"something hides {item.name}")

    def back_off(self, robot: Robot) -> Step | None:
        """Get away from what the object in the hand would hit when the robot turns."""
        return next((Step(f"Move({name})", f"{robot.held} would hit something in a turn")
                     for name, _ in self._moves(robot)), None)

    def _moves(self, robot: Robot) -> Iterator[tuple[str, Pose]]:
        """Yield the single moves that no wall is known to stop, with where they lead."""
        for name in MOVES:
            there = moved(pose_of(robot), name)
            if cell_at(there.x, there.z) not in self.walls:
                yield name, there

    def _detour(self, robot: Robot, item: Item, spots: Sequence[Point] = ()) -> Step | None:
        """Come from another side: walk to something else near the object and look from there.

        To something near one of the ``spots``, if any are given.
        """
        tried = self.stations.setdefault((robot.name, item.name), [])
        options = [i for i in self.belief.items.values()
                   if i.name != item.name and i.name not in tried and not i.held_by]
        beside = [i for i in options if 0.25 < math.dist(i.ground, item.ground) < 1.6]
        if spots:  # walks lead past the middle of a wide place
            beside = options
        if not beside:
            tried.clear()
            return None
        been = [robot.position] + [self.belief.items[n].ground for n in tried]
        choice = max(beside, key=lambda i: (
            -min(math.dist(i.middle, (x, z)) for x, _, z in spots) if spots else
            min(math.dist(i.ground, s) for s in been)
            - math.dist(i.ground, item.ground) / 2, i.name))
        tried.append(choice.name)
        return Step(f"NavigateTo({choice.name})", f"to see {item.name} from another side")

    def approachable(self, place: Item) -> bool:
        """Whether some robot has not given up going to a place."""
        return any(self.attempts[r, place.name] < TRIES for r in self.belief.robots)

    def approach(self, robot: Robot, mark: Item) -> Step | None:
        """Go to a place that has no name yet: to the known object whose middle is nearest to it."""
        key = mark.name
        options = [i for i in self.belief.items.values() if not i.held_by and not i.lost
                   and not self.attempts[robot.name, i.name + key]]
        if not options or self.attempts[robot.name, key] >= TRIES:
            self.attempts[robot.name, key] = TRIES
            if robot.held or not self.approachable(mark):  # what is held goes elsewhere then
                self.belief.out_of_reach.add(key)
            return None
        best = min(options, key=lambda i: (math.dist(i.middle, mark.middle), i.name))
        self.attempts[robot.name, key] += 1
        self.attempts[robot.name, best.name + key] += 1
        return Step(f"NavigateTo({best.name})", f"it is near the {mark.kind}")

    # -- things -----------------------------------------------------------------------------------

    def fetch(self, robot: Robot, item: Item) -> Step | None:
        """Take a thing: go there, open what it is in."""
        if item.held_by and item.held_by != robot.name:
            return None
        if robot.reaches(item.name):
            if robot.failure == "no-space" and robot.last.verb == "PickupObject":
                return self.otherwise(robot, item)
            mates = [m for m in self.lifters.get(item.name, ()) if m != robot.name]
            if not all(self.belief.robots[m].reaches(item.name) for m in mates):
                return Step("Idle", f"wait for {' and '.join(mates)} to lift {item.name}")
            return Step(f"PickupObject({item.name})", f"take {item.name}")
        return self.reach(robot, item, f"to take {item.name}")

    def deliver(self, robot: Robot, item: Item, target: Item) -> Step | None:
        """Put what a robot holds into or onto a place: go there, find room."""
        if not robot.reaches(target.name):
            return self.reach(robot, target, f"to put {item.name}")
        step = self._to_room(robot, item, target)
        if step is not None:
            return step
        if robot.last.verb == "PutObject" and robot.failure == "no-room":
            return self._more_room(robot, item, target)
        return Step(f"PutObject({target.name})", f"{item.name} belongs there")

    def _to_room(self, robot: Robot, item: Item, target: Item) -> Step | None:
        """Look or go to where there is a free spot, if none is in view: a few times."""
        key = robot.name, f"{item.name} {target.name}"
        spots, pose = [*free_spots(target, item, self._upon(target))], pose_of(robot)
        if target.kind in (*UNSEEN, *FORCED, *SNAPPING) or not spots or in_view(pose, spots) or (
                self.shifts[key] >= MOST_LOOKS):
            return None
        self.shifts[key] += 1
        turns = [t for s in in_reach(pose, spots) if (t := aim(pose, target, points=(s,)))]
        if not turns:
            return self._detour(robot, target, spots)
        first = min(turns, key=lambda t: (len(t), t[0].startswith("Rotate")))[0]
        return Step(first, f"look for room on {target.name}")

    def _roomy(self, place: Item, item: Item) -> bool:
        """Whether there is a free spot for a thing on a place, as far as was seen."""
        return place.kind in SNAPPING or any(
            True for _ in free_spots(place, item, self._upon(place)))

    def _more_room(self, robot: Robot, item: Item, target: Item) -> Step | None:
        """Bring a free spot into view and reach: arrive, look lower, then come from elsewhere."""
        if robot.name not in self.last_walk:
            return Step(f"NavigateTo({target.name})", f"its walk to {target.name} broke off")
        if robot.pitch < 20 and target.position[1] < CAMERA_M - 0.3:
            return Step("LookDown(30)", f"look for room on {target.name}")
        if self.cramped[item.name, target.name] % 2:
            return self._detour(robot, target) or Step("Rotate(Right)", "look for room")
        return Step("Rotate(Left)", f"look for room on {target.name}")

    def put_down(self, robot: Robot) -> Step | None:
        """Free the hand: put what is held on something near that takes it."""
        known, held = self.belief.items, self.belief.items.get(robot.held)
        fitting = [i for i in known.values() if held and takes(i.kind, held.kind, self.allowed)
                   and {"receptacle"} == i.can & {"receptacle", "pickupable"}
                   and i.kind not in (*CONTAINERS, "GarbageCan", "Toilet")
                   and i.name not in self.cleared and not self.cramped[robot.held, i.name]
                   and self.patient(robot, i.name)]
        if not fitting:
            return None
        place = min(fitting, key=lambda i: (not robot.reaches(i.name), robot.far(i)))
        if robot.reaches(place.name):
            return Step(f"PutObject({place.name})", "the hand is needed")
        return self.reach(robot, place, "the hand is needed")

    # -- places -----------------------------------------------------------------------------------

    def places(self, robot: Robot, item: Item, where: Location) -> Sequence[Item]:
        """List the places that an item may be brought to, the best one first."""
        if where.relation == "home":
            kinds = [found for kind in self.tracker.homes(where, item.kind)
                     if (found := self._places(robot, item, Selection((kind,), "some"),
                                               where.nearest))]
            roomy = (found for found in kinds if not (p := found[0]).named
                     or not (self.cramped[item.name, p.name] or self._taken(p, item)
                             or not self._roomy(p, item)))
            return next(roomy, kinds[0] if kinds else [])
        if where.relation == "near":
            return self._near(item, where)
        assert where.place is not None
        found = self._places(robot, item, where.place, where.nearest,
                             self.tracker.shared(item, where))
        return found[:1] if where.nearest else found

    def in_the_way(self, item: Item, place: Item) -> list[Item]:
        """List what can be taken out of a place that has no room for a thing; none if it has.

        What is there already that is wanted there stays.
        """
        if place.kind not in SNAPPING and not self.refuses(place, item):
            return []
        wanted = {i.name for w in self.tracker.subgoals if isinstance(w, Placed)
                  for i in self.tracker.members(w) if self.tracker.holds(w, i)}
        return [i for i in self._contents(place, item) if i.name not in wanted]

    def _upon(self, place: Item) -> list[Item]:
        """List what is known to be in or on a place."""
        return [i for i in self.belief.items.values()
                if place.name in i.parent_names and not i.lost]

    def _contents(self, place: Item, item: Item) -> list[Item]:
        """List what can be taken out of a place, but for a thing that is to be there."""
        return [i for i in self._upon(place) if "pickupable" in i.can and i is not item]

    def _taken(self, place: Item, item: Item) -> bool:
        """Whether something else takes up a place that holds one thing."""
        return place.kind in SNAPPING and bool(self._contents(place, item))

    def _near(self, item: Item, where: Location) -> list[Item]:
        assert where.place is not None
        marks = self.belief.of(where.place.types)
        options = [(min(math.dist(p.ground, m.ground) - max(p.size[0], p.size[2]) / 2
                        for m in marks), p) for p in self.belief.items.values()
                   if marks and takes(p.kind, item.kind, self.allowed) and p is not item
                   and {"receptacle"} == p.can & {"receptacle", "pickupable"}
                   and not p.closed and not self.refuses(p, item)]
        return [place for _, place in sorted(options, key=lambda o: (o[0], o[1].name))[:1]]

    def _places(
        self, robot: Robot, item: Item, place: Selection, nearest: bool, full: Collection[str] = (),
    ) -> Sequence[Item]:
        usable = [k for k in place.types if takes(k, item.kind, self.allowed)]
        opens = any(may(self.made(r), "OpenObject") for r in self.belief.robots)
        named = [i for i in self.belief.of(usable) if (opens or not i.closed)
                 and (not self.refuses(i, item) or self.in_the_way(item, i))
                 and i.name != item.name
                 and ("receptacle" in i.can or not self.belief.of([f"{i.kind}Basin"]))
                 and self.patient(robot, i.name) and not i.lost and gets_at(
                     self.made(robot.name), i.centre[1], i.size[1])]
        named = [i for i in named if i.name not in full and self.tracker.is_place(i, place)]
        if any(i.kind == "SinkBasin" for i in named):
            named = [i for i in named if i.kind != "Sink"]  # the tap runs into the basin
        marks = [m for m in self.belief.marks(usable) if place.holding is None
                 or self.tracker.is_known_by(m, place)]
        if marks:  # there may be room
            named = [i for i in named if not self.in_the_way(item, i)]
        if named:
            return sorted(named, key=lambda i: (
                "receptacle" not in i.can,  # there one may see what is
                self._taken(i, item), self.cramped[item.name, i.name] // CROWDED,
                not self._roomy(i, item),
                self.attempts[robot.name, i.name] > 0 and len(named) > 1,
                0 if nearest else (not robot.reaches(i.name)) + i.closed,
                math.dist(item.ground, i.ground) if nearest and not item.held_by
                else robot.far(i), i.name))
        return sorted(marks, key=lambda m: (robot.far(m), m.kind))

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
        if not isinstance(task.subgoal, HasState) and not self.carries(robot, item):
            return False
        if not all(may(made, v) for v in verbs_of(task.subgoal)):
            return False
        near = task.subgoal.near if isinstance(task.subgoal, Held) else None
        if near is not None and not self.belief.of(near.types):
            return False
        if not isinstance(task.subgoal, Placed):
            return True
        fit = (id(task.subgoal), task.item) not in self.tracker.unfit
        return fit and bool(self.places(robot, item, task.subgoal.target))

    def carries(self, robot: Robot, item: Item) -> bool:
        """Whether a robot is made to take a thing, perhaps with others."""
        return (robot.held == item.name or "pickupable" in item.can) and lifts(
            self.made(robot.name), item.kind) and bool(self._crew(robot, item))

    def crew(self, task: Task, item: Item) -> tuple[str, ...]:
        """Name the robots that have to lift a thing together; none where one does it alone."""
        if isinstance(task.subgoal, HasState) or item.held_by:
            return ()
        crews = [self._crew(r, item) for r in self.belief.robots.values()
                 if self.able(r, task, item)]
        team = min(crews, key=len, default=())
        return team if len(team) > 1 else ()

    def _crew(self, robot: Robot, item: Item) -> tuple[str, ...]:
        """Name those who lift a thing for a robot to carry, that robot first; none: they cannot."""
        team = {n: self.made(n) for n in self.belief.robots}
        return (robot.name,) if robot.held == item.name else crew(team, robot.name, item)

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


def verbs_of(subgoal: Subgoal) -> tuple[str, ...]:
    """Name the actions on a thing that meet a subgoal."""
    if isinstance(subgoal, HasState):
        state = STATES.get((subgoal.state, subgoal.value))
        return (state.verb,) if state and state.verb else ()
    return ("PickupObject", "PutObject")[:1 + isinstance(subgoal, Placed)]
