"""What is too large for one plan: lists that are packed and shortened, groups side by side."""

import random

import pytest
from joint_cases import carry, chores, fires

from planner.engines.joint import JointEngine, engine
from planner.engines.joint.check import problems
from planner.engines.joint.deadline import Deadline
from planner.engines.joint.grounding.model import Model, Move
from planner.engines.joint.plan import Request
from planner.engines.joint.search.board import Board
from planner.engines.joint.search.groups import in_groups
from planner.engines.joint.search.lists import _key, _Lists, _shorten, packed
from planner.engines.joint.search.search import prepared
from planner.engines.outcome import Status
from planner.pddl import PDDLTask
from planner.plan import Step


def board_of(task: PDDLTask) -> tuple[Board, Model]:
    engine = JointEngine(task.domain, task.problem.objects)
    request = Request(task, engine.agents, Deadline(300), {})
    grounding = engine._grounded(task, frozenset(), request.deadline)
    goal = grounding.goal_of(task)
    assert goal is not None
    found = prepared(grounding, goal, request)
    assert not isinstance(found, str)
    return Board(request, found[1]), found[0]


@pytest.mark.parametrize("task", [chores(1, 8, 3), chores(2, 6, 2), carry(2)])
def test_what_robots_do_one_after_the_other_is_packed(task: PDDLTask) -> None:
    board, model = board_of(task)
    lists = _Lists(model, board)
    for rng in (None, random.Random(1)):
        sequence = lists.sequence(rng)
        assert sequence is not None
        steps = packed(model, sequence)
        assert problems(board.request.task, steps, board.request.agents) == ""
        assert len(steps) < len(sequence)


def test_a_list_is_shortened_in_neighbourhoods() -> None:
    board, model = board_of(chores(1, 10, 3))
    lists = _Lists(model, board)
    sequence = lists.sequence()
    assert sequence is not None
    steps = packed(model, sequence)
    board.found(steps, "list scheduling", None)
    assert board.result().status is Status.SOLVED_SATISFICING  # no bound says that it is shortest
    _shorten(board, model, lists, steps, 300, random.Random(0))
    assert board.plan is not None
    assert len(board.plan) < len(steps)


def test_actions_of_several_lengths_may_be_one_move() -> None:
    """A slow flight and a fast one, which has a level of fuel more, end in the same way."""
    fly, zoom = Step("fly", ("p", "a", "b")), Step("zoom", ("p", "c", "b", "f2"))
    assert _key(Move((0,), frozenset(), (), ((1, fly), (2, zoom))), ()) == ("*", "p", "*", "b")


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
    plan, how = in_groups(given, ("r0", "r1", "r2"), lambda *_: None, Deadline(20))
    assert plan is None
    assert how == ""
