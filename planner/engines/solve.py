"""Solve a PDDL task with a named engine, or with the portfolio.

The portfolio behind ``auto``, written down (figures: ``docs/engines.md``). Satisficing: LAMA's
first iteration answers almost everything quickly but its plans are dear; the same search then goes
on while it pays (:mod:`planner.engines.anytime`). Optimal: A* with landmark cut proves small tasks
in a fraction of a second; symbolic search proves more of the larger ones but costs half a second
and 500 MB to start. Numbers go to ENHSP first, time to LPG, which answers in a moment or not at
all, and then to Aries; where there are robots, the joint engine makes the plan shorter.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection
from dataclasses import replace
from pkgutil import resolve_name

from planner.engines.anytime import PLAN_FILES, Progress
from planner.engines.handover import hand_over
from planner.engines.outcome import Outcome, Status
from planner.engines.registry import EngineSpec, SolveOptions, asked, meant
from planner.engines.registry import engine as engine_named
from planner.engines.table import no_proof, refusal
from planner.errors import MissingError
from planner.pddl import PDDLTask, features
from planner.pddl.features import added_costs
from planner.pddl.printer import print_domain, print_problem
from planner.pddl.temporal import plan_cost
from planner.plan import Plan
from planner.sandbox import Execution, Limits, Sandbox

NOTHING = SolveOptions()
MOST_COST = 2**31 - 1
"""Engines in C++ add costs up to this."""
LEAST_S = 0.5
"""Less is not worth the start of an engine."""
SHORTER = "joint"
"""Who makes a plan in time shorter …"""
PATIENCE = 5.0
"""… for at most this many times what the first one took …"""
PATIENCE_FLOOR_S = 9.0
"""… but for at least this long, within the limit."""
_SATISFICING = (("fast-downward-anytime", 0.9), ("lpg", 1.0))
"""Engines to try in order, each with its share of the time that is left."""
_OPTIMAL = (("fast-downward-optimal", 0.4), ("symk", 0.9), ("fast-downward-blind", 1.0))
_TEMPORAL = (("lpg", 0.3), ("aries", 1.0))
_NUMERIC = (("enhsp", 0.6), ("lpg", 0.5), ("aries", 1.0))
_RANK = {Status.UNSUPPORTED_PROBLEM: 0, Status.INTERNAL_ERROR: 1}
"""Outcomes that tell less than others: of two stages the more telling one is kept, or the later."""
_TELLING = re.compile("(?i)error|reason:|support|undefined|not (?:allowed|declared|defined)")


def solve_task(
    task: PDDLTask,
    *,
    engine: str = "",
    limits: Limits | None = None,
    options: SolveOptions = NOTHING,
    found: Callable[[Outcome], None] | None = None,
) -> Outcome:
    """Solve a task that was read before; ``found`` is given each better plan on the way.

    ``engine`` and ``limits`` stand before those of the options; ``auto`` runs the portfolio. Where
    these are ``optimal``, an engine that cannot give a proof is refused. Outcomes are values;
    raises :class:`MissingError` only for a named engine that is not installed.
    """
    limits, engine = limits or options.limits, engine or options.engine
    if engine == "auto":
        engine = meant(options)
    if engine == "auto":
        return _auto(task, limits, options, found)
    spec = asked(engine_named(engine), options)
    if trouble := spec.missing():
        raise MissingError(f"engine {spec.name}: {trouble}")
    if spec.own:
        own: Callable[..., Outcome] = resolve_name(spec.own)
        return own(task, engine.partition(":")[2], limits, options, found)
    return _run(task, spec, limits, options, found=found)


def _auto(
    task: PDDLTask, limits: Limits, options: SolveOptions,
    found: Callable[[Outcome], None] | None,
) -> Outcome:
    """Run the stages in order until one answers; then improve a plan in time while it pays."""
    begun, used = time.monotonic(), features(task)
    stages = [(engine_named(name), part) for name, part in _stages(options.optimal, used)]
    chosen = [(spec, part) for spec, part in stages if not spec.missing()]
    if not chosen:
        raise MissingError("no engine for this is installed: "
                           + "; ".join(spec.missing() for spec, _ in stages))
    last: Outcome | None = None
    for spec, part in chosen:
        share = (limits.wall_s - time.monotonic() + begun) * (1 if spec is chosen[-1][0] else part)
        if share <= 0.05:
            break
        outcome = _run(task, spec, Limits(share, limits.memory_mb), options,
                       patient=options.anytime, found=found)
        status = outcome.status
        if last is None or _RANK.get(status, len(_RANK)) >= _RANK.get(last.status, len(_RANK)):
            last = outcome
        if outcome.interrupted or status.solved or status is Status.UNSOLVABLE_PROVEN:
            break
    last = last or Outcome(Status.TIMEOUT, "auto", "")  # there was no time to start an engine
    left = limits.wall_s - (spent := time.monotonic() - begun)
    if last.status is Status.TIMEOUT and not last.interrupted:
        last = last._replace(message=f"auto: no plan within {spent:.1f} s")
    timed = "durative-actions" in used and not options.optimal
    if last.plan is None or last.interrupted or left < LEAST_S or not timed or (
            task.problem.metric is None and not options.anytime):
        return last
    return _shorter(task, last, Limits(left, limits.memory_mb), options.anytime, found)


def _stages(optimal: bool, used: Collection[str]) -> tuple[tuple[str, float], ...]:
    if "durative-actions" in used or "timed-literals" in used:
        return _TEMPORAL
    if "numeric" in used or "state-dependent-costs" in used:
        return _NUMERIC
    return _OPTIMAL if optimal else _SATISFICING


def _shorter(
    task: PDDLTask, first: Outcome, limits: Limits, anytime: bool,
    found: Callable[[Outcome], None] | None,
) -> Outcome:
    """Look for a shorter plan in time.

    What is proven of it holds of plans in which a robot does one thing at a time, and is left out.
    """
    wall_s = limits.wall_s if anytime else min(
        limits.wall_s, max(PATIENCE_FLOOR_S, PATIENCE * first.seconds))

    def better(second: Outcome) -> Outcome | None:
        cost = None if second.plan is None else plan_cost(task, second.plan)
        if cost is None or (first.cost is not None and cost >= first.cost):
            return None
        return second._replace(status=Status.SOLVED_SATISFICING, cost=cost, bound=None,
                               seconds=first.seconds + second.seconds, message="", notes={})

    def tell(second: Outcome) -> None:
        if found is not None and (known := better(second)) is not None:
            found(known)

    second = solve_task(task, engine=SHORTER, limits=replace(limits, wall_s=wall_s), found=tell)
    return better(second) or first._replace(seconds=first.seconds + second.seconds,
                                            interrupted=second.interrupted)


def _run(
    task: PDDLTask, spec: EngineSpec, limits: Limits, options: SolveOptions,
    *, patient: bool = True, found: Callable[[Outcome], None] | None = None,
) -> Outcome:
    """Run an engine; one that is not ``patient`` ends when a better plan is not likely to come.

    ``found`` is given each better plan.
    """
    ready, used = hand_over(task, spec)
    if used - spec.accepts - {"action-costs"} or (options.optimal and not spec.optimal):
        trouble = refusal(spec.name, task) if spec.optimal or not options.optimal else no_proof(
            spec.name, features(task))
        return Outcome(Status.UNSUPPORTED_PROBLEM, spec.name, spec.version(), message=trouble)
    idle = plan_cost(task, Plan(()))
    if idle is not None and not options.top:  # not every engine takes a goal that holds at first
        status = Status.SOLVED_OPTIMALLY if spec.optimal else Status.SOLVED_SATISFICING
        return Outcome(status, spec.name, spec.version(), Plan((), idle), idle,
                       idle if spec.optimal else None, message="the goal holds at the start")
    with Sandbox() as box:
        directory = box.directory
        (directory / "domain.pddl").write_text(print_domain(ready.domain), encoding="utf-8")
        (directory / "problem.pddl").write_text(print_problem(ready), encoding="utf-8")
        command = spec.command("domain.pddl", "problem.pddl", "plan")
        progress = Progress(directory, task, patient, files=max(PLAN_FILES, options.top))
        if found is not None:
            progress.found = lambda plan: found(Outcome(
                Status.SOLVED_SATISFICING, spec.name, spec.version(), plan, plan.cost))
        watched = options.anytime or (not patient and spec.anytime)
        run = box.run(command, limits, enough=progress if watched else None)
        progress()
    outcome = _added_up(_outcome(spec, run, progress.best), ready)
    if outcome.status is Status.INTERNAL_ERROR and run.code == 0 and progress.wrong:
        return outcome._replace(message=f"{spec.name}: its plan is not valid: {progress.wrong}")
    if options.top and outcome.plan is not None:
        return outcome._replace(notes={"plans": [
            {"cost": plan.cost, "plan": list(plan.lines())}
            for plan in sorted(progress.plans, key=lambda plan: plan.cost or 0.0)]})
    return outcome


def _added_up(outcome: Outcome, task: PDDLTask) -> Outcome:
    """Take back a proof that costs too large for sums of 32 bits may have spoilt.

    Fast Downward and SymK cut off what costs more, and add without looking. ``task`` has the costs
    that the engine was given. "Unsolvable" counts with up to 10,000 of the dearest actions.
    """
    costs = [amount for action in task.domain.actions.values()
             for amount in added_costs(action.effect)]
    dearest = max((amount[1] for amount in costs if amount[0] == "number"), default=0) + max(
        task.problem.values.values(), default=0) * any(amount[0] == "fluent" for amount in costs)
    if outcome.status is Status.UNSOLVABLE_PROVEN and dearest * 10_000 > MOST_COST:
        return outcome._replace(status=Status.UNSOLVABLE_INCOMPLETELY, message=(
            f"{outcome.engine}: no plan found; with costs this large that proves nothing"))
    if outcome.status is Status.SOLVED_OPTIMALLY and outcome.plan is not None and (
            dearest + (plan_cost(task, outcome.plan) or 0) > MOST_COST):
        return outcome._replace(status=Status.SOLVED_SATISFICING, bound=None)
    return outcome


def _outcome(spec: EngineSpec, run: Execution, plan: Plan | None) -> Outcome:
    interrupted = run.status == "interrupted"
    if interrupted:
        status = Status.TIMEOUT if plan is None else Status.INTERMEDIATE
        message = f"{spec.name}: interrupted; " + (
            "no plan so far" if plan is None else "the best plan so far is kept")
    else:
        status = spec.status(run, plan is not None)
        message = "" if status.solved else _message(spec, status, run)
    cost = None if plan is None else plan.cost
    bound = cost if status is Status.SOLVED_OPTIMALLY else None
    return Outcome(status, spec.name, spec.version(), plan, cost, bound, run.wall_s, message,
                   run.output[-20_000:], interrupted)


def _message(spec: EngineSpec, status: Status, run: Execution) -> str:
    ended = f"signal {-run.code}" if run.code is not None and run.code < 0 else f"exit {run.code}"
    said = {
        Status.TIMEOUT: f": no plan within {run.wall_s:.1f} s",
        Status.MEMOUT: f": out of memory (peak {run.peak_mb:.0f} MB)",
        Status.UNSOLVABLE_PROVEN: ": proved that no plan exists",
        Status.UNSOLVABLE_INCOMPLETELY: ": no plan found, and none ruled out",
        Status.UNSUPPORTED_PROBLEM: f" does not take this problem: {_last_line(run)}",
    }.get(status, f" crashed ({ended}): {_last_line(run)}")
    return spec.name + said


def _last_line(run: Execution) -> str:
    """Return the last line that speaks of an error, or else the last one."""
    output, usage, _ = run.output.partition("\nUsage error occurred.")  # of a search's words
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    telling = [line for line in lines if _TELLING.search(line)]
    return ((not usage and telling) or lines or ["no output"])[-1][:200]
