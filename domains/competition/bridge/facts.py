"""Worlds and the platform's lines in the words of ``domain.pddl``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domains.competition.world.actions import read_action, schema_call
from domains.competition.world.model import World
from domains.competition.world.state import apply, derive, places
from planner.execution.actor import Atom, GroundAction


def objects_of(world: World) -> dict[str, str]:
    """Return names and types; a thing is ``t3``, a place ``l3``."""
    kinds = {f"t{n}": "container" if "container" in words else
             "small" if "small" in words else "fixed" for n, words in world.words.items()}
    return {**kinds, **{f"l{n}": "place" for n in world.locations}}


def facts_of(world: World) -> Iterator[Atom]:
    """Yield what is so in a world."""
    now = derive(world)
    carried = {n for n in (now.hand, now.plate) if n > 0}
    for thing, place in now.at:
        if thing == 0:
            yield "robot-at", (f"l{place}",)
        elif thing not in carried:
            yield "at", (f"t{thing}", f"l{place}")
    yield from (("inside", (f"t{n}", f"t{c}")) for n, c in now.inside)
    yield from (("opened", (f"t{c}",)) for c in now.doors_opened)
    for name, free, n in (("holding", "hand-empty", now.hand),
                          ("plated", "plate-empty", now.plate)):
        if n == 0:
            yield free, ()
        elif n > 0:
            yield name, (f"t{n}",)
            yield "carried", (f"t{n}",)


def steps_of(world: World, lines: Iterable[str]) -> list[GroundAction]:
    """Return ground actions for physical lines, as far as they can be done in a world."""
    found = list[GroundAction]()
    for line in lines:
        action = read_action(line)
        here = next(iter(places(world, 0)), None)
        after = apply(world, action) if action is not None else None
        if action is None or after is None or here is None:
            break
        found.append(GroundAction(*schema_call(action, here)))
        world = after
    return found
