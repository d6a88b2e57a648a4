"""Scene stores: directories of recorded scenes, found in a fixed order.

A store holds ``metadata/NAME.metadata.json[.gz]`` (event metadata after ``Initialize``: a list
with one element, or the element) and ``reachable.json`` (the walkable grid of each plan). Order:
the directory named by ``PLANNER_SCENES``, else the user's own store built by ``planner scenes
fetch``; the rooms shipped with this package are always there.
"""

from __future__ import annotations

import difflib
import gzip
import os
import re
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from domains.household.thor.scene import Scene, build_scene
from domains.household.thor.scenes.rooms import read_room, room_names
from planner.errors import InputError, UsageError
from planner.files import parse_json

_LIMIT_BYTES = 64_000_000


@dataclass(frozen=True)
class SceneStore:
    """Scenes of one or more directories; the first directory that has a scene wins."""

    directories: tuple[Path, ...]
    _scenes: dict[str, Scene] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def files(self) -> Mapping[str, Path]:
        """Scene name → recorded metadata, in natural order (FloorPlan2 before FloorPlan10)."""
        found: dict[str, Path] = {}
        for directory in self.directories:
            for path in sorted((directory / "metadata").glob("*.metadata.json*")):
                if match := re.fullmatch(r"(.*)\.metadata\.json(\.gz)?", path.name):
                    found.setdefault(match[1], path)
        return dict(sorted(found.items(), key=lambda item: [
            int(p) if p.isdecimal() else p for p in re.split(r"(\d+)", item[0])]))

    def names(self) -> tuple[str, ...]:
        """All scene names: floor plans first, then the shipped rooms."""
        return (*self.files, *(n for n in room_names() if n not in self.files))

    def build_names(self) -> list[str]:
        """Names as the client knows them (``FloorPlan1_physics``; rooms as they are)."""
        return [n + "_physics" if re.fullmatch(r"FloorPlan\d+", n) else n for n in self.names()]

    def load(self, name: str) -> Scene:
        """Return a scene (kept in memory); :class:`UsageError` for a name no store has."""
        name = name.removesuffix("_physics")
        if name not in self._scenes:
            self._scenes[name] = self._read(name)
        return self._scenes[name]

    def _read(self, name: str) -> Scene:
        path = self.files.get(name)
        if path is None:
            if name in room_names():
                return read_room(name)
            raise UsageError(self._unknown(name))
        event = _read_json(path)
        event = event[0] if isinstance(event, list) and event else event
        if not isinstance(event, dict):
            raise InputError(f"{path}: expected event metadata")
        event = event.get("metadata", event)
        directory = path.parent.parent
        grids = directory / "reachable.json"
        plan = _grids(grids).get(name) if grids.is_file() else None
        points = plan.get("points") if isinstance(plan, dict) else None
        if not isinstance(points, list):
            raise InputError(f"{grids}: no grid points for {name}")
        return build_scene(name, event, points, directory.name, str(path))

    def _unknown(self, name: str) -> str:
        close = difflib.get_close_matches(name, self.names(), 3)
        hint = f"; did you mean {', '.join(close)}?" if close else ""
        if not self.files:
            hint += " (`planner scenes list` shows these, `planner scenes fetch` gets all)"
        elif re.fullmatch(r"FloorPlan\d{1,3}", name):
            hint += " (`planner scenes fetch` gets all 120 iTHOR floor plans)"
        return f"unknown scene {name!r}{hint or '; planner scenes list shows them'}"


def user_store() -> Path:
    """Where ``planner scenes fetch`` puts a user's scenes: below the user's data directory."""
    base = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local/share")
    return Path(base) / "lmfree-planner" / "scenes"


def scene_names() -> tuple[str, ...]:
    """Return the names of the scenes on this machine, recorded ones first."""
    return open_store().names()


def open_store(directories: Iterable[str | Path] | None = None) -> SceneStore:
    """Open the given directories, or the ones found in the order given above."""
    if directories is not None:
        return SceneStore(tuple(Path(d) for d in directories))
    named = os.environ.get("PLANNER_SCENES")
    if named:
        path = Path(named).expanduser()
        if not path.is_dir():
            raise UsageError(f"PLANNER_SCENES names {path}, which is not a directory")
        return _opened((path,))
    own = user_store()
    return _opened((own,) if (own / "metadata").is_dir() else ())


_opened = lru_cache(maxsize=8)(SceneStore)


def read_grids(path: Path) -> Mapping[str, Any]:
    """Return the walkable grids of a ``reachable.json`` by the names of their plans."""
    document = _read_json(path)
    plans = document.get("plans", document) if isinstance(document, dict) else None
    if not isinstance(plans, dict):
        raise InputError(f"{path}: expected a map of floor plans")
    return plans


_grids = lru_cache(maxsize=8)(read_grids)


def _read_json(path: Path) -> Any:
    """Read a JSON file, gzipped or not; cut, oversized or nested files are input errors."""
    try:
        with (gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb")) as stream:
            raw = stream.read(_LIMIT_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{path}: cannot be read ({error})") from None
    if len(raw) > _LIMIT_BYTES:
        raise InputError(f"{path}: larger than {_LIMIT_BYTES // 1_000_000} MB")
    return parse_json(raw, str(path))
