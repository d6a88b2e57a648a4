"""Judge a PDDL plan twice: by our own simulation and by unified-planning's validator.

The two share no code: ours reads the text with :mod:`planner.pddl`, the other with
unified-planning's parser. What the words mean:

* **valid**: both judges say so; or one does and the other does not know a feature that the task
  uses, which is said in a remark;
* **invalid**: both say so, or our own simulation names the step that fails while the other judge
  gives no verdict;
* **not judged**: the task uses a feature no judge here knows, or the second judge crashed on a plan
  that our own simulation accepts: a crash is never agreement;
* **disagree**: one says valid, the other invalid. That is a defect of a judge.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from planner.errors import SourceError, Span
from planner.pddl import PDDLTask, features
from planner.pddl.features import FEATURES
from planner.pddl.simulate import Failure, Run
from planner.pddl.temporal import TOLERANCE, execute, is_timed
from planner.plan import Plan
from planner.validation import Verdict
from planner.validation.second import ask

__all__ = ["Judgement", "Verdict", "judge"]

_ALONE = "judged by our own simulation alone: "
_LENIENT = ("unified-planning's validator sees otherwise what happens at one moment, and 'over "
            "all' not where nothing happens in between")
_ZEROS = ("unified-planning's validator takes 0 for numbers without value, and passes over what is "
          "undefined where something else decides")
_EXACT = "unified-planning's validator compares times exactly"


@dataclass(frozen=True)
class Judgement:
    """Both verdicts with the explanation.

    ``first`` is our own judge, ``second`` unified-planning's; ``overall`` what both together
    amount to (see the module). ``failing_step`` is 1-based; one more than the plan's length means
    the goal; 0 where no step is known to fail. ``remarks`` say why a judge gave no verdict,
    ``notes`` what was tolerated in the files.
    """

    overall: Verdict
    first: Verdict
    second: Verdict
    failing_step: int
    explanation: str
    cost: float | None
    remarks: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def status(self) -> Verdict:
        """Return what both judges amount to."""
        return self.overall

    def __str__(self) -> str:
        """Tell the verdict in a line."""
        return f"{self.overall}: {self.explanation}" if self.explanation else str(self.overall)


def judge(
    task: PDDLTask, plan: Plan, *, source: str = "plan", tolerance: Fraction = TOLERANCE
) -> Judgement:
    """Judge ``plan`` twice and explain the first step that fails.

    Durations may differ by ``tolerance`` from what the domain says; a remark says where.
    """
    used, notes = features(task), tuple(map(str, task.notes))
    remarks = tuple(f"{FEATURES[name].words} are not supported: {FEATURES[name].other_judge}"
                    for name in sorted(used) if FEATURES[name].other_judge)
    if "derived-predicates" in used and is_timed(task):
        remarks += ("derived predicates in plans with times are not supported: VAL judges them",)
    if is_timed(task) and any(step.start is None for step in plan.steps):
        named = [FEATURES[f].words for f in ("durative-actions", "timed-literals") if f in used]
        remarks += (f"{' and '.join(named)}: an order of actions without their times is not "
                    "judged; write START: (action …) [DURATION]",)
    if remarks:
        none = Verdict.NOT_JUDGED
        return Judgement(none, none, none, 0, "", None, remarks, notes)
    run = execute(task, plan, Fraction(0))
    if run.failure and is_timed(task):
        run, remarks = _within(task, plan, run, tolerance)
    first = Verdict.INVALID if run.failure else Verdict.VALID
    second, reason = ask(task, plan, used)
    if run.failure and run.failure.rule and second is Verdict.VALID:
        second, reason = Verdict.NOT_JUDGED, _LENIENT
    if run.failure and second is Verdict.VALID and (
            "undefined: " in str(run.failure) or not _with_zeros(task, plan, tolerance).failure):
        second, reason = Verdict.NOT_JUDGED, _ZEROS
    if second is Verdict.INVALID and first is Verdict.VALID and (remarks or _meet(task, plan)):
        second, reason = Verdict.NOT_JUDGED, _EXACT if remarks else _LENIENT
    if reason:
        remarks += (f"{_ALONE if second is Verdict.NOT_JUDGED else ''}{reason}",)
    return Judgement(
        _together(first, second), first, second, run.failure.step + 1 if run.failure else 0,
        _explain(plan, run.failure, source), run.cost, remarks, notes)


def _within(
    task: PDDLTask, plan: Plan, exact: Run, tolerance: Fraction
) -> tuple[Run, tuple[str, ...]]:
    """Execute a plan that fails once more with the tolerance; say where that helps it further."""
    run = execute(task, plan, tolerance) if tolerance else exact
    if exact.failure is None or (run.failure and run.failure.step <= exact.failure.step):
        return exact, ()
    return run, (f"durations are taken within {float(tolerance):g} of what the domain says; "
                 f"step {exact.failure.step + 1} is not exact",)


def _meet(task: PDDLTask, plan: Plan) -> bool:
    """Say whether two things happen at one moment of a plan in time."""
    times = [*{time for time, _ in task.problem.timed}, *(
        time for step in plan.steps if step.start is not None
        for time in {step.start, step.start + (step.duration or 0)})]
    return len({*times}) < len(times)


def _with_zeros(task: PDDLTask, plan: Plan, tolerance: Fraction) -> Run:
    """Execute a plan with 0 where the problem gives a function no value."""
    zeros = {(name, words): Fraction(0) for name, parameters in task.domain.functions.items()
             for words in product(*(task.of_type(kinds) for _, kinds in parameters))}
    problem = replace(task.problem, values={**zeros, **task.problem.values})
    return execute(replace(task, problem=problem), plan, tolerance)


def _together(first: Verdict, second: Verdict) -> Verdict:
    if second is first or second is Verdict.NOT_JUDGED:
        return first
    if second is Verdict.CRASHED:
        return Verdict.INVALID if first is Verdict.INVALID else Verdict.NOT_JUDGED
    return Verdict.DISAGREE


def _explain(plan: Plan, failure: Failure | None, source: str) -> str:
    if failure is None:
        return ""
    reasons = "; ".join(failure.reasons)
    if failure.step >= len(plan.steps):
        return f"{source}: at its end the goal is not reached: {reasons}"
    step = plan.steps[failure.step]
    error = SourceError(f"step {failure.step + 1} cannot be executed: {reasons}", source,
                        Span(step.line, 1, len(str(step))), line_text=str(step))
    return str(error)
