"""Joint plans for others: behaviour trees and JSON as their schemas say."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from commands import planner
from teams import team

from planner.engines import Limits
from planner.engines.joint.export import behaviour_tree, joint_json, schema
from planner.engines.joint.gantt import gantt
from planner.engines.solve import solve_task
from planner.pddl.printer import print_domain, print_problem
from planner.plan import Plan, parse_ipc

TIMED = """0: (go r a b) [4]
4.004: (lift r q x) [2]
"""


@pytest.fixture(scope="module")
def joint() -> tuple[Plan, list[str], dict[str, list[str]]]:
    task, robots = team("depot")
    outcome = solve_task(task, engine="joint", limits=Limits(20, 2000))
    assert outcome.plan is not None
    return outcome.plan, sorted(robots), outcome.notes["joint"]["ports"]


def test_a_tree_has_a_parallel_for_each_joint_step(
    joint: tuple[Plan, list[str], dict[str, list[str]]]
) -> None:
    plan, robots, ports = joint
    root = ElementTree.fromstring(behaviour_tree(plan, robots, ports))
    parallels = root.findall("BehaviorTree/Sequence/Parallel")
    assert len(parallels) == plan.cost
    told = [(int(p.get("name", "").split()[1]), a.get("name")) for p in parallels for a in p]
    assert told == [(int(t), str(s)) for t, s in zip(plan.times, plan.steps, strict=True)]
    for action in root.iter("Action"):
        if action.get("name"):
            model = root.find(f"TreeNodesModel/Action[@ID='{action.get('ID')}']")
            assert model is not None
            assert {port.get("name") for port in model} == set(action.keys()) - {"ID", "name"}
            assert set(action.get("agent", "").split(",")) <= set(robots)


@pytest.mark.parametrize("timed", [False, True])
def test_both_forms_are_as_their_schemas_say(
    joint: tuple[Plan, list[str], dict[str, list[str]]], timed: bool
) -> None:
    plan, robots, ports = joint
    if timed:
        plan, robots, ports = parse_ipc(TIMED, timed=True), ["r", "q"], {}
    jsonschema = pytest.importorskip("jsonschema")
    rules = json.loads(schema("joint_plan.schema.json"))
    data = joint_json(plan, robots, 3)
    jsonschema.validate(data, rules)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**data, "robots": [3]}, rules)
    etree = pytest.importorskip("lxml.etree")
    checked = etree.XMLSchema(etree.fromstring(schema("behaviour_tree.xsd").encode()))
    tree = behaviour_tree(plan, robots, ports)
    checked.assertValid(etree.fromstring(tree.encode()))
    assert not checked.validate(etree.fromstring(tree.replace("success_count", "x").encode()))


def test_the_command_writes_them(tmp_path: Path) -> None:
    task, _ = team("rovers")
    (tmp_path / "domain.pddl").write_text(print_domain(task.domain))
    (tmp_path / "p.pddl").write_text(print_problem(task))
    words = ["solve", tmp_path / "p.pddl", "--agents-of", "rover"]
    assert not planner(*words, "--out", tmp_path, "--export", "bt,json", "--pictures").returncode
    data = json.loads((tmp_path / "p.joint.json").read_text())
    assert data["cost"] == data["bound"] == len(data["steps"])
    assert ElementTree.parse(tmp_path / "p.bt.xml").getroot().tag == "root"
    for wrong in (["--export", "bt"], ["--out", tmp_path, "--export", "pdf"]):
        assert planner(*words, *wrong).returncode


def test_bars_of_a_plan_in_time_are_as_long_as_actions_take() -> None:
    root = ElementTree.fromstring(gantt(TIMED, ["r", "q"]))
    bars = list(root.iter("{http://www.w3.org/2000/svg}rect"))[1:]
    widths = [float(bar.get("width", "")) for bar in bars]
    assert len(bars) == 3  # lifting takes both
    assert widths[1] == widths[2]
    assert abs(widths[0] / widths[1] - 2) < 0.1
