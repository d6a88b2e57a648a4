"""The second judge: unified-planning's parser and its validators."""

from __future__ import annotations

import re
import warnings
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from planner.pddl import PDDLTask
from planner.pddl.features import FEATURES
from planner.pddl.model import DURATION, Formula, parts, within
from planner.pddl.printer import print_domain, print_problem
from planner.pddl.temporal import is_timed
from planner.pddl.unified import up_environment
from planner.plan import Plan, to_ipc
from planner.validation import Verdict

if TYPE_CHECKING:
    from unified_planning.io import PDDLReader
    from unified_planning.model import Problem

_REQUIREMENTS = re.compile(r"(?i)\(\s*:requirements[^()]*\)")
"""What a domain declares, used or not: it refuses what it does not know."""
_PREDICATES = re.compile(r"(?i)\(\s*:predicates(?=[\s();])")
"""One more is added, without types: else its reader does not know the type ``object``."""
_UNKNOWN = ("derived-predicates", "either")


def ask(task: PDDLTask, plan: Plan, used: frozenset[str]) -> tuple[Verdict, str]:
    """Ask unified-planning for its verdict; where it gives none the reason is told.

    ``used`` are the features of the task.

    Any exception of it is a crash of the judge, but where it names a feature it does not know.
    """
    if lacking := [FEATURES[name].words for name in _UNKNOWN if name in used]:
        return Verdict.NOT_JUDGED, ("unified-planning's validator does not know "
                                    f"{', '.join(lacking)}")
    environment = up_environment()  # the global one: its validator works in no other
    from unified_planning.engines.plan_validator import (
        SequentialPlanValidator,
        TimeTriggeredPlanValidator,
    )
    from unified_planning.engines.results import ValidationResultStatus
    from unified_planning.exceptions import UPUnsupportedProblemTypeError
    from unified_planning.plans import TimeTriggeredPlan

    if _names_the_unknown(task, plan):
        return Verdict.INVALID, ""
    effects = ("and", *task.domain.effects)
    if _nested(effects):
        return Verdict.NOT_JUDGED, ("unified-planning misreads a condition within a condition of "
                                    "an effect")
    if ("fluent", DURATION, ()) in within(effects):
        return Verdict.NOT_JUDGED, "unified-planning does not know ?duration in effects"
    named, environment.error_used_name = environment.error_used_name, False
    try:
        with warnings.catch_warnings():  # a type and a predicate of one name
            warnings.simplefilter("ignore", UserWarning)
            problem = _problem(task)
        parsed = _reader().parse_plan_string(problem, to_ipc(Plan(plan.steps)))
    except UPUnsupportedProblemTypeError as error:
        return Verdict.NOT_JUDGED, f"unified-planning's reader refuses it: {error}"
    except Exception as error:
        return Verdict.CRASHED, f"unified-planning could not read it: {_first_line(error)}"
    finally:
        environment.error_used_name = named
    try:
        kind = TimeTriggeredPlanValidator if is_timed(task) else SequentialPlanValidator
        if is_timed(task) and not kind.supports(problem.kind):
            lacking = sorted(problem.kind.features - kind.supported_kind().features)
            return Verdict.NOT_JUDGED, ("unified-planning's validator of plans in time does not "
                                        f"take {', '.join(lacking)}")
        if is_timed(task) and not plan.steps:  # which its reader takes for a sequence
            parsed = TimeTriggeredPlan([], environment)
        with kind(environment=environment) as validator:
            result = validator.validate(problem, parsed)
    except Exception as error:
        return Verdict.CRASHED, f"unified-planning's validator crashed: {_first_line(error)}"
    valid = result.status == ValidationResultStatus.VALID
    return (Verdict.VALID if valid else Verdict.INVALID), ""


@lru_cache(maxsize=1)
def _reader() -> PDDLReader:
    """Return its reader; to build the grammar takes longer than to read a small file."""
    from unified_planning.io import PDDLReader

    return PDDLReader(up_environment())


def _problem(task: PDDLTask) -> Problem:
    """Read the files, or print anew what is not read there (sections in another order, too)."""
    domain, problem = task.domain.source.text, task.problem.source.text
    if task.standard and "scale-" not in domain.lower():
        with suppress(Exception):
            return _parsed(domain, problem)
    return _parsed(print_domain(task.domain), print_problem(task))


@lru_cache(maxsize=1)
def _parsed(domain: str, problem: str) -> Problem:
    """Read a task; its metric is left out, as no plan is valid or invalid because of it."""
    domain = _PREDICATES.sub(r"\g<0> (of-any-type-0 ?x) ", _REQUIREMENTS.sub("", domain), count=1)
    parsed: Any = _reader().parse_problem_string(domain, problem)
    parsed.clear_quality_metrics()
    for fluent in parsed.fluents:  # its simulator wants a value for all, used or not
        if fluent.type.is_real_type() or fluent.type.is_int_type():
            parsed.fluents_defaults.setdefault(fluent, parsed.environment.expression_manager.Int(0))
    return parsed


def _nested(effect: Formula, inside: bool = False) -> bool:
    """Say whether there is a ``when`` within a ``when``."""
    when = effect[0] == "when"
    return (when and inside) or any(_nested(part, inside or when) for part in parts(effect))


def _names_the_unknown(task: PDDLTask, plan: Plan) -> bool:
    """Judge a plan that names what does not exist: it cannot be parsed, a verdict too."""
    actions = task.domain.actions
    return any(step.name not in actions or not task.objects.keys() >= {*step.arguments}
               or len(actions[step.name].parameters) != len(step.arguments) for step in plan.steps)


def _first_line(error: Exception) -> str:
    text = str(error).strip().splitlines()
    return f"{type(error).__name__}: {text[0][:200] if text else ''}"
