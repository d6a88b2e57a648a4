"""Teams of different robots: skills, strength, reach; several lift what is too heavy for one."""

from pathlib import Path
from typing import Any

import pytest
from household_episodes import build_environment, play
from tables import cases

from domains.household.case import HouseholdCase
from domains.household.domain import DOMAIN
from domains.household.episode import compiled, describe
from domains.household.team import gets_at, may, read_team, strength
from planner import solve
from planner.errors import InputError, SourceError, UsageError
from planner.execution.episode import make_policy

CASES = cases(__file__)
Team = dict[str, dict[str, Any]]


def shared(instruction: str, team: Team) -> tuple[bool, list[dict[str, Any]]]:
    record, lines = play(instruction, agents=len(team), team=team)
    return record.success, lines[1:-1]


def doers(steps: list[dict[str, Any]], verb: str) -> set[str]:
    return {a for s in steps for a, action in s["actions"].items()
            if action.startswith(verb) and s["success"][a]}


def test_a_strong_a_tall_and_a_small_robot_share_out_a_task() -> None:
    team: Team = {"Alice": {"mass": 10, "reach": [0.0, 1.2]},
                  "Bob": {"mass": 0.4, "reach": [0.8, 2.2]},
                  "Charlie": {"verbs": ["PickupObject", "PutObject"], "mass": 0.3,
                              "reach": [0.0, 1.2]}}
    done, steps = shared("Put the bread, the tomato and the apple in the fridge", team)
    assert done
    taken = {action: a for s in steps for a, action in s["actions"].items()
             if action.startswith("PickupObject") and s["success"][a]}
    assert taken["PickupObject(Bread_1)"] == "Alice"  # 0.7 kg
    assert not doers(steps, "OpenObject") & {"Charlie"}
    assert len(doers(steps, "PutObject")) == 3
    assert not [f for s in steps for f in s["failure"].values() if f == "unable"]


@pytest.mark.parametrize("case", CASES["able"], ids=lambda case: case["instruction"])
def test_who_can_does_it(case: dict[str, Any]) -> None:
    done, steps = shared(case["instruction"], case["team"])
    assert done
    assert {verb: doers(steps, verb) for verb in case["done_by"]} == {
        verb: {robot} for verb, robot in case["done_by"].items()}
    assert not [f for s in steps for f in s["failure"].values() if f == "too-heavy"]


def test_who_is_too_weak_leaves_a_thing_to_who_lifts_it_alone() -> None:
    done, steps = shared("Put the bread in the fridge", {"Alice": {"mass": 0.1}, "Bob": {}})
    assert (done, doers(steps, "PickupObject")) == (True, {"Bob"})


def test_two_lift_what_is_too_heavy_for_one() -> None:
    team: Team = {"Alice": {"mass": 0.5}, "Bob": {"mass": 0.4}}
    done, steps = shared("Put the bread in the fridge", team)
    assert done
    assert any(set(s["actions"].values()) == {"PickupObject(Bread_1)"} for s in steps)


@pytest.mark.parametrize("case", CASES["unable"], ids=lambda case: case["reason"])
def test_what_a_team_is_not_made_for_is_said(case: dict[str, Any]) -> None:
    done, steps = shared(case["instruction"], case["team"])
    assert not done
    assert case["reason"] in steps[-1]["reasons"]["Alice"]
    assert set(steps[-1]["actions"].values()) == {"Done"}


def test_the_name_of_the_former_policy_says_what_took_its_place() -> None:
    with pytest.raises(UsageError, match="no policy 'symbolic' any more: 'planned' took its place"):
        make_policy(DOMAIN, HouseholdCase("Open the fridge", "SmallKitchen"), "symbolic")


