"""What is asked of an engine beside the task and its limits."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["EngineOptions"]


@dataclass(frozen=True)
class EngineOptions:
    """Options of engines; one that an engine does not have is refused by name.

    ``agents`` are names of robots and ``agents_of`` types or predicates of them, with commas
    (joint engine); ``search`` is a search of Fast Downward or SymK in its own words; ``seed`` makes
    LPG repeatable; ``top`` is a number of plans (SymK). To the file ``stream`` each better plan is
    added as it comes (:mod:`planner.engines.anytime`); then an anytime engine goes on to its limit.
    ``ignore_costs``: of joint plans of the same length any will do.
    """

    agents: str = ""
    agents_of: str = ""
    search: str = ""
    seed: int | None = None
    top: int = 0
    stream: str = ""
    ignore_costs: bool = False
