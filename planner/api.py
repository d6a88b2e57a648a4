"""The library's front door: what the commands do, as functions.

``what`` is always a case, or a file of any installed domain as a path or text. Errors are those
of :mod:`planner.errors`; outcomes of engines and episodes are values.
"""

from __future__ import annotations

import dataclasses
import queue
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from planner.cases import build, plain
from planner.discovery import domain_named, domain_of, recognise
from planner.domain import Domain, Translation
from planner.engines.registry import MEMORY_MB, TIME_LIMIT_S
from planner.environment import Policy
from planner.errors import UsageError
from planner.execution.episode import make_policy
from planner.execution.episode import run as run_case
from planner.execution.guest import hosted
from planner.execution.trace import EpisodeRecord
from planner.files import read_text
from planner.pddl import PDDLTask, read_task, read_texts
from planner.pddl.unified import written
from planner.sandbox import Limits
from planner.solving import SolveOptions, SolveReport, solve_case, write_translation
from planner.supervision import stage, supervise
from planner.validation.judges import Judgement

if TYPE_CHECKING:
    from planner.execution.plans.check import PlanVerdict
    from planner.states import State

Source = str | Path
T = TypeVar("T")


def load(path: Source, **changes: Any) -> Any:
    """Read a file of any domain as a case; ``changes`` are fields of the case.

    >>> load("domains/rescue/scenes/scene_1.toml", agents=3).agents
    3

    Raises :class:`InputError` for a file nobody knows, a defective one and a wrong field.
    """
    return _case(path, changes)[1]


def case(domain: str, /, **fields: Any) -> Any:
    """Make a case of a domain from its fields, checked as in a suite.

    >>> case("rescue", scene=5, agents=4).label
    '5'
    """
    return build(domain_named(domain).case_type, fields)


def solve(
    what: Any, *, engine: str = "auto", time_limit: float | None = None,
    memory_limit: int | None = None, optimal: bool = False, **changes: Any,
) -> SolveReport:
    """Solve offline, everything known: a plan with its cost and bound, or why there is none.

    Limits are seconds and MB; they hold for all of it, in a process of its own. ``changes`` are
    fields of the case, e.g. ``domain`` of a PDDL problem.

    >>> str(solve("domains/competition/problems/plate.xml", optimal=True).status)
    'SOLVED_OPTIMALLY'
    """
    options = SolveOptions(engine, time_limit, memory_limit, optimal)
    return _limited(_solve, what, options, changes, limits=(time_limit, memory_limit))


def _solve(what: Any, options: SolveOptions, changes: dict[str, Any]) -> SolveReport:
    domain, case = _case(what, changes)
    source = str(what) if isinstance(what, str | Path) else ""
    return solve_case(case, options, source=source, domain=domain)


def improve(
    what: Any, *, engine: str = "auto", time_limit: float = 60.0, **changes: Any
) -> Iterator[SolveReport]:
    """Solve offline and yield a report of each better plan as it comes, at last the final one.

    ``changes`` are fields of the case, and options of :class:`SolveOptions` such as ``agents``.
    It goes on to the time limit, or to the proof where the engine gives one.
    """
    keys = {f.name for f in dataclasses.fields(SolveOptions)} & changes.keys()
    options = SolveOptions(engine, time_limit, anytime=True,
                           **{key: changes.pop(key) for key in keys})
    Limits(time_limit, options.memory_limit or MEMORY_MB)
    found: queue.Queue[SolveReport | BaseException | None] = queue.Queue()

    def work() -> None:
        try:
            found.put(supervise("planner.api:_solve", what, options, changes, wall_s=time_limit,
                                memory_mb=options.memory_limit, better=found.put))
            found.put(None)
        except BaseException as error:
            found.put(error)

    threading.Thread(target=work, daemon=True).start()
    while (item := found.get()) is not None:
        if isinstance(item, BaseException):
            raise item
        yield item


def policy(what: Any, name: str = "planned", **changes: Any) -> Any:
    """Return a fresh policy of a case, to be given more before it plays (``add_goal`` …).

    >>> team = policy(case("rescue", scene=5, agents=3))
    >>> team.forbid("(carry)")
    """
    domain, case = _case(what, changes)
    return make_policy(domain, case, name)


