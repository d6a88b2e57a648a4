"""Large teams and worlds: bounds, routes, sieges, crowds, walls, and what can never be done."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from records import traced
from rescue_episodes import build_environment, known, run_case
from rescue_scale import case, play

from benchmarks.metrics import METRICS
from domains.rescue.belief.knowledge import Knowledge, RobotView
from domains.rescue.belief.limits import limits
from domains.rescue.case import RescueCase
from domains.rescue.policy.crowding import make_room, step_aside
from domains.rescue.policy.policy import SymbolicPolicy
from domains.rescue.policy.routes import Ways
from domains.rescue.world.bound import Bound, fewest_steps
from domains.rescue.world.environment import RescueEnvironment
from domains.rescue.world.scene import FireSpec, PersonSpec, Place, Scene
from domains.rescue.world.scene_file import shipped_scene
from domains.rescue.world.variation import HARDEST, graded, random_scene
from domains.rescue.world.ways import along, distances
from planner.errors import InputError

FIELD = Scene(
    name="field", width=60, height=40,
    reservoirs=(Place("Pit", (5, 5), "A"), Place("Pond", (5, 30), "B")),
    deposits=(Place("Base", (55, 5)),),
    fires=(FireSpec("North", "A", 1, (6, 6), (30, 2)), FireSpec("South", "A", 1, (6, 6), (30, 30))),
    persons=(), starts=((20, 20), (22, 20), (24, 20)))


def knowledge(scene: Scene, agents: int) -> Knowledge:
    return known(RescueEnvironment(scene, agents, seed=0))


def test_bound_of_two_lights_is_counted_by_hand() -> None:
    """Two stands: an arrival, a unit fetched, a unit used each; a way to the pit."""
    world = RescueEnvironment(FIELD, 1, seed=0).world
    assert fewest_steps(world) == Bound(work=7, plain=7, chain=3, robots=1)
    assert fewest_steps(world).steps == 7
    person = PersonSpec("Zoe", (10, 35), 0.2)
    world = RescueEnvironment(replace(FIELD, fires=(), persons=(person,)), 2, seed=0).world
    assert fewest_steps(world).work == 7  # two carry, walk and drop; one goes there
    assert fewest_steps(world).plain == 8


@pytest.mark.parametrize("seed", [0, 10])
def test_no_team_is_faster_than_the_bound(seed: int) -> None:
    for scene in (1, 3, 5):
        for agents in (2, 5):
            asked = {"scene": scene, "agents": agents, "seed": seed, "clairvoyant": True}
            record = run_case(asked)
            environment = build_environment(asked)
            environment.reset(seed=seed)
            fewest = fewest_steps(environment.world).steps
            assert fewest <= record.steps - record.trailing_done
            assert METRICS["L_bound"].value(record) == fewest


def test_the_bound_counts_what_an_escaped_fire_takes() -> None:
    """One robot comes to five of six lights by tick 18; the sixth then burns in 5 x 5 cells.

    These are ended from four places: three arrivals more, and one unit more than the three that
    are counted for a light that is not ended by tick 14.
    """
    bounds = []
    for fires in (5, 6):
        spread = tuple(FireSpec(f"F{i}", "A", 1, (20, 20), (30 * i, 40)) for i in range(fires))
        scene = replace(FIELD, width=200, height=100, fires=spread)
        bounds.append(fewest_steps(RescueEnvironment(scene, 1, seed=0).world).work)
    plain = 3 + 2 * 2  # a light with what it grows, each unit fetched and used
    assert bounds[1] - bounds[0] - plain in (3 + 2, 3 + 2 + 1)  # and perhaps a way to the pit


@pytest.mark.parametrize(("asked", "ratio"), [
    (case(10, 20, 60, 31), 2),
    (case(50, 40, 100, 7000), 9),  # a crowded deposit
    (RescueCase(scene="2", agents=4, seed=503, rules={"failure_probability": 0.1}), 9),  # landing
])
def test_large_teams_end_near_the_bound_and_nobody_runs_in_circles(
    asked: RescueCase, ratio: float
) -> None:
    found = play("", asked)
    assert found.wrong == ""
    assert found.counts["solved"]
    assert found.counts["steps"] <= ratio * found.counts["bound"]


def test_who_finds_no_room_waits_and_who_idles_leaves() -> None:
    know = knowledge(replace(FIELD, starts=tuple(
        (5 + dx, 5 + dy) for dx in range(-3, 4) for dy in range(-3, 4) if dx or dy)), 49)
    last = know.agents[-1]
    actions = dict.fromkeys(know.agents, "Idle") | {last: "NavigateTo(Pit)"}
    reasons = dict.fromkeys(know.agents, "")
    make_room(know, actions, reasons)
    assert actions[last] == "Idle"
    assert reasons[last] == "wait for room at Pit"
    assert set(actions.values()) == {"Idle", "Explore()"}


def test_who_does_the_same_in_vain_goes_around_or_waits() -> None:
    know = knowledge(FIELD, 3)
    way, drop = "NavigateTo(Pit)", "GetSupply(Pit)"
    actions = {"Alice": way, "Bob": drop, "Charlie": way}
    for (robot, action), times in zip(actions.items(), (2, 2, 1), strict=True):
        know.robots[robot] = replace(know.robots[robot], vain=(action, times))
    step_aside(know, actions, dict(actions))
    assert actions == {"Alice": "Move(Left)", "Bob": "Idle", "Charlie": way}


def test_what_changes_nothing_is_counted() -> None:
    first = RobotView("Alice", (3, 3), {"Sand": 0}, "", "NavigateTo(Pit)", success=False)
    second = replace(first).after(first)
    third = replace(first, failure="malfunction", last_action="Move(Up)").after(second)
    assert [r.vain[1] for r in (second, third, replace(first).after(third))] == [1, 1, 2]
    assert replace(first, cell=(3, 4)).after(second).vain[1] == 0


def test_a_stand_that_cannot_be_ended_in_time_is_held_down_first() -> None:
    """Where fires are many; one fire alone is ended later, with all units."""
    others = tuple(FireSpec(f"F{i}", "B", 1, (3, 3), (8 * i, 35)) for i in range(6))
    for more, units, first in (((), [3], 5), (others, [1, 3], 3)):
        environment = RescueEnvironment(replace(FIELD, fires=(FIELD.fires[0], *more)), 1, seed=0)
        know = known(environment)
        for _ in range(14):
            know.update(environment.step({})[0])
        (stand,) = know.blazes["North"].stands()
        route = Ways(know).route("Alice", (stand,))
        assert (stand.units, stand.deadline) == (3, 20)
        assert [t.limit for t in route.trips] == units
        assert route.visits[0].first == first


WALLED = replace(FIELD, walls=frozenset((40, y) for y in range(40)),
                 rules=FIELD.rules.changed({"walls_block": True}))


def test_walls_block_ways_where_the_rule_says_so() -> None:
    environment = RescueEnvironment(WALLED, 1, seed=0)
    environment.reset(seed=0)
    infos = environment.step({"Alice": "NavigateTo(Base)"})[4]
    assert infos["Alice"] == {"success": False, "failure": "no_way"}
    infos = environment.step({"Alice": "NavigateTo(Pit)"})[4]
    assert infos["Alice"]["success"]


def test_ways_lead_around_walls() -> None:
    ground = (5, 3, frozenset({(2, 0), (2, 1)}))
    assert distances(ground, (4, 0))[0, 0] == 8
    assert along(ground, (0, 0), (4, 0), 3) in {(1, 2), (0, 3)}
    assert (2, 0) not in distances(ground, (4, 0))


@pytest.mark.parametrize(("scene", "agents", "told"), [
    (shipped_scene(1), 1, "LostPersonTimmy takes 2 robots to carry, there is one"),
    (replace(FIELD, reservoirs=FIELD.reservoirs[1:]), 3, "there is no reservoir of Sand for North"),
    (replace(FIELD, deposits=(), persons=(PersonSpec("Zoe", (9, 9), 0.3),)), 3,
     "there is no deposit to bring Zoe to"),
    (replace(FIELD, persons=(PersonSpec("Zoe", (9, 9), 0.3, 3),)), 3,
     "Zoe takes 5 robots to carry, there are 3"),
    (replace(WALLED, fires=(FireSpec("Far", "A", 1, (6, 6), (50, 20)),)), 3,
     "walls are between Far, Pit and all robots"),
])
def test_what_a_team_can_never_do_is_said_at_once_and_ends(
    scene: Scene, agents: int, told: str
) -> None:
    assert told in limits(knowledge(scene, agents)).values()
    record, steps = traced(
        RescueEnvironment(scene, agents, seed=0, max_steps=60), SymbolicPolicy())
    assert told in steps[0]["replan"]
    assert (record.trailing_done, record.believed_success) == (True, False)
    assert record.steps <= 40


def test_the_difficulty_scale_grows_and_rooms_have_doors() -> None:
    sizes = [graded(d)["fires"] for d in range(1, HARDEST + 1)]
    assert sizes == sorted(set(sizes))
    scene = random_scene(width=40, height=40, rooms=3, seed=4)
    inside = distances((40, 40, scene.walls), scene.deposits[0].at)
    assert len(inside) == 40 * 40 - len(scene.walls)
    with pytest.raises(InputError, match="difficulty is a whole number"):
        graded(11)


@pytest.mark.parametrize("numbers", [{"dragons": 1}, {"rooms": 99}, {"difficulty": 0},
                                     {"width": 10**9}, {"fires": 10**9},
                                     {"width": 12, "height": 12, "fires": 9, "people": 1}])
def test_absurd_numbers_are_refused(numbers: Mapping[str, Any]) -> None:
    with pytest.raises(InputError):
        build_environment({"generate": numbers})
