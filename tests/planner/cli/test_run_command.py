"""``planner run``: the last state, as judges of others want it."""

import json
from pathlib import Path

from commands import planner


def test_the_last_state_is_for_outside_judges(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    assert planner("run", "household", "Open the fridge", "--floor-plan", "SmallKitchen",
                   "--final-state", state, "--engine", "fast-downward", "--trace",
                   tmp_path / "trace.jsonl").returncode == 0
    assert '"engine": "fast-downward"' in (tmp_path / "trace.jsonl").read_text(encoding="utf-8")
    data = json.loads(state.read_text(encoding="utf-8"))
    assert any(o["objectType"] == "Fridge" and o["isOpen"] for o in data["objects"])
    assert set(data["agents"]) == {"Alice", "Bob"}
