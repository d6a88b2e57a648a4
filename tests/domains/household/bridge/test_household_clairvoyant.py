"""Household tasks as PDDL, the task file, the command."""

import re
from pathlib import Path

import pytest

from domains.household.case import HouseholdCase, load_case
from planner.errors import InputError
from planner.solving import SolveOptions, solve_case
from translators.mapthor.compile import compile_instruction


@pytest.mark.parametrize(("scene", "sentence", "act"), [
    ("SmallKitchen", "Put the egg on the dining table", r"\(open .*\n.*Egg\|"),
    ("SmallKitchen", "Put the apple in the fridge", r"\(close .*Fridge\|"),  # it was shut before
    ("SmallKitchen", "Bring me the apple", r"\n\(pick-up .*$"),  # any hand will do
    ("SmallKitchen", "Boil an egg", r"\(pick-up .*Pan\|"),  # off the burner whose knob is turned
    ("SmallLivingRoom", "Look at the book under the lamp", r"\(show .*Book\|.*DeskLamp\|")])
def test_a_plan_is_that_of_the_model_in_the_simulators_ids(
    scene: str, sentence: str, act: str
) -> None:
    plan = solve_case(HouseholdCase(sentence, scene), SolveOptions(time_limit=20)).plan
    assert plan
    assert re.search(act, "\n".join(plan))


@pytest.mark.parametrize("sentence", [
    "Find the apple", "Put the candle on the table", "Put two apples in the fridge",
    "Open the fridge, fetch the apple and close the fridge"])  # undone later, not impossible
def test_what_pddl_cannot_say_is_said(tmp_path: Path, sentence: str) -> None:
    file = tmp_path / "task.toml"
    file.write_text(f'instruction = "{sentence}"\nfloor_plan = "SmallKitchen"\n')
    with pytest.raises(InputError):
        solve_case(load_case(file))


def test_what_is_undone_later_is_marked() -> None:
    goal = compile_instruction("Open the fridge, fetch the apple and close the fridge")
    assert [w.describe() for w in goal.lasting] == ["the Apple -> in hand", "the Fridge: closed"]
    both = compile_instruction("Open the fridge and turn off the light")
    assert len(both.lasting) == len(both.subgoals) == 2
