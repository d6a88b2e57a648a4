"""Fires that have escaped: simulated with masks as they burn, put out by robots together."""

import random

import pytest
from records import traced
from rescue_episodes import known

from domains.rescue.belief.masks import Ground
from domains.rescue.policy.policy import SymbolicPolicy
from domains.rescue.policy.siege import Siege
from domains.rescue.world.environment import RescueEnvironment
from domains.rescue.world.fire import NONE, Fire, generate
from domains.rescue.world.scene import FireSpec, Place, Scene


@pytest.mark.parametrize("seed", range(6))
def test_masks_burn_and_are_splashed_as_fires_are(seed: int) -> None:
    rng = random.Random(seed)
    fire = generate(FireSpec("F", "A", 1 + seed % 3, (6 + seed, 6), (4, 4)), seed)
    ground = Ground(fire.cells)
    masks = ground.masks(*_levels(fire))
    for _ in range(60):
        if rng.random() < 0.4:
            cell = rng.choice(fire.cells)
            fire.lessen(*cell)
            masks = masks.splashed(ground.block(cell))
        if fire.ticks % 2:
            masks = ground.acted(masks)
        fire.tick()
        levels, _ = _levels(fire)
        assert masks[:3] == ground.masks(levels, {})[:3]


def _levels(fire: Fire) -> tuple[dict[tuple[int, int], int], dict[tuple[int, int], int]]:
    cells = fire.cells
    return ({c: level for c, level in zip(cells, fire.level, strict=True) if level > NONE},
            dict(zip(cells, fire.clock, strict=True)))


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
    assert len(environment.world.fires[0].burning) < 5
    assert traced(environment, policy, lights)[0].trailing_done
    assert not environment.world.fires[0].burning
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
    assert len(environment.world.fires[0].burning) == 37
    siege = Siege(know, know.blazes["North"])
    siege.plan(know.agents, {}, others=True)
    assert siege.harm[0] == 0
    assert len(siege.parts) <= 7
