"""Every way of asking for a recipe leads to it; what it means is read like any other sentence."""

from __future__ import annotations

from translators.mapthor.compile import compile_instruction


def test_a_number_is_taken_from_the_request() -> None:
    goal = compile_instruction("Please set the table for three guests, then tidy up the flat")
    assert goal.stages[0][0].what.count == 3
    assert goal.stages[1][0].describe() == "every 68 types -> where it belongs"


def test_what_a_recipe_means_waits_and_is_told() -> None:
    goal = compile_instruction("Turn the water off after making the room dark")
    assert [len(s) for s in goal.stages] == [1, 1]
    assert any("is read as: Turn off the tap." in r for r in goal.remarks)
