"""The joint engine for unified-planning: anytime, one-shot, and a ``Replanner``.

Problems come by way of PDDL; the plan comes back as a ``SequentialPlan`` whose joint steps are in
the result's metrics (``steps``, ``bound``, ``joint_steps`` as JSON), because unified-planning has
no plan of joint steps. ``params={"agents": TYPE}`` names the robots.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import IO, Any

from unified_planning.engines import Engine
from unified_planning.engines.mixins import AnytimePlannerMixin, OneshotPlannerMixin, ReplannerMixin
from unified_planning.engines.results import PlanGenerationResult, PlanGenerationResultStatus
from unified_planning.environment import Environment, get_environment
from unified_planning.model import AbstractProblem, Problem, ProblemKind

from planner.engines.joint.engine import JointEngine
from planner.engines.joint.plan import JointResult
from planner.engines.outcome import Status
from planner.errors import PlannerError
from planner.pddl.unified import Written, written

NAME = "joint-steps"
LIMIT_S, MOST_S = 60.0, 1e7
_Modes: Any = (OneshotPlannerMixin, AnytimePlannerMixin, ReplannerMixin)


class JointSteps(Engine, *_Modes):  # type: ignore[misc]
    """Least joint steps for a team (:class:`~planner.engines.joint.engine.JointEngine`).

    ``satisfies`` any optimality guarantee is denied: what is least here are steps, and
    unified-planning has no such metric.
    """

    def __init__(self, problem: Problem | None = None, **options: Any) -> None:
        Engine.__init__(self)
        OneshotPlannerMixin.__init__(self)
        AnytimePlannerMixin.__init__(self)
        self._agents = str(options.get("agents", ""))
        self._engine: JointEngine | None = None
        self._objects: object = None
        if problem is not None:
            self._problem = problem.clone()

    @property
    def name(self) -> str:
        """Return the engine's name."""
        return NAME

    @staticmethod
    def supported_kind() -> ProblemKind:
        """Return what the engine takes: classical problems with ADL."""
        return ProblemKind({
            "ACTION_BASED", "FLAT_TYPING", "HIERARCHICAL_TYPING", "NEGATIVE_CONDITIONS",
            "DISJUNCTIVE_CONDITIONS", "EQUALITIES", "EXISTENTIAL_CONDITIONS",
            "UNIVERSAL_CONDITIONS", "CONDITIONAL_EFFECTS", "FORALL_EFFECTS"})

    @staticmethod
    def supports(problem_kind: ProblemKind) -> bool:
        """Say whether the engine takes problems of a kind."""
        return bool(problem_kind <= JointSteps.supported_kind())

    def _solve(
        self, problem: AbstractProblem,
        heuristic: Callable[[Any], float | None] | None = None,
        timeout: float | None = None, output_stream: IO[str] | None = None,
    ) -> PlanGenerationResult:
        *_, last = self._results(problem, timeout)
        return last

    def _get_solutions(
        self, problem: AbstractProblem, timeout: float | None = None,
        output_stream: IO[str] | None = None, **_: Any,
    ) -> Iterator[PlanGenerationResult]:
        yield from self._results(problem, timeout)

    def _resolve(
        self, timeout: float | None = None, output_stream: IO[str] | None = None
    ) -> PlanGenerationResult:
        return self._solve(self._problem, timeout=timeout)

    def _update_initial_value(self, fluent: Any, value: Any) -> None:
        self._problem.set_initial_value(fluent, value)

    def _add_goal(self, goal: Any) -> None:
        self._problem.add_goal(goal)

    def _remove_goal(self, goal: Any) -> None:
        goals = [g for g in self._problem.goals if g != goal]
        self._problem.clear_goals()
        for kept in goals:
            self._problem.add_goal(kept)

    def _add_action(self, action: Any) -> None:
        self._problem.add_action(action)

    def _remove_action(self, name: str) -> None:
        actions = [action for action in self._problem.actions if action.name != name]
        self._problem.clear_actions()
        self._problem.add_actions(actions)

    def _results(
        self, problem: AbstractProblem, timeout: float | None
    ) -> Iterator[PlanGenerationResult]:
        """Yield each better plan, at the end the answer; the grounding is kept for another call."""
        try:
            known = written(problem)
            given, text = known.task.problem, known.task.domain.source.text
            if self._engine is None or self._objects != (given.objects, text):
                self._engine = JointEngine(known.task.domain, given.objects, self._agents)
                self._objects = (given.objects, text)
        except PlannerError as error:
            yield PlanGenerationResult(PlanGenerationResultStatus.UNSUPPORTED_PROBLEM, None, NAME,
                                       metrics={"message": str(error)})
            return
        better: list[JointResult] = []
        limit = min(LIMIT_S if timeout is None else timeout, MOST_S)
        result = self._engine.solve(given.init, given.goal, limit=limit, improved=better.append)
        for found in [r for r in better if r.plan is not None and r.plan != result.plan]:
            yield _result(found, known, PlanGenerationResultStatus.INTERMEDIATE)
        status = result.status
        if problem.quality_metrics and status is Status.SOLVED_OPTIMALLY:  # least in steps only
            status = Status.SOLVED_SATISFICING
        yield _result(result, known, PlanGenerationResultStatus[status])


def _result(
    found: JointResult, known: Written, status: PlanGenerationResultStatus
) -> PlanGenerationResult:
    metrics = {"bound": str(found.lower), "how": found.how, "message": found.message}
    plan = None
    if found.plan is not None:
        plan = known.plan(action for step in found.plan.steps for action in step)
        metrics["steps"] = str(len(found.plan))
        metrics["joint_steps"] = json.dumps([list(map(str, step)) for step in found.plan.steps])
    return PlanGenerationResult(status, plan, NAME, metrics=metrics)


def register(environment: Environment | None = None) -> None:
    """Make the engine known to an environment's factory under :data:`NAME`."""
    (environment or get_environment()).factory.add_engine(NAME, __name__, "JointSteps")
