"""The joint engine as a process: ``python -m planner.engines.joint.worker AGENTS SECONDS COSTS``.

AGENTS is JSON: a list of names, or a text with types, predicates and names; with
``costs`` the cheapest of the shortest plans is looked for. Reads ``domain.pddl``
and ``problem.pddl`` in the current folder and keeps ``result.json`` true:
whoever ends the process finds the best plan so far.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from planner.engines.joint import JointEngine, JointResult, JointStatus
from planner.engines.joint.agents import find_agents
from planner.engines.joint.encoding.costs import Price, cost_of, price_of
from planner.engines.joint.temporal.planning import TimedResult, solve_timed
from planner.errors import UnsupportedError, UsageError
from planner.pddl import PDDLTask, read_task
from planner.pddl.model import COST
from planner.pddl.temporal import is_timed

__all__ = ["main"]

RESERVE = 0.3
"""Seconds of the limit kept for starting and ending."""


def write(result: JointResult, *, done: bool, robots: str = "", agents: Sequence[str] = (),
          price: Price | None = None) -> None:
    """Replace the result by a better one."""
    plan = result.plan
    data = {
        "done": done, "status": str(result.status), "bound": result.lower, "how": result.how,
        "message": result.message, "robots": robots, "agents": list(agents),
        "steps": None if plan is None else len(plan),
        "cost": None if plan is None or price is None else float(cost_of(plan, price)),
        "plan": None if plan is None else [[[a.name, *a.arguments] for a in step]
                                           for step in plan.steps]}
    _put(data)


def _put(data: Mapping[str, Any]) -> None:
    Path("result.tmp").write_text(json.dumps(data), encoding="utf-8")
    os.replace("result.tmp", "result.json")


def _timed(task: PDDLTask, wanted: str | list[str], deadline: float) -> None:
    """Solve a problem whose actions take time."""
    agents, how = find_agents(task.domain, task.problem.objects, wanted, task.problem)
    about = {"robots": f"{len(agents)} robots: {how}", "agents": list(agents), "steps": None,
             "timed": True}

    def tell(found: TimedResult, done: bool = False) -> None:
        _put({**about, "done": done, "status": str(found.status), "message": found.message,
              "how": found.how,
              "bound": float(found.bound), "plan": found.plan and [
                  [str(s.start), str(s.duration), s.name, *s.arguments]
                  for s in found.plan.steps],
              "makespan": None if found.makespan is None else float(found.makespan)})

    tell(solve_timed(task, agents, deadline, tell), done=True)


def main(arguments: list[str]) -> None:
    """Solve the problem in this folder."""
    wanted, seconds = json.loads(arguments[0]), arguments[1]
    begin = time.monotonic()
    task = read_task(Path("domain.pddl"), Path("problem.pddl"))
    limit = max(0.05, float(seconds) - RESERVE - (time.monotonic() - begin))
    try:
        if is_timed(task):
            _timed(task, wanted, begin + limit)
            return
        find_agents(task.domain, task.problem.objects, wanted, task.problem)  # names are objects
        engine = JointEngine(task.domain, task.problem.objects, wanted, task.problem)
    except (UsageError, UnsupportedError) as error:
        write(JointResult(JointStatus.NOT_SUPPORTED, message=str(error)), done=True)
        return
    robots = f"{len(engine.agents)} robots: {engine.how_agents}"
    metric = task.problem.metric
    price = price_of(task.domain, task.problem.values, task.problem.init) if (
        arguments[2] == "costs" and metric is not None and metric[1] == COST) else None
    told = partial(write, robots=robots, agents=engine.agents, price=price)
    result = engine.solve(task.problem.init, task.problem.goal, limit=limit, price=price,
                          improved=partial(told, done=False))
    told(result, done=True)


if __name__ == "__main__":
    main(sys.argv[1:])
