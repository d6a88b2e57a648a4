"""Prove the optimum by turns: the relaxation chooses rewards, the search plans for just these.

With only the rewards of one choice in the problem nothing contradicts any more, the search's own
bound is close, and it soon tells what the choice is really worth. A plan that earns no others
cannot be worth more, so from then on the relaxation has to choose something else besides
(a logic-based Benders cut). When it finds no choice better than the best plan, that is proven.

A choice whose search was cut short keeps its bound, and is taken up again at the end. Where there
is a second core one hard choice is searched beside the others (:mod:`.aside`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace

from domains.competition.environment import Referee
from domains.competition.grounding import ground_rewards
from domains.competition.model import Instruction, World
from domains.competition.search.astar import Outcome, search
from domains.competition.search.bound import Bound
from domains.competition.search.goals import Goals
from domains.competition.search.layout import build_layout
from domains.competition.search.moves import Move, Successors, line
from domains.competition.search.relaxed.aside import Aside, second_core
from domains.competition.search.relaxed.model import Choice, Relaxation
from domains.competition.search.rules import Rules

__all__ = ["decompose"]

_BEAMS = ((1, 16, 100), (800, 60, 100), (3_000, 200, 100), (10_000, 500, 100))
_WIDE = 12
"""Gap in points from which a beam search is worth its time in the proof of a choice."""
_LAST_BEAMS = ((1, 100, 100), (20_000, 300, 100))
_FIRST_STATES = 300_000
"""States that a search for one choice may generate before others are looked at."""
_SMALL = 6
"""Gap in points under which any choice better than the best plan is as good as the best one."""
_EASY_STATES = 8_000
"""States up to which a search was easy, so that one with two choices is worth an attempt."""
_JOINT_STATES = 40_000
"""States that such an attempt may generate aside."""


def decompose(
    world: World,
    instructions: Sequence[Instruction],
    known: Outcome,
    left: Callable[[int, int], float],
) -> Outcome:
    """Go on from an outcome that is not proven.

    ``instructions`` must hold no constraint that was lost before. ``left(gap, states)`` gives the
    seconds that may still be spent while the gap is so large and so many states were generated.
    """
    return _Decomposition(world, instructions, known, left).run()


class _Decomposition:
    """The best plan so far, and the bound on what has not been excluded (``rest``)."""

    def __init__(
        self,
        world: World,
        instructions: Sequence[Instruction],
        known: Outcome,
        left: Callable[[int, int], float],
    ) -> None:
        self._world = world
        self._instructions = tuple(instructions)
        self._found = ground_rewards(world, instructions)
        layout = build_layout(world, self._found)
        self._relaxation = Relaxation(layout, Rules(layout), Goals(layout))
        self._best = known
        self._ceiling = known.bound
        self._left = left
        self._rest = known.bound
        self._open: list[Choice] = []
        self._family: Choice | None = None
        self._effort = 0
        self._joinable = True
        self._aside = Aside() if second_core() else None
        self._away: Choice | None = None

    def run(self) -> Outcome:
        """Take turns until the proof or until time is up."""
        try:
            self._take_turns()
            self._take_up_again()
        finally:
            if self._aside is not None:
                self._aside.close()
        return self._best._replace(bound=self._bound())

    def _take_turns(self) -> None:
        while self._best.value < self._rest:
            self._collect()
            small = self._bound() - self._best.value <= _SMALL
            choice = self._relaxation.best(self._best.value, self._time(), any_will_do=small)
            if choice == "unknown":
                break
            if choice == "none":
                self._rest = self._best.value
                break
            self._rest = min(self._rest, choice.bound)
            choice = replace(choice, bound=self._rest)
            self._judge(choice)
            if self._time() <= 0:
                break
    def _take_up_again(self) -> None:
        """Go through the choices whose search was cut short, the most promising first."""
        while self._open and self._bound() > self._best.value and self._time() > 0:
            self._collect()
            ready = [choice for choice in self._open if choice is not self._away]
            if not ready:
                self._collect(min(0.1, self._time()))
                continue
            choice = max(ready, key=lambda choice: choice.bound)
            if len(ready) > 1 and self._aside is not None and self._away is None:
                self._send(choice, None)
                continue
            self._open.remove(choice)
            if choice.bound > self._best.value:
                self._try(choice, None)

    def _judge(self, choice: Choice) -> None:
        """Search for a choice and exclude it, if possible together with those before.

        Choices mostly differ in a few alternatives that do not depend on each other; together
        they are still easy for the search, and all their mixtures are excluded at once.
        """
        self._collect()
        family = self._family if self._effort <= _EASY_STATES else None
        if family is not None and (self._aside is None or self._joinable):
            wider = family.joined(choice)
            self._joinable = self._try(wider, _EASY_STATES + self._effort, again=False)
            if self._joinable:
                self._family = wider
                self._relaxation.exclude(wider)
                return
        beside = self._aside is not None and self._away is None
        if self._try(choice, _EASY_STATES if beside else _FIRST_STATES, again=not beside):
            if beside and family is not None:
                self._send(family.joined(choice), _JOINT_STATES)
            else:
                self._family = choice
        elif beside:
            self._open.append(choice)
            self._send(choice, _FIRST_STATES)
        self._relaxation.exclude(choice)

    def _send(self, choice: Choice, states: int | None) -> None:
        """Let a choice that is open, or one that joins several, be searched aside."""
        assert self._aside is not None
        self._away = choice
        parent = os.getpid()
        self._aside.start(lambda: self._search(choice, states, lambda: os.getppid() != parent))

    def _collect(self, wait_s: float = 0.0) -> None:
        """Take in what the search aside has found, if it is over."""
        if self._aside is None or self._away is None:
            return
        try:
            outcome = self._aside.outcome(wait_s)
        except EOFError:  # the choice stays open, and is searched here
            self._aside.close()
            self._aside, self._away = None, None
            return
        if outcome is not None:
            choice, self._away = self._away, None
            single = choice in self._open
            if single:
                self._open.remove(choice)
            if self._take_in(choice, outcome, again=single) and not single:
                self._family = choice
                self._relaxation.exclude(choice)

    def _bound(self) -> int:
        promised = max((choice.bound for choice in self._open), default=self._best.value)
        return min(self._ceiling, max(self._best.value, self._rest, promised))

    def _time(self) -> float:
        return self._left(self._bound() - self._best.value, self._best.generated)

    def _try(self, choice: Choice, states: int | None, *, again: bool = True) -> bool:
        """Search for a plan that earns rewards of a choice; tell whether no better one is left.

        If there may be one, the choice is kept to be tried ``again``.
        """
        outcome = self._search(choice, states, lambda: self._overtaken(choice))
        self._effort = outcome.generated
        return self._take_in(choice, outcome, again=again)

    def _overtaken(self, choice: Choice) -> bool:
        self._collect()
        return choice.bound <= self._best.value

    def _take_in(self, choice: Choice, outcome: Outcome, *, again: bool) -> bool:
        value, moves = self._best.value, self._best.moves
        if outcome.moves:
            worth = self._worth(outcome.moves)
            if worth > value:
                value, moves = worth, outcome.moves
        self._best = self._best._replace(
            moves=moves,
            value=value,
            expanded=self._best.expanded + outcome.expanded,
            generated=self._best.generated + outcome.generated,
        )
        bound = min(choice.bound, outcome.bound)
        if again and bound > value:
            self._open.append(replace(choice, bound=bound))
        return bound <= value

    def _search(
        self, choice: Choice, states: int | None, needless: Callable[[], bool]
    ) -> Outcome:
        items = {self._found.tasks[n].item for n in choice.tasks}
        items |= {self._found.constraints[j].item for j in choice.constraints}
        wanted = [item for n, item in enumerate(self._instructions) if n in items]
        layout = build_layout(self._world, ground_rewards(self._world, wanted))
        rules, goals = Rules(layout), Goals(layout)
        bound = Bound(layout, rules, goals)
        before = self._best.generated

        def stop(gap: int, generated: int) -> bool:
            if (states is not None and generated > states) or needless():
                return True
            others = self._bound() - self._best.value
            return self._left(max(gap, others), before + generated) <= 0

        floor = self._best.value
        ceiling = max(floor, choice.bound)
        return search(
            layout.initial(), floor, ceiling, Successors(layout, rules), goals, bound, stop,
            _LAST_BEAMS if states is None else _BEAMS, _WIDE,
        )

    def _worth(self, moves: Sequence[Move]) -> int:
        """Return what a plan is worth with all rewards."""
        referee = Referee(self._world, self._instructions)
        for move in moves:
            reply = referee.act(line(move))
            assert reply == "1", "the search and the referee disagree"
        return referee.score().base_lo
