"""The JSON record of a solved competition problem (format 1 of ``planner solve``)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from domains.competition.model import Instruction
from domains.competition.scoring import Score
from translators.competition.solving import Solved, solve_file

__all__ = ["REWARD_SEARCH", "competition_record", "record_of", "rewards_of"]

REWARD_SEARCH = "reward-search"


def competition_record(
    file: Path,
    *,
    engine: str = "auto",
    time_limit_s: float | None = None,
    memory_mb: int = 4096,
    optimal: bool = False,
    true_world: bool = False,
) -> dict[str, Any]:
    """Solve a file with the reward search, or by way of PDDL with any other engine."""
    if engine not in ("auto", REWARD_SEARCH):
        from translators.competition.general_path import general_record

        return general_record(
            file,
            engine=engine,
            time_limit_s=60.0 if time_limit_s is None else time_limit_s,
            memory_mb=memory_mb,
            optimal=optimal,
            true_world=true_world,
        )
    solved = solve_file(
        file, time_limit_s=time_limit_s, optimal=optimal, true_world=true_world
    )
    return record_of(solved)


def record_of(solved: Solved) -> dict[str, Any]:
    """Return the record of a file solved by the reward search."""
    solution, score = solved.solution, solved.score
    return {
        "format": 1,
        "input": solved.problem.path,
        "status": "SOLVED_OPTIMALLY" if solved.proven else "SOLVED_SATISFICING",
        "plan": list(solution.actions),
        "cost": score.cost,
        "bound": solution.upper_bound,
        "optimal": solved.proven,
        "assumptions": [str(assumption) for assumption in solved.assumptions],
        "engine": REWARD_SEARCH,
        "seconds": {
            "read": solved.read_s,
            "compile": solution.setup_seconds,
            "solve": solution.seconds - solution.setup_seconds,
            "total": solved.total_s,
        },
        "rewards": rewards_of(score, solution.base_score, solution.upper_bound),
        "search": {"expanded": solution.expanded, "generated": solution.generated},
        "message": score.void,
    }


def rewards_of(score: Score, base_score: int, upper_bound: int | None) -> dict[str, Any]:
    """Return the points item by item, as the referee sees them."""
    return {
        "tasks": [
            {**_source(verdict.item), "satisfied": verdict.all_true, "bindings": verdict.bindings}
            for verdict in score.tasks
        ],
        "constraints": [
            {
                **_source(verdict.item),
                "kept": verdict.kept,
                "broken_by": verdict.broken_by,
                "matches": verdict.matches,
            }
            for verdict in score.constraints
        ],
        "base_score": base_score,
        "upper_bound": upper_bound,
    }


def _source(item: Instruction) -> dict[str, Any]:
    return {"text": item.text, "line": item.span.line if item.span else None}
