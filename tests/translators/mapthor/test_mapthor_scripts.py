"""Activities written down as titles with steps, as told by somebody, or as programs."""

import pytest

from translators.mapthor.compile import compile_instruction


@pytest.mark.parametrize(("text", "goal", "note"), [
    ("Read. I get the book from the desk, I sit down, then I lay the book on the bed.",
     "the Book on the Desk -> on the Bed", "'I sit down' is left out"),
    ("Rinse hands\nWalk to the sink. Turn on the tap.", "the Sink: reached; the Faucet: on",
     "'Rinse hands' is left out: a title"),
    ("Sleep - Description: the lamp is switched off and the phone lies on the bed.",
     "the DeskLamp | FloorLamp: off; the CellPhone -> on the Bed", "is read as how it should be"),
    ("He opens the laptop, turns it on and closes the box.",
     "the Laptop: open; the Laptop: on; the Box: closed", "what 'He' does is read as orders"),
    ("Organize shelf. Put the vase on the table and shut the box.",
     "the Vase -> on the DiningTable | CoffeeTable | SideTable; the Box: closed",
     "what 'Organize shelf' asks for is said by the rest"),
    ("Pay bills. The lamp on the desk burns. The card gets picked up and is laid on the desk.",
     "the DeskLamp | FloorLamp on the Desk: on; the CreditCard -> on the Desk", "a title"),
    ("[WALK] <sofa> (1)\n[GRAB] <book> (1)\n[PUTBACK] <book> (1) <shelf> (2)",
     "the Book -> on the Shelf", "'[WALK] <sofa> (1)' is left out"),
])
def test_an_activity_is_what_its_steps_say(text: str, goal: str, note: str) -> None:
    read = compile_instruction(text)
    assert read.describe() == goal
    assert any(note in remark for remark in read.remarks)


@pytest.mark.parametrize(("text", "goal"), [
    ("Wash the mug. Put the pen in a drawer and shut the box.",  # an order like the others
     "the Mug: clean; the Pen -> in a Drawer; the Box: closed"),
    ("She goes to work, he takes the bus. Close the box.", "the Box: closed"),
])
def test_an_order_is_no_title_and_a_report_no_order(text: str, goal: str) -> None:
    assert compile_instruction(text).describe() == goal


