"""Solve competition problems: from a world and instructions to actions and a confirmed score.

:func:`solve_world` is the stable entry for the command line and for online play. Every plan is
confirmed by the referee (``domains/competition/environment.py``), which shares no code with the
search: two judges that must agree.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from domains.competition.actions import Action
from domains.competition.claims import with_claimed_containers
from domains.competition.environment import Referee
from domains.competition.model import Instruction, World
from domains.competition.scoring import Score
from domains.competition.search import RewardPlan, plan
from planner.errors import ComponentError
from translators.competition.problem_file import ProblemFile, read_problem
from translators.competition.supplement import answered, questions, supplement

__all__ = [
    "RewardSolution",
    "Solved",
    "complete",
    "confirm",
    "planning_world",
    "solve_file",
    "solve_world",
]

RewardSolution = RewardPlan


@dataclass(frozen=True)
class Solved:
    """A solved file: the world that was planned in, the plan, and the referee's verdict on it."""

    problem: ProblemFile
    world: World
    solution: RewardSolution
    score: Score
    read_s: float
    total_s: float


def solve_world(
    world: World,
    instructions: Sequence[Instruction],
    *,
    time_limit_s: float | None = None,
    optimal: bool = False,
    pay_for_time: bool = True,
) -> RewardSolution:
    """Return the best plan found for ``world``, its base score and an upper bound.

    By default search ends when it has cost as much time bonus as it may still bring;
    ``optimal`` goes on to the proof, ``time_limit_s`` ends it in any case.
    """
    return plan(
        world,
        instructions,
        deadline_s=time_limit_s,
        optimal=optimal,
        pay_for_time=pay_for_time,
    )


def planning_world(problem: ProblemFile, *, true_world: bool = False) -> World:
    """Return the world to plan in: the told one with the infos added, or the true one."""
    if true_world:
        return problem.true_world()
    reliable = not problem.flags.err
    told = with_claimed_containers(problem.told_world(), problem.instructions)
    return supplement(told, problem.instructions, reliable=reliable)


def complete(problem: ProblemFile, *, true_world: bool = False) -> tuple[World, tuple[int, ...]]:
    """Return the world to plan in and the things whose places have to be asked for first."""
    world = planning_world(problem, true_world=true_world)
    if true_world or problem.flags.ans:
        return world, ()
    asked = questions(world, problem.instructions)
    return (answered(world, problem.true_world(), asked) if asked else world), asked


def solve_file(
    path: str | Path,
    *,
    time_limit_s: float | None = None,
    optimal: bool = False,
    true_world: bool = False,
) -> Solved:
    """Read and solve a problem file; raise ``InputError`` or ``SourceError`` if it is defective.

    Where the flag ans is off (answers are reliable) and a task needs a thing whose place was not
    told, the plan begins with the question, and goes on with the answer.
    """
    begin = time.perf_counter()
    problem = read_problem(path)
    world, asked = complete(problem, true_world=true_world)
    instructions = problem.instructions
    read = time.perf_counter()
    solution = solve_world(world, instructions, time_limit_s=time_limit_s, optimal=optimal)
    solution = _with_questions(solution, asked)
    done = time.perf_counter()
    score = confirm(world, instructions, solution)
    return Solved(problem, world, solution, score, read - begin, done - begin)


def _with_questions(solution: RewardSolution, asked: Sequence[int]) -> RewardSolution:
    """Put the questions in front of a plan, with their costs."""
    if not asked:
        return solution
    price = sum(Action("AskLoc", (thing,)).cost for thing in asked)
    return replace(
        solution,
        actions=(*(f"AskLoc {thing}" for thing in asked), *solution.actions),
        base_score=solution.base_score - price,
        upper_bound=solution.upper_bound - price,
    )


def confirm(
    world: World, instructions: Sequence[Instruction], solution: RewardSolution
) -> Score:
    """Replay a plan with the referee; raise ``ComponentError`` if it says otherwise."""
    referee = Referee(world, instructions)
    for number, action in enumerate(solution.actions, 1):
        reply = referee.act(action)
        if reply != "1" and not action.startswith("AskLoc"):
            raise ComponentError(f"the judges disagree: step {number} '{action}' fails")
    score = referee.score()
    if score.base_lo != solution.base_score:
        raise ComponentError(
            f"the judges disagree: search counts {solution.base_score}, "
            f"the referee {score.base_lo}"
        )
    return score
