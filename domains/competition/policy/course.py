"""One problem as it is played: what is believed, what was done, the plan for what is likeliest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from domains.competition.belief.beliefs import WorldBelief
from domains.competition.policy.options import PlayOptions
from domains.competition.policy.reliance import Wanted
from domains.competition.problem import parse_told, read_task
from domains.competition.referee.game import LIMIT_S
from domains.competition.search import plan as best_plan
from domains.competition.world.grounding import ground_rewards
from domains.competition.world.model import Place
from domains.competition.world.scoring import Ground, breaks, done, ground
from planner.environment import Briefing

Basis = tuple[Mapping[int, Place], Mapping[int, str]]
"""What a plan rests on: places and doors."""


class Course:
    """Takes in replies and plans; ``left_s`` are the seconds left, negative when none is.

    ``last`` is the action that the next reply answers, ``touched`` what the one before changed.
    ``setbacks`` counts failed actions, ``asked`` questions by the thing asked for; ``looked`` says
    that a look around was taken since the robot moved or turned a door. ``lost`` are the
    constraints (indices of their instructions) that an action broke in the world then likeliest.
    ``steps`` are left of the present plan, ``replans`` counts the plans made.
    """

    def __init__(
        self, briefing: Briefing, options: PlayOptions, clock: Callable[[], float],
        on_defect: Callable[[str], None] = lambda text: None,
    ) -> None:
        """Read the two texts; raise ``PlannerError`` where nothing can be read."""
        facts, self.options, self.clock = briefing.facts, options, clock
        self._end = clock() + float(facts.get("limit_s", LIMIT_S)) - options.reserve_s
        told = parse_told(str(facts["told"]), on_defect)
        self.instructions = read_task(
            briefing.instruction, str(facts["language"]), told, on_defect)
        self.belief = WorldBelief(told, self.instructions)
        self.rewards = ground_rewards(told, self.instructions)
        self.wanted = Wanted(self.rewards, self.belief, options)
        self.lost: frozenset[int] = frozenset()
        self._constraints = {n: Ground(item, told.bindings(item))
                             for n, item in enumerate(self.instructions)
                             if item.kind not in ("task", "info")}
        self.last = ""
        self.touched: set[int] = set()
        self.setbacks = self.replans = 0
        self.asked: Counter[int] = Counter()
        self._failures: Counter[tuple[str, int | None, int, int]] = Counter()
        self.looked = False
        self.steps: list[str] = []
        self._basis: Basis | None = None
        self._setbacks = 0

    @property
    def left_s(self) -> float:
        """The seconds left to play in."""
        return self._end - self.clock()

    def finished(self) -> bool:
        """Say whether every task is done in the likeliest world."""
        world = self.belief.world(self.wanted.places())
        tasks = [one for one in ground(world, self.instructions) if one.item.kind == "task"]
        return bool(tasks) and all(done(world, task) for task in tasks)

    def take_in(self, reply: str) -> str:
        """Take in the reply to the last action; return what was surprising, or nothing."""
        name, *words = self.last.split() or [""]
        surprise = self.belief.observe(self.last, reply)
        self.touched = set()
        if name == "AskLoc":
            self.asked[int(words[0])] += 1
        elif name == "Sense":
            self.looked = True
        elif reply == "1":
            self.touched = set(map(int, words))
            self.looked &= name not in ("Move", "Open", "Close")
            if name in ("Open", "Close"):
                self._failures.clear()
            world = self.belief.world(self.belief.most_likely())
            self.lost |= {n for n, rule in self._constraints.items() if breaks(world, rule)}
        else:
            self.setbacks += 1
            self._failures[self._situation(self.last)] += 1
        return surprise

    def failed(self, action: str) -> int:
        """Count how often an action failed as things are now."""
        return self._failures[self._situation(action)]

    def _situation(self, action: str) -> tuple[str, int | None, int, int]:
        return action, self.belief.robot, self.belief.hand, self.belief.plate

    def plan(self, places: Mapping[int, Place]) -> bool:
        """Make a plan for these places unless the present one was; say whether it was made.

        It is made by the reward search.
        """
        if not self.outdated(places):
            return False
        found = best_plan(
            self.belief.world(places, self.wanted.doors(places)), self.instructions,
            lost=self.lost,
            deadline_s=min(self.options.plan_s, max(0.02, self.left_s / 4)),
            second=self.options.second / self.options.hope, clock=self.clock,
            share=1.0 - (1.0 - self.options.brief) * self.belief.unreliable,
        )
        self.steps = list(found.actions)
        self._basis, self._setbacks = self._rests_on(places), self.setbacks
        self.replans += 1
        return True

    def outdated(self, places: Mapping[int, Place]) -> bool:
        """Tell whether the plan was made for another world; the robot's own doing is not news."""
        if self._basis is None or self._setbacks != self.setbacks:
            return True
        basis = self._rests_on(places)
        same = all(before.get(n, now) == now
                   for before, after in zip(self._basis, basis, strict=True)
                   for n, now in after.items() if n not in self.touched)
        if same:
            self._basis = basis
        return not same

    def _rests_on(self, places: Mapping[int, Place]) -> Basis:
        stand = {n: ("at", home) for n, home in self.belief.home.items()}
        return {**stand, **places}, self.wanted.doors(places)
