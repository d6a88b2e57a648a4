"""Open the world that a source file describes, so that a plan can be executed in it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planner.environment import Environment
from planner.errors import InputError, SourceError, Span

__all__ = ["World", "open_world"]

MAX_BYTES = 2_000_000
DEFAULT_AGENTS = 2


@dataclass(frozen=True)
class World:
    """A way to open fresh copies of one world; ``depth`` is how far a repair may be searched.

    ``seed`` and ``agents`` are those of the file, or the usual ones.
    """

    domain: str
    agents: int
    seed: int
    depth: int
    make: Callable[[int], Environment]


def open_world(file: Path, agents: int = 0) -> World:
    """Recognise a rescue scene, a rescue case or a household task by its contents.

    ``agents`` is the team size the plan speaks of; 0 takes the file's.
    """
    data = _read(file)
    if "instruction" in data or "floor_plan" in data:
        return _household(file, data, agents)
    if "scene" in data and not isinstance(data["scene"], dict):
        return _rescue({**data}, agents)
    return _rescue({"scene": str(file.resolve())}, agents)


def _rescue(case: dict[str, Any], agents: int) -> World:
    from domains.rescue.episode import build_environment, case_scene

    case = {k: v for k, v in case.items() if k not in ("format", "kind")}
    count = agents or int(case.get("agents") or case_scene(case).agents or DEFAULT_AGENTS)
    seed = int(case.get("seed", 0))

    def make(team: int) -> Environment:
        return build_environment({**case, "agents": team, "seed": seed, "max_steps": 10_000})

    return World("rescue", count, seed, 3, make)


def _household(file: Path, data: dict[str, Any], agents: int) -> World:
    from translators.mapthor.episode import build_environment

    for key in ("instruction", "floor_plan"):
        if not isinstance(data.get(key), str):
            raise InputError(f"{file}: a household task needs {key!r} as text")
    count = agents or int(data.get("agents", DEFAULT_AGENTS))

    def make(team: int) -> Environment:
        return build_environment({**data, "agents": team, "max_steps": 10_000})

    return World("household", count, int(data.get("seed", 0)), 2, make)


def _read(file: Path) -> dict[str, Any]:
    try:
        if file.stat().st_size > MAX_BYTES:
            raise InputError(f"{file}: larger than {MAX_BYTES} bytes")
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{file}: not UTF-8 text: {error.reason}") from None
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise SourceError.in_text(f"neither a rescue scene nor a household task: {error}",
                                  str(file), text, Span(1, 1)) from None
