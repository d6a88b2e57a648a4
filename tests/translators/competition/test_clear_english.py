"""Sentences that are clear though the rules' patterns lack them, and what must stay unread."""

from __future__ import annotations

import pytest

from translators.competition.english.reading import parse_sentences
from translators.competition.instructions import format_instruction

CUP = "(sort X cup) (color X red)"
SAME = {
    f"(:task (puton X Y) (:cond {CUP} (sort Y table)))": [
        "Put the cup red on the table.", "Put the red cup to the table.",
        "Bring the cup of red colour to the table.", "Put on the table the cup red.",
        "Put the cup with red color on the table.", "Put the cup in red colour on the table.",
        "Put the cup that has a red color on the table.",
        "Put the cup which is red in color on the table."],
    f"(:task (pickup X) (:cond {CUP}))": [
        "Pick up the cup red.", "Pick the cup of red color up.", "Take the cup of the red colour.",
        "Pick up the red coloured cup.", "Pick up the cup having red color from the bed."],
    "(:info (opened X) (:cond (sort X closet) (color X red)))": [
        "The door of the red coloured closet is open."],
    f"(:cons_notnot (:info (on X Y) (:cond {CUP} (sort Y table))))": [
        "Cup with red color must be on the table."],
    f"(:task (give human X) (:cond {CUP}))": ["Give me the cup red.", "Give the cup red to me."],
    f"(:info (plate X) (:cond {CUP}))": [
        "The red cup is on the plate of the robot.", "The plate holds the cup red.",
        "There is a red cup on the robot's plate."],
    f"(:cons_not (:info (plate X) (:cond {CUP})))": [
        "The plate must not hold the red cup.", "The cup red must not be on the robot's plate."],
    f"(:cons_notnot (:info (plate X) (:cond {CUP})))": [
        "The plate must hold the red cup.", "The red cup must be on the plate of the robot."],
}


@pytest.mark.parametrize(("item", "text"), [(i, t) for i, texts in SAME.items() for t in texts])
def test_what_is_clear_is_read(item: str, text: str) -> None:
    assert list(map(format_instruction, parse_sentences(text).instructions)) == [item]


@pytest.mark.parametrize("text", [
    "Put the red cup on the plate.", "The closet must not hold the red cup.",
    "Put the cup red green on the table.", "The cup blue of red colour is on the table.",
    "Put the cup with the can on the table.", "The closet has the cup with red color.",
])
def test_what_says_something_else_is_not_read(text: str) -> None:
    assert parse_sentences(text).instructions == ()
