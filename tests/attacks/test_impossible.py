"""Small random worlds with unknowns, every hidden world looked at: no claim that is not so."""

from __future__ import annotations

import io
import json
import random
from typing import Any

from hidden_rooms import PDDL, House, Lodger, Optimum, Plan, World

from planner.execution.actor.policy import Planned
from planner.execution.actor.solver import JointSolver
from planner.execution.loop import run_episode
from planner.execution.trace import EpisodeRecord, TraceWriter
from planner.pddl import read_domain

DOMAIN = read_domain(PDDL)
CASES = 200


def play(plan: Plan, world: World) -> tuple[EpisodeRecord, list[dict[str, Any]], Lodger]:
    stream, bridge = io.StringIO(), Lodger(plan)
    record = run_episode(House(plan, world), Planned(bridge, DOMAIN, JointSolver, 5.0),
                         domain="rooms", case="rooms", seed=0, trace=TraceWriter(stream))
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    return record, [line for line in lines if line["kind"] == "step"], bridge


def drawn(seed: int) -> tuple[Plan, World]:
    """Return a house and one of its hidden worlds, by their probabilities."""
    rng = random.Random(seed)
    while True:
        plan = Plan.draw(rng)
        if plan.worlds:
            return plan, rng.choices([*plan.worlds], [*plan.worlds.values()])[0]


def outcome(seed: int) -> dict[str, float]:
    """Return what came of one case, as numbers that can be added up."""
    plan, world = drawn(seed)
    record, steps, bridge = play(plan, world)
    said = "impossible" in steps[-1]["replan"]
    left = bridge.possible()
    return {"false": said and any(map(plan.solvable, left)), "said": said,
            "hopeless": not any(map(plan.solvable, left)),
            "solvable": plan.solvable(world), "solved": record.success}


def test_what_is_called_impossible_is_so_in_every_world_that_is_left() -> None:
    found = [outcome(seed) for seed in range(CASES)]
    total = {key: sum(one[key] for one in found) for key in found[0]}
    assert total["false"] == 0
    assert total["said"] == total["hopeless"] > CASES / 20
    assert total["solved"] == total["solvable"] > CASES / 2


def test_a_key_assumed_behind_its_own_door_is_looked_for_elsewhere() -> None:
    plan = Plan(3, ((0, 1, True), (0, 2, False)), ((1, 2),), (1,), 2, ((1, 9),))
    record, steps, _ = play(plan, ((1,), frozenset()))
    assert record.success
    assert record.steps - record.trailing_done == 5  # there, take, back, unlock, through
    assert steps[0]["notes"]["assumed"][0]["atoms"] == ["(in k0 p1)"]
    assert steps[0]["notes"]["looking"] == [
        {"what": "(at r p1)", "chance": 0.1, "steps": 1, "expected": 1.0}]


def test_a_key_surely_behind_its_own_door_is_impossible() -> None:
    plan = Plan(2, ((0, 1, False),), ((1,),), (0,), 1, ((1,),))
    _, steps, _ = play(plan, ((1,), frozenset()))
    assert steps[0]["replan"] == "given up: what is left is impossible: (at r p1)"


def test_the_optimum_is_what_counting_by_hand_gives() -> None:
    doors = ((0, 1, True), (0, 2, False), (0, 3, True))
    plan = Plan(4, doors, ((1, 3),), (1,), 2, ((1, 1),))
    assert Optimum(plan).expected() == (5 + 7) / 2  # there, take, back, unlock, through; or 2 more
