"""What a household figure rests on (:data:`planner.environment.BASIS`)."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from importlib import metadata

from domains.household.case import HouseholdCase
from domains.household.referee.tasks import Task
from domains.household.thor.bodies.metadata import ENGINE
from domains.household.thor.scenes.store import SceneStore, open_store

__all__ = ["basis"]

GRID_M = 0.25


def basis(case: HouseholdCase, task: Task | None, store: SceneStore | None) -> Mapping[str, str]:
    """Return simulator, preparation and scene store of a case; the judge names itself."""
    forced = ", every placement forced" if case.force_placement else ""
    return {"simulator": _simulator(case) + forced, "preparation": _preparation(task),
            "scenes": _scenes(case, store)}


def _simulator(case: HouseholdCase) -> str:
    if case.thor == "unity":
        return (f"AI2-THOR {metadata.version('ai2thor')} on Unity, {platform.system()}, "
                f"grid {GRID_M} m")
    said = f"headless AI2-THOR engine {ENGINE['version']} of this package, grid {GRID_M} m"
    if case.failure_rate:
        said += f", {case.failure_rate:.0%} of primitives fail"
    return said + (", room shown at the start" if case.clairvoyant else "")


def _preparation(task: Task | None) -> str:
    if task is None:
        return "none"
    return "MAP-THOR's, cabinets closed" if task.changed else "MAP-THOR's, as published"


def _scenes(case: HouseholdCase, store: SceneStore | None) -> str:
    if case.thor == "unity":
        return "AI2-THOR's own"
    scene = (store or open_store()).load(case.floor_plan)
    if scene.source == "shipped room":
        return "shipped rooms"
    if scene.synthetic_start:
        return "planner scenes fetch (2022 build)"
    return "recorded from AI2-THOR"
