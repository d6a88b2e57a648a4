"""Find the objects an instruction speaks of (specification §7.2)."""

from __future__ import annotations

from itertools import product

from domains.competition.world.model import Instruction, World


def candidates(world: World, item: Instruction, variable: str) -> tuple[int, ...]:
    """Return the objects that have every word the cond gives ``variable``, in number order."""
    return world.things(*(a.word for a in item.cond if a.variable == variable))


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


def meant(world: World, item: Instruction) -> tuple[int, ...]:
    """Return the things of an instruction with one binding; nothing if there are more or none."""
    found = bindings(world, item)
    return found[0] if len(found) == 1 else ()
