"""Conditions on the room: what was so at first sight decides; what is not found is not there."""

from typing import Any

import pytest
from household_episodes import run_case

from domains.household.referee.final_state import FinalState
from translators.mapthor.compile import compile_instruction

CLOSE = "If the fridge is open, close it, otherwise open it."


@pytest.mark.parametrize(("instruction", "outcome"), [
    (CLOSE, True),
    ("If there is a television, open the fridge; if not, put the tomato in the fridge.", True),
    ("Unless there is an apple, turn on the faucet.", False),  # there is one: nothing to do
])
def test_a_team_finds_out_what_is_so(instruction: str, outcome: bool) -> None:
    record = run_case({"instruction": instruction, "floor_plan": "SmallKitchen", "agents": 2})
    assert (record.success, record.believed_success) == (outcome, outcome)


def fridge(is_open: bool) -> list[dict[str, Any]]:
    states = dict.fromkeys(("isToggled", "isSliced", "isDirty", "isPickedUp"), False)
    return [{"objectId": "Fridge|1", "objectType": "Fridge", "parentReceptacles": [],
             "isOpen": is_open, **states}]


@pytest.mark.parametrize("before", [True, False])
def test_the_start_decides_which_part_counts(before: bool) -> None:
    referee = FinalState(compile_instruction(CLOSE), fridge(before))
    assert sum(referee.void) == 1
    assert referee.verdict(fridge(not before))["success"]
    assert not referee.verdict(fridge(before))["success"]


def mug(number: int, place: str = "Table|1") -> dict[str, Any]:
    return {"objectId": f"Mug|{number}", "objectType": "Mug", "parentReceptacles": [place],
            "isSliced": False, "isPickedUp": False}


@pytest.mark.parametrize(("places", "done"), [
    (("Sink|1", "Cabinet|1", "Cabinet|1"), True), (("Sink|1", "Cabinet|1", "Table|1"), False),
    (("Cabinet|1", "Cabinet|1", "Cabinet|1"), False), (("Cabinet|1", "Sink|1", "Cabinet|1"), True),
])
def test_the_rest_is_what_nothing_else_was_said_of(places: tuple[str, ...], done: bool) -> None:
    goal = compile_instruction("Put one mug in the sink and the rest in the cabinet.")
    room: list[dict[str, Any]] = [{"objectId": f"{k}|1", "objectType": k, "parentReceptacles": []}
            for k in ("Sink", "Cabinet", "Table")]
    referee = FinalState(goal, [*map(mug, (1, 2, 3)), *room])
    after = [*(mug(n, p) for n, p in enumerate(places, 1)), *room]
    assert referee.verdict(after)["success"] is done


@pytest.mark.parametrize("instruction", [
    "Put the apple from the sink in the fridge", "Bring me a cup"])  # on the counter; only a mug
def test_a_wrong_place_or_name_costs_a_look_and_not_the_task(instruction: str) -> None:
    record = run_case({"instruction": instruction, "floor_plan": "SmallKitchen", "agents": 2})
    assert (record.success, record.believed_success) == (True, True)
