"""An option that has no effect, and a name that nobody knows, are errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from planner.cli.main import main

ROOT = Path(__file__).resolve().parents[3]
SCENE = ROOT / "domains" / "rescue" / "scenes" / "scene_1.toml"
PROBLEM = ROOT / "domains" / "competition" / "problems" / "plate.xml"


def exit_code(*arguments: object) -> object:
    with pytest.raises(SystemExit) as ended:
        main([str(a) for a in arguments])
    return ended.value.code


@pytest.mark.parametrize("option", [
    ("--true-world",), ("--domain", "d.pddl")])
def test_solve_refuses_what_a_scene_would_ignore(
    option: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert SCENE.is_file()
    assert exit_code("solve", SCENE, *option) == 2
    assert f"{option[0]} has no effect" in capsys.readouterr().err


def test_solve_refuses_what_a_competition_problem_would_ignore() -> None:
    assert PROBLEM.is_file()
    assert exit_code("solve", PROBLEM, "--domain", "d.pddl") == 2
    assert exit_code("solve", PROBLEM, "--pictures") == 2


def test_play_knows_its_policies(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code("play", PROBLEM, "--policy", "foo") == 2
    assert "known: belief, told" in capsys.readouterr().err
