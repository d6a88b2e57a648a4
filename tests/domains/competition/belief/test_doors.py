"""Doors and the things behind them are believed together: compared with all worlds one by one."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domains.competition.belief.doors import Doors
from planner.execution.belief import Categorical

CHANCES = st.floats(0.0, 0.95)


@given(st.floats(0.05, 0.95), st.lists(CHANCES, min_size=1, max_size=4))
def test_looks_past_a_door_weigh_as_all_worlds_do(opened: float, inside: list[float]) -> None:
    doors = Doors({3: Categorical({"opened": opened, "closed": 1.0 - opened})})
    for thing in range(1, len(inside) + 1):
        doors.missed(3, thing)
    weights = {"opened": 0.0, "closed": 0.0}
    first = {True: 0.0, False: 0.0}
    for world in itertools.product((True, False), repeat=len(inside)):
        chance = 1.0
        for there, p in zip(world, inside, strict=True):
            chance *= p if there else 1.0 - p
        if not any(world):
            weights["opened"] += opened * chance
            first[False] += opened * chance
        weights["closed"] += (1.0 - opened) * chance
        first[world[0]] += (1.0 - opened) * chance
    door = doors.door(3, lambda thing, _: inside[thing - 1])
    assert door["opened"] == pytest.approx(weights["opened"] / sum(weights.values()))
    within, without = doors.factors(3, 1, lambda thing, _: inside[thing - 1])
    share = inside[0] * within / (inside[0] * within + (1.0 - inside[0]) * without)
    assert share == pytest.approx(first[True] / (first[True] + first[False]))


def test_an_open_door_tells_of_everything_that_did_not_show() -> None:
    doors = Doors({3: Categorical({"opened": 0.5, "closed": 0.5})})
    doors.missed(3, 4)
    doors.missed(3, 5)
    doors.forget(5)
    assert doors.hides(4) == [3]
    assert set(doors.settle(3, "opened")) == {4}
    assert doors.sure(3) == "opened"
    assert not doors.hides(4)
