"""ALFWorld's text games as a domain: the case, and a world over either engine."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lmfree_alfworld.game import NOTHING, Game
from lmfree_alfworld.official import Official
from planner import Domain, case, option
from planner.turns import TurnBased


@dataclass(frozen=True)
class AlfWorld:
    """A game file and who plays it."""

    game: Path = option(help="A file game.tw-pddl.", positional=True)  # noqa: RUF009
    engine: str = option("", help="Interpreter with alfworld, for its own engine; empty: ours.")
    prior: str = option("", help="Table learnt before; auto: prior.json above the game.")
    answer_seconds: float = option(300.0, help="How long an answer of the engine may take.",
                                   unit="s", minimum=0.1)
    max_steps: int = option(50, help="Commands.", minimum=1)

    @property
    def label(self) -> str:
        return "/".join(self.game.parts[-3:-1])


class World(TurnBased):
    """One robot sends commands and is answered in words, with the commands that are allowed."""

    def __init__(self, case: AlfWorld) -> None:
        self.game = (Official(case.game, case.engine, case.answer_seconds) if case.engine
                     else Game(case.game))
        super().__init__(("Robot",), case.max_steps)

    def start(self, rng: random.Random) -> None:
        self.answer = self.game.reset()
        self.instruction, self.won = self.game.task, self.answer.won

    def act(self, agent: str, action: str) -> str:
        self.answer = self.game.do(action)
        self.won = self.won or self.answer.won
        return "nothing happens" if self.answer.text == NOTHING else ""

    def see(self, agent: str) -> dict[str, Any]:
        return {"text": self.answer.text, "actions": list(self.answer.commands)}

    def goals(self) -> dict[str, bool]:
        return {self.instruction: self.won}

    def close(self) -> None:
        """End the engine's process, if there is one."""
        if isinstance(self.game, Official):
            self.game.close()


DOMAIN = Domain(
    "alfworld", "ALFWorld's text games: one robot at home, partly observed.", AlfWorld,
    lambda head: head.path.suffix == ".tw-pddl", lambda path: case("alfworld", game=str(path)),
    environment=World, bridge="lmfree_alfworld.bridge:Words",
    pddl=Path(__file__).with_name("domain.pddl"), suites=Path(__file__).parent, capabilities={
        "alfworld": "ALFWorld: learn where things lie.|lmfree_alfworld.prior:app"})
