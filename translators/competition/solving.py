"""Solve competition problems: from a world and instructions to actions and a confirmed score.

:func:`solve_world` is the stable entry for the command line and for online play. Every plan is
confirmed by the referee (``domains/competition/referee/environment.py``), which shares no code with
the search: two judges that must agree.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

from domains.competition.belief.claims import with_claimed_containers
from domains.competition.referee.environment import Referee
from domains.competition.search import RewardPlan, plan
from domains.competition.world.actions import Action
from domains.competition.world.bindings import bindings
from domains.competition.world.model import Instruction, World
from domains.competition.world.scoring import Score
from planner.errors import ComponentError
from translators.competition.assumptions import Assumption, Known, assumptions, withheld
from translators.competition.problem_file import ProblemFile, read_problem
from translators.competition.supplement import answered, presumed, questions, supplement

__all__ = [
    "RewardSolution",
    "Solved",
    "complete",
    "confirm",
    "solve_file",
    "solve_problem_file",
    "solve_world",
]

RewardSolution = RewardPlan

_ASKED = 4
"""Questions up to which every choice of fewer questions is looked at for the proof."""


@dataclass(frozen=True)
class Solved:
    """A solved file: the world that was planned in, the plan, and the referee's verdict on it.

    The score, and the bound, are those of the true world if all ``assumptions`` hold there.
    """

    problem: ProblemFile
    world: World
    solution: RewardSolution
    score: Score
    assumptions: tuple[Assumption, ...]
    read_s: float
    total_s: float

    @property
    def proven(self) -> bool:
        """Whether the plan is best, without any assumption."""
        return self.solution.proven and not self.assumptions


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


def complete(problem: ProblemFile, *, true_world: bool = False) -> Known:
    """Return the world to plan in, the things to be asked for first, and what is certain.

    Where something is withheld, the told world is completed by infos, by the answers to questions
    if they are reliable (flag ans off), and by what tasks and the rules suggest: a container
    without a known door is closed.
    """
    items = problem.instructions
    if true_world or not withheld(problem):
        return Known(problem.true_world())
    told = with_claimed_containers(problem.told_world(), items)
    world = supplement(told, items, reliable=not problem.flags.err)
    asked: list[int] = []
    expected: frozenset[int] = frozenset()
    if problem.flags.ans:
        world, expected = presumed(world, items)
    else:
        while new := [n for n in questions(world, items) if n not in asked]:
            world = answered(world, problem.true_world(), new)
            asked += new
    boxes = {n for n, words in world.words.items() if "container" in words}
    unknown = boxes - world.doors_opened - world.doors_closed
    sure = boxes - unknown - (_doors_told(problem) if problem.flags.err else frozenset())
    world = replace(world, doors_closed=world.doors_closed | unknown)
    return Known(world, tuple(asked), expected, frozenset(sure))


def _doors_told(problem: ProblemFile) -> frozenset[int]:
    """Return the containers whose doors were told by facts alone, not by infos."""
    told = problem.told_world()
    blank = replace(told, doors_opened=frozenset(), doors_closed=frozenset())
    world = supplement(with_claimed_containers(blank, problem.instructions), problem.instructions)
    said = told.doors_opened | told.doors_closed
    return said - world.doors_opened - world.doors_closed


def solve_file(
    path: str | Path,
    *,
    time_limit_s: float | None = None,
    optimal: bool = False,
    true_world: bool = False,
) -> Solved:
    """Read and solve a problem file; raise ``InputError`` or ``SourceError`` if it is defective.

    Where something is withheld, answers are reliable (flag ans off) and a task needs a thing whose
    place was not told, the plan begins with the question, and goes on with the answer.
    """
    return solve_problem_file(
        read_problem(path), time_limit_s=time_limit_s, optimal=optimal, true_world=true_world
    )


def solve_problem_file(
    problem: ProblemFile,
    *,
    time_limit_s: float | None = None,
    optimal: bool = False,
    true_world: bool = False,
) -> Solved:
    """Solve a problem whose frame was read; see :func:`solve_file`."""
    begin = time.perf_counter()
    known = complete(problem, true_world=true_world)
    world, instructions = known.world, problem.instructions
    read = time.perf_counter()
    solution = solve_world(world, instructions, time_limit_s=time_limit_s, optimal=optimal)
    if known.asked and all(bindings(world, i) for i in instructions if i.kind == "task"):
        solution = _with_questions(solution, known, instructions)
    done = time.perf_counter()
    score = confirm(world, instructions, solution)
    rests_on = () if true_world else assumptions(problem, known, solution.actions)
    return Solved(problem, world, solution, score, rests_on, read - begin, done - begin)


def _with_questions(
    solution: RewardSolution, known: Known, instructions: Sequence[Instruction]
) -> RewardSolution:
    """Put the questions in front of a plan, with their costs, and see what fewer would bring.

    The bound is on asking and acting together: what is handled was told or asked for. So of every
    choice of fewer questions the best plan is sought that leaves the other things alone.
    """
    asked = known.asked
    base = solution.base_score - _price(asked)
    bound = solution.upper_bound
    if solution.proven and len(asked) <= _ASKED:
        bound = solution.upper_bound - _price(asked)
        for few in range(len(asked)):
            for chosen in combinations(asked, few):
                rest = frozenset(asked) - set(chosen)
                if solution.upper_bound - _price(chosen) > bound:
                    found = plan(known.world, instructions, untouched=rest, deadline_s=1.0)
                    bound = max(bound, found.upper_bound - _price(chosen))
    return replace(
        solution,
        actions=(*(f"AskLoc {thing}" for thing in asked), *solution.actions),
        base_score=base,
        upper_bound=bound,
        proven=base == bound,
    )


def _price(asked: Sequence[int]) -> int:
    return sum(Action("AskLoc", (thing,)).cost for thing in asked)


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
