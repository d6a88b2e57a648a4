"""Make the player of a problem from the texts a solver is sent."""

from __future__ import annotations

import time
from collections.abc import Callable

from domains.competition.belief.claims import with_claimed_containers
from domains.competition.policy.online import OnlinePlayer, PlayOptions
from domains.competition.problem import parse_told, read_task
from domains.competition.referee.player import STOP, MakePlayer, Player
from planner.errors import PlannerError

__all__ = ["player_factory", "warm_up"]


class _GivesUp:
    """A player that stops at once because it cannot read what it was sent."""

    def __init__(self, why: str) -> None:
        self.why = why

    def first(self) -> str:
        return STOP

    def next(self, reply: str) -> str:
        return STOP


def player_factory(
    language: str = "auto", options: PlayOptions | None = None,
    on_player: Callable[[Player], None] = lambda player: None,
    on_defect: Callable[[str], None] = lambda text: None,
    clock: Callable[[], float] = time.perf_counter,
) -> MakePlayer:
    """Return a function that makes a player from problem name, told world and task text.

    A text that cannot be read gives a player that stops at once (a state worth keeping: what
    holds already counts), never an exception; ``on_defect`` gets what could not be read.
    """

    def make(_name: str, env: str, task: str) -> Player:
        started = clock()
        player: Player
        try:
            told = parse_told(env, on_defect)
            items = read_task(task, language, told, on_defect)
            player = OnlinePlayer(with_claimed_containers(told, items), items,
                                  options or PlayOptions(), clock=clock, started=started)
        except PlannerError as error:
            on_defect(str(error))
            player = _GivesUp(str(error))
        on_player(player)
        return player

    return make


def warm_up() -> None:
    """Load what the first problem would otherwise wait for (grammars, search)."""
    env = "(:domain (hold 0) (plate 0) (at 0 1) (sort 1 human) (size 1 big) (at 1 1))"
    player = player_factory()("warm", env, "(:ins (:task (goto X) (:cond (sort X human))))")
    player.first()
