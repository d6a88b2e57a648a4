"""Find the objects an instruction speaks of (specification §7.2)."""

from __future__ import annotations

from itertools import product

from domains.competition.world.model import Instruction, World


def candidates(world: World, item: Instruction, variable: str) -> tuple[int, ...]:
    """Return the objects that have every word the cond gives ``variable``, in number order.

    Words are compared whatever attribute they belong to, as the platform does.
    """
    wanted = {attribute.word for attribute in item.cond if attribute.variable == variable}
    return tuple(n for n, words in world.words.items() if n and wanted <= words)


def bindings(world: World, item: Instruction) -> tuple[tuple[int, ...], ...]:
    """Return every choice of objects for the variables of the predicate, in their order.

    Two variables may denote the same object (the platform does not keep them apart). A variable
    that occurs in the cond only must have a match, but is not part of the binding.
    """
    used = tuple(dict.fromkeys(item.variables))
    idle = {attribute.variable for attribute in item.cond} - set(used)
    if any(not candidates(world, item, name) for name in idle):
        return ()
    choices = product(*(candidates(world, item, name) for name in used))
    return tuple(tuple(choice[used.index(name)] for name in item.variables) for choice in choices)
