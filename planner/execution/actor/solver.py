"""Ask the joint engine; whatever becomes of it is an answer, never an exception."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from planner.engines.joint import JointEngine
from planner.engines.joint.grounding.ground import Grounding
from planner.engines.outcome import Status
from planner.engines.solve import solve_task
from planner.execution.actor.contract import Believed, GroundAction, JointSteps, Preference
from planner.pddl import Domain, PDDLTask, read_problem
from planner.sandbox import Limits

KEPT = 8
"""Sets of objects whose ground actions are kept."""
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
        self, believed: Believed, /, *, limit: float, forbid: Mapping[GroundAction, int] = NOTHING,
        prefer: Sequence[Preference] = (), commit: Sequence[Preference] = (),
    ) -> Answer:
        """Find a joint plan with few steps in ``limit`` seconds.

        Actions in ``forbid`` are not done before that step; among plans of the same length those
        come first that do more of ``prefer`` in the first step and of ``commit`` in any.
        """


class JointSolver:
    """The joint engine for a domain and team; it keeps what it has grounded."""

    def __init__(self, domain: Domain, robots: Sequence[str]) -> None:
        self.domain, self.robots = domain, list(robots)
        self.engines: dict[frozenset[tuple[str, str]], JointEngine] = {}

    def _engine(self, believed: Believed) -> JointEngine:
        key = frozenset(believed.objects.items())
        if key not in self.engines:
            while len(self.engines) >= KEPT:
                del self.engines[next(iter(self.engines))]
            self.engines[key] = JointEngine(self.domain, believed.objects, self.robots)
        return self.engines[key]

    def grounding(self, believed: Believed, seconds: float) -> Grounding:
        """Return ground operators for all values of the unknowns; raises a PlannerError."""
        start = believed.imaginable | believed.possible
        return self._engine(believed).grounding(start, seconds)

    def __call__(
        self, believed: Believed, *, limit: float, forbid: Mapping[GroundAction, int] = NOTHING,
        prefer: Sequence[Preference] = (), commit: Sequence[Preference] = (),
    ) -> Answer:
        """Find a joint plan (:class:`Solver`)."""
        possible = believed.possible | believed.imaginable
        result = self._engine(believed).solve(
            believed.init, believed.goal, limit=limit, forbid=forbid, prefer=prefer,
            commit=commit, possible=possible)
        plan = None if result.plan is None else result.plan.steps
        said = ": ".join(part for part in (str(result.status), result.message) if part)
        return Answer(plan, result.lower, said, result.status is Status.UNSOLVABLE_PROVEN)


class SequentialSolver:
    """An engine in whose plans robots act one after the other: numbers, and what a user names.

    The loop begins each action as soon as it can, so robots act at once all the same.
    """

    def __init__(self, domain: Domain, robots: Sequence[str], engine: str) -> None:
        self.domain, self.engine = domain, engine

    def __call__(self, believed: Believed, *, limit: float,
                 forbid: Mapping[GroundAction, int] = NOTHING, **_wishes: object) -> Answer:
        """Find a plan (:class:`Solver`); one that begins with what is forbidden is none."""
        text = believed.problem_text(self.domain.name)
        task = PDDLTask(self.domain, read_problem(text, "believed", self.domain))
        found = solve_task(task, engine=self.engine, limits=Limits(limit))
        if found.plan is None:
            return Answer(None, status=f"{found.status}: {found.message}")
        steps = [replace(step, line=0) for step in found.plan.steps]
        if steps and steps[0] in forbid:
            return Answer(None, status=f"{steps[0]}, with which its plan begins, keeps failing")
        return Answer(tuple((step,) for step in steps), 0, found.engine)


def solver_for(domain: Domain, robots: Sequence[str], engine: str = "") -> Solver:
    """Return the solver that a domain needs, or the one for an engine that is named."""
    if engine or domain.functions:
        return SequentialSolver(domain, robots, engine or "auto")
    return JointSolver(domain, robots)
