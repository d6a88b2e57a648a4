"""Games of our own, played by `planned`; what is damaged, hangs or dies is named."""

import json
import random
import sys
from pathlib import Path

import pytest
from conftest import TASKS, written
from lmfree_alfworld import DOMAIN, AlfWorld, World
from lmfree_alfworld.bridge import read
from lmfree_alfworld.game import NOTHING, Game
from lmfree_alfworld.official import Official
from lmfree_alfworld.prior import Prior, learn

from planner.errors import ComponentError, InputError, MissingError
from planner.execution.actor.policy import planned


def played(case: AlfWorld, told: list[tuple[str, str]] | None = None) -> World:
    world, policy = World(case), planned(DOMAIN, case)
    seen, _ = world.reset()
    policy.reset(world.briefing(), seen)
    while world.agents and not (decision := policy.decide(seen)).done:
        if told is not None:
            told.append((str(seen), decision.actions["Robot"]))
        seen, *_ = world.step(dict(decision.actions))
        assert seen.get("Robot", {"success": True})["success"]
    return world


def test_games_are_won_and_nothing_is_refused(game: Path) -> None:
    world = played(AlfWorld(game))
    assert world.won
    assert world.steps < 20


def test_what_is_hidden_changes_no_command_before_it_is_seen(cool: Path) -> None:
    one: list[tuple[str, str]] = []
    two: list[tuple[str, str]] = []
    played(AlfWorld(cool), one)
    text = cool.read_text().replace("Apple_bar_2 Drawer_bar_2", "Apple_bar_2 Fridge_bar_1")
    cool.write_text(text.replace("Apple_bar_1 Drawer_bar_1", "Apple_bar_1 Fridge_bar_1"))
    played(AlfWorld(cool), two)
    same = next(k for k, (a, b) in enumerate(zip(one, two, strict=False)) if a[0] != b[0])
    assert same
    assert [command for _, command in one[:same]] == [command for _, command in two[:same]]


def test_what_is_learnt_leads_there_and_never_from_the_own_scene(cool: Path, tmp_path: Path
                                                                 ) -> None:
    table = tmp_path / "table.json"
    learn(cool.parents[2], table)
    assert not Prior(str(table), cool).counts
    scenes = json.loads(table.read_text())["scenes"]
    table.write_text(json.dumps({"scenes": {"8": scenes["7"]}}))
    prior = Prior(str(table), cool)
    assert prior.weight("apple", "drawer") > prior.weight("apple", "diningtable")
    assert prior.shut("drawer")
    assert not prior.shut("diningtable")
    with pytest.raises(MissingError, match=r"no prior\.json above"):
        Prior("auto", cool)
    table = table.rename(tmp_path / "prior.json")
    assert Prior("auto", cool).counts == prior.counts
    assert played(AlfWorld(cool, prior=str(table))).steps <= played(AlfWorld(cool)).steps


def test_answers_are_the_engines(cool: Path) -> None:
    game = Game(cool)
    assert game.reset().text.splitlines()[2].endswith(
        "you see a diningtable 1, a drawer 2, a drawer 1, and a fridge 1.")
    script = {
        "look": "You are in the middle of a room. Looking quickly around you, you see nothing.",
        "close drawer 2": NOTHING,
        "go to drawer 2": "You arrive at drawer 2. The drawer 2 is closed.",
        "go to drawer 1": NOTHING,
        "open drawer 2": "You open the drawer 2. The drawer 2 is open. In it, you see a apple 2.",
        "take apple 2 from drawer 2": "You pick up the apple 2 from the drawer 2.",
        "inventory": "You are carrying: a apple 2.",
        "go to fridge 1": "You arrive at fridge 1. The fridge 1 is closed.",
        "cool apple 2 with fridge 1": "You cool the apple 2 using the fridge 1.",
        "examine apple 2": "This is a cold apple 2.",
        "go to diningtable 1":
            "You arrive at diningtable 1. On the diningtable 1, you see nothing.",
        "move apple 2 to diningtable 1": "You move the apple 2 to the diningtable 1."}
    answers = {command: game.do(command) for command in script}
    assert {command: answer.text for command, answer in answers.items()} == script
    assert [answer.won for answer in answers.values()] == [False] * 11 + [True]


