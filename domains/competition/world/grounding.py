"""Ground the instructions on a world: which statements about which objects earn points.

A task is a conjunction of literals over one or several bindings (the careful reading: every
binding has to be true). A constraint is a set of *bad* literals: it is lost as soon as one of
them holds after a successful physical action (specification §7 and §8).

A literal is ``(form, a, b)`` over object numbers: the robot is 0, an unused place -1, all
humans together :data:`HUMANS`:

==========  ==========================================================================
``same``    a and b share a location
``apart``   not ``same``
``beside``  a is neither in hand nor on the plate, and shares a location with b (give, puton)
``out``     a is neither in hand nor on the plate
``carried`` a is in hand or on the plate
``hold``    a is in hand; ``nothold`` its negation
``plate``   a is on the plate; ``notplate`` its negation
``in``      a is inside container b; ``notin`` its negation
``opened``  container a's door is open; ``closed`` its negation (after any action)
``never``   false in every state; ``always`` true in every state
==========  ==========================================================================
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from domains.competition.world.model import Instruction, World

Literal = tuple[str, int, int]

HUMANS = -2
"""Stands for whatever has the word ``human``: the receiver of ``give``."""
_NEVER: Literal = ("never", -1, -1)
_NEGATION = {"same": "apart", "plate": "notplate", "hold": "nothold", "in": "notin",
             "opened": "closed", "closed": "opened", "never": "always"}


@dataclass(frozen=True, slots=True)
class Reward:
    """A task (all literals true at the end) or a constraint (no literal ever true).

    ``item`` is the index of its instruction.
    """

    item: int
    literals: tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class Rewards:
    """Rewards of a problem. ``valid`` is false if a task has no binding: everything scores 0.

    Constraints without a binding are left out (they never score).
    """

    tasks: tuple[Reward, ...]
    constraints: tuple[Reward, ...]
    valid: bool


def ground_rewards(world: World, instructions: Sequence[Instruction]) -> Rewards:
    """Bind every task and constraint to the objects of ``world``."""
    tasks: list[Reward] = []
    constraints: list[Reward] = []
    valid = True
    for index, item in enumerate(instructions):
        if item.kind == "info":
            continue
        bound = [_literal(item, things, world) for things in world.bindings(item)]
        if item.kind == "cons_notnot":
            bound = [(_NEGATION[form], a, b) for form, a, b in bound]
        reward = Reward(index, tuple(dict.fromkeys(bound)))
        if item.kind == "task":
            valid = valid and bool(bound)
            tasks.append(reward)
        elif bound:
            constraints.append(reward)
    return Rewards(tuple(tasks), tuple(constraints), valid)


def _literal(item: Instruction, things: Sequence[int], world: World) -> Literal:
    first, second = (*things, HUMANS if item.predicate == "give" else -1)[:2]
    words = world.words
    small = "small" in words.get(first, ())
    container = "container" in words.get(second if second > 0 else first, ())
    form = item.predicate
    if item.inner == "info":
        return _statement(form, first, second, container)
    if form == "goto":
        return ("same", first, 0)
    if form in ("open", "close"):
        return ("opened" if form == "open" else "closed", first, -1) if container else _NEVER
    if not small:
        return _NEVER
    if form == "pickup":
        return ("carried", first, -1)
    if form == "putdown":
        return ("out", first, -1)
    if form in ("give", "puton"):
        return ("beside", first, second)
    if not container:
        return _NEVER
    return ("in" if form == "putin" else "notin", first, second)


def _statement(form: str, first: int, second: int, container: bool) -> Literal:
    """Return the literal of an info about the state."""
    if form in ("on", "near"):
        return ("same", first, second)
    if form == "inside":
        return ("in", first, second)
    if form in ("plate", "hold"):
        return (form, first, -1)
    return (form, first, -1) if container else _NEVER