def state(problem: Any, *, domain: Source | None = None, seconds: float = 120.0) -> State:
    """Return the initial state of a planning task, grounded once: ask it and its successors.

    ``problem`` is a file of any world that can be compiled (PDDL with ``domain`` or the
    ``domain.pddl`` beside it), a :class:`~planner.pddl.PDDLTask`, or a problem of
    unified-planning.

    >>> now = state("domains/pddl/samples/gripper.pddl",
    ...             domain="domains/pddl/samples/gripper-domain.pddl")
    >>> len(now.applicable()), now.distance("ff") > 0
    (8, True)
    """
    from planner.states import Task  # numpy loads late, and browsers have none

    task = Task(_task(problem, domain), seconds)
    return task.state(task.task.problem.init)


def _task(problem: Any, domain: Source | None) -> PDDLTask:
    if isinstance(problem, PDDLTask):
        return problem
    if isinstance(problem, str | Path):
        if domain is not None:
            return read_task(Path(domain), Path(problem))
        translation = translate(problem)
        return read_texts(translation.domain, translation.problem)
    return written(problem).task


def translate(
    what: Any, out: Source | None = None, *, time_limit: float | None = None,
    memory_limit: int | None = None, **changes: Any,
) -> Translation:
    """Compile to PDDL; with ``out``, write ``domain.pddl``, ``problem.pddl`` and ``map.json``.

    >>> translate("domains/rescue/scenes/scene_1.toml").names["alice"]
    'Alice'
    """
    translation = _limited(_translate, what, changes, limits=(time_limit, memory_limit))
    if out is not None:
        write_translation(translation, Path(out), str(what))
    return translation


def _translate(what: Any, changes: dict[str, Any]) -> Translation:
    domain, case = _case(what, changes)
    stage("compiling")
    return domain.translate(case)


def validate(
    what: Any, plan: Source, *, domain: Source | None = None, time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Judgement | PlanVerdict:
    """Judge a plan (its text, or a file's ``Path``): two judges for PDDL, else the world's referee.

    >>> report = solve("domains/rescue/scenes/scene_5.toml")
    >>> str(validate("domains/competition/problems/plate.xml", "Move 99").status)
    'invalid'
    """
    return _limited(_validate, what, plan, domain, limits=(time_limit, memory_limit))


def _validate(what: Any, plan: Source, domain: Source | None) -> Judgement | PlanVerdict:
    from planner.execution.plans.check import check

    if not isinstance(plan, str | Path):
        raise UsageError(f"a plan is a text, or the Path of a file, not {plan!r:.60}")
    home, case = _case(what, {} if domain is None else {"domain": domain})
    stage("judging")
    return check(home, case, read_text(plan) if isinstance(plan, Path) else plan)


def run(
    what: Any, *, policy: str | Policy = "", trace: TextIO | Source | None = None,
    time_limit: float | None = None, memory_limit: int | None = None, **changes: Any,
) -> EpisodeRecord:
    """Play one episode and return its record; ``trace`` receives what happened (JSON lines).

    ``policy`` is a name (``planner list policies``), ``module:Class``, or an object with
    ``reset`` and ``decide``; by default the domain's own. With limits (seconds, MB) it is played in
    a process of its own, so policy and trace have to be names.

    >>> run(case("rescue", scene=5, agents=3)).success
    True
    """
    limits = time_limit, memory_limit
    if limits != (None, None) and not (isinstance(policy, str)
                                       and isinstance(trace, str | Path | None)):
        raise UsageError("with limits, policy and trace are given by name")
    return _limited(_run, what, policy, trace, changes, limits=limits)


def _run(
    what: Any, policy: str | Policy, trace: TextIO | Source | None, changes: dict[str, Any]
) -> EpisodeRecord:
    domain, case = _case(what, changes)
    stage("playing")
    player = policy if isinstance(policy, str) else hosted(policy)
    return run_case(case, policy=player, domain=domain, trace=trace)


def _limited(work: Callable[..., T], *given: Any, limits: tuple[float | None, int | None]) -> T:
    """Do some work here; where limits are asked for, in a process that is ended at them."""
    if limits == (None, None):
        return work(*given)
    Limits(TIME_LIMIT_S if limits[0] is None else limits[0],
           MEMORY_MB if limits[1] is None else limits[1])
    answer: T = supervise(f"planner.api:{work.__name__}", *given, wall_s=limits[0],
                          memory_mb=limits[1])
    return answer


def _case(what: Any, changes: dict[str, Any]) -> tuple[Domain[Any], Any]:
    stage("reading")
    if isinstance(what, str | Path):
        domain = recognise(Path(what))
        case = domain.read(Path(what))
    else:
        domain, case = domain_of(what), what
        if not dataclasses.is_dataclass(case):
            raise UsageError(f"{what!r} is neither a file nor a case")
    if changes:
        case = build(domain.case_type, {**plain(case), **changes}, str(what))
    return domain, case
