"""What may be put where: the shipped table is the simulator's."""

import json
from pathlib import Path

import pytest

from domains.household.thor.bodies.allowed import placement_rules


@pytest.mark.shared
def test_the_table_is_the_simulators(shared: Path) -> None:
    file = shared / "thor" / "receptacle_restrictions.json"
    told = json.loads(file.read_text())["placement_restrictions"]
    assert placement_rules() == {held: frozenset(kinds) for held, kinds in told.items()}


@pytest.mark.parametrize(("held", "receptacle", "allowed"), [
    ("Pen", "Drawer", True), ("Kettle", "StoveBurner", True), ("Cup", "Fridge", True),
    ("SoapBar", "Sink", True), ("Egg", "Desk", False), ("Towel", "CounterTop", False)])
def test_pairs_that_guesses_got_wrong(held: str, receptacle: str, allowed: bool) -> None:
    assert (receptacle in placement_rules()[held]) is allowed
