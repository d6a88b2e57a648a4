"""Ways over the walkable grid: shortest paths, and the expert that follows them.

AI2-THOR plans over a navigation mesh; here ways lead from grid point to neighbouring grid point,
so a path has a corner wherever it turns and is never shorter than the real one.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Any

from domains.household.thor.acts.arguments import ActionFailed, Arguments, known
from domains.household.thor.acts.navigation import interactable_poses
from domains.household.thor.bodies.body import Agent
from domains.household.thor.bodies.world import World
from domains.household.thor.geometry import Vector
from domains.household.thor.scene import GRID, Cell, cell_at, flood, way_to


def path_to_object(world: World, agent: Agent, arguments: Arguments) -> Any:
    """Answer ``GetShortestPath``: the way to the nearest pose that reaches an object."""
    start: Vector = arguments.get("position", (agent.x, agent.y, agent.z))
    goals = {cell_at(p["x"], p["z"]) for p in _poses(world, agent, _meant(world, arguments))}
    return _answer(world, start, goals)


def path_to_point(world: World, agent: Agent, arguments: Arguments) -> Any:
    """Answer ``GetShortestPathToPoint``: the way to the grid point nearest to ``target``.

    Without ``target`` the destination is ``x``, ``y``, ``z``, and ``position`` the start, as older
    clients send them.
    """
    start: Vector = arguments.get("position", (agent.x, agent.y, agent.z))
    if not (arguments.has("target") or (arguments.has("x") and arguments.has("z"))):
        raise ActionFailed("action: GetShortestPathToPoint is missing the following arguments: "
                           "target", "MissingArguments")
    x, _, z = arguments.get("target") or (arguments.get("x"), 0.0, arguments.get("z"))
    return _answer(world, start, {world.nearest(x, z)})


def expert_action(world: World, agent: Agent, arguments: Arguments) -> Any:
    """Answer ``ObjectNavExpertAction``: the next action towards an object, null once it is seen.

    With ``position`` and no object towards the grid point nearest to it, null once there. Ways
    follow the grid, so that ``rotateStepDegrees`` has to divide 90.
    """
    step, here = world.settings.rotate_step, cell_at(agent.x, agent.z)
    if 90 % step:
        raise ActionFailed(f"the headless engine's expert follows the grid: rotateStepDegrees "
                           f"{step:g} does not divide 90", "NotSupported")
    if arguments.has("position") and not (arguments.has("objectId") or arguments.has("objectType")):
        x, _, z = arguments.get("position")
        way = _way(world, here, {world.nearest(x, z)})
        if not way:
            raise ActionFailed("No path to the position")
        return _onward(agent, way) if len(way) > 1 else None
    index = _meant(world, arguments)
    if world.sight(agent)[0][index]:
        return None
    poses = _poses(world, agent, index)
    way = _way(world, here, {cell_at(p["x"], p["z"]) for p in poses})
    if not way:
        raise ActionFailed("No path to the object")
    if len(way) > 1:
        return _onward(agent, way)
    poses = [p for p in poses if cell_at(p["x"], p["z"]) == here]
    pose = min(poses, key=lambda p: (abs(_difference(agent.yaw, p["rotation"])),
                                    abs(agent.horizon - p["horizon"])))
    turn = _turn(agent, pose["rotation"])
    return turn or ("LookDown" if pose["horizon"] > agent.horizon else "LookUp")


def _onward(agent: Agent, way: Sequence[Cell]) -> str:
    (x0, z0), (x1, z1) = way[:2]
    return _turn(agent, math.degrees(math.atan2(x1 - x0, z1 - z0))) or "MoveAhead"


def _meant(world: World, arguments: Arguments) -> int:
    """Return the object of ``objectId``, or the first of ``objectType``."""
    if arguments.has("objectId"):
        return known(world, arguments)
    kind = arguments.get("objectType", "")
    for index, body in enumerate(world.bodies):
        if body.type == kind and index not in world.gone:
            return index
    raise ActionFailed(f"No object of type {kind[:60]} in the scene")


def _poses(world: World, agent: Agent, index: int) -> list[dict[str, float]]:
    return interactable_poses(
        world, agent, Arguments("GetInteractablePoses", {"objectId": world.bodies[index].id}))


def _answer(world: World, start: Vector, goals: Collection[Cell]) -> dict[str, Any]:
    way = _way(world, world.nearest(start[0], start[2]), goals)
    if not way:
        raise ActionFailed("Path to target could not be found")
    turns = [b for a, b, c in zip(way, way[1:], way[2:], strict=False)
             if (b[0] - a[0], b[1] - a[1]) != (c[0] - b[0], c[1] - b[1])]
    return {"corners": [{"x": x * GRID, "y": world.scene.start.y, "z": z * GRID}
                        for x, z in (way[0], *turns, way[-1])], "pathStatus": "PathComplete"}


def _way(world: World, start: Cell, goals: Collection[Cell]) -> list[Cell]:
    """Return the grid points from ``start`` to the nearest goal, both included; empty for none."""
    before = flood([start], world.cells.__contains__)
    nearest = next((cell for cell in before if cell in goals), None)
    return [] if nearest is None else way_to(nearest, before)


def _turn(agent: Agent, heading: float) -> str:
    """Return the rotation that brings the agent nearer to a heading, empty if it faces it."""
    difference = _difference(agent.yaw, heading)
    return "" if abs(difference) < 1.0 else "RotateRight" if difference > 0 else "RotateLeft"


def _difference(yaw: float, heading: float) -> float:
    """Degrees to turn right (left below zero), in (-180, 180]."""
    return 180.0 - (180.0 - (heading - yaw)) % 360.0
