"""A scheduling problem in numbers: sets of goals as bits, what can be reached, lower bounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from domains.rescue.schedule.model import Job, ScheduleProblem

__all__ = ["FAR", "Compact", "CompactJob"]

FAR = 10**18
"""Steps that stand for never."""


class CompactJob:
    """One job; robots are indices, goals are bits, ``FAR`` stands for what is impossible."""

    def __init__(self, job: Job, bit: Mapping[str, int], problem: ScheduleProblem) -> None:
        self.name, self.robots, self.release = job.name, job.robots, job.release
        self.grown, self.growth = job.grown, job.growth
        self.cover_bits = [bit[g] for g in sorted(job.covers)]
        self.after_bits = [bit[g] for g in sorted(job.after)]
        self.covers, self.after = sum(self.cover_bits), sum(self.after_bits)
        self.deadline = FAR if job.deadline is None else job.deadline
        self.resources = sorted(job.resources)
        steps = [(job.steps(r), job.steps(r, True)) for r in problem.robots]
        self.plain = [FAR if p is None else p for p, _ in steps]
        self.early = [FAR if e is None else e for _, e in steps]
        least = sorted(min(p, e) for p, e in zip(self.plain, self.early, strict=True))
        able = [n for n in least if n < FAR][:self.robots]
        self.needs = tuple(i for i, r in enumerate(problem.robots) if r in job.needs)
        self.able = (
            len(able) == job.robots and len(self.needs) == len(job.needs) <= job.robots
            and all(problem.capacity.get(name, 1) > 0 for name in job.resources))
        self.shortest = able[-1] if self.able else FAR
        self.least_work = sum(able) if self.able else FAR
        self.tail = 0


class Compact:
    """A problem in numbers; ``jobs`` are those that can ever start.

    ``unreachable`` names the wanted goals that none of these covers. ``head`` and ``tail`` are
    the steps that pass at least until a goal is reached, and after that.
    """

    def __init__(self, problem: ScheduleProblem) -> None:
        goals = sorted(problem.goals | {g for j in problem.jobs for g in j.after | j.covers})
        bit = {g: 1 << i for i, g in enumerate(goals)}
        self.wanted = sum(bit[g] for g in problem.goals)
        self.once = sum(bit.get(g, 0) for g in problem.once)
        self.jobs, reached = _startable([CompactJob(j, bit, problem) for j in problem.jobs])
        self.unreachable = frozenset(g for g in problem.goals if not bit[g] & reached)
        self.makers = {b: [j for j in self.jobs if j.covers & b] for b in bit.values()}
        self.head, self.tail = dict.fromkeys(self.makers, 0), dict.fromkeys(self.makers, 0)
        for _ in self.makers:
            if not self._lengthen():
                break
        for job in self.jobs:
            job.tail = max(self.tail[b] for b in job.cover_bits)
        self._rest: dict[int, tuple[float, int, int]] = {}

    def _lengthen(self) -> bool:
        """Lengthen heads and tails by one more job of a chain; say whether anything changed."""
        before = dict(self.head), dict(self.tail)
        for goal, jobs in self.makers.items():
            if not jobs:
                continue
            self.head[goal] = min(
                max([j.release, *(self.head[a] for a in j.after_bits)]) + j.shortest
                for j in jobs)
            least = min(j.shortest for j in jobs) + self.tail[goal]
            for need in set.intersection(*(set(j.after_bits) for j in jobs)):
                if goal & self.wanted:
                    self.tail[need] = max(self.tail[need], least)
        return before != (self.head, self.tail)

    def bound(self, missing: int, ready: Sequence[int], end: int) -> int:
        """Return a lower bound on the steps, with goals missing and robots busy until then."""
        if not missing:
            return end
        if missing not in self._rest:
            self._rest[missing] = self._least(missing)
        load, fixed, chain = self._rest[missing]
        return max(end, fixed, min(ready) + chain, _shared(load, ready))

    def _least(self, missing: int) -> tuple[float, int, int]:
        """Return the least work, earliest end and longest chain of the missing goals."""
        load, fixed, chain = 0.0, 0, 0
        for goal, makers in self.makers.items():
            if goal & missing:
                load += min(j.least_work / (j.covers & missing).bit_count() for j in makers)
                fixed = max(fixed, self.head[goal] + self.tail[goal])
                chain = max(chain, min(j.shortest for j in makers) + self.tail[goal])
        return load, fixed, chain


def _startable(jobs: Iterable[CompactJob]) -> tuple[list[CompactJob], int]:
    """Return the jobs that can ever start, in the same order, and the goals they reach."""
    rest, reached = list(jobs), 0
    able: set[str] = set()
    while found := [j for j in rest if j.able and j.name not in able and not j.after & ~reached]:
        for job in found:
            able.add(job.name)
            reached |= job.covers
    return [j for j in rest if j.name in able], reached


def _shared(load: float, ready: Sequence[int]) -> int:
    """Return the step by which robots, ready at different steps, can have done so much work."""
    end = total = 0.0
    for count, free in enumerate(sorted(ready), 1):
        if count > 1 and end <= free:
            break  # the others have done it all before this robot is free
        total += free
        end = (total + load) / count
    return -int(-(end - 1e-6) // 1)
