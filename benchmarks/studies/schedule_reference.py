"""What is true of a scheduling problem, found without ``planner.schedule``'s own reasoning.

Every slot there can be (job, team, who does its first job, end) becomes one literal of a model
over joint steps; CP-SAT picks the best. A naive judge plays a schedule step by step.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any

from planner.schedule import Job, ScheduleProblem, Slot

__all__ = ["Truth", "allowed", "most_goals", "truth"]


@dataclass(frozen=True)
class Truth:
    """The least lateness, the least steps at that lateness, and slots with these."""

    lateness: int
    steps: int
    slots: tuple[Slot, ...]
    once: bool
    """Whether the goals in ``once`` are reached once."""


@dataclass(frozen=True)
class _Candidate:
    job: Job
    slot: Slot
    first: frozenset[str]
    literal: Any

    @property
    def begin(self) -> int:
        return min(self.slot.starts.values())


def truth(problem: ScheduleProblem) -> Truth | None:
    """Return the optimum, or None where the goals can't all be reached."""
    for once in (True, False):
        model = _Steps(problem if once else replace(problem, once=frozenset()))
        for literals in model.covering.values():
            model.cp.add_bool_or(literals)
        late = sum(c.literal * max(0, c.slot.end - c.job.deadline) for c in model.candidates
                   if c.job.deadline is not None)
        end = model.cp.new_int_var(0, model.last, "")
        for c in model.candidates:
            model.cp.add(end >= c.slot.end * c.literal)
        model.cp.minimize(late * (model.last + 1) + end)
        value = model.solve()
        if value is not None:
            return Truth(*divmod(value, model.last + 1), model.slots(), once)
    return None


def most_goals(problem: ScheduleProblem) -> int:
    """Return how many of the goals can be reached by one schedule."""
    model = _Steps(replace(problem, once=frozenset()))
    reached = []
    for literals in model.covering.values():
        reached.append(model.cp.new_bool_var(""))
        model.cp.add_bool_or([*literals, ~reached[-1]])
    model.cp.maximize(sum(reached))
    value = model.solve()
    assert value is not None
    return value


class _Steps:
    """All slots there can be, and which of them exclude or need each other, step by step."""

    def __init__(self, problem: ScheduleProblem) -> None:
        from ortools.sat.python import cp_model

        self.cp: Any = cp_model.CpModel()
        self.solver: Any = cp_model.CpSolver()
        self.solver.parameters.catch_sigint_signal = False  # it would take Ctrl-C from Python
        self.problem = problem
        longest = [max([n for r in problem.robots for n in (j.steps(r), j.steps(r, True)) if n]
                       or [0]) + len(j.growth) for j in problem.jobs]
        self.last = sum(longest) + max(
            [j.release for j in problem.jobs] + [*problem.ready.values(), 0])
        self.candidates = [c for j in problem.jobs for c in self._candidates(j)]
        self.covering = {g: [c.literal for c in self.candidates if g in c.job.covers]
                         for g in sorted(problem.goals)}
        for job in problem.jobs:
            self.cp.add_at_most_one(c.literal for c in self.candidates if c.job is job)
        for goal in problem.once:
            self.cp.add_at_most_one(c.literal for c in self.candidates if goal in c.job.covers)
        self._robots()
        self._goals()
        self._resources()

    def _candidates(self, job: Job) -> Iterator[_Candidate]:
        for team in combinations(self.problem.robots, job.robots):
            if not job.needs <= set(team):
                continue
            for flags in product((False, True), repeat=len(team)):
                lengths = [job.steps(r, f) for r, f in zip(team, flags, strict=True)]
                if any(n is None for n in lengths):
                    continue
                first = frozenset(r for r, f in zip(team, flags, strict=True) if f)
                for raw in range(1, self.last + 1):
                    starts = {r: raw - n for r, n in zip(team, lengths, strict=True) if n}
                    if all(s >= max(job.release, self.problem.ready.get(r, 0))
                           for r, s in starts.items()) and _end(job, raw) <= self.last:
                        yield _Candidate(job, Slot(job.name, starts, _end(job, raw)), first,
                                         self.cp.new_bool_var(""))

    def _robots(self) -> None:
        """Let robots do one thing at a time, and know what they did first."""
        for robot in self.problem.robots:
            busy, opened = defaultdict(list), defaultdict(list)
            mine = [c for c in self.candidates if robot in c.slot.starts]
            for c in mine:
                for step in range(c.slot.starts[robot], c.slot.end):
                    busy[step].append(c.literal)
                if robot in c.first:
                    opened[c.slot.end].append(c.literal)
            for literals in busy.values():
                self.cp.add_at_most_one(literals)
            self.cp.add_at_most_one(x for literals in opened.values() for x in literals)
            begun = self._by(opened)
            for c in mine:
                if robot not in c.first:
                    self.cp.add_implication(c.literal, begun[c.slot.starts[robot]])

    def _goals(self) -> None:
        for goal in {g for j in self.problem.jobs for g in j.after}:
            ends = defaultdict(list)
            for c in self.candidates:
                if goal in c.job.covers:
                    ends[c.slot.end].append(c.literal)
            reached = self._by(ends)
            for c in self.candidates:
                if goal in c.job.after:
                    self.cp.add_implication(c.literal, reached[c.begin])

    def _by(self, at: dict[int, list[Any]]) -> list[Any]:
        """Return for every step a literal that may be true if one of those until then is."""
        found = []
        for step in range(self.last + 1):
            found.append(self.cp.new_bool_var(""))
            before = found[-2:-1]
            self.cp.add_bool_or([*at.get(step, ()), *before, ~found[-1]])
        return found

    def _resources(self) -> None:
        for name in {r for j in self.problem.jobs for r in j.resources}:
            held = defaultdict(list)
            for c in self.candidates:
                if name in c.job.resources:
                    for step in range(c.begin, c.slot.end):
                        held[step].append(c.literal)
            for literals in held.values():
                self.cp.add(sum(literals) <= self.problem.capacity.get(name, 1))

    def solve(self) -> int | None:
        """Return the optimal value, or None if nothing is allowed."""
        from ortools.sat.python import cp_model

        self.solver.parameters.num_workers = 1
        self.solver.parameters.linearization_level = 0  # a third quicker on problems this small
        self.solver.parameters.cp_model_probing_level = 0
        status = self.solver.solve(self.cp)
        assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
        return round(self.solver.objective_value) if status == cp_model.OPTIMAL else None

    def slots(self) -> tuple[Slot, ...]:
        """Return the slots chosen."""
        return tuple(c.slot for c in self.candidates if self.solver.boolean_value(c.literal))


