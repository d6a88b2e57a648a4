"""Complete the told world: by ``:info`` instructions and by questions (specification §2.3, §5.2).

An info is a true statement about the initial state; it wins over told facts that may be wrong. It
is used where it speaks of one binding only; "on" and "near" place a small thing where the other
one stands. Where answers are reliable, a place that a task needs and that neither facts nor infos
give is asked for: 2 points, and part of the plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from domains.competition.world.bindings import bindings
from domains.competition.world.model import UNSAID, Instruction, World

__all__ = ["answered", "presumed", "questions", "supplement"]


def supplement(
    world: World, instructions: Sequence[Instruction], *, reliable: bool = False
) -> World:
    """Return ``world`` with every unambiguous info put in.

    ``reliable`` says that what was told is true (flag err off): then nothing told is taken back.
    """
    for item in instructions:
        if item.kind != "info":
            continue
        found = bindings(world, item)
        if len(found) == 1:
            things = [found[0][a] for a in item.arguments]
            changed = _told(world, item.predicate, things)
            if reliable:
                changed = replace(
                    changed, at=changed.at | world.at, inside=changed.inside | world.inside
                )
            world = changed
    return world


def questions(world: World, instructions: Sequence[Instruction]) -> tuple[int, ...]:
    """Return what tasks need a place of that is not known, in number order.

    Things to be moved or gone to, where they are to be brought, and the containers they are in.
    """
    known = {thing for thing, _ in world.at | world.inside} | {world.hand, world.plate}
    wanted: set[int] = set()
    for item in instructions:
        if item.kind == "task" and item.predicate != "putdown":
            for binding in bindings(world, item):
                wanted |= _needed(world, item, tuple(binding.values()))
    return tuple(sorted(wanted - known))


def presumed(world: World, instructions: Sequence[Instruction]) -> tuple[World, frozenset[int]]:
    """Put things without a place where tasks to take them out expect them; say which."""
    known = {thing for thing, _ in world.at | world.inside} | {world.hand, world.plate}
    found: dict[int, int] = {}
    for item in instructions:
        if item.kind == "task" and item.predicate == "takeout":
            for binding in bindings(world, item):
                thing, container = (binding[name] for name in item.arguments)
                words = world.words[thing], world.words[container]
                if thing not in known and "small" in words[0] and "container" in words[1]:
                    found.setdefault(thing, container)
    inside = world.inside | found.items()
    return replace(world, inside=frozenset(inside)), frozenset(found)


def _needed(world: World, item: Instruction, things: Sequence[int]) -> set[int]:
    """Return the objects of a task whose places it needs."""
    thing, other = things[0], things[-1]
    if item.predicate == "putin" and (thing, other) in world.inside:
        return set()
    needed = {thing} if item.predicate == "takeout" else set(things)
    if item.predicate == "give":
        needed |= {n for n, words in world.words.items() if "human" in words}
    if item.predicate == "takeout" and any(n == thing for n, _ in world.inside):
        return {c for n, c in world.inside if n == thing and c == other}
    return needed | {c for n, c in world.inside if n in needed}


def answered(world: World, true_world: World, asked: Sequence[int]) -> World:
    """Return ``world`` with the true places of what was asked for (one each, as AskLoc says)."""
    for thing in asked:
        at = sorted(fact for fact in true_world.at if fact[0] == thing)[:1]
        inside = sorted(fact for fact in true_world.inside if fact[0] == thing)[: 1 - len(at)]
        world = replace(
            world,
            at=world.at | frozenset(at),
            inside=world.inside | frozenset(inside),
            locations=world.locations | {place for _, place in at},
        )
    return world


def _told(world: World, predicate: str, things: list[int]) -> World:
    first = things[0]
    match predicate:
        case "opened" | "closed":
            return _door(world, first, opened=predicate == "opened")
        case "inside":
            return _inside(world, first, things[1])
        case "on" | "near":
            return _beside(world, first, things[1])
        case "plate":
            free = world.plate in (0, UNSAID) and world.hand != first
            return replace(_nowhere(world, first), plate=first) if free else world
        case "hold":
            free = world.hand in (0, UNSAID) and world.plate != first
            return replace(_nowhere(world, first), hand=first) if free else world
    return world


def _door(world: World, container: int, *, opened: bool) -> World:
    one = frozenset((container,))
    if opened:
        doors = (world.doors_opened | one, world.doors_closed - one)
    else:
        doors = (world.doors_opened - one, world.doors_closed | one)
    return replace(world, doors_opened=doors[0], doors_closed=doors[1])


def _inside(world: World, thing: int, container: int) -> World:
    if (thing, container) in world.inside or thing in (world.hand, world.plate):
        return world
    cleared = _nowhere(world, thing)
    return replace(cleared, inside=cleared.inside | {(thing, container)})


def _beside(world: World, one: int, other: int) -> World:
    """Place a small thing at the other's only location, unless they are together already."""
    if "small" not in world.words.get(one, ()) and "small" in world.words.get(other, ()):
        one, other = other, one
    here = {place for thing, place in world.at if thing == one}
    there = {place for thing, place in world.at if thing == other}
    carried = one in (world.hand, world.plate)
    if "small" not in world.words.get(one, ()) or carried or len(there) != 1 or here & there:
        return world
    cleared = _nowhere(world, one)
    return replace(cleared, at=cleared.at | {(one, min(there))})


def _nowhere(world: World, thing: int) -> World:
    """Take a thing out of every place; the locations stay known."""
    return replace(
        world,
        at=frozenset(fact for fact in world.at if fact[0] != thing),
        inside=frozenset(fact for fact in world.inside if fact[0] != thing),
        last_places={n: place for n, place in world.last_places.items() if n != thing},
    )
