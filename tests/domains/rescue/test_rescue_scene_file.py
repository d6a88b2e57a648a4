"""Scene files: what is shipped, round trips, and messages about wrong ones."""

from importlib import resources
from pathlib import Path

import pytest
from tables import cases

from domains.rescue.case import RescueCase
from domains.rescue.episode import case_scene
from domains.rescue.world import scene_file
from domains.rescue.world.scene_file import load_scene, scene_names, shipped_scene
from planner.cases import build
from planner.errors import InputError, SourceError, UsageError

CASES = cases(__file__)
GOOD = Path(__file__).with_name("scene.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", scene_names())
def test_copies_of_shipped_scenes_are_those_and_changed_ones_are_ones_own(
    name: str, tmp_path: Path
) -> None:
    scene, path = shipped_scene(name), tmp_path / "scene.toml"
    text = (resources.files("domains.rescue") / "scenes" / f"{name}.toml").read_text()
    path.write_text(text)
    assert load_scene(path) == scene
    path.write_text(text.replace("width = 30", "width = 31"))
    assert [s.basis()["scenes"] for s in (scene, load_scene(path))] == [
        "shipped with this package", "own or generated"]


def test_published_scenes_are_there() -> None:
    assert {f"scene_{k}" for k in range(1, 6)} <= set(scene_names())
    with pytest.raises(UsageError, match="no scene 'scene_9'"):
        shipped_scene(9)


def test_scenes_3_and_5_differ_in_the_papers_reading() -> None:
    kinds = [sorted(f.kind for f in shipped_scene(k, paper=True).fires) for k in (1, 3, 5)]
    assert kinds == [["A", "B"], ["A", "A", "B"], ["A", "B"]]
    assert case_scene(RescueCase(5, paper=True)).name == "scene_5_paper"
    assert case_scene(RescueCase(5, paper=True, scene_set="released")).name == "scene_5"
    with pytest.raises(InputError, match="scene_set is one of"):
        build(RescueCase, {"scene": 3, "scene_set": "mine"})


@pytest.mark.parametrize(("old", "new", "line", "message"), CASES["wrong"])
def test_wrong_files_name_the_line(old: str, new: str, line: int, message: str) -> None:
    assert GOOD.count(old) >= 1
    with pytest.raises(SourceError, match=message) as caught:
        scene_file.parse_scene(GOOD.replace(old, new, 1), "my.toml")
    assert str(caught.value).startswith(f"my.toml:{line}:")
    assert "^" in str(caught.value)
