"""``planner run``: the last state, as judges of others want it; a plug-in's own options."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

from commands import planner

from planner.cases import option
from planner.cli.run_command import _command
from planner.discovery import domain_named


def test_the_last_state_is_for_outside_judges(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    assert planner("run", "household", "Open the fridge", "--floor-plan", "SmallKitchen",
                   "--final-state", state, "--engine", "fast-downward", "--trace",
                   tmp_path / "trace.jsonl").returncode == 0
    assert '"engine": "fast-downward"' in (tmp_path / "trace.jsonl").read_text(encoding="utf-8")
    data = json.loads(state.read_text(encoding="utf-8"))
    assert any(o["objectType"] == "Fridge" and o["isOpen"] for o in data["objects"])
    assert set(data["agents"]) == {"Alice", "Bob"}


@dataclass(frozen=True)
class Played:
    engine: str = option("", help="What the world runs on.")


def test_an_option_of_the_case_comes_before_the_commands_own() -> None:
    command = _command(replace(domain_named("rescue"), case_type=Played))
    assert [p.help for p in command.params if p.name == "engine"] == ["What the world runs on."]
