"""The joint engine as a process: ``python -m planner.engines.joint.worker AGENTS SECONDS``.

AGENTS is JSON: a list of names, or a text with types, predicates and names. Reads ``domain.pddl``
and ``problem.pddl`` in the current folder and keeps ``result.json`` true:
whoever ends the process finds the best plan so far.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from planner.engines.joint import JointEngine, JointResult, JointStatus
from planner.errors import UnsupportedError, UsageError
from planner.pddl import read_task

__all__ = ["main"]

RESERVE = 0.3
"""Seconds of the limit kept for starting and ending."""


def write(result: JointResult, *, done: bool, robots: str = "", agents: Sequence[str] = ()
          ) -> None:
    """Replace the result by a better one."""
    plan = result.plan
    data = {
        "done": done, "status": str(result.status), "bound": result.lower, "how": result.how,
        "message": result.message, "robots": robots, "agents": list(agents),
        "steps": None if plan is None else len(plan),
        "plan": None if plan is None else [[[a.name, *a.arguments] for a in step]
                                           for step in plan.steps]}
    Path("result.tmp").write_text(json.dumps(data), encoding="utf-8")
    os.replace("result.tmp", "result.json")


def main(arguments: list[str]) -> None:
    """Solve the problem in this folder."""
    wanted, seconds = json.loads(arguments[0]), arguments[1]
    begin = time.monotonic()
    task = read_task(Path("domain.pddl"), Path("problem.pddl"))
    try:
        engine = JointEngine(task.domain, task.problem.objects, wanted, task.problem)
    except (UsageError, UnsupportedError) as error:
        write(JointResult(JointStatus.NOT_SUPPORTED, message=str(error)), done=True)
        return
    limit = max(0.05, float(seconds) - RESERVE - (time.monotonic() - begin))
    robots = f"{len(engine.agents)} robots: {engine.how_agents}"
    result = engine.solve(task.problem.init, task.problem.goal, limit=limit,
                          improved=lambda better: write(better, done=False, robots=robots,
                                                         agents=engine.agents))
    write(result, done=True, robots=robots, agents=engine.agents)


if __name__ == "__main__":
    main(sys.argv[1:])
