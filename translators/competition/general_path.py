"""The general path: competition problem → planning task → plain PDDL → any engine.

It knows nothing of the domain beyond ``domain.pddl``; its results are confirmed by the referee
and by the certificate (base score = total reward - plan cost).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from domains.competition.case import CompetitionCase
from domains.competition.referee.environment import Referee
from domains.competition.world.actions import COST, platform_line
from domains.competition.world.model import Instruction, World
from planner.compilation import compile_rewards
from planner.domain import Translation
from planner.engines import Limits, Outcome
from planner.engines.solve import solve_task
from planner.errors import ComponentError
from planner.pddl.printer import print_domain, print_problem
from planner.problem import PlanningTask
from planner.supervision import remaining, stage
from translators.competition.compile import compile_world
from translators.competition.problem_file import read_problem
from translators.competition.solving import complete

__all__ = ["GeneralSolution", "solve_generally", "translated", "translation"]


@dataclass(frozen=True)
class GeneralSolution:
    """An engine's outcome on the compiled problem, as platform lines."""

    outcome: Outcome
    actions: tuple[str, ...] | None
    compile_s: float


def solve_generally(
    world: World,
    instructions: Sequence[Instruction],
    *,
    engine: str,
    limits: Limits,
    optimal: bool = False,
) -> GeneralSolution:
    """Compile and solve; raises ``UsageError`` where the facts are beyond ``domain.pddl``."""
    begin = time.perf_counter()
    stage("compiling")
    compiled = compile_rewards(compile_world(world, instructions))
    ready = time.perf_counter()
    stage("solving")
    limits = replace(limits, wall_s=remaining(limits.wall_s))
    outcome = solve_task(compiled.task, engine=engine, limits=limits, optimal=optimal)
    if outcome.plan is None:
        return GeneralSolution(outcome, None, ready - begin)
    names = [step.name for step in outcome.plan.steps]
    lines = tuple(platform_line(*original) for original in compiled.decode(names))
    score = Referee(world, instructions)
    for line in lines:
        score.act(line)
    base = score.score().base_lo
    if outcome.cost is not None and base < compiled.value(outcome.cost):
        raise ComponentError(
            f"the certificate fails: {compiled.value(outcome.cost):g} by the plan's cost, "
            f"{base} by the referee"
        )
    return GeneralSolution(outcome, lines, ready - begin)


def translation(case: CompetitionCase) -> Translation:
    """Compile a problem file: for every plan, base score = total_reward - plan cost.

    Where places had to be asked for, the questions' price is taken off the total reward.
    """
    problem = read_problem(case.problem)
    known = complete(problem, true_world=case.true_world)
    return translated(known.world, problem.instructions, known.asked)


def translated(
    world: World, instructions: Sequence[Instruction], asked: Sequence[int] = ()
) -> Translation:
    """Compile a known world and instructions; ``asked`` are things that were asked for."""
    task = compile_world(world, instructions)
    compiled = compile_rewards(task)
    plain = compiled.task
    return Translation(print_domain(plain.domain), print_problem(plain), dict(task.names), {
        "total_reward": compiled.total_reward - COST["AskLoc"] * len(asked),
        "asked": [f"AskLoc {thing}" for thing in asked],
        "certificate": "base score = total_reward - plan cost",
        "actions": {name: platform_line(*original)
                    for name, original in compiled.originals.items()},
        **_rewards(task),
    })


def _rewards(task: PlanningTask) -> dict[str, Any]:
    """Return goals and invariants with their sources and the actions that settle them."""
    return {
        "goals": [
            {"text": goal.source.text, "line": goal.source.line, "reward": goal.reward,
             "collected_by": f"collect-{i}-*", "forgone_by": f"forgo-{i}"}
            for i, goal in enumerate(task.goals)
        ],
        "invariants": [
            {"text": rule.source.text, "line": rule.source.line, "reward": rule.reward,
             "given_up_by": f"give-up-{k}"}
            for k, rule in enumerate(task.invariants)
        ],
    }
