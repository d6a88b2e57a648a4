"""Schedules by hand, against brute force, and their limits."""

from __future__ import annotations

import itertools
import os
import signal
import sys
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.errors import LimitError, MissingError, UsageError
from planner.schedule import (
    Job,
    Schedule,
    ScheduleProblem,
    Slot,
    check,
    list_schedule,
    schedule,
)

PAIR = ("left", "right")


def goals(*names: str) -> frozenset[str]:
    return frozenset(names)


def test_equal_jobs_are_shared_evenly() -> None:
    best = schedule(ScheduleProblem(PAIR, tuple(Job(f"j{i}", 2) for i in range(4))))
    assert (best.makespan, best.bound, best.balance, best.optimal) == (4, 4, 1.0, True)


def test_cheaper_alternative_is_chosen() -> None:
    jobs = (Job("one", 4), Job("other", 4), Job("both", 5, covers=goals("one", "other")))
    alone = schedule(ScheduleProblem(("left",), jobs))
    assert [s.job for s in alone.slots] == ["both"]
    assert {s.job for s in schedule(ScheduleProblem(PAIR, jobs)).slots} == {"one", "other"}


def test_two_robots_end_together() -> None:
    problem = ScheduleProblem(PAIR, (Job("lift", {"left": 2, "right": 4}, robots=2),))
    best = schedule(problem)
    assert dict(best.slots[0].starts) == {"left": 2, "right": 0}
    assert check(problem, best) == []


def uneven() -> ScheduleProblem:
    """Return jobs of which the later to start has to be done first by one robot."""
    lift = Job("lift", {"left": 7, "right": 2}, robots=2)
    return ScheduleProblem(PAIR, (lift, Job("late", 3, release=4)))


def needing() -> ScheduleProblem:
    """Return jobs of which one needs a robot that looks like the others."""
    lift = Job("lift", 2, robots=2, release=1, needs=goals("left"))
    return ScheduleProblem((*PAIR, "spare"), (lift, Job("long", 3)))


@pytest.mark.parametrize(("problem", "steps"), [(uneven(), 9), (needing(), 3)])
def test_the_optimum_is_found_and_the_rule_claims_no_more_than_it_knows(
    problem: ScheduleProblem, steps: int
) -> None:
    best, quick = schedule(problem), list_schedule(problem)
    assert (best.makespan, best.bound, best.optimal) == (steps, steps, True)
    assert check(problem, best) == check(problem, quick) == []
    assert quick.bound <= steps <= quick.makespan
    assert not quick.optimal or quick.makespan == steps


def test_the_short_part_of_a_team_may_come_after_a_later_job() -> None:
    slots = (Slot("lift", {"left": 2, "right": 7}, 9), Slot("late", {"right": 4}, 7))
    assert check(uneven(), Schedule(slots, 9, 9, 0, 0.0, True)) == []


def test_precedence_release_and_resource() -> None:
    jobs = (Job("a", 2, resources=goals("door")), Job("b", 2, resources=goals("door")),
            Job("c", 1, after=goals("a", "b")), Job("late", 1, release=7))
    problem = ScheduleProblem(PAIR, jobs)
    best = schedule(problem)
    assert check(problem, best) == []
    assert best.makespan == 8
    roomy = ScheduleProblem(PAIR, jobs[:3], capacity={"door": 2})
    assert schedule(roomy).makespan == 3
    assert schedule(ScheduleProblem(PAIR, jobs[:3])).makespan == 5


def test_deadline_before_makespan() -> None:
    jobs = (Job("long", 5), Job("urgent", 2, deadline=2))
    best = schedule(ScheduleProblem(("left",), jobs))
    assert [s.job for s in best.slots] == ["urgent", "long"]
    assert best.lateness == 0
    assert schedule(ScheduleProblem(("left",), (Job("x", 3, deadline=1),))).lateness == 2


def test_jobs_grow_when_late() -> None:
    jobs = (Job("calm", 3), Job("fire", 3, growth=(3, 5)))
    problem = ScheduleProblem(("left",), jobs)
    best = schedule(problem)
    assert [s.job for s in best.slots] == ["fire", "calm"]
    assert best.makespan == 6
    late = ScheduleProblem(("left",), (Job("fire", 3, growth=(3, 5), release=3),))
    assert schedule(late).makespan == 8
    assert check(late, schedule(late)) == []


def test_first_job_may_be_shorter() -> None:
    jobs = tuple(Job(f"j{i}", 4, first={"left": 1}) for i in range(2))
    problem = ScheduleProblem(("left",), jobs)
    best = schedule(problem)
    assert best.makespan == 5
    assert check(problem, best) == []


def test_a_needed_robot_takes_part_and_may_be_unable_to_begin_elsewhere() -> None:
    stuck = Job("lift", {"left": 2, "middle": 4, "right": 4}, robots=2, needs=goals("left"))
    other = Job("sweep", 1, first={"left": None})
    best = schedule(ScheduleProblem(("left", "middle", "right"), (stuck, other)))
    slots = {s.job: s for s in best.slots}
    assert "left" in slots["lift"].starts
    assert "left" not in slots["sweep"].starts or slots["sweep"].starts["left"] >= 4
    assert best.makespan == 4


