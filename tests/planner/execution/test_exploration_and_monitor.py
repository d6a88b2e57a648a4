"""Expected gain over unknown positions; why an action failed and what to try next."""

from __future__ import annotations

import pytest

from planner.execution.exploration import Look, PositionBelief, best_looks
from planner.execution.joint_looks import Aims, joint_looks
from planner.execution.monitor import Cause, Monitor


def test_a_vain_look_moves_belief_elsewhere() -> None:
    belief = PositionBelief.uniform((0.5, 0.5), 0b1111)
    assert belief.chance((0b0001, 0b0011)) == pytest.approx(0.375)
    left = belief.without((0b0001, 0b0011))
    assert left.mass == pytest.approx(0.625)
    assert left.chance((0b1110, 0b1100)) == pytest.approx(1.0)
    assert left.without((0b1111, 0b1111)).chance((1, 1)) == 0.0


def test_robots_divide_the_cells() -> None:
    belief = PositionBelief.uniform((1.0,), 0b111111)
    left, right = Look("left", ((1.0, (0b000111,)),)), Look("right", ((1.0, (0b111000,)),))
    chosen = best_looks([belief], {"a": [left, right], "b": [left, right]})
    assert {t.look.key for t in chosen} == {"left", "right"}
    assert sum(t.gain for t in chosen) == pytest.approx(1.0)


def test_what_a_random_look_leaves_is_judged_by_draws() -> None:
    belief = PositionBelief.uniform((1.0,), 0b11111111)
    random = Look("random", ((0.5, (0b00001111,)), (0.5, (0b01111000,))))
    spent, other = Look("spent", ((1.0, (0b00001111,)),)), Look("other", ((1.0, (0b11100000,)),))
    team = {"a": [random], "b": [spent, other]}
    assert [t.look.key for t in best_looks([belief], team)] == ["random", "spent"]
    assert [t.look.key for t in best_looks([belief], team, samples=8)] == ["random", "other"]


def test_the_last_robot_is_left_ground_that_nobody_has_seen() -> None:
    ground = PositionBelief.uniform((1.0,), 0b1111)
    wide, narrow = Look("wide", ((1.0, (0b1111,)),)), Look("narrow", ((1.0, (0b0011,)),))
    team, aims = {"first": [wide, narrow], "last": [wide]}, Aims(fresh=0.2)
    assert [t.look.key for t in joint_looks([ground], team, aims)] == ["narrow", "wide"]
    alone = joint_looks([ground], {"first": [wide, narrow]}, aims)
    assert [t.look.key for t in alone] == ["wide"]
    assert joint_looks([ground], {}, aims) == []


def test_the_robot_that_has_done_least_is_left_something_new() -> None:
    ground = PositionBelief.uniform((1.0,), 0b1111)
    wide, none = Look("wide", ((1.0, (0b1111,)),)), Look("none", ((1.0, (0,)),))
    team = {"first": [wide, none], "last": [wide, none]}
    for totals, looks in (((5, 3), ["none", "wide"]), ((3, 5), ["wide"])):
        aims = Aims(even=0.3, totals=dict(zip(team, totals, strict=True)))
        chosen = [t.look.key for t in joint_looks([ground], team, aims)]
        assert chosen[:len(looks)] == looks


def test_news_are_what_was_still_possible() -> None:
    belief = PositionBelief.uniform((0.5, 0.5), 0b1111).without((0b0011, 0b0001))
    assert belief.news((0b0011, 0b0001)) == 0.0
    assert belief.news((0b0111, 0b0001)) == pytest.approx(2 / 5)
    assert belief.news((0b1111, 0b1111)) == pytest.approx(1.0)
    assert belief.without((0b1111, 0b1111)).news((0b1111, 0b1111)) == 0.0


def test_what_follows_may_decide() -> None:
    belief = PositionBelief.uniform((1.0,), 0b1111)
    end = Look("end", ((1.0, (0b1100,)),))
    poor = Look("poor", ((1.0, (0b0001,)),), (lambda: end,))
    better = Look("better", ((1.0, (0b0011,)),), (lambda: Look("none", ((1.0, (0,)),)),))
    assert best_looks([belief], {"a": [poor, better]})[0].look.key == "better"
    assert best_looks([belief], {"a": [poor, better]}, 1.0)[0].look.key == "poor"


def test_monitor_climbs_the_ladder_and_forgets_on_success() -> None:
    monitor = Monitor((Cause("too far", lambda _, o: o["failure"] == "far", "other approach"),),
                      patience=1)
    bad = {"a": {"last_action": "Grab(x)", "success": False, "failure": "far"}}
    assert [monitor.check(bad)[0].correction for _ in range(4)] == [
        "other approach", "other robot", "yield", "yield"]
    monitor.check({"a": {"last_action": "Grab(x)", "success": True}})
    found = monitor.check(bad)[0]
    assert (found.cause, found.times) == ("too far", 1)
    assert str(found) == "a: Grab(x) failed (too far, 1x)"
    odd = {"a": {"last_action": "Jump()", "success": False, "failure": ""}}
    assert monitor.check(odd)[0].cause == "unknown"
