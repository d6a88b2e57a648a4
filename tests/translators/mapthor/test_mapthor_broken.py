"""Orders that are broken off, and what somebody has done, which is no order."""

import pytest

from translators.mapthor.compile import compile_instruction


@pytest.mark.parametrize(("said", "goal"), [
    ("Switch off the… never mind, open the blinds", "every Blinds: open"),
    ("Bring the parsn... no parsnip, bring the apple then", "the Apple -> in hand"),
    ("Put the vase on the piano — there isn't one, the dresser then", "the Vase -> on the Dresser"),
    ("Tuck the laptop under... just put it in the drawer", "the Laptop -> in the Drawer"),
    ("Wash the mug and dry the... no, just put it in the cupboard",
     "the Mug: clean; the Mug -> in the Cabinet"),
])
def test_an_order_broken_off_is_what_it_goes_on_with(said: str, goal: str) -> None:
    told = compile_instruction(said)
    assert told.describe() == goal
    assert any("broken off" in r for r in told.remarks)


def test_two_whole_orders_are_both_kept() -> None:
    told = compile_instruction("Turn off the television... put the mug in the fridge")
    assert told.describe() == "the Television: off; the Mug -> in the Fridge"


@pytest.mark.parametrize(("said", "goal"), [
    ("Somebody has put the mug on the bed. Take it to the desk.", "the Mug -> on the Desk"),
    ("I may have left the laptop open, so close it", "the Laptop: closed"),
    ("I can hear a tap. Turn it off.", "the Faucet: off"),
    ("Someone has to wash the mug", "the Mug: clean"),
])
def test_what_somebody_has_done_or_hears_orders_nothing(said: str, goal: str) -> None:
    assert compile_instruction(said).describe() == goal
