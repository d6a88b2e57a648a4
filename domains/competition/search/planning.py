"""Plan for a world and its instructions: the entry of the reward search.

**Fragment.** One robot, the nine physical actions, rewards for tasks and constraints of the
competition (specification §4 to §8), degenerate facts included. Not supported: a container in the
robot's hand or on its plate, a robot at no place or at several, more than 250 relevant things or
places; then doing nothing is returned, unproven. A container or a human that is small is never
picked up; what is found then is unproven, too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from domains.competition.referee.environment import Referee
from domains.competition.search.astar import SearchResult, search
from domains.competition.search.layout import HAND, PLATE, UNSAID, Layout
from domains.competition.search.moves import line
from domains.competition.world.grounding import ground_rewards
from domains.competition.world.model import Instruction, World
from domains.competition.world.scoring import CONSTRAINT_POINTS, TASK_POINTS
from planner.supervision import Interruption

EFFORT_S = 4.0
"""Effort after which a search without other limits ends: a run is cut at 5 s (rules, §6), so a plan
found later could not be carried out. With it 149 of 150 generated files are proven, half of them in
10 ms; of the rules of 2026, 99 of 100."""

STATES_PER_S = 80_000
"""States that the compiled search generates in a second (80,000 to 130,000 measured). They count as
time, like the deterministic time of CP-SAT, so that the same is found on any machine."""
BUSY = 24
"""How much longer than its effort a search may take before the clock ends it: a processor shared by
eight, and a search three times slower where it is not compiled."""
LEAST_S = 0.1
"""Seconds of a search that are not weighed against points."""
_MAX_STATES = 1_500_000
_PATIENCE_STATES = 8_000
"""States after which an unproven problem is handed to the relaxation."""
_WORTHWHILE_S = 0.8
"""Seconds that have to be left for it: its solver takes half a second to load."""
_LONG_S = 1e9


@dataclass(frozen=True, slots=True)
class RewardPlan:
    """A plan and what is known of it.

    ``actions`` are platform lines (``Move 4``). ``base_score`` is the value of the plan from the
    given world on: points for tasks and constraints less the costs of ``actions``, in the careful
    reading (a task counts if all its bindings hold). No plan is worth more than ``upper_bound``.
    ``expanded`` and ``generated`` count states; ``setup_seconds`` is the part of ``seconds`` before
    the search. ``ended`` says what ended it: ``proof`` (or nothing left to search), ``effort``,
    ``states``, ``deadline``, ``interrupt``, or ``clock``, the last resort where effort bounds it.
    """

    actions: tuple[str, ...]
    base_score: int
    upper_bound: int
    expanded: int = 0
    generated: int = 0
    seconds: float = 0.0
    setup_seconds: float = 0.0
    ended: str = "proof"

    @property
    def proven(self) -> bool:
        """Whether no plan is worth more."""
        return self.base_score == self.upper_bound


def plan(
    world: World, instructions: Sequence[Instruction], *, lost: frozenset[int] = frozenset(),
    deadline_s: float | None = None, optimal: bool = False, max_states: int = _MAX_STATES,
    second: float = 0.0, share: float = 1.0, clock: Callable[[], float] = time.perf_counter,
) -> RewardPlan:
    """Find the most valuable plan from ``world`` on.

    ``lost`` holds indices into ``instructions`` of constraints lost before (in the middle of a
    run ``world`` is the believed present state with hand and plate). Constraints are checked after
    every action, not in the initial state.

    Search ends with the proof, after ``deadline_s`` seconds, after ``max_states`` states and, where
    a ``second`` of search costs points, when it has cost this ``share`` of the gap, besides
    ``LEAST_S``. States count as time then, and the relaxation is not used. Without a deadline it
    ends after ``EFFORT_S`` unless ``optimal``: seconds of effort, so that any machine finds the
    same, however busy; the ``clock`` ends it after ``BUSY`` times as long. The first interrupt
    (Ctrl-C) ends it with what was found by then.
    """
    begin = clock()
    found = ground_rewards(world, instructions)
    if not found.valid:
        return RewardPlan((), 0, 0, seconds=clock() - begin)
    live = [item for n, item in enumerate(instructions) if n not in lost]
    idle = Referee(world, live).score().base_lo
    ceiling = TASK_POINTS * len(found.tasks) + CONSTRAINT_POINTS * len(found.constraints)
    try:
        layout = Layout(world, found, lost)
    except OverflowError:
        return RewardPlan((), idle, max(idle, ceiling))
    if layout.stuck:
        both = world.doors_opened & world.doors_closed
        return RewardPlan((), idle, idle if both else max(idle, ceiling))
    with Interruption() as interrupted:
        limits = _Limits(begin, clock, interrupted, deadline_s,
                         deadline_s is None and not optimal, max_states, second, share)
        setup = clock() - begin
        outcome = _solve(layout, None if second else live, idle, ceiling, limits)
    if _movable(world) or _contradictory(world):
        outcome = outcome._replace(bound=max(ceiling, outcome.value))
    ended = "proof" if outcome.value == outcome.bound else limits.ended
    return RewardPlan(
        tuple(map(line, outcome.moves)), outcome.value, outcome.bound, outcome.expanded,
        outcome.generated, clock() - begin, setup, ended)


@dataclass
class _Limits:
    """When a search ends; ``ended`` says by what, ``relaxed_s`` is the effort of the relaxation."""

    begin: float
    clock: Callable[[], float]
    interrupted: Callable[[], bool]
    deadline_s: float | None
    by_effort: bool
    max_states: int
    second: float
    share: float
    ended: str = "proof"
    relaxed_s: float = 0.0

    def charge(self, seconds: float) -> None:
        """Count work that generates no states."""
        self.relaxed_s += seconds

    def left(self, gap: int, states: int) -> float:
        """Return the seconds that may still be spent."""
        rest, why = min(self._ends(gap, states))
        self.ended = why if rest <= 0 else self.ended
        return rest

    def _ends(self, gap: int, states: int) -> Iterator[tuple[float, str]]:
        passed = self.clock() - self.begin
        yield _LONG_S, ""
        if states > self.max_states:
            yield 0.0, "states"
        if self.second:
            yield LEAST_S + self.share * gap / self.second - states / STATES_PER_S, "effort"
        if self.deadline_s is not None:
            yield self.deadline_s - passed, "deadline"
        if self.by_effort:
            yield EFFORT_S - states / STATES_PER_S - self.relaxed_s, "effort"
            yield BUSY * EFFORT_S - passed, "clock"
        if self.interrupted():
            yield 0.0, "interrupt"


def fits(layout: Layout) -> bool:
    """Tell whether everything is at one place at most, and hand and plate are known.

    The relaxation and ``domain.pddl`` can say no more.
    """
    state = layout.initial()
    if layout.world.last_places or UNSAID in (state >> 8 & 255, state >> 16 & 255):
        return False
    if any(mask.bit_count() != 1 for mask in layout.container_places):
        return False
    for offset in layout.offsets:
        at, inside, carried = layout.statuses[state >> offset & 255]
        several = at.bit_count() + inside.bit_count() + (carried > 0) > 1
        if several or carried == HAND | PLATE:
            return False
    return True


def _movable(world: World) -> bool:
    """Tell whether a container or a human may be carried away: the search takes them for fixed."""
    return bool(world.things("small", "container") or world.things("small", "human"))


def _contradictory(world: World) -> bool:
    """Tell whether facts say what cannot be: one thing carried twice, a container in two places.

    What the first action makes of it is not counted with, so nothing is proven there.
    """
    boxes = world.things("container")
    places = [thing for thing, _ in world.at if thing in boxes]
    return 0 < world.hand == world.plate or len(places) > len(set(places))


def _solve(
    layout: Layout, live: Sequence[Instruction] | None, idle: int, ceiling: int, limits: _Limits
) -> SearchResult:
    """Search; where that does not prove it soon, go on with the relaxation if it can be used.

    ``live`` are the instructions it may work with, if any.
    """
    relaxable = live is not None and find_spec("ortools") is not None and fits(layout)
    handed_over = False

    def stop(gap: int, states: int) -> bool:
        nonlocal handed_over
        rest = limits.left(gap, states)
        handed_over = relaxable and states > _PATIENCE_STATES and rest > _WORTHWHILE_S
        return handed_over or rest <= 0

    outcome = search(layout, idle, ceiling, stop)
    if not handed_over or outcome.bound == outcome.value:
        return outcome
    from domains.competition.search.relaxed.decomposition import Decomposition

    charge = limits.charge if limits.by_effort else None
    return Decomposition(layout.world, live or (), outcome, limits.left, charge).run()
