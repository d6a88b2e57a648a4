"""Environments to start from: one after the other, and all at once."""

import random
from collections.abc import Mapping
from typing import Any

from planner.turns import TurnBased


class Buttons(TurnBased):
    """A door opens if two press at once; who presses alone fails."""

    def start(self, rng: random.Random) -> None:
        self.open = False

    def together(self, actions: Mapping[str, str]) -> Mapping[str, str]:
        self.open |= len(actions) == 2
        return {} if self.open else dict.fromkeys(actions, "alone")

    def see(self, agent: str) -> dict[str, Any]:
        return {"open": self.open}

    def goals(self) -> dict[str, bool]:
        return {"open": self.open}


def test_what_two_do_together_is_one_step() -> None:
    world = Buttons(["A", "B"], 9)
    seen, *_, infos = world.step({"A": "Press", "B": "Idle"})
    assert infos["A"] == {"success": False, "failure": "alone"}
    assert infos["B"]["success"]
    seen, *_, infos = world.step({"A": "Press", "B": "Press"})
    assert seen["B"]["open"]
    assert world.scorecard().success
    assert world.counts == {"A": 1, "B": 1}