def test_past_work_is_balanced() -> None:
    problem = ScheduleProblem(PAIR, (Job("a", 2), Job("b", 3)), worked={"left": 1, "right": 0})
    best = schedule(problem)
    assert {s.job for s in best.slots if "left" in s.starts} == {"a"}
    assert best.balance == 1.0


def test_no_needless_job_for_the_sake_of_balance() -> None:
    jobs = (Job("both", 3, covers=goals("a", "b")), Job("more", 3, covers=goals("b", "c")),
            Job("one", 2, covers=goals("b")), Job("c", 3))
    once = ScheduleProblem(PAIR, jobs, once=goals("a", "b", "c"))
    best = schedule(once)
    assert {s.job for s in best.slots} == {"both", "c"}
    assert check(once, best) == []
    alone = ScheduleProblem(PAIR, jobs[:1] + jobs[2:3])
    assert [s.job for s in schedule(alone).slots] == ["both"]
    torn = ScheduleProblem(PAIR, jobs[:2], once=goals("b"))
    assert {s.job for s in schedule(torn).slots} == {"both", "more"}


def test_the_effort_is_limited_but_a_first_schedule_is_made() -> None:
    jobs = tuple(Job(f"j{i}", 2 + i % 3, robots=1 + i % 2) for i in range(9))
    problem = ScheduleProblem(("a", "b", "c", "d"), jobs)
    full = list_schedule(problem, node_limit=300)
    short = list_schedule(problem, node_limit=300, effort_limit=50)
    assert check(problem, short) == []
    assert not short.optimal or short.makespan == full.makespan
    assert short.effort < full.effort


def test_large_teams_meet_deadlines_first() -> None:
    """One rule alone would begin with the long jobs and come too late to the others."""
    team = tuple(f"r{i}" for i in range(20))
    jobs = [Job(f"carry{i}", 4, robots=2) for i in range(20)]
    jobs += [Job(f"fire{i}", 3, deadline=4) for i in range(15)]
    best = list_schedule(ScheduleProblem(team, tuple(jobs)), effort_limit=0)
    assert best.lateness == 0
    assert best.makespan <= 12


def test_only_shorter_schedules_are_looked_for() -> None:
    problem = ScheduleProblem(PAIR, (Job("a", 3), Job("b", 2), Job("c", 2)))
    best = list_schedule(problem)
    longer = replace(best, makespan=9)
    assert list_schedule(problem, shorter_than=longer).makespan == best.makespan
    none = list_schedule(problem, shorter_than=best)
    assert (none.slots, none.makespan, none.optimal) == ((), best.makespan, True)
    late = ScheduleProblem(PAIR, (Job("a", 3, deadline=2), Job("b", 2), Job("c", 2)))
    assert list_schedule(late, shorter_than=longer).slots == ()
    assert list_schedule(late, shorter_than=replace(longer, lateness=1)).lateness == 1


def test_impossible_goals_are_named() -> None:
    alone = schedule(ScheduleProblem(("left",), (Job("lift", 1, robots=2), Job("a", 1))))
    assert alone.unreachable == goals("lift")
    circle = (Job("a", 1, after=goals("b")), Job("b", 1, after=goals("a")))
    assert schedule(ScheduleProblem(PAIR, circle)).unreachable == goals("a", "b")


def test_goals_that_exclude_each_other_are_given_up_by_the_fewest() -> None:
    """Neither job can be a robot's second one; nothing can be held that there is none of."""
    begun = (Job("a", {}, first={"left": 2}), Job("b", {}, first={"left": 2}), Job("c", 1))
    problem = ScheduleProblem(("left",), begun)
    assert schedule(problem).unreachable in (goals("a"), goals("b"))
    unsure = list_schedule(problem)
    assert (unsure.slots, unsure.unreachable, unsure.optimal) == ((), goals(), False)
    idle = ScheduleProblem(("left",), (Job("a", 1, first={"left": None}),))
    assert schedule(idle).unreachable == goals("a")
    shut = ScheduleProblem(PAIR, (Job("a", 1, resources=goals("door")),), capacity={"door": 0})
    assert list_schedule(shut).unreachable == goals("a")


def test_a_robot_that_is_free_too_late_does_not_raise_the_bound() -> None:
    best = schedule(ScheduleProblem(PAIR, (Job("a", 2),), ready={"right": 90}))
    assert (best.makespan, best.bound, best.optimal) == (2, 2, True)


def test_a_needless_job_may_save_steps() -> None:
    """Who has done something else before is quicker, and a goal may be reached twice."""
    jobs = (Job("far", 1, first={"left": 9}), Job("near", 2, covers=goals("x")))
    problem = ScheduleProblem(("left",), jobs, goals=goals("far"))
    best = schedule(problem)
    assert (best.makespan, best.optimal, check(problem, best)) == (3, True, [])


