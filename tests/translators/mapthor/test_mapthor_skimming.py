"""Words that keep a sentence from being read are left out, with a remark; never an order."""

from __future__ import annotations

import pytest

from planner.errors import SourceError
from translators.mapthor.compile import compile_instruction


@pytest.mark.parametrize(("said", "plain", "left"), [
    ("Put the knife in a drawer for safety reasons", "Put the knife in a drawer",
     "for safety reasons"),
    ("Mr Todd needs his keys on the desk", "Put the keys on the desk", "Mr Todd"),
    ("Would you lay my book on the bed so I can read a chapter?", "Lay the book on the bed",
     "so I can read a chapter?"),
    ("Rinse the cup in the scullery for me", "Rinse the cup", "in the scullery"),
    ("The lady in this room wants her blinds open", "Open the blinds", "The lady in this room"),
    ("Put both books on the desk so I don't forget them", "Put both books on the desk",
     "so I don't forget them"),
    ("Put the shelf statue on the desk", "Put a statue on the desk", "shelf"),
])
def test_what_says_nothing_is_left_out_with_a_remark(said: str, plain: str, left: str) -> None:
    goal = compile_instruction(said)
    assert goal.describe() == compile_instruction(plain).describe()
    assert any(r.startswith(f"'{left}' is left out") for r in goal.remarks)


@pytest.mark.parametrize("said", [
    "Put the mug on the balcony",
    "Iron the cloth on the counter",
    "Put the mug on the table unless Anna objects",
    "Bring the wheelchair to the sofa",
    "Wash the mug only on Sundays",
    "Order a pizza for the table",
    "Pass me the xbox controller",
    "Wash the plates that are chipped",
    "Put the red mug in the sink and the blue mug in the cabinet.",
])
def test_an_act_a_thing_a_place_or_a_condition_is_not_left_out(said: str) -> None:
    with pytest.raises(SourceError):
        compile_instruction(said)
