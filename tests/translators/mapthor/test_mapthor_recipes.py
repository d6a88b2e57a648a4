"""Every way of asking for a recipe leads to it; what it means is read like any other sentence."""

from __future__ import annotations

from translators.mapthor.compile import compile_instruction


def test_number_and_place_are_taken_from_the_request() -> None:
    goal = compile_instruction("Please set the desk for three guests, then tidy up the flat")
    assert goal.stages[0][0].describe() == "3 Plate -> on the Desk"
    assert goal.stages[1][0].describe() == "every 68 types -> where it belongs"


def test_a_recipe_takes_exceptions_and_an_order() -> None:
    (subgoal,) = compile_instruction("Tidy up the room except the vase").subgoals
    assert "Vase" not in subgoal.what.types
    assert [len(s) for s in compile_instruction("Run a bath after making it dark").stages] == [1, 1]
