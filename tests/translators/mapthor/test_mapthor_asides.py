"""What is said beside an order is left out and told, whatever its words; orders stay."""

from __future__ import annotations

import pytest

from planner.errors import PlannerError
from translators.mapthor.compile import compile_instruction


@pytest.mark.parametrize(("text", "goal", "left"), [
    ("Shut the fridge. Folk nosy about that.", "the Fridge: closed", "Folk nosy about that"),
    ("Close the box, got a plumber coming over", "the Box: closed", "got a plumber coming over"),
    ("Close the box before the kids knock it over.", "the Box: closed",
     "before the kids knock it over"),
    ("I must check the pressure. Please turn on the tap.", "the Faucet: on",
     "I must check the pressure"),
    ("Wash the pan, mind your fingers, and turn off the lamp.",
     "the Pan: clean; the DeskLamp | FloorLamp: off", "mind your fingers"),
    ("Close the blinds, there's a good lad.", "every Blinds: closed", "there's a good lad"),
    ("Put the pillow on the bed for goodness' sake.", "the Pillow -> on the Bed",
     "for goodness' sake"),
    ("Put the pen on the desk where our Brian can find it.", "the Pen -> on the Desk",
     "where our Brian can find it"),
    ("Shut the box once my sister comes in.", "the Box: closed", "once my sister comes in"),
])
def test_what_is_said_beside_an_order_is_left_out_and_told(text: str, goal: str, left: str) -> None:
    found = compile_instruction(text)
    assert found.describe() == goal
    assert any(left in remark and "left out" in remark for remark in found.remarks)


@pytest.mark.parametrize("text", [
    "Turn off the lamp when I fall asleep.",
    "If my aunt is in a bad mood, turn the lamp on.",
    "Turn off the lamp if nobody is in the room.",
    "Take the vase and glue it together.",
    "Put the mug, flurb and pen on the desk.",
])
def test_what_may_be_an_order_or_a_condition_is_not_left_out(text: str) -> None:
    with pytest.raises(PlannerError):
        compile_instruction(text)




