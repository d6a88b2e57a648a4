"""What instructions claim that told facts leave out."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from domains.competition.world.bindings import bindings
from domains.competition.world.model import Instruction, World

__all__ = ["carried_yet_inside", "with_claimed_containers"]

_CONTAINER_ARGUMENT = {"open": 0, "close": 0, "putin": 1, "takeout": 1, "inside": 1,
                       "opened": 0, "closed": 0}


def with_claimed_containers(world: World, items: Sequence[Instruction]) -> World:
    """Take for containers what tasks and infos use as such, where nothing else would fit.

    Real files leave out ``(type n container)`` at times; what is to be opened or filled has a
    door all the same, for a task of the rules always has an object it fits.
    """
    claimed: set[int] = set()
    for item in items:
        if item.kind in ("task", "info") and item.predicate in _CONTAINER_ARGUMENT:
            names = [name for name in item.arguments if name != "human"]
            name = names[_CONTAINER_ARGUMENT[item.predicate]]
            wanted = {a.word for a in item.cond if a.variable == name} - {"container"}
            fitting = {n for n, words in world.words.items() if wanted <= words}
            if wanted and not any("container" in world.words[n] for n in fitting):
                claimed |= fitting
    if not claimed:
        return world
    words = {n: w | {"container"} if n in claimed else w for n, w in world.words.items()}
    return replace(world, words=words)


def carried_yet_inside(
    told: World, items: Sequence[Instruction], carried: Collection[int]
) -> set[tuple[int, int]]:
    """Return (thing, container) of what is carried at the start and to be taken out all the same.

    Such a task would be done before the first action, unless a second fact says that the thing is
    inside; files with both exist, and the platform keeps both (specification §4).
    """
    found = [bindings(told, item) for item in items
             if item.kind == "task" and item.predicate == "takeout"]
    pairs = {tuple(one[0].values()) for one in found if len(one) == 1}
    return {(pair[0], pair[1]) for pair in pairs if len(pair) == 2 and pair[0] in carried}
