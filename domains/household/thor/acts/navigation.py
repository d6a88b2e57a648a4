"""Moves, turns, looks and teleports on the recorded grid, and pose queries.

There are no walls in any source: a move is allowed only from grid point to grid point, and
whatever keeps an agent off the grid is reported as "is blocking". Agents keep 0.45 m apart.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product
from typing import Any

from domains.household.thor.acts.arguments import ActionFailed, Arguments, exception_failure, known
from domains.household.thor.bodies.body import Agent
from domains.household.thor.bodies.placement import SEPARATION, held_item, obstacle
from domains.household.thor.bodies.sight import footprint_distance, visible
from domains.household.thor.bodies.world import World
from domains.household.thor.scene import GRID, Cell, flood

_EPSILON = 1e-3
_UP, _DOWN = -30.0, 60.0
_MAX_POSES = 200_000


def move(world: World, agent: Agent, arguments: Arguments, heading: float) -> None:
    """Move by ``moveMagnitude`` metres in ``heading`` degrees from the agent's yaw."""
    settings = world.settings
    magnitude = arguments.get("moveMagnitude", settings.grid_size) or settings.grid_size
    if magnitude <= 0:
        raise exception_failure("InvalidOperationException", "moveMagnitude must be > 0")
    angle = math.radians(agent.yaw + heading)
    dx, dz = _round(math.sin(angle) * magnitude), _round(math.cos(angle) * magnitude)
    goal = (agent.x + dx, agent.z + dz)
    if not in_bounds(world, *goal):
        raise ActionFailed(
            f"Scene bounds do not contain target position: ({goal[0]:.4f}, {goal[1]:.4f})")
    if settings.snap:
        step = settings.grid_size
        goal = (round(goal[0] / step) * step, round(goal[1] / step) * step)
    delta = f"({dx:.4f}, 0.0000, {dz:.4f})."
    for x, z in _way((agent.x, agent.z), goal):
        _check_free(world, agent, x, z, delta, between=(x, z) != goal)
    there = replace(agent, x=goal[0], z=goal[1])
    hit = held_item(world, there)
    if hit is not None and agent.held is not None:
        item = world.bodies[agent.held].record["name"]
        raise ActionFailed(f"{hit} is blocking the Agent from moving by {delta[:-1]} with {item}")
    world.set_agent(there)


def rotate(world: World, agent: Agent, arguments: Arguments, side: int) -> None:
    """Turn right (``side`` 1) or left (-1) by ``degrees``."""
    degrees = arguments.get("degrees", world.settings.rotate_step)
    if degrees == 0:
        raise ActionFailed("degrees must not be 0")
    there = replace(agent, yaw=round((agent.yaw + side * degrees) % 360.0, 4) % 360.0)
    if held_item(world, there) is not None and agent.held is not None:
        item = world.bodies[agent.held].record["name"]
        word = "Right" if side > 0 else "Left"
        raise ActionFailed(
            f"a held item: {item} with something if agent rotates {word} {degrees:g} degrees")
    world.set_agent(there)


def look(world: World, agent: Agent, arguments: Arguments, side: int) -> None:
    """Tilt the camera down (``side`` 1) or up (-1) by ``degrees``."""
    degrees = arguments.get("degrees", 30.0)
    if degrees < 0:
        raise exception_failure("InvalidOperationException", "degrees must be positive")
    if abs(degrees * 10 - round(degrees * 10)) > 1e-6:
        raise exception_failure(
            "InvalidOperationException", "degrees must be a multiple of 0.1")
    horizon = round(agent.horizon + side * degrees, 1)
    if side > 0 and horizon > _DOWN:
        raise ActionFailed("can't look down beyond 60 degrees below the forward horizon",
                           "LookDownCantExceedMin")
    if side < 0 and horizon < _UP:
        raise ActionFailed(
            "can't look up beyond 30 degrees above the forward horizon", "LookUpCantExceedMax")
    world.set_agent(replace(agent, horizon=horizon))


def stand(world: World, agent: Agent, _arguments: Arguments, up: bool) -> None:
    """Crouch, or stand up again (``up``); doing it twice fails."""
    if agent.standing is up:
        raise ActionFailed(f"Agent is already {'standing' if up else 'crouching'}")
    there = replace(agent, standing=up)
    if held_item(world, there) is not None:
        raise ActionFailed("The held object is blocking the agent")
    world.set_agent(there)


def teleport(world: World, agent: Agent, arguments: Arguments, full: bool) -> None:
    """Put the agent at a pose; with ``full`` every part of it must be given."""
    if full and not (arguments.has("position") or all(arguments.has(k) for k in "xyz")):
        raise ActionFailed(f"action: {arguments.action} is missing the following arguments: "
                           "position", "MissingArguments")
    x, y, z = arguments.get("position") or (
        arguments.get("x", agent.x), arguments.get("y", agent.y), arguments.get("z", agent.z))
    horizon = arguments.get("horizon", agent.horizon)
    yaw = arguments.get("rotation", (0.0, agent.yaw, 0.0))[1] % 360.0
    there = replace(agent, x=x, y=y, z=z, yaw=yaw, horizon=horizon,
                    standing=arguments.get("standing", agent.standing))
    if not arguments.get("forceAction"):
        if not _UP <= horizon <= _DOWN:
            raise exception_failure(
                "ArgumentOutOfRangeException",
                f"Each horizon must be in [{_UP:g}:{_DOWN:g}]. You gave {horizon:g}.")
        there = _checked(world, agent, there)
    world.set_agent(there)


