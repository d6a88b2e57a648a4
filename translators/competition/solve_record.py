"""Solve a competition case: the reward search, or an engine by way of PDDL; one report."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from domains.competition.case import CompetitionCase
from domains.competition.world.actions import COST, platform_line
from domains.competition.world.model import Instruction
from domains.competition.world.scoring import Score
from planner.compilation import compile_rewards
from planner.engines.outcome import Status
from planner.engines.registry import refuse
from planner.engines.solve import solve_task
from planner.errors import ComponentError
from planner.solving import SolveOptions, SolveReport
from planner.supervision import stage
from translators.competition.assumptions import Assumption, assumptions
from translators.competition.compile import compile_world
from translators.competition.problem_file import ProblemFile, read_problem
from translators.competition.solving import Solved, complete, replayed, solve_problem_file

REWARD_SEARCH = "reward-search"


def solve(case: CompetitionCase, options: SolveOptions) -> SolveReport:
    """Solve a problem file with the reward search, or by way of PDDL with any other engine."""
    if options.engine not in ("auto", REWARD_SEARCH):
        return _by_engine(case, options)
    refuse(REWARD_SEARCH, options)
    return report_of(solve_problem_file(
        read_problem(case.problem), time_limit_s=options.time_left, optimal=options.optimal,
        true_world=case.true_world))


def report_of(solved: Solved) -> SolveReport:
    """Return the report of a file solved by the reward search."""
    solution = solved.solution
    status = Status.SOLVED_OPTIMALLY if solved.proven else Status.SOLVED_SATISFICING
    seconds = {"read": solved.read_s, "compile": solution.setup_seconds,
               "solve": solution.seconds - solution.setup_seconds, "total": solved.total_s}
    search = {"ended": solution.ended, "expanded": solution.expanded,
              "generated": solution.generated}
    return _report(solved.problem, status, REWARD_SEARCH, seconds, solved.score.void,
                   solved.assumptions, solution.actions, solved.score, solution.upper_bound,
                   search=search)


def _by_engine(case: CompetitionCase, options: SolveOptions) -> SolveReport:
    """Solve a problem file with an engine of ``planner list engines``."""
    begin = time.perf_counter()
    name = "auto" if options.engine == "portfolio" else options.engine
    problem = read_problem(case.problem)
    known = complete(problem, true_world=case.true_world)
    read = time.perf_counter()
    stage("compiling")
    compiled = compile_rewards(compile_world(known.world, problem.instructions))
    ready = time.perf_counter()
    stage("solving")
    outcome = solve_task(compiled.task, engine=name, options=options)
    steps = compiled.decode([step.name for step in outcome.plan.steps]) if outcome.plan else ()
    actions = [platform_line(*step) for step in steps]
    rests_on = () if case.true_world else assumptions(problem, known, actions)
    status = outcome.status
    if status is Status.SOLVED_OPTIMALLY and (rests_on or known.asked):
        status = Status.SOLVED_SATISFICING
    score = None
    if outcome.plan is not None:
        actions = [*known.questions, *actions]
        score = replayed(known.world, problem.instructions, actions)
        worth = compiled.value(outcome.cost or 0) - COST["AskLoc"] * len(known.asked)
        if outcome.cost is not None and score.base_lo < worth:
            raise ComponentError(f"the certificate fails: {worth:g} by the plan's cost, "
                                 f"{score.base_lo} by the referee")
    best = score.base_lo if score and status is Status.SOLVED_OPTIMALLY else None
    seconds = {"read": read - begin, "compile": ready - read, "solve": outcome.seconds,
               "total": time.perf_counter() - begin}
    return _report(problem, status, f"{outcome.engine} {outcome.version}".strip(), seconds,
                   outcome.message, rests_on, actions, score, best)


def _report(
    problem: ProblemFile, status: Status, engine: str, seconds: Mapping[str, float | None],
    message: str, rests_on: Iterable[Assumption], actions: Sequence[str], score: Score | None,
    bound: int | None, **more: Any,
) -> SolveReport:
    """Return a report: with a plan also its points, item by item, as the referee sees them."""
    notes = {"assumptions": list(map(str, rests_on)), "warnings": list(map(str, problem.defects))}
    report = SolveReport(problem.path, status, engine=engine, seconds=seconds, message=message,
                         more=notes)
    if score is None:
        return report
    rewards = {**verdicts(score), "base_score": score.base_lo, "upper_bound": bound}
    return replace(report, plan=tuple(actions), cost=score.cost, bound=bound,
                   more={**notes, "rewards": rewards, **more})


def verdicts(score: Score) -> dict[str, list[dict[str, Any]]]:
    """Return what became of every task and constraint, as data."""
    return {
        "tasks": [{**_source(verdict.item), "satisfied": verdict.all_true,
                   "possible": verdict.any_true, "bindings": verdict.bindings}
                  for verdict in score.tasks],
        "constraints": [{**_source(verdict.item), "kept": verdict.kept,
                         "broken_by": verdict.broken_by, "matches": verdict.matches}
                        for verdict in score.constraints],
    }


def _source(item: Instruction) -> dict[str, Any]:
    return {"text": item.text, "line": item.span.line if item.span else None}
