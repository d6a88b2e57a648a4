"""Record scenes from a running AI2-THOR into a store of one's own."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

from domains.household.thor.scenes.fetch import write_json
from planner.errors import ComponentError, InputError, UsageError

__all__ = ["record_scene"]


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
    plans: dict[str, Any] = {}
    if grids.is_file():
        try:
            plans = json.loads(grids.read_text(encoding="utf-8"))["plans"]
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(f"{grids}: not a grid file ({error})") from None
    plans[name] = {"points": sorted([round(p["x"], 4), round(p["z"], 4)] for p in found)}
    path = folder / f"{name}.metadata.json.gz"
    part = path.with_suffix(".part")
    part.write_bytes(gzip.compress(json.dumps([event]).encode(), 6, mtime=0))
    part.replace(path)
    write_json(grids, {"plans": plans})
    return path
