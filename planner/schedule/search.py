"""Branch and bound over the order in which jobs start; anytime, with a proven lower bound.

A node appends one more job, as early as its robots, goals and resources allow, never before
the last one appended. That meets every schedule worth trying only for simple jobs (see
``_Search._simple``); elsewhere the search proves nothing but its first bound. Robots that cannot
be told apart are tried once (the one that worked least). The search counts nodes, not seconds,
so the answer depends on nothing but the problem.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations

from planner.schedule.compiled import FAR, CompiledJob, fit
from planner.schedule.model import Schedule, ScheduleProblem, Slot

__all__ = ["schedule"]

WIDE = 8
"""Robots considered for one job of several robots (the soonest free), in larger teams."""
LARGE = 500
"""Robots times jobs from which few priority rules must do and the search is left out."""
EARLIEST_DEADLINE = 3
"""The priority rule for teams that cannot meet every deadline."""
Cost = tuple[int, int, float, int]
_Kind = tuple[int, bool, int]
_Choice = tuple[int, tuple[int, ...], int, int]
_Option = tuple[tuple[float, ...], _Choice]


def schedule(
    problem: ScheduleProblem,
    *,
    node_limit: int = 20_000,
    time_limit_s: float | None = None,
    balanced: bool = True,
    shorter_than: Schedule | None = None,
    effort_limit: int | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Schedule:
    """Return the best schedule found: least lateness, then least steps, then best balance.

    Balance is the least over the greatest number of worked steps of all robots. The search
    stops after ``node_limit`` nodes (or ``time_limit_s`` seconds, which makes the answer depend
    on the machine) with the best schedule so far; ``optimal`` tells whether it was finished.
    With ``balanced`` false it breaks ties by early ends instead, and searches no further once
    no shorter schedule is possible (``balance`` is then 0, not counted). With ``shorter_than``
    only schedules with fewer steps and no more lateness than that one are looked for; if none
    is found, the result has no slots and that makespan. ``effort_limit`` bounds the search by the
    jobs tried with each team, which take about the same time each; a first schedule is made
    in any case.

    >>> from planner.schedule import Job
    >>> jobs = (Job("a", 2), Job("b", 2), Job("lift", 3, robots=2, after=frozenset("a")))
    >>> best = schedule(ScheduleProblem(("left", "right"), jobs))
    >>> best.makespan, best.bound, best.optimal, best.balance
    (5, 5, True, 1.0)
    """
    search = _Search(problem, node_limit, time_limit_s, clock, balanced)
    search.effort_limit = FAR if effort_limit is None else effort_limit
    if search.unreachable:
        return Schedule((), 0, 0, 0, 0.0, True, unreachable=frozenset(search.unreachable))
    if shorter_than is not None:
        search.steps_below = shorter_than.makespan
        search.best_cost = (shorter_than.lateness, shorter_than.makespan, -1.0, 0)
    if search.root_bound < search.steps_below:
        search.greedy()
        search.run()
    closed = not search.stopped and search.simple
    if search.best is None and shorter_than is not None:
        return Schedule((), shorter_than.makespan, search.root_bound, 0, 0.0,
                        closed or search.root_bound >= search.steps_below,
                        nodes=search.nodes, effort=search.effort)
    if search.best is None and problem.once:
        return schedule(replace(problem, once=frozenset()), node_limit=node_limit,
                        time_limit_s=time_limit_s, balanced=balanced, clock=clock,
                        effort_limit=effort_limit)
    assert search.best is not None
    assert search.best_cost is not None
    lateness, makespan, imbalance, _ = search.best_cost
    bound = makespan if closed and not lateness else min(search.root_bound, makespan)
    return Schedule(
        slots=search.best, makespan=makespan, bound=bound, lateness=lateness,
        balance=1.0 - imbalance if balanced else 0.0, nodes=search.nodes,
        effort=search.effort, optimal=closed or (not lateness and bound == makespan),
    )


class _Search:
    """One run; robots, jobs and goals are numbers, sets of goals are bits."""

    def __init__(self, problem: ScheduleProblem, node_limit: int, time_limit_s: float | None,
                 clock: Callable[[], float], balanced: bool) -> None:
        self.problem = problem
        self.robots = problem.robots
        goals = sorted(problem.goals | {g for j in problem.jobs for g in j.after | j.covers})
        bit = {g: 1 << i for i, g in enumerate(goals)}
        self.wanted = sum(bit[g] for g in problem.goals)
        self.once = sum(bit.get(g, 0) for g in problem.once)
        self.jobs = [CompiledJob(j, bit, problem) for j in problem.jobs]
        self.goal_bits = [bit[g] for g in goals]
        self.unreachable = self._unreachable(dict(zip(self.goal_bits, goals, strict=True)))
        self.jobs = [j for j in self.jobs if j.possible]
        self.covering = {j.name: j.covers for j in self.jobs}
        self._tails()
        self.node_limit, self.nodes, self.stopped = node_limit, 0, False
        self.effort, self.effort_limit, self.steps_below = 0, FAR, FAR
        self.clock, self.balanced = clock, balanced
        self.stop_at = None if time_limit_s is None else clock() + time_limit_s
        self.best: tuple[Slot, ...] | None = None
        self.best_cost: Cost | None = None
        n = len(self.robots)
        self.ready = [problem.ready.get(r, 0) for r in self.robots]
        self.busy = [problem.worked.get(r, 0) for r in self.robots]
        self.fresh = [True] * n
        self.reached: dict[int, int] = {}
        self.covered = 0
        self.lateness = 0
        self.work = 0
        self.end = 0
        self.held: dict[str, list[tuple[int, int]]] = {}
        self.slots: list[Slot] = []
        shapes = [tuple((j.plain[r], j.early[r], r in j.needs) for j in self.jobs)
                  for r in range(n)]
        known: dict[object, int] = {}
        self.shape = [known.setdefault(shape, len(known)) for shape in shapes]
        self.rule = 0
        self.rest: dict[int, tuple[float, int, int]] = {}
        self.root_bound = self._bound()
        self.simple = self._simple()

    def _simple(self) -> bool:
        """Say whether jobs appended by their starts make up every schedule worth trying.

        Not so where members of a team begin at different times, where all teams are too many,
        where a needless job may help (a later job of a robot is shorter than its first one, or
        a goal that others wait for is reached sooner), and where goals in ``once`` may have to
        be given up.
        """
        together = [j for j in self.jobs if j.robots > 1]
        waited = {a for j in self.jobs for a in j.after_bits}
        return not (
            self.once or (together and len(self.robots) > WIDE)
            or any(len({*j.plain, *j.early} - {FAR}) > 1 for j in together)
            or any(e > p for j in self.jobs for p, e in zip(j.plain, j.early, strict=True))
            or any(len(self.makers[goal]) > 1 for goal in waited))

    def _unreachable(self, names: dict[int, str]) -> set[str]:
        """Mark the jobs that can ever start; return the wanted goals that none of them covers."""
        reached, changed = 0, True
        while changed:
            changed = False
            for job in self.jobs:
                if not job.possible and job.enough and job.after & ~reached == 0:
                    job.possible = changed = True
                    reached |= job.covers
        return {name for b, name in names.items() if b & self.wanted & ~reached}

    def _tails(self) -> None:
        """Compute for each goal the steps that must follow it at least (longest chain)."""
        self.tail = dict.fromkeys(self.goal_bits, 0)
        self.head = dict.fromkeys(self.goal_bits, 0)
        makers = {b: [j for j in self.jobs if j.covers & b] for b in self.goal_bits}
        for _ in self.goal_bits:
            for goal, jobs in makers.items():
                if not jobs:
                    continue
                self.head[goal] = min(
                    max([j.release] + [self.head[a] for a in j.after_bits]) + j.shortest
                    for j in jobs)
                if goal & self.wanted:
                    needed = set.intersection(*(set(j.after_bits) for j in jobs))
                    least = min(j.shortest for j in jobs) + self.tail[goal]
                    for before in needed:
                        self.tail[before] = max(self.tail[before], least)
        self.makers = makers
        for job in self.jobs:
            job.tail = max((self.tail[b] for b in job.cover_bits), default=0)

    def greedy(self) -> None:
        """Find first schedules by list scheduling under a few priority rules."""
        large = len(self.jobs) * len(self.robots) > LARGE
        for rule in (0, EARLIEST_DEADLINE) if large else (0, 1, 2, EARLIEST_DEADLINE):
            before = self.best_cost
            if rule == EARLIEST_DEADLINE and before is not None and not before[0]:
                break
            if before and rule != EARLIEST_DEADLINE and self.effort > self.effort_limit:
                continue
            undo: list[tuple[object, ...]] = []
            while self.wanted & ~self.covered:
                options = self._candidates(0, rule)
                if not options:
                    break
                undo.append(self._push(*options[0][1]))
            if not self.wanted & ~self.covered:
                self._leaf()
            for entry in reversed(undo):
                self._pop(entry)
            if rule == EARLIEST_DEADLINE and self.best_cost != before:
                self.rule = rule

    def run(self) -> None:
        """Search until finished or a limit is hit."""
        self.stopped = len(self.jobs) * len(self.robots) > LARGE
        if not self.stopped and not self._enough():
            self._branch(0)

    def _branch(self, last: int) -> None:
        if not self.wanted & ~self.covered:
            self._leaf()
            return
        self.nodes += 1
        if self.nodes > self.node_limit or self.effort > self.effort_limit or (
            self.stop_at is not None and self.nodes % 64 == 0 and self.clock() > self.stop_at
        ):
            self.stopped = True
            return
        for _, option in self._candidates(last, self.rule):
            entry = self._push(*option)
            if not self._hopeless():
                self._branch(option[2])
            self._pop(entry)
            if self.stopped or self._enough():
                return

    def _hopeless(self) -> bool:
        if self.best_cost is None:
            return False
        late, makespan, imbalance, work = self.best_cost
        if self.lateness > late:
            return True
        bound = self._bound()
        if self.lateness < late:
            return bound >= self.steps_below
        if not self.balanced:
            return bound >= makespan and self.lateness == late
        return bound > makespan or (bound == makespan and imbalance <= 1e-9
                                    and self.work >= work)

    def _bound(self) -> int:
        """Return a lower bound on the makespan below the current node."""
        missing = self.wanted & ~self.covered
        if not missing:
            return self.end
        if missing not in self.rest:
            self.rest[missing] = self._rest(missing)
        load, fixed, chain = self.rest[missing]
        shared = total = 0.0
        for count, free in enumerate(sorted(self.ready), 1):
            if count > 1 and shared <= free:
                break  # the others can do it all before this robot is free
            total += free
            shared = (total + load) / count
        return max(self.end, fixed, min(self.ready) + chain, -int(-(shared - 1e-6) // 1))

    def _rest(self, missing: int) -> tuple[float, int, int]:
        """Return the least work, earliest end and longest chain of the missing goals."""
        load, fixed, chain = 0.0, 0, 0
        for goal in self.goal_bits:
            makers = self.makers[goal]
            if not goal & missing or not makers:
                continue
            load += min(j.least_work / (j.covers & missing).bit_count() for j in makers)
            fixed = max(fixed, self.head[goal] + self.tail[goal])
            chain = max(chain, min(j.shortest for j in makers) + self.tail[goal])
        return load, fixed, chain

    def _candidates(self, last: int, rule: int) -> list[_Option]:
        """List every job that can be appended now with each team, best first."""
        missing = self.wanted & ~self.covered
        useful = self._useful(missing)
        ready, reached, covered = self.ready, self.reached, self.covered
        taken = self.once & covered
        kinds = list(zip(ready, self.fresh, self.shape, strict=True))
        order = sorted(range(len(kinds)), key=self.busy.__getitem__)
        one_each: dict[_Kind, int] = {}
        for r in order:
            one_each.setdefault(kinds[r], r)
        options: list[_Option] = []
        for index, job in enumerate(self.jobs):
            if not job.covers & useful or job.after & ~covered or job.covers & taken:
                continue
            earliest = max([job.release] + [reached[a] for a in job.after_bits])
            if job.robots == 1 and not job.needs:
                teams: Iterator[tuple[int, ...]] = ((r,) for r in one_each.values())
            else:
                teams = self._teams(job, kinds, order)
            for team in teams:
                self.effort += 1
                end = longest = total = 0
                for r in team:
                    length = job.early[r] if self.fresh[r] else job.plain[r]
                    longest, total = max(longest, length), total + length
                    end = max(end, max(ready[r], earliest) + length)
                if longest >= FAR:
                    continue
                if job.resources:
                    end = fit(job, end, longest, self.problem.capacity, self.held)
                start = end - longest
                if start >= last:
                    end = job.grown(end) if job.growth else end
                    option = (index, team, start, end)
                    options.append((self._priority(job, option, total, missing, rule), option))
        options.sort()
        return options

    def _useful(self, missing: int) -> int:
        """Return the goals worth reaching: missing ones and what they need."""
        useful, changed = missing, True
        while changed:
            changed = False
            for job in self.jobs:
                if job.covers & useful and job.after & ~useful & ~self.covered:
                    useful |= job.after & ~self.covered
                    changed = True
        return useful

    def _length(self, job: CompiledJob, robot: int) -> int:
        return job.early[robot] if self.fresh[robot] else job.plain[robot]

    def _teams(
        self, job: CompiledJob, kinds: list[_Kind], order: list[int]
    ) -> Iterator[tuple[int, ...]]:
        """Yield sets of robots for a job: of robots alike, those that worked least."""
        same: dict[_Kind, list[int]] = {}
        for r in order:
            if self._length(job, r) < FAR:
                same.setdefault(kinds[r], []).append(r)
        pool = [r for group in same.values() for r in group[: job.robots]]
        if job.needs and any(self._length(job, r) >= FAR for r in job.needs):
            return
        if len(pool) > WIDE:
            pool = sorted(pool, key=lambda r: (self.ready[r] + self._length(job, r),
                                               self.busy[r]))[:max(WIDE, job.robots)]
        seen = set()
        rest = [r for r in pool if r not in job.needs]
        for others in combinations(rest, job.robots - len(job.needs)):
            team = (*job.needs, *others)
            key = tuple(sorted(kinds[r] for r in team))
            if key not in seen:
                seen.add(key)
                yield team

    def _priority(self, job: CompiledJob, option: _Choice, total: int, missing: int, rule: int
                  ) -> tuple[float, ...]:
        index, team, start, end = option
        price = total / max(1, (job.covers & missing).bit_count())
        late = max(0, end - job.deadline)
        worked = sum(self.busy[r] for r in team)
        if rule == 0:
            return (late, start, start - end - job.tail, price, end, worked, index)
        if rule == 1:
            return (late, end, price, -job.tail, worked, index)
        if rule == 2:
            return (late, price, start, end, worked, index)
        return (job.deadline, end, price, worked, index)

    def _push(self, index: int, team: tuple[int, ...], start: int, end: int
              ) -> tuple[object, ...]:
        job = self.jobs[index]
        saved = (self.ready[:], self.busy[:], self.fresh[:], dict(self.reached), self.covered,
                 self.lateness, self.work, self.end, job)
        longest = max(self._length(job, r) for r in team)
        starts = {}
        for r in team:
            begin = start + longest - self._length(job, r)
            starts[self.robots[r]] = begin
            self.ready[r] = end
            self.busy[r] += end - begin
            self.work += end - begin
            self.fresh[r] = False
        for goal in job.cover_bits:
            self.reached.setdefault(goal, end)
        self.covered |= job.covers
        self.lateness += max(0, end - job.deadline)
        self.end = max(self.end, end)
        for name in job.resources:
            self.held.setdefault(name, []).append((start, end))
        self.slots.append(Slot(job.name, starts, end))
        return saved

    def _pop(self, saved: tuple[object, ...]) -> None:
        (self.ready, self.busy, self.fresh, self.reached, self.covered,  # type: ignore[assignment]
         self.lateness, self.work, self.end, job) = saved  # type: ignore[assignment]
        assert isinstance(job, CompiledJob)
        for name in job.resources:
            self.held[name].pop()
        self.slots.pop()

    def _leaf(self) -> None:
        if self.end >= self.steps_below:
            return
        top = max(self.busy)
        imbalance = 1.0 - min(self.busy) / top if top else 0.0
        if not self.balanced:
            imbalance = float(sum(slot.end for slot in self.slots))
        cost = (self.lateness, self.end, imbalance, self.work)
        better = self.best_cost is None or cost < self.best_cost
        if better and (self.best is None or not self.balanced or not self._needless()):
            self.best_cost, self.best = cost, tuple(self.slots)

    def _needless(self) -> bool:
        """Say whether a slot reaches nothing that the others do not reach, too."""
        sets = [self.covering[slot.job] for slot in self.slots]
        once = twice = 0
        for covers in sets:
            twice |= once & covers
            once |= covers
        return any(not covers & self.wanted & ~twice for covers in sets)

    def _enough(self) -> bool:
        """Say whether nothing that counts can still be improved."""
        if self.best_cost is None or self.balanced:
            return False
        return self.best_cost[:2] == (0, self.root_bound)
