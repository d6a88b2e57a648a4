"""Ask the joint engine; whatever becomes of it is an answer, never an exception."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from planner.engines.joint import JointEngine, JointStatus
from planner.execution.actor.contract import Believed, GroundAction, JointSteps, Preference
from planner.pddl import Domain

__all__ = ["Answer", "Solver", "joint_solver"]

KEPT = 8
"""Sets of objects whose ground actions are kept."""
EFFORT = 300
"""Conflicts of a question that makes a plan no shorter: of those granted in grid worlds, one
in twenty took more, and those refused after more took two thirds of the time."""
NOTHING: Mapping[GroundAction, int] = {}


@dataclass(frozen=True)
class Answer:
    """A joint plan or why there is none; ``lower`` is a proven lower bound on its steps.

    ``impossible`` says that there is proof that no plan exists.
    """

    plan: JointSteps | None
    lower: int = 0
    status: str = ""
    impossible: bool = False


class Solver(Protocol):
    """An engine for joint plans."""

    def __call__(
        self, believed: Believed, *, limit: float, forbid: Mapping[GroundAction, int] = NOTHING,
        prefer: Sequence[Preference] = (), commit: Sequence[Preference] = (),
    ) -> Answer:
        """Find a joint plan with few steps in ``limit`` seconds.

        Actions in ``forbid`` are not done before that step; among plans of the same length those
        come first that do more of ``prefer`` in the first step and of ``commit`` in any.
        """


def joint_solver(domain: Domain, robots: Sequence[str]) -> Solver:
    """Return the joint engine for a domain and team; it keeps what it has grounded."""
    engines: dict[frozenset[tuple[str, str]], JointEngine] = {}

    def solve(
        believed: Believed, *, limit: float, forbid: Mapping[GroundAction, int] = NOTHING,
        prefer: Sequence[Preference] = (), commit: Sequence[Preference] = (),
    ) -> Answer:
        key = frozenset(believed.objects.items())
        if key not in engines:
            while len(engines) >= KEPT:
                del engines[next(iter(engines))]
            engines[key] = JointEngine(domain, believed.objects, list(robots))
        result = engines[key].solve(believed.init, believed.goal, limit=limit, forbid=forbid,
                                    prefer=prefer, commit=commit,
                                    polish=limit, effort=EFFORT,
                                    possible=believed.possible | believed.imaginable)
        plan = None if result.plan is None else result.plan.steps
        said = ": ".join(part for part in (str(result.status), result.message) if part)
        return Answer(plan, result.lower, said, result.status is JointStatus.UNSOLVABLE)

    return solve
