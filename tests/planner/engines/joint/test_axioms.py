"""Joint plans are simulated with what follows from axioms, before and after each step."""

from itertools import combinations, product
from random import Random

import pytest
from teams import world

from planner.engines.joint import JointEngine
from planner.engines.joint.check import course, problems
from planner.engines.outcome import Status
from planner.pddl import read_domain
from planner.pddl.conditions import Atom
from planner.pddl.model import Formula, task_of
from planner.plan import Step

DOMAIN = read_domain(world("shed"))
OBJECTS = {"a": ("robot",), "b": ("robot",), "d": ("door",)}


def test_conditions_and_goals_may_be_derived() -> None:
    task = task_of(DOMAIN, OBJECTS, [("key", ("a",))], ("atom", "airy", ()))
    handed = ((Step("pass", ("a", "b")),), (Step("unlock", ("b", "d")),))
    assert problems(task, handed, ["a", "b"]) == ""
    assert ("airy", ()) in course(task, handed)[-1].atoms
    assert "step 0" in problems(task, handed[1:], ["a", "b"])
    assert "step 1" in problems(task, (handed[0], (Step("unlock", ("a", "d")),)), ["a", "b"])


DOORS = read_domain(world("doors"))
Doors = tuple[tuple[int, int], ...]
Rooms = tuple[int, int]
Layout = tuple[Rooms, frozenset[int]]


def joined(doors: Doors, opened: frozenset[int], room: int) -> set[int]:
    seen = {room}
    while more := {b for d in opened for a, b in (doors[d], doors[d][::-1]) if a in seen} - seen:
        seen |= more
    return seen


def acted(doors: Doors, now: Layout, robot: int, act: tuple[str, int]) -> Layout | None:
    (kind, thing), (rooms, opened) = act, now
    here = rooms[robot]
    if kind == "go":
        fits = thing != here and thing in joined(doors, opened, here) & joined(
            doors, frozenset(range(len(doors))), here)
        return (tuple(thing if k == robot else x for k, x in enumerate(rooms)), opened) if (
            fits) else None  # type: ignore[return-value]
    if here != doors[thing][kind == "lock"] or (thing in opened) != (kind == "lock"):
        return None
    return rooms, opened ^ {thing}


def fewest(doors: Doors, start: Layout, goal: Layout, cut: tuple[int, int]) -> int | None:
    """Look breadth first at all joint steps that can be done in both orders, to the same end."""
    acts = [("go", x) for x in range(4)] + [
        (kind, d) for kind in ("unlock", "lock") for d in range(len(doors))]
    layer, seen = {start}, {start}
    for steps in range(12):
        if any(now == goal and cut[1] not in joined(doors, now[1], cut[0]) for now in layer):
            return steps
        after: set[Layout] = set()
        for now in layer:
            alone = [[act for act in acts if acted(doors, now, r, act)] for r in (0, 1)]
            for r in (0, 1):
                after |= {to for act in alone[r] if (to := acted(doors, now, r, act))}
            for one, two in product(*alone):
                first = acted(doors, acted(doors, now, 0, one) or now, 1, two)
                second = acted(doors, acted(doors, now, 1, two) or now, 0, one)
                if first is not None and first == second:
                    after.add(first)
        layer = after - seen
        seen |= after
    return None


@pytest.mark.parametrize("seed", range(8))
def test_predicates_that_are_defined_by_themselves(seed: int) -> None:
    """Who is where, which doors are open, and that one room is cut off from another."""
    rng = Random(seed)
    doors: Doors = tuple(rng.sample(sorted(combinations(range(4), 2)), 4))

    def layout() -> Layout:
        return (rng.randrange(4), rng.randrange(4)), frozenset(
            d for d in range(4) if rng.random() < 0.5)

    start, goal, cut = layout(), layout(), (rng.randrange(4), rng.randrange(4))
    names = {f"x{k}": ("room",) for k in range(4)} | {f"d{k}": ("door",) for k in range(4)} | {
        f"r{k}": ("robot",) for k in (0, 1)}
    init: list[Atom] = [("joins", (f"d{d}", f"x{a}", f"x{b}")) for d, (a, b) in enumerate(doors)]
    init += [("in", (f"r{k}", f"x{x}")) for k, x in enumerate(start[0])]
    wanted: list[Formula] = [("atom", "in", (f"r{k}", f"x{x}")) for k, x in enumerate(goal[0])]
    for d in range(4):
        fact: Formula = ("atom", "open", (f"d{d}",))
        wanted.append(fact if d in goal[1] else ("not", fact))
    wanted.append(("not", ("atom", "reach", (f"x{cut[0]}", f"x{cut[1]}"))))
    init += [("open", (f"d{d}",)) for d in start[1]]
    result = JointEngine(DOORS, names).solve(init, ("and", *wanted), limit=60)
    least = fewest(doors, start, goal, cut)
    if least is None:
        assert result.status is Status.UNSOLVABLE_PROVEN
        return
    assert (result.status, result.lower) == (Status.SOLVED_OPTIMALLY, least)
    assert result.plan is not None
    assert problems(task_of(DOORS, names, init, ("and", *wanted)), result.plan.steps,
                    ["r0", "r1"]) == ""


def test_a_definition_that_is_too_long_is_refused_with_a_way_out() -> None:
    names = {f"x{k}": ("room",) for k in range(9)} | {"r0": ("robot",)} | {
        f"d{a}{b}": ("door",) for a, b in combinations(range(9), 2)}
    init = [("joins", (f"d{a}{b}", f"x{a}", f"x{b}")) for a, b in combinations(range(9), 2)]
    result = JointEngine(DOORS, names).solve([*init, ("in", ("r0", "x0"))],
                                             ("atom", "in", ("r0", "x8")), limit=60)
    assert result.status is Status.UNSUPPORTED_PROBLEM
    assert "what is derived (reach) is too long" in result.message
    assert "--engine fast-downward" in result.message
