"""The search-and-rescue world against measured values and the rules' own small cases."""

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from records import steps
from rescue_episodes import build_environment, run_case

from domains.rescue.world.environment import RescueEnvironment
from domains.rescue.world.rules import PAPER
from domains.rescue.world.scene import Scene
from domains.rescue.world.scene_file import shipped_scene
from domains.rescue.world.visibility import seen_from
from planner.environment import Scorecard
from planner.errors import UsageError


def start(scene: int | Scene, agents: int = 2, seed: int = 0, **rules: object) -> RescueEnvironment:
    chosen = shipped_scene(scene) if isinstance(scene, int) else scene
    chosen = replace(chosen, rules=chosen.rules.changed(rules))
    environment = RescueEnvironment(chosen, agents)
    environment.reset(seed=seed)
    return environment


def play(environment: RescueEnvironment, *joint: str) -> list[tuple[bool, str]]:
    names = environment.possible_agents
    infos = environment.step(dict(zip(names, joint, strict=False)))[4]
    return [(infos[n]["success"], infos[n]["failure"]) for n in names[: len(joint)]]


def at(environment: RescueEnvironment, index: int) -> tuple[int, int]:
    robot = environment.world.robots[index]
    return robot.x, robot.y


@pytest.mark.shared
def test_goldens(shared: Path) -> None:
    goldens = json.loads((shared / "llamar" / "sar_goldens.json").read_text())
    assert len(goldens) == 25
    for key, golden in goldens.items():
        scene, seed = key.removeprefix("scene").split("_seed")
        environment = start(int(scene), seed=int(seed))
        fires = {f.name: f for f in environment.world.fires}
        assert set(fires) == set(golden["fires"])
        for name, fire in fires.items():
            wanted = golden["fires"][name]
            burning = {r.name: list(r.cell) for r in fire.regions if fire.level[r.index] > 1}
            assert fire.kind == wanted["type"]
            assert [list(c) for c in sorted(fire.cells)] == wanted["cells"]
            assert [list(fire.cells[i]) for i in sorted(fire.burning)] == wanted["lit"]
            assert burning == wanted["lit_region_names"]
            assert (list(fire.position), fire.radius) == (wanted["position"], wanted["radius"])
        for step in range(35):
            environment.step({})
            for name, fire in fires.items():
                counts = [sum(level == k for level in fire.level) for k in (1, 2, 3, 4)]
                assert counts == golden["fires"][name]["idle_counts"][step], (key, name, step)
        for person in environment.world.persons:
            cell, radius, reach = golden["persons"][person.name]
            assert [list(person.spec.at), person.reach] == [cell, reach]
            assert person.radius == pytest.approx(radius, abs=1e-9)


@pytest.mark.filterwarnings("ignore::UserWarning")  # spaces of strings and dictionaries
def test_it_is_a_world_for_agents_in_turn_too() -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test
    from pettingzoo.utils.conversions import parallel_to_aec

    api_test(parallel_to_aec(RescueEnvironment(shipped_scene(1), 3)), num_cycles=100)


def test_step_before_reset_and_strangers_are_errors() -> None:
    environment = RescueEnvironment(shipped_scene(1), 2)
    with pytest.raises(UsageError, match="reset the environment"):
        environment.step({})
    environment.reset()
    with pytest.raises(UsageError, match="no agent 'Zoe'; the team is Alice, Bob"):
        environment.step({"Zoe": "Idle"})


def test_render_shows_the_same_cells_as_text_and_pixels() -> None:
    environment = RescueEnvironment(shipped_scene(1), 2, render_mode="ansi")
    environment.reset(seed=0)
    rows = environment.render().splitlines()
    assert (len(rows), len(rows[0]), rows[7][9]) == (30, 30, "@")
    assert sum(row.count("1") for row in rows) == 3  # the lights
    environment.render_mode = "rgb_array"
    assert environment.render().shape == (600, 600, 3)
    assert list(environment.render()[7 * 20, 9 * 20]) == [31, 95, 191]
    with pytest.raises(UsageError, match="no render mode"):
        RescueEnvironment(shipped_scene(1), 2, render_mode="hologram")


def test_navigation_order_around_a_reservoir() -> None:
    environment = start(1, agents=4)
    assert play(environment, *["NavigateTo(ReservoirUtah)"] * 4) == [(True, "")] * 4
    assert [at(environment, i) for i in range(4)] == [(14, 5), (15, 4), (15, 6), (16, 5)]
    play(environment, "NavigateTo(ReservoirUtah)")
    assert at(environment, 0) == (14, 4)


def fetch(environment: RescueEnvironment, reservoir: str, fire: str) -> None:
    play(environment, f"NavigateTo({reservoir})")
    play(environment, f"GetSupply({reservoir})")
    play(environment, f"NavigateTo({fire})")


