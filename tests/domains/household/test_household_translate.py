"""``planner translate`` of a household task gives PDDL that an outside planner solves."""

import json
from pathlib import Path

import pytest

from planner.cli.main import main
from planner.engines import solve_pddl


def test_a_task_file_becomes_solvable_pddl(tmp_path: Path) -> None:
    task = tmp_path / "task.toml"
    task.write_text('instruction = "Put the apple in the fridge"\n'
                    'floor_plan = "SmallKitchen"\nagents = 1\n')
    with pytest.raises(SystemExit) as end:
        main(["translate", str(task), "--out", str(tmp_path / "pddl")])
    assert not end.value.code
    names = json.loads((tmp_path / "pddl" / "map.json").read_text())
    assert names["objects"]
    outcome = solve_pddl(tmp_path / "pddl" / "domain.pddl", tmp_path / "pddl" / "problem.pddl",
                         engine="fast-downward")
    assert outcome.plan is not None
    assert any(step.name.startswith("put") for step in outcome.plan.steps)
