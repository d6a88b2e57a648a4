"""Are the claims of the reward search true? Random small problems against exhaustive search.

``python tests/attacks/competition_claims.py [--count N] [--seed K] [--seconds S]
[--families NAMES] [--json FILE]``. The problems of every family are read from texts like files.
A claim is wrong where a plan does not score what is said of it, where a bound is below the best
score, or where "proven" is said of less. Exit code 1 if any claim is wrong;
``--show FAMILY:SEED`` prints one problem. What is drawn follows from family and seed alone.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path

from competition_cases import FAMILIES, draw_problem
from competition_oracle import TooLarge, best_score

from domains.competition.referee.environment import Referee
from domains.competition.search import RewardPlan, plan
from domains.competition.world.model import Instruction, World
from translators.competition.problem_file import ProblemFile, parse_problem
from translators.competition.solving import solve_problem_file

__all__ = ["Verdict", "judge", "main", "table", "verdicts"]

_ORACLE_STATES = 20_000
_SEARCH_STATES = 50_000


@dataclass(frozen=True)
class Verdict:
    """One problem: whether the answer is known, what was proven, what is wrong (or empty).

    The answer is not known where exhaustive search did not end, or where a plan rests on
    assumptions that are not true.
    """

    family: str
    seed: int
    compared: bool
    proven: bool
    wrong: str
    seconds: float


def judge(family: str, seed: int) -> Verdict:
    """Draw a problem, solve it, and compare every claim."""
    begin = time.process_time()
    problem = parse_problem(draw_problem(FAMILIES[family], seed), f"{family}:{seed}")
    if FAMILIES[family].told:
        solved = solve_problem_file(problem, optimal=True)
        found, world, proven = solved.solution, solved.world, solved.proven
        held = all(assumption.holds(problem.true_world()) for assumption in solved.assumptions)
        wrong = _played(problem, found) if held else ""
    else:
        world = problem.true_world()
        found = plan(world, problem.instructions, optimal=True, max_states=_SEARCH_STATES)
        wrong, held, proven = _played(problem, found), True, found.proven
    try:
        wrong = wrong or _wrong(found, _best(world, problem.instructions, found.actions))
    except TooLarge:
        held = False
    seconds = time.process_time() - begin
    return Verdict(family, seed, held, proven, wrong, seconds)


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


def _best(world: World, items: Sequence[Instruction], actions: Sequence[str]) -> int:
    """Return the best score of asking and acting: what is asked for may be left alone instead."""
    asked = [int(line.split()[1]) for line in actions if line.startswith("AskLoc")]
    return max(
        best_score(world, items, _ORACLE_STATES, frozenset(asked) - set(chosen)) - 2 * few
        for few in range(len(asked) + 1)
        for chosen in combinations(asked, few)
    )


def _wrong(found: RewardPlan, best: int) -> str:
    """Return which claim about a plan is wrong, or nothing."""
    if found.proven != (found.base_score == found.upper_bound):
        return f"proven is {found.proven} with {found.base_score} and {found.upper_bound}"
    if found.base_score <= best <= found.upper_bound:
        return ""
    return f"{found.base_score} up to {found.upper_bound} is said, {best} is the best score"


def verdicts(
    families: Sequence[str],
    seed: int,
    count: int,
    seconds: float,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Verdict]:
    """Judge ``count`` problems of the families in turn, until the time is over."""
    end = clock() + seconds
    for number in range(count):
        if clock() > end:
            return
        yield judge(families[number % len(families)], seed + number // len(families))


def table(found: Sequence[Verdict]) -> Iterator[str]:
    """Yield a Markdown table, one row for each family and one for all."""
    yield "| family | problems | compared | proven | wrong claims | ms each |"
    yield "|---|---|---|---|---|---|"
    for name in [*dict.fromkeys(v.family for v in found), "all"]:
        some = [v for v in found if name in (v.family, "all")]
        mean = 1000 * sum(v.seconds for v in some) / max(1, len(some))
        yield (
            f"| {name} | {len(some)} | {sum(v.compared for v in some)} | "
            f"{sum(v.proven for v in some)} | {sum(bool(v.wrong) for v in some)} | {mean:.1f} |"
        )


def main() -> int:
    """Parse arguments, judge, print; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=600.0, help="Time budget.")
    parser.add_argument("--families", default=",".join(FAMILIES))
    parser.add_argument("--show", default="", metavar="FAMILY:SEED")
    parser.add_argument("--json", default="", metavar="FILE")
    chosen = parser.parse_args()
    if chosen.show:
        family, _, seed = chosen.show.partition(":")
        sys.stdout.write(draw_problem(FAMILIES[family], int(seed)).decode() + "\n")
        return 0
    families = chosen.families.split(",")
    found = list(verdicts(families, chosen.seed, chosen.count, chosen.seconds))
    wrong = [v for v in found if v.wrong]
    for line in (*table(found), *(f"{v.family}:{v.seed}: {v.wrong}" for v in wrong)):
        sys.stdout.write(f"{line}\n")
    if chosen.json:
        Path(chosen.json).write_text(json.dumps([asdict(v) for v in found]), encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