def _checked(world: World, agent: Agent, there: Agent) -> Agent:
    """Refuse a teleport that is off the grid, off the ground or into something."""
    if not in_bounds(world, there.x, there.z):
        raise exception_failure("InvalidOperationException", "Target is out of bounds")
    if abs(there.y - world.scene.start.y) > 0.1:
        raise exception_failure("InvalidOperationException", "Target is not near the ground")
    if (there.x, there.z) != (agent.x, agent.z):
        delta = f"({there.x - agent.x:.4f}, 0.0000, {there.z - agent.z:.4f})."
        _check_free(world, agent, there.x, there.z, delta)
    if held_item(world, there) is not None:
        raise exception_failure(
            "InvalidOperationException", "Cannot teleport due to hand object collision.")
    return replace(there, y=world.scene.start.y)


def reachable_cells(world: World, agent: Agent) -> list[Cell]:
    """Grid points the agent could walk to, other agents ignored, nearest first (search order)."""
    stride = max(1, round(world.settings.grid_size / GRID))
    return [*flood([world.nearest(agent.x, agent.z)], world.cells.__contains__, stride)]


def reachable_positions(world: World, agent: Agent, _arguments: Arguments) -> Any:
    """Answer ``GetReachablePositions``; a held object must fit at one of four yaws.

    Between the recorded points (a grid finer than 0.25 m, or beside it) a place is free where
    all recorded points around it are.
    """
    step = world.settings.grid_size
    if abs(step / GRID - round(step / GRID)) < _EPSILON:
        points = [(x * GRID, z * GRID) for x, z in reachable_cells(world, agent)]
    else:
        start = (round(agent.x / step), round(agent.z / step))
        cells = flood([start], lambda c: world.cells.issuperset(_around(c[0] * step, c[1] * step)))
        points = [(agent.x, agent.z), *((x * step, z * step) for x, z in [*cells][1:])]
    return [{"x": x, "y": agent.y, "z": z} for x, z in points
            if agent.held is None or _fits(world, agent, x, z)]


def _fits(world: World, agent: Agent, x: float, z: float) -> bool:
    here = replace(agent, x=x, z=z)
    return any(held_item(world, replace(here, yaw=yaw)) is None
               for yaw in (0.0, 90.0, 180.0, 270.0))


def interactable_poses(
    world: World, agent: Agent, arguments: Arguments
) -> list[dict[str, float]]:
    """Answer ``GetInteractablePoses``: poses from which the object can be interacted with."""
    settings = world.settings
    index = known(world, arguments)
    positions = arguments.get("positions")
    if positions is None:
        positions = [(x * GRID, agent.y, z * GRID) for x, z in reachable_cells(world, agent)]
    yaws = arguments.get("rotations", [0.0, 90.0, 180.0, 270.0])
    horizons = arguments.get("horizons", [-30.0, 0.0, 30.0, 60.0])
    limit = arguments.get("maxPoses", 0) or math.inf
    if len(positions) * len(yaws) * len(horizons) > _MAX_POSES:
        raise ActionFailed(
            f"{arguments.action}: more than {_MAX_POSES} poses to try", "InvalidArgument")
    geometry, poses = world.geometry(), list[dict[str, float]]()
    points = geometry.points([index])
    reach = settings.visibility_distance
    near = [p for p in positions if footprint_distance(geometry, p[0], p[2])[index] <= reach]
    for (x, y, z), yaw, horizon in product(near, yaws, horizons):
        view = world.view(Agent(agent.index, x, y, z, yaw, horizon))
        if view.inside(points).any() and visible(
                geometry, view, reach, settings.scheme, index)[1][index]:
            poses.append({"x": x, "y": y, "z": z, "rotation": yaw, "standing": True,
                          "horizon": horizon})
            if len(poses) >= limit:
                break
    return poses


def _way(start: tuple[float, float], goal: tuple[float, float]) -> list[tuple[float, float]]:
    """Grid-spaced points from after ``start`` up to ``goal``."""
    length = math.dist(start, goal)
    count = min(max(1, math.ceil(length / GRID - _EPSILON)), 4000)
    return [
        (start[0] + (goal[0] - start[0]) * k / count, start[1] + (goal[1] - start[1]) * k / count)
        for k in range(1, count + 1)
    ]


def _check_free(
    world: World, agent: Agent, x: float, z: float, delta: str, between: bool = False
) -> None:
    """Fail where another agent, or whatever keeps the point off the grid, is in the way.

    A point ``between`` grid points (on a slanting way) is free when all those around it are.
    """
    for other in world.agents:
        if other.index != agent.index and (
                (other.x - x) ** 2 + (other.z - z) ** 2 < SEPARATION**2 - 1e-9):
            raise ActionFailed(
                f"Agent {other.index} is blocking Agent {agent.index} from moving by {delta}")
    cells = _around(x, z)
    step = world.settings.grid_size / GRID
    fine = abs(step - round(step)) >= _EPSILON  # a grid of the user's own, beside the recorded one
    on_grid = between or fine or len(cells) == 1
    if not (on_grid and all(c in world.cells for c in cells)):
        name = obstacle(world, x, z)
        raise ActionFailed(f"{name} is blocking Agent {agent.index} from moving by {delta}")


def _around(x: float, z: float) -> list[Cell]:
    """Return the grid points nearest to a place: one on the grid, else two or four."""
    def near(value: float) -> list[int]:
        cell = round(value / GRID)
        return [cell] if abs(value - cell * GRID) < _EPSILON else [
            math.floor(value / GRID), math.ceil(value / GRID)]

    return [(i, k) for i in near(x) for k in near(z)]


def in_bounds(world: World, x: float, z: float) -> bool:
    """Tell whether a point lies within the scene's bounds, seen from above."""
    bounds = world.scene.bounds
    return all(abs(value - bounds["center"][k]) <= bounds["size"][k] / 2 + _EPSILON
               for k, value in (("x", x), ("z", z)))


def _round(value: float) -> float:
    return round(value, 7) + 0.0