@pytest.mark.parametrize(("fire", "failure", "left"), [
    ("CaldorFire", "", 0), ("GreatFire", "not_interactable", 1)])
def test_a_wrong_use_loses_the_unit_and_one_from_afar_does_not(
    fire: str, failure: str, left: int
) -> None:
    environment = start(1)
    fetch(environment, "ReservoirYork", "CaldorFire")
    assert play(environment, f"UseSupply({fire}, Water)") == [(False, failure)]
    assert environment.world.robots[0].held == {"Sand": 0, "Water": left}
    assert len(environment.world.fires[0].burning) == 2


def test_right_supply_ends_a_light_and_hides_its_region() -> None:
    environment = start(1)
    fetch(environment, "ReservoirYork", "GreatFire_Region_1")
    assert play(environment, "UseSupply(GreatFire_Region_1, Water)") == [(True, "")]
    card = environment.scorecard()
    assert {"EndFire(GreatFire)", "UseSupply(GreatFire, Water)"} <= set(card.credited)
    assert play(environment, "NavigateTo(GreatFire_Region_1)") == [(False, "not_visible")]
    assert play(environment, "NavigateTo(GreatFire)") == [(True, "")]


def test_two_step_dropoff() -> None:
    environment = start(1, people_known=True)
    for call in ("NavigateTo(LostPersonTimmy)", "Carry(LostPersonTimmy)",
                 "NavigateTo(DepositFacility)"):
        assert play(environment, call, call) == [(True, ""), (True, "")]
    drop = "DropOff(DepositFacility, LostPersonTimmy)"
    assert play(environment, drop, drop) == [(True, ""), (True, "")]
    assert environment.scorecard().successes == {"Alice": 4, "Bob": 4}
    assert environment.scorecard().useful == {"Alice": 4, "Bob": 4}
    assert environment.world.deposits[0].stock["Person"] == 1


def test_records_of_robots_and_people_are_as_released() -> None:
    environment = start(1, people_known=True)
    for call in ("NavigateTo(LostPersonTimmy)", "Carry(LostPersonTimmy)"):
        play(environment, call, call)
    seen = environment._observe()["Alice"]
    mate = next(r for r in seen["global_obs"] if r["name"] == "Bob")
    assert (mate["type"], mate["inventory"]["Person"]) == ("AbsAgent", 3)
    assert seen["inventory"]["Person"] == 3
    play(environment, *["NavigateTo(DepositFacility)"] * 2)
    play(environment, *["DropOff(DepositFacility, LostPersonTimmy)"] * 2)
    seen = environment._observe()["Alice"]
    here = [r["name"] for rs in seen["local_obs"].values() for r in rs if "name" in r]
    assert here == ["DepositFacility", "LostPersonTimmy"]
    assert "LostPersonTimmy" not in [r["name"] for r in seen["global_obs"]]


@pytest.mark.parametrize(("scene", "agents"), [(1, 3), (5, 4)])
def test_idle_steps_filled_with_visits_do_not_make_work_look_even(scene: int, agents: int) -> None:
    """Played again, idle robots go to whatever a NavigateTo subtask names; it earns nothing."""
    case = {"scene": scene, "agents": agents, "seed": 0, "clairvoyant": True}
    trace = io.StringIO()
    run_case(case, trace)
    played = [step["actions"] for step in steps(trace)]
    plain, padded = (_again(case, played, fill) for fill in (False, True))
    assert padded.success
    assert sum(padded.successes.values()) > sum(plain.successes.values())
    assert _evenness(padded) <= _evenness(plain)


def _again(case: dict[str, Any], played: list[dict[str, str]], fill: bool) -> Scorecard:
    environment = build_environment(case)
    environment.reset(seed=case["seed"])
    for actions in played:
        seen = environment._observe()
        names = {r["name"] for o in seen.values() for r in o["global_obs"]}
        left = [s for s in environment.checker.subtasks if fill and s.startswith("NavigateTo(")
                and s[11:-1] in names]
        left.sort(key=lambda s: s in environment.checker.credited)
        idle = [a for a, x in actions.items() if x == "Idle" and not seen[a]["holding"]]
        environment.step({**actions, **dict(zip(idle, left, strict=False))})
    return environment.scorecard()


def _evenness(card: Scorecard) -> float:
    return min(card.useful.values()) / max(card.useful.values())


def test_early_registration_stands_and_non_holders_share_the_report() -> None:
    environment = start(1, agents=3, people_known=True)
    person, drop = "LostPersonTimmy", "DropOff(DepositFacility, LostPersonTimmy)"
    steps = (f"NavigateTo({person})", f"Carry({person})", "NavigateTo(DepositFacility)", drop)
    assert [play(environment, call) for call in steps][-1] == [(False, "")]
    assert [play(environment, "Idle", call)[1] for call in steps[:3]] == [(True, "")] * 3
    play(environment, "Idle", "Idle", "NavigateTo(DepositFacility)")
    assert play(environment, "Idle", drop, drop) == [(True, ""), (True, ""), (True, "")]


