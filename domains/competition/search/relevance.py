"""Keep only what can matter for a reward: objects to move, containers, places.

A small object matters if it is carried, occurs in a task that is not decided, or in a constraint
about two small objects; one that is only constrained never has to be touched. What can be touched
at the start without a Move matters all the same: any action settles some tasks and may repair a
constraint, and that is the cheapest.

A container matters if it holds or may have to hold something that matters, if its door is spoken
of, and if a constraint speaks of the place of something that matters: inside a container a thing
is nowhere. Places that play no part are interchangeable; a few are kept, to put things out of the
way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from domains.competition.world.grounding import Literal, Rewards
from domains.competition.world.model import World

Numbers = tuple[int, ...]

_PLACED = ("same", "beside", "apart")
_DOORS = ("opened", "closed")


def select(
    world: World, start: int, at: Mapping[int, frozenset[int]], found: Rewards
) -> tuple[Numbers, Numbers, Numbers]:
    """Return the numbers of the objects, containers and places that matter.

    ``start`` is the robot's location, ``at`` the derived locations.
    """
    boxes = set(world.things("container"))
    small = {*world.things("small")} - boxes
    placed_boxes = {c for c in boxes - small if at.get(c)}
    tasks = [literal for reward in found.tasks for literal in reward.literals]
    rules = [literal for reward in found.constraints for literal in reward.literals]
    pairs = {o for r in rules if r[1] != r[2] and small.issuperset(r[1:]) for o in r[1:]}
    objects = {o for o in (world.hand, world.plate) if o > 0} | pairs
    objects |= {o for o in small if start in at.get(o, ())}
    objects |= {o for o, c in world.inside if start in at.get(c, ())} & small
    objects |= {o for r in (*tasks, *rules) for o in r[1:]} & _odd(world) & small
    objects |= {o for t in tasks if not _settled(t, world, at, small) for o in t[1:]} & small
    containers = placed_boxes
    if not any(r[0] in _PLACED and not objects.isdisjoint(r[1:]) for r in rules):
        here = {c for c in boxes if start in at.get(c, ())}
        containers = placed_boxes & (here | _containers(world, objects, tasks, rules))
    places = _places(start, at, objects, containers, tasks, rules)
    spare = _spare(world, places, at, rules, 1 + len(pairs))
    return tuple(sorted(objects)), tuple(sorted(containers)), (*sorted(places), *spare)


def _odd(world: World) -> set[int]:
    """Return the things said to be in several places at once; it takes one action to see where."""
    carried = {thing for thing in (world.hand, world.plate) if thing > 0}
    spots = [thing for thing, _ in world.at if thing not in carried]
    spots += [thing for thing, _ in world.inside] + list(carried)
    return {thing for thing, count in Counter(spots).items() if count > 1}


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


def _containers(
    world: World, objects: set[int], tasks: Sequence[Literal], rules: Sequence[Literal]
) -> set[int]:
    """Return containers with objects in them, and those that rewards name.

    A rule about a door, or about what has to be inside, may need a first repair.
    """
    found = {c for o, c in world.inside if o in objects}
    found |= {b for form, _, b in tasks if form == "in"}
    found |= {b for form, a, b in rules if form == "notin" and a in objects}
    return found | {a for form, a, _ in (*tasks, *rules) if form in _DOORS}


def _places(
    start: int, at: Mapping[int, frozenset[int]], objects: set[int], containers: set[int],
    tasks: Sequence[Literal], rules: Sequence[Literal],
) -> set[int]:
    """Return where things are, and where they may have to be."""
    wanted = objects | containers
    wanted |= {o for form, a, b in tasks if form in ("same", "beside") for o in (a, b)}
    for form, a, b in rules:
        if form == "apart" and (a in objects or b in objects):
            wanted |= {a, b}
    places = {start} if start >= 0 else set()
    return places.union(*(at.get(thing, frozenset()) for thing in wanted - {0, -1}))


def _spare(
    world: World, places: set[int], at: Mapping[int, frozenset[int]], rules: Sequence[Literal],
    wanted: int,
) -> list[int]:
    """Return ``wanted`` interchangeable places without any role; all that is left if too few."""
    rules = [r for r in rules if r[0] in _PLACED]
    if not rules and len(places) > 1:
        return []
    marked = {p for rule in rules for o in rule[1:] if o != 0 for p in at.get(o, ())}
    rest = world.locations - places
    neutral = sorted(rest - marked)[:wanted]
    return neutral if len(neutral) == wanted else sorted(rest)
