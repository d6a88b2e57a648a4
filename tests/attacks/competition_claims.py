"""Are the claims of the reward search true? Random small problems against exhaustive search.

The problems of every family are read from texts like files. A claim is wrong where a plan does not
score what is said of it, where a bound is below the best score, or where "proven" is said of less.
Options: ``attack.py``.
"""

import sys
from functools import partial

from attack import Verdict, main
from competition_cases import FAMILIES, draw_problem
from competition_oracle import TooLarge, best_score, holds

from domains.competition.referee.environment import Referee
from domains.competition.search import RewardPlan, plan
from planner.solving import SolveOptions
from translators.competition.known import assumptions, complete
from translators.competition.problem_file import ProblemFile, parse_problem
from translators.competition.solving import solve_problem

_ORACLE_STATES = 20_000
_SEARCH_STATES = 50_000


def judge(family: str, seed: int, number: int) -> Verdict:
    """Draw a problem, solve it, and compare every claim.

    *compared* counts those whose answer is known: exhaustive search ended, and the plan does not
    rest on assumptions that are not true.
    """
    seed += number
    problem = parse_problem(draw_problem(FAMILIES[family], seed), f"{family}:{seed}")
    if FAMILIES[family].told:
        known, report = complete(problem), solve_problem(problem, SolveOptions(optimal=True))
        world, proven, points = known.world, report.optimal, report.more["rewards"]
        found = RewardPlan(report.plan or (), points["base_score"], points["upper_bound"])
        held = all(holds(assumption, problem.true_world())
                   for assumption in assumptions(problem, known, found.actions))
        wrong = _played(problem, found) if held else ""
    else:
        world = problem.true_world()
        found = plan(world, problem.instructions, optimal=True, max_states=_SEARCH_STATES)
        wrong, held, proven = _played(problem, found), True, found.proven
    try:
        wrong = wrong or _wrong(found, best_score(world, problem.instructions, _ORACLE_STATES))
    except TooLarge:
        held = False
    return Verdict(family, f"seed {seed}", wrong, {"compared": held, "proven": proven})


def _played(problem: ProblemFile, found: RewardPlan) -> str:
    """Play a plan in the true world; return what is not as it was said, or nothing."""
    referee = Referee(problem.true_world(), problem.instructions)
    replies = [referee.act(line) for line in found.actions]
    if "0" in replies:
        return f"action {1 + replies.index('0')} of the plan fails"
    scored = referee.score().base_lo
    if scored != found.base_score:
        return f"the plan is said to score {found.base_score}, it scores {scored}"
    return ""


def _wrong(found: RewardPlan, best: int) -> str:
    if found.proven != (found.base_score == found.upper_bound):
        return f"proven is {found.proven} with {found.base_score} and {found.upper_bound}"
    if found.base_score <= best <= found.upper_bound:
        return ""
    return f"{found.base_score} up to {found.upper_bound} is said, {best} is the best score"


ATTACKS = {family: partial(judge, family) for family in FAMILIES}

if __name__ == "__main__":
    sys.exit(main(ATTACKS, __doc__, 250))
