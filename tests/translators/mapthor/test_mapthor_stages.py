"""What a later clause undoes need not hold at the end, but must have been so."""

from household_episodes import run_case
from household_scenes import record

from domains.household.referee.final_state import FinalState
from translators.mapthor.compile import compile_instruction


def test_what_is_undone_later_is_marked() -> None:
    goal = compile_instruction("Open the fridge, fetch the apple and close the fridge")
    assert [w.describe() for w in goal.lasting] == ["the Apple -> in hand", "the Fridge: closed"]
    both = compile_instruction("Open the fridge and turn off the light")
    assert len(both.lasting) == len(both.subgoals) == 2


def test_undone_wishes_count_when_they_were_fulfilled_once() -> None:
    goal = compile_instruction("Put the apple in the sink, then put it in the bowl")
    room = [record("Apple"), record("Sink"), record("Bowl")]
    referee = FinalState(goal, room)
    after = [record("Apple", "Bowl"), *room[1:]]
    assert referee.verdict(after)["missing"] == ["Apple 1: in the SinkBasin | Sink"]
    referee.see("Alice", "PutObject(Sink_1)", True, "Apple_1")
    assert referee.verdict(after)["success"]
    assert not referee.verdict(room)["success"]


def test_a_thing_to_be_brought_stays_in_hand() -> None:
    played = run_case({"instruction": "Open the fridge, then bring me the apple, then close it",
                       "floor_plan": "SmallKitchen", "agents": 1, "max_steps": 25})
    assert played.success, played.failures
