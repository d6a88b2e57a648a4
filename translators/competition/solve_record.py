"""Solve a competition case: the reward search, or an engine by way of PDDL; one report."""

from __future__ import annotations

from pathlib import Path

from domains.competition.case import CompetitionCase
from planner.engines.outcome import Status
from planner.solving import SolveOptions, SolveReport
from translators.competition.general_path import solve_by_engine
from translators.competition.points import rewards_of
from translators.competition.solving import Solved, solve_file

__all__ = ["REWARD_SEARCH", "report_of", "solve"]

REWARD_SEARCH = "reward-search"


def solve(case: CompetitionCase, options: SolveOptions) -> SolveReport:
    """Solve a problem file with the reward search, or by way of PDDL with any other engine."""
    if options.engine not in ("auto", REWARD_SEARCH):
        return solve_by_engine(case, options)
    return report_of(solve_file(case.problem, time_limit_s=options.time_left,
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
         "warnings": [str(defect) for defect in solved.problem.defects],
         "rewards": rewards_of(score, solution.base_score, solution.upper_bound),
         "search": {"ended": solution.ended, "expanded": solution.expanded,
                    "generated": solution.generated}})
