"""What a planning problem is here: a PDDL task, and beside it what PDDL cannot say.

Rewards for soft goals (a task is worth 40), and rewards for invariants that may be given up once
and for all (a constraint is worth 20), each with the place in the source it came from. Both are
compiled away into action costs by :mod:`planner.compilation`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from planner.pddl.model import Formula, PDDLTask


@dataclass(frozen=True, slots=True)
class Provenance:
    """Source text of a goal and its line (None where the text had no file)."""

    text: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class SoftGoal:
    """A goal worth ``reward`` if it holds in the final state."""

    goal: Formula
    reward: int
    source: Provenance


@dataclass(frozen=True, slots=True)
class RewardedInvariant:
    """An invariant worth ``reward`` if ``broken`` holds after no action.

    The initial state is not checked. The reward counts only if a soft goal is reached.
    """

    broken: Formula
    reward: int
    source: Provenance


@dataclass(frozen=True)
class PlanningTask:
    """A problem without hard goals, and what there is to earn.

    ``problem`` has action costs as its metric, goals and invariants are ground. ``names`` maps its
    objects to their names in the source. The value of a plan is what it earns less its cost.
    """

    problem: PDDLTask
    goals: tuple[SoftGoal, ...]
    invariants: tuple[RewardedInvariant, ...]
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def total_reward(self) -> int:
        """Return what a plan without costs that earns everything would be worth."""
        return sum(g.reward for g in self.goals) + sum(i.reward for i in self.invariants)
