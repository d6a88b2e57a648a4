"""Conditions on the room: what was so at first sight decides; what is not found is not there."""

import pytest
from household_episodes import run_case
from household_scenes import record

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


@pytest.mark.parametrize("before", [True, False])
def test_the_start_decides_which_part_counts(before: bool) -> None:
    now, other = ([record("Fridge", isOpen=is_open)] for is_open in (before, not before))
    referee = FinalState(compile_instruction(CLOSE), now)
    assert sum(referee.void) == 1
    assert referee.verdict(other)["success"]
    assert not referee.verdict(now)["success"]


@pytest.mark.parametrize(("places", "done"), [
    (("Sink", "Cabinet", "Cabinet"), True), (("Sink", "Cabinet", "Table"), False),
    (("Cabinet", "Cabinet", "Cabinet"), False), (("Cabinet", "Sink", "Cabinet"), True),
])
def test_the_rest_is_what_nothing_else_was_said_of(places: tuple[str, ...], done: bool) -> None:
    goal = compile_instruction("Put one mug in the sink and the rest in the cabinet.")
    room = [record(kind) for kind in ("Sink", "Cabinet", "Table")]
    before, after = ([*room, *(record(f"Mug|{n}", p) for n, p in enumerate(mugs))]
                     for mugs in (("Table",) * 3, places))
    assert FinalState(goal, before).verdict(after)["success"] is done


@pytest.mark.parametrize("instruction", [
    "Put the apple from the sink in the fridge", "Bring me a cup"])  # on the counter; only a mug
def test_a_wrong_place_or_name_costs_a_look_and_not_the_task(instruction: str) -> None:
    record = run_case({"instruction": instruction, "floor_plan": "SmallKitchen", "agents": 2})
    assert (record.success, record.believed_success) == (True, True)
