"""Are joint plans and their bounds right? Random small problems against breadth-first search.

``python tests/attacks/joint_claims.py [--count N] [--seed K] [--begin B] [--tries T]``.
What the joint engine claims (least number of steps, unsolvable) is compared with a search over
joint states that shares no code with it (``joint_reference``). Every plan is simulated, each of
its steps in every order of its actions. Exit code 1 if any claim is wrong.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import permutations
from pathlib import Path

from joint_cases import task
from joint_reference import FAMILIES, Puzzle, draw, least_steps, texts

from planner.engines.joint import JointEngine, JointResult, JointStatus
from planner.engines.joint.grounding.goal import clauses_of
from planner.engines.joint.grounding.ground import ground
from planner.engines.joint.grounding.model import Model
from planner.engines.joint.request import Request
from planner.engines.joint.search import search
from planner.engines.joint.search.bound import flow_bound
from planner.pddl import PDDLTask
from planner.pddl.simulate import advance, initial_state, unsatisfied
from planner.plan import Step

__all__ = ["Verdict", "judge", "main", "table"]

TRIES = 6


@dataclass(frozen=True)
class Verdict:
    """One problem: what was wrong (nothing where the text is empty), and what was claimed."""

    family: str
    number: int
    wrong: str
    status: str
    steps: int | None
    truth: int | None


def judge(seed: int, number: int, limit: float = 2.0, tries: int = TRIES) -> Verdict:
    """Draw a problem (of a few the one that needs most steps), solve it, and compare."""
    family = FAMILIES[number % len(FAMILIES)]
    rng = random.Random(f"{seed}/{number}")
    drawn = [(puzzle, least_steps(puzzle)) for puzzle in (draw(family, rng) for _ in range(tries))]
    puzzle, truth = max(drawn, key=lambda pair: pair[1] or 0)  # the hardest: most need few steps
    result, flow = solve(puzzle, limit, both_sides=bool(number // len(FAMILIES) % 2))
    steps = None if result.plan is None else len(result.plan)
    wrong = "; ".join(_wrong(puzzle, result, truth))
    if truth is not None and flow > truth >= 0:
        wrong += f"; bound from counts {flow}, {truth} steps do"
    return Verdict(family, number, wrong, str(result.status), steps, truth)


def solve(puzzle: Puzzle, limit: float, *, both_sides: bool) -> tuple[JointResult, int]:
    """Ask the engine; ``both_sides`` makes it do what it does with larger problems.

    The bounds from counts, which small problems seldom need, come with it: the greater one.
    """
    given = task(*texts(puzzle))
    engine = JointEngine(given.domain, given.problem.objects)
    quick, search.CLAUSES = search.CLAUSES, -1 if both_sides else search.CLAUSES
    try:
        result = engine.solve(given.problem.init, given.problem.goal, limit=limit)
    finally:
        search.CLAUSES = quick
    found, end = prepared(given, engine.agents), time.monotonic() + limit
    few = search.crowd_bound(Request(given, engine.agents, 0.0, end, {}))
    return result, few if isinstance(found, str) else max(few, flow_bound(found[0], end))


def prepared(given: PDDLTask, agents: tuple[str, ...]) -> tuple[Model, int] | str:
    """Return the model behind the encoding, or why there is no plan."""
    grounding = ground(given.domain, given.problem.objects, agents, given.problem.init)
    goal = clauses_of(given, grounding.number)
    request = Request(given, agents, 0.0, float("inf"), {})
    return "never" if goal is None else search.prepared(grounding, goal, request)


def _wrong(puzzle: Puzzle, result: JointResult, truth: int | None) -> Iterator[str]:
    if result.plan is not None:
        yield from _failures(task(*texts(puzzle)), result.plan.steps)
    if truth is None:
        return
    if result.status is JointStatus.UNSOLVABLE and truth >= 0:
        yield f"called unsolvable, {truth} steps do"
    if result.plan is not None and truth < 0:
        yield "a plan where there is none"
    if result.plan is not None and truth >= 0 and len(result.plan) < truth:
        yield f"{len(result.plan)} steps where {truth} are needed"
    if 0 <= truth < result.lower:
        yield f"bound {result.lower}, {truth} steps do"
    if result.status is JointStatus.PROVEN and result.plan and len(result.plan) != truth:
        yield f"{len(result.plan)} steps called least, truth {truth}"


def _failures(given: PDDLTask, steps: Sequence[Sequence[Step]]) -> Iterator[str]:
    """Yield steps of which some order fails or ends elsewhere."""
    state = initial_state(given, [])
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


def table(verdicts: Iterable[Verdict]) -> list[str]:
    """Return a row per family."""
    found = list(verdicts)
    lines = ["| family | problems | wrong | proven | unsolvable | not settled | most steps |",
             "|---|---|---|---|---|---|---|"]
    for family in (*FAMILIES, ""):
        mine = [v for v in found if family in ("", v.family)]
        proven = [v for v in mine if v.status == "proven"]
        none = sum(v.status == "unsolvable" for v in mine)
        lines.append(f"| {family or 'together'} | {len(mine)} | {sum(bool(v.wrong) for v in mine)} "
                     f"| {len(proven)} | {none} | {len(mine) - len(proven) - none} "
                     f"| {max((v.steps or 0 for v in proven), default=0)} |")
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--begin", type=int, default=0, help="Number of the first problem.")
    parser.add_argument("--tries", type=int, default=TRIES)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--json", default="")
    given = parser.parse_args(arguments)
    end = time.monotonic() + given.seconds
    verdicts = []
    for number in range(given.begin, given.begin + given.count):
        if time.monotonic() > end:
            break
        verdicts.append(judge(given.seed, number, tries=given.tries))
        if verdicts[-1].wrong:
            sys.stderr.write(f"{given.seed}/{number}: {verdicts[-1].wrong}\n")
    sys.stdout.write("\n".join([*table(verdicts), ""]))
    if given.json:
        Path(given.json).write_text(json.dumps([asdict(v) for v in verdicts]), encoding="utf-8")
    return 1 if any(v.wrong for v in verdicts) else 0


if __name__ == "__main__":
    sys.exit(main())
