"""What the replies of one game have shown: what is believed, what was done, what failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from domains.competition.belief.beliefs import WorldBelief
from domains.competition.world.grounding import Rewards, ground_rewards
from domains.competition.world.model import Instruction, World
from domains.competition.world.scoring import Ground, breaks


class Tracker:
    """Takes in replies. ``last`` is the action they answer; ``touched`` is what it changed.

    ``setbacks`` counts failed actions, ``asked`` questions by the thing asked for; ``looked`` says
    that a look around was taken since the robot moved or turned a door. ``lost`` are the
    constraints (indices of their instructions) that an action broke in the world then likeliest.
    """

    def __init__(self, told: World, instructions: Sequence[Instruction]) -> None:
        self.instructions = tuple(instructions)
        self.belief = WorldBelief(told, instructions)
        self.rewards: Rewards = ground_rewards(told, self.instructions)
        self.lost: frozenset[int] = frozenset()
        self._constraints = {n: Ground(item, told.bindings(item))
                             for n, item in enumerate(instructions)
                             if item.kind not in ("task", "info")}
        self.last = ""
        self.touched: set[int] = set()
        self.setbacks = 0
        self.asked: Counter[int] = Counter()
        self._failures: Counter[tuple[str, int | None, int, int]] = Counter()
        self.looked = False

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
            self._judge_constraints()
        else:
            self.setbacks += 1
            self._failures[self._situation(self.last)] += 1
        return surprise

    def _judge_constraints(self) -> None:
        world = self.belief.world(self.belief.most_likely())
        self.lost |= {n for n, rule in self._constraints.items() if breaks(world, rule)}

    def failed(self, action: str) -> int:
        """Count how often an action failed as things are now."""
        return self._failures[self._situation(action)]

    def _situation(self, action: str) -> tuple[str, int | None, int, int]:
        return action, self.belief.robot, self.belief.hand, self.belief.plate
