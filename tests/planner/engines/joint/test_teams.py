"""A dozen small domains: robots found as they stand, plans and bounds as a textbook finds them."""

import pytest
from teams import TEAMS, team, world
from textbook import fewest

from planner.engines.joint import JointEngine
from planner.engines.joint.agents import find_agents
from planner.engines.joint.check import problems
from planner.engines.outcome import Status
from planner.errors import UsageError
from planner.pddl import read_domain, read_texts


@pytest.mark.parametrize("name", TEAMS)
def test_robots_are_found_and_the_plan_is_shortest(name: str) -> None:
    task, robots = team(name)
    engine = JointEngine(task.domain, task.problem.objects, example=task.problem)
    assert set(engine.agents) == robots
    result = engine.solve(task.problem.init, task.problem.goal, limit=30)
    assert result.status is Status.SOLVED_OPTIMALLY
    assert result.plan is not None
    assert problems(result.plan.task, result.plan.steps, engine.agents) == ""
    assert len(result.plan) == result.lower == fewest(task, robots, 20)


def test_robots_can_be_named_in_all_ways() -> None:
    task, _ = team("logistics")
    for wanted, expected in (
            (["t", "f"], {"t", "f"}), ("t,f", {"t", "f"}), ("plane", {"f"}),
            ("truck,plane", {"t", "u", "f"}), ("truck, f", {"t", "u", "f"})):
        found, _ = find_agents(task.domain, task.problem.objects, wanted, task.problem)
        assert set(found) == expected
    for wrong in ("ship", ["t", "ship"], []):
        with pytest.raises(UsageError, match=r"ship|none"):
            find_agents(task.domain, task.problem.objects, wrong, task.problem)


def test_what_is_wanted_does_not_act() -> None:
    task = read_texts("""(define (domain d) (:predicates (part ?x) (tool ?x) (done ?x)) (:action do
     :parameters (?x ?y) :precondition (and (part ?x) (tool ?y)) :effect (done ?x)))""", """(define
     (problem p) (:domain d) (:objects x saw) (:init (part x) (tool saw)) (:goal (done x)))""")
    with pytest.raises(UsageError, match="no robots were found"):
        JointEngine(task.domain, task.problem.objects, example=task.problem)


def test_the_choice_is_said_with_its_reason() -> None:
    task, _ = team("lifts")
    _, how = find_agents(task.domain, task.problem.objects, "", task.problem)
    assert "fast moves by up-fast, slow moves by up-slow" in how
    assert "--agents-of" in how


def test_one_robot_need_be_no_object() -> None:
    """It does one thing a step: into the hand, over, out of it."""
    domain = read_domain(world("hand"))
    init, goal = [("free", ()), ("here", ())], ("atom", "there", ("a",))
    engine = JointEngine(domain, {"a": "object"}, ["me"])
    result = engine.solve(init, goal, limit=20)
    assert result.plan is not None
    assert [len(step) for step in result.plan.steps] == [1, 1, 1]
    assert result.plan.work() == {"me": 3}
