"""Conditions in any words: what has to be so, and what hangs on it."""

from __future__ import annotations

import pytest

from planner.errors import PlannerError
from translators.mapthor.compile import compile_instruction
from translators.mapthor.hearing.supposing.frames import frame_of
from translators.mapthor.hearing.supposing.sequels import orders_nothing
from translators.mapthor.hearing.supposing.supposed import supposed
from translators.mapthor.hearing.words import words_of


@pytest.mark.parametrize(("said", "plain"), [
    ("my brother's put the kettle on the table", "the kettle is on the table"),
    ("the book has ended up on the floor", "the book is on the floor"),
    ("you notice that the fridge has been left ajar", "the fridge is open"),
    ("nobody has shut the laptop", "the laptop is not closed"),
    ("somebody forgot to shut the laptop", "the laptop is not closed"),
    ("the bed wants making", "the bed is dirty"),
    ("the pillow fell off the bed", "the pillow is not on the bed"),
    ("there's still an egg lying in the fridge", "there is an egg in the fridge"),
    ("the sink's full of plates", "there are plates in the sink"),
    ("that bottle still has wine in it", "that bottle is full"),
    ("the lights are out", "the lights are off"),
])
def test_whatever_the_verb_a_condition_says_of_a_thing_how_or_where_it_is(
    said: str, plain: str
) -> None:
    frame = frame_of(said, words_of(said))
    assert frame is not None
    assert frame.said() == plain


@pytest.mark.parametrize("said", [
    "the vase is behind the sofa", "the guests are hungry", "the vase is red", "I am late",
    "the vase is not on the shelf but on the floor",
    "ether is on", "the gizmo is on the table", "the gizmo is off",
])
def test_what_cannot_be_told_is_no_condition(said: str) -> None:
    frame = frame_of(said, words_of(said))
    assert frame is None or frame.again


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


@pytest.mark.parametrize("text", [
    "Put the pen in the drawer if the lamp is on.", "If the box is open, close it.",
    "Unless the cup is dirty, put it on the shelf.", "Can you close the box?",
    "If you could, please close the box.", "Wash the mug.", "Where is the mug? Wash it.",
])
def test_what_the_grammar_reads_or_is_no_condition_stays(text: str) -> None:
    assert supposed(text) is None


@pytest.mark.parametrize("order", [
    "wash it", "don't touch the vase", "you can slice it", "in the bin", "don't forget to wash it",
    "it has to be washed", "leave the vase on the floor", "one of them can go off",
])
def test_an_order_is_never_taken_for_nothing(order: str) -> None:
    frame = frame_of("the mug is in the sink", words_of("the mug is in the sink"))
    assert frame is not None
    assert not orders_nothing(order, frame)


def test_what_hangs_on_a_condition_that_is_not_known_is_refused() -> None:
    with pytest.raises(PlannerError):
        compile_instruction("If my aunt is in a bad mood, turn the lamp on.")