def _end(job: Job, raw: int) -> int:
    """Return when a job ends that would end at ``raw``, growing limit by limit."""
    end, limits = raw, sorted(job.growth)
    while limits and end > limits[0]:
        end, limits = end + 1, limits[1:]
    return end


def allowed(problem: ScheduleProblem, slots: Sequence[Slot], once: bool) -> bool:
    """Play slots step by step and say whether the rules allow them."""
    jobs = {j.name: j for j in problem.jobs}
    if len({s.job for s in slots}) < len(slots):
        return False
    counts = {g: sum(g in jobs[s.job].covers for s in slots) for g in problem.goals | problem.once}
    if any(not counts[g] for g in problem.goals) or (
            once and any(counts[g] > 1 for g in problem.once)):
        return False
    return (all(_team_is_right(problem, jobs[s.job], s) for s in slots)
            and _steps_are_right(problem, jobs, slots))


def _team_is_right(problem: ScheduleProblem, job: Job, slot: Slot) -> bool:
    team = set(slot.starts)
    return (len(team) == job.robots and not job.needs - team and not team - set(problem.robots)
            and min(slot.starts.values()) >= job.release
            and all(problem.ready.get(r, 0) <= s < slot.end for r, s in slot.starts.items()))


def _steps_are_right(problem: ScheduleProblem, jobs: dict[str, Job], slots: Sequence[Slot]
                     ) -> bool:
    reached: set[str] = set()
    worked: set[str] = set()
    for step in range(max((s.end for s in slots), default=0) + 1):
        for slot in slots:
            if slot.end == step:
                reached |= jobs[slot.job].covers
        for robot in problem.robots:
            now = [s for s in slots if s.starts.get(robot, s.end) <= step < s.end]
            if len(now) > 1:
                return False
            for slot in (s for s in now if s.starts[robot] == step):
                length = jobs[slot.job].steps(robot, robot not in worked)
                if length is None or _end(jobs[slot.job], step + length) != slot.end:
                    return False
                worked.add(robot)
        for slot in slots:
            begins = min(slot.starts.values()) == step
            if begins and not jobs[slot.job].after <= reached:
                return False
        for name in {r for j in jobs.values() for r in j.resources}:
            if sum(name in jobs[s.job].resources and min(s.starts.values()) <= step < s.end
                   for s in slots) > problem.capacity.get(name, 1):
                return False
    return all(min(s.starts.values()) >= 0 for s in slots)