def test_a_growing_job_holds_its_resource_until_it_ends() -> None:
    door = goals("door")
    jobs = (Job("fire", 2, growth=(1, 1), resources=door), Job("walk", 1, resources=door))
    problem = ScheduleProblem(PAIR, jobs)
    best = schedule(problem)
    assert (best.makespan, check(problem, best)) == (5, [])


def test_check_refuses_goals_reached_twice_only_where_that_can_be_helped() -> None:
    jobs = (Job("both", 3, covers=goals("a", "b")), Job("more", 3, covers=goals("b", "c")))
    slots = (Slot("both", {"left": 0}, 3), Slot("more", {"right": 0}, 3))
    twice = Schedule(slots, 3, 3, 0, 1.0, True)
    assert check(ScheduleProblem(PAIR, jobs, once=goals("b")), twice) == []
    helped = ScheduleProblem(PAIR, (*jobs, Job("c", 9)), once=goals("b"))
    assert check(helped, twice) == ["goal b is reached twice"]


def test_wrong_problems_are_refused() -> None:
    for wrong in ({"duration": 0}, {"duration": {"left": -1}}, {"duration": 1, "robots": 0},
                  {"duration": 1, "first": {"left": 0}}, {"duration": 1, "release": -1},
                  {"duration": 10**18}):
        with pytest.raises(UsageError):
            Job("a", **wrong)
    with pytest.raises(UsageError):
        ScheduleProblem(("left", "left"), ())
    with pytest.raises(UsageError):
        ScheduleProblem(PAIR, (), ready={"left": -1})
    with pytest.raises(UsageError):
        ScheduleProblem((), ())
    with pytest.raises(UsageError):
        ScheduleProblem(PAIR, (Job("a", 1), Job("a", 2)))


def test_what_the_solver_cannot_reckon_with_is_said() -> None:
    jobs = tuple(Job(f"j{i}", 10**9 - i, deadline=1) for i in range(3))
    with pytest.raises(LimitError, match="too many steps"):
        schedule(ScheduleProblem(PAIR, jobs))
    assert list_schedule(ScheduleProblem(PAIR, jobs)).makespan == 2 * 10**9 - 3


def test_the_list_rule_needs_no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    assert list_schedule(uneven()).slots
    with pytest.raises(MissingError, match="ortools"):
        schedule(uneven())


def test_joint_steps_show_every_robot() -> None:
    best = schedule(ScheduleProblem(PAIR, (Job("a", 2), Job("b", 1))))
    rows = best.joint_steps(PAIR)
    assert len(rows) == 2
    assert {rows[0]["left"], rows[0]["right"]} == {("a", 0), ("b", 0)}


def test_large_teams_stay_within_the_node_limit() -> None:
    robots = tuple(f"r{i}" for i in range(50))
    jobs = tuple(Job(f"j{i}", 3 + i % 4, robots=1 + i % 2) for i in range(80))
    problem = ScheduleProblem(robots, jobs)
    best = list_schedule(problem, node_limit=50)
    assert check(problem, best) == []
    assert best.bound <= best.makespan <= best.bound + 6


def brute_force(robots: int, lengths: list[int], before: set[tuple[int, int]]) -> int:
    """Try every order and assignment."""
    least = 10**9
    for order in itertools.permutations(range(len(lengths))):
        if any(order.index(a) > order.index(b) for a, b in before):
            continue
        for who in itertools.product(range(robots), repeat=len(lengths)):
            free = [0] * robots
            end: dict[int, int] = {}
            for j in order:
                start = max([free[who[j]]] + [end[a] for a, b in before if b == j])
                free[who[j]] = end[j] = start + lengths[j]
            least = min(least, max(end.values()))
    return least


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(1, 4), min_size=1, max_size=5), st.integers(1, 3), st.data())
def test_makespan_equals_brute_force(lengths: list[int], robots: int, data: st.DataObject) -> None:
    pairs = [(a, b) for a in range(len(lengths)) for b in range(a + 1, len(lengths))]
    before = set(data.draw(st.lists(st.sampled_from(pairs), max_size=3))) if pairs else set()
    jobs = tuple(Job(f"j{i}", n, after=frozenset(f"j{a}" for a, b in before if b == i))
                 for i, n in enumerate(lengths))
    problem = ScheduleProblem(tuple(f"r{i}" for i in range(robots)), jobs)
    best = schedule(problem)
    assert check(problem, best) == []
    assert best.optimal
    assert best.bound <= best.makespan == brute_force(robots, lengths, before)


def test_ctrl_c_is_still_pythons_after_a_proof() -> None:
    """OR-tools takes the signal while it solves and would leave it at the system's default."""
    long_and_short = Job("lift", {"left": 7, "right": 2}, robots=2)
    schedule(ScheduleProblem(PAIR, (long_and_short, Job("late", 3, release=4))))
    with pytest.raises(KeyboardInterrupt):
        interrupt_self()


def interrupt_self() -> None:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(10)
