"""Which constraints are lost, given where things were when the game began.

The platform checks constraints after every successful physical action, on a world the solver
does not see. So what the robot did is done again, in every hypothesis about the things it has not
touched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from domains.competition.belief.beliefs import WorldBelief
from domains.competition.world.actions import Action
from domains.competition.world.bindings import bindings
from domains.competition.world.model import UNSAID, Instruction, Place, World
from domains.competition.world.scoring import Ground, breaks
from domains.competition.world.state import apply


class Monitor:
    """What succeeded, and how things and doors that were touched must have been at the start."""

    def __init__(self, belief: WorldBelief, items: Sequence[Instruction]) -> None:
        self.belief = belief
        self.constraints = {n: Ground(item, bindings(belief.told, item))
                            for n, item in enumerate(items) if item.kind.startswith("cons")}
        self.done: list[Action] = []
        self._robot, self._hand, self._plate = belief.robot, belief.hand, belief.plate
        self._inside_too = frozenset(belief.inside_too)
        self._places: dict[int, Place] = {}
        self._doors: dict[int, str] = {}

    def note(self, action: Action) -> None:
        """Record a successful physical action, the robot being where it was done."""
        self.done.append(action)
        name, thing = action.name, action.arguments[0]
        match name:
            case "PickUp":
                self._places.setdefault(thing, ("at", self.belief.robot or 0))
            case "TakeOut":
                self._places.setdefault(thing, ("inside", action.arguments[1]))
            case "Open" | "Close":
                self._doors.setdefault(thing, "closed" if name == "Open" else "opened")
            case "ToPlate" | "FromPlate" if self._plate == UNSAID:
                self._plate = thing if name == "FromPlate" else 0

    def lost(self, places: Mapping[int, Place], doors: Mapping[int, str]) -> frozenset[int]:
        """Return the items of constraints that are lost if untouched things are at ``places``.

        ``doors`` are the believed states of doors the robot did not touch.
        """
        world, broken = self._start(places, {**doors, **self._doors}), set[int]()
        for action in self.done:
            world = apply(world, action) or world
            broken |= {n for n, rule in self.constraints.items()
                       if n not in broken and breaks(world, rule)}
        return frozenset(broken)

    def _start(self, places: Mapping[int, Place], doors: Mapping[int, str]) -> World:
        now = self.belief.world(places, doors)
        plate = now.plate if self._plate == UNSAID else self._plate
        loose = {n: place for n, place in {**places, **self._places}.items()
                 if n not in (self._hand, plate)}
        at = {fact for fact in now.at if fact[0] in self.belief.home}
        at |= {(n, spot) for n, (how, spot) in loose.items() if how == "at"}
        at |= {(0, self._robot)} if self._robot is not None else set()
        inside = {(n, spot) for n, (how, spot) in loose.items() if how == "inside"}
        return replace(now, at=frozenset(at), inside=frozenset(inside) | self._inside_too,
                       hand=self._hand, plate=plate)
