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

    ``setbacks`` counts failed actions, ``asked`` questions by the thing asked for. ``lost`` are the
    constraints (indices of their instructions) that an action broke in the world then likeliest.
    """

    def __init__(self, told: World, instructions: Sequence[Instruction]) -> None:
        self.instructions = tuple(instructions)
        self.belief = WorldBelief(told, instructions)
        self.rewards: Rewards = ground_rewards(told, self.instructions)
        self.lost: frozenset[int] = frozenset()
        self._constraints = {n: Ground(item, told.bindings(item))
                             for n, item in enumerate(instructions) if item.kind[:4] == "cons"}
        self.last = ""
        self.touched: set[int] = set()
        self.setbacks = 0
        self.asked: Counter[int] = Counter()
        self._failures: Counter[tuple[str, int | None, int, int]] = Counter()
        self._looked_at: set[tuple[int, frozenset[int]]] = set()

    def take_in(self, reply: str) -> str:
        """Take in the reply to the last action; return what was surprising, or nothing."""
        name = self.last.split()[0] if self.last else ""
        surprise = self.belief.observe(self.last, reply)
        self.asked.update(map(int, self.last.split()[1:] if name == "AskLoc" else ()))
        if name in ("AskLoc", "Sense"):
            self.touched = set()
        elif reply == "1":
            self.touched = {int(w) for w in self.last.split()[1:]}
            if name in ("Open", "Close"):
                self._failures.clear()
            self._judge_constraints()
        else:
            self.touched = set()
            self.setbacks += 1
            self._failures[self._situation(self.last)] += 1
        if name == "Sense" and self.belief.robot is not None:
            self._looked_at.add(self._spot())
        return surprise

    def _judge_constraints(self) -> None:
        world = self.belief.world(self.belief.most_likely())
        self.lost |= {n for n, rule in self._constraints.items() if breaks(world, rule)}

    def failed(self, action: str) -> int:
        """Count how often an action failed as things are now."""
        return self._failures[self._situation(action)]

    def looked(self) -> bool:
        """Say whether a look around here was taken already."""
        return self._spot() in self._looked_at

    def _situation(self, action: str) -> tuple[str, int | None, int, int]:
        return action, self.belief.robot, self.belief.hand, self.belief.plate

    def _spot(self) -> tuple[int, frozenset[int]]:
        """Name what a look from here shows: the place and its open containers."""
        here = self.belief.robot or 0
        return here, frozenset(
            c for c in self.belief.containers
            if self.belief.home.get(c) == here and self.belief.door(c)["opened"] > 0.99
        )
