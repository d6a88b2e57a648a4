"""How long a robot takes from stand to stand, with the ways to the reservoirs between them.

A *route* is the order in which one robot serves stands. Its trips follow from the order: whenever
the units at hand don't do for the next stand, the robot fetches for as many stands to come as it
can hold units for. Units are counted as the fires will burn when the robot gets there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from domains.rescue.belief.blaze import Stand, moves_between
from domains.rescue.belief.knowledge import Knowledge
from domains.rescue.policy.assignment import in_place
from domains.rescue.world.rules import CAPACITY, INTERACT
from domains.rescue.world.scene import Cell

FEW_FIRES = 6
"""Fires up to which whoever comes late fetches all units (49 of 50 episodes with fires noticed ten
steps late are solved so, 32 otherwise; eight fires twelve steps late take 61 steps for 42)."""
CALM = 8
"""Steps for which a fire that was just splashed does not spread: what is Low ripens by then."""


@dataclass(frozen=True)
class Visit:
    """A stand served: steps from now until the first unit is used, and until it is over.

    ``late`` says that the fire has left the stand's reach by then.
    """

    stand: Stand
    first: int
    end: int
    late: bool


@dataclass(frozen=True)
class Trip:
    """Visits between two ways to a reservoir; ``limit`` are the units to hold at most.

    A trip with fewer units than its stand needs comes in time where one with all of them would
    not: the first unit keeps a fire from spreading for a while.
    """

    start: int
    visits: tuple[Visit, ...]
    limit: int = CAPACITY

    @property
    def end(self) -> int:
        """Return when the last visit is over."""
        return self.visits[-1].end


@dataclass(frozen=True)
class Route:
    """What one robot does in which order; ``end`` is when it is free again."""

    trips: tuple[Trip, ...]
    end: int

    @property
    def visits(self) -> list[Visit]:
        """Return the visits of all trips."""
        return [v for t in self.trips for v in t.visits]


@dataclass
class _Place:
    """Where a robot is at some time, and what it holds."""

    cell: Cell
    held: dict[str, int]
    time: int


class Ways:
    """Times of ways and visits, as far as the team knows."""

    def __init__(self, know: Knowledge, searching: frozenset[str] = frozenset()) -> None:
        self.know, self.searching = know, searching
        self.now = know.step
        self.pace = know.pace
        self.supply = {name: blaze.supply for name, blaze in know.blazes.items()}
        self.routes: dict[tuple[str, tuple[Stand, ...]], Route] = {}

    def route(self, robot: str, stands: tuple[Stand, ...]) -> Route:
        """Return the route of a robot that serves stands in this order from now on."""
        key = robot, stands
        if key not in self.routes:
            view = self.know.robots[robot]
            place = _Place(view.cell, dict(view.held), int(robot in self.searching))
            trips, left = [], stands
            while left:
                trip, rest = self._trip(place, left)
                trips.append(trip)
                left = (*rest, *left[len(trip.visits):])
            self.routes[key] = Route(tuple(trips), place.time)
        return self.routes[key]

    def _trip(self, place: _Place, stands: Sequence[Stand]) -> tuple[Trip, tuple[Stand, ...]]:
        """Serve as many of the next stands as there are units for; changes the place.

        Return the trip, and what is left of its stand if it holds less units than that needs.
        """
        supply = self.supply[stands[0].fire]
        alike = next((i for i, s in enumerate(stands) if self.supply[s.fire] != supply),
                     len(stands))
        for count in range(min(alike, CAPACITY), 0, -1):
            tried = self._fetched(place, stands[:count], supply)
            if tried is not None:
                break
        assert tried is not None, "a single stand can always be begun"
        rest: tuple[Stand, ...] = ()
        if tried[0].visits[0].late and len(self.know.fire_kinds) > FEW_FIRES:
            early = self._early(place, stands[0], supply)
            if early is not None:
                tried, rest = early[:2], (early[2],)
        place.cell, place.held, place.time = tried[1].cell, tried[1].held, tried[1].time
        return tried[0], rest

    def _early(self, place: _Place, stand: Stand, supply: str
               ) -> tuple[Trip, _Place, Stand] | None:
        """Return a trip with less units than a stand needs that comes in time, and the rest."""
        leaves = (stand.deadline - (stand.units - 1) - self.now) / self.pace
        for units in range(CAPACITY - 1, 0, -1):
            after = _Place(place.cell, dict(place.held), place.time)
            if units > after.held[supply]:
                self._fetch(after, supply, units)
            elif units < after.held[supply]:
                continue
            visit = self._visit(after, stand)
            needed = visit.end - visit.first
            if visit.first >= leaves or needed <= units:
                continue
            end = visit.first + units
            after.time, after.held[supply] = end, 0
            rest = replace(stand, units=needed - units, growth=(),
                           deadline=self.now + end + CALM)
            visit = replace(visit, end=end, late=False)
            return Trip(place.time, (visit,), units), after, rest
        return None

    def _fetched(self, place: _Place, stands: Sequence[Stand], supply: str
                 ) -> tuple[Trip, _Place] | None:
        """Return the trip to some stands, or None if it takes more units than a robot holds."""
        held = place.held[supply]
        for units in range(held, CAPACITY + 1):
            after = _Place(place.cell, dict(place.held), place.time)
            if units > held:
                self._fetch(after, supply, units)
            visits = [self._visit(after, s) for s in stands]
            needed = units - after.held[supply]
            if needed <= units or (units == CAPACITY and len(stands) == 1):
                after.held[supply] = max(0, after.held[supply])
                return Trip(place.time, tuple(visits)), after
        return None

    def _fetch(self, place: _Place, supply: str, units: int) -> None:
        name, cell = self.know.sources[supply]
        if math.dist(place.cell, cell) > INTERACT or f"NavigateTo({name})" not in self.know.done:
            place.time += self.know.way(place.cell, cell)
            place.cell = cell
        others = sum(place.held.values()) - place.held[supply]
        if others + units > CAPACITY:
            place.time += 1
            place.held = dict.fromkeys(place.held, 0)
        place.time += units - place.held[supply]
        place.held[supply] = units

    def _visit(self, place: _Place, stand: Stand) -> Visit:
        """Go to a stand and use up what it takes there; units may run below zero."""
        if not in_place(place.cell, stand):
            place.time += min(moves_between(place.cell, stand.cell),
                              self.know.way(place.cell, stand.cell) + stand.moves)
            place.cell = stand.cell
        first = place.time
        units = stand.units + sum(g <= self.now + first * self.pace for g in stand.growth)
        place.time += units
        place.held[self.supply[stand.fire]] -= units
        return Visit(stand, first, place.time, self.now + place.time * self.pace > stand.deadline)
