"""What a clause does is told by the forms of its words; what orders nothing is left out."""

import pytest

from planner.errors import SourceError
from translators.mapthor.compile import compile_instruction


@pytest.mark.parametrize(("text", "goal", "left"), [
    ("The neighbours gave us that vase. Stick it on the shelf.", "the Vase -> on the Shelf",
     "The neighbours gave us that vase"),
    ("Keith, shut the laptop", "the Laptop: closed", "Keith"),
    ("was someone in here? shut the laptop", "the Laptop: closed", "was someone in here?"),
    ("put the pen on the desk where I can find it", "the Pen -> on the Desk",
     "where I can find it"),
    ("guests arriving at noon! put the vase on the shelf", "the Vase -> on the Shelf",
     "guests arriving at noon"),
    ("open the box and leave it standing on the bed", "the Box: open; the Box -> on the Bed",
     "standing"),
])
def test_talk_is_left_out_and_told(text: str, goal: str, left: str) -> None:
    read = compile_instruction(text)
    assert read.describe() == goal
    assert any(f"'{left}' is left out" in r for r in read.remarks)


@pytest.mark.parametrize("text", [
    "put the mug, the flibber and the plate in the sink",
    "My laptop's charger is broken, throw it away",
    "put the mug in the sink, but only when the guests have gone",
    "Close the box, and don't open the drawer of the neighbours",
    "the neighbours came round and brought a cake",
    "Feed the dog. Wash the mug",
    "Soap in the sink, lid upwards",
    "Put the plates on the table and the counter",
])
def test_what_may_be_an_order_is_never_left_out(text: str) -> None:
    with pytest.raises(SourceError):
        compile_instruction(text)


@pytest.mark.parametrize(("sentence", "goal"), [
    ("Robot 1 opens the box while Robot 2 slices the apple and puts it in a bowl.",
     "the Box: open; the Apple: sliced; the Apple -> in a Bowl"),
    ("Kim shuts the laptop, then Bob should water the plant.",
     "the Laptop: closed; then the HousePlant: filled with water"),
    ("Have the strong robot fetch the pot and the other one rinse it.",
     "the Pot -> in hand; the Pot: clean"),
    ("One of you lights the candle, the other the lamp.",
     "the Candle: on; the DeskLamp | FloorLamp: on"),
    ("Put the pen in a drawer (robot 1).", "the Pen -> in a Drawer"),
    ("Both robots hold a spoon.", "2 Spoon -> in hand"),
])
def test_who_does_it_is_left_out(sentence: str, goal: str) -> None:
    read = compile_instruction(sentence)
    assert read.describe() == goal
    assert any("who does what is planned" in r for r in read.remarks)
