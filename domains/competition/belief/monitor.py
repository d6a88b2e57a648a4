"""Which constraints are lost, given where things were when the game began.

The platform checks constraints after every successful physical action, on a world the solver
does not see. So the history is kept as snapshots of what the robot itself did, and judged afresh
against every hypothesis about the things it has not touched.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from domains.competition.belief.beliefs import WorldBelief
from domains.competition.belief.opening import Place
from domains.competition.world.grounding import Literal, Reward

__all__ = ["Monitor", "Snapshot", "literal_holds"]


@dataclass(frozen=True)
class Snapshot:
    """The certain part of a state: the robot, what it carries, what it put somewhere, doors."""

    robot: int | None
    hand: int
    plate: int
    moved: Mapping[int, Place]
    doors: Mapping[int, str]


class Monitor:
    """Snapshots after each successful physical action, and first places of things taken up."""

    def __init__(self, belief: WorldBelief) -> None:
        self.home = belief.home
        self.snapshots: list[Snapshot] = []
        self.first_place: dict[int, Place] = {}
        self._moved: dict[int, Place] = {}
        self._doors: dict[int, str] = {}
        self._first_doors: dict[int, str] = {}

    def note(self, action: str, belief: WorldBelief) -> None:
        """Record a successful physical action; ``belief`` is the belief after it."""
        name, *words = action.split()
        numbers = [int(w) for w in words]
        here = belief.robot or 0
        if name in ("PickUp", "TakeOut"):
            thing = numbers[0]
            place: Place = ("inside", numbers[1]) if name == "TakeOut" else ("at", here)
            if thing not in self._moved and thing not in belief.carried_first:
                self.first_place.setdefault(thing, place)
            self._moved.pop(thing, None)
        elif name == "PutDown":
            self._moved[numbers[0]] = ("at", here)
        elif name == "PutIn":
            self._moved[numbers[0]] = ("inside", numbers[1])
        elif name in ("Open", "Close"):
            self._first_doors.setdefault(numbers[0], "closed" if name == "Open" else "opened")
            self._doors[numbers[0]] = "opened" if name == "Open" else "closed"
        self.snapshots.append(Snapshot(
            belief.robot, belief.hand, belief.plate, dict(self._moved), dict(self._doors)
        ))

    def lost(
        self, constraints: Iterable[Reward], places: Mapping[int, Place],
        doors: Mapping[int, str],
    ) -> frozenset[int]:
        """Return the items of constraints that are lost if untouched things are at ``places``.

        ``doors`` are the believed states of doors the robot did not touch.
        """
        start = {**places, **self.first_place}
        shut = {**doors, **self._first_doors}
        return frozenset(
            c.item for c in constraints
            if any(literal_holds(literal, s, start, shut, self.home)
                   for s in self.snapshots for literal in c.literals)
        )


def literal_holds(
    literal: Literal, state: Snapshot, places: Mapping[int, Place],
    doors: Mapping[int, str], home: Mapping[int, int],
) -> bool:
    """Evaluate a literal of :mod:`domains.competition.world.grounding` in a snapshot."""
    form, a, b = literal
    if form in ("same", "apart", "beside"):
        one, other = _location(a, state, places, home), _location(b, state, places, home)
        together = one is not None and one == other
        if form == "beside":
            return together and a not in (state.hand, state.plate)
        return together == (form == "same")
    if form in ("carried", "out"):
        return (a in (state.hand, state.plate)) == (form == "carried")
    if form in ("hold", "nothold"):
        return (state.hand == a) == (form == "hold")
    if form in ("plate", "notplate"):
        return (state.plate == a) == (form == "plate")
    if form in ("in", "notin"):
        carried = a in (state.hand, state.plate)
        within = not carried and state.moved.get(a, places.get(a)) == ("inside", b)
        return within == (form == "in")
    if form in ("opened", "closed", "notopened", "notclosed"):
        door = state.doors.get(a, doors.get(a, "closed"))
        return (door == form.removeprefix("not")) != form.startswith("not")
    return form == "always"


def _location(
    thing: int, state: Snapshot, places: Mapping[int, Place], home: Mapping[int, int]
) -> int | None:
    if thing == 0 or thing in (state.hand, state.plate):
        return state.robot
    if thing in home:
        return home[thing]
    how, where = state.moved.get(thing, places.get(thing, ("nowhere", 0)))
    return where if how == "at" else None
