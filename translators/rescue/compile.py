"""Compile a scene to PDDL: the offline problem that any classical planner can solve.

It is what the bridge (``domains/rescue/bridge``) says of a scene at reset if people are known, so
that there is one way from a scene to facts. Fires burn as at reset: they are put out before they
grow; the closed loop deals with the rest. The goal is what the checker asks for. The least cost
is the least number of robot actions, joint ones counted twice.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from domains.rescue.bridge.bridge import RescueBridge
from domains.rescue.world.environment import RescueEnvironment
from domains.rescue.world.rules import HOLDERS
from domains.rescue.world.scene import Scene
from planner.errors import InputError

DEFAULT_SEED = 0
METRIC = "  (:metric minimize (total-cost))"


def problem_text(
    scene: Scene, agents: int = 0, seed: int = DEFAULT_SEED
) -> tuple[str, dict[str, Any]]:
    """Return the PDDL problem of a scene and the map back to its names."""
    if any(HOLDERS + p.extra_load != HOLDERS for p in scene.persons):
        raise InputError(f"scene '{scene.name}': the PDDL form knows people carried by two")
    known = replace(scene, rules=scene.rules.changed({"people_known": True, "unnoticed": 0}))
    world = RescueEnvironment(known, agents or scene.agents or 2, seed=seed)
    observations, _ = world.reset(seed=seed)
    bridge = RescueBridge()
    bridge.begin(world.briefing(), observations)
    text = bridge.problem().problem_text("search-and-rescue", "rescue", METRIC)
    return f"; {scene.task()}\n{text}", {"format": 1, "objects": bridge.names(), "seed": seed}
