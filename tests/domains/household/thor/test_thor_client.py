"""The unmodified client in front of the engine: in process, and behind its own pipes."""

import contextlib
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest
from commands import python
from tables import cases
from thor_walk import digest
from waiting import alive, wait_until

import planner
from domains.household.episode import open_environment
from domains.household.thor import Engine, command_line, controller, open_store
from planner.errors import MissingError, UsageError

pytest.importorskip("ai2thor")
pytestmark = pytest.mark.filterwarnings("ignore")

ACTIONS: list[dict[str, Any]] = cases(__file__)["actions"]


@pytest.fixture(autouse=True)
def quiet_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set a home directory: the client writes below it, the engine looks for stores there."""
    empty = tmp_path / "store"
    empty.mkdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PLANNER_SCENES", str(empty))


def stock(**more: Any) -> Any:
    from ai2thor.controller import Controller

    return Controller(local_executable_path=command_line(), headless=True, x_display=":99",
                      scene="SmallKitchen", **more)


@pytest.fixture
def process() -> Iterator[Any]:
    client = stock(agentCount=2)
    yield client
    client.stop()


def client_digests(client: Any) -> list[str]:
    found = [digest([dict(e.metadata) for e in client.last_event.events])]
    for action in ACTIONS:
        event = client.step(dict(action))
        found.append(digest([dict(e.metadata) for e in event.events]))
    return found


def test_same_metadata_through_both_hooks_and_the_library(process: Any) -> None:
    engine = Engine(open_store([]))
    bare = [digest(engine.reset("SmallKitchen", agentCount=2))]
    bare += [digest(engine.act(action)) for action in ACTIONS]
    assert len(set(bare)) == len(bare)
    assert client_digests(process) == bare
    assert client_digests(controller("SmallKitchen", 2, store=open_store([]))) == bare


def test_client_behaviour_in_process() -> None:
    client = controller("SmallKitchen", 2, store=open_store([]), gridSize=0.25)
    assert type(client.last_event).__name__ == "MultiAgentEvent"
    assert "SmallLivingRoom" in client.scenes_in_build
    event = client.step("RotateRight", agentId=1)
    assert event.events[1].metadata["agent"]["rotation"]["y"] == 90
    assert event.metadata["agentId"] == 1
    with pytest.raises(ValueError, match="Fly"):
        client.step("Fly")
    with pytest.raises(ValueError, match="not contained in build"):
        client.reset("FloorPlan999")
    with pytest.raises(RuntimeError, match="out of range"):
        client.step("MoveAhead", agentId=9, raise_for_failure=True)
    client.step("Initialize", agentCount=1)
    assert type(client.last_event).__name__ == "Event"
    client.reset("SmallLivingRoom")
    assert len(client.last_event.events) == 2
    assert client.last_event.metadata["engine"]["name"] == "lmfree-planner headless engine"


def test_detections_reach_farther_than_visibility_and_not_through_furniture() -> None:
    client = controller("SmallLivingRoom", 1, store=open_store([]))
    client.step("Teleport", position={"x": 0, "y": 0.9, "z": 1}, rotation=180, horizon=0)
    event = client.last_event
    seen = set(event.instance_detections2D)
    near = {o["objectId"] for o in event.metadata["objects"] if o["visible"]}
    sofa = next(o["objectId"] for o in event.metadata["objects"] if o["objectType"] == "Sofa")
    watch = next(o["objectId"] for o in event.metadata["objects"] if o["objectType"] == "Watch")
    assert near <= seen
    assert sofa in seen - near
    assert watch not in seen
    x0, y0, x1, y1 = event.instance_detections2D[sofa]
    assert 0 <= x0 <= x1 < 300
    assert 0 <= y0 <= y1 < 300
    client.step("RotateRight", degrees=180)
    assert sofa not in client.last_event.instance_detections2D
    assert set(event.instance_detections2D) == seen


def test_the_clients_own_masks_and_detections_work(process: Any) -> None:
    asked = {"agentCount": 2, "renderInstanceSegmentation": True}
    piped = process.reset("SmallLivingRoom", **asked)
    local = controller("SmallLivingRoom", store=open_store([])).reset(**asked)
    bare = controller("SmallLivingRoom", 2, store=open_store([])).last_event
    for plain, mine, theirs in zip(bare.events, local.events, piped.events, strict=True):
        assert set(theirs.instance_detections2D) == set(mine.instance_detections2D) == set(
            plain.instance_detections2D)
        assert (mine.instance_segmentation_frame == theirs.instance_segmentation_frame).all()
        assert mine.instance_segmentation_frame.shape == (300, 300, 3)
        for name, mask in mine.instance_masks.items():
            x0, y0, x1, y1 = mine.instance_detections2D[name]
            assert mask[y0 : y1 + 1, x0 : x1 + 1].sum() == mask.sum() > 0
            colour = mine.instance_segmentation_frame[mask][0]
            assert mine.color_to_object_id[tuple(colour.tolist())] == name
            assert mine.class_masks[name.split("|")[0]][mask].all()
            assert (x0, y0, x1, y1) in mine.class_detections2D[name.split("|")[0]]
        assert set(mine.instance_detections2D.instance_masks) == set(mine.instance_masks)


def test_frames_are_black_and_of_the_right_shape() -> None:
    client = controller("SmallKitchen", 2, store=open_store([]), width=320, height=200)
    event = client.step("RotateRight", agentId=1)
    for single in (event.events[0], event.events[1]):
        assert single.frame.shape == single.cv2img.shape == (200, 320, 3)
        assert single.frame.dtype == np.uint8
    assert event.cv2img.sum() == 0
    assert client.step("Pass", renderImage=False).events[0].frame is None
    shown = client.step("Pass", renderInstanceSegmentation=True).events[0]
    assert len(shown.instance_masks) > 3
    assert shown.instance_masks.keys() <= shown.object_id_to_color.keys()


def test_further_cameras_have_frames_masks_and_metadata() -> None:
    client = controller("SmallKitchen", 1, store=open_store([]), renderInstanceSegmentation=True)
    view = client.step("GetMapViewCameraProperties").metadata["actionReturn"]
    client.step("AddThirdPartyCamera", **view, skyboxColor="white")
    event = client.step("AddThirdPartyCamera", position={"x": 0, "y": 1.5, "z": 0},
                        rotation={"x": 20, "y": 0, "z": 0}, fieldOfView=60)
    assert [c["fieldOfView"] for c in event.metadata["thirdPartyCameras"]] == [90.0, 60.0]
    above, ahead = event.third_party_instance_masks
    table = next(o for o in event.metadata["objects"] if o["objectType"] == "DiningTable")
    rows, columns = np.nonzero(above[table["objectId"]])
    centre, size = table["axisAlignedBoundingBox"]["center"], view["orthographicSize"]
    for value, axis, sign in ((columns.mean(), "x", 1), (rows.mean(), "z", -1)):
        there = view["position"][axis] + sign * (value / 150 - 1) * size
        assert there == pytest.approx(centre[axis], abs=0.1)
    assert set(ahead) != set(above)
    assert [f.shape for f in event.third_party_camera_frames] == [(300, 300, 3)] * 2
    turned = client.step("UpdateThirdPartyCamera", thirdPartyCameraId=1,
                         rotation={"x": 20, "y": 180, "z": 0})
    assert set(turned.third_party_instance_masks[1]) != set(ahead)


def test_a_script_that_knows_the_client_alone_runs_unchanged() -> None:
    example = Path(__file__).resolve().parents[4] / "examples" / "thor_pictures.py"
    done = python("-m", "domains.household.thor", example, "SmallKitchen")
    assert "agent 1: frame (480, 640, 3)" in done.stdout
    assert "_copy_" in done.stdout.splitlines()[-1]


@pytest.mark.parametrize("killed", [signal.SIGKILL, signal.SIGSTOP, None])
def test_a_killed_engine_is_an_error_at_once_and_leaves_no_orphan(killed: int | None) -> None:
    client = controller("SmallKitchen", backend="process")
    engine = psutil.Process(client.server.unity_proc.pid)
    processes = [engine, *engine.children()]
    if killed:
        engine.send_signal(killed)
    if killed == signal.SIGSTOP:  # it dies while an answer is awaited
        threading.Timer(0.3, engine.kill).start()
    if killed:  # an error of the client, never its time limit
        with pytest.raises((RuntimeError, BrokenPipeError)):
            client.step("RotateRight")
    with contextlib.suppress(BrokenPipeError):  # what was not sent
        client.stop()
    wait_until(lambda: not any(map(alive, processes)), 10)


def test_robots_see_as_much_of_an_engine_in_a_process_of_its_own() -> None:
    seen = []
    for backend in ("headless", "process"):
        world = planner.case("household", instruction="Open the fridge", floor_plan="SmallKitchen",
                             agents=1, thor=backend)
        with contextlib.closing(open_environment(world)) as environment:
            seen.append(environment.reset(seed=0)[0])
    assert seen[0] == seen[1]


def test_an_engine_that_cannot_start_tells_why(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PLANNER_SCENES", str(tmp_path / "nowhere"))
    with pytest.raises((ValueError, RuntimeError), match="nowhere"):
        stock()


def test_a_missing_unity_build_is_told_clearly(monkeypatch: pytest.MonkeyPatch) -> None:
    import ai2thor.controller

    def refuse(*_: Any, **__: Any) -> None:
        raise ValueError("Invalid commit_id: 1234 - no build exists")

    monkeypatch.setattr(ai2thor.controller.Controller, "find_build", refuse)
    with pytest.raises(MissingError, match=r"Unity build.*no build exists"):
        controller("SmallKitchen", backend="unity")


def test_unknown_names_are_refused_before_anything_starts() -> None:
    for backend in ("headless", "process"):
        with pytest.raises(UsageError, match="SmallKitchen"):
            controller("SmallKitchn", backend=backend)
    with pytest.raises(UsageError, match="headless, process, unity"):
        controller("SmallKitchen", backend="unreal")


def test_a_cut_scene_file_fails_the_reset_with_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "cut" / "metadata"
    folder.mkdir(parents=True)
    (folder / "FloorPlan7.metadata.json").write_text('[{"objects": [')
    client = controller("SmallKitchen", 1, store=open_store([tmp_path / "cut"]))
    with pytest.raises(RuntimeError, match=r"FloorPlan7\.metadata\.json"):
        client.reset("FloorPlan7")
    assert client.reset("SmallKitchen").metadata["lastActionSuccess"]


def test_the_example_brings_the_apple_into_the_fridge(shared: Path) -> None:
    root = Path(__file__).resolve().parents[4]
    done = python(root / "examples" / "fetch_apple.py", PYTHONPATH=str(root),
                  PLANNER_SCENES=str(shared / "thor"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "agent 0 PutObject" in done.stdout
    assert done.stdout.rstrip().endswith("the apple is in the closed fridge")
