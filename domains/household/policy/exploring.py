"""Where to look next: chance of a find per step, from the prior and what has been looked at.

Each needed thing may lie in the open (spread over the cells nobody has looked at), on the floor,
or in a container nobody has looked into, as often as in the recorded rooms. A look is worth the
chances of all it would show, divided by the steps it takes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from domains.household.belief.belief import CAMERA_M, CONTAINERS, Belief, Item, Robot
from domains.household.belief.camera import GRID_M, Pose, aim, gap, pose_of
from domains.household.belief.coverage import Cell, Coverage, contents
from domains.household.belief.prior import Prior
from domains.household.policy.reaching import Step
from domains.household.policy.search_targets import SearchTarget
from domains.household.policy.skills import Skills

__all__ = ["HIDDEN", "LEAST", "WALK", "Explorer"]

FALLEN = (0.4, 5.0)
"""Things on the floor, and things in all, that count as known before any is seen."""
LOW = 0.2
"""Chance that a piece of furniture or a fitting is so low that one has to look at the floor."""
ANYWHERE = 0.08
"""Chance that something is in a container in which the prior does not expect it."""
HIDDEN = 0.06
"""Chance that a place within view still hides something small from a robot."""
_FIRST = 30
"""Cells a first look all round is taken to add: the room is not known yet."""
WIDE_M = 0.5
"""Smallest width (m) of a place on which one thing may hide another."""
LEAST = 0.004
"""Finds per step below which looking round is given up; containers are still looked into."""
_ROUND = (0.0, 90.0, 180.0, 270.0)
WALK = 2
"""Steps to get to a place: walk, then aim the camera about every other time."""


@dataclass(frozen=True)
class _Hope:
    """Chances to find what is needed: per new cell, per cell of floor, by container and place."""

    cell: float
    floor: float
    inside: Mapping[str, float]
    on: Mapping[str, float]


@dataclass
class Explorer:
    """Chooses looks."""

    belief: Belief
    prior: Prior
    skills: Skills
    coverage: Coverage = field(init=False)
    shut_off: set[str] = field(default_factory=set)
    _planned: set[Cell] = field(default_factory=set)
    _spent: set[str] = field(default_factory=set)
    _known: int = 0

    def __post_init__(self) -> None:
        self.coverage = Coverage(self.belief)

    def update(self) -> None:
        """Take in where the robots are looking now."""
        self._planned = set()
        self.coverage.update()
        if len(self.belief.items) > self._known:  # there is more to look at than was known
            self._known, self._spent = len(self.belief.items), set()

    def look_closer(self, targets: Iterable[SearchTarget]) -> bool:
        """Begin to look at everything once more, from nearer; whether that is worth it.

        It is where something is named that nobody has seen.
        """
        if self.coverage.scale < 1.0 or not any(
                n.presupposed and not n.every and not n.known for n in targets):
            return False
        self.coverage.look_closer()
        self._spent.clear()
        return True

    def seen(self) -> int:
        """Count what was seen so far: things, cells from afar and from near by, insides."""
        looked = self.coverage
        return (len(self.belief.items) + len(self.belief.landmarks) + len(looked.inspected)
                + len(looked.viewed) + len(looked.near) + len(looked.low))

    # -- how likely is there more -----------------------------------------------------------------

    def kinds_seen(self) -> frozenset[str]:
        """Types seen so far: they tell what kind of room this is."""
        return frozenset(i.kind for i in self.belief.items.values())

    def chance(self, need: SearchTarget) -> float:
        """Probability that there is another object of the needed type to be found."""
        return self._scale(need) * self._unlooked(need.kind, need.every)

    def _scale(self, need: SearchTarget) -> float:
        """Return the factor for the chance that a thing, if it exists, is at a place."""
        before = min(0.85, self.prior.more(need.kind, need.known, self.kinds_seen()))
        if need.presupposed:
            before = max(before, 0.5)
        missed = self._unlooked(need.kind, need.every)
        return before / max(1e-9, before * missed + 1 - before)

    def _fallen(self) -> float:
        """Chance that a needed thing lies on the floor: some have fallen, or have been dropped."""
        kinds = {k for w in self.skills.tracker.goal.subgoals for k in w.what.types}
        seen = [i for i in self.belief.items.values() if i.kind in kinds and "pickupable" in i.can]
        return ((FALLEN[0] + sum("Floor" in i.found for i in seen)) / (FALLEN[1] + len(seen)))

    def _unlooked(self, kind: str, every: bool) -> float:
        """Share of the prior's places for a type that nobody has looked at yet."""
        weights = self.prior.places(kind, self.kinds_seen())
        if not weights:  # furniture and fittings: in plain view once one looks there
            return max(0.01, (1 - LOW) * (1.0 - self.coverage.share(every))
                       + LOW * (1.0 - self.coverage.floor_share()))
        inside = {p: w for p, w in weights.items() if p in CONTAINERS}
        open_air = max(0.0, 1.0 - sum(inside.values()))
        share, fallen = self.coverage.share(), self._fallen()
        left = ((1 - fallen) * open_air * max(HIDDEN, 1.0 - share)
                + fallen * (1.0 - self.coverage.floor_share()))
        for place, weight in inside.items():
            known = self.belief.of([place])
            unknown = [c for c in known if c.name not in self.coverage.inspected]
            left += weight * (len(unknown) / len(known) if known else 1.0 - share)
        return min(1.0, max(left, 0.01))

    def worthwhile(self, targets: Iterable[SearchTarget]) -> list[SearchTarget]:
        """Keep the targets that are worth another look."""
        return [n for n in targets if self.chance(n) > n.stop_below and n.kind not in self._spent]

    def effort(self, targets: Iterable[SearchTarget]) -> int:
        """Count one robot's steps to look into all containers and close them again."""
        hidden = [n for n in targets if self.prior.enclosed(n.kind)]
        return (WALK + 3) * len(self.coverage.closed()) if hidden else 0

    # -- the next look ----------------------------------------------------------------------------

    def look(
        self, robot: Robot, targets: list[SearchTarget], taken: set[str], explore: bool
    ) -> Step | None:
        """Return the look with most expected finds per step, or None if nothing is left.

        ``taken`` are objects other robots go to in this step; ``explore`` says whether the
        team's one Explore action is still free.
        """
        self.coverage.thorough = all(n.every and self.prior.in_view(n.kind) for n in targets)
        hidden = any(self.prior.enclosed(n.kind) for n in targets)
        if hidden:
            step = self.peer(robot) or self._begun(robot, taken)
            if step is not None:
                return step
        hope = self._hope(targets)
        options = [*self._turns(robot, explore, hope), *self._walks(robot, taken, hope)]
        if not robot.held and hidden:
            options += self._containers(robot, taken, hope)
        blocked = {f"NavigateTo({name})" for name in self.shut_off}
        worth, step, cells = max(options, key=lambda o: (
            o[0] >= LEAST, o[1].action not in blocked, o[0], o[1].action))
        if worth < LEAST:
            step = self._any_container(robot, taken) if hidden else None
            if step is None and not robot.held:
                self._spent |= {n.kind for n in targets}
            return step
        self._planned |= cells
        return step

    def turn(
        self, robot: Robot, targets: list[SearchTarget], explore: bool = False
    ) -> Step | None:
        """Return the turn of the camera that shows most, or None if none shows enough.

        Without targets whatever was not seen yet counts.
        """
        hope = self._hope(targets) if targets else _Hope(LEAST, 0.0, {}, {})
        worth, step, cells = max(self._turns(robot, explore, hope),
                                 key=lambda o: (o[0], o[1].action))
        if worth < LEAST:
            return None
        self._planned |= cells
        return step

    def _hope(self, targets: list[SearchTarget]) -> _Hope:
        kinds, room = self.kinds_seen(), max(1, len(self.coverage.room()))
        cell, floor, fallen = 0.0, 0.0, self._fallen()
        inside: dict[str, float] = {}
        on: dict[str, float] = {}
        boxes = [i for i in self.belief.items.values()
                 if i.kind in CONTAINERS and i.name not in self.coverage.inspected]
        for need in targets:
            scale = self._scale(need)
            weights = self.prior.places(need.kind, kinds)
            shut = {p: w for p, w in weights.items() if p in CONTAINERS}
            unseen = sum(w for p, w in shut.items() if not self.belief.of([p]))
            open_air = 1.0 - sum(shut.values())
            low = fallen if weights else LOW
            cell += scale * ((1 - low) * open_air + unseen) / room
            floor += scale * low / room
            for box in boxes if self.prior.enclosed(need.kind) else ():
                inside[box.name] = inside.get(box.name, 0.0) + scale * (
                    shut.get(box.kind, 0.0) / len(self.belief.of([box.kind]))
                    + ANYWHERE / len(boxes))
            for place, weight in weights.items():
                for item in self.belief.of([place]):
                    if max(item.size) < WIDE_M:
                        continue
                    on[item.name] = on.get(item.name, 0.0) + (
                        scale * HIDDEN * weight / len(self.belief.of([place])))
        return _Hope(cell, floor, inside, on)

    def peer(self, robot: Robot) -> Step | None:
        """Return the turn that shows what is in an open container within reach, if one does."""
        for item in self.belief.items.values():
            others = {r.last_object for r in self.belief.robots.values() if r.name != robot.name}
            if (item.name in self.skills.opened and item.name not in self.coverage.inspected
                    and robot.reaches(item.name) and item.name not in others):
                turns = aim(pose_of(robot), item, points=contents(item))
                if turns:
                    return Step(turns[0], f"look into {item.name}")
        return None

    def _begun(self, robot: Robot, taken: set[str]) -> Step | None:
        """Open the container a robot has walked to."""
        begun = self.skills.last_walk.get(robot.name, "")
        if robot.held or begun not in {i.name for i in self._closed(robot, taken)}:
            return None
        return self.skills.open(robot, self.belief.items[begun], "look inside")

    def _news(self, hope: _Hope, poses: list[Pose], extra: int = 0) -> tuple[float, str, set[Cell]]:
        """Value looks from some poses, in words, with the cells they would add."""
        high, low = self.coverage.news(poses)
        high, low = high - self._planned, low - self._planned
        worth = hope.cell * (len(high) + extra) + hope.floor * len(low)
        return worth, f"{len(high) + extra} cells, {len(low)} on the floor", high

    def _turns(
        self, robot: Robot, explore: bool, hope: _Hope
    ) -> list[tuple[float, Step, set[Cell]]]:
        here = pose_of(robot)
        options = [("Rotate(Right)", "look that way", [90.0], 0.0),
                   ("Rotate(Left)", "look that way", [-90.0], 0.0)]
        if robot.pitch < 15:
            options.append(("LookDown(30)", "look down", [0.0], 30.0))
        if explore:
            options.append(("Explore", "look all round", [90.0, 180.0, 270.0], 0.0))
        found = []
        for action, words, turns, tilt in options:
            extra = _FIRST if action == "Explore" and self.belief.step == 0 else 0
            worth, text, cells = self._news(hope, [
                Pose(here.x, here.z, here.yaw + t, here.pitch + tilt) for t in turns], extra)
            worth /= self.skills.actuators.steps(len(turns) - 1)
            if tilt:  # then it can turn round
                whole, _, _ = self._news(hope, [
                    Pose(here.x, here.z, here.yaw + t, here.pitch + tilt) for t in _ROUND])
                worth = max(worth, whole / (2 if explore else 4))
            found.append((worth, Step(action, f"{words}: {text}"), cells))
        return found

    def _walks(
        self, robot: Robot, taken: set[str], hope: _Hope
    ) -> list[tuple[float, Step, set[Cell]]]:
        found = []
        for item in self.belief.items.values():
            if (item.name in taken or item.held_by or item.lost
                    or self.coverage.visited.get(item.name)
                    or sum(self.skills.blocked[r, item.name] for r in self.belief.robots) > 3):
                continue
            far = math.dist(robot.position, item.ground)
            if far < 1.0:
                continue
            heading = math.degrees(math.atan2(item.position[0] - robot.position[0],
                                              item.position[2] - robot.position[1]))
            share = max(0.0, far - 0.75) / far
            stand = (robot.position[0] + share * (item.position[0] - robot.position[0]),
                     robot.position[1] + share * (item.position[2] - robot.position[1]))
            worth, text, cells = self._news(hope, [Pose(*stand, heading, 0.0)])
            round_, _, _ = self._news(hope, [Pose(*stand, heading + t, 0.0) for t in _ROUND])
            worth = max(worth, round_ / 2) + hope.on.get(item.name, 0.0) + 1e-4 * min(far, 5.0)
            worth /= self.skills.actuators.steps(far / GRID_M)
            found.append((worth, Step(f"NavigateTo({item.name})", f"look from there: {text}"),
                          cells))
        return found

    def _containers(
        self, robot: Robot, taken: set[str], hope: _Hope
    ) -> list[tuple[float, Step, set[Cell]]]:
        found = []
        for item in self._closed(robot, taken):
            step = self.skills.open(robot, item, "look inside")
            if step is not None:
                worth = hope.inside.get(item.name, 0.0) / self._steps(robot, item)
                found.append((worth, step, set[Cell]()))
        return found

    def _steps(self, robot: Robot, item: Item) -> float:
        """Count the steps until a robot has opened a container and seen what is inside."""
        if robot.reaches(item.name):
            return 1.0 + bool(aim(pose_of(robot), item, points=contents(item)))
        near = gap(*robot.position, item) < 1.3
        low = item.centre[1] < CAMERA_M - 0.6
        return 2.5 if near else 2.5 + low

    def _closed(self, robot: Robot, taken: set[str]) -> list[Item]:
        return [i for i in self.coverage.closed()
                if i.name not in taken and self.skills.patient(robot, i.name)
                and self.skills.made_for(robot, "OpenObject", i)]

    def _any_container(self, robot: Robot, taken: set[str]) -> Step | None:
        """As a last resort open whatever is still closed, nearest first."""
        if robot.held:
            return None
        for item in sorted(self._closed(robot, taken), key=lambda i: (
                not robot.reaches(i.name),
                math.dist(robot.position, i.ground), i.name)):
            step = self.skills.open(robot, item, "look inside")
            if step is not None:
                return step
        return None
