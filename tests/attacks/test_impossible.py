"""What is called impossible is so in every world that is left; what can be solved is solved."""

from attack import verdicts
from hidden_rooms import Optimum, Plan
from impossible import judge, play

CASES = 60


def test_what_is_called_impossible_is_so_in_every_world_that_is_left() -> None:
    found = list(verdicts(judge, 0, range(CASES)))
    total = {key: sum(v.counts.get(key, 0) for v in found) for key in
             ("said", "impossible", "solvable", "solved", "steps", "optimum")}
    assert [v.case for v in found if v.wrong] == []
    assert total["said"] == total["impossible"] > CASES / 20
    assert total["solved"] == total["solvable"] > CASES / 2
    assert total["steps"] <= 1.25 * total["optimum"]


def test_a_key_assumed_behind_its_own_door_is_looked_for_elsewhere() -> None:
    plan = Plan(3, ((0, 1, True), (0, 2, False)), ((1, 2),), (1,), 2, ((1, 9),))
    record, steps, _ = play(plan, ((1,), frozenset()))
    assert record.success
    assert record.steps - record.trailing_done == 5  # there, take, back, unlock, through
    assert steps[0]["notes"]["assumed"][0]["atoms"] == ["(in k0 p1)"]
    assert steps[0]["notes"]["looking"] == [
        {"what": "(at r p1)", "chance": 0.1, "steps": 1, "expected": 1.0}]


def test_a_key_surely_behind_its_own_door_is_impossible() -> None:
    plan = Plan(2, ((0, 1, False),), ((1,),), (0,), 1, ((1,),))
    _, steps, _ = play(plan, ((1,), frozenset()))
    assert steps[0]["replan"] == "given up: what is left is impossible: (at r p1)"


def test_the_optimum_is_what_counting_by_hand_gives() -> None:
    doors = ((0, 1, True), (0, 2, False), (0, 3, True))
    plan = Plan(4, doors, ((1, 3),), (1,), 2, ((1, 1),))
    assert Optimum(plan).expected() == (5 + 7) / 2  # there, take, back, unlock, through; or 2 more
