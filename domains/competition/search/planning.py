"""Plan for a world and its instructions: the entry of the reward search.

**Fragment.** One robot, the nine physical actions, rewards for tasks and constraints of the
competition (specification §4 to §8), degenerate facts included. Not supported: a container in the
robot's hand or on its plate, a robot at no place or at several, more than 250 relevant things or
places; then doing nothing is returned, unproven. A container or a human that is small is never
picked up; what is found then is unproven, too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from domains.competition.search.astar import SearchResult, search
from domains.competition.search.bound import Bound
from domains.competition.search.effort import BUSY, Effort
from domains.competition.search.goals import Goals, untouched_value
from domains.competition.search.layout import Layout, build_layout
from domains.competition.search.moves import Successors, line
from domains.competition.search.relaxed.fragment import available, fits
from domains.competition.search.rules import Rules
from domains.competition.world.grounding import ground_rewards
from domains.competition.world.model import Instruction, World
from domains.competition.world.scoring import CONSTRAINT_POINTS, TASK_POINTS
from planner.interrupts import deferred

if TYPE_CHECKING:
    from domains.competition.search.relaxed.decomposition import Decomposition

__all__ = ["POINTS_PER_SECOND", "RewardPlan", "plan"]

POINTS_PER_SECOND = 20
"""What thinking costs: the time bonus falls by 2 points every tenth of a second."""
PATIENCE_S = 2.0
"""Effort spent on a proof whatever it may bring: 47 of 50 generated files of the rules of 2026 are
proven with it, 35 without."""
LATEST_S = 4.0
"""A run is cut at 5 s (rules, §6); a plan found with more effort could not be carried out."""

_MAX_STATES = 1_500_000
_EARLY_STATES = 4_000
"""States after which the relaxation is set to work on a second core, if there is one."""
_PATIENCE_STATES = 8_000
"""States after which an unproven problem is handed to it on the only core."""
_WORTHWHILE_S = 0.8
"""Seconds that have to be left for it: its solver takes half a second to load."""
_LONG_S = 1e9


@dataclass(frozen=True, slots=True)
class RewardPlan:
    """A plan and what is known of it.

    ``actions`` are platform lines (``Move 4``). ``base_score`` is the value of the plan from the
    given world on: points for tasks and constraints less the costs of ``actions``, in the careful
    reading (a task counts if all its bindings hold). No plan is worth more than ``upper_bound``;
    ``proven`` says that the two are equal. ``expanded`` and ``generated`` count states;
    ``setup_seconds`` is the part of ``seconds`` before the search. ``ended`` says what ended it:
    ``proof`` (or nothing left to search), ``effort``, ``states``, ``deadline``, ``interrupt``, or
    ``clock``, the last resort of a search bounded by effort.
    """

    actions: tuple[str, ...]
    base_score: int
    upper_bound: int
    proven: bool
    expanded: int = 0
    generated: int = 0
    seconds: float = 0.0
    setup_seconds: float = 0.0
    ended: str = "proof"


def plan(
    world: World,
    instructions: Sequence[Instruction],
    *,
    lost: frozenset[int] = frozenset(),
    untouched: frozenset[int] = frozenset(),
    deadline_s: float | None = None,
    optimal: bool = False,
    pay_for_time: bool = True,
    max_states: int = _MAX_STATES,
    clock: Callable[[], float] = time.perf_counter,
) -> RewardPlan:
    """Find the most valuable plan from ``world`` on.

    ``lost`` holds indices into ``instructions`` of constraints lost before (in the middle of a
    run ``world`` is the believed present state with hand and plate). Things ``untouched`` are left
    alone. Constraints are checked after every action, not in the initial state.

    Search ends with the proof, after ``deadline_s`` seconds, after ``max_states`` states or, unless
    ``optimal``, when it has cost as much time bonus as it may still bring (``pay_for_time``; but
    not before ``PATIENCE_S``),
    without ``deadline_s`` after ``LATEST_S`` at the latest. These two are seconds of effort, so
    that any machine finds the same, however busy; the ``clock`` ends it after ``BUSY`` times as
    long. The first interrupt (Ctrl-C) ends it with what was found by then.
    """
    begin = clock()
    effort = Effort() if pay_for_time and not optimal else None
    found = ground_rewards(world, instructions)
    if not found.valid:
        return RewardPlan((), 0, 0, True, seconds=clock() - begin)
    idle = untouched_value(world, found, lost)
    ceiling = TASK_POINTS * len(found.tasks) + CONSTRAINT_POINTS * len(found.constraints)
    try:
        layout = build_layout(world, found, lost, untouched)
    except OverflowError:
        return _idle(idle, ceiling)
    if layout.stuck:
        return _idle(idle, idle if world.doors_opened & world.doors_closed else ceiling)

    ended = "proof"

    def left(gap: int, states: int) -> float:
        """Return the seconds that may still be spent."""
        nonlocal ended
        passed = clock() - begin
        ends = [(_LONG_S, "")]
        if states > max_states:
            ends.append((0.0, "states"))
        if deadline_s is not None:
            ends.append((deadline_s - passed, "deadline"))
        if effort is not None:
            spent = effort.spent(states)
            ends.append((max(gap / POINTS_PER_SECOND, PATIENCE_S) - spent, "effort"))
            if deadline_s is None:
                ends += [(LATEST_S - spent, "effort"), (BUSY * LATEST_S - passed, "clock")]
        if interrupted():
            ends.append((0.0, "interrupt"))
        rest, why = min(ends)
        ended = why if rest <= 0 else ended
        return rest

    setup = clock() - begin
    with deferred() as interrupted:
        outcome = _solve(
            layout, instructions, lost, untouched, idle, ceiling, left, effort
        )
    if _movable(world) or _contradictory(world):
        outcome = outcome._replace(bound=max(ceiling, outcome.value))
    return RewardPlan(
        actions=tuple(map(line, outcome.moves)),
        base_score=outcome.value,
        upper_bound=outcome.bound,
        proven=outcome.value == outcome.bound,
        expanded=outcome.expanded,
        generated=outcome.generated,
        seconds=clock() - begin,
        setup_seconds=setup,
        ended="proof" if outcome.value == outcome.bound else ended,
    )


def _idle(value: int, bound: int) -> RewardPlan:
    """Return the plan to do nothing."""
    return RewardPlan((), value, max(value, bound), value >= bound)


def _movable(world: World) -> bool:
    """Tell whether a container or a human may be carried away: the search takes them for fixed."""
    return any(
        "small" in words and not words.isdisjoint(("container", "human"))
        for words in world.words.values()
    )


def _contradictory(world: World) -> bool:
    """Tell whether facts say what cannot be: one thing carried twice, a container in two places.

    What the first action makes of it is not reckoned with, so nothing is proven there.
    """
    boxes = {thing for thing, words in world.words.items() if "container" in words}
    places = [thing for thing, _ in world.at if thing in boxes]
    return 0 < world.hand == world.plate or len(places) > len(set(places))


def _solve(
    layout: Layout,
    instructions: Sequence[Instruction],
    lost: frozenset[int],
    untouched: frozenset[int],
    idle: int,
    ceiling: int,
    left: Callable[[int, int], float],
    effort: Effort | None,
) -> SearchResult:
    """Search; where that does not prove it soon, go on with the relaxation if it can be used.

    What is bounded by effort is done in turns, for what a second core finds comes when it may.
    """
    relaxable = available() and fits(layout) and not untouched
    live = [item for n, item in enumerate(instructions) if n not in lost]
    nothing = SearchResult((), idle, max(idle, ceiling), 0, 0)
    helper: list[Decomposition] = []

    def stop(gap: int, states: int) -> bool:
        rest = left(gap, states)
        if rest <= 0:
            return True
        if not relaxable or states <= _EARLY_STATES or rest <= _WORTHWHILE_S:
            return False
        if not helper:
            from domains.competition.search.relaxed.decomposition import Decomposition

            helper.append(Decomposition(layout.world, live, nothing, left, effort))
        return helper[0].ready() if helper[0].begin() else states > _PATIENCE_STATES

    rules, goals = Rules(layout), Goals(layout)
    try:
        outcome = search(
            layout.initial(), idle, ceiling, Successors(layout, rules), goals,
            Bound(layout, rules, goals), stop,
        )
        if not helper or outcome.bound == outcome.value:
            return outcome
        return helper[0].run(outcome)
    finally:
        for decomposition in helper:
            decomposition.close()