def test_third_carry_fails_and_a_lone_holder_is_restricted() -> None:
    environment = start(1, agents=3, people_known=True)
    person = "LostPersonTimmy"
    play(environment, *[f"NavigateTo({person})"] * 3)
    play(environment, f"Carry({person})")
    assert play(environment, "GetSupply(ReservoirUtah)") == [(False, "restricted_action")]
    assert play(environment, "Idle", *[f"Carry({person})"] * 2)[1:] == [(True, ""), (False, "")]


def test_a_look_counts_as_useful_if_somebody_could_have_been_where_it_shows() -> None:
    environment = start(1)
    assert at(environment, 0) == (9, 7)
    play(environment, "Move(Left)", "Move(Right)")
    assert environment.scorecard().useful == {"Alice": 1, "Bob": 1}
    play(environment, "Move(Right)", "Move(Left)")
    assert environment.scorecard().useful == {"Alice": 1, "Bob": 1}


def test_people_in_the_middle_are_seen_from_less_far() -> None:
    for cell, reach in (((15, 15), 6), ((0, 0), 12)):
        bit = cell[1] * 30 + cell[0]
        assert seen_from(cell[0], cell[1] + reach, 0.3, 30, 30, 1) >> bit & 1
        assert not seen_from(cell[0], cell[1] + reach + 1, 0.3, 30, 30, 1) >> bit & 1
    for person in start(4).world.persons:
        x, y = person.x, person.y
        assert seen_from(x, y - person.reach, 0.35, 30, 30, 1) >> (y * 30 + x) & 1
        assert not seen_from(x, y - person.reach - 1, 0.35, 30, 30, 1) >> (y * 30 + x) & 1


def test_explore_spots_on_its_way() -> None:
    found = set()
    for seed in range(12):
        environment = start(1, seed=seed)
        play(environment, "Explore()")
        found.add("Spot(LostPersonTimmy)" in environment.scorecard().credited)
    assert found == {True, False}


@pytest.mark.parametrize("action", ["Fly(Home)", "", "NavigateTo(", "Move(Sideways)", "x" * 5000,
                                    "NavigateTo(Nowhere)", "UseSupply(GreatFire, Oil)",
                                    "Carry(GreatFire)", "DropOff(DepositFacility, Nobody)"])
def test_nonsense_is_a_failed_action(action: str) -> None:
    assert play(start(1), action)[0][0] is False


def test_messages_do_not_count_as_a_turn() -> None:
    environment = start(1)
    assert play(environment, "SendMessage(Bob, hello)") == [(True, "")]
    assert environment.world.ticks == 0
    play(environment, "Idle", "Idle")
    assert environment.world.ticks == 1


def test_unnoticed_fires_burn_unseen() -> None:
    environment = start(2, unnoticed=6)
    for _ in range(6):
        assert not any(r["type"] == "Fire" for r in environment.observer.observe(
            environment.world.robots[0], "", environment.outcomes[0], ())["global_obs"])
        assert play(environment, "NavigateTo(TownFire)") == [(False, "not_visible")]
    assert play(environment, "NavigateTo(TownFire)") == [(True, "")]


def test_failing_robots_fail_about_as_often_as_said() -> None:
    environment = start(1, failure_probability=0.1)
    kinds = [play(environment, "NavigateTo(ReservoirUtah)")[0][1] for _ in range(400)]
    assert 20 <= kinds.count("malfunction") <= 60


def test_moving_costs_steps_by_distance() -> None:
    environment = start(1, move_cost=0.25)
    robot = environment.world.robots[0]
    assert (robot.x, robot.y) == (9, 7)
    first = play(environment, "NavigateTo(ReservoirUtah)")[0]
    assert (robot.x, robot.y, first) == (13, 6, (False, "under_way"))
    assert "NavigateTo(ReservoirUtah)" not in environment.scorecard().credited
    assert play(environment, "NavigateTo(ReservoirUtah)")[0] == (True, "")
    assert (robot.x, robot.y) == (14, 5)


def test_paper_reading_differs_where_the_table_says() -> None:
    environment = start(1, **dict(PAPER))
    assert environment.world.reservoirs[0].supply == "Water"
    for _ in range(12):
        environment.step({})
    assert len(environment.world.fires[0].burning) == 2


def test_fifty_agents_on_walls() -> None:
    scene = replace(shipped_scene(1), walls=frozenset((x, 0) for x in range(30)))
    environment = start(scene, agents=50)
    assert environment.possible_agents[49] == "Robot50"
    cells = [at(environment, i) for i in range(50)]
    assert len(set(cells)) == 50
    assert not set(cells) & scene.walls
