"""What may become of one object: the tables behind the bound.

Objects are looked at one by one. Each has a few *options* for its final whereabouts; an option
has a value (its share of the tasks' points less the pick-ups and put-downs it needs) and uses
*resources*, which several objects may share but which are paid for once: arriving at a place,
opening a door, giving up a constraint. The legs an object travels are counted by the bound.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from domains.competition.search.costs import HANDLE
from domains.competition.search.layout import HAND, LOOSE, PLATE, Layout
from domains.competition.search.literals import EVERYWHERE, Test, unary_truth
from domains.competition.search.shares import Shares
from domains.competition.search.truths import Rules


@dataclass
class Option:
    """One possible end of an object; not to be changed.

    ``value`` in points; ``uses`` a mask of resources; ``into`` the place (bit) that it has to be
    carried into by a leg of its own; ``door`` the container (bit) it is put into; ``carried``
    whether it ends on the robot.
    """

    value: int
    uses: int
    into: int = 0
    door: int = 0
    carried: bool = False


@dataclass
class Taken:
    """Best and second best value, the best option, and the resources it ``pays`` for."""

    best: int
    second: int
    option: Option
    pays: int


@dataclass
class Rated:
    """Options of an object, of a door or of the robot.

    With them: places the best one is carried into and resources it ``prefers``; (place,
    container) of every option that is carried somewhere (``reach``); the resources and places
    that matter to any of them, and by these what was found before (``known``).
    """

    options: list[Option]
    into: int
    prefers: int
    reach: list[tuple[int, int]]
    uses_any: int
    into_any: int
    known: dict[int, Taken] = field(default_factory=dict)


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
        found = [Option(0, 0)]
        for p in range(len(self.layout.places)):
            points = sum(share for tests, share in self.shares.robot
                         if all(t.mask >> p & 1 for t in tests))
            if points:
                found.append(Option(points, self._visit(1 << p)))
        return found

    def door(self, container: int, opened: int) -> list[Option]:
        """Return what may become of a door."""
        closed, open_ = (sum(points for tests, points in self.shares.doors[container]
                             if all(t.value == wanted for t in tests))
                         for wanted in (False, True))
        place = self._visit(self.layout.container_places[container])
        if opened:
            lost = self.rules.by_door[container][0] << self._lose_at
            return [Option(open_, 0), Option(closed - HANDLE, place | lost)]
        return [Option(closed, 0), Option(open_, place | self.opening(container))]

    def opening(self, container: int) -> int:
        """Return the resources of opening a door (no cost while it is open)."""
        lost = self.rules.by_door[container][1] << self._lose_at
        return 1 << (self._open_at + container) | lost

    def of(self, thing: int, code: int, place: int) -> list[Option]:
        """Return the options of an object of status ``code``, the robot being at ``place``."""
        at, inside, carried = self.layout.statuses[code]
        if carried:
            doubt = -1 if carried == HAND | PLATE else inside
            return self._of_carried(thing, carried, doubt, place)
        found = self._staying(thing, at, inside)
        source, uses = self._source(thing, at, inside)
        legs = self._single(source)
        doubt = inside if at or inside & (inside - 1) else 0
        for places, door, points, arrival in self._ends(thing, doubt):
            away = self._single(places) & ~legs if legs else 0
            found.append(Option(points - 2 * HANDLE, uses | arrival, into=away, door=door))
        points, broken = self._while_carried(thing, doubt)
        found.append(Option(points - HANDLE, uses | broken, carried=True))
        return found

    def _of_carried(self, thing: int, carried: int, doubt: int, place: int) -> list[Option]:
        points, broken = self._while_carried(thing, doubt)
        found = [Option(points, broken, carried=True)]
        handles = HANDLE if carried & HAND else 2 * HANDLE
        for places, door, points, uses in self._ends(thing, doubt):
            straight = carried == HAND and not doubt
            into = self._single(places) & ~(1 << place) if straight else 0
            found.append(Option(points - handles, uses, into=into, door=door if straight else 0))
        return found

    def _staying(self, thing: int, at: int, inside: int) -> list[Option]:
        """Return the options of a loose object that nobody touches."""
        points = meeting = 0
        for tests, share in self.shares.things[thing]:
            met = [t for t in tests if t.kind == "meeting"]
            if all(self._holds(t, at, inside, LOOSE) for t in tests):
                meeting += share if met else 0
                points += 0 if met else share
        found = [Option(points, 0)]
        if meeting and at:
            found.append(Option(points + meeting, self._visit(at)))
        return found

    def _source(self, thing: int, at: int, inside: int) -> tuple[int, int]:
        """Return where an object is fetched (mask), and the resources that takes."""
        if (at and inside) or inside & (inside - 1):
            return 3, 0
        source = self.layout.container_places[inside.bit_length() - 1] if inside else at
        uses = self._visit(source) | (self.opening(inside.bit_length() - 1) if inside else 0)
        if place := self._single(source):
            uses |= self.rules.by(thing, place, 0, HAND) << self._lose_at
        return source, uses

    def _ends(self, thing: int, doubt: int) -> list[tuple[int, int, int, int]]:
        """Return (places, container, points, resources) for every way to be put somewhere.

        There is ``doubt`` about an object that is in a container and elsewhere, too, or in hand and
        on the plate (degenerate facts): it may end inside of any, whatever else becomes of it.
        """
        found = []
        rules = self.rules
        for at, inside, places in self._goals[thing]:
            points = self._points(thing, at, inside, LOOSE, doubt)
            broken = rules.by(thing, at, inside, LOOSE)
            if place := self._single(places):
                broken |= rules.by(thing, place, 0, HAND)
            uses = self._visit(places) | (self.opening(inside.bit_length() - 1) if inside else 0)
            uses |= 0 if doubt else broken << self._lose_at
            found.append((places, inside, points, uses))
        outside = self._points(thing, self._fresh, 0, LOOSE, doubt)
        hidden = self._points(thing, 0, 0, LOOSE, doubt)
        broken = rules.by(thing, 0, 0, LOOSE)
        for anywhere in (self._fresh, EVERYWHERE):
            broken &= rules.by(thing, anywhere, 0, LOOSE)
        found.append((0, 0, max(outside, hidden), 0 if doubt else broken << self._lose_at))
        return found

    def _while_carried(self, thing: int, doubt: int) -> tuple[int, int]:
        """Return the most points and the surely lost constraints of ending on the robot."""
        best, broken = 0, 0 if doubt else -1
        for carried in (HAND, PLATE):
            best = max(best, self._points(thing, self._fresh, 0, carried, doubt))
            for at in (EVERYWHERE, self._fresh):
                broken &= self.rules.by(thing, at, 0, carried)
        return best, broken << self._lose_at

    def _points(self, thing: int, at: int, inside: int, carried: int, doubt: int) -> int:
        """Return the shares of the tasks that may hold."""
        return sum(share for tests, share in self.shares.things[thing]
                   if all((doubt and test.form in ("in", "notin"))
                          or self._holds(test, at, inside, carried) for test in tests))

    def _holds(self, test: Test, at: int, inside: int, carried: int) -> bool:
        if test.kind == "meeting":
            return bool(at or carried)
        if test.kind == "pair":
            return bool(at or carried) and not (carried and test.form == "beside")
        if carried and test.form == "same":
            return True
        return unary_truth(test.form, test.mask, at, inside, carried)

    def _destinations(self, thing: int) -> list[tuple[int, int, int]]:
        """Return every destination the tasks name: place or container (bit), and its places."""
        found: dict[tuple[int, int, int], None] = {}
        for test in (t for tests, _ in self.shares.things[thing] for t in tests):
            places = test.form in ("same", "beside") and test.mask != EVERYWHERE
            if places and test.kind == "unary":
                for p in range(len(self.layout.places)):
                    if test.mask >> p & 1:
                        found[1 << p, 0, 1 << p] = None
            elif test.form == "in" and test.mask:
                container = test.mask.bit_length() - 1
                found[0, test.mask, self.layout.container_places[container]] = None
        return list(found)

    def _visit(self, places: int) -> int:
        """Return the resources of being at a place (none if there are several)."""
        if not places or places & (places - 1):
            return 0
        return places | self.rules.at_place[places.bit_length() - 1] << self._lose_at

    @staticmethod
    def _single(places: int) -> int:
        """Return a mask of one place, or nothing if there are several."""
        return places if places & (places - 1) == 0 else 0
