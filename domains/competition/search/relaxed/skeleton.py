"""The skeleton of the relaxation: robot's legs, doors, and the cost so far.

A *visit* of a place is a stay between two Moves; the start place is visited at the beginning, so
that a place is visited ``arrivals + (it is the start)`` times and left, or ended at, as often.
Legs are counted by pairs of places; every place visited is connected to the start.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from domains.competition.search.costs import DOOR, LEG
from domains.competition.search.layout import DOORS_AT, Layout

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

_MOST = 60
"""How often one leg may be travelled: no plan pays for more."""

Term = Any
"""A linear expression, a literal or a number of CP-SAT."""


@dataclass
class Legs:
    """Variables of the robot's way; places are indices of the layout."""

    travelled: dict[tuple[int, int], Term] = field(default_factory=dict)
    arrivals: list[Term] = field(default_factory=list)
    departures: list[Term] = field(default_factory=list)
    ends: list[Term] = field(default_factory=list)
    entered: list[Term] = field(default_factory=list)
    visited: list[Term] = field(default_factory=list)
    visits: list[Term] = field(default_factory=list)
    leavings: list[Term] = field(default_factory=list)


@dataclass
class Doors:
    """Variables of a door: it is opened and closed at most once each; ``final`` is open."""

    before: int
    place: int
    opening: Term
    closing: Term
    final: Term


class Skeleton:
    """Model, legs and doors. A door is opened first and closed last: other ways cost more."""

    def __init__(self, layout: Layout) -> None:
        from ortools.sat.python import cp_model

        self.layout = layout
        self.model: cp_model.CpModel = cp_model.CpModel()
        self.state = layout.initial()
        self.start = self.state & 255
        self.places = range(len(layout.places))
        self.container_at = [mask.bit_length() - 1 for mask in layout.container_places]
        self.cost: list[Term] = []
        self.legs = self._legs()
        self.doors = [self._door(c) for c in range(len(layout.containers))]

    def bool(self, name: str) -> Term:
        """Return a new literal."""
        return self.model.new_bool_var(name)

    def _legs(self) -> Legs:
        model, places, start = self.model, self.places, self.start
        legs = Legs()
        for p in places:
            for q in places:
                if p != q:
                    legs.travelled[p, q] = model.new_int_var(0, _MOST, f"leg{p}to{q}")
        for p in places:
            others = [q for q in places if q != p]
            legs.arrivals.append(sum(legs.travelled[q, p] for q in others))
            legs.departures.append(sum(legs.travelled[p, q] for q in others))
            legs.ends.append(self.bool(f"end{p}"))
            legs.entered.append(self.bool(f"entered{p}"))
            legs.visited.append(self.bool(f"visited{p}"))
            legs.visits.append(legs.arrivals[p] + (p == start))
            legs.leavings.append(legs.departures[p] + legs.ends[p])
            model.add(legs.visits[p] == legs.leavings[p])
            model.add(legs.visits[p] >= legs.visited[p])
            model.add(legs.arrivals[p] == 0).only_enforce_if(~legs.entered[p])
        model.add_exactly_one(legs.ends)
        self._connect(legs)
        self.cost.append(LEG * sum(legs.travelled.values()))
        return legs

    def _connect(self, legs: Legs) -> None:
        """Let the first legs into places form a tree rooted at the start."""
        model, places = self.model, self.places
        depth = [model.new_int_var(0, len(places), f"depth{p}") for p in places]
        for q in places:
            if q == self.start:
                continue
            first = []
            for p in places:
                if p != q:
                    used = self.bool(f"first{p}to{q}")
                    first.append(used)
                    model.add(legs.travelled[p, q] >= used)
                    model.add(depth[q] >= depth[p] + 1).only_enforce_if(used)
            model.add(sum(first) >= legs.entered[q])

    def _door(self, container: int) -> Doors:
        before = self.state >> (DOORS_AT + container) & 1
        place = self.container_at[container]
        door = Doors(
            before, place,
            *(self.bool(f"{name}{container}") for name in ("opening", "closing", "open")),
        )
        self.model.add(door.final == before + door.opening - door.closing)
        for action in (door.opening, door.closing):
            self.model.add_implication(action, self.legs.visited[place])
        self.cost.append(DOOR * (door.opening + door.closing))
        return door
