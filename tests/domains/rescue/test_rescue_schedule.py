"""Schedules by hand, against brute force and CP-SAT, and their limits."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from domains.rescue.schedule import Job, Schedule, ScheduleProblem, list_schedule

PAIR = ("left", "right")


def goals(*names: str) -> frozenset[str]:
    return frozenset(names)


def faults(problem: ScheduleProblem, found: Schedule) -> list[str]:
    """Say what is wrong with a schedule, followed robot by robot."""
    jobs = {job.name: job for job in problem.jobs}
    reached = [goal for slot in found.slots for goal in jobs[slot.job].covers]
    wrong = [f"{g} is not reached" for g in problem.goals - set(reached)]
    wrong += [f"the team of {s.job}" for s in found.slots
              if len(s.starts) != jobs[s.job].robots or not jobs[s.job].needs <= s.starts.keys()]
    for robot in problem.robots:
        free, first = problem.ready.get(robot, 0), True
        for slot in sorted((s for s in found.slots if robot in s.starts), key=lambda s: s.end):
            job, start = jobs[slot.job], slot.starts[robot]
            length = job.steps(robot, first)
            if start < max(job.release, free) or length is None or (
                    slot.end != job.grown(start + length)):
                wrong.append(f"{robot} does {job.name} at {start}")
            free, first = slot.end, False
    return wrong


def solved(problem: ScheduleProblem) -> Schedule:
    found = list_schedule(problem)
    assert faults(problem, found) == []
    assert found.bound <= found.makespan == max(s.end for s in found.slots)
    return found


@pytest.mark.parametrize(("team", "jobs", "more", "makespan", "bound"), [
    (PAIR, [Job(f"j{i}", 2) for i in range(4)], {}, 4, 4),  # equal jobs are shared evenly
    # a first job may be shorter
    (("left",), [Job(f"j{i}", 4, first={"left": 1}) for i in range(2)], {}, 5, 2),
    # what is late has grown
    (("left",), [Job("fire", 3, growth=(3, 5), release=3)], {}, 8, 6),
    # a robot that is free too late does not raise the bound
    (PAIR, [Job("a", 2)], {"ready": {"right": 90}}, 2, 2),
])
def test_makespans_and_bounds(
    team: tuple[str, ...], jobs: list[Job], more: dict[str, Any], makespan: int, bound: int
) -> None:
    best = solved(ScheduleProblem(team, tuple(jobs), **more))
    assert (best.makespan, best.bound) == (makespan, bound)


def test_cheaper_alternative_is_chosen() -> None:
    jobs = (Job("one", 4), Job("other", 4), Job("both", 5, covers=goals("one", "other")))
    assert [s.job for s in solved(ScheduleProblem(("left",), jobs)).slots] == ["both"]
    assert {s.job for s in solved(ScheduleProblem(PAIR, jobs)).slots} == {"one", "other"}


def test_two_robots_end_together() -> None:
    best = solved(ScheduleProblem(PAIR, (Job("lift", 4, robots=2, first={"left": 2}),)))
    assert dict(best.slots[0].starts) == {"left": 2, "right": 0}


def test_deadline_before_makespan() -> None:
    jobs = (Job("long", 5), Job("urgent", 2, deadline=2))
    best = solved(ScheduleProblem(("left",), jobs))
    assert ([s.job for s in best.slots], best.lateness) == (["urgent", "long"], 0)
    assert solved(ScheduleProblem(("left",), (Job("x", 3, deadline=1),))).lateness == 2


def test_jobs_grow_when_late() -> None:
    jobs = (Job("calm", 3), Job("fire", 3, growth=(3, 5)))
    best = solved(ScheduleProblem(("left",), jobs))
    assert ([s.job for s in best.slots], best.makespan) == (["fire", "calm"], 6)


def test_who_worked_less_is_taken_first() -> None:
    problem = ScheduleProblem(PAIR, (Job("a", 2),), worked={"left": 1, "right": 0})
    assert set(solved(problem).slots[0].starts) == {"right"}


def test_large_teams_meet_deadlines_first() -> None:
    """One rule alone would begin with the long jobs and come too late to the others."""
    team = tuple(f"r{i}" for i in range(20))
    jobs = [Job(f"carry{i}", 4, robots=2) for i in range(20)]
    jobs += [Job(f"fire{i}", 3, deadline=4) for i in range(15)]
    best = list_schedule(ScheduleProblem(team, tuple(jobs)))
    assert best.lateness == 0
    assert best.makespan <= 12


def test_only_shorter_schedules_are_looked_for() -> None:
    problem = ScheduleProblem(PAIR, (Job("a", 3), Job("b", 2), Job("c", 2)))
    best = list_schedule(problem)
    longer = replace(best, makespan=9)
    assert list_schedule(problem, shorter_than=longer).makespan == best.makespan
    none = list_schedule(problem, shorter_than=best)
    assert (none.slots, none.makespan, none.bound) == ((), best.makespan, best.makespan)
    late = ScheduleProblem(PAIR, (Job("a", 3, deadline=2), Job("b", 2), Job("c", 2)))
    assert list_schedule(late, shorter_than=longer).slots == ()
    assert list_schedule(late, shorter_than=replace(longer, lateness=1)).lateness == 1


def test_impossible_goals_are_named() -> None:
    alone = list_schedule(ScheduleProblem(("left",), (Job("lift", 1, robots=2), Job("a", 1))))
    assert alone.unreachable == goals("lift")


def test_what_nobody_can_begin_is_not_called_impossible() -> None:
    """A job that cannot be the first one could be the second, were there another."""
    unsure = list_schedule(ScheduleProblem(("left",), (Job("a", 1, first={"left": None}),)))
    assert (unsure.slots, unsure.unreachable) == ((), goals())


def cp_sat(team: Sequence[str], jobs: Sequence[Job]) -> int:
    """Return the least steps of jobs with teams and releases, by OR-tools."""
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")
    cp: Any = cp_model.CpModel()
    last = sum(job.duration for job in jobs) + max(job.release for job in jobs)
    steps = cp.new_int_var(0, last, "steps")
    parts: dict[str, list[Any]] = {robot: [] for robot in team}
    for job in jobs:
        end = cp.new_int_var(job.release + job.duration, last, job.name)
        cp.add(end <= steps)
        chosen = {r: cp.new_bool_var("") for r in team}
        cp.add(sum(chosen.values()) == job.robots)
        for robot, literal in chosen.items():
            parts[robot].append(cp.new_optional_interval_var(
                end - job.duration, job.duration, end, literal, ""))
    for intervals in parts.values():
        cp.add_no_overlap(intervals)
    cp.minimize(steps)
    solver: Any = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False  # it would take Ctrl-C from Python
    assert solver.solve(cp) == cp_model.OPTIMAL
    return int(solver.value(steps))


def test_claims_hold_against_or_tools() -> None:
    """Teams and releases: the rule claims no more than is true."""
    over = 0
    for seed in range(60):
        rng = random.Random(seed)
        team = ("a", "b", "c")[:rng.randint(2, 3)]
        jobs = tuple(Job(f"j{i}", rng.randint(1, 4), robots=rng.choice((1, 1, 2)),
                         release=rng.choice((0, 0, 3))) for i in range(6))
        best, least = solved(ScheduleProblem(team, jobs)), cp_sat(team, jobs)
        assert best.bound <= least <= best.makespan, seed
        over += best.makespan - least
    assert over <= 12
