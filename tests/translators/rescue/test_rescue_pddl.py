"""Scenes as PDDL: readable, solvable by an outside planner, provably not with one robot."""

from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

from domains.rescue.case import RescueCase
from domains.rescue.episode import compiled
from domains.rescue.world.scene_file import scene_names, shipped_scene
from planner.errors import InputError
from planner.pddl import read_task
from planner.solving import solve_case, write_translation
from translators.rescue.compile import problem_text


@pytest.mark.parametrize("name", scene_names())
def test_every_scene_reads_as_pddl(tmp_path: Path, name: str) -> None:
    mapping = write_translation(compiled(RescueCase(name, 3)), tmp_path / "out", "s")
    task = read_task(tmp_path / "out" / "domain.pddl", tmp_path / "out" / "problem.pddl")
    assert set(mapping["objects"]) <= set(task.objects) | {"start"}
    assert mapping["objects"]["alice"] == "Alice"


def test_two_robots_carry_and_one_is_proven_unable(tmp_path: Path) -> None:
    file = tmp_path / "scene.toml"
    shipped = (resources.files("domains.rescue") / "scenes" / "scene_5.toml").read_text()
    for robots, status, carried in ((2, "SOLVED_SATISFICING", 4), (1, "UNSOLVABLE_PROVEN", 0)):
        file.write_text(shipped.replace("[team]", f"[team]\nagents = {robots}"))
        found = solve_case(RescueCase(str(file)))
        assert found.status == status
        assert str(found.plan).count("(carry ") == carried


def test_heavier_people_have_no_pddl_form() -> None:
    scene = shipped_scene(1)
    heavy = replace(scene, persons=(replace(scene.persons[0], extra_load=1),))
    with pytest.raises(InputError, match="carried by two"):
        problem_text(heavy)
