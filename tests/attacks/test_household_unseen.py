"""The conditions by which sentences of anybody are judged, and the outcomes of a few."""

from collections.abc import Mapping

import pytest
from household_unseen import holds, outcome
from tables import cases

CASES = cases(__file__)


def _thing(kind: str, number: int, *inside: str, **facts: object) -> dict[str, object]:
    return {"objectId": f"{kind}|{number}", "objectType": kind, "parentReceptacles": list(inside),
            "position": {"x": float(number), "y": 0.0, "z": 0.0}, **facts}


def _room(*things: dict[str, object]) -> dict[str, dict[str, object]]:
    return {str(t["objectId"]): t for t in things}


START = _room(_thing("Mug", 1, "Table|1", isDirty=True), _thing("Mug", 2, "Shelf|1"),
              _thing("Apple", 3, "Shelf|1"), _thing("Table", 1), _thing("Shelf", 1))
END = _room(_thing("Mug", 1, "Shelf|1", isDirty=False), _thing("Mug", 2, "Shelf|1"),
            _thing("Apple", 3, "Table|1"), _thing("Table", 1), _thing("Shelf", 1))


@pytest.mark.parametrize(("condition", "true"), CASES["conditions"])
def test_conditions_on_the_last_state(condition: dict[str, object], true: bool) -> None:
    assert holds(condition, [START, END]) is true


def _line(text: str, possible: bool, *check: Mapping[str, object]) -> dict[str, object]:
    return {"id": "1", "plan": "SmallKitchen", "text": text, "possible": possible,
            "check": list(check), "style": "plain", "meaning": ""}


def test_outcomes_are_judged_by_the_true_state_and_not_by_the_reading() -> None:
    put = {"all": "Apple", "in": "Fridge"}
    assert outcome(_line("Put the apple in the fridge", True, put), 1, 30)[0] == "right"
    assert outcome(_line("Put the apple on the table", True, put), 1, 30)[0] == "silent"
    assert outcome(_line("Fly to the moon", True, put), 1, 30)[0] == "refused"
    assert outcome(_line("What time is it?", False), 1, 30)[0] == "declined"
    assert outcome(_line("Put the apple in the fridge", False), 1, 30)[0] == "obeyed"
