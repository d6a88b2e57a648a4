"""Teams that are not planned as one: groups with shares of the goal, side by side."""

import time

import pytest
from joint_cases import carry, fires

from planner.engines.joint import JointEngine, engine
from planner.engines.joint.check import problems
from planner.engines.joint.search.groups import in_groups
from planner.engines.outcome import Status


def test_more_robots_than_are_grounded_get_a_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "GROUNDED", 5)
    given = fires(2, 6)
    planner = JointEngine(given.domain, given.problem.objects)
    result = planner.solve(given.problem.init, given.problem.goal, limit=60)
    assert result.status is Status.SOLVED_SATISFICING
    assert "groups of 3" in result.how
    assert "6 robots; at most 5" in result.message
    assert result.plan is not None
    assert not problems(given, result.plan.steps, planner.agents)


def test_no_plan_where_no_group_gets_on() -> None:
    given = carry(3)
    plan, how = in_groups(given, ("r0", "r1", "r2"), lambda *_: None, time.monotonic() + 20)
    assert plan is None
    assert how == ""
