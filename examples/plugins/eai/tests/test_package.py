"""What is wrong with the package or its files is named; what is right is played and judged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import house
from lmfree_eai import package as installed
from lmfree_eai.package import Graph

from planner.errors import InputError, MissingError


def test_another_version_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed.metadata, "version", lambda name: "9.9.9")
    with pytest.raises(MissingError, match=r"eai-eval 9\.9\.9 is installed, 1\.0\.5"):
        installed.folder.__wrapped__()


@pytest.mark.parametrize(("edge", "wrong"), [
    ({"from_id": 10, "relation_type": "UNDER", "to_id": 11}, "unknown relation 'UNDER'"),
    ({"from_id": 10, "relation_type": "ON", "to_id": 77}, "has no node"),
    ({"from_id": 10, "relation_type": "ON"}, "no scene graph"),
    ({"from_id": 10, "relation_type": 3, "to_id": 11}, "no scene graph"),
])
def test_a_defective_graph_is_named(edge: dict[str, Any], wrong: str) -> None:
    data = house()
    data["edges"].append(edge)
    with pytest.raises(InputError, match=wrong):
        Graph.read(data, "file1.json")


@pytest.mark.usefixtures("package")
def test_a_missing_file_is_named() -> None:
    with pytest.raises(MissingError, match=r"lacks nowhere\.json"):
        installed.read_json("nowhere.json")
    with pytest.raises(InputError, match="no task '0_0'"):
        installed.task_of("0_0")


@pytest.mark.usefixtures("package")
def test_subgoals_and_operators_are_judged_by_the_official_evaluator(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from lmfree_eai import modeling
    from lmfree_eai.judge import judge
    from lmfree_eai.modules import write

    monkeypatch.setattr(modeling, "EPISODES", 2)
    for module in ("subgoal_decomposition", "transition_modeling"):
        write(module, tmp_path, ["11_1", "183_2", "158_1"])
    found = judge(tmp_path)["modules"]
    causes = {name: told["cause"] for name, told in found["subgoal_decomposition"]["tasks"].items()}
    assert causes["scene_1_11_1"] == ""
    assert causes["scene_1_158_1"] == "impossible (proof)"
    assert causes["scene_1_183_2"].startswith("evaluator's defect")
    laws = found["transition_modeling"]["official"]["lmfree_laws"]["overall"]
    assert laws["planner_success_rate"] > 50
    assert 30 < laws["f1"] < 70


@pytest.mark.usefixtures("package")
def test_a_task_that_cannot_be_read_is_skipped_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from lmfree_eai import modules

    data = house(edges=[(10, "UNDER", 11)])
    monkeypatch.setattr(installed.Task, "data", lambda task: data)
    notes = modules.write("action_sequencing", tmp_path, ["11_1"])
    assert notes["tasks"] == {"11_1": "skipped (file11_1.json: unknown relation 'UNDER')"}


@pytest.mark.usefixtures("package")
def test_a_task_without_a_goal_is_skipped_by_name(tmp_path: Path) -> None:
    from lmfree_eai.modules import write

    notes = write("subgoal_decomposition", tmp_path, ["339_1", "11_1"])["tasks"]
    assert notes["339_1"] == "skipped (task 339_1 has no goal formula)"
    assert not notes["11_1"]


@pytest.mark.usefixtures("package")
def test_answers_are_judged_by_the_official_evaluator(tmp_path: Path) -> None:
    from lmfree_eai.judge import judge
    from lmfree_eai.modules import write
    from lmfree_eai.page import page

    names = ["11_1", "384_1", "1064_1", "125_2", "27_2"]
    write("action_sequencing", tmp_path, names)
    whole = judge(tmp_path)
    report = whole["modules"]["action_sequencing"]
    causes = {name: told["cause"] for name, told in report["tasks"].items()}
    assert not report["crash"]
    assert causes["11_1"] == causes["1064_1"] == ""
    assert causes["125_2"] == "impossible (proof)"
    assert report["tasks"]["27_2"] == {"cause": "", "counted": False}
    assert report["official"]["lmfree"]["trajectory_evaluation"]["runtime_error"] == {
        "wrong_order": 0.0, "missing_step": 0.0, "affordance_error": 0.0, "additional_step": 0.0}
    assert "| 1 | impossible (proof) | `125_2` |" in page(whole)


@pytest.mark.usefixtures("package")
def test_the_evaluators_crash_is_told_as_its_own(tmp_path: Path) -> None:
    from lmfree_eai.judge import judge
    from lmfree_eai.modules import write
    from lmfree_eai.page import page

    write("action_sequencing", tmp_path, ["11_1"])  # no edge goal: it divides by zero
    report = judge(tmp_path)
    assert "ZeroDivisionError" in report["modules"]["action_sequencing"]["crash"]
    assert "its defect, not ours" in page(report)
    assert json.loads(json.dumps(report)) == report


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize("view", ["room", "house"])
def test_the_loop_closes_with_and_without_full_knowledge(view: str) -> None:
    from lmfree_eai import DOMAIN, Chore

    from planner.execution.episode import run

    for name in ("11_1", "1064_1"):
        assert run(Chore(name, view=view), domain=DOMAIN).success, name


@pytest.mark.usefixtures("package")
def test_the_domain_keeps_its_contract() -> None:
    from lmfree_eai import DOMAIN, Chore

    from planner.testing import check_domain

    check_domain(DOMAIN, Chore("11_1"), engine="fast-downward")


@pytest.mark.usefixtures("package")
def test_goals_are_read_without_a_language_model() -> None:
    from lmfree_eai.goals import half, interpret
    from lmfree_eai.package import task_of

    task = task_of("124_1")
    assert half(task.title) == "seen"
    assert interpret(task, task.graph()) == [
        ("character", "SITTING"), ("character", "ON", "couch")]


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize(("text", "lacks"), [
    ("", "nothing executed"), ('{"WALK": ["light"]}', "WALK: crash: AttributeError"),
    ('{"WALK": ["light", "x"]}', "not in the evaluator's format"),
    ('{"FLY": ["light", "1000"]}', "FLY: crash: KeyError"),
    ('{"WALK": ["light", "77777"]}', "WALK: crash: AttributeError"),
])
def test_answers_of_others_may_be_anything(text: str, lacks: str) -> None:
    from lmfree_eai.judge import exact

    assert exact(installed.task_of("11_1"), text).startswith(lacks)
