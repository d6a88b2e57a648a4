"""What is asked of the engine in one call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from planner.engines.joint.plan import JointResult
from planner.pddl import PDDLTask
from planner.plan import Step

__all__ = ["Request", "Weighted"]

Weighted = tuple[tuple[float, Step], ...]


@dataclass(frozen=True)
class Request:
    """A task for a team, with a deadline (``time.monotonic``) and what is preferred.

    ``forbid`` says before which step an action must not be done, ``prefer`` what is wished for in
    step 0 and ``commit`` in any step, both with weights. ``anyhow`` says that the first plan
    will do, and that larger teams are not to be divided. ``price`` is what an action costs: of the
    plans that are found to be shortest the cheapest is taken.
    """

    task: PDDLTask
    agents: tuple[str, ...]
    begin: float
    deadline: float
    forbid: Mapping[Step, int]
    prefer: Weighted = ()
    commit: Weighted = ()
    improved: Callable[[JointResult], None] | None = None
    anyhow: bool = False
    price: Callable[[Step], Fraction] | None = None
