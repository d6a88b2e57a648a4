"""The hand: pick up, put, drop, and the tool of scene builders, place at a point."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from domains.household.thor.acts.arguments import (
    ActionFailed,
    Arguments,
    exception_failure,
    known,
    target,
)
from domains.household.thor.acts.states import shatter
from domains.household.thor.bodies import placement
from domains.household.thor.bodies.allowed import placement_rules
from domains.household.thor.bodies.body import Agent
from domains.household.thor.bodies.world import World
from domains.household.thor.geometry import Box, Vector

BREAKING_FALL = 0.4
"""Metres from which breakable things break."""


def pickup(world: World, agent: Agent, arguments: Arguments) -> Any:
    """Take an object; what it carries comes along."""
    index = target(world, agent, arguments)
    body = world.bodies[index]
    if not body.record["pickupable"]:
        raise ActionFailed(f"{body.id} must have the property CanPickup to be picked up.")
    if agent.held is not None:
        raise ActionFailed(
            "Agent hand has something in it already! Can't pick up anything else")
    if world.holder(index) is not None:
        raise ActionFailed(f"{body.id} is already held by another agent.")
    if not body.active:
        raise exception_failure(
            "NullReferenceException", "Target object not found within the specified visibility.")
    world.detach(index)
    world.move(index, agent.hand())
    world.change(index, isPickedUp=True)
    taken = replace(agent, held=index)
    if not arguments.get("forceAction") and placement.held_item(world, taken) is not None:
        raise ActionFailed(
            "Picking up object would cause it to collide and clip into something!")
    world.agents[agent.index] = taken
    return body.id


def put(world: World, agent: Agent, arguments: Arguments) -> None:
    """Put the held object into or onto the named receptacle."""
    if agent.held is None:
        raise ActionFailed("Can't place an object if Agent isn't holding anything")
    receptacle = target(world, agent, arguments)
    item = agent.held
    forced = arguments.get("forceAction")
    reason = refusal(world, item, receptacle, forced=bool(forced))
    if reason:
        raise ActionFailed(reason)
    if world.bodies[receptacle].type in placement.RULES["special"]:
        spot: Vector | None = placement.attachment(world, item, receptacle)
    else:
        spot = _turned_spot(world, agent, item, receptacle, forced)
    if spot is None:
        raise ActionFailed("No valid positions to place object found")
    world.release(item)
    world.move(item, spot)
    world.attach(item, receptacle)


def _turned_spot(
    world: World, agent: Agent, item: int, receptacle: int, forced: bool
) -> Vector | None:
    """Find the nearest free spot with the item turned along the receptacle, then across it.

    Unless ``forced``, it must be within reach and in view, except in the types that the engine
    exempts.
    """
    askew = _box_yaw(world.bodies[receptacle].box) - _box_yaw(world.bodies[item].box)
    along = (askew + 45.0) % 90.0 - 45.0
    seen = not forced and world.bodies[receptacle].type not in placement.RULES["no_view_check"]
    for turn in (along, 90.0):
        world.move(item, world.bodies[item].position, turn)
        for spot in placement.clear_spots(world, agent, item, receptacle, seen=seen):
            return spot
    return None


def _box_yaw(box: Box) -> float:
    """Direction of a box's most level axis, in degrees about the vertical."""
    axis = min((box.axes[:, i] for i in range(3)), key=lambda a: abs(float(a[1])))
    return math.degrees(math.atan2(-float(axis[2]), float(axis[0])))


def refusal(
    world: World, item: int, receptacle: int, *, forced: bool = False, shut: bool = False
) -> str:
    """Say why a thing is not put there, whatever room there is; ``shut``: also where it is closed.

    What is ``forced`` goes where AI2-THOR's table does not let it.
    """
    body, held = world.bodies[receptacle], world.bodies[item]
    if not body.record["receptacle"] or receptacle == item:
        return f"This target object is NOT a receptacle! ({body.id})"
    if not shut and (body.type in placement.RULES["must_be_open"] and body.record["openable"]
                     and not body.record["isOpen"]):
        return "Target openable Receptacle is CLOSED, can't place if target is not open!"
    if receptacle in world.carried(item):
        return "No valid positions to place object found"
    special = placement.RULES["special"].get(body.type)
    if special is not None and held.type not in special:
        return (f"{held.record['name']} is not a valid Object Type to be placed in "
                f"{body.record['name']}")
    if special is not None and world.contents(receptacle):
        return f"{body.record['name']} is full right now"
    allowed = placement_rules().get(held.type)
    if not forced and allowed is not None and body.type not in allowed:
        return f"{held.record['name']} cannot be placed in {body.record['name']}"
    return ""


def drop(world: World, agent: Agent, arguments: Arguments) -> None:
    """Let the held object fall onto what lies below it; breakable things may break."""
    if agent.held is None:
        raise ActionFailed("Nothing is in the agent's hand to drop!")
    item = agent.held
    if not arguments.get("forceAction") and placement.held_item(world, agent) is not None:
        raise ActionFailed(
            f"{world.bodies[item].record['name']} can't be dropped. It must be clear of all "
            "other collision first, including the Agent.")
    world.release(item)
    fall = placement.join_or_fall(world, item)
    if fall > BREAKING_FALL and world.breaks(item):
        shatter(world, item)


def place_at_point(world: World, _agent: Agent, arguments: Arguments) -> None:
    """Move an object to a point, seen or not; it joins the receptacle there, or settles below."""
    index = known(world, arguments)
    body = world.bodies[index]
    if not (body.record["pickupable"] or body.record["moveable"]):
        raise ActionFailed(f"{body.id} is neither pickupable nor moveable")
    if not body.active:
        raise ActionFailed(f"{body.id} is not in the scene any more")
    point = arguments.get("position")
    yaw = arguments.get("rotation")[1] if arguments.has("rotation") else None
    world.release(index)
    placement.place(world, index, point, yaw)
