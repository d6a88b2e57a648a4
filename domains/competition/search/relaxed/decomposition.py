"""Prove the optimum by turns: the relaxation chooses rewards, the search plans for just these.

With only the rewards of one choice in the problem nothing contradicts any more, the search's own
bound is close, and it soon tells what the choice is really worth. A plan that earns no others
cannot be worth more, so from then on the relaxation has to choose something else besides
(a logic-based Benders cut). When it finds no choice better than the best plan, that is proven.

Choices may be excluded from the relaxation before they are searched, as long as their bounds are
kept until they are: nothing the relaxation finds depends on the outcome. So where there is a
second core a child process (:mod:`.worker`) runs the relaxation while this one searches, and
searches too when there are choices enough.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from domains.competition.search.astar import SearchResult
from domains.competition.search.effort import LOADING_S, RELAXED_S, Effort
from domains.competition.search.goals import Goals
from domains.competition.search.layout import build_layout
from domains.competition.search.relaxed.model import Answer, Choice, Relaxation
from domains.competition.search.relaxed.subproblem import Subproblem, Subproblems
from domains.competition.search.relaxed.worker import Worker, second_core
from domains.competition.search.rules import Rules
from domains.competition.world.grounding import ground_rewards
from domains.competition.world.model import Instruction, World

__all__ = ["Decomposition", "decompose"]

_FIRST_STATES = 300_000
"""States that a search for one choice may generate before others are looked at."""
_LOOK_STATES = 20_000
"""The same where the relaxation goes on meanwhile."""
_EASY_STATES = 8_000
"""States up to which a search was easy, so that one with more rewards is worth an attempt."""
_JOINT_STATES = 60_000
"""States that such an attempt may generate."""
_SMALL = 6
"""Gap in points under which any choice better than the best plan is as good as the best one."""
_AHEAD = 2
"""Choices that may wait to be searched before the child searches too."""


@dataclass(frozen=True, slots=True)
class _Question:
    """Ask the relaxation for a choice worth more than ``floor``, with more choices excluded."""

    excluded: tuple[Choice, ...]
    floor: int
    limit_s: float
    any_will_do: bool


def decompose(
    world: World,
    instructions: Sequence[Instruction],
    known: SearchResult,
    left: Callable[[int, int], float],
) -> SearchResult:
    """Go on from an outcome that is not proven.

    ``instructions`` must hold no constraint that was lost before. ``left(gap, states)`` gives the
    seconds that may still be spent while the gap is so large and so many states were generated.
    """
    return Decomposition(world, instructions, known, left).run(known)


class Decomposition:
    """The best plan so far, and bounds on what has not been proven.

    ``rest`` bounds the plans that are in no choice so far. Of the choices not proven some are
    ``waiting`` for a first look, some are ``open`` (their searches were cut short), one may be in
    ``hand`` here and one be searched by the child (``away``).
    """

    def __init__(
        self,
        world: World,
        instructions: Sequence[Instruction],
        known: SearchResult,
        left: Callable[[int, int], float],
        effort: Effort | None = None,
    ) -> None:
        self._best = known
        self._left = left
        self._effort = effort
        self._ceiling = self._rest = known.bound
        found = ground_rewards(world, instructions)
        self._subproblems = Subproblems(world, tuple(instructions), found, left)
        self._waiting: list[Choice] = []
        self._open: list[Choice] = []
        self._hand: Choice | None = None
        self._away: Choice | None = None
        self._exhausted = False
        self._floor = known.value
        self._excluded: list[Choice] = []
        self._told = 0
        self._easy: list[Choice] = []
        self._family: Choice | None = None
        self._relaxation: Relaxation | None = None
        self._worker = Worker(self._answer) if effort is None and second_core() else None

    def begin(self) -> bool:
        """Let the child look for the first choice; tell whether there is a child."""
        self._attend()
        return self._worker is not None

    def ready(self) -> bool:
        """Tell whether the child has found something."""
        self._attend()
        return self._worker is None or bool(self._waiting) or self._exhausted

    def close(self) -> None:
        """End the child."""
        if self._worker is not None:
            self._worker.close()

    def run(self, known: SearchResult) -> SearchResult:
        """Take turns until the proof or until time is up, from what is known by now."""
        self._best = known
        self._ceiling = min(self._ceiling, known.bound)
        try:
            while self._bound() > self._best.value and self._time() > 0:
                self._attend()
                if not self._turn():
                    break
        finally:
            self.close()
        return self._best._replace(bound=self._bound())

    def _turn(self) -> bool:
        """Do the next thing; tell whether there was any."""
        if self._waiting:
            look = _FIRST_STATES if self._worker is None else _LOOK_STATES
            self._try(self._waiting.pop(0), look)
        elif self._open and (self._worker is not None or self._exhausted):
            self._try(self._most_promising(), None)
        elif self._easy and not self._exhausted:
            self._guess(self._easy.pop())
        elif self._worker is not None and self._worker.busy:
            self._collect(min(0.1, self._time()))
        elif not self._exhausted:
            self._take_choice(self._relax(self._question()))
        else:
            return False
        return True

    def _most_promising(self) -> Choice:
        choice = max(self._open, key=lambda choice: choice.bound)
        self._open.remove(choice)
        return choice

    def _try(self, choice: Choice, states: int | None) -> None:
        self._hand = choice
        outcome = self._subproblems.search(
            self._subproblem(choice, states), lambda: self._overtaken(choice))
        self._hand = None
        self._take_outcome(choice, outcome)

    def _guess(self, choice: Choice) -> None:
        """Try to exclude an easy choice together with much like it.

        Choices mostly differ in a few alternatives that do not depend on each other. With those
        for the same things, and with the easy choices before, it may still be easy for the search;
        then all their mixtures are excluded at once.
        """
        wide = self._subproblems.widened(choice)
        family = self._family
        for wider in ([] if family is None else [family.joined(wide)]) + [wide]:
            if self._excluded_jointly(replace(wider, bound=self._bound()), _JOINT_STATES):
                self._family = wider
                return

    def _excluded_jointly(self, wider: Choice, states: int) -> bool:
        """Tell whether no plan for any rewards of a wide choice is better than the best one."""
        outcome = self._subproblems.search(
            self._subproblem(wider, states), lambda: self._overtaken(wider)
        )
        self._learn(outcome)
        proven = outcome.bound <= self._best.value
        if proven:
            self._excluded.append(wider)
        return proven

    def _overtaken(self, choice: Choice) -> bool:
        self._attend()
        return choice.bound <= self._best.value

    def _attend(self) -> None:
        """Take in what the child has found, and ask it for more."""
        self._collect(0.0)
        if self._worker is not None and not self._worker.busy:
            errand = self._errand()
            if errand is None:
                return
            try:
                self._worker.ask(errand)
            except OSError:
                self._bereaved()

    def _errand(self) -> _Question | Subproblem | None:
        if not self._exhausted and len(self._waiting) < _AHEAD:
            return self._question()
        if self._waiting:
            self._away = self._waiting.pop(0)
            return self._subproblem(self._away, _LOOK_STATES)
        if self._open:
            self._away = self._most_promising()
            return self._subproblem(self._away, None)
        return None

    def _collect(self, wait_s: float) -> None:
        if self._worker is None or not self._worker.busy:
            return
        try:
            reply = self._worker.reply(wait_s)
        except (EOFError, OSError):
            self._bereaved()
            return
        choice = self._away
        if isinstance(reply, SearchResult):
            assert choice is not None
            self._away = None
            self._take_outcome(choice, reply)
        elif reply is not None:
            self._take_choice(reply)

    def _bereaved(self) -> None:
        """Go on alone after the child has died."""
        self.close()
        self._worker = None
        self._told = 0
        if self._away is not None:
            self._open.append(self._away)
            self._away = None

    def _answer(self, question: _Question | Subproblem) -> Answer | SearchResult:
        """Serve a question, in the child."""
        if isinstance(question, _Question):
            return self._relax(question)
        worker, choice = self._worker, question.choice
        assert worker is not None
        return self._subproblems.search(
            question, lambda: worker.alone() or choice.bound <= worker.level
        )

    def _relax(self, question: _Question) -> Answer:
        if self._relaxation is None:
            layout = build_layout(self._subproblems.world, self._subproblems.found)
            self._relaxation = Relaxation(layout, Rules(layout), Goals(layout))
            self._charge(LOADING_S)
        for choice in question.excluded:
            self._relaxation.exclude(choice)
        before = self._relaxation.work
        answer = self._relaxation.best(
            question.floor, any_will_do=question.any_will_do, stop=lambda: self._time() <= 0,
            most=None if self._effort is None else question.limit_s / RELAXED_S,
        )
        self._charge(RELAXED_S * (self._relaxation.work - before))
        return answer

    def _charge(self, seconds: float) -> None:
        if self._effort is not None:
            self._effort.add(seconds)

    def _question(self) -> _Question:
        news = tuple(self._excluded[self._told :])
        self._told = len(self._excluded)
        self._floor = self._best.value
        small = self._bound() - self._best.value <= _SMALL
        return _Question(news, self._floor, self._time(), small)

    def _subproblem(self, choice: Choice, states: int | None) -> Subproblem:
        best = self._best
        return Subproblem(choice, states, best.value, self._bound() - best.value, best.generated)

    def _take_choice(self, answer: Answer) -> None:
        """Exclude a choice of the relaxation, and let it be searched."""
        if isinstance(answer, str):
            self._exhausted = True
            if answer == "none":
                self._rest = min(self._rest, self._floor)
            return
        self._rest = min(self._rest, answer.bound)
        self._excluded.append(answer)
        self._waiting.append(replace(answer, bound=self._rest))

    def _take_outcome(self, choice: Choice, outcome: SearchResult) -> None:
        """Learn from the search of a choice; one that may still be worth more stays open."""
        self._learn(outcome)
        bound = min(choice.bound, outcome.bound)
        if bound > self._best.value:
            self._open.append(replace(choice, bound=bound))
        elif outcome.generated <= _EASY_STATES:
            self._easy.append(choice)

    def _learn(self, outcome: SearchResult) -> None:
        best = self._best
        value, moves = best.value, best.moves
        if outcome.moves:
            worth = self._subproblems.worth(outcome.moves)
            if worth > value:
                value, moves = worth, outcome.moves
        self._best = best._replace(
            moves=moves,
            value=value,
            expanded=best.expanded + outcome.expanded,
            generated=best.generated + outcome.generated,
        )
        if self._worker is not None:
            self._worker.level = value

    def _bound(self) -> int:
        held = [choice for choice in (self._hand, self._away) if choice is not None]
        promised = [choice.bound for choice in (*self._waiting, *self._open, *held)]
        return min(self._ceiling, max(self._best.value, self._rest, *promised))

    def _time(self) -> float:
        return self._left(self._bound() - self._best.value, self._best.generated)
