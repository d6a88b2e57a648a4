"""How even the scheduler's jobs could have been shared out: search & rescue, in hindsight.

Given how many joint steps an episode took and when the people were found, every way to split the
jobs over the robots is tried; whoever had nothing to do while somebody was missing is supposed to
have searched usefully in as many of those steps as evens things out. When jobs could start is
ignored, so no schedule of these jobs within the same steps is more even. It is no bound on the
balance of any team: the same work may be cut into other jobs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from benchmarks import metrics
from benchmarks.studies.playing import asked
from domains.rescue.belief.knowledge import Knowledge
from domains.rescue.episode import open_environment
from domains.rescue.policy.tasks import RESCUE_STEPS, compile_jobs
from domains.rescue.schedule import Job, ScheduleProblem, list_schedule
from planner.execution.trace import EpisodeRecord

__all__ = ["attainable_balance", "balance_by_search", "free_help"]

_Loads = tuple[int, ...]


def attainable_balance(record: EpisodeRecord, case: Mapping[str, Any]) -> float:
    """Return the best balance that the scheduler's jobs in the steps of an episode allow.

    At least the balance that was reached: no team is measured against less.

    Only for episodes of the published size: the ways to split jobs are enumerated.
    """
    credited = record.extra["credited_at"]
    found = max((at for name, at in credited.items() if name.startswith("Spot(")), default=0)
    searching = 0 if case.get("clairvoyant") else found
    best = _best(free_help(case), metrics.steps(record), searching)
    return max(best, metrics.balance(record))


def balance_by_search(case: Mapping[str, Any], searches: Iterable[int]) -> list[float]:
    """Return the best balance in the fewest known steps for each step to find the last person in.

    Whoever is found in a step has to be carried home after it.
    """
    problem = free_help(case)
    fewest = list_schedule(problem, balanced=False).makespan
    return [_best(problem, max(fewest, found + RESCUE_STEPS), found) for found in searches]


def _best(problem: ScheduleProblem, steps: int, searching: int) -> float:
    """Return the best balance over all ways to choose and hand out jobs."""
    loads = {(0,) * len(problem.robots)}
    return max((_evened(split, steps, searching)
                for jobs in _covers(problem.jobs, frozenset(problem.goals), problem.once)
                for split in _splits(jobs, loads, steps)), default=0.0)


def free_help(case: Mapping[str, Any]) -> ScheduleProblem:
    """Return the jobs of a case with people known, everybody who helps others being free.

    Landings beside a held person are among them, but no rescue takes longer for that.
    """
    environment = open_environment(asked("rescue", {**case, "clairvoyant": True}).case)
    observations, _ = environment.reset(seed=case["seed"])
    know = Knowledge(environment.briefing(), observations)
    plain = compile_jobs(know, helped=True).problem
    jobs = {j.name: j for j in plain.jobs}
    for person in know.people:
        for job in compile_jobs(know, helped=True, lead=person).problem.jobs:
            if not job.name.startswith("rescue:"):
                jobs[f"{job.name}:{person}"] = replace(job, name=f"{job.name}:{person}")
    return replace(plain, jobs=tuple(_different(jobs.values())))


def _different(jobs: Iterable[Job]) -> list[Job]:
    """Return jobs without those that differ from an earlier one by name only."""
    found: list[Job] = []
    for job in jobs:
        if not any(replace(job, name=other.name) == other for other in found):
            found.append(job)
    return found


def _covers(jobs: Sequence[Job], goals: frozenset[str], once: frozenset[str]
            ) -> Iterator[tuple[Job, ...]]:
    """Yield the choices of jobs that reach every goal, none of ``once`` goals twice."""
    if not goals:
        yield ()
        return
    rare = min(goals, key=lambda g: (sum(g in j.covers for j in jobs), g))
    for job in jobs:
        if rare in job.covers:
            rest = [j for j in jobs if not j.covers & job.covers & once and j is not job]
            for more in _covers(rest, goals - job.covers, once):
                yield (job, *more)


def _splits(jobs: Sequence[Job], loads: set[_Loads], steps: int) -> set[_Loads]:
    """Return the steps of work per robot, in order, of every way to hand out jobs."""
    for job in jobs:
        lengths = {n for n in (job.duration, *job.first.values()) if isinstance(n, int)}
        loads = {
            tuple(sorted(load + (length if i in team else 0) for i, load in enumerate(split)))
            for split in loads for length in lengths
            for team in combinations(range(len(split)), job.robots)
            if all(split[i] + length <= steps for i in team)
        }
    return loads


def _evened(split: _Loads, steps: int, searching: int) -> float:
    """Return the best balance if free steps up to ``searching`` may be spent on the search."""
    best = 0.0
    for level in range(max(split), steps + 1):
        done = [max(n, min(level, n + min(searching, steps - n))) for n in split]
        best = max(best, min(done) / max(done) if max(done) else 0.0)
    return best
