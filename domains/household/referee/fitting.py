"""What stands in the way of a goal in a room from the start, whatever robots do.

For suites (which floor plans fit an instruction) and for reports (why an episode could not
succeed). It looks at the true room, so no policy may use it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import asdict, dataclass
from typing import Any

from domains.household.belief.belief import FORCED
from domains.household.goal import Goal, HasState, Placed, Selection, Subgoal
from domains.household.referee.final_state import FinalState

__all__ = ["Obstacle", "obstacles"]

Record = Mapping[str, Any]
Placement = Mapping[str, frozenset[str]]


@dataclass(frozen=True)
class Obstacle:
    """One reason: ``lacks`` (not in the room) or ``refused`` (the simulator never allows it).

    ``types`` are the object types concerned.
    """

    kind: str
    types: tuple[str, ...]
    text: str

    def to_json(self) -> dict[str, Any]:
        """Return the obstacle as JSON data."""
        return {**asdict(self), "types": list(self.types)}


def obstacles(
    goal: Goal, objects: Sequence[Record], placement: Placement
) -> tuple[Obstacle, ...]:
    """List what makes parts of a goal impossible in a room; empty when it fits.

    ``objects`` are the true objects at the start, ``placement`` the simulator's table of what may
    be put where (a type without a row may go anywhere).
    """
    room = FinalState(goal, objects)
    return tuple(dict.fromkeys(
        o for subgoal, ids, void in zip(goal.subgoals, room.chosen, room.void, strict=True)
        if not void for o in _of_subgoal(subgoal, ids, objects, placement)))


def _of_subgoal(
    subgoal: Subgoal, ids: Sequence[str], objects: Sequence[Record], placement: Placement
) -> Iterator[Obstacle]:
    found = [o for o in objects if str(o["objectId"]) in ids]
    meant = found or [o for o in objects if _may_be_meant(o, subgoal)]
    if len(meant) < (subgoal.what.count if subgoal.what.quantifier == "some" else 1):
        yield _lacking(subgoal.what, {str(o["objectType"]) for o in objects})
    elif isinstance(subgoal, Placed):
        refused = list(_of_placing(subgoal, found, objects, placement))
        if subgoal.what.quantifier != "some" or len({t for o in refused for t in o.types}) >= len(
                {str(o["objectType"]) for o in found}):
            yield from refused


def _lacking(what: Selection, there: Set[str]) -> Obstacle:
    """Say what is missing: the place that is spoken of, or the things."""
    place = what.located.place if what.located else None
    missing = place if place is not None and not there & set(place.types) else what
    text = missing.describe().replace("every ", "any ", 1)
    return Obstacle("lacks", missing.types, f"the room lacks {text}")


def _of_placing(
    subgoal: Placed, found: Sequence[Record], objects: Sequence[Record], placement: Placement
) -> Iterator[Obstacle]:
    near = subgoal.target.relation == "near"
    there = {str(o["objectType"]) for o in objects if o["receptacle"] or near}
    for kind, carried in {str(o["objectType"]): bool(o["pickupable"]) for o in found}.items():
        target = subgoal.target
        wanted = set(target.homes_of(kind, there)) if target.relation == "home" else set(
            target.place.types if target.place else ())
        rows = placement.get(kind)
        where = subgoal.target.describe()
        if not wanted & there:
            yield Obstacle("lacks", (kind,), f"the room lacks a place for {kind}: {where}")
        elif not carried:
            yield Obstacle("refused", (kind,), f"{kind} cannot be carried")
        elif not near and rows is not None and not any(
                p in rows or p in FORCED for p in wanted & there):
            yield Obstacle("refused", (kind,), f"{kind} cannot be put {where}")


def _may_be_meant(record: Record, subgoal: Subgoal) -> bool:
    """Whether a thing is meant once its state allows: "if it is on"; a slice of the bread."""
    kind = str(record["objectType"])
    if isinstance(subgoal, HasState) and subgoal.what.states:
        return kind in subgoal.what.types
    pieces = (f"{kind}Sliced", f"{kind}Cracked")
    return subgoal.what.quantifier == "some" and any(t in pieces for t in subgoal.what.types)
