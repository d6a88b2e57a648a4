"""What is only hinted at is read, with a remark; a report, a question or a ban orders nothing."""

from __future__ import annotations

import pytest

from planner.errors import SourceError
from translators.mapthor.compile import compile_instruction


@pytest.mark.parametrize(("said", "order"), [
    ("My eyes are streaming, this lamp is too bright", "turn off the lamp"),
    ("You can't find a thing in this gloom", "turn on all the lights"),
    ("Nobody is listening to the television, what a waste of power", "turn off the television"),
    ("There is jam stuck to this plate", "wash the plate"),
    ("The fern is drooping", "water the fern"),
    ("That lettuce goes limp on the counter", "put the lettuce in the fridge"),
    ("I keep tripping over the ball", "clear the ball off the floor"),
    ("Why is there a pen on the sofa? Somebody will sit on it. Drawers exist.",
     "put the pen in a drawer"),
    ("That book is no use to me on the desk, I'm in the armchair",
     "put the book on the armchair"),
    ("Nobody has sliced the bread yet", "slice the bread"),
    ("He never settles unless the door of the safe is shut",
     "make sure the door of the safe is shut"),
    ("I am useless before my first coffee", "make coffee"),
])
def test_a_hint_is_read_as_what_it_calls_for(said: str, order: str) -> None:
    goal = compile_instruction(said)
    assert goal.describe() == compile_instruction(order).describe()
    told = " ".join(said.split()).strip(" .!?")
    assert f"'{told}' is read as '{order}'" in goal.remarks


@pytest.mark.parametrize("said", [
    "The lamp is on the desk",
    "The desk lamp is burning",
    "Why is there a ball on the floor?",
    "Nobody is to move the filthy mug",
    "If the lamp is too bright, repair it",
    "The plate is filthy, iron it",
    "The blinds shouldn't be dirty unless it rains",
    "What time does the match start?",
    "Is the soap on?",
])
def test_what_only_tells_or_asks_for_something_else_is_no_hint(said: str) -> None:
    with pytest.raises(SourceError):
        compile_instruction(said)
