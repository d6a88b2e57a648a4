"""The joint engine behind unified-planning's operation modes."""

import json
from typing import Any

import pytest
from joint_cases import CARRY, carry
from unified_planning.engines import PlanGenerationResultStatus as Word
from unified_planning.environment import get_environment
from unified_planning.io import PDDLReader

from planner.engines.joint.up_engine import NAME, register
from planner.pddl.printer import print_problem


@pytest.fixture
def problem() -> Any:
    get_environment().credits_stream = None
    register()
    return PDDLReader().parse_problem_string(CARRY, print_problem(carry(2)))


def test_one_shot_and_anytime(problem: Any) -> None:
    factory = get_environment().factory
    with factory.OneshotPlanner(name=NAME) as planner:
        result = planner.solve(problem, timeout=20)
    assert result.status == Word.SOLVED_OPTIMALLY
    assert result.metrics["steps"] == result.metrics["bound"] == "4"
    assert [len(step) for step in json.loads(result.metrics["joint_steps"])] == [2, 1, 2, 1]
    assert len(result.plan.actions) == 6
    with factory.PlanValidator(name="sequential_plan_validator") as validator:
        assert validator.validate(problem, result.plan)
    with factory.AnytimePlanner(name=NAME) as planner:
        *_, last = planner.get_solutions(problem, timeout=20)
    assert last.metrics["steps"] == "4"


def test_replanner_keeps_what_was_grounded(problem: Any) -> None:
    with get_environment().factory.Replanner(problem, name=NAME) as planner:
        assert planner.resolve(timeout=20).metrics["steps"] == "4"
        grounding = planner._engine._grounding
        robot, near, far = (problem.object(n) for n in ("r0", "a", "b"))
        planner.update_initial_value(problem.fluent("at")(robot, near), False)
        planner.update_initial_value(problem.fluent("at")(robot, far), True)
        again = planner.resolve(timeout=20)
        assert again.metrics["steps"] == "4"
        assert len(again.plan.actions) == 5
        assert planner._engine._grounding is grounding
