"""Solve a competition problem: from a world and instructions to actions and a score.

The stable entry for the command line and for online play.
"""

from __future__ import annotations

from collections.abc import Sequence

from domains.competition.model import Instruction, World
from domains.competition.search import RewardPlan, plan

__all__ = ["RewardSolution", "solve_world"]

RewardSolution = RewardPlan


def solve_world(
    world: World,
    instructions: Sequence[Instruction],
    *,
    time_limit_s: float | None = None,
    optimal: bool = False,
    pay_for_time: bool = True,
) -> RewardSolution:
    """Return the best plan found for ``world``, its base score and an upper bound.

    By default search ends when it has cost as much time bonus as it may still bring;
    ``optimal`` goes on to the proof, ``time_limit_s`` ends it in any case.
    """
    return plan(
        world,
        instructions,
        deadline_s=time_limit_s,
        optimal=optimal,
        pay_for_time=pay_for_time,
    )
