"""What stands in the way: other agents, furniture, and what a held object would hit."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from domains.household.thor.bodies.body import Agent
from domains.household.thor.bodies.sight import footprint_distance
from domains.household.thor.bodies.world import World

__all__ = ["SEPARATION", "held_item", "obstacle", "other_agent"]

SEPARATION = 0.45
"""Least distance of two agents in metres; neighbours on the 0.25 m grid collide."""
_BODY = 0.2
_SLACK = 0.06  # boxes are larger than meshes: depth in metres by which they may overlap

# big closed shapes whose box is nearly their mesh; nothing else stops a held object
_SOLID = frozenset({
    "Fridge", "Cabinet", "Dresser", "TVStand", "Microwave", "Safe", "Television", "Wardrobe",
    "Drawer", "CoffeeMachine", "WashingMachine", "ClothesDryer",
})


def other_agent(world: World, agent: Agent, x: float, z: float) -> int | None:
    """Index of an agent too close to a point, or None."""
    for other in world.agents:
        if other.index != agent.index:
            if (other.x - x) ** 2 + (other.z - z) ** 2 < SEPARATION**2 - 1e-9:
                return other.index
    return None


def obstacle(world: World, x: float, z: float) -> str:
    """Name of what probably keeps a point off the grid: furniture there, else the structure."""
    geometry = world.geometry()
    near = footprint_distance(geometry, x, z)
    extent = np.abs(geometry.axes) @ geometry.half[:, :, None]
    top = geometry.centre[:, 1] + extent[:, 1, 0]
    low = geometry.centre[:, 1] - extent[:, 1, 0]
    floor = world.start.y - 0.9
    tall = (top > floor + 0.1) & (low < floor + 1.8) & ~geometry.hidden
    near = np.where(tall, near, np.inf)
    best = int(np.argmin(near))
    if near[best] <= _BODY + 0.1 and world.bodies[best].type != "Floor":
        return str(world.bodies[best].record["name"])
    return "Structure"


def held_item(world: World, agent: Agent) -> str | None:
    """Name of what the held object would overlap at the agent's pose, or None."""
    if agent.held is None:
        return None
    before = world.agents[agent.index]
    body = world.bodies[agent.held]
    box = body.box.moved(body.position, agent.hand(), (agent.yaw - before.yaw) % 360.0)
    return box_hits(world, agent, box.centre, box.extent())


def box_hits(world: World, agent: Agent, centre: np.ndarray, extent: np.ndarray) -> str | None:
    """Name of a solid thing or agent that an axis-aligned hull overlaps, or None."""
    for other in world.agents:
        if other.index != agent.index and abs(other.y - centre[1]) < 0.9:
            gap = np.maximum(np.abs(centre[[0, 2]] - (other.x, other.z)) - extent[[0, 2]], 0.0)
            if float(gap @ gap) < (_BODY - _SLACK) ** 2:
                return "agent" if other.index == 0 else f"agent{other.index}"
    geometry = world.geometry()
    rows = [i for i in _solid_rows(tuple(b.type for b in world.bodies))
            if not (world.bodies[i].record["openable"] and world.bodies[i].record["isOpen"])
            and i != agent.held]
    if not rows:
        return None
    overlap = (
        np.abs(geometry.centre[rows] - centre)
        < (np.abs(geometry.axes[rows]) @ geometry.half[rows][:, :, None])[..., 0] + extent - _SLACK
    ).all(axis=1)
    hit = np.flatnonzero(overlap)
    return str(world.bodies[rows[int(hit[0])]].record["name"]) if len(hit) else None


@lru_cache(maxsize=64)
def _solid_rows(types: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(i for i, t in enumerate(types) if t in _SOLID)
