"""Whether a schedule keeps to the rules of its problem, told step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domains.rescue.schedule.model import Job, ScheduleProblem, Slot

__all__ = ["check_slots"]


def check_slots(problem: ScheduleProblem, slots: Sequence[Slot], *, once: bool = True
                ) -> list[str]:
    """Return what is wrong with slots; ``once`` says whether those goals matter."""
    jobs = {j.name: j for j in problem.jobs}
    strange = [s.job for s in slots if s.job not in jobs]
    if strange:
        return [f"there is no job {name}" for name in strange]
    return [
        *_goals(problem, slots, jobs, once), *_teams(problem, slots, jobs),
        *(fault for robot in problem.robots for fault in _robot(problem, slots, jobs, robot)),
        *_resources(problem, slots, jobs),
    ]


def _repeated(problem: ScheduleProblem, slots: Sequence[Slot]) -> list[str]:
    covers = {j.name: j.covers for j in problem.jobs}
    reached = [g for s in slots for g in covers.get(s.job, ())]
    return sorted(g for g in problem.once if reached.count(g) > 1)


def _goals(problem: ScheduleProblem, slots: Sequence[Slot], jobs: Mapping[str, Job], once: bool
           ) -> Iterator[str]:
    reached: dict[str, int] = {}
    for slot in slots:
        for goal in jobs[slot.job].covers:
            reached[goal] = min(slot.end, reached.get(goal, slot.end))
    names = [s.job for s in slots]
    yield from (f"goal {g} is not reached" for g in sorted(problem.goals - set(reached)))
    yield from (f"{n} is done twice" for n in sorted(set(names)) if names.count(n) > 1)
    if once:
        yield from (f"goal {g} is reached twice" for g in _repeated(problem, slots))
    for slot in slots:
        begin = min(slot.starts.values(), default=0)
        yield from (f"{slot.job} starts before {goal}" for goal in sorted(jobs[slot.job].after)
                    if goal not in reached or reached[goal] > begin)


def _teams(problem: ScheduleProblem, slots: Sequence[Slot], jobs: Mapping[str, Job]
           ) -> Iterator[str]:
    for slot in slots:
        job, team = jobs[slot.job], set(slot.starts)
        if len(team) != job.robots or not job.needs <= team <= set(problem.robots):
            yield f"{job.name} has the wrong robots: {', '.join(sorted(team))}"


def _robot(problem: ScheduleProblem, slots: Sequence[Slot], jobs: Mapping[str, Job], robot: str
           ) -> Iterator[str]:
    """Follow one robot from job to job."""
    free, first = problem.ready.get(robot, 0), True
    mine = (s for s in slots if robot in s.starts)
    for slot in sorted(mine, key=lambda s: s.starts[robot]):
        job, start = jobs[slot.job], slot.starts[robot]
        if start < max(job.release, free):
            yield f"{job.name} starts too early for {robot}"
        length = job.steps(robot, first)
        if length is None or slot.end != job.grown(start + length):
            yield f"{job.name} has the wrong length for {robot}"
        free, first = slot.end, False


def _resources(problem: ScheduleProblem, slots: Sequence[Slot], jobs: Mapping[str, Job]
               ) -> Iterator[str]:
    for name in sorted({r for s in slots for r in jobs[s.job].resources}):
        held = [(min(s.starts.values(), default=s.end), s.end) for s in slots
                if name in jobs[s.job].resources]
        for step, _ in held:
            count = sum(begin <= step < end for begin, end in held)
            if count > problem.capacity.get(name, 1):
                yield f"{name} is held {count} times at step {step}"
