"""What has to be found yet, and where to look next: the most finds per step.

Needed are objects of the subgoals, and places to put them. Each may lie in the open (spread over
the cells nobody has looked at) or in a container nobody has looked into, as often as in the
recorded rooms. A look is worth the chances of all it would show, divided by the steps it takes.

And places that have to be looked at: "everything on the table" needs a look at the table,
"everything" without a place means all there is in the room, also inside what is closed.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from domains.household.belief.belief import CAMERA_M, CONTAINERS, Belief, Item, Robot, takes
from domains.household.belief.camera import Pose, aim, gap, pose_of
from domains.household.belief.coverage import AFAR, FLOOR, NEAR, Cell, Coverage, contents
from domains.household.belief.prior import Prior
from domains.household.goal import STATIONS, HasState, Placed, Selection, Subgoal
from domains.household.policy.goals import Tracker
from domains.household.policy.skills import Skills, Step

FALLEN, LOW = 0.08, 0.2
"""Chance that a thing lies on the floor, and that furniture is as low as that."""
ANYWHERE = 0.08
"""Chance that something is in a container in which the prior does not expect it."""
HIDDEN = 0.06
"""Chance that a place within view still hides something small from a robot."""
LEAST = 0.004
"""Finds per step below which looking round is given up; containers are still looked into."""
_ROUND = (0.0, 90.0, 180.0, 270.0)
WALK = 2
"""Steps to get to a place: walk, then aim the camera about every other time."""
SURE_ALL = 0.06
"""Look on for "all X" while another one is more likely, and do not claim that all is done then.
Where everything was looked at it is 0.054. In fresh rooms no claim of 41 below this was wrong, and
two of 11 above it; later one of 36 was (a second lamp), so that a claim says what nobody looked at.
"""
SURE_THE = 0.45
"""The same for "the X" when one is known already."""
SURE_ANY = 0.01
"""The same while none is known at all."""
SURE_SPARE = 0.25
"""The same when something else would do as well, also as a home, and for places to take from."""
EVERYTHING = "everything"
"""What is needed to be seen where all there is in the room is meant."""
SURE_EVERYTHING = 0.1
"""The same for everything in the room: so much of it may stay unseen."""
GENERAL = 20
"""Types from which on a selection is "everything"."""
LOOK = 5
"""Steps of one robot to go to a container, open it, look inside and close it."""
BIG_M = 1.3
"""Widest place (m) that is looked at in passing; robots go to a wider one and face it."""
OWN = 20
"""Containers of other rooms that one of this room counts as."""


@dataclass(frozen=True)
class SearchTarget:
    """Something to look for: a type, how many are known, and how sure one wants to be.

    ``presupposed``: who says "all the pens" takes it that there are some. ``every``: none must
    be overlooked.
    """

    kind: str
    known: int
    stop_below: float
    presupposed: bool = False
    every: bool = False


@dataclass(frozen=True)
class _Hope:
    """Chances to find what is needed: per new cell, per cell of floor, and by container."""

    cell: float
    floor: float
    inside: Mapping[str, float]


@dataclass(frozen=True)
class Look:
    """A step that may show what is needed, and what for: the finds expected in so many steps."""

    step: Step
    finds: float
    steps: float = 1.0
    cells: frozenset[Cell] = frozenset()

    @property
    def worth(self) -> float:
        """Return the finds expected per step."""
        return self.finds / self.steps

    @property
    def told(self) -> str:
        """Say what it is expected to show, and what it costs."""
        return f"{self.finds:.2f} finds in {self.steps:.1f} steps"


@dataclass
class Explorer:
    """Chooses looks; remembers which places were looked at from near by, and which are left."""

    belief: Belief
    prior: Prior
    skills: Skills
    tracker: Tracker = field(init=False)
    coverage: Coverage = field(init=False)
    done: set[str] = field(default_factory=set)
    shut_off: Callable[[str], bool] = field(default=lambda _: False)
    _planned: set[Cell] = field(default_factory=set)
    _spent: set[str] = field(default_factory=set)
    _known: int = 0

    def __post_init__(self) -> None:
        self.tracker, self.coverage = self.skills.tracker, Coverage(self.belief)

    def update(self) -> None:
        """Take in where the robots are looking now."""
        self._planned = set()
        self.coverage.update()
        self.prior.weigh({i.kind for i in self.belief.items.values()})
        if len(self.belief.items) > self._known:  # there is more to look at than was known
            self._known, self._spent = len(self.belief.items), set()
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

    def seen(self) -> int:
        """Count what was seen so far: things, cells, insides."""
        return (len(self.belief.items) + len(self.belief.landmarks)
                + len(self.coverage.inspected) + sum(map(len, self.coverage.viewed.values())))

    # -- how likely is there more -----------------------------------------------------------------

    def chance(self, need: SearchTarget) -> float:
        """Probability that there is another object of the needed type to be found."""
        return self._scale(need) * self._unlooked(need)

    def _scale(self, need: SearchTarget) -> float:
        """Return the factor for the chance that a thing, if it exists, is at a place."""
        before = min(0.85, self.prior.more(need.kind, need.known))
        if need.presupposed:
            before = max(before, 0.5)
        missed = self._unlooked(need)
        return before / max(1e-9, before * missed + 1 - before)

    def _unlooked(self, need: SearchTarget) -> float:
        """Share of the prior's places for a type that nobody has looked at yet."""
        weights, floor = self.prior.places(need.kind), self.coverage.left(FLOOR)
        afar = self.coverage.left(AFAR)
        if not weights:  # furniture and fittings: in plain view once one looks there
            near = self.coverage.left(NEAR) if need.every else afar
            return max(0.01, (1 - LOW) * near + LOW * floor)
        inside = {p: w for p, w in weights.items() if p in CONTAINERS}
        open_air = max(0.0, 1.0 - sum(inside.values()))
        left = (1 - FALLEN) * open_air * max(HIDDEN, afar) + FALLEN * floor
        for place, weight in inside.items():
            known = self.belief.of([place])
            unknown = [c for c in known if c.name not in self.coverage.inspected]
            left += weight * (len(unknown) / len(known) if known else afar)
        return min(1.0, max(left, 0.01))

    def more(self, what: Selection) -> list[str]:
        """List the types of which there may be more than was found, for all that was looked at."""
        return [n.kind for n in self._meant(what)
                if n.kind != EVERYTHING and self.chance(n) > n.stop_below]

    def worthwhile(self, targets: Iterable[SearchTarget]) -> list[SearchTarget]:
        """Keep the targets that are worth another look."""
        return [n for n in targets if self.chance(n) > n.stop_below and n.kind not in self._spent]

    # -- what has to be found ---------------------------------------------------------------------

    def targets(self) -> list[SearchTarget]:
        """Return what the goal's present stage needs found, one per type, in order."""
        found: dict[str, SearchTarget] = {}
        for subgoal in self.tracker.subgoals:
            for target in self._of_subgoal(subgoal):
                found.setdefault(target.kind, target)
        return list(found.values())

    def _of_subgoal(self, subgoal: Subgoal) -> Iterator[SearchTarget]:
        for what in self.tracker.wanted(subgoal):
            yield from self._meant(what, asked=self.tracker.due(subgoal) is None)
            if what.located is not None and what.located.place is not None:
                yield from self._places(what.located.place.types, named=True)
                if what.quantifier == "all" and not what.located.place.central:
                    yield from self._further(what.located.place)
        if not self.tracker.due(subgoal):
            return
        place = subgoal.target.place if isinstance(subgoal, Placed) else getattr(
            subgoal, "near", None)
        if place is not None and place.holding is None:
            kinds = [k for k in place.types if any(  # a holder for towels is none for paper
                takes(k, t, self.skills.allowed) for t in subgoal.what.types)]
            yield from self._places(tuple(kinds) or place.types, named=True)
            if isinstance(subgoal, Placed) and subgoal.target.each and place.quantifier == "all":
                yield from self._further(place)
        if isinstance(subgoal, Placed) and subgoal.target.relation == "home":
            yield from self._homes(subgoal)

    def _meant(self, what: Selection, *, asked: bool = False) -> Iterator[SearchTarget]:
        """Look for what is meant; ``asked``: only to know whether a condition is met."""
        kinds = what.types
        if set(kinds) <= self.tracker.absent:
            kinds = (*kinds, *(t for k in kinds for t in what.substitutes.get(k, ())))
        at = what.located if what.located and (what.located.relation == "at" or (
            what.quantifier == "some" and not asked)) else None
        known = {k: sum(not i.lost and (at is None or i.touched or self.tracker.at(i, at))
                        for i in self.belief.of([k])) for k in kinds}
        any_known = sum(known.values())
        if what.quantifier == "some" and any_known >= what.count:
            return
        if is_general(what):  # places are searched, not types
            where = what.located.place if what.located else None
            if where is None or "Floor" in where.types:  # which is all over the room
                yield SearchTarget(EVERYTHING, 0, SURE_EVERYTHING, presupposed=True, every=True)
            return
        for kind, count in known.items():
            if what.quantifier == "all":
                sure = SURE_ALL
            elif any_known == 0 or what.quantifier == "some":
                sure = SURE_ANY if len(what.types) == 1 else 0.05
                spare = self.belief.of(what.substitutes.get(kind, ()))
                sure = SURE_SPARE if spare else sure
            else:
                sure = SURE_THE if count else 1.0
            presupposed = any_known == 0 and len(kinds) <= 2
            yield SearchTarget(kind, count, sure, presupposed, every=what.quantifier == "all")

    def _places(self, places: Sequence[str], *, named: bool = False) -> Iterator[SearchTarget]:
        """Look for places of which none is known; who names one takes it that there is one."""
        if not self.belief.spots(places):
            for kind in places:
                yield SearchTarget(kind, 0, 0.02, named and len(places) <= 2)

    def _homes(self, subgoal: Placed) -> Iterator[SearchTarget]:
        """Look for a home where none is known, and for better ones than those that are."""
        for kind in dict.fromkeys(i.kind for i in self.tracker.members(subgoal)
                                  if not self.tracker.holds(subgoal, i)):
            homes = subgoal.target.homes.get(kind, ())
            yield from self._places(homes)
            for better in self.tracker.unknown_homes(homes):
                yield SearchTarget(better, 0, SURE_SPARE)

    def _further(self, place: Selection) -> Iterator[SearchTarget]:
        """"Everything on the tables": there may be further ones."""
        for kind in place.types:
            yield SearchTarget(kind, len(self.belief.spots([kind])), SURE_SPARE)

    # -- places that have to be looked at ----------------------------------------------------------

    def left(self) -> list[Item]:
        """Places of the present stage that can still be looked at."""
        places = (p for subgoal in self.tracker.subgoals
                  for p in (*self._unseen(subgoal), *self._switched(subgoal)))
        return list({p.name: p for p in places if self.skills.approachable(p)}.values())

    def missed(self, subgoal: Subgoal) -> list[str]:
        """Name the places that nobody has looked at where more of what is meant may well be."""
        return [p.name if p.named else p.kind for p in self._unseen(subgoal)]

    def unopened(self, subgoal: Subgoal) -> list[str]:
        """Name the containers that nobody has looked into, though all there is was meant."""
        general = subgoal.what.located is None and is_general(subgoal.what)
        return [i.name for i in self._shut()] if general else []

    def _shut(self) -> list[Item]:
        return [i for i in self.belief.of(CONTAINERS)
                if "openable" in i.can and i.name not in self.done]

    def _distant(self) -> list[Item]:
        """List the places that were seen from afar only."""
        return [i for i in self.belief.items.values()
                if {"receptacle"} == i.can & {"receptacle", "pickupable"} and i.kind != "Floor"
                and i.kind not in CONTAINERS and i.name not in self.done]

    def _worth(self, subgoal: Subgoal, places: list[Item], least: float) -> list[Item]:
        """Keep the places where more is expected than is worth it."""
        kinds = {k for k in {i.kind for i in places} if self.expected(subgoal, k) > least}
        return [i for i in places if i.kind in kinds]

    def expected(self, subgoal: Subgoal, container: str) -> float:
        """Return how many things a container of a type is expected to hold that should not stay.

        Rule of succession over the containers of recorded rooms, and those of this room, of
        which each counts as :data:`OWN`.
        """
        kinds = {k for k in subgoal.what.types if container not in self.tracker.places(subgoal, k)}
        there, held = self.prior.holding(container, kinds)
        if container not in CONTAINERS:
            return held / max(there, 1.0)
        inside = sum(not CONTAINERS.isdisjoint(i.found) and (
            i.touched or not self.tracker.holds(subgoal, i)) for i in self.tracker.members(subgoal))
        looked = len(self.coverage.inspected)
        return (held + OWN * inside + 1) / (there + OWN * looked + 2)

    def _switched(self, subgoal: Subgoal) -> list[Item]:
        """List the places of which one must be on, since its switch is, though none is known."""
        place = subgoal.target.place if isinstance(subgoal, Placed) else None
        if place is None or not place.states or any(
                self.tracker.is_place(i, place) for i in self.belief.of(place.types)):
            return []
        switches = [i for w in self.tracker.subgoals if isinstance(w, HasState)
                    and (w.state, w.value) in place.states for i in self.tracker.members(w)
                    if self.tracker.holds(w, i) and set(STATIONS.get(i.kind, ())) & {*place.types}]
        return self.belief.spots(place.types) if switches else []

    def _unseen(self, subgoal: Subgoal) -> list[Item]:
        return [p for what in self.tracker.wanted(subgoal) for p in self._unseen_of(subgoal, what)]

    def _unseen_of(self, subgoal: Subgoal, what: Selection) -> list[Item]:
        where = what.located
        if where is None and is_general(what):
            return [*self._worth(subgoal, self._shut(), LOOK * LEAST),
                    *self._worth(subgoal, self._distant(), WALK * LEAST / HIDDEN)]
        if where is None or where.place is None or where.relation == "at":
            return []
        place = where.place
        central = self.tracker.central(place) if place.central else None
        named = self.belief.spots(place.types) if not place.central else [central]
        return [p for p in named if p is not None and p.name not in self.done]

    def to_close(self, targets: list[SearchTarget]) -> list[Item]:
        """List what robots have opened and somebody can close again, unless it is wanted open.

        While something is sought, what was opened for it stays open until somebody looked in.
        """
        looked = self.coverage.inspected
        opened = [self.belief.items[n] for n in sorted(self.skills.opened - self.wanted_open())
                  if n in looked or not targets]
        return [i for i in opened if i.states["isOpen"] is not False and any(
            self.skills.patient(r, i.name) and self.skills.made_for(r, "CloseObject", i)
            for r in self.belief.robots.values())]

    def wanted_open(self) -> set[str]:
        """Name what the goal wants open."""
        return {i.name for w in self.tracker.goal.subgoals if getattr(w, "state", "") == "isOpen"
                and getattr(w, "value", False) for i in self.tracker.members(w)}

    # -- the next look ----------------------------------------------------------------------------

    def look(
        self, robot: Robot, targets: list[SearchTarget], taken: set[str], explore: bool
    ) -> Step | None:
        """Return the look with most expected finds per step, or None if nothing is left.

        ``taken`` are objects other robots go to in this step; ``explore`` says whether the
        team's one Explore action is still free. Containers are opened at last, however little is
        hoped of them.
        """
        self.coverage.thorough = all(n.every and self.prior.in_view(n.kind) for n in targets)
        hope = self._hope(targets)
        enclosed = any(self.prior.enclosing(n.kind) for n in targets)
        if enclosed:
            step = self.peer(robot)
            if step is not None:
                return step
        looks = self._looks(robot, taken, explore, hope, enclosed)
        if not looks and not robot.held and not self._planned and not (
                taken and self._looks(robot, set(), explore, hope, enclosed)):
            self._spent |= {n.kind for n in targets}  # and nobody else looks there just now
        return self._best(looks)

    def _looks(self, robot: Robot, taken: set[str], explore: bool, hope: _Hope, enclosed: bool
               ) -> list[Look]:
        """List what is worth it, and every container where what is needed may be ``enclosed``."""
        boxes = [*self._containers(robot, taken, hope)] if enclosed and not robot.held else []
        looks = [*self._turns(robot, explore, hope), *self._walks(robot, taken, hope)]
        return [*boxes, *(x for x in looks if x.worth >= LEAST)]

    def _best(self, looks: list[Look]) -> Step | None:
        """Choose a look, and say what it shows in the mean and costs beside the next best one."""
        ranked = sorted(looks, reverse=True, key=lambda x: (
            x.worth >= LEAST, not x.step.walks_to or not self.shut_off(x.step.walks_to), x.worth,
            x.step.action))
        if not ranked:
            return None
        best = ranked[0]
        self._planned |= best.cells
        other = next((x for x in ranked if x.step.action != best.step.action), None)
        said = f"{best.step.reason}: {best.told}"
        return Step(best.step.action, said + (
            f", not {other.step.action}: {other.told}" if other else ""))

    def _hope(self, targets: list[SearchTarget]) -> _Hope:
        room = max(1, len(self.coverage.parts[AFAR]))
        cell, floor, inside = 0.0, 0.0, defaultdict[str, float](float)
        boxes = [i for i in self.belief.items.values()
                 if i.kind in CONTAINERS and i.name not in self.coverage.inspected]
        for need in targets:
            scale = self._scale(need)
            weights = self.prior.places(need.kind)
            shut, low = {p: w for p, w in weights.items() if p in CONTAINERS}, (
                FALLEN if weights else LOW)
            known = sum(w for p, w in shut.items() if self.belief.of([p]))
            cell += scale * (1.0 - known - low) / room
            floor += scale * low / room
            kinds = self.prior.enclosing(need.kind)
            fit = [b for b in boxes if b.kind in kinds]
            for box in fit:
                inside[box.name] += scale * (
                    shut.get(box.kind, 0.0) / len(self.belief.of([box.kind]))
                    + ANYWHERE / len(fit))
        return _Hope(cell, floor, inside)

    def peer(self, robot: Robot) -> Step | None:
        """Return the turn that shows what is in an open container within reach, if one does."""
        others = {r.last.object for r in self.belief.robots.values() if r.name != robot.name}
        for item in self.belief.items.values():
            if (item.name in self.skills.opened and item.name not in self.coverage.inspected
                    and robot.reaches(item.name) and item.name not in others):
                turns = aim(pose_of(robot), item, points=contents(item))
                if turns:
                    return Step(turns[0], f"look into {item.name}")
        return None

    def _turns(self, robot: Robot, explore: bool, hope: _Hope) -> Iterator[Look]:
        here = pose_of(robot)
        for action, angle in (("Rotate(Right)", 90.0), ("Rotate(Left)", -90.0)):
            yield self._look(Step(action, "look that way"), hope, here, [angle])
        if robot.pitch < 15:
            down, step = replace(here, pitch=here.pitch + 30.0), Step("LookDown(30)", "look down")
            yield self._look(step, hope, down, [0.0])
            yield self._look(step, hope, down, _ROUND, 2 if explore else 4)  # then it can turn
        if explore:
            yield self._look(Step("Explore", "look all round"), hope, here, _ROUND[1:])

    def _look(
        self, step: Step, hope: _Hope, here: Pose, turns: Sequence[float], steps: float = 1.0
    ) -> Look:
        """Value looks from a place in some directions."""
        poses = [replace(here, yaw=here.yaw + t) for t in turns]
        cells, floor = self.coverage.news(poses)
        cells -= self._planned
        finds = hope.cell * len(cells) + hope.floor * len(floor)
        return Look(step, finds, steps, frozenset(cells))

    def _walks(self, robot: Robot, taken: set[str], hope: _Hope) -> Iterator[Look]:
        for item in self.belief.items.values():
            far = robot.far(item)
            if (item.name in taken or item.held_by or item.lost or far < 1.0
                    or item.name in self.coverage.visited
                    or sum(self.skills.blocked[r, item.name] for r in self.belief.robots) > 3):
                continue
            (x, z), (to_x, to_z) = robot.position, item.ground
            share = (far - 0.75) / far
            heading = math.degrees(math.atan2(to_x - x, to_z - z))
            there = Pose(x + share * (to_x - x), z + share * (to_z - z), heading, 0.0)
            step = Step(f"NavigateTo({item.name})", "look from there")
            yield self._look(step, hope, there, [0.0])
            yield self._look(step, hope, there, _ROUND, 2)

    def _containers(self, robot: Robot, taken: set[str], hope: _Hope) -> Iterator[Look]:
        shut = (i for i in self.belief.items.values() if i.closed and i.name in hope.inside)
        for item in shut:
            if item.name not in taken and self.skills.patient(robot, item.name) and (
                    self.skills.made_for(robot, "OpenObject", item)):
                step = self.skills.open(robot, item, "look inside")
                if step is not None:
                    yield Look(step, hope.inside[item.name], self._steps(robot, item))

    def _steps(self, robot: Robot, item: Item) -> float:
        """Count the steps until a robot has opened a container and seen what is inside."""
        if robot.reaches(item.name):
            return 1.0 + bool(aim(pose_of(robot), item, points=contents(item)))
        if self.skills.last_walk.get(robot.name) == item.name:
            return 1.5  # it has come for that
        far, low = gap(*robot.position, item) >= 1.3, item.centre[1] < CAMERA_M - 0.6
        return 2.5 + (far and low)


def is_general(what: Selection) -> bool:
    """Say whether a selection means all there is, whatever it is."""
    return len(what.types) > GENERAL
