"""Jobs, teams and schedules as plain data.

A *job* is a chain of steps that one robot (or several together) performs without interruption.
When it ends it has reached its *goals*. Several jobs may reach the same goal: they are
alternatives, and a schedule needs each goal only once. Each job is done at most once. Time is
counted in joint steps from 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from planner.errors import UsageError

LONGEST = 10**9
"""Steps that a job may take, or wait for, at most."""


@dataclass(frozen=True)
class Job:
    """One way to reach some goals.

    ``duration`` in steps (1 or more); ``first`` overrides it for a robot that has done no other
    job before (it already stands there, holds what is needed; None: it cannot do this job
    first). ``robots`` work together: they end at the same step, those with shorter parts begin
    later; ``needs`` are robots that must take part. ``covers`` are the goals reached at the end
    (default: the job's own name). ``release`` is the earliest start, ``deadline`` the latest
    wanted end (missing it costs, but is possible). The job takes one step more for every number
    in ``growth`` that its end would exceed, counting the steps it has grown by already; nobody
    starts earlier for that.

    Raises ``UsageError`` for lengths and numbers of robots below 1, negative releases, and
    more than ``LONGEST`` steps.

    >>> Job("fetch", 3).covers
    frozenset({'fetch'})
    """

    name: str
    duration: int
    robots: int = 1
    covers: frozenset[str] = frozenset()
    release: int = 0
    deadline: int | None = None
    first: Mapping[str, int | None] = field(default_factory=dict)
    needs: frozenset[str] = frozenset()
    growth: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        lengths = [self.duration, *(n for n in self.first.values() if n is not None)]
        if min(lengths) < 1 or self.robots < 1 or self.release < 0:
            raise UsageError(f"{self.name}: jobs take one robot and one step at least, from 0 on")
        if max([*lengths, self.release]) > LONGEST:
            raise UsageError(f"{self.name}: jobs take {LONGEST} steps at most")
        if not self.covers:
            object.__setattr__(self, "covers", frozenset({self.name}))

    def grown(self, end: int) -> int:
        """Return the end of the job, were it to end at ``end`` without growing."""
        for limit in sorted(self.growth):
            if end > limit:
                end += 1
        return end

    def steps(self, robot: str, first: bool = False) -> int | None:
        """Return how long ``robot`` takes, or None if it cannot."""
        return self.first.get(robot, self.duration) if first else self.duration


@dataclass(frozen=True)
class ScheduleProblem:
    """A team and its jobs.

    ``goals`` must all be reached (default: every goal of every job). ``ready`` says from which
    step a robot is free, ``worked`` how many useful steps it has done already (for balance).

    Raises ``UsageError`` without robots, for two of the same name and for negative ``ready``.
    """

    robots: tuple[str, ...]
    jobs: tuple[Job, ...]
    goals: frozenset[str] = frozenset()
    ready: Mapping[str, int] = field(default_factory=dict)
    worked: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.robots:
            raise UsageError("a schedule needs at least one robot")
        if len(set(self.robots)) != len(self.robots):
            raise UsageError("two robots have the same name")
        if not all(0 <= step <= LONGEST for step in self.ready.values()):
            raise UsageError(f"robots are ready from step 0 to {LONGEST}")
        if len({j.name for j in self.jobs}) != len(self.jobs):
            raise UsageError("two jobs have the same name")
        if not self.goals:
            every = frozenset(g for j in self.jobs for g in j.covers)
            object.__setattr__(self, "goals", every)


@dataclass(frozen=True)
class Slot:
    """A scheduled job: each robot works from its own start to the common ``end`` (exclusive)."""

    job: str
    starts: Mapping[str, int]
    end: int


@dataclass(frozen=True)
class Schedule:
    """The best schedule found.

    ``bound`` is proven: no schedule takes fewer steps. ``lateness`` sums the steps by which
    deadlines are missed. ``unreachable`` names goals that had to be given up; with any of those,
    ``slots`` is empty.
    """

    slots: tuple[Slot, ...]
    makespan: int
    bound: int
    lateness: int
    unreachable: frozenset[str] = frozenset()
