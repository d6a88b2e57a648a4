"""A domain of your own in one file: a lamp to be switched on (a whole distribution: plugins/)."""

from dataclasses import dataclass
from typing import Any

import planner
from planner.execution.episode import run
from planner.turns import TurnBased


@dataclass(frozen=True)
class Lamp:
    seed: int = planner.option(0, help="Unused.")


class Room(TurnBased):
    instruction = "Switch the lamp on."

    def start(self, rng: Any) -> None:
        self.on = False

    def act(self, agent: str, action: str) -> str:
        self.on |= action == "Switch()"
        return "" if action == "Switch()" else "no such action"

    def see(self, agent: str) -> dict[str, Any]:
        return {"on": self.on, "actions": ["Switch()", "Idle", "Done"]}

    def goals(self) -> dict[str, bool]:
        return {"the lamp is on": self.on}


DOMAIN = planner.Domain("lamp", "One lamp.", Lamp, lambda head: False, lambda path: Lamp(),
                        environment=lambda case: Room(["Alice"], 20))
print(run(Lamp(), policy="random", domain=DOMAIN))
