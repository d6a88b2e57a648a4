"""What a team says when it stops is so, and rests on things that were found."""

from typing import Any

import pytest
from household_episodes import build_environment, play, run_case
from household_scenes import record
from tables import cases

from domains.household.referee.final_state import FinalState
from planner.cli.run_command import summary
from translators.mapthor.compile import compile_instruction

CASES = cases(__file__)


@pytest.mark.parametrize(("instruction", "room", "reason"), CASES["missing"])
def test_what_was_not_found_was_not_done(instruction: str, room: str, reason: str) -> None:
    record, lines = play(instruction, room, max_steps=60)
    assert (record.success, record.believed_success) == (False, False)
    assert reason in lines[-2]["reasons"]["Alice"]
    assert summary(record, None)["outcome"] == "not solved"
    assert any("the room lacks" in o["text"] for o in record.extra["obstacles"])


@pytest.mark.parametrize(("instruction", "acts", "success"), CASES["seen"])
def test_found_is_what_a_robot_has_seen(instruction: str, acts: list[str], success: bool) -> None:
    environment = build_environment({"instruction": instruction, "floor_plan": "SmallLivingRoom",
                                     "agents": 1})
    environment.reset()
    for action in acts:
        environment.step({"Alice": action})
    assert environment.scorecard().success is success


@pytest.mark.parametrize(("instruction", "outcome"), CASES["found_out"])
def test_a_team_finds_out_what_is_so(instruction: str, outcome: bool) -> None:
    record, _ = play(instruction)
    assert (record.success, record.believed_success) == (outcome, outcome)


@pytest.mark.parametrize(("instruction", "outcome", "reason"), CASES["missed"])
def test_a_team_says_what_it_missed(
        instruction: str, outcome: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domains.household.policy.claims.PARTLY", -1.0)  # as looks differ by prior
    record, lines = play(instruction, "SmallKitchen")
    assert record.success is record.believed_success
    assert summary(record, None)["outcome"] == outcome
    assert lines[-2]["reasons"]["Alice"].startswith(reason)


def test_two_wishes_for_one_thing_are_one_task() -> None:
    """Where things of the table go the first subgoal says: not to and fro between the two."""
    record, lines = play("Clear the coffee table and tidy up the room.", "SmallLivingRoom",
                         max_steps=60)
    assert (record.success, record.believed_success) == (True, True)
    assert lines[-2]["reasons"]["Alice"].startswith("nothing is left to do")


def test_what_a_later_stage_undoes_has_to_be_done_all_the_same() -> None:
    """A fridge whose door never opens has not been opened and closed."""
    case = {"instruction": "Open the fridge, then close it", "floor_plan": "SmallKitchen",
            "agents": 1, "max_steps": 60}
    environment = build_environment(case)
    environment._skip = lambda action: action == "OpenObject"
    record = run_case(case, environment=environment)
    assert (record.success, record.believed_success) == (False, False)


@pytest.mark.parametrize(("tub", "basin", "bath", "sink"), [
    (True, False, True, False), (False, True, False, True), (False, False, False, False)])
def test_a_bath_is_run_at_the_bathtub(tub: bool, basin: bool, bath: bool, sink: bool) -> None:
    """Two taps a metre apart; each belongs to what is nearest to it."""
    def room(left: bool, right: bool) -> list[dict[str, Any]]:
        return [record("Bathtub", size=0.5), record("SinkBasin", x=1.3, size=0.5),
                *(record(f"Faucet|{n}", x=x, size=0.5, isToggled=on)
                  for n, x, on in ((1, 0.3, left), (2, 1.2, right)))]

    for sentence, wanted in (("Run a bath", bath), ("Turn on the sink", sink)):
        final = FinalState(compile_instruction(sentence), room(False, False))
        assert final.verdict(room(tub, basin))["success"] is wanted
