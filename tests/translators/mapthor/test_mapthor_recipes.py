"""Every way of asking for a recipe leads to it; what it means is read like any other sentence."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.errors import SourceError
from translators.mapthor.compile import compile_instruction
from translators.mapthor.recipes import Recipe, recipes

RECIPES = list(recipes().values())


@st.composite
def requests(draw: st.DrawFn) -> tuple[Recipe, str]:
    recipe = draw(st.sampled_from(RECIPES))
    said = draw(st.sampled_from(recipe.said)).pattern
    pattern = said.replace(r"\s+", " ").replace(r"\d", "[1-9]")
    ascii_only = st.characters(max_codepoint=122)
    return recipe, draw(st.from_regex(pattern, fullmatch=True, alphabet=ascii_only))


@settings(max_examples=80, deadline=None, derandomize=True)
@given(requests())
def test_what_a_recipe_is_called_by_is_read_as_it(asked: tuple[Recipe, str]) -> None:
    recipe, sentence = asked
    if recipe.cannot:
        with pytest.raises(SourceError) as caught:
            compile_instruction(sentence)
        assert recipe.cannot in str(caught.value)
        assert recipe.instead in str(caught.value)
        return
    goal, means = compile_instruction(sentence), recipe.told(sentence)
    assert goal.stages == compile_instruction(means).stages
    assert f"'{sentence}' is read as: {means}" in goal.remarks


def test_number_and_place_are_taken_from_the_request() -> None:
    goal = compile_instruction("Please set the desk for three guests, then tidy up the flat")
    assert goal.stages[0][0].describe() == "3 Plate -> on the Desk"
    assert goal.stages[1][0].describe() == "every 68 types -> where it belongs"


def test_a_recipe_takes_exceptions_and_an_order() -> None:
    (subgoal,) = compile_instruction("Tidy up the room except the vase").subgoals
    assert "Vase" not in subgoal.what.types
    assert [len(s) for s in compile_instruction("Run a bath after making it dark").stages] == [1, 1]
