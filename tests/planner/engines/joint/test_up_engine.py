"""The joint engine behind unified-planning's operation modes."""

import json
from pathlib import Path
from typing import Any

import pytest
from joint_cases import CARRY, carry

from planner.pddl.printer import print_problem

NAME = "joint-steps"
MATCHES = Path(__file__).parents[4] / "domains/pddl/suites/corpus/matches"


@pytest.fixture
def problem() -> Any:
    """Read a problem; unified-planning takes long to import, and is only where it is used."""
    from unified_planning.environment import get_environment
    from unified_planning.io import PDDLReader

    from planner.engines.joint.up_engine import register

    get_environment().credits_stream = None
    register()
    return PDDLReader().parse_problem_string(CARRY, print_problem(carry(2)))


def test_one_shot_and_anytime(problem: Any) -> None:
    factory = problem.environment.factory
    with factory.OneshotPlanner(name=NAME) as planner:
        result = planner.solve(problem, timeout=20)
    assert result.status.name == "SOLVED_OPTIMALLY"
    assert result.metrics["steps"] == result.metrics["bound"] == "4"
    assert [len(step) for step in json.loads(result.metrics["joint_steps"])] == [2, 1, 2, 1]
    with factory.PlanValidator(name="sequential_plan_validator") as validator:
        assert validator.validate(problem, result.plan)
    with factory.AnytimePlanner(name=NAME) as planner:
        *_, last = planner.get_solutions(problem, timeout=20)
    assert last.metrics["steps"] == "4"


def test_replanner_keeps_what_was_grounded(problem: Any) -> None:
    with problem.environment.factory.Replanner(problem, name=NAME) as planner:
        assert planner.resolve(timeout=20).metrics["steps"] == "4"
        grounding = planner._engine._grounding
        robot, near, far = (problem.object(n) for n in ("r0", "a", "b"))
        planner.update_initial_value(problem.fluent("at")(robot, near), False)
        planner.update_initial_value(problem.fluent("at")(robot, far), True)
        again = planner.resolve(timeout=20)
        assert again.metrics["steps"] == "4"
        assert len(again.plan.actions) == 5
        assert planner._engine._grounding is grounding


def test_what_is_no_plan_of_joint_steps_is_unsupported(problem: Any) -> None:
    """What PDDL cannot say; problems in time are not answered with a sequence."""
    import unified_planning.shortcuts as up
    from unified_planning.io import PDDLReader
    from unified_planning.model.scheduling import SchedulingProblem

    from planner.engines.joint.up_engine import JointSteps

    numbers = up.Problem("numbers")
    count = numbers.add_fluent(up.Fluent("count"), default_initial_value=False)
    action = up.InstantaneousAction("act", n=up.IntType(0, 3))
    action.add_effect(count, True)
    numbers.add_action(action)
    numbers.add_goal(count)
    timed = PDDLReader().parse_problem(str(MATCHES / "domain.pddl"), str(MATCHES / "p1.pddl"))
    problem.add_quality_metric(up.MinimizeSequentialPlanLength())
    assert JointSteps()._solve(problem, timeout=float("inf")).status.name == "SOLVED_SATISFICING"
    problem.add_trajectory_constraint(up.Always(problem.goals[0]))
    for other in (problem, numbers, timed, SchedulingProblem()):
        result = JointSteps()._solve(other)  # a plan with this status is an error of its own
        assert (result.status.name, result.metrics["message"] > "") == ("UNSUPPORTED_PROBLEM", True)
