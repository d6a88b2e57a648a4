"""Judge a PDDL plan twice: by our own simulation and by unified-planning's validator.

The two share no code: ours reads the text with :mod:`planner.pddl`, the other with
unified-planning's parser. A judge that crashes says so; it never counts as "wrong plan".
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from planner.errors import SourceError, Span
from planner.pddl import PDDLTask, read_task
from planner.pddl.sexp import read_text
from planner.pddl.simulate import simulate
from planner.plan import Plan, parse_ipc, to_ipc

__all__ = ["Judgement", "Verdict", "judge", "judge_files"]


class Verdict(StrEnum):
    """What one judge, or both together, say."""

    VALID = "valid"
    INVALID = "invalid"
    CRASHED = "crashed"
    DISAGREE = "disagree"


@dataclass(frozen=True)
class Judgement:
    """Both verdicts with the explanation.

    ``first`` is our own judge, ``second`` unified-planning's; ``overall`` is theirs where they
    agree (or where only one crashed), else ``disagree``. ``failing_step`` is 1-based; one more
    than the plan's length means the goal; 0 where the plan is valid.
    """

    overall: Verdict
    first: Verdict
    second: Verdict
    failing_step: int
    explanation: str
    cost: float | None
    remarks: tuple[str, ...] = ()


def judge_files(domain: Path, problem: Path, plan: Path) -> Judgement:
    """Judge a plan file; raises :class:`SourceError` on unreadable files."""
    task = read_task(domain, problem)
    return judge(task, parse_ipc(read_text(plan), str(plan)), source=str(plan))


def judge(task: PDDLTask, plan: Plan, *, source: str = "plan") -> Judgement:
    """Judge ``plan`` twice and explain the first step that fails."""
    run = simulate(task, plan)
    first = Verdict.INVALID if run.failure else Verdict.VALID
    second, remark = _second(task, plan)
    overall = first
    if second is not Verdict.CRASHED and second is not first:
        overall = Verdict.DISAGREE
    failing = run.failure.step + 1 if run.failure else 0
    return Judgement(overall, first, second, failing, _explain(plan, run.failure, source),
                     None if run.failure else run.cost, (remark,) if remark else ())


def _explain(plan: Plan, failure: object, source: str) -> str:
    from planner.pddl.simulate import Failure

    if not isinstance(failure, Failure):
        return ""
    reasons = "; ".join(failure.reasons)
    if failure.step >= len(plan.steps):
        return f"{source}: after all {len(plan.steps)} steps the goal is not reached: {reasons}"
    step = plan.steps[failure.step]
    error = SourceError(f"step {failure.step + 1} cannot be executed: {reasons}", source,
                        Span(step.line, 1, len(str(step))), line_text=str(step))
    return str(error)


def _second(task: PDDLTask, plan: Plan) -> tuple[Verdict, str]:
    """Ask unified-planning; any exception of it is a crash of the judge."""
    from unified_planning.engines.plan_validator import SequentialPlanValidator
    from unified_planning.engines.results import ValidationResultStatus
    from unified_planning.environment import get_environment
    from unified_planning.io import PDDLReader

    environment = get_environment()  # its validator works in no other
    environment.credits_stream = None
    try:
        problem = PDDLReader(environment).parse_problem_string(
            task.domain.source.text, task.problem.source.text)
        parsed = PDDLReader(environment).parse_plan_string(problem, to_ipc(Plan(plan.steps)))
    except Exception as error:
        return _unreadable(task, plan, error)
    try:
        with SequentialPlanValidator(environment=environment) as validator:
            result = validator.validate(problem, parsed)
    except Exception as error:
        return Verdict.CRASHED, f"unified-planning's validator crashed: {_first_line(error)}"
    valid = result.status == ValidationResultStatus.VALID
    return (Verdict.VALID if valid else Verdict.INVALID), ""


def _unreadable(task: PDDLTask, plan: Plan, error: Exception) -> tuple[Verdict, str]:
    """A plan that names what does not exist cannot be parsed by it: that is a verdict too."""
    actions = task.domain.actions
    for step in plan.steps:
        schema = actions.get(step.name)
        if schema is None or len(schema.parameters) != len(step.arguments) or any(
            word not in task.objects for word in step.arguments
        ):
            return Verdict.INVALID, ""
    return Verdict.CRASHED, f"unified-planning could not read it: {_first_line(error)}"


def _first_line(error: Exception) -> str:
    text = str(error).strip().splitlines()
    return f"{type(error).__name__}: {text[0][:200] if text else ''}"
