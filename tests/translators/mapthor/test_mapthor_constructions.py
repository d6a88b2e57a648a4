"""Claims in other words: auxiliaries, places in front, clefts, what does not belong somewhere."""

from __future__ import annotations

import pytest

from translators.mapthor.compile import compile_instruction

_THERE = "the Apple -> on the Desk"


@pytest.mark.parametrize("text", [
    "The apple is supposed to be on the desk", "I'd rather the apple were on the desk",
    "It's time the apple went on the desk", "On the desk goes the apple",
    "As for the apple, it goes on the desk",
])
def test_ways_to_say_where_a_thing_belongs(text: str) -> None:
    assert compile_instruction(text).describe() == _THERE


@pytest.mark.parametrize("text", [
    "The apple has no business on the desk", "The apple doesn't belong on the desk",
    "The apple should come off the desk", "I don't want the apple lying on the desk",
])
def test_ways_to_say_where_a_thing_does_not_belong(text: str) -> None:
    assert compile_instruction(text).describe() == (
        "the Apple on the Desk -> where it belongs (not Desk)")


@pytest.mark.parametrize(("text", "read"), [
    ("The fridge must not be shut", "the Fridge: open"),
    ("Besides washing the mug, open the fridge", "the Mug: clean; the Fridge: open"),
    ("The mug needs washing, and so does the plate", "the Mug: clean; the Plate: clean"),
    ("Put whatever mugs are on the sofa in the box", "every Mug on the Sofa -> in the Box"),
    ("Not only wash the mug but also open the fridge", "the Mug: clean; the Fridge: open"),
    ("Put the book in the drawer, closed", "the Book -> in the Drawer; the Book: closed"),
    ("There's a mug on the sofa that should be in the sink",
     "a Mug on the Sofa -> in the SinkBasin | Sink"),
    ("Open the fridge and close the box afterwards", "the Fridge: open; then the Box: closed"),
    ("Open the fridge first and close the box", "the Fridge: open; then the Box: closed"),
    ("The mug must be emptied, then cleaned", "the Mug: empty; then the Mug: clean"),
    ("What I'd like you to do is open the fridge", "the Fridge: open"),
    ("I was rather hoping one of you might open the fridge", "the Fridge: open"),
    ("Turn the lamp back on", "the DeskLamp | FloorLamp: on"),
])
def test_what_is_needed(text: str, read: str) -> None:
    assert compile_instruction(text).describe() == read
