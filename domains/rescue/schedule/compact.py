"""A scheduling problem in numbers: sets of goals as bits, what can be reached, lower bounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domains.rescue.schedule.model import Job, ScheduleProblem

FAR = 10**18
"""Steps that stand for never."""


class CompactJob:
    """One job; robots are indices, goals are bits, ``FAR`` stands for what is impossible."""

    def __init__(self, job: Job, bit: Mapping[str, int], problem: ScheduleProblem) -> None:
        self.name, self.robots, self.release = job.name, job.robots, job.release
        self.grown, self.growth = job.grown, job.growth
        self.covers = sum(bit[g] for g in job.covers)
        self.deadline = FAR if job.deadline is None else job.deadline
        self.plain = [job.duration] * len(problem.robots)
        self.early = [FAR if n is None else n for n in (
            job.steps(r, True) for r in problem.robots)]
        least = sorted(map(min, self.plain, self.early))[:job.robots]
        self.needs = tuple(i for i, r in enumerate(problem.robots) if r in job.needs)
        self.able = len(least) == job.robots and len(self.needs) == len(job.needs) <= job.robots
        self.shortest = least[-1]
        self.least_work = sum(least)


class Compact:
    """A problem in numbers; ``jobs`` are those that can be done at all.

    ``unreachable`` names the wanted goals that none of these covers.
    """

    def __init__(self, problem: ScheduleProblem) -> None:
        goals = sorted(problem.goals.union(*(j.covers for j in problem.jobs)))
        bit = {g: 1 << i for i, g in enumerate(goals)}
        self.wanted = sum(bit[g] for g in problem.goals)
        found = [CompactJob(j, bit, problem) for j in problem.jobs]
        self.jobs = [j for j in found if j.able]
        self.makers = {b: [j for j in self.jobs if j.covers & b] for b in bit.values()}
        self.unreachable = frozenset(g for g in problem.goals if not self.makers[bit[g]])
        self._rest: dict[int, tuple[float, int, int]] = {}

    def bound(self, missing: int, ready: Sequence[int], end: int) -> int:
        """Return a lower bound on the steps, with goals missing and robots busy until then."""
        if not missing:
            return end
        if missing not in self._rest:
            self._rest[missing] = self._least(missing)
        load, fixed, chain = self._rest[missing]
        return max(end, fixed, min(ready) + chain, _shared(load, ready))

    def _least(self, missing: int) -> tuple[float, int, int]:
        """Return the least work, earliest end and longest job of the missing goals."""
        load, fixed, chain = 0.0, 0, 0
        for goal, makers in self.makers.items():
            if goal & missing:
                load += min(j.least_work / (j.covers & missing).bit_count() for j in makers)
                fixed = max(fixed, min(j.release + j.shortest for j in makers))
                chain = max(chain, min(j.shortest for j in makers))
        return load, fixed, chain


def _shared(load: float, ready: Sequence[int]) -> int:
    """Return the step by which robots, ready at different steps, can have done so much work."""
    end = total = 0.0
    for count, free in enumerate(sorted(ready), 1):
        if count > 1 and end <= free:
            break  # the others have done it all before this robot is free
        total += free
        end = (total + load) / count
    return -int(-(end - 1e-6) // 1)
