"""Whose a thing is goes unread with a note; appositions and exceptions say which is meant."""

from __future__ import annotations

import pytest

from translators.mapthor.compile import compile_instruction


@pytest.mark.parametrize(("sentence", "goal"), [
    ("The cup, the one on the bed, goes in the sink.",
     "the Cup on the Bed -> in the SinkBasin | Sink"),
    ("Put the seasoning, salt and pepper, in the box.",
     "the SaltShaker -> in the Box; the PepperShaker -> in the Box"),
    ("Wash the dishes, namely the plate.", "the Plate: clean"),
    ("Put two bits of cutlery on the desk.", "2 ButterKnife | Fork | Knife | Spoon -> on the Desk"),
    ("Put the pen and the pencil on the desk.",
     "the Pen -> on the Desk; the Pencil -> on the Desk"),
    ("Put the lettuce and the vegetables on the desk.",
     "the Lettuce -> on the Desk; every Lettuce | Potato | Tomato -> on the Desk"),
    ("All fruit goes in the bowl, the apple excepted, that goes on the desk.",
     "every Tomato -> in the Bowl; the Apple -> on the Desk"),
    ("Put all the fruit in the bowl bar the apple.", "every Tomato -> in the Bowl"),
    ("All the pens that aren't on the desk go in the box.",
     "every Pen but every Pen on the Desk -> in the Box"),
])
def test_which_things_are_meant(sentence: str, goal: str) -> None:
    assert compile_instruction(sentence).describe() == goal


@pytest.mark.parametrize("place", ["behind", "under", "to the left of", "between the cup and"])
def test_other_places_are_read_as_next_to_it_with_a_note(place: str) -> None:
    goal = compile_instruction(f"Put the plate {place} the vase.")
    assert goal.describe().startswith("the Plate -> near the ")
    assert any("next to it" in r for r in goal.remarks)


def test_what_lies_under_a_sink_is_in_a_cabinet() -> None:
    assert compile_instruction("Put the plate under the sink").describe() == (
        "the Plate -> in a Cabinet")
