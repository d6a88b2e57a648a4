"""How close the headless engine is to recorded AI2-THOR metadata.

``python tests/attacks/thor_fidelity.py`` recomputes ``visible``, ``isInteractable`` and
``distance`` at each recording's own pose and field of view, and checks the recorded poses
against the walkable grid. A second check is independent of the recordings on which occlusion was
tuned: the opening poses of the ALFRED layouts (ai2thor 2.1.0, field of view 60), from each of
which the object must be interactable.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from domains.household.thor import open_store
from domains.household.thor.bodies.body import CAMERA_HEIGHT
from domains.household.thor.bodies.sight import View, visible
from domains.household.thor.bodies.world import World
from domains.household.thor.scene import GRID
from domains.household.thor.scenes.store import SceneStore

__all__ = ["Tally", "compare", "opening_poses"]


@dataclass
class Tally:
    """Counts of agreement on one property."""

    both: int = 0
    only_ours: int = 0
    only_recorded: int = 0
    neither: int = 0

    def add(self, ours: bool, recorded: bool) -> None:
        """Count one object."""
        name = ("neither", "only_recorded", "only_ours", "both")[2 * ours + recorded]
        setattr(self, name, getattr(self, name) + 1)

    @property
    def precision(self) -> float:
        """Share of ours that the recording has; 1 where we claim none."""
        total = self.both + self.only_ours
        return self.both / total if total else 1.0

    @property
    def recall(self) -> float:
        """Share of the recording's that we have; 1 where it has none."""
        total = self.both + self.only_recorded
        return self.both / total if total else 1.0


@dataclass
class Comparison:
    """Agreement over all recordings."""

    visible: Tally = field(default_factory=Tally)
    interactable: Tally = field(default_factory=Tally)
    classes: dict[str, Tally] = field(default_factory=dict)
    distance_error: float = 0.0
    poses: int = 0
    poses_on_grid: int = 0
    plans: int = 0


def compare(store: SceneStore, names: Iterable[str] | None = None) -> Comparison:
    """Compare the given scenes, or all that were recorded with their agent's pose."""
    result = Comparison()
    for name in names or store.files:
        event = _event(store.files[name])
        if event.get("syntheticStart") or "cameraPosition" not in event:
            continue
        result.plans += 1
        _compare_sight(result, World(store.load(name)), event)
        _compare_pose(result, World(store.load(name)), event)
    return result


def opening_poses(store: SceneStore, fov: float = 60.0) -> tuple[Tally, int, int]:
    """Check recorded opening poses; return the tally, how many lie on the grid, and how many.

    Only objects count that have the same id in 5.0.0. Needs ``layouts.json`` in a store.
    """
    tally, on_grid, total = Tally(), 0, 0
    for directory in store.directories:
        path = directory / "layouts.json"
        if not path.is_file():
            continue
        for name, layout in json.loads(path.read_text(encoding="utf-8")).items():
            world = World(store.load(name))
            height = world.start.y + CAMERA_HEIGHT
            for entry in layout["alfred_openable_poses"].values():
                row = world.index.get(entry["id_5_0_0"] or "")
                if row is None:
                    continue
                x, z, yaw, horizon = entry["pose"]
                view = View((x, height, z), yaw, horizon, fov)
                _, touched = visible(world.geometry(), view, 1.5, only=row)
                tally.add(bool(touched[row]), True)
                on_grid += (round(x / GRID), round(z / GRID)) in world.cells
                total += 1
    return tally, on_grid, total


def _compare_sight(result: Comparison, world: World, event: Mapping[str, Any]) -> None:
    eye, agent = event["cameraPosition"], event["agent"]
    aspect = event["screenWidth"] / event["screenHeight"]
    view = View((eye["x"], eye["y"], eye["z"]), agent["rotation"]["y"], agent["cameraHorizon"],
                event["fov"], aspect)
    seen, touched = visible(world.geometry(), view, 1.5)
    here = np.array([agent["position"][k] for k in "xyz"])
    for row, record in enumerate(event["objects"]):
        result.visible.add(bool(seen[row]), record["visible"])
        result.interactable.add(bool(touched[row]), record["isInteractable"])
        kind = result.classes.setdefault(record["objectType"], Tally())
        kind.add(bool(seen[row]), record["visible"])
        distance = float(np.linalg.norm(world.geometry().position[row] - here))
        result.distance_error = max(result.distance_error, abs(distance - record["distance"]))


def _compare_pose(result: Comparison, world: World, event: Mapping[str, Any]) -> None:
    position = event["agent"]["position"]
    result.poses += 1
    cell = (round(position["x"] / GRID), round(position["z"] / GRID))
    result.poses_on_grid += cell in world.cells


def _event(path: Path) -> dict[str, Any]:
    raw = path.read_bytes()
    document = json.loads(gzip.decompress(raw) if path.suffix == ".gz" else raw)
    event: dict[str, Any] = document[0] if isinstance(document, list) else document
    inner: dict[str, Any] = event.get("metadata", event)
    return inner


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--all", action="store_true", help="list classes without disagreement too")
    options = parser.parse_args()
    result = compare(open_store())
    lines = [
        f"{result.plans} recordings; start poses on the walkable grid: "
        f"{result.poses_on_grid} of {result.poses}; largest error of distance: "
        f"{1000 * result.distance_error:.2f} mm", "",
        "| property | both | only here | only recorded | neither | precision | recall |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, tally in (("visible", result.visible), ("isInteractable", result.interactable)):
        lines.append(_line(name, tally))
    poses, on_grid, total = opening_poses(open_store())
    if total:
        lines += ["", f"Opening poses of ALFRED (field of view 60): the object is interactable "
                  f"from {poses.both} of {total} ({poses.recall:.0%}); {on_grid} lie on the grid"]
    lines += ["", "| class | both | only here | only recorded | neither | precision | recall |",
              "|---|---|---|---|---|---|---|"]
    for kind, tally in sorted(result.classes.items()):
        if options.all or tally.both or tally.only_ours or tally.only_recorded:
            lines.append(_line(kind, tally))
    sys.stdout.write("\n".join(lines) + "\n")


def _line(name: str, tally: Tally) -> str:
    return (f"| {name} | {tally.both} | {tally.only_ours} | {tally.only_recorded} | "
            f"{tally.neither} | {tally.precision:.2f} | {tally.recall:.2f} |")


if __name__ == "__main__":
    main()
