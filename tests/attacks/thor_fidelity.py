"""How close the headless engine is to recorded AI2-THOR metadata.

``recordings`` recomputes ``visible``, ``isInteractable`` and ``distance`` at each recording's own
pose and field of view; wrong is a pose off the walkable grid or a distance off by 0.1 mm.
``opening poses`` is independent of the recordings on which occlusion was tuned: from those of the
ALFRED layouts (ai2thor 2.1.0, field of view 60) the object must be interactable. Options:
``attack.py``; with the store of ``planner scenes fetch`` a case is a floor plan.
"""

import gzip
import json
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from attack import Attack, Verdict, main

from domains.household.thor import open_store
from domains.household.thor.bodies.body import CAMERA_HEIGHT
from domains.household.thor.bodies.sight import View, visible
from domains.household.thor.bodies.world import World
from domains.household.thor.scene import GRID
from domains.household.thor.scenes.store import SceneStore

ERROR_M = 1e-4


def recording(store: SceneStore, name: str) -> Verdict:
    event, world = _event(store.files[name]), World(store.load(name))
    if event.get("syntheticStart") or "cameraPosition" not in event:
        return Verdict("recordings", name)
    eye, agent = event["cameraPosition"], event["agent"]
    view = View((eye["x"], eye["y"], eye["z"]), agent["rotation"]["y"], agent["cameraHorizon"],
                event["fov"], event["screenWidth"], event["screenHeight"])
    seen, touched = visible(world.geometry(), view, 1.5)
    here = np.array([agent["position"][k] for k in "xyz"])
    counts, error = Counter[str](recordings=1), 0.0
    for row, record in enumerate(event["objects"]):
        for what, ours, key in (("visible", seen, "visible"),
                                ("interactable", touched, "isInteractable")):
            kind = ("neither", "only recorded", "only here", "both")[2 * bool(ours[row]) + record[
                key]]
            counts[f"{what}: {kind}"] += 1
        distance = float(np.linalg.norm(world.geometry().position[row] - here))
        error = max(error, abs(distance - record["distance"]))
    cell = (round(agent["position"]["x"] / GRID), round(agent["position"]["z"] / GRID))
    wrong = "off the grid" * (cell not in world.cells) or (
        f"distances off by {error:.5f} m" * (error >= ERROR_M))
    return Verdict("recordings", name, wrong, counts)


def opening_poses(store: SceneStore, name: str) -> Verdict:
    """Check a floor plan's recorded opening poses of objects that have the same id in 5.0.0."""
    world, counts = World(store.load(name)), Counter[str](poses=0)
    for entry in _layouts(store).get(name, {}).get("alfred_openable_poses", {}).values():
        row = world.index.get(entry["id_5_0_0"] or "")
        if row is None:
            continue
        x, z, yaw, horizon = entry["pose"]
        view = View((x, world.scene.start.y + CAMERA_HEIGHT, z), yaw, horizon, 60.0)
        _, touched = visible(world.geometry(), view, 1.5, only=row)
        counts += Counter({"interactable": bool(touched[row]), "poses": 1, "on the grid": (
            round(x / GRID), round(z / GRID)) in world.cells})
    return Verdict("opening poses", name, "", counts)


def _layouts(store: SceneStore) -> dict[str, Any]:
    files = [d / "layouts.json" for d in store.directories if (d / "layouts.json").is_file()]
    return {name: layout for file in files
            for name, layout in json.loads(file.read_text(encoding="utf-8")).items()}


def _event(path: Path) -> Mapping[str, Any]:
    raw = path.read_bytes()
    document = json.loads(gzip.decompress(raw) if path.suffix == ".gz" else raw)
    event: dict[str, Any] = document[0] if isinstance(document, list) else document
    inner: dict[str, Any] = event.get("metadata", event)
    return inner


def _nth(number: int) -> tuple[SceneStore, str]:
    store = open_store()
    return store, list(store.files)[number % len(store.files)]


ATTACKS: dict[str, Attack] = {"recordings": lambda _, number: recording(*_nth(number)),
                              "opening poses": lambda _, number: opening_poses(*_nth(number))}

if __name__ == "__main__":
    sys.exit(main(ATTACKS, __doc__, len(open_store().files)))
