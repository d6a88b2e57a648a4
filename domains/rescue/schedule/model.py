"""Jobs, teams and schedules as plain data.

A *job* is a chain of steps that one robot (or several together) performs without interruption.
When it ends it has reached its *goals*. Several jobs may reach the same goal: they are
alternatives, and a schedule needs each goal only once. Each job is done at most once. Time is
counted in joint steps from 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


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
        lengths = [self.duration, *self.first.values()]
        assert all(n is None or n > 0 for n in lengths), f"{self.name} takes no step"
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
    """A team of at least one robot, and its jobs; no two of either have the same name.

    ``goals`` must all be reached (default: every goal of every job). ``ready`` says from which
    step a robot is free, ``worked`` how many useful steps it has done already (for balance).
    """

    robots: tuple[str, ...]
    jobs: tuple[Job, ...]
    goals: frozenset[str] = frozenset()
    ready: Mapping[str, int] = field(default_factory=dict)
    worked: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
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
