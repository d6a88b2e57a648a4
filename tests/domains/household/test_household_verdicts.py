"""The referee by the final state: what was meant at the start is judged by where things end."""

from typing import Any

import pytest
from household_scenes import record

from domains.household.referee.final_state import FinalState
from translators.mapthor.compile import compile_instruction

DESK = ("Move everything on the desk to the sofa", "Desk Sofa Book@Desk Pen@Sofa")
EGG = ("Bring the egg to the counter on a plate.", "Plate CounterTop Egg Plate|2")
CLOSE = "If the fridge is open, close it, otherwise open it."
REST = ("Put one mug in the sink and the rest in the cabinet.",
        "Sink Cabinet Table Mug|0@Table Mug|1@Table Mug|2@Table")
SWAP = ("Swap the pillow and the book.", "Bed|1 Bed|2 Sofa Pillow@Bed|1 Book@Sofa")
VERDICTS: list[tuple[tuple[str, str], str, str]] = [
    (DESK, "Desk Sofa Book@Desk Pen@Sofa", "0 of 1"),
    (DESK, "Desk Sofa Book@Sofa Pen@Desk", "done"),
    # places are nested, and quantities counted
    (("Put two apples on the table", "DiningTable Bowl@DiningTable Apple Apple|2 Apple|3"),
     "DiningTable Bowl@DiningTable Apple@Bowl Apple|2 Apple|3", "1 of 2"),
    # what holds a thing by then
    (EGG, "Plate@CounterTop CounterTop Egg@Plate|2 Plate|2", "1 of 2"),
    (EGG, "Plate@CounterTop CounterTop Egg@Plate|2 Plate|2@CounterTop", "done"),
    # the start decides which part of a condition counts; what does not hold asks for nothing
    ((CLOSE, "Fridge:isOpen"), "Fridge", "done"), ((CLOSE, "Fridge"), "Fridge:isOpen", "done"),
    ((CLOSE, "Fridge"), "Fridge", "0 of 1"),
    (("Turn off the faucet if it is on", "Faucet"), "Faucet", "done"),
    (REST, "Sink Cabinet Table Mug|0@Sink Mug|1@Cabinet Mug|2@Cabinet", "done"),
    (REST, "Sink Cabinet Table Mug|0@Cabinet Mug|1@Sink Mug|2@Cabinet", "done"),
    (REST, "Sink Cabinet Table Mug|0@Sink Mug|1@Cabinet Mug|2@Table", "2 of 3"),
    (REST, "Sink Cabinet Table Mug|0@Cabinet Mug|1@Cabinet Mug|2@Cabinet", "2 of 3"),
    # a place is told by what it held at first
    (SWAP, "Bed|1 Bed|2 Sofa Pillow@Sofa Book@Bed|1", "done"),
    (SWAP, "Bed|1 Bed|2 Sofa Pillow@Sofa Book@Sofa", "1 of 2"),
    (SWAP, "Bed|1 Bed|2 Sofa Pillow@Sofa Book@Bed|2", "1 of 2"),
    # nothing of nothing is no success; "the" and "on the table" presuppose that there is one
    (("Open all drawers", "Apple"), "Apple", "nothing"),
    (("Open the drawer", "Apple"), "Apple", "0 of 1"),
    (("Clear the dining table", "Apple"), "Apple", "0 of 1"),
    (("Turn off the lamp if it is on", "Apple"), "Apple", "0 of 1"),
    (("Put all the pens in the box", "Apple"), "Apple", "nothing"),
]


def room(text: str) -> list[dict[str, Any]]:
    """Return records of things: ``Mug|2@Sink:isOpen`` is the second mug, in the sink and open."""
    found = []
    for word in text.split():
        name, _, states = word.partition(":")
        known = record(*name.split("@"), pickupable=True)
        found.append(known | dict.fromkeys(filter(None, states.split(",")), True))
    return found


@pytest.mark.parametrize(("meant", "after", "said"), VERDICTS)
def test_verdicts(meant: tuple[str, str], after: str, said: str) -> None:
    sentence, before = meant
    verdict = FinalState(compile_instruction(sentence), room(before)).verdict(room(after))
    counted = "nothing" if verdict["nothing_to_do"] else (
        f"{verdict['credited']} of {verdict['subtasks']}")
    assert ("done" if verdict["success"] else counted) == said


PLACES = ("Bed|1", "Bed|2", "Sofa|1")
EXCEPT = "Put all the pillows on the bed except the one on the sofa."


@pytest.mark.parametrize(("sentence", "before", "done", "not_done"), [
    ("Put one pillow on each bed.", "222", "012 102", "002 222"),
    ("Put all the pillows but one on the sofa.", "000", "220 022", "222 002"),
    ("Put half of the pillows on the sofa.", "0000", "0022", "0002 0222"),
    ("Put most of the pillows on the sofa.", "0000", "0222", "0022"),
    (EXCEPT, "112", "002 000", "022"), (EXCEPT, "222", "", "002 000 022")])  # all are left out
def test_shares_and_what_is_left_over(sentence: str, before: str, done: str, not_done: str) -> None:
    """Each pillow's place is said by its number."""
    def placed(spots: str) -> list[dict[str, Any]]:
        return [*map(record, PLACES), *(
            record(f"Pillow|{n}", PLACES[int(s)]) for n, s in enumerate(spots))]
    referee = FinalState(compile_instruction(sentence), placed(before))
    for spots in (*done.split(), *not_done.split()):
        assert referee.verdict(placed(spots))["success"] is (spots in done.split()), spots


def test_what_is_undone_later_counts_when_it_was_so_once() -> None:
    before, after = room("Apple Sink Bowl"), room("Apple@Bowl Sink Bowl")
    referee = FinalState(
        compile_instruction("Put the apple in the sink, then put it in the bowl"), before)
    assert referee.verdict(after)["missing"] == ["Apple 1: in the SinkBasin | Sink"]
    referee.see("Alice", "PutObject(Sink_1)", True, "Apple_1")
    assert referee.verdict(after)["success"]
    assert not referee.verdict(before)["success"]
