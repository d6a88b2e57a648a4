"""Are joint plans and their bounds right? Random small problems against breadth-first search.

What the joint engine claims (least number of steps, unsolvable) is compared with a search over
joint states that shares no code with it (``joint_reference``). Every plan is simulated, each of
its steps in every order of its actions. Options: ``attack.py``.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from itertools import permutations

from attack import Verdict, main
from joint_reference import FAMILIES, draw, least_steps

from planner.engines.joint import JointEngine, JointResult
from planner.engines.joint.deadline import NEVER, Deadline
from planner.engines.joint.grounding.ground import ground
from planner.engines.joint.grounding.model import Model
from planner.engines.joint.plan import Request
from planner.engines.joint.search import search
from planner.engines.joint.search.bound import flow_bound
from planner.engines.outcome import Status
from planner.pddl import PDDLTask
from planner.pddl.conditions import unsatisfied
from planner.pddl.simulate import advance, initial_state
from planner.plan import Step

TRIES = 6


def judge(seed: int, number: int, limit: float = 2.0, tries: int = TRIES) -> Verdict:
    """Draw a problem (of a few the one that needs most steps), solve it, and compare."""
    family = FAMILIES[number % len(FAMILIES)]
    rng = random.Random(f"{seed}/{number}")
    drawn = [(task, least_steps(task)) for task in (draw(family, rng) for _ in range(tries))]
    task, truth = max(drawn, key=lambda pair: pair[1] or 0)  # the hardest: most need few steps
    result, flow = solve(task, limit, both_sides=bool(number // len(FAMILIES) % 2))
    steps = None if result.plan is None else len(result.plan)
    wrong = "; ".join(_wrong(task, result, truth))
    if truth is not None and flow > truth >= 0:
        wrong += f"; bound from counts {flow}, {truth} steps do"
    return Verdict(family, f"seed {seed} number {number}", wrong, {
        "proven": result.status is Status.SOLVED_OPTIMALLY, "steps": steps or 0,
        "unsolvable": result.status is Status.UNSOLVABLE_PROVEN})


def solve(given: PDDLTask, limit: float, *, both_sides: bool) -> tuple[JointResult, int]:
    """Ask the engine; ``both_sides`` makes it do what it does with larger problems.

    The bounds from counts, which small problems seldom need, come with it: the greater one.
    """
    engine = JointEngine(given.domain, given.problem.objects)
    quick, search.CLAUSES = search.CLAUSES, -1 if both_sides else search.CLAUSES
    try:
        result = engine.solve(given.problem.init, given.problem.goal, limit=limit)
    finally:
        search.CLAUSES = quick
    found, end = prepared(given, engine.agents), Deadline(limit)
    return result, 0 if isinstance(found, str) else flow_bound(found[0], end)


def prepared(given: PDDLTask, agents: tuple[str, ...]) -> tuple[Model, int] | str:
    """Return the model behind the encoding, or why there is no plan."""
    grounding = ground(given.domain, given.problem.objects, agents, given.problem.init)
    goal = grounding.goal_of(given)
    request = Request(given, agents, NEVER, {})
    return "never" if goal is None else search.prepared(grounding, goal, request)


def _wrong(given: PDDLTask, result: JointResult, truth: int | None) -> Iterator[str]:
    if result.plan is not None:
        yield from _failures(given, result.plan.steps)
    if truth is None:
        return
    if result.status is Status.UNSOLVABLE_PROVEN and truth >= 0:
        yield f"called unsolvable, {truth} steps do"
    if result.plan is not None and truth < 0:
        yield "a plan where there is none"
    if result.plan is not None and truth >= 0 and len(result.plan) < truth:
        yield f"{len(result.plan)} steps where {truth} are needed"
    if 0 <= truth < result.lower:
        yield f"bound {result.lower}, {truth} steps do"
    if result.status is Status.SOLVED_OPTIMALLY and result.plan and len(result.plan) != truth:
        yield f"{len(result.plan)} steps called least, truth {truth}"


def _failures(given: PDDLTask, steps: Sequence[Sequence[Step]]) -> Iterator[str]:
    state = initial_state(given)
    for number, step in enumerate(steps):
        ends = set()
        for order in permutations(step):
            now = state
            for action in order:
                after, reasons = advance(given, now, action)
                if after is None:
                    yield f"step {number}, {action}: {reasons}"
                    return
                now = after
            ends.add(now.atoms)
            last = now
        if len(ends) > 1:
            yield f"step {number} depends on the order"
        state = last
    yield from unsatisfied(given, state, given.problem.goal, {})


if __name__ == "__main__":
    sys.exit(main(judge, __doc__))
