"""How to play: which policy, and the prices and limits it works with."""

from __future__ import annotations

from dataclasses import dataclass

from planner.errors import UsageError

POLICIES = ("belief", "told")


@dataclass(frozen=True)
class PlayOptions:
    """How to play. ``policy``: ``belief``, or ``told`` (act on the stated world, ask nothing).

    ``second`` is what a second of thinking costs: 20 points by the formula of the rules, 10 by
    their text; 0: nothing. A search goes on as long as it costs less than it may ``hope`` to gain,
    a tenth of the gap between plan and bound; an eighth of that (``brief``) where facts may be
    wrong, for then the plan is soon replaced (docs/decisions.md). ``reserve_s`` is kept free of the
    limit for the way back. ``plan_s`` and a quarter of the time left bound a search on slow
    machines only, so that results do not depend on the clock elsewhere. The other numbers are
    prices in points; they were fitted on generated problems and tried on others.
    """

    policy: str = "belief"
    second: float = 20.0
    reserve_s: float = 0.3
    plan_s: float = 1.2
    hope: float = 0.1
    brief: float = 0.125
    ask_margin: float = 0.4
    look_margin: float = -0.2
    stake: float = 28.0
    detour_cost: float = 6.0
    max_actions: int = 200
    trip: float = 4.5
    passing: float = 1.5
    in_vain: float = 2.4
    left: float = 3.0
    bits: float = 1.9
    again: float = 0.1
    doubt: float = 0.1

    def __post_init__(self) -> None:
        if self.policy not in POLICIES:
            raise UsageError(f"no policy {self.policy!r} here; known: {', '.join(POLICIES)}")
