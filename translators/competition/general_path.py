"""The general path: competition problem → planning task → plain PDDL → any engine.

It knows nothing of the domain beyond ``domain.pddl``; its results are confirmed by the referee
and by the certificate (base score = total reward - plan cost).
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from domains.competition.actions import COST
from domains.competition.environment import Referee
from domains.competition.model import Instruction, World
from planner.compilation import Compiled, compile_rewards
from planner.engines import Limits, Outcome, Status, solve_problem
from planner.errors import ComponentError
from planner.problem import PlanningTask
from translators.competition.assumptions import assumptions
from translators.competition.compile import compile_world, platform_line
from translators.competition.problem_file import read_problem
from translators.competition.solve_record import rewards_of
from translators.competition.solving import complete

__all__ = ["GeneralSolution", "general_record", "platform_lines", "solve_generally", "write_pddl"]


@dataclass(frozen=True)
class GeneralSolution:
    """An engine's outcome on the compiled problem, as platform lines and a base score."""

    outcome: Outcome
    actions: tuple[str, ...] | None
    base_score: int | None
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
    compiled = compile_rewards(compile_world(world, instructions))
    ready = time.perf_counter()
    outcome, plan = solve_problem(compiled.problem, engine=engine, limits=limits, optimal=optimal)
    if plan is None:
        return GeneralSolution(outcome, None, None, ready - begin)
    lines = platform_lines(compiled, [step.action.name for step in plan.actions])
    score = Referee(world, instructions)
    for line in lines:
        score.act(line)
    base = score.score().base_lo
    if outcome.cost is not None and base < compiled.value(outcome.cost):
        raise ComponentError(
            f"the certificate fails: {compiled.value(outcome.cost):g} by the plan's cost, "
            f"{base} by the referee"
        )
    return GeneralSolution(outcome, lines, base, ready - begin)


def platform_lines(compiled: Compiled, names: Sequence[str]) -> tuple[str, ...]:
    """Return the platform's lines for a plan of the compiled problem."""
    return tuple(platform_line(*original) for original in compiled.decode(names))


def general_record(
    file: Path,
    *,
    engine: str,
    time_limit_s: float,
    memory_mb: int,
    optimal: bool = False,
    true_world: bool = False,
) -> dict[str, Any]:
    """Solve a file with an engine of ``planner list engines``; the record of ``planner solve``."""
    begin = time.perf_counter()
    name = "auto" if engine == "portfolio" else engine
    problem = read_problem(file)
    known = complete(problem, true_world=true_world)
    world, asked = known.world, known.asked
    read = time.perf_counter()
    found = solve_generally(
        world,
        problem.instructions,
        engine=name,
        limits=Limits(time_limit_s, memory_mb),
        optimal=optimal,
    )
    outcome = found.outcome
    rests_on = () if true_world else assumptions(problem, known, found.actions or ())
    status, proven = outcome.status, outcome.status is Status.SOLVED_OPTIMALLY
    if proven and (rests_on or asked):
        status, proven = Status.SOLVED_SATISFICING, False
    record: dict[str, Any] = {
        "format": 1,
        "input": str(file),
        "status": str(status),
        "plan": None,
        "cost": None,
        "bound": None,
        "optimal": proven,
        "assumptions": [str(assumption) for assumption in rests_on],
        "engine": f"{outcome.engine} {outcome.version}".strip(),
        "seconds": {
            "read": read - begin,
            "compile": found.compile_s,
            "solve": outcome.seconds,
            "total": time.perf_counter() - begin,
        },
        "message": outcome.message,
    }
    if found.actions is None:
        return record
    actions = (*(f"AskLoc {thing}" for thing in asked), *found.actions)
    referee = Referee(world, problem.instructions)
    for line in actions:
        referee.act(line)
    score = referee.score()
    bound = score.base_lo if proven else None
    return record | {
        "plan": list(actions),
        "cost": score.cost,
        "bound": bound,
        "rewards": rewards_of(score, score.base_lo, bound),
    }


def write_pddl(
    world: World,
    instructions: Sequence[Instruction],
    folder: Path,
    source: str,
    asked: Sequence[int] = (),
) -> dict[str, Any]:
    """Write ``domain.pddl``, ``problem.pddl`` and ``map.json``; return the map.

    ``asked`` are things whose places had to be asked for; the questions' price is taken off
    the total reward.
    """
    from planner.pddl.writing import steady_writer

    task = compile_world(world, instructions)
    compiled = compile_rewards(task)
    writer = steady_writer(compiled.problem)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "domain.pddl").write_text(writer.get_domain(), encoding="utf-8")
    (folder / "problem.pddl").write_text(writer.get_problem(), encoding="utf-8")
    mapping = {
        "format": 1,
        "source": source,
        "total_reward": compiled.total_reward - COST["AskLoc"] * len(asked),
        "asked": [f"AskLoc {thing}" for thing in asked],
        "certificate": "base score = total_reward - plan cost",
        "objects": dict(task.names),
        "actions": {
            str(writer.get_pddl_name(compiled.problem.action(name))): platform_line(*original)
            for name, original in compiled.originals.items()
        },
        **_rewards(task),
    }
    text = json.dumps(mapping, indent=1, ensure_ascii=False)
    (folder / "map.json").write_text(text + "\n", encoding="utf-8")
    return mapping


def _rewards(task: PlanningTask) -> dict[str, Any]:
    """Return goals and invariants with their sources and the actions that settle them."""
    return {
        "goals": [
            {
                "text": goal.source.text,
                "line": goal.source.line,
                "reward": goal.reward,
                "collected_by": f"collect-{i}-*",
                "forgone_by": f"forgo-{i}",
            }
            for i, goal in enumerate(task.goals)
        ],
        "invariants": [
            {
                "text": rule.source.text,
                "line": rule.source.line,
                "reward": rule.reward,
                "given_up_by": f"give-up-{k}",
            }
            for k, rule in enumerate(task.invariants)
        ],
    }
