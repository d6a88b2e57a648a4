"""What a robot is to do, as jobs of a plan and as their meaning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from domains.rescue.belief.blaze import Stand
from domains.rescue.world.rules import CAPACITY
from domains.rescue.world.scene import Cell


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

    At most ``most`` units are fetched. With a ``part`` in a siege a robot does what that says,
    counted from the joint step ``since``.
    """

    kind: str
    supply: str = ""
    stands: tuple[Stand, ...] = ()
    target: str = ""
    most: int = CAPACITY
    part: Part | None = None
    since: int = 0

    def __str__(self) -> str:
        if self.kind == "fight":
            return "fight " + ", ".join(f"{s.fire} at {s.cell} x{s.units}" for s in self.stands)
        return f"{self.kind} {self.target}".strip()


@dataclass(frozen=True)
class Job:
    """A chain of steps that one robot, or several together, do without interruption.

    ``duration`` in steps; ``first`` overrides it for a robot that has done no other job before (it
    already stands there, holds what is needed; None: it cannot do this job first). ``robots`` end
    at the same step, those with shorter parts begin later; ``needs`` must take part. ``covers`` are
    the subtasks that it does, ``release`` is the earliest start.
    """

    meaning: Assignment
    duration: int
    robots: int = 1
    covers: frozenset[str] = frozenset()
    release: int = 0
    first: Mapping[str, int | None] = field(default_factory=dict)
    needs: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Slot:
    """A planned job: each robot works from its own start to the common ``end`` (exclusive)."""

    meaning: Assignment
    starts: Mapping[str, int]
    end: int


@dataclass(frozen=True)
class Plan:
    """What is to be done from now on, in joint steps from 0, and how long that takes.

    ``late`` counts the fires to which nobody comes in time. ``unstaffed`` are the jobs for which
    there are not enough robots.
    """

    slots: tuple[Slot, ...]
    makespan: int
    late: int
    unstaffed: tuple[Assignment, ...] = ()

    @property
    def started(self) -> frozenset[str]:
        """Return the robots that begin at once."""
        return frozenset(r for s in self.slots for r, start in s.starts.items() if start == 0)


def in_place(cell: Cell, stand: Stand) -> bool:
    """Say whether a splash at a cell reaches all of a stand's cells."""
    x, y = cell
    return all(abs(x - cx) <= 1 and abs(y - cy) <= 1 for cx, cy in stand.cells)
