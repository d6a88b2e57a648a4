"""Run by hand: ``python -m pytest examples/plugins/foraging`` where the plug-in is installed."""

import planner
from planner.discovery import domain_named
from planner.testing import check_domain


def test_the_domain_keeps_the_contract() -> None:
    check_domain(domain_named("foraging"))


def test_everything_is_eaten_with_a_partial_view() -> None:
    record = planner.run(planner.case("foraging", sight=2, seed=1), policy="planned")
    assert record.success
    assert abs(record.extra["return"] - 1.0) < 1e-6


def test_a_robot_sees_nothing_beyond_its_sight() -> None:
    world = domain_named("foraging").open(planner.case("foraging", sight=1, size=20, seed=3))
    seen, _ = world.reset(seed=3)
    hidden = next((r, c) for r in range(20) for c in range(20) if all(
        max(abs(r - o["cell"][0]), abs(c - o["cell"][1])) > 1 for o in seen.values())
        and not world.game.field[r, c])
    before = {a: world.see(a) for a in seen}
    world.game.field[hidden] = 1
    assert {a: world.see(a) for a in seen} == before
    world.game.players[0].position = (hidden[0] - 1, hidden[1])
    assert world.see("Alice")["food"]
