"""Jobs, teams and schedules as plain data.

A *job* is a chain of steps that one robot (or several together) performs without interruption.
When it ends it has reached its *goals*. Several jobs may reach the same goal: they are
alternatives, and a schedule needs each goal only once. Time is counted in joint steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from planner.errors import UsageError

__all__ = ["Job", "Schedule", "ScheduleProblem", "Slot", "check"]


@dataclass(frozen=True)
class Job:
    """One way to reach some goals.

    ``duration`` in steps, one number or one per robot (a robot not named cannot do the job).
    ``first`` overrides it for a robot that has done no other job before (it already stands
    there, holds what is needed). ``robots`` work together: they end at the same step, those
    with shorter parts begin later. ``covers`` are the goals reached at the end (default: the
    job's own name), ``after`` the goals that must be reached before it starts. ``release`` is
    the earliest start, ``deadline`` the latest wanted end (missing it costs, but is possible).
    ``resources`` are held from start to end; their number is limited in the problem. ``needs``
    are robots that must take part. A robot with ``first`` None cannot do this job first. The
    job takes one step more for every number in ``growth`` that its end would exceed.

    >>> Job("fetch", 3).covers
    frozenset({'fetch'})
    """

    name: str
    duration: int | Mapping[str, int]
    robots: int = 1
    covers: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()
    release: int = 0
    deadline: int | None = None
    resources: frozenset[str] = frozenset()
    first: Mapping[str, int | None] = field(default_factory=dict)
    needs: frozenset[str] = frozenset()
    growth: tuple[int, ...] = ()

    def __post_init__(self) -> None:
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
        if first and robot in self.first:
            return self.first[robot]
        if isinstance(self.duration, int):
            return self.duration
        return self.duration.get(robot)


@dataclass(frozen=True)
class ScheduleProblem:
    """A team and its jobs.

    ``goals`` must all be reached (default: every goal of every job). ``ready`` says from which
    step a robot is free, ``worked`` how many useful steps it has done already (for balance).
    ``capacity`` is the number of jobs that may hold a resource at once (default 1). Goals in
    ``once`` must not be reached twice: without them a second, needless job may be scheduled for
    the sake of balance. They are given up where nothing else reaches every goal.
    """

    robots: tuple[str, ...]
    jobs: tuple[Job, ...]
    goals: frozenset[str] = frozenset()
    ready: Mapping[str, int] = field(default_factory=dict)
    worked: Mapping[str, int] = field(default_factory=dict)
    capacity: Mapping[str, int] = field(default_factory=dict)
    once: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if not self.robots:
            raise UsageError("a schedule needs at least one robot")
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

    ``bound`` is a proven lower bound on the makespan; ``optimal`` says that lateness and
    makespan are proven least (balance is then the best met). ``lateness`` sums the steps by
    which deadlines are missed. ``unreachable`` names goals that no allowed job can reach;
    with any of those, ``slots`` is empty. ``effort`` counts the jobs tried with each team.
    """

    slots: tuple[Slot, ...]
    makespan: int
    bound: int
    lateness: int
    balance: float
    optimal: bool
    nodes: int = 0
    effort: int = 0
    unreachable: frozenset[str] = frozenset()

    def next_slot(self, robot: str) -> Slot | None:
        """Return the first slot of a robot, or None if it has nothing to do."""
        mine = [s for s in self.slots if robot in s.starts]
        return min(mine, key=lambda s: s.starts[robot], default=None)

    def joint_steps(self, robots: tuple[str, ...]) -> list[dict[str, tuple[str, int] | None]]:
        """Return per joint step and robot the job and the step within it, or None (idle)."""
        rows: list[dict[str, tuple[str, int] | None]] = [
            dict.fromkeys(robots) for _ in range(self.makespan)
        ]
        for slot in self.slots:
            for robot, start in slot.starts.items():
                for step in range(start, slot.end):
                    rows[step][robot] = (slot.job, step - start)
        return rows


def check(problem: ScheduleProblem, result: Schedule) -> list[str]:
    """Return what is wrong with a schedule (nothing, if it is right); used by tests."""
    jobs = {j.name: j for j in problem.jobs}
    reached: dict[str, int] = {}
    for slot in result.slots:
        for goal in jobs[slot.job].covers:
            reached[goal] = min(slot.end, reached.get(goal, slot.end))
    wrong = [f"goal {g} is not reached" for g in sorted(problem.goals - set(reached))]
    wrong += [f"goal {g} is reached twice" for g in sorted(problem.once)
              if sum(g in jobs[s.job].covers for s in result.slots) > 1]
    for slot in result.slots:
        job, begin = jobs[slot.job], min(slot.starts.values(), default=0)
        if len(slot.starts) != job.robots or not job.needs <= set(slot.starts):
            wrong.append(f"{job.name} has the robots {', '.join(slot.starts)}")
        wrong += [f"{job.name} starts before {goal}" for goal in sorted(job.after)
                  if goal not in reached or reached[goal] > begin]
    for robot in sorted({r for s in result.slots for r in s.starts}):
        free, first = problem.ready.get(robot, 0), True
        mine = (s for s in result.slots if robot in s.starts)
        for slot in sorted(mine, key=lambda s: (s.starts[robot], s.end)):
            job, start = jobs[slot.job], slot.starts[robot]
            if start < max(job.release, free) or robot not in problem.robots:
                wrong.append(f"{job.name} starts too early for {robot}")
            length = job.steps(robot, first)
            if length is None or slot.end != job.grown(start + length):
                wrong.append(f"{job.name} has the wrong length for {robot}")
            free, first = slot.end, False
    for name in {r for j in problem.jobs for r in j.resources}:
        held = [s for s in result.slots if name in jobs[s.job].resources]
        for step in range(result.makespan):
            count = sum(min(s.starts.values()) <= step < s.end for s in held)
            if count > problem.capacity.get(name, 1):
                wrong.append(f"{name} is held {count} times at step {step}")
    return wrong
