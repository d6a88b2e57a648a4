"""Fires: how they burn, cell by cell, and how robots put out together those that have escaped."""

import random

import pytest
from records import traced
from rescue_episodes import known

from domains.rescue.policy.policy import SymbolicPolicy
from domains.rescue.policy.siege import Siege
from domains.rescue.world.environment import RescueEnvironment
from domains.rescue.world.fire import generate
from domains.rescue.world.scene import FireSpec, Place, Scene


@pytest.mark.parametrize("seed", range(6))
def test_fires_burn_and_are_splashed_cell_by_cell(seed: int) -> None:
    """The rules of specification 4, written down once more for levels and clocks of cells."""
    rng = random.Random(seed)
    fire = generate(FireSpec("F", "A", 1 + seed % 3, (6 + seed, 6), (4, 4)), seed)
    level, clock = {c: fire.level(c) for c in fire.cells}, dict.fromkeys(fire.cells, 0)
    for tick in range(1, 61):
        if rng.random() < 0.4:
            x, y = rng.choice(fire.cells)
            block = [c for c in level if abs(c[0] - x) <= 1 and abs(c[1] - y) <= 1]
            burned = [c for c in block if level[c] > 1]
            assert fire.lessen(x, y) == (len(block), len(burned))
            for c in burned:
                level[c] -= 1
                clock[c] = 0 if level[c] > 1 else clock[c]
        fire.tick()
        spreading = [c for c in level if level[c] > 2] if tick % 2 == 0 else []
        for c in level if tick % 2 == 0 else ():
            if level[c] == 1 and any(max(abs(c[0] - x), abs(c[1] - y)) == 1 for x, y in spreading):
                level[c] = 2
            if level[c] > 1:
                level[c] += (level[c], clock[c]) in ((2, 3), (3, 6))
                clock[c] += 1
        assert {c: fire.level(c) for c in fire.cells} == level


@pytest.mark.parametrize(("lights", "failures", "cost"), [
    (1, 0.0, 0.0), (2, 0.0, 0.0), (2, 0.2, 0.0), (1, 0.0, 0.3), (2, 0.0, 0.3)])
def test_four_robots_put_out_a_fire_that_burns_everywhere(
        lights: int, failures: float, cost: float) -> None:
    """Where ways are long they come with full hands, wait for each other and begin together."""
    scene = Scene(
        name="late", width=40, height=40, reservoirs=(Place("Pit", (5, 5), "A"),),
        deposits=(Place("Base", (30, 8), ""),), persons=(), max_steps=90,
        fires=(FireSpec("North", "A", lights, (6, 6), (20, 20)),),
        starts=((2, 2), (3, 30), (30, 3), (30, 30)))
    scene = Scene(**{**vars(scene), "rules": scene.rules.changed(
        {"unnoticed": 30, "failure_probability": failures, "move_cost": cost})})
    environment, policy = RescueEnvironment(scene, 4, seed=lights), SymbolicPolicy()
    environment.reset(seed=lights)
    assert len(environment.world.fires[0].lit()) < 5
    assert traced(environment, policy, lights)[0].trailing_done
    assert not environment.world.fires[0].lit()
    assert 35 < policy.know.step < 50 + 100 * failures + 60 * cost


@pytest.mark.parametrize("robots", [12, 16, 20])
def test_a_large_fire_is_ended_by_few_of_many_robots_who_begin_together(robots: int) -> None:
    scene = Scene(
        name="blaze", width=60, height=60, reservoirs=(Place("Pit", (5, 5), "A"),),
        deposits=(Place("Base", (50, 8), ""),), persons=(),
        fires=(FireSpec("North", "A", 2, (7, 7), (30, 30)),),
        starts=tuple((10 + 2 * i, 50) for i in range(robots)))
    environment = RescueEnvironment(scene, robots, seed=0)
    know = known(environment)
    for _ in range(34):
        know.update(environment.step({})[0])
    assert len(environment.world.fires[0].lit()) == 37
    siege = Siege(know, know.blazes["North"])
    siege.plan(know.agents, {}, others=True)
    assert siege.harm[0] == 0
    assert len(siege.parts) <= 7
