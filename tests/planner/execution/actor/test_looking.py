"""Where to look first: least expected steps, not the greatest chance alone."""

import random
from collections.abc import Mapping
from itertools import permutations

import pytest
from rowworld import PDDL

from planner.engines.joint.grounding.relaxation import Relaxation
from planner.execution.actor import Believed, Unknown
from planner.execution.actor.looking import Look, Ranks, searched
from planner.execution.actor.solver import JointSolver
from planner.pddl import read_domain

DOMAIN = read_domain(PDDL)


def row(start: int, length: int, **places: Mapping[int, float]) -> tuple[Ranks, tuple[Look, ...]]:
    """Search boxes in a row of cells for a robot in the cell ``start``."""
    cells = range(length)
    facts = {("next", (f"c{a}", f"c{a + d}")) for a in cells for d in (-1, 1) if a + d in cells}
    believed = Believed(
        {"r": "robot", **dict.fromkeys(places, "box"), **{f"c{k}": "cell" for k in cells}},
        frozenset(facts | {("at", ("r", f"c{start}"))}),
        frozenset(("visited", (box,)) for box in places),
        unknowns=tuple(Unknown(box, {frozenset({("in", (box, f"c{k}"))}): w for k, w in at.items()})
                       for box, at in places.items()))
    return searched(believed, Relaxation(JointSolver(DOMAIN, ["r"]).grounding(believed, 60)))


def order(search: tuple[Ranks, tuple[Look, ...]], box: str) -> list[int]:
    found = sorted((rank, int(min(atoms)[1][1][1:])) for (key, atoms), rank in search[0].items()
                   if key == box)
    return [cell for _, cell in found]


def test_a_near_place_comes_before_a_likelier_one_far_away() -> None:
    assert order(row(2, 9, b={1: 0.4, 8: 0.6}), "b") == [1, 8]
    assert order(row(2, 9, b={1: 0.1, 8: 0.9}), "b") == [8, 1]


def test_what_may_be_on_one_way_is_looked_for_together() -> None:
    both = row(4, 9, a={1: 0.4, 7: 0.6}, b={1: 0.5, 8: 0.5})
    assert order(both, "a")[0] == order(both, "b")[0] == 1  # .9 boxes in three steps
    assert order(row(4, 9, a={1: 0.4, 7: 0.6}), "a")[0] == 7


@pytest.mark.parametrize("seed", range(20))
def test_the_order_of_a_few_places_is_the_best_there_is(seed: int) -> None:
    rng = random.Random(seed)
    start, places = rng.randrange(12), {k: rng.random() for k in rng.sample(range(12), 5)}
    total = sum(places.values())

    def expected(cells: tuple[int, ...]) -> float:
        now, steps, found = start, 0, 0.0
        for cell in cells:
            steps += max(1, abs(cell - now))
            found += places[cell] / total * steps
            now = cell
        return found

    search = row(start, 12, b=places)
    least = min(map(expected, permutations(places)))
    assert expected(tuple(order(search, "b"))) == pytest.approx(least)
    assert search[1][0].expected == pytest.approx(least)
