"""The search for the rewards of one choice alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from domains.competition.referee.environment import Referee
from domains.competition.search.astar import SearchResult, search
from domains.competition.search.bound import Bound
from domains.competition.search.goals import Goals
from domains.competition.search.layout import Layout, build_layout
from domains.competition.search.moves import Move, Successors, line
from domains.competition.search.relaxed.model import Choice
from domains.competition.search.rules import Rules
from domains.competition.world.grounding import Rewards, ground_rewards
from domains.competition.world.model import Instruction, World

__all__ = ["Subproblems"]

_BEAMS = ((1, 16, 100), (800, 60, 100), (3_000, 200, 100), (10_000, 500, 100))
_WIDE = 12
"""Gap in points from which a beam search is worth its time in the proof of a choice."""
_LAST_BEAMS = ((1, 100, 100), (20_000, 300, 100))


@dataclass(frozen=True, slots=True)
class Subproblems:
    """A problem and the time that is left for its searches; see ``decomposition.decompose``."""

    world: World
    instructions: Sequence[Instruction]
    found: Rewards
    left: Callable[[int, int], float]

    def search(
        self, choice: Choice, states: int | None, best: SearchResult, gap: int
    ) -> SearchResult:
        """Search until the proof or until there is no time left.

        At most ``states`` are generated, if given; ``best`` is the best plan so far, ``gap`` what
        may still be gained by any choice.
        """
        layout = self._layout(choice)
        rules, goals = Rules(layout), Goals(layout)

        def stop(own_gap: int, generated: int) -> bool:
            if states is not None and generated > states:
                return True
            return self.left(max(own_gap, gap), best.generated + generated) <= 0

        return search(
            layout.initial(), best.value, max(best.value, choice.bound),
            Successors(layout, rules), goals, Bound(layout, rules, goals), stop,
            _LAST_BEAMS if states is None else _BEAMS, _WIDE,
        )

    def _layout(self, choice: Choice) -> Layout:
        items = {self.found.tasks[n].item for n in choice.tasks}
        items |= {self.found.constraints[j].item for j in choice.constraints}
        wanted = [item for n, item in enumerate(self.instructions) if n in items]
        return build_layout(self.world, ground_rewards(self.world, wanted))

    def worth(self, moves: Sequence[Move]) -> int:
        """Return what a plan is worth with all rewards."""
        referee = Referee(self.world, self.instructions)
        for move in moves:
            reply = referee.act(line(move))
            assert reply == "1", "the search and the referee disagree"
        return referee.score().base_lo
