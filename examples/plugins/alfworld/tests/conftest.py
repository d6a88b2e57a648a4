"""A small game in the format of ALFWorld's files, written for these tests."""

import json
from pathlib import Path

import pytest

IDS = {"Fridge": "Fridge_bar_1", "Low": "Drawer_bar_1", "High": "Drawer_bar_2",
       "Table": "DiningTable_bar_1", "Apple": "Apple_bar_1", "Green": "Apple_bar_2",
       "Lamp": "DeskLamp_bar_1"}
INIT = """
 (atLocation agent1 loc_bar_0)
 (receptacleAtLocation Fridge loc_bar_1) (receptacleAtLocation Table loc_bar_2)
 (receptacleAtLocation Low loc_bar_3) (receptacleAtLocation High loc_bar_3)
 (receptacleType Fridge FridgeType) (receptacleType Table DiningTableType)
 (receptacleType Low DrawerType) (receptacleType High DrawerType)
 (openable Fridge) (openable Low) (openable High)
 (inReceptacle Apple Low) (inReceptacle Green High) (inReceptacle Lamp Fridge)
 (objectType Apple AppleType) (objectType Green AppleType) (objectType Lamp DeskLampType)
 (pickupable Apple) (pickupable Green) (coolable Apple) (coolable Green) (toggleable Lamp)
 (canContain DiningTableType AppleType) (canContain FridgeType AppleType)
"""
COOL = ("cool some apple and put it in diningtable.", """(exists (?r - receptacle ?o - object)
 (and (isCool ?o) (objectType ?o AppleType) (inReceptacle ?o ?r)
 (receptacleType ?r DiningTableType)))""")
TWO = ("put two apple in diningtable.", """(exists (?r - receptacle) (exists (?a - object) (and
 (inReceptacle ?a ?r) (objectType ?a AppleType) (receptacleType ?r DiningTableType)
 (exists (?b - object) (and (not (= ?a ?b)) (inReceptacle ?b ?r) (objectType ?b AppleType))))))""")
LIGHT = ("examine the apple with the desklamp.", """(exists (?l - object ?r - receptacle ?a - agent
 ?p - location) (and (isToggled ?l) (inReceptacle ?l ?r) (receptacleAtLocation ?r ?p)
 (atLocation ?a ?p))) (exists (?o - object ?a - agent) (and (objectType ?o AppleType)
 (holds ?a ?o)))""")
TASKS = {"cool": COOL, "two": TWO, "light": LIGHT}


def written(folder: Path, task: str, goal: str) -> Path:
    """Write a game file into a folder named as ALFWorld's are."""
    objects, init = " ".join(f"{i} - object" for i in IDS.values()), INIT
    for word, name in IDS.items():
        init = init.replace(f" {word} ", f" {name} ").replace(f" {word})", f" {name})")
    path = folder / "a_task-7" / "trial_1" / "game.tw-pddl"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({
        "pddl_problem": f"(define (problem p) (:objects {objects}) (:init {init})"
                        f" (:goal (and {goal})))",
        "grammar": f'Your task is to: {task}"', "walkthrough": ["look"]}))
    return path


@pytest.fixture(params=TASKS)
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return each kind of game."""
    return written(tmp_path, *TASKS[request.param])


@pytest.fixture
def cool(tmp_path: Path) -> Path:
    """Return the game of the cooled apple."""
    return written(tmp_path, *COOL)
