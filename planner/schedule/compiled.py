"""A job with numbers for names, as the search works with it, and when resources are free."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from planner.schedule.model import Job, ScheduleProblem

__all__ = ["FAR", "CompiledJob", "fit"]

FAR = 10**9
"""Steps that stand for never."""


class CompiledJob:
    """One job; robots are indices, goals are bits, ``FAR`` stands for what is impossible."""

    def __init__(self, job: Job, bit: Mapping[str, int], problem: ScheduleProblem) -> None:
        self.name = job.name
        self.robots = job.robots
        self.cover_bits = [bit[g] for g in sorted(job.covers)]
        self.after_bits = [bit[g] for g in sorted(job.after)]
        self.covers, self.after = sum(self.cover_bits), sum(self.after_bits)
        self.release = job.release
        self.grown, self.growth = job.grown, job.growth
        self.deadline = FAR if job.deadline is None else job.deadline
        self.resources = sorted(job.resources)
        steps = [(job.steps(r), job.steps(r, True)) for r in problem.robots]
        self.plain = [FAR if p is None else p for p, _ in steps]
        self.early = [FAR if e is None else e for _, e in steps]
        least = sorted(min(p, e) for p, e in zip(self.plain, self.early, strict=True))
        able = [n for n in least if n < FAR]
        self.enough = len(able) >= job.robots > 0
        self.shortest = able[job.robots - 1] if self.enough else FAR
        self.least_work = sum(able[: job.robots]) if self.enough else FAR
        self.needs = tuple(i for i, r in enumerate(problem.robots) if r in job.needs)
        self.enough = self.enough and len(self.needs) == len(job.needs) <= job.robots
        self.possible = False
        self.tail = 0


def fit(job: CompiledJob, end: int, length: int, capacity: Mapping[str, int],
        held: Mapping[str, Sequence[tuple[int, int]]]) -> int:
    """Return the first end, from ``end`` on, at which all resources are free."""
    for name in job.resources:
        limit = capacity.get(name, 1)
        spans = held.get(name, ())
        moved = True
        while moved:
            moved = False
            inside = [s for s in spans if s[0] < end and s[1] > end - length]
            if len(inside) >= limit:
                end = sorted(s[1] for s in inside)[len(inside) - limit] + length
                moved = True
    return end
