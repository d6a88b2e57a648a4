"""Stopping because nothing more can be done is no claim of success."""

from rescue_episodes import run_case


def test_a_lone_robot_gives_up_on_a_person_for_two() -> None:
    record = run_case({"scene": 1, "agents": 1, "seed": 0, "max_steps": 30, "policy": "symbolic"})
    assert record.steps < 30
    assert not record.success
    assert not record.believed_success


def test_a_team_that_finishes_says_so() -> None:
    record = run_case({"scene": 1, "agents": 2, "seed": 0, "max_steps": 30, "policy": "symbolic"})
    assert record.success
    assert record.believed_success
