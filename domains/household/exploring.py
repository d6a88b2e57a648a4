"""Where to look next: expected finds per step, from the prior and what has been looked at.

The room is a grid of half-metre cells; a cell counts as looked at when some robot had it in its
field of view within :data:`RANGE_M`. Closed containers hide what the prior expects in them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from domains.household.belief import CAMERA_M, CONTAINERS, Belief, Item, Robot
from domains.household.needs import Need
from domains.household.prior import Prior
from domains.household.reaching import Step
from domains.household.tactics import Tactics

__all__ = ["Explorer"]

RANGE_M = 4.0
NEAR_M = 3.0
"""The same where every last drawer or switch counts: furniture hides what is farther off."""
LOW_M = 0.6
"""Height (m) above the floor from which on things count as in plain view."""
CELL_M = 0.5
HALF_VIEW = 42.0
LOW_RANGE_M = 2.2
"""How far away a robot still notices something small on the floor, between furniture."""
FALLEN = 0.12
"""Chance that something lies on the floor, whatever the prior says (things fall down)."""
ANYWHERE = 0.06
"""Worth of looking into a container in which the prior does not expect anything."""
_INTO = 30.0
"""Degrees off the middle of the view from which the contents of a container are seen."""
_HIDDEN = 0.06
"""Chance that a place within view still hides something small from a robot."""


@dataclass
class Explorer:
    """Chooses looks; remembers what has been looked at."""

    belief: Belief
    prior: Prior
    tactics: Tactics
    viewed: set[tuple[int, int]] = field(default_factory=set)
    near: set[tuple[int, int]] = field(default_factory=set)
    thorough: bool = False
    low: set[tuple[int, int]] = field(default_factory=set)
    inspected: set[str] = field(default_factory=set)
    visited: dict[str, int] = field(default_factory=dict)
    stood: dict[str, tuple[float, float]] = field(default_factory=dict)

    def update(self) -> None:
        """Take in where the robots are looking now."""
        for robot in self.belief.robots.values():
            looks = [(robot.position, robot.yaw)]
            if robot.last_verb == "Explore" and robot.success:  # it turned first, then moved
                looks += [(self.stood.get(robot.name, robot.position), robot.yaw + a)
                          for a in (0, 90, 180, 270)]
            self.stood[robot.name] = robot.position
            for place, heading in looks:
                self.viewed |= self._front(place, heading, robot.pitch)
                self.near |= self._front(place, heading, robot.pitch, NEAR_M)
                self.low |= self._floor(place, heading, robot.pitch)
            if robot.last_verb == "NavigateTo":
                self.visited[robot.last_object] = self.visited.get(robot.last_object, 0) + 1
            for name, entry in robot.view.items():
                item = self.belief.items[name]
                if (item.kind in CONTAINERS and not item.closed and entry["interactable"]
                        and self.tactics.look_at(robot, item, _INTO) is None):
                    self.inspected.add(name)

    def _floor(
        self, place: tuple[float, float], heading: float, pitch: float
    ) -> set[tuple[int, int]]:
        """Cells whose floor is in view: with a level camera not those near the robot."""
        return self._cone(place, heading, LOW_RANGE_M, _nearest(0.0, pitch))

    def _front(
        self, place: tuple[float, float], heading: float, pitch: float, range_m: float = 0.0
    ) -> set[tuple[int, int]]:
        """Cells in which drawers and what lies on low tables is in view."""
        range_m = range_m or (NEAR_M if self.thorough else RANGE_M)
        return self._cone(place, heading, range_m, _nearest(LOW_M, pitch))

    def _cone(
        self, place: tuple[float, float], heading: float, range_m: float = RANGE_M,
        nearest_m: float = 0.0,
    ) -> set[tuple[int, int]]:
        found = set()
        reach = int(range_m / CELL_M)
        cx, cz = round(place[0] / CELL_M), round(place[1] / CELL_M)
        for dx in range(-reach, reach + 1):
            for dz in range(-reach, reach + 1):
                far = math.hypot(dx, dz) * CELL_M
                if far > range_m or far < nearest_m:
                    continue
                bearing = math.degrees(math.atan2(dx, dz))
                off = abs((bearing - heading + 180) % 360 - 180)
                if off <= HALF_VIEW or far < 0.3:
                    found.add((cx + dx, cz + dz))
        return found

    def _room(self) -> set[tuple[int, int]]:
        spots = [(i.position[0], i.position[2]) for i in self.belief.items.values()]
        spots += [(m.position[0], m.position[2]) for m in self.belief.landmarks.values()]
        spots += [r.position for r in self.belief.robots.values()]
        xs = [round(s[0] / CELL_M) for s in spots]
        zs = [round(s[1] / CELL_M) for s in spots]
        return {(x, z) for x in range(min(xs), max(xs) + 1) for z in range(min(zs), max(zs) + 1)}

    def _known(self) -> set[tuple[int, int]]:
        """Cells that need no further look for what is sought at present."""
        return self.near if self.thorough else self.viewed

    @property
    def seen_share(self) -> float:
        """Share of the known room that has been looked at."""
        room = self._room()
        return len(room & self.viewed) / max(1, len(room))

    # -- how likely is there more -----------------------------------------------------------------

    def kinds_seen(self) -> frozenset[str]:
        """Types seen so far: they tell what kind of room this is."""
        return frozenset(i.kind for i in self.belief.items.values())

    def chance(self, need: Need) -> float:
        """Probability that there is another object of the needed type to be found."""
        before = min(0.85, self.prior.more(need.kind, need.known, self.kinds_seen()))
        if need.presupposed:
            before = max(before, 0.5)
        missed = self._unlooked(need.kind, need.every)
        return before * missed / max(1e-9, before * missed + 1 - before)

    def _unlooked(self, kind: str, every: bool) -> float:
        """Share of the prior's places for a type that nobody has looked at yet."""
        weights = self.prior.places(kind, self.kinds_seen())
        if not weights:  # furniture and fittings: in plain view once one looks there
            room = self._room()
            looked = self.near if every else self.viewed
            return max(0.01, 1.0 - len(room & looked) / max(1, len(room)))
        inside = {p: w for p, w in weights.items() if p in CONTAINERS}
        open_air = max(0.0, 1.0 - sum(inside.values()))
        share = self.seen_share
        room = self._room()
        floor = 1.0 - len(room & self.low) / max(1, len(room))
        left = (1 - FALLEN) * open_air * max(_HIDDEN, 1.0 - share) + FALLEN * floor
        for place, weight in inside.items():
            known = self.belief.of([place])
            unknown = [c for c in known if c.name not in self.inspected]
            left += weight * (len(unknown) / len(known) if known else 1.0 - share)
        return min(1.0, max(left, 0.01))

    def worthwhile(self, needs: Iterable[Need]) -> list[Need]:
        """Keep the needs that are worth another look."""
        return [n for n in needs if self.chance(n) > n.stop_below]

    # -- the next look ----------------------------------------------------------------------------

    def look(self, robot: Robot, needs: list[Need], taken: set[str], explore: bool) -> Step | None:
        """Return the look with most expected finds per step, or None if nothing is left.

        ``taken`` are objects other robots go to in this step; ``explore`` says whether the
        team's one Explore action is still free.
        """
        weights: dict[str, float] = {}
        kinds = self.kinds_seen()
        for need in needs:
            chance = max(0.02, self.chance(need))
            for place, weight in self.prior.places(need.kind, kinds).items():
                weights[place] = weights.get(place, 0.0) + chance * weight
        self.thorough = all(n.every and not self.prior.places(n.kind, kinds) for n in needs)
        hidden = any(n.known == 0 or self.prior.places(n.kind, kinds) for n in needs)
        for item in self.belief.items.values() if hidden else ():
            if (item.name in self.tactics.opened and item.name not in self.inspected
                    and robot.last_verb in ("OpenObject", "LookDown") and robot.reaches(item.name)):
                step = self.tactics.look_at(robot, item, _INTO)
                if step is not None:
                    return step
        begun = self.tactics.last_walk.get(robot.name, "")
        if hidden and not robot.held and begun in {i.name for i in self._closed(robot, taken)}:
            step = self.tactics.open(robot, self.belief.items[begun], "look inside")
            if step is not None:
                return step
        options = [*self._turns(robot, explore, weights), *self._walks(robot, taken, weights)]
        if not robot.held and hidden:
            options += self._containers(robot, taken, weights)
        options = [o for o in options if o[0] > 0.0]
        if not options:
            return self._any_container(robot, taken) if hidden else None
        return max(options, key=lambda o: (o[0], o[1].action))[1]

    def _turns(
        self, robot: Robot, explore: bool, weights: Mapping[str, float]
    ) -> list[tuple[float, Step]]:
        room = self._room()
        found = []
        for name, turn in (("Rotate(Right)", 90), ("Rotate(Left)", -90)):
            new, low = self._news(robot, [turn], robot.pitch, room)
            found.append((new / 40 + FALLEN * low / 8,
                          Step(name, f"look that way: {new} cells, {low} on the floor")))
        if robot.pitch < 15:
            new, _ = self._news(robot, [0], robot.pitch + 30, room)
            _, low = self._news(robot, [0, 90, 180, 270], robot.pitch + 30, room)
            found.append((new / 40 + FALLEN * low / 16,
                          Step("LookDown(30)", f"{new} cells, {low} on the floor")))
        if explore:
            new, low = self._news(robot, [90, 180, 270], robot.pitch, room)
            new += 30 if self.belief.step == 0 else 0
            found.append((new / 40 + FALLEN * low / 8,
                          Step("Explore", f"look all round: {new} cells, {low} on the floor")))
        return found

    def _news(
        self, robot: Robot, turns: list[int], pitch: float, room: set[tuple[int, int]]
    ) -> tuple[int, int]:
        """Cells of the room and of its floor that looking in some directions would add."""
        high: set[tuple[int, int]] = set()
        low: set[tuple[int, int]] = set()
        for turn in turns:
            high |= self._front(robot.position, robot.yaw + turn, pitch)
            low |= self._floor(robot.position, robot.yaw + turn, pitch)
        return len((high - self._known()) & room), len((low - self.low) & room)

    def _walks(
        self, robot: Robot, taken: set[str], weights: Mapping[str, float]
    ) -> list[tuple[float, Step]]:
        room, found = self._room(), []
        for item in self.belief.items.values():
            if item.name in taken or item.held_by or item.lost or self.visited.get(item.name):
                continue
            far = math.dist(robot.position, (item.position[0], item.position[2]))
            if far < 1.0:
                continue
            heading = math.degrees(math.atan2(item.position[0] - robot.position[0],
                                              item.position[2] - robot.position[1]))
            share = max(0.0, far - 0.75) / far
            stand = (robot.position[0] + share * (item.position[0] - robot.position[0]),
                     robot.position[1] + share * (item.position[2] - robot.position[1]))
            new = len((self._front(stand, heading, 0.0) - self._known()) & room)
            worth = new / 40 + 0.3 * weights.get(item.kind, 0.0) + 0.02 * min(far, 5.0) / 5
            found.append((worth, Step(f"NavigateTo({item.name})",
                                      f"look from there: {new} cells are new")))
        return found

    def _containers(
        self, robot: Robot, taken: set[str], weights: Mapping[str, float]
    ) -> list[tuple[float, Step]]:
        closed = self._closed(robot, taken)
        counts: dict[str, int] = {}
        for item in closed:
            counts[item.kind] = counts.get(item.kind, 0) + 1
        found = []
        for item in closed:
            worth = 2.0 * weights.get(item.kind, 0.0) / counts[item.kind] + ANYWHERE
            worth /= 1.0 if robot.reaches(item.name) else 2.0
            step = self.tactics.open(robot, item, "look inside")
            if step is not None and worth > 0.01:
                found.append((worth, step))
        return found

    def _closed(self, robot: Robot, taken: set[str]) -> list[Item]:
        return [i for i in self.belief.items.values()
                if i.closed and i.name not in self.inspected and i.name not in taken
                and self.tactics.patient(robot, i.name)]

    def _any_container(self, robot: Robot, taken: set[str]) -> Step | None:
        """As a last resort open whatever is still closed, nearest first."""
        if robot.held:
            return None
        for item in sorted(self._closed(robot, taken), key=lambda i: (
                not robot.reaches(i.name),
                math.dist(robot.position, (i.position[0], i.position[2])), i.name)):
            step = self.tactics.open(robot, item, "look inside")
            if step is not None:
                return step
        return None


def _nearest(height: float, pitch: float) -> float:
    """How near (m) something of a height is still above the lower edge of the picture."""
    steepest = 43.0 + pitch
    return (CAMERA_M - height) / math.tan(math.radians(steepest)) if steepest < 89 else 0.0
