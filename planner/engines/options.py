"""What is asked of an engine beside the task and its limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from planner.plan import Plan

__all__ = ["Better", "EngineOptions"]


@dataclass(frozen=True)
class Better:
    """A plan found on the way: what is known of it, and after how many seconds.

    ``bound`` is a proven lower bound on the cost, None where none is known.
    """

    plan: Plan
    cost: float
    bound: float | None
    seconds: float
    engine: str


@dataclass(frozen=True)
class EngineOptions:
    """Options of engines; one that an engine does not have is refused by name.

    ``agents`` are names of robots and ``agents_of`` types or predicates of them, with commas (joint
    engine); ``search`` is a search of Fast Downward or SymK in its own words; ``seed`` makes LPG
    repeatable; ``top`` is a number of plans (SymK). ``improved`` is called with each better plan;
    then an anytime engine goes on until its limit.
    """

    agents: str = ""
    agents_of: str = ""
    search: str = ""
    seed: int | None = None
    top: int = 0
    improved: Callable[[Better], None] | None = field(default=None, compare=False)
