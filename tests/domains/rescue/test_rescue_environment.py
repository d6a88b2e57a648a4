"""The search-and-rescue world against measured values and the rules' own small cases."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from domains.rescue.world.environment import RescueEnvironment
from domains.rescue.world.rules import PAPER
from domains.rescue.world.scene import Scene
from domains.rescue.world.scene_file import shipped_scene
from domains.rescue.world.visibility import seen_from
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


def holds(environment: RescueEnvironment, fact: str, *given: str) -> bool:
    world, card = environment.world, environment.scorecard()
    robots = range(len(given))
    match fact:
        case "at":
            return [*given] == [f"{x},{y}" for x, y in (at(environment, i) for i in robots)]
        case "useful" | "successes":
            return [*map(int, given)] == [*getattr(card, fact).values()]
        case "credited" | "uncredited":
            return (" ".join(given) in card.credited) is (fact == "credited")
        case "unseen":
            seen = environment._observe()["Alice"]["global_obs"]
            return given[0] not in {record["type"] for record in seen}
        case "burning":
            fire = next(f for f in world.fires if f.name == given[0])
            return len(fire.lit()) == int(given[1])
    numbers = {"holds": world.robots[0].held, "stock": world.deposits[0].stock,
               "ticks": {"": world.ticks}}[fact]
    return bool(numbers["".join(given[:-1])] == int(given[-1]))


STORIES = dict(story.split("\n", 1) for story in Path(__file__).with_name("stories.txt").read_text(
    encoding="utf-8").strip().split("\n\n")[1:])


@pytest.mark.parametrize("story", STORIES)
def test_it_happens_as_told(story: str) -> None:
    environment = start(1)
    for step in map(str.strip, re.split(r" \| |\n", STORIES[story])):
        word, *given = step.split(" ")
        if word == "start":
            environment = start(**{"scene": 1, **{
                key: json.loads(value) for key, _, value in (g.partition("=") for g in given)}})
        elif word.islower():
            assert holds(environment, word, *given), step
        else:
            same, _, times = step.partition(" x")
            parts = [part.partition(" !") for part in same.split(" & ") * int(times or 1)]
            found = play(environment, *(action for action, _, _ in parts))
            assert found == [(not fails, why.strip()) for _, fails, why in parts], step


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
            burning = {r.name: list(r.cell) for r in fire.regions if fire.level(r.cell) > 1}
            assert fire.kind == wanted["type"]
            assert [list(c) for c in sorted(fire.cells)] == wanted["cells"]
            assert [list(c) for c in fire.lit()] == wanted["lit"]
            assert burning == wanted["lit_region_names"]
            assert (list(fire.position), fire.radius) == (wanted["position"], wanted["radius"])
        for step in range(35):
            environment.step({})
            for name, fire in fires.items():
                counts = [sum(fire.level(c) == k for c in fire.cells) for k in (1, 2, 3, 4)]
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


def test_failing_robots_fail_about_as_often_as_said() -> None:
    environment = start(1, failure_probability=0.1)
    kinds = [play(environment, "NavigateTo(ReservoirUtah)")[0][1] for _ in range(400)]
    assert 20 <= kinds.count("malfunction") <= 60


def test_paper_reading_differs_where_the_table_says() -> None:
    environment = start(1, **dict(PAPER))
    assert environment.world.reservoirs[0].supply == "Water"
    for _ in range(12):
        environment.step({})
    assert len(environment.world.fires[0].lit()) == 2


def test_fifty_agents_on_walls() -> None:
    scene = replace(shipped_scene(1), walls=frozenset((x, 0) for x in range(30)))
    environment = start(scene, agents=50)
    assert environment.possible_agents[49] == "Robot50"
    cells = [at(environment, i) for i in range(50)]
    assert len(set(cells)) == 50
    assert not set(cells) & scene.walls
