"""The world's laws as pure functions over states (specification §4–5).

Written from the rules alone, not from ``domain.pddl``, so that the two can judge each other.
A state is a value: ``apply(world, state, action)`` returns the next state, or ``None`` where the
platform answers false.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from domains.competition.world.actions import PHYSICAL, Action
from domains.competition.world.model import World

ROBOT = 0


@dataclass(frozen=True, slots=True)
class State:
    """What changes: relations of :class:`World` without its attributes.

    ``at`` holds the robot's place too; ``hand`` and ``plate`` may be ``UNSAID``. Held and plated
    things are at the robot's place, and doors that are neither open nor closed count as closed,
    only after :func:`derive`.
    """

    at: frozenset[tuple[int, int]]
    inside: frozenset[tuple[int, int]]
    opened: frozenset[int]
    closed: frozenset[int]
    hand: int
    plate: int


def initial_state(world: World) -> State:
    """Take the state out of a world as it is written, nothing derived."""
    return State(world.at, world.inside, world.doors_opened, world.doors_closed, world.hand,
                 world.plate)


def places(world: World, state: State, thing: int) -> frozenset[int]:
    """Return the locations of a thing (one; none if it is in a container)."""
    return frozenset(place for place in world.locations if (thing, place) in state.at)


def derive(world: World, state: State) -> State:
    """Apply laws 2 and 3: carried things are where the robot is, doors unknown are closed."""
    here = places(world, state, ROBOT)
    carried = {n for n in (state.hand, state.plate) if n > 0}
    at = frozenset(fact for fact in state.at if fact[0] not in carried)
    shut = {n for n, words in world.words.items() if "container" in words} - state.opened
    return replace(state, at=at | {(thing, place) for thing in carried for place in here},
                   closed=state.closed | shut)


def apply(world: World, state: State, action: Action) -> State | None:
    """Return the state after a physical action, or ``None`` if it fails and changes nothing.

    ``state`` may be underived (at the start of a run); the result is derived.
    """
    if action.name not in PHYSICAL:
        raise ValueError(f"{action.name} is not a physical action")
    now = derive(world, state)
    if now.opened & now.closed:
        return None
    after = _effect(world, now, action)
    return None if after is None else derive(world, _one_place_each(world, after))


def sensed(world: World, state: State) -> frozenset[int]:
    """Return what ``Sense`` reports: things here, also carried, also in open containers here."""
    now = derive(world, state)
    here = places(world, now, ROBOT)
    standing = {n for n, place in now.at if place in here and n != ROBOT}
    within = {n for n, container in now.inside if container in standing & now.opened}
    return frozenset(standing | within)


def _one_place_each(world: World, state: State) -> State:
    """Keep one of several places of a thing, as the platform does after a success.

    The rules leave open which; in the recorded runs (problems 16, 44, 50) it is the last said.
    """
    if not world.last_places:
        return state
    last = {fact for fact in world.last_places.items() if fact in state.at}
    several = {thing for thing, _ in last}
    return replace(state, at=frozenset(f for f in state.at if f[0] not in several) | last)


def _effect(world: World, now: State, action: Action) -> State | None:
    """Return the state after ``action`` with nothing derived, ``None`` if it cannot be done."""
    if action.name in ("PutIn", "TakeOut"):
        return _through_door(world, now, *action.arguments, into=action.name == "PutIn")
    (thing,) = action.arguments
    match action.name:
        case "Move":
            if thing not in world.locations or (ROBOT, thing) in now.at:
                return None
            rest = {fact for fact in now.at if fact[0] != ROBOT}
            return replace(now, at=frozenset(rest | {(ROBOT, thing)}))
        case "PickUp":
            free = now.hand == 0 and thing != now.plate
            if not (free and _is(world, thing, "small") and _here(world, now, thing)):
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
    return _turn_door(world, now, thing, opening=action.name == "Open")


def _through_door(
    world: World, now: State, thing: int, container: int, *, into: bool
) -> State | None:
    """Return the state after PutIn (``into``) or TakeOut."""
    if container not in now.opened or not _here(world, now, container):
        return None
    if not into:
        within = (thing, container) in now.inside and now.hand == 0
        return replace(now, inside=now.inside - {(thing, container)}, hand=thing) if (
            within) else None
    if not thing or thing != now.hand or not _is(world, thing, "small"):
        return None
    return replace(now, at=frozenset(fact for fact in now.at if fact[0] != thing),
                   inside=now.inside | {(thing, container)}, hand=0)


def _turn_door(world: World, now: State, container: int, *, opening: bool) -> State | None:
    before = now.closed if opening else now.opened
    possible = _is(world, container, "container") and container in before and now.hand == 0
    if not (possible and _here(world, now, container)):
        return None
    if opening:
        return replace(now, opened=now.opened | {container}, closed=now.closed - {container})
    return replace(now, opened=now.opened - {container}, closed=now.closed | {container})


def _is(world: World, thing: int, word: str) -> bool:
    return word in world.words.get(thing, ())


def _here(world: World, now: State, thing: int) -> bool:
    return any((thing, place) in now.at for place in places(world, now, ROBOT))
