"""What went wrong before: bans that expire, and signs that the team goes round in circles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field

from planner.execution.actor.contract import GroundAction

__all__ = ["Circles", "NoGoods"]

LONGEST = 16


@dataclass
class NoGoods:
    """Actions that failed are not begun again for 1, 2, 4 … joint steps (16 at most)."""

    until: dict[GroundAction, int] = field(default_factory=dict)
    length: dict[GroundAction, int] = field(default_factory=dict)

    def ban(self, action: GroundAction, step: int) -> int:
        """Ban an action from ``step`` on; return for how many steps."""
        self.length[action] = steps = min(LONGEST, 2 * self.length.get(action, 0) or 1)
        self.until[action] = step + steps
        return steps

    def forgive(self, actions: Iterable[GroundAction]) -> None:
        """Forget what failed before of actions that were done."""
        for action in actions:
            self.length.pop(action, None)

    def at(self, step: int) -> dict[GroundAction, int]:
        """Return what is banned in a step, and for how many steps more."""
        return {a: end - step for a, end in self.until.items() if step < end}


@dataclass
class Circles:
    """Notice that the same is done in the same situation again and again (livelock)."""

    seen: Counter[Hashable] = field(default_factory=Counter)

    def again(self, situation: Hashable, patience: int) -> bool:
        """Count a situation; say whether it has come up ``patience`` times, and forget it then."""
        self.seen[situation] += 1
        if self.seen[situation] < patience:
            return False
        del self.seen[situation]
        return True
