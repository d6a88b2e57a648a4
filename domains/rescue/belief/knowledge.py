"""What a team knows: everything here comes from the briefing and from observations.

Fires are followed with the known rules of burning (specification §4); each observation corrects
what was predicted. Credit for subtasks is kept by the team's own books.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

from domains.rescue.belief.blaze import Blaze
from domains.rescue.belief.sight import Sight, walk
from domains.rescue.world.actions import DIRECTIONS, landing, parse
from domains.rescue.world.rules import INTERACT, RADIUS
from domains.rescue.world.scene import Cell, subtask_list
from domains.rescue.world.ways import NO_WAY, distances
from planner.environment import Briefing
from planner.execution.exploration import PositionBelief

Observations = Mapping[str, Mapping[str, Any]]
NOWHERE = (-(10**6), -(10**6))
"""A cell that is near nothing."""
WIDEST = 60
"""Cells by which parts of the same fire are apart at most (``scene_file``)."""


@dataclass
class RobotView:
    """One robot of the team as it reports itself."""

    name: str
    cell: Cell
    held: dict[str, int]
    holding: str
    last_action: str = ""
    success: bool = True
    failure: str = ""
    vain: tuple[str, int] = ("", 0)
    """What it does, and how often in a row that has changed nothing, or led where it was before."""

    def after(self, before: RobotView | None) -> RobotView:
        """Count what is done in vain, given how the robot was a step before."""
        if before is None:
            return self
        if self.failure in ("malfunction", "under_way"):
            return replace(self, vain=before.vain)
        action, (last, times) = self.last_action, before.vain
        alike = (self.cell, self.held, self.holding) == (before.cell, before.held, before.holding)
        arrived = action == last and self.success and action.startswith("NavigateTo")
        if not (alike or arrived):
            return replace(self, vain=(action, 0))
        return replace(self, vain=(action, times + 1 if action == last else int(alike)))

    def near(self, cell: Cell, cells: float = INTERACT) -> bool:
        """Say whether a cell is within reach."""
        return math.dist(self.cell, cell) <= cells


@dataclass
class PersonView:
    """One person; ``reach`` is a distance from which it is surely within radius."""

    name: str
    cell: Cell | None = None
    load: int = 2
    delivered: bool = False
    reach: float = 0.0
    holders: list[str] = field(default_factory=list)


class Knowledge:
    """The team's picture of the world, updated once per joint step."""

    def __init__(self, briefing: Briefing, observations: Observations) -> None:
        facts = briefing.facts
        self.agents = briefing.agents
        self.step = 0
        self.sight = Sight(facts["width"], facts["height"])
        self.walls = frozenset((x, y) for x, y in facts.get("walls", ()))
        self.walls_block = bool(facts.get("walls_block"))
        self.ground = (facts["width"], facts["height"], self.walls)
        self.fire_kinds: Mapping[str, str] = facts["fires"]
        self.supplies: Mapping[str, str] = facts["supplies"]
        self.move_cost = float(facts.get("move_cost", 0.0))
        self.people_known = bool(facts.get("people_known"))
        self.people = {name: PersonView(name) for name in facts["people"]}
        self.beliefs: dict[str, PositionBelief] = {n: self.sight.fresh() for n in self.people}
        self.robots: dict[str, RobotView] = {}
        self.sources: dict[str, tuple[str, Cell]] = {}
        self.deposit: tuple[str, Cell] = ("", (0, 0))
        self.blazes: dict[str, Blaze] = {}
        self.done: set[str] = set()
        self.tried = self.malfunctions = 0
        self.worked = dict.fromkeys(briefing.agents, 0.0)
        self.update(observations)
        self.subtasks = subtask_list(
            {fire: self.supplies[kind] for fire, kind in self.fire_kinds.items()},
            {supply: name for supply, (name, _) in self.sources.items()},
            self.people, self.deposit[0])

    def elsewhere(self, robots: frozenset[str]) -> Knowledge:
        """Return what is known but for where some robots are: a look may lead anywhere."""
        other = copy(self)
        other.robots = {name: replace(robot, cell=NOWHERE) if name in robots else robot
                        for name, robot in self.robots.items()}
        return other

    @property
    def pace(self) -> float:
        """Return the steps that an action takes on average, since some of them fail."""
        return (self.tried + 1) / (self.tried - self.malfunctions + 1)

    def way(self, start: Cell, end: Cell) -> int:
        """Return the steps that NavigateTo takes from a cell to another; ``NO_WAY`` for never."""
        if start == NOWHERE or not (self.move_cost or self.walls_block):
            return 1
        moves = math.dist(start, end)
        if self.walls_block:
            moves = distances(self.ground, self._landing(end)).get(start, NO_WAY)
        return NO_WAY if moves >= NO_WAY else max(1, math.ceil(moves * self.move_cost))

    def _landing(self, end: Cell) -> Cell:
        """Return where NavigateTo leads: beside what stands there, to a cell without a wall."""
        reach = {p.cell: p.reach for p in self.people.values()} | {
            cell: RADIUS for _, cell in (self.deposit, *self.sources.values())}

        def free(x: int, y: int) -> bool:
            cell = (x, y)
            return cell != end and self.sight.inside(cell) and cell not in self.walls

        return landing(free, *end, reach.get(end, 0)) or end

    def places(self) -> dict[str, Cell]:
        """Return the cells of what can be gone to: what is always there, and people found."""
        places = [self.deposit, *self.sources.values()]
        places += [(b.name, b.position) for b in self.blazes.values()]
        places += [(p.name, p.cell) for p in self.people.values() if p.cell and not p.delivered]
        return {name: cell for name, cell in places if name}

    def missing(self) -> list[str]:
        """Return the people not found yet."""
        return [n for n, p in self.people.items() if p.cell is None and not p.delivered]

    def open(self) -> list[str]:
        """Return the subtasks not done yet, as far as the team knows."""
        return [s for s in self.subtasks if s not in self.done]

    def unnoticed(self) -> list[str]:
        """Return the fires that the task names but nobody has seen yet."""
        return [f for f in self.fire_kinds if f not in self.blazes]

    def update(self, observations: Observations, looked: frozenset[str] = frozenset()
               ) -> list[str]:
        """Take in one joint observation; return what changed unexpectedly, as reasons.

        What the robots in ``looked`` did last they did to look for people only.
        """
        events: list[str] = []
        before = {n: r.cell for n, r in self.robots.items()}
        self.step = next(iter(observations.values()))["step"]
        for name, o in observations.items():
            place = o["position"]
            self.robots[name] = RobotView(
                name, (place["x"], place["y"]),
                {s: o["inventory"][s] for s in ("Sand", "Water")}, o["holding"],
                o["last_action"], o["success"], o["failure"]).after(self.robots.get(name))
        records = {r["name"]: r for o in observations.values() for r in o["global_obs"]}
        self._books(events, looked)
        self._places(records)
        self._see_people(records, before, looked, events)
        self._see_fires(records, observations, events)
        return events

    def _places(self, records: Mapping[str, Any]) -> None:
        if self.sources:
            return
        for name, record in records.items():
            if record["type"] == "Reservoir":
                self.sources.setdefault(record["resource_type"], (name, _cell(record)))
            elif record["type"] == "Deposit" and not self.deposit[0]:
                self.deposit = (name, _cell(record))

    def _books(self, events: list[str], looked: frozenset[str]) -> None:
        """Enter the outcomes of the last joint action."""
        for robot in self.robots.values():
            name, arguments = parse(robot.last_action)
            if not name or name in ("Idle", "Done"):
                continue
            person = self.people.get(arguments[0]) if arguments else None
            if person is not None and person.cell is not None:
                self._reach(person, robot, name)
            if robot.failure == "under_way":
                continue
            self.tried += 1
            self.malfunctions += robot.failure == "malfunction"
            if not robot.success:
                events.append(f"{robot.name}: {robot.last_action} failed "
                              f"({robot.failure or 'no cause given'})")
                continue
            if name == "DropOff" and not self._delivered(arguments[1]):
                events.append(f"{robot.name}: {robot.last_action} is reported done, but "
                              f"{arguments[1]} was not delivered")
                continue
            self.worked[robot.name] += robot.name not in looked
            plain = [a.split("_Region_")[0] for a in arguments]
            self.done.add(f"{name}({', '.join(plain)})")
            if name == "DropOff":
                self.people[arguments[1]].delivered = True
                self.done.add(f"Spot({arguments[1]})")

    def _reach(self, person: PersonView, robot: RobotView, action: str) -> None:
        """Learn from where a person can be carried."""
        assert person.cell is not None
        distance = math.dist(robot.cell, person.cell)
        if action == "NavigateTo" and robot.success:
            person.reach = max(person.reach, distance)
        elif action == "Carry" and robot.failure == "not_interactable":
            person.reach = min(person.reach, 0.99 * distance)

    def _delivered(self, person: str) -> bool:
        """Say whether a person has been dropped off: its holders have their hands free now.

        The report alone does not say so: if one DropOff of a joint step succeeds, all are
        reported successful (specification §5).
        """
        held = any(r.holding == person for r in self.robots.values())
        return person in self.people and bool(self.people[person].holders) and not held

    def _see_people(
        self, records: Mapping[str, Any], before: Mapping[str, Cell], looked: frozenset[str],
        events: list[str],
    ) -> None:
        paths = [self._path(before.get(r.name), r) for r in self.robots.values()]
        self._count_looks(paths, looked)
        for name, person in self.people.items():
            record = records.get(name)
            person.holders = [r.name for r in self.robots.values() if r.holding == name]
            if record is None:
                continue
            if person.cell is None:
                events.append(f"found {name}")
                self.done.add(f"Spot({name})")
                if not self.people_known:
                    person.reach = min(math.dist(c, _cell(record)) for p in paths for c in p)
            person.cell, person.load = _cell(record), record["load"]
        missing = self.missing()
        if missing:
            seen = self.sight.view({c for p in paths for c in p})
            for name in missing:
                left = self.beliefs[name].without(seen)
                self.beliefs[name] = left if left.mass > 0 else self.sight.fresh().without(
                    self.sight.view({r.cell for r in self.robots.values()}))

    def _count_looks(self, paths: list[list[Cell]], looked: frozenset[str]) -> None:
        """Count looks as work by how likely it is that they showed anything new.

        Robots act one after the other: what an earlier one has seen is not new any more.
        """
        missing = self.missing()
        if not missing or not looked:
            return
        left = self.beliefs[missing[0]]
        for robot, path in zip(self.robots, paths, strict=True):
            seen = self.sight.view(path)
            if robot in looked:
                self.worked[robot] += left.news(seen)
            left = left.without(seen)

    def _path(self, start: Cell | None, robot: RobotView) -> list[Cell]:
        """Return the cells a robot has looked from in the last step, as far as is certain."""
        if start is None or not robot.last_action.startswith("Explore") or not robot.success:
            return [robot.cell]
        dx, dy = robot.cell[0] - start[0], robot.cell[1] - start[1]
        whole = abs(dx) + abs(dy) == 20 and (not dx or not dy or abs(dx) == abs(dy))
        border = robot.cell[0] in (0, self.sight.width - 1) or (
            robot.cell[1] in (0, self.sight.height - 1))
        return walk(start, robot.cell) if whole or border else [start, robot.cell]

    def _see_fires(
        self, records: Mapping[str, Any], observations: Observations, events: list[str]
    ) -> None:
        regions: dict[str, list[Mapping[str, Any]]] = {}
        for record in records.values():
            if "parent_fire" in record:
                regions.setdefault(record["parent_fire"], []).append(record)
        self._take_in_uses(records)
        around = _around(observations)
        for name in self.fire_kinds:
            blaze = self.blazes.get(name)
            if name in records and not (blaze and blaze.out):
                self._see_fire(name, records[name], regions.get(name, ()), around, events)

    def _take_in_uses(self, seen: Mapping[str, Any]) -> None:
        """Tell each fire who used supplies at it in the last step."""
        for robot in self.robots.values():
            verb, arguments = parse(robot.last_action)
            blaze = self.blazes.get(arguments[0].split("_Region_")[0]) if (
                verb == "UseSupply") else None
            if blaze is not None and blaze.name in seen and not blaze.out:
                blaze.used(robot.cell, robot.success, robot.failure)

    def _see_fire(self, name: str, record: Mapping[str, Any], regions: Sequence[Mapping[str, Any]],
                  around: Mapping[Cell, set[str]], events: list[str]) -> None:
        blaze = self.blazes.get(name)
        if blaze is None:
            blaze = self.blazes[name] = Blaze(
                name, self.supplies[self.fire_kinds[name]], _cell(record))
            if self.step:
                events.append(f"{name} noticed")
        out = record["average_intensity"] == "None"
        surprise = blaze.update(self.step, regions, out, _bare(name, blaze.position, around))
        if surprise:
            events.append(surprise)
        if out:
            self.done.add(f"EndFire({name})")


def _cell(record: Mapping[str, Any]) -> Cell:
    return record["position"]["x"], record["position"]["y"]


def _around(observations: Observations) -> dict[Cell, set[str]]:
    """Return the fires to which the cells beside robots belong."""
    found: dict[Cell, set[str]] = {}
    for o in observations.values():
        for direction, records in o["local_obs"].items():
            dx, dy = DIRECTIONS[direction]
            cell = o["position"]["x"] + dx, o["position"]["y"] + dy
            found.setdefault(cell, set()).update(
                r["parent_fire"] for r in records if "parent_fire" in r)
    return found


def _bare(fire: str, place: Cell, around: Mapping[Cell, set[str]]) -> set[Cell]:
    """Return the cells beside robots, not far from a fire, that do not belong to it."""
    return {cell for cell, fires in around.items() if fire not in fires
            and abs(cell[0] - place[0]) <= WIDEST and abs(cell[1] - place[1]) <= WIDEST}
