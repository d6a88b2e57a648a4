"""Solve a competition case: the reward search, or an engine by way of PDDL; one report."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from domains.competition.case import CompetitionCase
from domains.competition.world.model import Instruction
from domains.competition.world.scoring import Score
from planner.engines.outcome import Status
from planner.solving import SolveOptions, SolveReport
from translators.competition.solving import Solved, solve_file

__all__ = ["REWARD_SEARCH", "report_of", "rewards_of", "solve"]

REWARD_SEARCH = "reward-search"


def solve(case: CompetitionCase, options: SolveOptions) -> SolveReport:
    """Solve a problem file with the reward search, or by way of PDDL with any other engine."""
    if options.engine not in ("auto", REWARD_SEARCH):
        from translators.competition.general_path import solve_by_engine

        return solve_by_engine(case, options)
    return report_of(solve_file(case.problem, time_limit_s=options.time_limit,
                                optimal=options.optimal, true_world=case.true_world))


def report_of(solved: Solved) -> SolveReport:
    """Return the report of a file solved by the reward search."""
    solution, score = solved.solution, solved.score
    return SolveReport(
        str(Path(solved.problem.path)),
        Status.SOLVED_OPTIMALLY if solved.proven else Status.SOLVED_SATISFICING,
        tuple(solution.actions), score.cost, solution.upper_bound, REWARD_SEARCH,
        {"read": solved.read_s, "compile": solution.setup_seconds,
         "solve": solution.seconds - solution.setup_seconds, "total": solved.total_s},
        score.void,
        {"assumptions": [str(assumption) for assumption in solved.assumptions],
         "rewards": rewards_of(score, solution.base_score, solution.upper_bound),
         "search": {"expanded": solution.expanded, "generated": solution.generated}})


def rewards_of(score: Score, base_score: int, upper_bound: int | None) -> dict[str, Any]:
    """Return the points item by item, as the referee sees them."""
    return {
        "tasks": [
            {**_source(verdict.item), "satisfied": verdict.all_true, "bindings": verdict.bindings}
            for verdict in score.tasks
        ],
        "constraints": [
            {
                **_source(verdict.item),
                "kept": verdict.kept,
                "broken_by": verdict.broken_by,
                "matches": verdict.matches,
            }
            for verdict in score.constraints
        ],
        "base_score": base_score,
        "upper_bound": upper_bound,
    }


def _source(item: Instruction) -> dict[str, Any]:
    return {"text": item.text, "line": item.span.line if item.span else None}