def test_the_world_refuses_what_robots_are_not_made_for() -> None:
    environment = build_environment({
        "instruction": "Put the bread in the fridge", "floor_plan": "SmallKitchen", "agents": 2,
        "team": {"Alice": {"mass": 0.5}, "Bob": {"mass": 0.4, "verbs": ["PickupObject"]}}})
    environment.reset()
    environment.step({"Alice": "NavigateTo(Bread_1)", "Bob": "Idle"})
    seen, *_ = environment.step({"Alice": "PickupObject(Bread_1)", "Bob": "OpenObject(Fridge_1)"})
    assert seen["Alice"]["last"]["failure"] == "too-heavy"
    assert seen["Bob"]["last"]["failure"] in ("unable", "unknown")


@pytest.mark.parametrize(("text", "place", "words"), CASES["wrong"])
def test_wrong_team_files_are_errors_with_a_place(
    tmp_path: Path, text: str, place: str, words: str
) -> None:
    path = tmp_path / "team.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SourceError) as caught:
        read_team(path)
    assert f"team.toml:{place}: " in str(caught.value)
    assert words in str(caught.value)


def test_a_dry_run_reads_the_team_file(tmp_path: Path) -> None:
    path = tmp_path / "team.toml"
    path.write_text("[robots.Bob]\nmass = 2\nskills = []\n", encoding="utf-8")
    case = HouseholdCase("Open the fridge", "SmallKitchen", agents=str(path))
    said = describe(case)["text"].splitlines()
    assert said[1:] == ["  Bob: no skills; lifts up to 2 kg"]


def test_published_robots_and_lists_of_them_are_read(tmp_path: Path) -> None:
    path = tmp_path / "team.toml"
    path.write_text('[robots.Alice]\nskills = ["GoToObject", "SwitchOn", "PickupObject"]\n'
                    "mass = 3\nreach = 1.5\n", encoding="utf-8")
    alice = read_team(path)["Alice"]
    assert may(alice, "ToggleObjectOn")
    assert not may(alice, "SliceObject")
    assert may(alice, "Explore")
    assert strength(alice) == 3.0
    assert gets_at(alice, 1.6, 0.4)
    assert not gets_at(alice, 2.0, 0.4)
    published = Path(__file__).with_name("published_robots.json")  # as arXiv 2309.10062 has them
    team = read_team(published)
    assert [*team] == ["robot1", "robot 2"]
    assert may(team["robot1"], "ToggleObjectOff")
    assert not may(team["robot 2"], "OpenObject")
    assert may(team["robot 2"], "Explore")
    assert strength(team["robot 2"]) == 0.3
    path = tmp_path / "robots.json"
    path.write_text(published.read_text().replace('"mass": 0.3', '"mass": "light"'))
    with pytest.raises(SourceError, match=r"4:.*mass must be a number"):
        read_team(path)


def test_robots_of_any_name_play_and_plan(tmp_path: Path) -> None:
    path = tmp_path / "team.toml"
    path.write_text('[robots."Zoë 2"]\nskills = ["OpenObject", "CloseObject"]\n'
                    '[robots."机器人"]\nskills = ["PickupObject", "PutObject"]\n', encoding="utf-8")
    case = HouseholdCase("Put the apple in the fridge", "SmallKitchen", agents=str(path))
    record, lines = play(case.instruction, agents=case.agents)
    assert record.success
    assert {a for step in lines[1:-1] for a in step["actions"]} == {"Zoë 2", "机器人"}
    assert " zoe-2 r673a-5668-4eba - robot" in compiled(case).problem


@pytest.mark.parametrize("case", CASES["joint"], ids=lambda case: case["status"])
def test_the_joint_plan_keeps_to_skills_and_reach(case: dict[str, Any]) -> None:
    told = HouseholdCase(case["instruction"], "SmallKitchen", agents=len(case["team"]),
                         team=case["team"])
    assert solve(told, engine="joint").status.name == case["status"]


def test_what_several_lift_together_is_never_called_unsolvable() -> None:
    with pytest.raises(InputError, match="several robots together"):
        compiled(HouseholdCase("Put the bread in the fridge", "SmallKitchen",
                               team={"Alice": {"mass": 0.5}, "Bob": {"mass": 0.4}}))
