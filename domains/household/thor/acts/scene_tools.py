"""Tools of scene builders: spawn at random, set poses, take things out of the scene and back."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from domains.household.thor.acts.arguments import ActionFailed, Arguments, known
from domains.household.thor.acts.hand import refusal
from domains.household.thor.bodies import placement
from domains.household.thor.bodies.body import Agent
from domains.household.thor.bodies.world import World

_MOST_OF_A_TYPE = 500


def spawn_at_random(world: World, agent: Agent, arguments: Arguments) -> None:
    """Put every thing that can be carried somewhere else it may lie (``InitialRandomSpawn``).

    Seeded by ``randomSeed``; a thing for which ``numPlacementAttempts`` receptacles, drawn at
    random, have no room stays where it is. ``forceVisible`` leaves out closed receptacles.
    Nothing falls over: a thing keeps its heading. ``numDuplicatesOfType`` says how many things of
    a type there are to be: as many copies of those there are made, and a copy for which there is
    no room is left out.
    """
    rng = random.Random(arguments.get("randomSeed", 0))
    attempts = min(max(1, arguments.get("numPlacementAttempts", 5)), 100)
    left_out, kept = (set(arguments.get(name, ()))
                      for name in ("excludedReceptacles", "excludedObjectIds"))
    open_only = arguments.get("forceVisible", False)
    before = len(world.bodies)
    for entry in arguments.get("numDuplicatesOfType", ()):
        _multiply(world, entry["objectType"], entry["count"], rng)
    for item, body in enumerate(world.bodies):
        if (body.record["pickupable"] and body.active and body.id not in kept
                and world.holder(item) is None):
            choices = [i for i, there in enumerate(world.bodies)
                       if there.type not in left_out and _takes(world, item, i, open_only)]
            for receptacle in rng.sample(choices, min(attempts, len(choices))):
                spots = ([placement.attachment(world, item, receptacle)]
                         if world.bodies[receptacle].type in placement.RULES["special"]
                         else list(placement.clear_spots(world, agent, item, receptacle)))
                if spots:
                    world.move(item, rng.choice(spots))
                    world.attach(item, receptacle)
                    break
            else:
                if item >= before:
                    _leave(world, item)


def _multiply(world: World, kind: str, count: int, rng: random.Random) -> None:
    """Make copies of things of a type until there are ``count``, where there is any."""
    if count > _MOST_OF_A_TYPE:
        raise ActionFailed(f"numDuplicatesOfType: {count} of a type are too many; "
                           f"{_MOST_OF_A_TYPE} can be had", "InvalidArgument")
    sources = [i for i, b in enumerate(world.bodies)
               if b.type == kind and b.record["pickupable"] and b.active]
    for number in range(count - len(sources) if sources else 0):
        _copy(world, rng.choice(sources), number)


def _copy(world: World, index: int, number: int) -> int:
    """Add an empty copy of a body in its place; a number that is taken gives way to the next."""
    body = world.bodies[index]
    while f"{body.id}_copy_{number}" in world.index:
        number += 1
    return world.add(replace(body, active=True).with_record(
        name=f"{body.record['name']}_copy_{number}", objectId=f"{body.id}_copy_{number}",
        isPickedUp=False, parentReceptacles=None,
        receptacleObjectIds=[] if body.record["receptacle"] else None))


def _takes(world: World, item: int, receptacle: int, open_only: bool) -> bool:
    """Tell whether a thing may lie there by its type, and whether there is a way in."""
    body = world.bodies[receptacle]
    record = body.record
    return (body.active and body.type != "Floor" and world.holder(receptacle) is None
            and not (open_only and record["openable"] and not record["isOpen"])
            and not refusal(world, item, receptacle, shut=True))


def spawn_points(world: World, agent: Agent, arguments: Arguments) -> Any:
    """Answer ``GetSpawnCoordinatesAboveReceptacle``: points of its surfaces where nothing lies.

    Without ``anywhere`` only those within reach and in view.
    """
    index = known(world, arguments)
    if not world.bodies[index].record["receptacle"]:
        raise ActionFailed(f"{world.bodies[index].id} is not a receptacle")
    points = placement.surface_points(world, agent, index, anywhere=arguments.get("anywhere", True))
    return [dict(zip("xyz", point, strict=True)) for point in points]


def set_poses(world: World, _agent: Agent, arguments: Arguments) -> None:
    """Put the named things (``objectPoses``: objectName, position, rotation) where told.

    As in the real engine every thing that can be moved and is not named leaves the scene, and a
    name that comes again makes a copy. Of a rotation only the heading counts.
    """
    poses = arguments.get("objectPoses")
    loose = {str(b.record["name"]): i for i, b in enumerate(world.bodies)
             if (b.record["pickupable"] or b.record["moveable"])
             and (b.active or i in world.gone)}
    named = {pose["objectName"] for pose in poses}
    for name in sorted(named - loose.keys()):
        raise ActionFailed(
            f"No Pickupable or Moveable object of name {name[:80]} found in scene.")
    for name, index in loose.items():
        if name not in named and index not in world.gone:
            _leave(world, index)
    for number, pose in enumerate(poses):
        index = loose[pose["objectName"]]
        if pose["objectName"] in named:
            named.remove(pose["objectName"])
            _return(world, index)
            world.release(index)
        else:
            index = _copy(world, index, number)
        turned = pose["rotation"]
        placement.place(world, index, pose["position"], None if turned is None else turned[1])


def take_out(world: World, _agent: Agent, arguments: Arguments) -> None:
    """Take a thing out of the scene, removed or disabled; what it carried falls."""
    _leave(world, known(world, arguments))


def enable(world: World, _agent: Agent, arguments: Arguments) -> None:
    """Bring a disabled thing back to where it was."""
    index = world.index.get(arguments.get("objectId"))
    if index is None or index not in world.gone:
        known(world, arguments)  # unknown: an error; enabled already: nothing to do
        return
    _return(world, index)
    body = world.bodies[index]
    if body.record["pickupable"] or body.record["moveable"]:
        placement.join_or_fall(world, index)
    elif index < len(world.scene.objects):  # furniture comes back to where it was built in
        for parent in world.scene.objects[index]["parentReceptacles"] or ():
            if world.index[parent] not in world.gone:
                world.attach(index, world.index[parent])


def show_only(world: World, _agent: Agent, arguments: Arguments) -> None:
    """Tell only the named objects from now on (``SetObjectFilter``), or all again."""
    asked = arguments.get("objectIds")
    world.filter = None if asked is None else frozenset(asked)


def make_unbreakable(world: World, _agent: Agent, arguments: Arguments) -> None:
    """Keep things of a type, or all, from breaking when they fall or are hit."""
    kinds = {arguments.get("objectType")} if arguments.has("objectType") else {
        b.type for b in world.bodies}
    world.unbreakable |= kinds


def _leave(world: World, index: int) -> None:
    world.release(index)
    inner = world.contents(index)
    world.deactivate(index)
    world.gone |= {index}
    for thing in inner:
        world.detach(thing)
        placement.join_or_fall(world, thing)


def _return(world: World, index: int) -> None:
    if index in world.gone:
        world.gone -= {index}
        world.put(index, replace(world.bodies[index], active=True))


