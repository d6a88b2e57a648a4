"""A command's way through the house is found by running it, and leads downwards."""

from __future__ import annotations

from pathlib import Path

from routes import ROUTES, imports, route


def test_a_scene_goes_down_from_the_command_to_the_loop(tmp_path: Path) -> None:
    found = route(ROUTES["a rescue scene"], tmp_path)
    down, up = imports(found)
    assert found.index("planner.cli.run_command") < found.index("planner.execution.loop")
    assert "domains.rescue.policy.policy" in found
    assert any(line.endswith("-> planner.cases") for line in down)
    assert up == []

