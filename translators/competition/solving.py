"""Solve competition problems: from what a file states to actions and a confirmed score.

Every plan is confirmed by the referee (``domains/competition/referee/environment.py``), which
shares no code with the search: two judges that must agree.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from domains.competition.belief.beliefs import WorldBelief
from domains.competition.referee.environment import Referee
from domains.competition.search import RewardPlan, plan
from domains.competition.world.actions import COST
from domains.competition.world.model import UNSAID, Instruction, World
from domains.competition.world.scoring import Score
from planner.errors import ComponentError
from translators.competition.assumptions import Assumption, Known, assumptions, withheld
from translators.competition.problem_file import ProblemFile


@dataclass(frozen=True)
class Solved:
    """A solved file: the world that was planned in, the plan, and the referee's verdict on it.

    The score, and the bound, are those of the true world if all ``assumptions`` hold there.
    """

    problem: ProblemFile
    world: World
    solution: RewardPlan
    score: Score
    assumptions: tuple[Assumption, ...]
    read_s: float
    total_s: float

    @property
    def proven(self) -> bool:
        """Whether the plan is best, without any assumption."""
        return self.solution.proven and not self.assumptions


def complete(problem: ProblemFile, *, true_world: bool = False) -> Known:
    """Return the world to plan in, the things to be asked for first, and what is certain.

    Where something is withheld, it is the likeliest world of the player's belief; what is given is
    certain where no fact may be wrong (flag err off). What tasks need is asked for where answers
    are reliable (flag ans off); a container without a known door is closed.
    """
    items = problem.instructions
    if true_world or not withheld(problem):
        return Known(problem.true_world())
    told = problem.told_world()
    belief = WorldBelief(told, items)
    belief.inside_too = {pair for pair in told.inside if belief.carried(pair[0])}
    if not problem.flags.err:
        belief.trust()
    asked: list[int] = []
    truth = Referee(problem.true_world(), items)
    while not problem.flags.ans and (new := needed(belief, items, asked)):
        for thing in new:
            belief.answered_truly(thing, truth.act(f"AskLoc {thing}"))
        asked += new
    known = {c: door.mode for c, door in belief.doors.items() if len(door) == 1}
    doors = {c: known.get(c) or told.door(c) or "closed" for c in belief.containers}
    sure = frozenset(c for c in belief.containers if c in known or (
        not problem.flags.err and told.door(c)))
    world = belief.world(belief.most_likely(), doors)
    carried = {n for n in (world.hand, world.plate) if n > 0}  # as given until an action succeeds
    world = replace(world, at=frozenset(fact for fact in world.at if fact[0] not in carried) | {
        fact for fact in told.at if fact[0] in carried})
    placed = {n for n, _ in world.at | world.inside}
    guessed = frozenset(placed - set(asked) - set(belief.given))
    return Known(world, tuple(asked), guessed, sure, told.plate == UNSAID)


def needed(
    belief: WorldBelief, instructions: Sequence[Instruction], asked: Sequence[int] = ()
) -> list[int]:
    """Return what tasks need a place of that no fact, info or answer gives, in number order.

    Things to be moved or gone to, where they are to be brought, and the containers they are in.
    """
    known = {*belief.given, belief.hand, belief.plate, *asked}
    wanted: set[int] = set()
    for item in instructions:
        if item.kind == "task" and item.predicate != "putdown":
            for binding in belief.told.bindings(item):
                wanted |= _wanted(belief, item, binding)
    return sorted(n for n in wanted - known if n in belief.smalls or n in belief.bigs)


def _wanted(belief: WorldBelief, item: Instruction, things: Sequence[int]) -> set[int]:
    """Return the objects of a task whose places it needs."""
    thing, other = things[0], things[-1]
    inside = {n: place[1] for n, place in belief.given.items() if place[0] == "inside"}
    if item.predicate == "putin" and inside.get(thing) == other:
        return set()
    if item.predicate == "takeout":
        return {thing} if thing not in inside else {other} & {inside[thing]}
    found = {*things, *(belief.humans if item.predicate == "give" else ())}
    return found | {c for n, c in inside.items() if n in found}


def solve_problem_file(
    problem: ProblemFile, *, time_limit_s: float | None = None, optimal: bool = False,
    true_world: bool = False,
) -> Solved:
    """Solve a problem whose frame was read; raise ``SourceError`` if nothing of it can be read.

    Where something is withheld, answers are reliable (flag ans off) and a task needs a thing whose
    place was not told, the plan begins with the question, and goes on with the answer.
    """
    begin = time.perf_counter()
    known = complete(problem, true_world=true_world)
    world, instructions = known.world, problem.instructions
    read = time.perf_counter()
    solution = plan(world, instructions, deadline_s=time_limit_s, optimal=optimal)
    if known.asked and all(world.bindings(i) for i in instructions if i.kind == "task"):
        # the bound stays that of acting: whoever asks less may be better by a question's price
        base = solution.base_score - COST["AskLoc"] * len(known.asked)
        solution = replace(solution, actions=(*known.questions, *solution.actions), base_score=base)
    done = time.perf_counter()
    score = replayed(world, instructions, solution.actions)
    if score.base_lo != solution.base_score:
        raise ComponentError(f"the judges disagree: search counts {solution.base_score}, "
                             f"the referee {score.base_lo}")
    rests_on = () if true_world else assumptions(problem, known, solution.actions)
    return Solved(problem, world, solution, score, rests_on, read - begin, done - begin)


def replayed(
    world: World, instructions: Sequence[Instruction], actions: Sequence[str]
) -> Score:
    """Return the referee's score of a plan; raise ``ComponentError`` where a step of it fails."""
    referee = Referee(world, instructions)
    for number, action in enumerate(actions, 1):
        if referee.act(action) != "1" and not action.startswith("AskLoc"):
            raise ComponentError(f"the judges disagree: step {number} '{action}' fails")
    return referee.score()
