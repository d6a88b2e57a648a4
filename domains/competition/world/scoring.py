"""Judge goals and constraints and count points (specification §6–8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from domains.competition.world.model import Instruction, World

TASK_POINTS = 40
CONSTRAINT_POINTS = 20
TIME_LIMIT_S = 5.0


@dataclass(frozen=True, slots=True)
class Ground:
    """An instruction with all its bindings in the true world."""

    item: Instruction
    bindings: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class TaskVerdict:
    """A task in the final state: true for all bindings, for any; ``bindings`` counts them."""

    item: Instruction
    all_true: bool
    any_true: bool
    bindings: int


@dataclass(frozen=True, slots=True)
class ConstraintVerdict:
    """A constraint: kept, or the number of the action (from 1) that broke it.

    ``matches`` is false where no object fits: such a constraint never scores.
    """

    item: Instruction
    kept: bool
    broken_by: int | None
    matches: bool


@dataclass(frozen=True, slots=True)
class Score:
    """Points of a run. Where tasks have several bindings the base lies in ``[lo, hi]``.

    ``void`` gives the reason where the whole problem counts 0 (a task nothing fits, a time
    outside 0–5 s), else it is empty.
    """

    base_lo: int
    base_hi: int
    bonus: int
    cost: int
    tasks: tuple[TaskVerdict, ...]
    constraints: tuple[ConstraintVerdict, ...]
    void: str = ""

    @property
    def total_lo(self) -> int:
        """Least score with time bonus."""
        return self.base_lo + self.bonus

    @property
    def total_hi(self) -> int:
        """Greatest score with time bonus."""
        return self.base_hi + self.bonus


def ground(world: World, items: Sequence[Instruction]) -> tuple[Ground, ...]:
    """Bind instructions in ``world``, leaving out ``:info`` items, which never score."""
    return tuple(Ground(i, world.bindings(i)) for i in items if i.kind != "info")


def holds(world: World, item: Instruction, things: tuple[int, ...]) -> bool:
    """Say whether the literal inside an instruction is true for one binding."""
    judge = _task_holds if item.inner == "task" else is_so
    return judge(world, item.predicate, things)


def done(world: World, task: Ground) -> bool:
    """Say whether a task is true for all of its bindings; one without any is not."""
    return bool(task.bindings) and all(holds(world, task.item, b) for b in task.bindings)


def breaks(world: World, constraint: Ground) -> bool:
    """Say whether a world violates a constraint.

    ``cons_not`` falls if any binding is true, ``cons_notnot`` if any binding is false.
    """
    forbidden = constraint.item.kind == "cons_not"
    return any(holds(world, constraint.item, b) == forbidden for b in constraint.bindings)


def time_bonus(seconds: float) -> int:
    """Return the bonus for a run of ``seconds``: 2 points per whole tenth left of five seconds.

    >>> [time_bonus(t) for t in (0, 0.003, 0.1, 0.25, 1.05, 3.257, 4.689, 4.9, 5.0)]
    [100, 98, 98, 94, 78, 34, 6, 0, 0]
    """
    return 2 * int((TIME_LIMIT_S - seconds) * 10)


def _task_holds(world: World, predicate: str, things: tuple[int, ...]) -> bool:
    thing = things[0]
    carried = thing in (world.hand, world.plate)
    if predicate == "goto":
        return _together(world, thing, 0)
    if predicate in ("open", "close"):
        return thing in (world.doors_opened if predicate == "open" else world.doors_closed)
    if "small" not in world.words.get(thing, ()):
        return False
    match predicate:
        case "give":
            return not carried and any(_together(world, thing, n) for n in world.things("human"))
        case "puton":
            return not carried and _together(world, thing, things[1])
        case "putdown":
            return not carried
        case "pickup":
            return carried
        case "putin":
            return (thing, things[1]) in world.inside
        case "takeout":
            is_container = "container" in world.words.get(things[1], ())
            return is_container and (thing, things[1]) not in world.inside
    raise ValueError(f"unknown task {predicate!r}")


def is_so(world: World, predicate: str, things: tuple[int, ...]) -> bool:
    """Say whether what an info says is true; of more things than it takes the first count."""
    match predicate:
        case "on" | "near":
            return _together(world, things[0], things[1])
        case "inside":
            return (things[0], things[1]) in world.inside
        case "plate":
            return things[0] == world.plate
        case "hold":
            return things[0] == world.hand
        case "opened":
            return things[0] in world.doors_opened
        case "closed":
            return things[0] in world.doors_closed
    raise ValueError(f"unknown info {predicate!r}")


def _together(world: World, one: int, other: int) -> bool:
    return any((one, place) in world.at and (other, place) in world.at
               for place in world.locations)
