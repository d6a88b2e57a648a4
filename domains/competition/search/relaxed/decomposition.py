"""Prove the optimum by turns: the relaxation chooses rewards, the search plans for just these.

With only the rewards of one choice in the problem nothing contradicts any more, the search's own
bound is close, and it soon tells what the choice is really worth. A plan that earns no others
cannot be worth more, so from then on the relaxation has to choose something else besides
(a logic-based Benders cut). When it finds no choice better than the best plan, that is proven.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from domains.competition.referee.environment import Referee
from domains.competition.search.astar import SearchResult, search
from domains.competition.search.layout import Layout
from domains.competition.search.moves import Move, line
from domains.competition.search.relaxed.model import Choice, Relaxation
from domains.competition.world.grounding import ground_rewards
from domains.competition.world.model import Instruction, World

RELAXED_S = 2.0
"""Seconds that one unit of CP-SAT's deterministic time takes (1.5 to 3 measured)."""
LOADING_S = 0.5
"""Seconds that loading CP-SAT takes."""
_FIRST_STATES = 300_000
"""States that a search for one choice may generate before others are looked at."""
_BEAMS = ((1, 16, 100), (800, 60, 100), (3_000, 200, 100), (10_000, 500, 100))
_LAST_BEAMS = ((1, 100, 100), (20_000, 300, 100))
_WIDE = 12
"""Gap in points from which a beam search is worth its time in the proof of a choice."""


@dataclass
class Decomposition:
    """The best plan so far, and bounds on what has not been proven.

    It goes on from ``known``, an outcome that is not proven; ``instructions`` hold no constraint
    that was lost before. ``left(gap, states)`` gives the seconds that may still be spent while the
    gap is so large and so many states were generated; ``charge`` is told what the relaxation takes
    where that is limited. ``_rest`` bounds the plans that are in no choice so far; the choices not
    proven are ``_open``: their searches go on or were cut short.
    """

    world: World
    instructions: Sequence[Instruction]
    known: SearchResult
    left: Callable[[int, int], float]
    charge: Callable[[float], None] | None = None

    def __post_init__(self) -> None:
        self._best = self.known
        self._ceiling = self._rest = self.known.bound
        self._found = ground_rewards(self.world, self.instructions)
        self._open: list[Choice] = []
        self._exhausted = False
        self._relaxation = Relaxation(Layout(self.world, self._found))
        if self.charge is not None:
            self.charge(LOADING_S)

    def run(self) -> SearchResult:
        """Take turns until the proof or until time is up."""
        while self._bound() > self._best.value and self._time() > 0:
            if self._exhausted and not self._open:
                break
            if self._exhausted:
                self._try(max(self._open, key=lambda choice: choice.bound), None)
            else:
                self._relax()
        return self._best._replace(bound=self._bound())

    def _try(self, choice: Choice, states: int | None) -> None:
        """Search for an open choice and learn from it; what may still be worth more stays open."""
        outcome, best = self.search(choice, states), self._best
        value, moves = best.value, best.moves
        if outcome.moves and (worth := self._worth(outcome.moves)) > value:
            value, moves = worth, outcome.moves
        self._best = best._replace(
            moves=moves, value=value, expanded=best.expanded + outcome.expanded,
            generated=best.generated + outcome.generated)
        self._open.remove(choice)
        bound = min(choice.bound, outcome.bound)
        if bound > value:
            self._open.append(replace(choice, bound=bound))

    def _relax(self) -> None:
        """Let the relaxation choose rewards; exclude that choice, and search for it."""
        relaxation = self._relaxation
        before, floor = relaxation.work, self._best.value
        most = None if self.charge is None else self._time() / RELAXED_S
        answer = relaxation.best(floor, most=most, stop=lambda: self._time() <= 0)
        if self.charge is not None:
            self.charge(RELAXED_S * (relaxation.work - before))
        if isinstance(answer, str):
            self._exhausted = True
            if answer == "none":
                self._rest = min(self._rest, floor)
            return
        self._rest = min(self._rest, answer.bound)
        relaxation.exclude(answer)
        self._open.append(replace(answer, bound=self._rest))
        self._try(self._open[-1], _FIRST_STATES)

    def search(self, choice: Choice, states: int | None) -> SearchResult:
        """Search for the rewards of one choice alone, until the proof or the end of the time.

        At most ``states`` are generated, if given.
        """
        gap, best = self._bound() - self._best.value, self._best
        items = {self._found.tasks[n].item for n in choice.tasks}
        items |= {self._found.constraints[j].item for j in choice.constraints}
        wanted = [item for n, item in enumerate(self.instructions) if n in items]
        layout = Layout(self.world, ground_rewards(self.world, wanted))

        def stop(own_gap: int, generated: int) -> bool:
            if states is not None and generated > states:
                return True
            return self.left(max(own_gap, gap), best.generated + generated) <= 0

        return search(layout, best.value, max(best.value, choice.bound), stop,
                      _LAST_BEAMS if states is None else _BEAMS, _WIDE)

    def _worth(self, moves: Sequence[Move]) -> int:
        """Return what a plan is worth with all rewards."""
        referee = Referee(self.world, self.instructions)
        for move in moves:
            reply = referee.act(line(move))
            assert reply == "1", "the search and the referee disagree"
        return referee.score().base_lo

    def _bound(self) -> int:
        promised = max((choice.bound for choice in self._open), default=self._rest)
        return min(self._ceiling, max(self._best.value, self._rest, promised))

    def _time(self) -> float:
        return self.left(self._bound() - self._best.value, self._best.generated)
