"""Goals that come and go while a team acts, and actions that it may not do."""

from collections.abc import Sequence
from typing import Any

import pytest
from records import traced
from rowworld import PDDL, Row, Scout

from planner.execution.actor.policy import Planned
from planner.execution.actor.solver import JointSolver
from planner.execution.trace import EpisodeRecord
from planner.pddl import read_domain


def play(orders: Sequence[tuple[str, str, int]], boxes: dict[str, int], robots: int = 1
         ) -> tuple[EpisodeRecord, list[dict[str, Any]]]:
    policy = Planned(Scout(boxes), read_domain(PDDL), JointSolver, 5.0)
    for verb, text, step in orders:
        getattr(policy, verb)(text, step=step)
    return traced(Row(boxes, robots=robots), policy)


def cells(steps: Sequence[dict[str, Any]]) -> list[str]:
    return [step["actions"]["R0"] for step in steps]


def test_a_goal_may_come_in_mid_episode() -> None:
    record, steps = play([("add_goal", "(at r0 c0)", 2)], {"b1": 3})
    assert record.success
    assert cells(steps) == ["Right"] * 3 + ["Visit(b1)"] + ["Left"] * 3 + ["Done"]
    assert steps[2]["replan"] == "order: add_goal (at r0 c0)"
    assert steps[2]["notes"]["orders"] == ["goal (at r0 c0)"]


def test_a_goal_may_be_taken_back_in_mid_action() -> None:
    _, steps = play([("drop_goal", "(visited b2)", 2)], {"b1": 1, "b2": 5})
    assert cells(steps) == ["Right", "Visit(b1)", "Done"]
    assert steps[-1]["replan"] == "order: drop_goal (visited b2)"


def test_what_is_forbidden_is_not_done_until_it_is_allowed() -> None:
    kept = [("forbid", "(visit * b2 *)", 0), ("allow", "(visit * b2 *)", 4)]
    record, steps = play(kept, {"b1": 4, "b2": 2})
    assert record.success
    assert cells(steps) == ["Right"] * 4 + ["Visit(b1)", "Left", "Left", "Visit(b2)", "Done"]
    alone, said = play([("forbid", "(visit * b1 *)", 0)], {"b1": 1, "b2": 2})
    assert "what is left is impossible: (visited b1)" in said[-1]["replan"]
    assert alone.credited == ("b2",)


@pytest.mark.parametrize(("verb", "text", "words"), [
    ("add_goal", "(flies r0)", "no predicate 'flies'"), ("add_goal", "(at r0 b1)", "is not a cell"),
    ("add_goal", "(at r0)", "takes 2 objects"), ("forbid", "(fly)", "no action 'fly'"),
    ("forbid", "(move r0)", "takes 3 objects"), ("allow", "(move)", "was not forbidden"),
    ("drop_goal", "", "no predicate ''"), ("add_goal", None, "no predicate 'none'"),
    ("drop_goal", "(at r0 c5)", "not a goal now")])
def test_orders_without_sense_are_named_and_the_team_goes_on(verb: str, text: str, words: str
                                                             ) -> None:
    record, steps = play([(verb, text, 0)], {"b1": 2})
    assert record.success
    assert words in " ".join(steps[0]["notes"]["remarks"])
