"""Aries, which has no command of its own: a script started in the sandbox.

``worker.py DOMAIN PROBLEM PLAN`` writes IPC text to PLAN, or prints ``UNSOLVABLE_PROVEN``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any


def solve(domain_path: str, problem_path: str) -> list[str] | None:
    """Ask Aries through its unified-planning wrapper.

    unified-planning reads every function as a real number, which Aries refuses; only tasks whose
    numbers are whole come here, so they are made integers.
    """
    from unified_planning.engines import PlanGenerationResultStatus as Word
    from unified_planning.environment import get_environment
    from unified_planning.io import PDDLReader, PDDLWriter
    from up_aries import Aries

    environment: Any = get_environment()
    environment.credits_stream = None
    environment.type_manager.RealType = lambda *_, **__: environment.type_manager.IntType()
    problem = PDDLReader().parse_problem(domain_path, problem_path)
    engine: Any = Aries()
    engine.skip_checks = True
    result = engine.solve(problem, output_stream=sys.stdout)
    if result.plan is not None:
        return str(PDDLWriter(problem).get_plan(result.plan)).splitlines()
    if result.status == Word.UNSOLVABLE_PROVEN:
        return None
    if result.status == Word.UNSOLVABLE_INCOMPLETELY:
        sys.stdout.write("UNSOLVABLE_INCOMPLETELY\n")
    raise SystemExit(1)  # what it said of the reason stands above


def main(arguments: list[str]) -> None:
    """Solve a problem; None means proved unsolvable."""
    domain, problem, plan = arguments
    steps = solve(domain, problem)
    if steps is None:
        sys.stdout.write("UNSOLVABLE_PROVEN\n")
        raise SystemExit(1)
    Path(plan).write_text("\n".join(steps) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