def test_random_commands_keep_each_thing_in_one_place(game: Path) -> None:
    play, rng = Game(game), random.Random(0)
    commands = play.reset().commands
    for _ in range(200):
        answer = play.do(rng.choice(commands))
        commands = answer.commands
        assert answer.text != NOTHING
        where = [*(o for o, _ in play.true["inreceptacle"]), *(o for _, o in play.true["holds"])]
        assert len(where) == len(set(where)) == 3


@pytest.mark.parametrize(("sentence", "verb", "what", "where"), [
    ("put some book on sidetable.", "", "book", "sidetable"),
    ("put a hot potato in countertop.", "heat", "potato", "countertop"),
    ("cool some mug and put it in coffeemachine.", "cool", "mug", "coffeemachine"),
    ("find two cd and put them in drawer.", "", "cd", "drawer"),
    ("look at box under the desklamp.", "", "box", "")])
def test_sentences(sentence: str, verb: str, what: str, where: str) -> None:
    task = read(sentence)
    assert (task["verb"], task["what"], task["where"]) == (verb, what, where)


@pytest.mark.parametrize("text", ["", "{}", '{"pddl_problem": 3}', "[1]"])
def test_damaged_files_are_named(cool: Path, text: str) -> None:
    cool.write_text(text)
    with pytest.raises(InputError, match=r"game\.tw-pddl"):
        World(AlfWorld(cool))


def test_an_engine_that_dies_or_hangs_fails_with_its_reason(cool: Path, tmp_path: Path) -> None:
    with pytest.raises(ComponentError, match="ended"):  # this interpreter has no TextWorld
        Official(cool, sys.executable, 60).reset()
    sleeper = tmp_path / "python"
    sleeper.write_text("#!/bin/sh\nexec sleep 60\n")
    sleeper.chmod(0o755)
    with pytest.raises(ComponentError, match=r"no answer within 0\.2 s"):
        Official(cool, str(sleeper), 0.2).reset()


def test_a_game_without_a_solution_and_another_version_are_named(
    cool: Path, tmp_path: Path
) -> None:
    table = json.loads(cool.read_text())
    cool.write_text(json.dumps({**table, "solvable": False}))
    with pytest.raises(InputError, match=r"game\.tw-pddl.*no solution"):
        Game(cool)
    cool.write_text(json.dumps(table))
    packages = tmp_path / "packages"
    for name, version in (("alfworld", "0.4.2"), ("textworld", "1.6.2")):
        folder = packages / f"{name}-{version}.dist-info"
        folder.mkdir(parents=True)
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nVersion: {version}\n")
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nPYTHONPATH={packages} exec {sys.executable} "$@"\n')
    python.chmod(0o755)
    with pytest.raises(ComponentError, match=r"textworld 1\.6\.2 is installed, 1\.7\.0 is needed"):
        Official(cool, str(python), 60).reset()


def test_what_was_taken_from_a_place_and_lies_beside_it_shows(tmp_path: Path) -> None:
    game = Game(written(tmp_path, *TASKS["two"]))
    game.reset()
    for command in ("go to drawer 1", "open drawer 1", "open drawer 2",
                    "take apple 1 from drawer 1"):
        assert game.do(command).text != NOTHING
    assert game.do("look").text.endswith("Next to it, you see nothing.")
    game.true["cancontain"].add(("drawertype", "appletype"))
    game.do("move apple 1 to drawer 2")
    assert game.do("look").text.endswith("Next to it, you see a apple 1.")
    for command in ("take apple 1 from drawer 2", "move apple 1 to drawer 1", "look"):
        text = game.do(command).text
    assert text.endswith("Next to it, you see a apple 1.")  # taken from drawer 2 since
