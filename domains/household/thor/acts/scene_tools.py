"""Tools of scene builders: spawn at random, set poses, take things out of the scene and back."""

from __future__ import annotations

import random
from typing import Any

from domains.household.thor.acts.arguments import Arguments
from domains.household.thor.acts.failure import ActionFailed, exception_failure
from domains.household.thor.acts.hand import release
from domains.household.thor.acts.target import known
from domains.household.thor.bodies.allowed import placement_rules
from domains.household.thor.bodies.body import Agent
from domains.household.thor.bodies.metadata import Observer
from domains.household.thor.bodies.placement import (
    attachment,
    clear_spots,
    join_or_fall,
    place,
    rules,
    surface_points,
)
from domains.household.thor.bodies.world import World

__all__ = ["enable", "set_poses", "spawn_at_random", "spawn_points", "take_out"]


def spawn_at_random(observer: Observer, agent: Agent, arguments: Arguments) -> None:
    """Put every thing that can be carried somewhere else it may lie (``InitialRandomSpawn``).

    Seeded by ``randomSeed``; a thing for which ``numPlacementAttempts`` receptacles, drawn at
    random, have no room stays where it is. ``forceVisible`` leaves out closed receptacles.
    Nothing falls over: a thing keeps its heading.
    """
    if arguments.items("numDuplicatesOfType"):
        raise ActionFailed("numDuplicatesOfType: the headless engine makes no copies",
                           "NotSupported")
    world, rng = observer.world, random.Random(arguments.whole("randomSeed", 0))
    attempts = min(max(1, arguments.whole("numPlacementAttempts", 5)), 100)
    left_out = set(map(str, arguments.items("excludedReceptacles") or ()))
    kept = set(map(str, arguments.items("excludedObjectIds") or ()))
    open_only = arguments.flag("forceVisible")
    for item, body in enumerate(world.bodies):
        if (body.record["pickupable"] and body.active and body.id not in kept
                and world.holder(item) is None):
            choices = [i for i, there in enumerate(world.bodies)
                       if there.type not in left_out and _takes(world, item, i, open_only)]
            for receptacle in rng.sample(choices, min(attempts, len(choices))):
                spots = ([attachment(world, item, receptacle)]
                         if world.bodies[receptacle].type in rules().special
                         else list(clear_spots(world, agent, item, receptacle)))
                if spots:
                    world.move(item, rng.choice(spots))
                    world.attach(item, receptacle)
                    break


def _takes(world: World, item: int, receptacle: int, open_only: bool) -> bool:
    """Tell whether a thing may lie there by its type, and whether there is a way in."""
    body, held = world.bodies[receptacle], world.bodies[item]
    record = body.record
    if not (record["receptacle"] and body.active) or record["isPickedUp"] or receptacle == item:
        return False
    if receptacle in world.carried(item) or world.holder(receptacle) is not None:
        return False
    special = rules().special.get(body.type)
    if special is not None and (held.type not in special or world.contents(receptacle)):
        return False
    allowed = placement_rules().get(held.type)
    if body.type == "Floor" or (allowed is not None and body.type not in allowed):
        return False
    return not (open_only and record["openable"] and not record["isOpen"])


def spawn_points(observer: Observer, agent: Agent, arguments: Arguments) -> Any:
    """Answer ``GetSpawnCoordinatesAboveReceptacle``: points of its surfaces where nothing lies.

    Without ``anywhere`` only those within reach and in view.
    """
    world, index = observer.world, known(observer, arguments)
    if not world.bodies[index].record["receptacle"]:
        raise ActionFailed(f"{world.bodies[index].id} is not a receptacle")
    points = surface_points(world, agent, index, anywhere=arguments.flag("anywhere", True))
    return [dict(zip("xyz", point, strict=True)) for point in points]


def set_poses(observer: Observer, _agent: Agent, arguments: Arguments) -> None:
    """Put the named things (``objectPoses``: objectName, position, rotation) where told.

    As in the real engine every thing that can be moved and is not named leaves the scene. Of a
    rotation only the heading counts, and a name may come once: there are no copies here.
    """
    world = observer.world
    by_name = {str(b.record["name"]): i for i, b in enumerate(world.bodies)}
    poses = arguments.items("objectPoses")
    if poses is None:
        raise ActionFailed("SetObjectPoses is missing the argument objectPoses.",
                           "MissingArguments")
    named: dict[int, tuple[tuple[float, float, float], float | None]] = {}
    for pose in poses:
        name = str(pose.get("objectName")) if isinstance(pose, dict) else str(pose)
        if name not in by_name:
            raise exception_failure("ArgumentException", f"no object has the name {name[:80]}")
        if by_name[name] in named:
            raise ActionFailed(f"{name}: the headless engine makes no copies", "NotSupported")
        turned = pose.get("rotation")
        yaw = None if turned is None else arguments.as_vector("rotation", turned)[1]
        position = arguments.as_vector("position", pose.get("position"))
        named[by_name[name]] = position, yaw
    for index, body in enumerate(world.bodies):
        loose = body.record["pickupable"] or body.record["moveable"]
        if index not in named and loose and body.active:
            _leave(world, index)
    for index, (position, yaw) in named.items():
        _return(world, index)
        holder = world.holder(index)
        if holder is not None:
            release(world, holder)
        place(world, index, position, yaw)


def take_out(observer: Observer, _agent: Agent, arguments: Arguments) -> None:
    """Take a thing out of the scene, removed or disabled; what it carried falls."""
    _leave(observer.world, known(observer, arguments))


def enable(observer: Observer, _agent: Agent, arguments: Arguments) -> None:
    """Bring a disabled thing back to where it was."""
    world, name = observer.world, arguments.text("objectId")
    index = world.index.get(name)
    if index is None or index not in world.gone:
        known(observer, arguments)  # unknown: an error; enabled already: nothing to do
        return
    _return(world, index)
    body = world.bodies[index]
    if body.record["pickupable"] or body.record["moveable"]:
        join_or_fall(world, index)
    elif index < len(world.scene.objects):  # furniture comes back to where it was built in
        for parent in world.scene.objects[index]["parentReceptacles"] or ():
            if world.index[parent] not in world.gone:
                world.attach(index, world.index[parent])


def _leave(world: World, index: int) -> None:
    holder = world.holder(index)
    if holder is not None:
        release(world, holder)
    inner = world.contents(index)
    world.deactivate(index)
    world.gone |= {index}
    for thing in inner:
        world.detach(thing)
        join_or_fall(world, thing)


def _return(world: World, index: int) -> None:
    if index in world.gone:
        world.gone -= {index}
        world.activate(index)


