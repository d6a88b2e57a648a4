"""The world's laws as pure functions (specification §4–5).

Written from the rules alone, not from ``domain.pddl``, so that the two can judge each other.
A world is a value: ``apply(world, action)`` returns the next one, or ``None`` where the platform
answers false. Held and plated things are at the robot's place, and doors that are neither open nor
closed count as closed, only after :func:`derive`.
"""

from __future__ import annotations

from dataclasses import replace

from domains.competition.world.actions import PHYSICAL, Action
from domains.competition.world.model import World

ROBOT = 0


def places(world: World, thing: int) -> frozenset[int]:
    """Return the locations of a thing (one; none if it is in a container)."""
    return frozenset(place for place in world.locations if (thing, place) in world.at)


def derive(world: World) -> World:
    """Apply laws 2 and 3: carried things are where the robot is, doors unknown are closed."""
    here = places(world, ROBOT)
    carried = {n for n in (world.hand, world.plate) if n > 0}
    at = frozenset(fact for fact in world.at if fact[0] not in carried)
    shut = frozenset(world.things("container")) - world.doors_opened
    return replace(world, at=at | {(thing, place) for thing in carried for place in here},
                   doors_closed=world.doors_closed | shut)


def apply(world: World, action: Action) -> World | None:
    """Return the world after a physical action, or ``None`` if it fails and changes nothing.

    ``world`` may be underived (at the start of a run); the result is derived.
    """
    if action.name not in PHYSICAL:
        raise ValueError(f"{action.name} is not a physical action")
    now = derive(world)
    if now.doors_opened & now.doors_closed:
        return None
    after = _effect(now, action)
    return None if after is None else derive(_one_place_each(after))


def sensed(world: World) -> frozenset[int]:
    """Return what ``Sense`` reports: things here, also carried, also in open containers here."""
    now = derive(world)
    here = places(now, ROBOT)
    standing = {n for n, place in now.at if place in here and n != ROBOT}
    within = {n for n, container in now.inside if container in standing & now.doors_opened}
    return frozenset(standing | within)


def _one_place_each(world: World) -> World:
    """Keep one of several places of a thing, as the platform does after a success.

    The rules leave open which; in the recorded runs (problems 16, 44, 50) it is the last said.
    """
    if not world.last_places:
        return world
    last = {fact for fact in world.last_places.items() if fact in world.at}
    several = {thing for thing, _ in last}
    return replace(world, at=frozenset(f for f in world.at if f[0] not in several) | last)


def _effect(now: World, action: Action) -> World | None:
    """Return the world after ``action`` with nothing derived, ``None`` if it cannot be done."""
    if action.name in ("PutIn", "TakeOut"):
        return _through_door(now, *action.arguments, into=action.name == "PutIn")
    (thing,) = action.arguments
    match action.name:
        case "Move":
            if thing not in now.locations or (ROBOT, thing) in now.at:
                return None
            rest = {fact for fact in now.at if fact[0] != ROBOT}
            return replace(now, at=frozenset(rest | {(ROBOT, thing)}))
        case "PickUp":
            free = now.hand == 0 and thing != now.plate
            if not (free and _is(now, thing, "small") and _here(now, thing)):
                return None
            return replace(now, hand=thing)
        case "PutDown":
            return replace(now, hand=0) if thing and thing == now.hand else None
        case "ToPlate":
            possible = thing and thing == now.hand and now.plate == 0
            return replace(now, hand=0, plate=thing) if possible else None
        case "FromPlate":
            possible = thing and thing == now.plate and now.hand == 0
            return replace(now, hand=thing, plate=0) if possible else None
    return _turn_door(now, thing, opening=action.name == "Open")


def _through_door(now: World, thing: int, container: int, *, into: bool) -> World | None:
    """Return the world after PutIn (``into``) or TakeOut."""
    if container not in now.doors_opened or not _here(now, container):
        return None
    if not into:
        within = (thing, container) in now.inside and now.hand == 0
        return replace(now, inside=now.inside - {(thing, container)}, hand=thing) if (
            within) else None
    if not thing or thing != now.hand or not _is(now, thing, "small"):
        return None
    return replace(now, at=frozenset(fact for fact in now.at if fact[0] != thing),
                   inside=now.inside | {(thing, container)}, hand=0)


def _turn_door(now: World, container: int, *, opening: bool) -> World | None:
    before = now.doors_closed if opening else now.doors_opened
    possible = _is(now, container, "container") and container in before and now.hand == 0
    if not (possible and _here(now, container)):
        return None
    turned = {container}
    if opening:
        return replace(now, doors_opened=now.doors_opened | turned,
                       doors_closed=now.doors_closed - turned)
    return replace(now, doors_opened=now.doors_opened - turned,
                   doors_closed=now.doors_closed | turned)


def _is(world: World, thing: int, word: str) -> bool:
    return word in world.words.get(thing, ())


def _here(world: World, thing: int) -> bool:
    return not places(world, ROBOT).isdisjoint(places(world, thing))
