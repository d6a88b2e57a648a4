"""Scraps of speech: names, places and states without a verb."""

from __future__ import annotations

import pytest

from planner.errors import PlannerError
from translators.mapthor.compile import compile_instruction


@pytest.mark.parametrize(("text", "goal"), [
    ("Mug, sink. Plate, same.",
     "the Mug -> in the SinkBasin | Sink; the Plate -> in the SinkBasin | Sink"),
    ("Kettle! Water! Stove!",
     "the Kettle: filled with water; then the Kettle -> on the StoveBurner"),
    ("Pen, pencil. Both. In the drawer.", "the Pen -> in the Drawer; the Pencil -> in the Drawer"),
    ("Statue off the shelf. Desk.", "the Statue on the Shelf -> on the Desk"),
    ("Watch to me, quick.", "the Watch -> in hand"),
    ("Box on the floor, not by the bed.", "the Box -> on the Floor"),
    ("Blinds. Every last one. Shut.", "every Blinds: closed"),
    ("Book on the desk, pen likewise; laptop shut.",
     "the Book -> on the Desk; the Pen -> on the Desk; the Laptop: closed"),
    ("Candle on the desk. Any candle.", "a Candle -> on the Desk"),
])
def test_scraps_are_read_like_a_note(text: str, goal: str) -> None:
    said = compile_instruction(text)
    assert said.describe() == goal
    assert said.remarks




def test_scraps_with_an_unknown_name_are_refused() -> None:
    with pytest.raises(PlannerError):
        compile_instruction("Mug, sink. Gizmo, shelf.")
