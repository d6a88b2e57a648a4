"""Plans in any form: understood, executed, explained, repaired."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tables import cases

from domains.rescue.world.environment import RescueEnvironment
from domains.rescue.world.scene_file import shipped_scene
from planner.api import validate
from planner.errors import ComponentError, InputError, PlannerError, SourceError
from planner.execution.plans.check import PlanVerdict, check_text
from planner.execution.plans.text import read_plan
from planner.validation.judges import Verdict

CASES = cases(__file__)
TEAM = ("Alice", "Bob")
SCENE = Path(__file__).parents[3] / "domains" / "rescue" / "scenes" / "scene_1.toml"


def check(file: Path, text: str) -> PlanVerdict:
    verdict = validate(file, text)
    assert isinstance(verdict, PlanVerdict)
    return verdict


STEPS = [{"Alice": "go to Utah", "Bob": "wait"}, {"Alice": "get sand", "Bob": "Idle"}]


@pytest.mark.parametrize("text", CASES["forms"])
def test_one_plan_in_many_forms(text: str) -> None:
    assert [dict(step.actions) for step in read_plan(text, "p", TEAM)] == STEPS


def test_lines_without_names_belong_to_the_first_robot() -> None:
    steps = read_plan("* open the fridge\nclose it", "p", ("Alice",))
    assert [dict(s.actions) for s in steps] == [{"": "open the fridge"}, {"": "close it"}]
    assert [s.line for s in steps] == [1, 2]


@pytest.mark.parametrize(("text", "message"), [
    *CASES["unreadable"], ("[" * 3000, "p"), ("x" * 6000, "line too long")])
def test_unreadable_plans_are_explained(text: str, message: str) -> None:
    with pytest.raises((SourceError, InputError), match=message):
        read_plan(text, "p", TEAM)


def test_rescue_plan_fails_with_the_shortest_repair() -> None:
    plan = ("Alice: go to the reservoir Utah\nAlice: get sand from ReservoirUtah\n"
            "Alice: use the sand on CaldorFire_Region_1\n")
    verdict = check(SCENE, plan)
    assert (verdict.status, verdict.step, verdict.line) == (Verdict.INVALID, 3, 3)
    assert verdict.action == "UseSupply(CaldorFire_Region_1, Sand)"
    assert verdict.repair == ("Alice: NavigateTo(CaldorFire_Region_1)",)
    repaired = plan.replace("Alice: use", "Alice: go to CaldorFire_Region_1\nAlice: use")
    assert "every action works" in check(SCENE, repaired).explanation


def test_three_steps_are_found_where_one_is_not_enough() -> None:
    verdict = check(SCENE, "Alice: GetSupply(ReservoirUtah)\n")
    assert verdict.repair == ("Alice: NavigateTo(ReservoirUtah)",)
    verdict = check(SCENE, "Alice: NavigateTo(CaldorFire)\nAlice: UseSupply(CaldorFire, Sand)\n")
    assert verdict.repair == ("Alice: NavigateTo(ReservoirUtah)",
                              "Alice: GetSupply(ReservoirUtah)", "Alice: NavigateTo(CaldorFire)")


def test_words_that_fit_nothing_are_named() -> None:
    verdict = check(SCENE, "Alice: contemplate eternity\n")
    assert verdict.status is Verdict.INVALID
    assert "no action" in verdict.reason
    assert verdict.words == "contemplate eternity"


def test_recorded_run_is_judged_as_recorded(shared: Path) -> None:
    path = shared / "llamar" / "sar_trajectories" / "2_agents/seed_0/scene_1/trajectory.csv"
    verdict = check(SCENE, path.read_text())
    assert verdict.status is Verdict.VALID


def test_household_plan_is_told_to_open_the_fridge(tmp_path: Path) -> None:
    task = tmp_path / "task.toml"
    task.write_text('instruction = "Put all tomatoes in the fridge"\n'
                    'floor_plan = "FloorPlan1"\nagents = 1\n')
    plan = "navigate to the tomato\npick up the tomato\ngo to the fridge\nput it in the fridge\n"
    try:
        verdict = check(task, plan)
    except PlannerError as error:
        pytest.skip(f"no scene to open here: {error}")
    assert verdict.repair == ("Alice: OpenObject(Fridge_1)",)
    assert "open the fridge first" in verdict.explanation


class Broken(RescueEnvironment):
    def step(self, actions: Mapping[str, Any]) -> Any:
        raise self.trouble

    trouble: Exception = ZeroDivisionError("bug")


@pytest.mark.parametrize("trouble", [ZeroDivisionError("bug"), ComponentError("simulator died")])
def test_a_judge_that_crashes_is_never_a_wrong_plan(
    trouble: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Broken, "trouble", trouble)
    verdict = check_text(Broken(shipped_scene(1), 1), 0, "Move(Right)")
    assert verdict.status is Verdict.CRASHED
    assert int(verdict.status.exit_code) == 5
