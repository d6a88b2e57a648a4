"""``planner run``: options from the case, files, cases of suites, what cannot be asked."""

import json
from pathlib import Path

from commands import planner


def test_the_last_state_is_for_outside_judges(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    assert planner("run", "household", "Open the fridge", "--floor-plan", "SmallKitchen",
                   "--final-state", state).returncode == 0
    data = json.loads(state.read_text(encoding="utf-8"))
    assert any(o["objectType"] == "Fridge" and o["isOpen"] for o in data["objects"])
    assert set(data["agents"]) == {"Alice", "Bob"}


def test_a_suite_is_run_with_another_policy(tmp_path: Path) -> None:
    out = tmp_path / "runs"
    assert not planner("bench", "rescue", "--filter", "scene=5 seed=0 agents=2", "--policy",
                       "greedy-any", "--jobs", "0", "--out", out).returncode
    assert [p.name for p in (out / "runs").iterdir()] == ["greedy-any"]
