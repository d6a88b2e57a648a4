"""Ways through a room are no orders; an aim says what the steps behind it lead to."""

import pytest

from translators.mapthor.compile import compile_instruction


@pytest.mark.parametrize(("text", "goal"), [
    ("Turn around, take the pen, walk over to the mug and put it in.", "the Pen -> in the Mug"),
    ("Turn left and take the key. Walk to the couch. Toss the key on it.",
     "the KeyChain -> on the Sofa"),
    ("Step back, then face the fridge. Open it. Take the egg out and shut the door.",
     "the Fridge: open; the Egg -> in hand; then the Fridge: closed"),
    ("Turn right to the stove. Take the pot there. Go straight to the sink and set the pot down.",
     "the Pot on the StoveBurner -> in the SinkBasin | Sink"),
    ("Hang a left, go to the arm chair, take the book from the chair and drop it in the box.",
     "the Book on the ArmChair -> in the Box"),
])
def test_robots_find_their_own_way(text: str, goal: str) -> None:
    read = compile_instruction(text)
    assert read.describe() == goal
    assert any("robots find their own way" in remark for remark in read.remarks)




@pytest.mark.parametrize(("text", "goal"), [
    ("Put a cold egg on the desk. Walk to the egg, take it to the fridge, wait a bit, then put it "
     "on the desk.", "a Egg -> in a Fridge; then a Egg -> on the Desk"),
    ("Place a pen in a drawer. Turn left, take the pen, pull a drawer open, drop it in, close it.",
     "a Pen -> in a Drawer; then a Drawer: closed"),
    ("Put the mug on the desk. Turn to the shelf, take the mug, walk past the bed to the desk, set "
     "the mug on it. Switch off the lamp.",
     "the Mug -> on the Desk; then the DeskLamp | FloorLamp: off"),
])
def test_an_aim_says_what_its_steps_lead_to(text: str, goal: str) -> None:
    read = compile_instruction(text)
    assert read.describe() == goal
    assert any("is a way to do what" in remark for remark in read.remarks)


def test_a_second_order_is_no_step_to_the_first() -> None:
    read = compile_instruction("Put the mug on the desk. Take the pen to the desk, shut the box.")
    assert read.describe() == "the Mug -> on the Desk; the Pen -> on the Desk; the Box: closed"


@pytest.mark.parametrize(("text", "goal"), [
    ("Put a bowl with a spoon in it on the table.",
     "a Spoon -> in a Bowl; then a Bowl -> on the DiningTable | CoffeeTable | SideTable"),
    ("Chill the pot with the egg in it.", "the Egg -> in the Pot; then the Pot -> in a Fridge"),
    ("Heat the cup from the sink in the microwave.",
     "the Cup in the SinkBasin | Sink -> in a Microwave; a Microwave: on"),
    ("Hold the vase under the lamp.",
     "the Vase -> in hand near the DeskLamp | FloorLamp; the DeskLamp | FloorLamp: on"),
    ("Turn the floor lamp on while holding a pen.",
     "a Pen -> in hand near the FloorLamp; the FloorLamp: on"),
    ("Bring the book to the floor lamp.", "the Book -> near the FloorLamp"),
])
def test_what_is_asked_of_one_thing_with_another(text: str, goal: str) -> None:
    assert compile_instruction(text).describe() == goal
