"""Where robots stand, by name: learnt from walking, guessed where nobody has been."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from domains.household.belief.belief import CAMERA_M, Item, Robot
from domains.household.belief.camera import REACH_M, Pose, gap, pose_of, shown, turned
from domains.household.bridge.facts import View, landing, layout, stand_after, views
from domains.household.team import pddl_name
from planner.pddl.conditions import Atom

BESIDE_M = 0.8
"""Things this near to each other are within a turn of the camera in four of five places."""
STAND_M = 0.7
"""Usual distance (m) of a robot to what it has walked to; what is farther below is not in view."""
LOWER = "LookDown(30)"
BY_MATES = ("blocked-by-agent", "no-actions")
"""How walks fail where another robot stands in the way."""
Place = tuple[float, float]


class Stands:
    """Remembers where walking to things has led, and says what is reached from there."""

    def __init__(self) -> None:
        self.landed: dict[str, Pose] = {}
        self.base: dict[str, tuple[str, Pose]] = {}
        """Robot → what it has walked to, and where that led it."""
        self.seen: dict[tuple[Pose, str, tuple[float, float, float]], bool] = {}
        """Pose, thing and where that was → whether it was in reach there: no guess any more."""
        self.screened: set[tuple[Place, str, tuple[float, float, float]]] = set()
        """Place, thing and where that is → something hides it there, however the camera turns."""
        self.meaning: dict[str, tuple[str, str]] = {}
        """Stand → the thing walked to and the turn of the camera after that."""
        self.ways: dict[tuple[str, str], tuple[str, Place, Place]] = {}
        """Robot and thing → who stood in the way there, and where the two of them stood."""

    def learn(
        self, robot: Robot, mates: Sequence[Robot] = (), way: Sequence[Place] = ()
    ) -> None:
        """Remember where a walk has just led, or which of the others was in its way.

        Where it did not even begin that is who stands nearest to the ``way`` it would have taken.
        """
        if robot.last.verb != "NavigateTo":
            return
        name, pose = robot.last.object.lower(), pose_of(robot)
        if robot.success or robot.failure == "non-interactable":
            self.base[robot.name], self.landed[name] = (name, pose), pose
        spots = way if way and robot.failure == "no-actions" else [robot.position]
        mate = min(mates, key=lambda m: min(math.dist(m.position, s) for s in spots), default=None)
        if robot.failure in BY_MATES and mate is not None and mate.position == mate.before:
            self.ways[robot.name, name] = mate.name, robot.position, mate.position

    def blocked(self, robots: Mapping[str, Robot]) -> Iterator[tuple[str, str, str]]:
        """Yield who cannot get to which thing because of whom, until one of the two has moved."""
        for (name, thing), (mate, here, there) in list(self.ways.items()):
            if (robots[name].position, robots[mate].position) == (here, there):
                yield name, thing, mate
            else:
                del self.ways[name, thing]

    def stand(self, robot: Robot, things: Mapping[str, Item]) -> str:
        """Name where a robot stands: at something it has walked to, or just here."""
        here = pose_of(robot)
        name, pose = self.base.get(robot.name, ("", here))
        if name in things:
            for turn, there in [("", pose), *turned(pose)]:
                if there == here:
                    return stand_after(landing(name), turn)
        return f"here-{pddl_name(robot.name)}"

    def facts(
        self, things: Mapping[str, Item], still: Collection[str],
        robots: Mapping[str, tuple[Robot, str]],
    ) -> Iterator[Atom]:
        """Say which stands there are and what they reach.

        ``things`` are those with stands of their own, ``still`` those that lie where they were,
        ``robots`` the robots with the names of their stands: what is reached there is what they
        see to be in reach.
        """
        self.meaning = {}
        self._notice([things[n] for n in still], [robot for robot, _ in robots.values()])
        atoms: dict[Atom, None] = {}
        for name in things:
            atoms["leads", (name, landing(name))] = None
            atoms.update(self._layout(landing(name), name, self._views(name, things)))
        for robot, stand in robots.values():
            if stand not in self.meaning:
                atoms.update(self._layout(stand, "", views(pose_of(robot), things, self._sees)))
            for name in still:
                atoms.pop(("reaches", (stand, name)), None)
                if robot.reaches(things[name].name):
                    atoms["reaches", (stand, name)] = None
        reached = {words[1] for predicate, words in atoms if predicate == "reaches"}
        for name in [n for n in still if n not in reached]:  # hidden: skills try other places
            stand = f"round-{name}"
            self.meaning[stand] = (name, "")
            atoms["leads", (name, stand)] = atoms["reaches", (stand, name)] = None
        yield from atoms

    def _notice(self, things: Collection[Item], robots: Iterable[Robot]) -> None:
        """Remember what is in reach where the robots stand, and what something hides there."""
        for robot in robots:
            pose = pose_of(robot)
            for item in things:
                known = self.seen[pose, item.name, item.centre] = robot.reaches(item.name)
                if not known and shown(pose, item) and gap(pose.x, pose.z, item) <= REACH_M:
                    self.screened.add(((pose.x, pose.z), item.name, item.centre))

    def _layout(self, stand: str, name: str, seen: list[View]) -> dict[Atom, None]:
        for turn, _ in seen:
            self.meaning[stand_after(stand, turn)] = (name, turn)
        return dict.fromkeys(layout(stand, seen))

    def _sees(self, pose: Pose, item: Item) -> bool:
        """Say whether a thing is in the picture at a pose, as seen, or as it should be."""
        known = self.seen.get((pose, item.name, item.centre))
        if known is None:
            screened = ((pose.x, pose.z), item.name, item.centre) in self.screened
            return not screened and shown(pose, item)
        return known

    def _views(self, name: str, things: Mapping[str, Item]) -> list[View]:
        """Return what is reached after walking to a thing, learnt or guessed."""
        if name in self.landed:
            return views(self.landed[name], things, self._sees)
        item = things[name]
        beside = {n: i for n, i in things.items() if n == name or gap(*item.ground, i) < BESIDE_M}
        low = {n for n, i in beside.items() if CAMERA_M - i.centre[1] > STAND_M}
        seen: list[View] = [("", frozenset({name} - low))]
        if low:
            seen.append((LOWER, frozenset(low)))
        return seen + [(f"To({n})", frozenset({n})) for n in beside if n != name and n not in low]
