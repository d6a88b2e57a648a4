"""The whole model of jobs and teams as constraints for CP-SAT.

Each job has a literal and two ends, without and with growing; each robot has a literal per job
that may be its first one and another for later ones. A goal that others wait for has witnesses:
jobs that have reached it by the step in which the others may start.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from planner.errors import MissingError
from planner.schedule.model import Job, ScheduleProblem, Slot

__all__ = ["Constraints", "horizon", "solver_module"]


class _Part(NamedTuple):
    """A robot's possible part in a job: the literal, its steps, whether it is its first job."""

    job: Job
    chosen: Any
    length: int
    first: bool


def solver_module() -> Any:
    """Return CP-SAT's module; raise ``MissingError`` where it is not installed."""
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise MissingError(
            "exact schedules need ortools: pip install 'lmfree-planner[engines]'") from None
    return cp_model


def horizon(problem: ScheduleProblem) -> int:
    """Return a step by which all jobs can have been done, one after the other."""
    begin = max([*problem.ready.values(), *(j.release for j in problem.jobs), 0])
    return begin + sum(len(j.growth) + max(
        (n for r in problem.robots for n in (j.steps(r), j.steps(r, True)) if n is not None),
        default=0) for j in problem.jobs)


class Constraints:
    """The schedules of a problem that end by step ``latest``.

    ``cp`` is the CP-SAT model; ``steps``, ``late`` and ``goal`` (a literal per wanted goal: it
    is reached) are what callers restrict and optimise.
    """

    def __init__(self, problem: ScheduleProblem, latest: int) -> None:
        self.cp: Any = solver_module().CpModel()
        self.problem, self.latest = problem, latest
        self.present = {j.name: self.cp.new_bool_var(j.name) for j in problem.jobs}
        self.raw: dict[str, Any] = {}
        self.end: dict[str, Any] = {}
        self.grown: dict[str, Any] = {}
        self.steps = self._step("steps")
        for job in problem.jobs:
            self._ends(job)
        for goal in sorted(problem.once):
            self.cp.add_at_most_one(self.present[j.name] for j in problem.jobs
                                    if goal in j.covers)
        self.goal = {g: self._reached(g) for g in sorted(problem.goals)}
        self.by = {g: self._witnesses(g) for g in sorted({g for j in problem.jobs
                                                          for g in j.after})}
        self.parts = {r: self._parts(r) for r in problem.robots}
        for job in problem.jobs:
            self._team(job)
        for robot in problem.robots:
            self._one_after_the_other(robot)
        for name in sorted({r for j in problem.jobs for r in j.resources}):
            self._hold(name)
        self.late = sum(self._overdue(j) for j in problem.jobs if j.deadline is not None)

    def _step(self, name: str) -> Any:
        return self.cp.new_int_var(0, self.latest, name)

    def _ends(self, job: Job) -> None:
        """Add the ends of a job; it grows by one more step from each of rising thresholds on."""
        cp, name, threshold = self.cp, job.name, 0
        self.raw[name] = self.end[name] = self._step(f"{name} raw")
        self.grown[name], grows = 0, []
        for i, limit in enumerate(sorted(job.growth)):
            threshold = max(threshold, limit - i + 1)
            if threshold > self.latest:
                break
            grows.append(cp.new_bool_var(""))
            cp.add(self.raw[name] >= threshold).only_enforce_if(grows[-1])
            cp.add(self.raw[name] < threshold).only_enforce_if(~grows[-1])
        if grows:
            self.grown[name] = cp.new_int_var(0, len(grows), "")
            # only a job that is done has to end in time
            self.end[name] = cp.new_int_var(0, self.latest + len(grows), f"{name} end")
            cp.add(self.grown[name] == sum(grows))
            cp.add(self.end[name] == self.raw[name] + self.grown[name])
        cp.add(self.steps >= self.end[name]).only_enforce_if(self.present[name])

    def _reached(self, goal: str) -> Any:
        makers = [self.present[j.name] for j in self.problem.jobs if goal in j.covers]
        literal = self.cp.new_bool_var(goal)
        self.cp.add_bool_or(*makers, ~literal)
        return literal

    def _witnesses(self, goal: str) -> tuple[Any, list[Any]]:
        """Return a step by which the goal is reached, and literals of which one tells by whom."""
        by, witnesses = self._step(f"{goal} by"), []
        for job in self.problem.jobs:
            if goal in job.covers:
                witnesses.append(self.cp.new_bool_var(f"{goal} by {job.name}"))
                self.cp.add_implication(witnesses[-1], self.present[job.name])
                self.cp.add(by >= self.end[job.name]).only_enforce_if(witnesses[-1])
        return by, witnesses

    def _parts(self, robot: str) -> list[_Part]:
        """Add what a robot can do, from when on; two lengths where its first job differs."""
        jobs, differs = self.problem.jobs, self._differs(robot)
        opening, parts = self._step(f"{robot} opening"), []
        for job in jobs:
            for first in (False, True) if differs else (False,):
                length = job.steps(robot, first)
                if length is None:
                    continue
                part = _Part(job, self.cp.new_bool_var(f"{robot} {job.name}"), length, first)
                parts.append(part)
                start = self.raw[job.name] - length
                earliest = max(job.release, self.problem.ready.get(robot, 0))
                bounds = [start >= earliest, *(start >= self.by[g][0] for g in sorted(job.after))]
                if first:
                    bounds.append(opening >= self.end[job.name])
                elif differs:
                    bounds.append(start >= opening)
                for bound in bounds:
                    self.cp.add(bound).only_enforce_if(part.chosen)
        return parts

    def _differs(self, robot: str) -> bool:
        """Say whether it matters to any job whether it is the robot's first."""
        return any(j.steps(robot) != j.steps(robot, True) for j in self.problem.jobs)

    def _team(self, job: Job) -> None:
        """Choose who takes part in a job, and who has reached what it waits for."""
        present, able = self.present[job.name], []
        for robot, parts in self.parts.items():
            mine = [p.chosen for p in parts if p.job is job]
            able += mine
            self.cp.add_at_most_one(mine)
            if robot in job.needs:
                self.cp.add_bool_or(*mine, ~present)
        self.cp.add(sum(able) == job.robots * present)
        if not job.needs <= set(self.problem.robots):
            self.cp.add(present == 0)
        for goal in sorted(job.after):
            self.cp.add_bool_or(*self.by[goal][1], ~present)

    def _one_after_the_other(self, robot: str) -> None:
        parts, cp = self.parts[robot], self.cp
        cp.add_no_overlap([cp.new_optional_interval_var(
            self.raw[p.job.name] - p.length, self.grown[p.job.name] + p.length,
            self.end[p.job.name], p.chosen, "") for p in parts])
        cp.add(sum(p.length * p.chosen for p in parts) <= self.steps)
        openings = [p.chosen for p in parts if p.first]
        cp.add_at_most_one(openings)
        for part in parts if self._differs(robot) else ():
            if not part.first:
                cp.add_bool_or(*openings, ~part.chosen)

    def _hold(self, resource: str) -> None:
        """Let a resource be held from the first start of a job to its end."""
        cp, held = self.cp, []
        for job in self.problem.jobs:
            if resource not in job.resources:
                continue
            begin, size = self._step(""), cp.new_int_var(0, self.latest + len(job.growth), "")
            for part in (p for parts in self.parts.values() for p in parts if p.job is job):
                cp.add(begin <= self.raw[job.name] - part.length).only_enforce_if(part.chosen)
            held.append(cp.new_optional_interval_var(
                begin, size, self.end[job.name], self.present[job.name], ""))
        cp.add_cumulative(held, [1] * len(held), max(0, self.problem.capacity.get(resource, 1)))

    def _overdue(self, job: Job) -> Any:
        assert job.deadline is not None
        late = self.cp.new_int_var(0, max(0, self.latest + len(job.growth) - job.deadline), "")
        self.cp.add(late >= self.end[job.name] - job.deadline).only_enforce_if(
            self.present[job.name])
        return late

    def spread(self) -> Any:
        """Return by how much the busiest robot works more than the idlest, times many, plus work.

        Jobs that reach nothing that the others do not reach, too, are excluded from here on.
        """
        cp, total, loads = self.cp, 0, []
        for robot, parts in self.parts.items():
            load = self.problem.worked.get(robot, 0)
            for part in parts:
                most = part.length + len(part.job.growth)
                work = cp.new_int_var(0, most, "")
                cp.add(work == part.length + self.grown[part.job.name]).only_enforce_if(
                    part.chosen)
                cp.add(work == 0).only_enforce_if(~part.chosen)
                load, total = load + work, total + work
            loads.append(load)
        largest = max(self.problem.worked.values(), default=0) + self.latest
        least, most = (cp.new_int_var(0, largest, "") for _ in range(2))
        for load in loads:
            cp.add(least <= load)
            cp.add(load <= most)
        self._no_needless_job()
        return (most - least) * (self.latest * len(loads) + 1) + total

    def _no_needless_job(self) -> None:
        jobs = self.problem.jobs
        counted = self.problem.goals | {g for j in jobs for g in j.after}
        for job in jobs:
            reasons = []
            for goal in sorted(job.covers & counted):
                reasons.append(self.cp.new_bool_var(""))
                for other in jobs:
                    if other is not job and goal in other.covers:
                        self.cp.add_implication(reasons[-1], ~self.present[other.name])
            self.cp.add_bool_or(*reasons, ~self.present[job.name])

    def hint(self, slots: Sequence[Slot]) -> None:
        """Begin the search with a known schedule."""
        done = {s.job: s for s in slots}
        for name, literal in self.present.items():
            self.cp.add_hint(literal, name in done)
            if name in done:
                self.cp.add_hint(self.end[name], done[name].end)
        for robot, parts in self.parts.items():
            starts = [s.starts[robot] for s in slots if robot in s.starts]
            opens = self._differs(robot)
            for job, chosen, _, first in parts:
                start = done[job.name].starts.get(robot) if job.name in done else None
                is_first = start is not None and start == min(starts)
                self.cp.add_hint(chosen, start is not None and (not opens or first == is_first))

    def slots(self, solver: Any) -> tuple[Slot, ...]:
        """Return the schedule that the solver has found, in the order of the starts."""
        found = []
        for job in self.problem.jobs:
            if solver.boolean_value(self.present[job.name]):
                raw = solver.value(self.raw[job.name])
                starts = {robot: raw - p.length for robot, parts in self.parts.items()
                          for p in parts if p.job is job and solver.boolean_value(p.chosen)}
                found.append(Slot(job.name, starts, job.grown(raw)))
        return tuple(sorted(found, key=lambda s: (min(s.starts.values()), s.end, s.job)))
