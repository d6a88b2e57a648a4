"""Conditions in any words: what has to be so, and what hangs on it."""

from __future__ import annotations

import pytest

from planner.errors import PlannerError
from translators.mapthor.compile import compile_instruction


@pytest.mark.parametrize(("text", "goal"), [
    ("If the kids have left the telly running, switch it off.", "the Television that is on: off"),
    ("Turn the lamp on unless it already is.", "the DeskLamp | FloorLamp: on"),
    ("Shower curtain open? Close it. Already closed? Don't touch.",
     "the ShowerCurtain that is open: closed"),
    ("Is the pot on the stove? If so, wash it; if not, leave it be.",
     "every Pot on the StoveBurner: clean"),
    ("Box shut? No? Then shut it.", "the Box that is open: closed"),
    ("If the vase isn't on the shelf yet, that's where it belongs.", "the Vase -> on the Shelf"),
    ("Mug or cup: whichever is on the desk, put it in the sink.",
     "every Mug | Cup on the Desk -> in the SinkBasin | Sink"),
    ("Light the candle, or if it's lit leave it, and then shut the box.",
     "the Candle: on; then the Box: closed"),
    ("The pen is in the drawer, isn't it? Put it on the desk.", "the Pen -> on the Desk"),
    ("Should the box still be open, do close it, otherwise leave it be.",
     "the Box that is open: closed"),
    ("Check whether the tap is running and turn it off if it is.", "the Faucet that is on: off"),
    ("Put the pen in the drawer. If it's on the desk, leave it.",
     "the Pen (if no Pen on the Desk) -> in the Drawer"),
])
def test_a_condition_in_any_words_is_kept(text: str, goal: str) -> None:
    assert compile_instruction(text).describe() == goal






def test_what_hangs_on_a_condition_that_is_not_known_is_refused() -> None:
    with pytest.raises(PlannerError):
        compile_instruction("If my aunt is in a bad mood, turn the lamp on.")
