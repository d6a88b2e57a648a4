"""What instructions claim about objects that the told facts leave out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from domains.competition.world.model import Instruction, World

__all__ = ["with_claimed_containers"]

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
