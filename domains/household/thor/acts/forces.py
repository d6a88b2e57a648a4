"""Pushing, pulling and throwing, without physics: a thing slides level and stops at an obstacle.

A force of N newton moves a thing by N / (100 x its mass in kg) metres, at most one metre when it
is pushed and three when it is thrown; then it falls onto what lies below. These numbers are ours:
the real engine integrates forces over time.
"""

from __future__ import annotations

import math

import numpy as np

from domains.household.thor.acts.arguments import ActionFailed, Arguments, target
from domains.household.thor.acts.hand import BREAKING_FALL
from domains.household.thor.acts.navigation import in_bounds
from domains.household.thor.acts.states import shatter
from domains.household.thor.bodies.body import Agent
from domains.household.thor.bodies.placement import join_or_fall, overlaps
from domains.household.thor.bodies.world import World
from domains.household.thor.geometry import Floats

_NEWTON_PER_KG_AND_METRE = 100.0
_PUSHED, _THROWN = 1.0, 3.0  # metres at most
_STRIDE = 0.05  # metres between looks for an obstacle
_LEAST_MASS = 0.1  # kg
_ROBOT = 0.2  # radius in metres


def push(world: World, agent: Agent, arguments: Arguments, angle: float | None) -> None:
    """Push a thing away from the agent, pull it (``angle`` 180), or as ``pushAngle`` says (None).

    Angles are in degrees from the line between agent and thing, clockwise from above.
    """
    index = target(world, agent, arguments)
    body = world.bodies[index]
    if not (body.record["pickupable"] or body.record["moveable"]):
        raise ActionFailed("Target Sim Object must be moveable or pickupable to be pushed.")
    if world.holder(index) is not None or not body.active:
        raise ActionFailed(f"{body.id} is in a hand or not in the scene any more")
    force = arguments.get("moveMagnitude", _NEWTON_PER_KG_AND_METRE)
    if force <= 0:
        raise ActionFailed("moveMagnitude must be > 0 to apply a force")
    turn = arguments.get("pushAngle") if angle is None else angle
    away = math.atan2(body.box.centre[0] - agent.x, body.box.centre[2] - agent.z)
    _slide(world, index, math.degrees(away) + turn, _metres(world, index, force, _PUSHED))
    join_or_fall(world, index)


def throw(world: World, agent: Agent, arguments: Arguments) -> None:
    """Throw the held thing ahead; breakable things break when they hit something or fall far."""
    if agent.held is None:
        raise ActionFailed("Nothing in Hand to Throw!")
    item = agent.held
    force = arguments.get("moveMagnitude", _NEWTON_PER_KG_AND_METRE)
    if force < 0:
        raise ActionFailed("moveMagnitude must not be negative")
    wanted = _metres(world, item, force, _THROWN)
    world.release(item)
    stopped = _slide(world, item, agent.yaw, wanted) < wanted - 1e-9
    fall = join_or_fall(world, item)
    if (stopped or fall > BREAKING_FALL) and world.breaks(item):
        shatter(world, item)


def _metres(world: World, index: int, force: float, most: float) -> float:
    mass = max(float(world.bodies[index].record["mass"]), _LEAST_MASS)
    return min(most, force / (_NEWTON_PER_KG_AND_METRE * mass))


def _slide(world: World, index: int, heading: float, metres: float) -> float:
    """Move a body level until an obstacle; return how far it went."""
    angle = math.radians(heading)
    way = np.array([math.sin(angle), 0.0, math.cos(angle)])
    box, start = world.bodies[index].box, np.array(world.bodies[index].position)
    centres, extents = _obstacles(world, index)
    extent = box.extent()
    before = overlaps(box.centre, extent, centres, extents)
    gone = 0.0
    for step in range(1, math.ceil(metres / _STRIDE) + 1):
        far = min(metres, step * _STRIDE)
        hit = overlaps(box.centre + way * far, extent, centres, extents)
        x, _, z = (box.centre + way * far).tolist()
        if (hit & ~before).any() or not in_bounds(world, x, z):
            break
        gone = far
    world.detach(index)
    world.move(index, (start + way * gone).tolist())
    return gone


def _obstacles(world: World, index: int) -> tuple[Floats, Floats]:
    """Hulls of everything that stops a sliding thing: bodies and robots."""
    skip = {index, *world.carried(index), *world.parents(index)}
    rows = [i for i, b in enumerate(world.bodies)
            if i not in skip and b.active and b.type != "Floor"]
    geometry = world.geometry()
    robots = [(a.x, a.y, a.z) for a in world.agents]
    return (np.concatenate([geometry.centre[rows], robots]),
            np.concatenate([geometry.extent[rows], [(_ROBOT, 0.9, _ROBOT)] * len(robots)]))
