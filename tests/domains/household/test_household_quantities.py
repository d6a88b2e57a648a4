"""Shares, what is left over, and places told by what they hold: judged, and carried out."""

from typing import Any

import pytest
from household_episodes import run_case
from household_scenes import record

from domains.household.referee.final_state import FinalState
from translators.mapthor.compile import compile_instruction

PLACES = ("Bed|1", "Bed|2", "Sofa|1")


def judged(instruction: str, before: str, after: str) -> bool:
    """Play pillows from places to places, each said by its number: ``"023"``."""
    def placed(spots: str) -> list[dict[str, Any]]:
        return [*map(record, PLACES), *(
            record(f"Pillow|{n}", PLACES[int(s)]) for n, s in enumerate(spots))]
    referee = FinalState(compile_instruction(instruction), placed(before))
    return bool(referee.verdict(placed(after))["success"])


@pytest.mark.parametrize(("after", "done"), [
    ("012", True), ("102", True), ("002", False), ("222", False)])
def test_each_place_gets_its_share(after: str, done: bool) -> None:
    assert judged("Put one pillow on each bed.", "222", after) is done


@pytest.mark.parametrize(("after", "done"), [
    ("220", True), ("022", True), ("222", False), ("002", False)])
def test_as_many_are_left_over_as_was_said(after: str, done: bool) -> None:
    assert judged("Put all the pillows but one on the sofa.", "000", after) is done


@pytest.mark.parametrize(("said", "after", "done"), [
    ("half of the pillows", "0022", True), ("half of the pillows", "0002", False),
    ("half of the pillows", "0222", False), ("most of the pillows", "0222", True),
    ("most of the pillows", "0022", False)])
def test_a_share_is_counted_in_the_room(said: str, after: str, done: bool) -> None:
    assert judged(f"Put {said} on the sofa.", "0000", after) is done


@pytest.mark.parametrize(("after", "done"), [("002", True), ("000", True), ("022", False)])
def test_what_lies_somewhere_is_left_out(after: str, done: bool) -> None:
    text = "Put all the pillows on the bed except the one on the sofa."
    assert judged(text, "222", after) is False  # all of them were left out: nothing to do
    assert judged(text, "112", after) is done


def test_a_place_is_told_by_what_it_held_at_first() -> None:
    def things(pillow: str, book: str) -> list[dict[str, Any]]:
        return [*map(record, PLACES), record("Pillow", pillow), record("Book", book)]
    referee = FinalState(compile_instruction("Swap the pillow and the book."),
                         things("Bed|1", "Sofa|1"))
    assert referee.verdict(things("Sofa|1", "Bed|1"))["success"]
    assert not referee.verdict(things("Sofa|1", "Sofa|1"))["success"]
    assert not referee.verdict(things("Sofa|1", "Bed|2"))["success"]


@pytest.mark.parametrize("instruction", [
    "Turn on half of the burners.", "Swap the tomato and the apple.",
    "If there is an apple, open the microwave."])
def test_a_team_does_it(instruction: str) -> None:
    record = run_case({"instruction": instruction, "floor_plan": "SmallKitchen", "agents": 2})
    assert record.success
    assert record.believed_success
