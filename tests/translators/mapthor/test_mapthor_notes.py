"""Notes are read item by item: signs, bullets, parentheses, ditto, headings."""

import pytest

from translators.mapthor.compile import compile_instruction


@pytest.mark.parametrize(("text", "goal"), [
    ("* bowl -> wash -> shelf\n* vase: ditto",
     "the Bowl: clean; then the Bowl -> on the Shelf; the Vase -> in a SinkBasin | Sink; "
     "a Faucet: on; then the Vase -> on the Shelf"),
    ("KITCHEN\n1) egg: fridge\n2) kettle - stove",
     "the Egg -> in the Fridge; the Kettle -> on the StoveBurner"),
    ("lamp (floor): off. book (sofa) => shelf. plant ok",
     "the FloorLamp: off; the Book on the Sofa -> on the Shelf"),
    ("watch: safe, locked. pen off desk (box!). card same",
     "the Watch -> in the Safe; then the Safe: closed; the Pen on the Desk -> in the Box; "
     "the CreditCard -> in the Box"),
    ("fork x2 -> drawer; TV = off", "2 Fork -> in the Drawer; the Television: off"),
])
def test_a_note_is_read_item_by_item(text: str, goal: str) -> None:
    assert compile_instruction(text).describe() == goal


