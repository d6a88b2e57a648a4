"""What is read more freely than it was said is said in a note; what is taken back is not done."""

from __future__ import annotations

import pytest

from planner.errors import PlannerError
from translators.mapthor.compile import compile_instruction


@pytest.mark.parametrize(("sentence", "goal", "note"), [
    ("Put the mug, no, the cup in the sink.", "the Cup -> in the SinkBasin | Sink", "taken back"),
    ("Put the mug in the sink. No wait, put it in the cabinet.", "the Mug -> in the Cabinet",
     "'Put the mug in the sink' is taken back"),
    ("Put the mug in the sink, sorry, in the cabinet, and close the fridge.",
     "the Mug -> in the Cabinet; the Fridge: closed", "'in the sink' is taken back"),
    ("Slice two apples, no, three.", "3 Apple: sliced", "'two' is taken back"),
    ("Turn on the lamp, no, off.", "the DeskLamp | FloorLamp: off", "'on' is taken back"),
    ("Put the apple in the bowl instead of the fridge.", "the Apple -> in the Bowl", "left out"),
    ("Slice the lettuce... I mean the tomato.", "the Tomato: sliced", "'the lettuce' is taken"),
    ("Put the watering can on the desk, then the boots, no, they stay on the floor.",
     "the WateringCan -> on the Desk", "'then the boots' is taken back"),
    ("Don't put the apple in the fridge, put it in the bowl.", "the Apple -> in the Bowl",
     "is left out: nothing here does that"),
    ("Slice the apple but don't wash it.", "the Apple: sliced", "'but don't wash it' is left out"),
    ("Slice the tomato, wait, chill it first.",
     "the Tomato -> in a Fridge; then the Tomato: sliced", "'chill it first': that comes before"),
    ("Slice the tomato, er, the apple I mean.", "the Apple: sliced", "'the tomato' is taken back"),
    ("Alarm clock onto the shelf. No, the desk. Yes, desk.", "the AlarmClock -> on the Desk",
     "'the shelf' is taken back"),
    ("TV on. Actually no, forget the TV: close the box.", "the Box: closed", "is taken back"),
    ("Wash the plate and put the mug away. Actually, leave the mug.", "the Plate: clean",
     "is taken back"),
    ("Pass the sponge to the dirty plates.", "the DishSponge -> on the Plate that is dirty",
     "is read as in or on it"),
    ("Put the pen in the second drawer.", "the Pen -> in a Drawer", "'any drawer'"),
    ("Put a box with a card in it on the sofa.",
     "a CreditCard -> in a Box; then a Box -> on the Sofa", "'card' is put into 'box' first"),
    ("Turn around and take the book off the shelf.", "the Book on the Shelf -> in hand",
     "'Turn around' left out: robots find their own way"),
])
def test_a_liberty_is_noted(sentence: str, goal: str, note: str) -> None:
    read = compile_instruction(sentence)
    assert read.describe() == goal
    assert any(note in remark for remark in read.remarks)


@pytest.mark.parametrize("sentence", [
    "Put the red mugs in the sink.",  # which of them stay?
    "Put everything from the top shelf into the box.", "Slice the red sofa.",
    "Put the red mug in the sink and the blue mug in the cabinet.",
    "Take everything out of the box except the pen and put the rest in the drawer.",
    "Turn on the lamp and don't turn on the lamp.",
    "Never wash the mug and put it on the table.", "Tidy up, but don't touch the bed.",
    "Put the apple in the fridge without opening it.",
])
def test_no_liberty_where_more_would_be_done_than_was_said(sentence: str) -> None:
    with pytest.raises(PlannerError):
        compile_instruction(sentence)




def test_a_thing_that_is_excepted_takes_nothing_back() -> None:
    read = compile_instruction("Put everything on the desk, but not the bread, on the sofa")
    assert "on the Desk -> on the Sofa" in read.describe()
    assert not any("taken back" in remark for remark in read.remarks)
    (moved,), = read.stages
    assert "Book" in moved.what.types
    assert "Bread" not in moved.what.types


