"""What a robot is to do: the meaning of a scheduled job."""

from __future__ import annotations

from dataclasses import dataclass

from domains.rescue.belief.blaze import Stand, moves_between
from domains.rescue.belief.knowledge import Knowledge, RobotView
from domains.rescue.world.rules import CAPACITY
from domains.rescue.world.scene import Cell

AHEAD = 2
"""Ticks by which fires are predicted when units are counted."""


@dataclass(frozen=True)
class Part:
    """A robot's part in a siege: fetch a number of units or none, then use ``units`` at ``cell``.

    The first is used ``start`` steps from now at the earliest.
    """

    cell: Cell
    start: int
    units: int
    fetched: int


@dataclass(frozen=True)
class Assignment:
    """What a job means: its kind and what it is about.

    At least ``least`` and at most ``most`` units are fetched. With a ``part``
    in a siege a robot does what that says, counted from the joint step ``since``.
    """

    kind: str
    supply: str = ""
    stands: tuple[Stand, ...] = ()
    target: str = ""
    least: int = 0
    most: int = CAPACITY
    part: Part | None = None
    since: int = 0

    @property
    def units(self) -> int:
        """Return the units of supply the stands need."""
        return sum(s.units for s in self.stands)

    def __str__(self) -> str:
        if self.kind == "fight":
            return "fight " + ", ".join(f"{s.fire} at {s.cell} x{s.units}" for s in self.stands)
        return f"{self.kind} {self.target}".strip()


def in_place(cell: Cell, stand: Stand) -> bool:
    """Say whether a splash at a cell reaches all of a stand's cells."""
    x, y = cell
    return all(abs(x - cx) <= 1 and abs(y - cy) <= 1 for cx, cy in stand.cells)


def spared(know: Knowledge, robot: RobotView, stand: Stand) -> int:
    """Return the steps of a visit that a robot saves because it is near the stand already."""
    if in_place(robot.cell, stand):
        return stand.access + stand.units - know.blazes[stand.fire].units(stand, 0)
    return max(0, stand.access - moves_between(robot.cell, stand.cell))
