"""The fast rule: list scheduling, revised a bounded number of times.

One more job at a time is begun as early as its robots allow, the most urgent one first. Two
priority rules make first schedules; the better one is then followed depth first, with other
choices where the lower bound leaves room, up to ``NODES`` decisions. Nothing is proven but
what the lower bound of the whole problem proves.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from domains.rescue.schedule.compact import FAR, Compact, CompactJob
from domains.rescue.schedule.model import Schedule, ScheduleProblem, Slot

NODES = 200
"""Decisions that one revision may take."""
LARGE = 500
"""Robots times jobs from which nothing is revised."""
Cost = tuple[int, int, int]
_Kind = tuple[int, bool, int]
_Before = tuple[list[int], list[int], list[bool], int, int, int]
_Choice = tuple[int, tuple[int, ...], int, int]
_Option = tuple[tuple[float, ...], _Choice]


def list_schedule(problem: ScheduleProblem, *, shorter_than: Schedule | None = None) -> Schedule:
    """Return a good schedule quickly: little lateness, then few steps, then early ends.

    Of robots alike those that worked least are taken first. With ``shorter_than`` only
    schedules with fewer steps and no more lateness than that one are looked for; if none is
    found, the result has no slots and that makespan. Without slots and ``unreachable`` goals none
    was found at all. The answer depends on the arguments only.

    >>> from domains.rescue.schedule import Job
    >>> jobs = (Job("a", 2), Job("b", 2), Job("lift", 3, robots=2, release=1))
    >>> good = list_schedule(ScheduleProblem(("left", "right"), jobs))
    >>> good.makespan, good.bound
    (5, 5)
    """
    rule = _Rule(problem)
    if rule.compact.unreachable:
        return Schedule((), 0, 0, 0, unreachable=rule.compact.unreachable)
    if shorter_than is not None:
        rule.steps_below = shorter_than.makespan
        rule.best_cost = (shorter_than.lateness, shorter_than.makespan, -1)
    if rule.root_bound < rule.steps_below:
        rule.run()
    if rule.best is not None and rule.best_cost is not None:
        late, makespan, _ = rule.best_cost
        return Schedule(rule.best, makespan, min(rule.root_bound, makespan), late)
    return Schedule((), 0 if shorter_than is None else shorter_than.makespan, rule.root_bound, 0)


class _Rule:
    """One run; robots, jobs and goals are numbers, sets of goals are bits."""

    def __init__(self, problem: ScheduleProblem) -> None:
        self.compact = Compact(problem)
        self.robots, self.jobs = problem.robots, self.compact.jobs
        self.wanted = self.compact.wanted
        self.large = len(self.jobs) * len(self.robots) > LARGE
        self.nodes = NODES
        self.steps_below, self.by_deadline = FAR, False
        self.best: tuple[Slot, ...] | None = None
        self.best_cost: Cost | None = None
        self.ready = [problem.ready.get(r, 0) for r in self.robots]
        self.busy = [problem.worked.get(r, 0) for r in self.robots]
        self.fresh = [True] * len(self.robots)
        self.covered = self.lateness = self.end = 0
        self.slots: list[Slot] = []
        shapes = [tuple((j.plain[r], j.early[r], r in j.needs) for j in self.jobs)
                  for r in range(len(self.robots))]
        known: dict[object, int] = {}
        self.shape = [known.setdefault(shape, len(known)) for shape in shapes]
        self.root_bound = 0 if self.compact.unreachable else self._bound()

    def run(self) -> None:
        """Make a first schedule, another by deadlines if it is late, and revise the better one."""
        self._follow(by_deadline=False)
        before = self.best_cost
        if before is None or before[0]:
            self._follow(by_deadline=True)
            self.by_deadline = self.best_cost != before
        if not self.large and not self._enough():
            self._revise(0)

    def _follow(self, *, by_deadline: bool) -> None:
        undo: list[_Before] = []
        while self.wanted & ~self.covered:
            options = self._candidates(0, by_deadline)
            if not options:
                break
            undo.append(self._push(*options[0][1]))
        if not self.wanted & ~self.covered:
            self._leaf()
        for entry in reversed(undo):
            self._pop(entry)

    def _revise(self, last: int) -> bool:
        """Try every choice in turn, jobs in the order of their starts; say whether to go on."""
        if not self.wanted & ~self.covered:
            self._leaf()
            return not self._enough()
        self.nodes -= 1
        if self.nodes < 0:
            return False
        for _, option in self._candidates(last, self.by_deadline):
            entry = self._push(*option)
            more = self._hopeless() or self._revise(option[2])
            self._pop(entry)
            if not more:
                return False
        return True

    def _bound(self) -> int:
        return self.compact.bound(self.wanted & ~self.covered, self.ready, self.end)

    def _hopeless(self) -> bool:
        if self.best_cost is None:
            return False
        late, makespan, _ = self.best_cost
        if self.lateness < late:
            return self._bound() >= self.steps_below
        return self.lateness > late or self._bound() >= makespan

    def _enough(self) -> bool:
        """Say whether nothing that counts can still be improved."""
        return self.best_cost is not None and self.best_cost[:2] == (0, self.root_bound)

    def _candidates(self, last: int, by_deadline: bool) -> list[_Option]:
        """List every job that can be begun now, not before ``last``, with each team, best first."""
        missing = self.wanted & ~self.covered
        kinds = list(zip(self.ready, self.fresh, self.shape, strict=True))
        order = sorted(range(len(kinds)), key=self.busy.__getitem__)
        alike: dict[_Kind, int] = {}
        for r in order:
            alike.setdefault(kinds[r], r)
        options: list[_Option] = []
        for index, job in enumerate(self.jobs):
            if not job.covers & missing:
                continue
            single = job.robots == 1 and not job.needs
            for team in ((r,) for r in alike.values()) if single else self._teams(
                    job, kinds, order):
                times = self._times(job, team)
                if times is not None and times[0] >= last:
                    option = (index, team, *times)
                    options.append((self._priority(job, option, missing, by_deadline), option))
        options.sort()
        return options

    def _times(self, job: CompactJob, team: tuple[int, ...]) -> tuple[int, int] | None:
        """Return the earliest start and end of a job, or None if somebody is not able to."""
        end = longest = 0
        for r in team:
            length = self._length(job, r)
            longest = max(longest, length)
            end = max(end, max(self.ready[r], job.release) + length)
        if longest >= FAR:
            return None
        return end - longest, job.grown(end) if job.growth else end

    def _length(self, job: CompactJob, robot: int) -> int:
        return job.early[robot] if self.fresh[robot] else job.plain[robot]

    def _teams(
        self, job: CompactJob, kinds: list[_Kind], order: list[int]
    ) -> Iterator[tuple[int, ...]]:
        """Yield sets of robots for a job: of robots alike, those that worked least."""
        same: dict[_Kind, list[int]] = {}
        for r in order:
            if self._length(job, r) < FAR and r not in job.needs:
                same.setdefault(kinds[r], []).append(r)
        size = job.robots - len(job.needs)
        pool = [r for group in same.values() for r in group[:size]]
        seen = set()
        for others in combinations(pool, size):
            key = tuple(sorted(kinds[r] for r in others))
            if key not in seen:
                seen.add(key)
                yield (*job.needs, *others)

    def _priority(self, job: CompactJob, option: _Choice, missing: int, by_deadline: bool
                  ) -> tuple[float, ...]:
        index, team, start, end = option
        total = sum(self._length(job, r) for r in team)
        price = total / max(1, (job.covers & missing).bit_count())
        worked = sum(self.busy[r] for r in team)
        if by_deadline:
            return (job.deadline, end, price, worked, index)
        return (max(0, end - job.deadline), start, start - end, price, end, worked, index)

    def _push(self, index: int, team: tuple[int, ...], start: int, end: int) -> _Before:
        job = self.jobs[index]
        saved = (self.ready[:], self.busy[:], self.fresh[:], self.covered,
                 self.lateness, self.end)
        longest = max(self._length(job, r) for r in team)
        starts = {}
        for r in team:
            begin = start + longest - self._length(job, r)
            starts[self.robots[r]] = begin
            self.ready[r] = end
            self.busy[r] += end - begin
            self.fresh[r] = False
        self.covered |= job.covers
        self.lateness += max(0, end - job.deadline)
        self.end = max(self.end, end)
        self.slots.append(Slot(job.name, starts, end))
        return saved

    def _pop(self, saved: _Before) -> None:
        self.ready, self.busy, self.fresh, self.covered, self.lateness, self.end = saved
        self.slots.pop()

    def _leaf(self) -> None:
        if self.end >= self.steps_below:
            return
        cost = (self.lateness, self.end, sum(slot.end for slot in self.slots))
        if self.best_cost is None or cost < self.best_cost:
            self.best_cost, self.best = cost, tuple(self.slots)
