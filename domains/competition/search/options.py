"""What may become of one object: the tables behind the bound.

Objects are looked at one by one. Each has a few *options* for its final whereabouts; an option
has a value (its share of the tasks' points less the pick-ups and put-downs it needs) and uses
*resources*, which several objects may share but which are paid for once: arriving at a place,
opening a door, giving up a constraint. The legs an object travels are counted by the bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from domains.competition.scoring import TASK_POINTS
from domains.competition.search.goals import Goals
from domains.competition.search.layout import HAND, LOOSE, PLATE, Layout
from domains.competition.search.literals import Test, unary_truth
from domains.competition.search.rules import Rules

__all__ = ["NOWHERE", "Option", "Options", "Shares"]

NOWHERE = -1
_HANDLE = 2


class Option(NamedTuple):
    """One possible end of an object.

    ``value`` in points; ``uses`` a mask of resources; ``into`` and ``out_of`` the places (bits)
    that it has to be carried into by a leg of its own and out of; ``door`` the container (bit)
    it is put into; ``ends`` the mask of places where it ends (0: inside something, unknown or
    carried); ``carried`` whether it ends on the robot; ``stays`` whether it is left alone.
    """

    value: int
    uses: int
    into: int = 0
    out_of: int = 0
    door: int = 0
    ends: int = 0
    carried: bool = False
    stays: bool = False


@dataclass(frozen=True, slots=True)
class Shares:
    """Points of the tasks, split over what decides them: (test, points)."""

    constant: int
    things: tuple[tuple[tuple[Test, int], ...], ...]
    robot: tuple[tuple[Test, int], ...]
    doors: tuple[tuple[tuple[Test, int], ...], ...]

    @classmethod
    def of(cls, layout: Layout, goals: Goals) -> Shares:
        """Split every task that is still possible evenly over its literals."""
        constant = 0
        things: list[list[tuple[Test, int]]] = [[] for _ in layout.objects]
        doors: list[list[tuple[Test, int]]] = [[] for _ in layout.containers]
        robot: list[tuple[Test, int]] = []
        for tests in goals.tests:
            open_tests = [t for t in tests if t.kind != "constant"]
            if any(t.kind == "constant" and not t.value for t in tests):
                continue
            if not open_tests:
                constant += TASK_POINTS
                continue
            points, extra = divmod(TASK_POINTS, len(open_tests))
            for k, test in enumerate(open_tests):
                share = (test, points + (k < extra))
                if test.kind == "door":
                    doors[test.first].append(share)
                elif test.kind == "robot":
                    robot.append(share)
                else:
                    things[test.first].append(share)
        return cls(
            constant,
            tuple(map(tuple, things)),
            tuple(robot),
            tuple(map(tuple, doors)),
        )


class Options:
    """Tables of options per (object, status), per door and for the robot.

    Resources, from the lowest bit: arriving at a place, opening a container, losing a constraint.
    """

    def __init__(self, layout: Layout, rules: Rules, shares: Shares) -> None:
        self.layout = layout
        self.rules = rules
        self.shares = shares
        self._open_at = len(layout.places)
        self._lose_at = self._open_at + len(layout.containers)
        self._fresh = 1 << len(layout.places)
        self._goals = [self._destinations(i) for i in range(len(layout.objects))]

    def robot(self) -> list[Option]:
        """Return where the robot may end."""
        found = [Option(0, 0, stays=True)]
        for p in range(len(self.layout.places)):
            points = sum(share for t, share in self.shares.robot if t.mask >> p & 1)
            if points:
                uses = 1 << p | self.rules.at_place[p] << self._lose_at
                found.append(Option(points, uses, ends=1 << p))
        return found

    def door(self, container: int, opened: int) -> list[Option]:
        """Return what may become of a door."""
        rewards = [
            sum(points for test, points in self.shares.doors[container] if test.value == wanted)
            for wanted in (False, True)
        ]
        found = [Option(rewards[opened], 0, stays=True)]
        place = self._single(self.layout.container_places[container])
        if opened:
            lost = self.rules.by_door[container][0] << self._lose_at
            found.append(Option(rewards[0] - _HANDLE, place | lost))
        else:
            found.append(Option(rewards[1], place | self.opening(container)))
        return found

    def opening(self, container: int) -> int:
        """Return the resources of opening a door (no cost while it is open)."""
        lost = self.rules.by_door[container][1] << self._lose_at
        return 1 << (self._open_at + container) | lost

    def of(self, thing: int, code: int, place: int) -> list[Option]:
        """Return the options of an object of status ``code``, the robot being at ``place``."""
        at, inside, carried = self.layout.statuses[code]
        if carried:
            return self._of_carried(thing, carried, inside, place)
        found = self._staying(thing, at, inside)
        source, uses, lost = self._source(thing, at, inside)
        legs = source if source & (source - 1) == 0 else 0
        doubt = inside if at or inside & (inside - 1) else 0
        for ends, door, points, broken in self._ends(thing, doubt):
            target = ends or self._place_of(door)
            away = self._single(target) & ~legs if legs else 0
            found.append(
                Option(
                    points - 2 * _HANDLE,
                    uses | lost | self._arrival(target, door) | broken,
                    into=away,
                    out_of=legs if away else 0,
                    door=door,
                    ends=ends,
                )
            )
        points, broken = self._while_carried(thing, doubt)
        found.append(Option(points - _HANDLE, uses | lost | broken, carried=True))
        return found

    def _of_carried(self, thing: int, carried: int, doubt: int, place: int) -> list[Option]:
        points, broken = self._while_carried(thing, doubt)
        found = [Option(points, broken, carried=True, stays=True)]
        handles = _HANDLE if carried & HAND else 2 * _HANDLE
        for ends, door, points, broken in self._ends(thing, doubt):
            target = ends or self._place_of(door)
            into = self._single(target) & ~(1 << place) if carried == HAND else 0
            uses = self._arrival(target, door) | broken
            door = door if carried == HAND else 0
            found.append(Option(points - handles, uses, into=into, door=door, ends=ends))
        return found

    def _staying(self, thing: int, at: int, inside: int) -> list[Option]:
        """Return the options of a loose object that nobody touches."""
        points = meeting = 0
        for test, share in self.shares.things[thing]:
            if test.kind == "meeting":
                meeting += share
            elif self._holds(test, at, inside, LOOSE):
                points += share
        found = [Option(points, 0, ends=at, stays=True)]
        if meeting and at:
            found.append(Option(points + meeting, self._single(at), ends=at, stays=True))
        return found

    def _source(self, thing: int, at: int, inside: int) -> tuple[int, int, int]:
        """Return where an object is fetched (mask), and what fetching it uses and loses."""
        if (at and inside) or inside & (inside - 1):
            return 3, 0, 0
        lose, rules = self._lose_at, self.rules
        if inside:
            container = inside.bit_length() - 1
            source = self.layout.container_places[container]
            place = self._single(source)
            lost = rules.broken_by(thing, place, 0, HAND) << lose if place else 0
            return source, place | self.opening(container), lost
        place = self._single(at)
        lost = rules.broken_by(thing, place, 0, HAND) << lose if place else 0
        return at, place, lost

    def _ends(self, thing: int, doubt: int) -> list[tuple[int, int, int, int]]:
        """Return (place, container, points, resources) for every way to be put somewhere.

        ``doubt`` masks containers the object may be inside of or not (degenerate facts).
        """
        found = []
        lose, rules = self._lose_at, self.rules
        for ends, door in self._goals[thing]:
            points = self._points(thing, ends, door, LOOSE, doubt)
            target = ends or self._single(self._place_of(door))
            broken = rules.broken_by(thing, ends, door, LOOSE)
            if target:
                broken |= rules.broken_by(thing, target, 0, HAND)
                broken |= rules.at_place[target.bit_length() - 1]
            found.append((ends, door, points, 0 if doubt else broken << lose))
        outside = self._points(thing, self._fresh, 0, LOOSE, doubt)
        hidden = self._points(thing, 0, 0, LOOSE, doubt)
        broken = rules.broken_by(thing, self._fresh, 0, LOOSE)
        broken &= rules.broken_by(thing, 0, 0, LOOSE)
        found.append((0, 0, max(outside, hidden), 0 if doubt else broken << lose))
        return found

    def _while_carried(self, thing: int, doubt: int) -> tuple[int, int]:
        """Return the most points and the surely lost constraints of ending on the robot."""
        best, broken = 0, -1
        for carried in (HAND, PLATE):
            best = max(best, self._points(thing, self._fresh, 0, carried, doubt))
            for at in (-1, self._fresh):
                broken &= self.rules.broken_by(thing, at, 0, carried)
        return best, 0 if doubt else broken << self._lose_at

    def _points(self, thing: int, at: int, inside: int, carried: int, doubt: int) -> int:
        """Return the shares of the tasks that may hold."""
        total = 0
        for test, share in self.shares.things[thing]:
            doubtful = test.mask & doubt and test.form in ("in", "notin")
            if doubtful or self._holds(test, at, inside, carried):
                total += share
        return total

    def _holds(self, test: Test, at: int, inside: int, carried: int) -> bool:
        if test.kind == "meeting":
            return bool(at or carried)
        if test.kind == "pair":
            return bool(at or carried) and not (carried and test.form == "beside")
        if carried and test.form in ("same", "located"):
            return True
        return unary_truth(test.form, test.mask, at, inside, carried)

    def _place_of(self, door: int) -> int:
        return self.layout.container_places[door.bit_length() - 1] if door else 0

    def _destinations(self, thing: int) -> list[tuple[int, int]]:
        """Return (place bit, container bit) of every destination the tasks name."""
        found: dict[tuple[int, int], None] = {}
        for test, _ in self.shares.things[thing]:
            if test.form in ("beside", "same") and test.kind == "unary":
                for p in range(len(self.layout.places)):
                    if test.mask >> p & 1:
                        found[1 << p, 0] = None
            elif test.form == "in" and test.mask:
                found[0, test.mask] = None
        return list(found)

    def _arrival(self, target: int, door: int) -> int:
        opening = self.opening(door.bit_length() - 1) if door else 0
        return self._single(target) | opening

    @staticmethod
    def _single(places: int) -> int:
        """Return a mask of one place, or nothing if there are several."""
        return places if places & (places - 1) == 0 else 0
