"""Keep only what can matter for a reward: objects to move, containers, places.

A small object matters if it is carried, occurs in a task that is not decided, or in a constraint
about two small objects; one that is only constrained never has to be touched, except where its
constraint is broken at the start and the first action may repair it. Places that play no part are
interchangeable; a few are kept, to put things out of the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from domains.competition.grounding import Literal, Rewards
from domains.competition.model import World

__all__ = ["Relevant", "select"]

_REPAIRED = ("in", "out", "beside", "nothold", "apart")
"""Bad at the start, these may be repaired by the first action: a PickUp or a TakeOut."""


@dataclass(frozen=True, slots=True)
class Relevant:
    """Object, container and location numbers that stay in; ``spare`` are the neutral places."""

    objects: tuple[int, ...]
    containers: tuple[int, ...]
    places: tuple[int, ...]
    spare: tuple[int, ...]


def select(world: World, start: int, at: Mapping[int, frozenset[int]], found: Rewards) -> Relevant:
    """Select what matters; ``start`` is the robot's location, ``at`` the derived locations."""
    small = {o for o, words in world.words.items() if "small" in words and "container" not in words}
    tasks = [literal for reward in found.tasks for literal in reward.literals]
    rules = [literal for reward in found.constraints for literal in reward.literals]
    objects = {o for o in (world.hand, world.plate) if o > 0}
    objects |= {
        o for t in tasks if not _settled(t, world, at, small) for o in t[1:] if o in small
    }
    pairs = [r for r in rules if r[1] in small and r[2] in small and r[1] != r[2]]
    objects |= {o for literal in pairs for o in literal[1:]}
    boxes = {c for _, c in world.inside if start in at.get(c, ())}
    near = {o for o in small if start in at.get(o, ())} | {o for o, c in world.inside if c in boxes}
    objects |= {a for form, a, _ in rules if form in _REPAIRED} & small & near
    settle = any(f in ("opened", "closed") and _unknown_door(world, a) for f, a, _ in tasks)
    settle = settle or any(_derived(literal, world, at) for literal in tasks)
    if settle:
        objects |= near  # any action at all settles these, a PickUp or Open most cheaply
    containers = {c for o, c in world.inside if o in objects}
    containers |= _containers(tasks, rules)
    if pairs or settle or any(
        form in ("same", "apart") and a in objects for form, a, _ in rules
    ):
        containers |= {c for c, words in world.words.items() if "container" in words} - small
    containers = {c for c in containers if at.get(c)}
    places = _places(start, at, objects, containers, tasks, rules)
    spare, others = _spare(world, places, at, rules, 1 + len({o for p in pairs for o in p[1:]}))
    places.update(others)
    return Relevant(
        tuple(sorted(objects)), tuple(sorted(containers)), tuple(sorted(places)), spare
    )


def _settled(
    literal: Literal, world: World, at: Mapping[int, frozenset[int]], small: set[int]
) -> bool:
    """Tell whether a task literal holds as long as nobody touches its object."""
    form, a, b = literal
    if a in (world.hand, world.plate):
        return False
    if form == "out":
        return True
    if form == "notin":
        return (a, b) not in world.inside
    if form == "in":
        return (a, b) in world.inside
    return form == "beside" and b not in small and not at.get(a, frozenset()).isdisjoint(
        at.get(b, frozenset())
    )


def _derived(literal: Literal, world: World, at: Mapping[int, frozenset[int]]) -> bool:
    """Tell whether a literal holds by where a carried thing is, which follows from an action.

    The same goes for a thing of which several places were told.
    """
    form, *things = literal
    implicit = {world.hand, world.plate} - {0, -1} | set(world.last_places)
    if form not in ("same", "beside") or implicit.isdisjoint(things):
        return False
    return not at.get(things[0], frozenset()).isdisjoint(at.get(things[1], frozenset()))


def _unknown_door(world: World, container: int) -> bool:
    return container not in world.doors_opened | world.doors_closed


def _containers(tasks: Iterable[Literal], rules: Iterable[Literal]) -> set[int]:
    """Return containers that tasks name, and those whose door rules may need a first repair."""
    found = {b for form, _, b in tasks if form == "in"}
    found |= {a for form, a, _ in tasks if form in ("opened", "closed")}
    doors = ("opened", "closed", "notopened", "notclosed")
    return found | {a for form, a, _ in rules if form in doors}


def _places(
    start: int,
    at: Mapping[int, frozenset[int]],
    objects: set[int],
    containers: set[int],
    tasks: Iterable[Literal],
    rules: Iterable[Literal],
) -> set[int]:
    places = {start} if start >= 0 else set()
    for thing in objects | containers:
        places |= at.get(thing, frozenset())
    for form, a, b in tasks:
        if form in ("same", "beside"):
            places |= at.get(a, frozenset()) | (at.get(b, frozenset()) if b else frozenset())
    for form, a, b in rules:
        if form == "apart" and a in objects and b:
            places |= at.get(b, frozenset())
    return places


def _spare(
    world: World,
    places: set[int],
    at: Mapping[int, frozenset[int]],
    rules: Iterable[Literal],
    wanted: int,
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return interchangeable places without any role (at most ``wanted``), or all that is left."""
    rules = [r for r in rules if r[0] in ("same", "beside", "apart")]
    if not rules and len(places) > 1:
        return (), ()
    named = {o for rule in rules for o in rule[1:] if o > 0}
    marked: set[int] = set().union(*(at.get(o, frozenset()) for o in named)) if named else set()
    rest = sorted(world.locations - places)
    neutral = [p for p in rest if p not in marked]
    return (tuple(neutral[:wanted]), ()) if neutral else ((), tuple(rest))
