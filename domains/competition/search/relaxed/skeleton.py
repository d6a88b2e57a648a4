"""The skeleton of the relaxation: robot's legs, doors, and the cost so far.

A *visit* of a place is a stay between two Moves; the start place is visited at the beginning, so
that a place is visited ``arrivals + (it is the start)`` times and left, or ended at, as often.
Legs are counted by pairs of places; every place visited is connected to the start.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from domains.competition.search.costs import DOOR, LEG
from domains.competition.search.layout import DOORS_AT, Layout

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

_MOST = 60
"""How often one leg may be travelled: no plan pays for more."""

Term = Any
"""A linear expression, a literal or a number of CP-SAT."""


class Legs:
    """Variables of the robot's way; places are indices of the layout."""

    def __init__(self, model: cp_model.CpModel, places: range, start: int) -> None:
        self.travelled: dict[tuple[int, int], Term] = {
            (p, q): model.new_int_var(0, _MOST, f"leg{p}to{q}")
            for p in places for q in places if p != q}
        legs = self.travelled.items()
        self.arrivals = [sum(n for (_, q), n in legs if q == p) for p in places]
        self.departures = [sum(n for (q, _), n in legs if q == p) for p in places]
        self.ends, self.entered, self.visited = (
            [model.new_bool_var(f"{name}{p}") for p in places]
            for name in ("end", "entered", "visited"))
        self.visits = [self.arrivals[p] + (p == start) for p in places]
        self.leavings = [self.departures[p] + self.ends[p] for p in places]
        for p in places:
            model.add(self.visits[p] == self.leavings[p])
            model.add(self.visits[p] >= self.visited[p])
            model.add(self.arrivals[p] == 0).only_enforce_if(~self.entered[p])
        model.add_exactly_one(self.ends)
        self._connect(model, places, start)

    def _connect(self, model: cp_model.CpModel, places: range, start: int) -> None:
        """Let the first legs into places form a tree rooted at the start."""
        depth = [model.new_int_var(0, len(places), f"depth{p}") for p in places]
        for q in places:
            if q == start:
                continue
            first = []
            for p in places:
                if p != q:
                    used = model.new_bool_var(f"first{p}to{q}")
                    first.append(used)
                    model.add(self.travelled[p, q] >= used)
                    model.add(depth[q] >= depth[p] + 1).only_enforce_if(used)
            model.add(sum(first) >= self.entered[q])


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
        self.legs = Legs(self.model, self.places, self.start)
        self.cost: list[Term] = [LEG * sum(self.legs.travelled.values())]
        self.doors = [self._door(c) for c in range(len(layout.containers))]

    def bool(self, name: str) -> Term:
        """Return a new literal."""
        return self.model.new_bool_var(name)

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
