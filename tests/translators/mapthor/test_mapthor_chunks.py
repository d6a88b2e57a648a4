"""Orders that the grammar refuses are read chunk by chunk, and nothing is left over silently."""

from __future__ import annotations

import pytest

from planner.errors import PlannerError
from translators.mapthor.chunks.reading import chunked
from translators.mapthor.compile import compile_instruction
from translators.mapthor.hearing.slips import mended

ORDERS = [
    ("the book in shelf put please", "put the book on the shelf"),
    ("forks (3) -> drawer", "put 3 forks in the drawer"),
    ("drawer: pen, pencil", "put the pen and the pencil in the drawer"),
    ("pan: stove / pot: cabinet", "put the pan on the stove. put the pot in the cabinet"),
    ("2 mugs frm desk", None), ("the tomato, he must go in fridge", "put the tomato in the fridge"),
    ("the door of fridge you close", "close the fridge door"),
    ("cloth: wet, then tub", "wash the cloth. Then put the cloth in the tub"),
    ("my sister's old green mug to sink bring", "put any mug in the sink"),
    ("shades all down", "close all the shades"),
]
CHANGING = ["not", "never", "except", "unless", "if", "without", "only", "until", "or"]


@pytest.mark.parametrize(("said", "english"), ORDERS)
def test_chunks_in_any_order_are_one_order(said: str, english: str | None) -> None:
    assert next((text for _, text, _ in chunked(said)), None) == english


@pytest.mark.parametrize("said", [s for s, english in ORDERS if english])
@pytest.mark.parametrize("word", CHANGING)
def test_a_word_that_changes_the_meaning_is_never_left_over(said: str, word: str) -> None:
    words = said.split()
    for at in range(len(words) + 1):
        text = " ".join((*words[:at], word, *words[at:]))
        assert all(word in english.split() for _, english, _ in chunked(text))


@pytest.mark.parametrize("said", [
    "the blue mug sink, the red mug sink", "the red mugs in sink put", "tv lamp off on shelf",
    "keys on the floor nowhere", "I the window opened", "fork spoon: and",
])
def test_what_cannot_be_told_is_refused(said: str) -> None:
    with pytest.raises(PlannerError):
        compile_instruction(said)


def test_a_remark_tells_what_was_read() -> None:
    goal = compile_instruction("cups (2) -> shelf")
    assert "'cups (2) -> shelf' is read as 'put 2 cups on the shelf'" in goal.remarks


@pytest.mark.parametrize(("said", "meant"), [
    ("putthe spoon inthe drawr", "put the spoon in the drawer"),
    ("clsoe teh frigde", "close the fridge"),
    ("shut the lap top", "shut the laptop"), ("knifes to sink", "knifes to sink"),
    ("take the pen form the desk", "take the pen from the desk"),
    ("bring the form", "bring the form"), ("Ask Marek", "Ask Marek"), ("a gran", "a gran"),
])
def test_slips_are_mended_where_one_word_can_be_meant(said: str, meant: str) -> None:
    assert mended(said)[0] == meant
