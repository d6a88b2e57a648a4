"""The reward search as a unified-planning engine.

unified-planning has no rewards for goals together with action costs; so the engine takes a
:class:`RewardProblem`, a plain ``Problem`` over ``domain.pddl`` that carries the world and the
instructions, and returns a ``SequentialPlan`` of the domain's actions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import IO, Any

from unified_planning.engines import Credits, Engine, OptimalityGuarantee
from unified_planning.engines.mixins import OneshotPlannerMixin
from unified_planning.engines.results import PlanGenerationResult, PlanGenerationResultStatus
from unified_planning.environment import Environment, get_environment
from unified_planning.model import AbstractProblem, Problem, ProblemKind
from unified_planning.plans import ActionInstance, SequentialPlan

from domains.competition.search.planning import plan
from domains.competition.world.actions import read_action, schema_call
from domains.competition.world.model import Instruction, World

__all__ = ["NAME", "RewardProblem", "RewardSearch", "register"]

NAME = "reward-search"

class RewardProblem(Problem):  # type: ignore[misc]
    """A problem over ``domain.pddl`` with what there is to earn.

    ``source`` is the problem without rewards (``PlanningTask.problem``).
    """

    def __init__(
        self, source: Problem, world: World, instructions: Sequence[Instruction]
    ) -> None:
        super().__init__(source.name, source.environment)
        self.add_objects(source.all_objects)
        for fluent in source.fluents:
            self.add_fluent(fluent, default_initial_value=source.fluents_defaults.get(fluent))
        self.add_actions(source.actions)
        for atom, value in source.explicit_initial_values.items():
            self.set_initial_value(atom, value)
        self.world = world
        self.instructions = tuple(instructions)


class RewardSearch(Engine, OneshotPlannerMixin):  # type: ignore[misc]
    """Solve :class:`RewardProblem` s; ``optimal`` (default) goes on to the proof."""

    def __init__(self, *, optimal: bool = True, **_: Any) -> None:
        Engine.__init__(self)
        OneshotPlannerMixin.__init__(self)
        self.optimal = optimal
        self.skip_checks = True

    @property
    def name(self) -> str:
        """Return the name it is registered under."""
        return NAME

    @staticmethod
    def supported_kind() -> ProblemKind:
        """Return the fragment in unified-planning's terms."""
        kind = ProblemKind()
        kind.set_problem_class("ACTION_BASED")
        for typing in ("FLAT_TYPING", "HIERARCHICAL_TYPING"):
            kind.set_typing(typing)
        for condition in ("NEGATIVE_CONDITIONS", "EQUALITIES"):
            kind.set_conditions_kind(condition)
        kind.set_quality_metrics("ACTIONS_COST")
        kind.set_actions_cost_kind("STATIC_FLUENTS_IN_ACTIONS_COST")
        return kind

    @staticmethod
    def supports(problem_kind: ProblemKind) -> bool:
        """Tell whether a problem's kind is within the fragment."""
        return bool(problem_kind <= RewardSearch.supported_kind())

    @staticmethod
    def satisfies(optimality_guarantee: OptimalityGuarantee) -> bool:
        """Proofs come with every guarantee."""
        del optimality_guarantee
        return True

    @staticmethod
    def get_credits(**_: Any) -> Credits | None:
        """Nothing to print."""
        return None

    def _solve(
        self,
        problem: AbstractProblem,
        heuristic: Callable[[Any], float | None] | None = None,
        timeout: float | None = None,
        output_stream: IO[str] | None = None,
    ) -> PlanGenerationResult:
        del heuristic, output_stream
        if not isinstance(problem, RewardProblem):
            status = PlanGenerationResultStatus.UNSUPPORTED_PROBLEM
            return PlanGenerationResult(status, None, NAME)
        found = plan(
            problem.world, problem.instructions, deadline_s=timeout, optimal=self.optimal
        )
        status = (
            PlanGenerationResultStatus.SOLVED_OPTIMALLY
            if found.proven
            else PlanGenerationResultStatus.SOLVED_SATISFICING
        )
        metrics = {"base_score": str(found.base_score), "upper_bound": str(found.upper_bound)}
        return PlanGenerationResult(
            status, _sequential(problem, found.actions), NAME, metrics=metrics
        )


def register(environment: Environment | None = None) -> None:
    """Make the engine known to unified-planning under :data:`NAME`."""
    chosen = environment or get_environment()
    chosen.factory.add_engine(NAME, __name__, RewardSearch.__name__)


def _sequential(problem: RewardProblem, lines: Sequence[str]) -> SequentialPlan:
    """Turn platform lines into ground actions of ``domain.pddl``; the place is filled in."""
    steps = []
    robot = next(place for thing, place in problem.world.at if thing == 0)
    manager = problem.environment.expression_manager
    for line in lines:
        action = read_action(line)
        assert action is not None
        name, names = schema_call(action, robot)
        arguments = tuple(manager.ObjectExp(problem.object(word)) for word in names)
        steps.append(ActionInstance(problem.action(name), arguments))
        robot = action.arguments[0] if name == "move" else robot
    return SequentialPlan(steps, problem.environment)
