"""What the service can be asked, answered in a process that may be ended at any time.

Started by :mod:`planner.service.pool` with the process id of the service.

One JSON object per line comes in on standard input; on what was standard output go an empty line
once it is begun, and one with the answer, which a copy of the process has found within the
request's limits. What libraries print goes to standard error. The process ends with its input, and
with its parent. Texts come in and go out; no path that a client names is ever opened.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from math import inf
from pathlib import Path
from typing import Any

from planner.cases import plain
from planner.engines import ENGINES, Limits
from planner.engines.registry import SolveOptions
from planner.engines.solve import solve_task
from planner.engines.table import could_solve, refusal
from planner.errors import InputError, PlannerError, UsageError
from planner.files import write_text
from planner.origin import die_with
from planner.pddl import PDDLTask, features, read_texts
from planner.pddl.printer import atom_text
from planner.pddl.temporal import read_plan
from planner.plan import to_ipc
from planner.service.confinement import confine
from planner.states import HEURISTICS, Task
from planner.supervision import remaining, stage, supervise

Data = dict[str, Any]
MOST = 200
"""Applicable actions that an answer names."""


def _solve(request: Mapping[str, Any]) -> Data:
    """Solve; ``plan`` is IPC text or None, ``status`` one of unified-planning's words."""
    task = _task(request)
    stage("solving")
    outcome = solve_task(task, engine=request["engine"],
                         limits=Limits(remaining(request["time_limit"]), request["memory_mb"]),
                         options=SolveOptions(optimal=bool(request.get("optimal"))))
    return {
        "status": str(outcome.status), "plan": None if outcome.plan is None else to_ipc(
            outcome.plan), "cost": outcome.cost, "bound": outcome.bound,
        "engine": f"{outcome.engine} {outcome.version}".strip(), "seconds": outcome.seconds,
        "message": outcome.message, "log": outcome.log[-8_000:], "solved": outcome.status.solved,
        "exit": int(outcome.status.exit_code), "ignored": list(request.get("ignored", ()))}


def _validate(request: Mapping[str, Any]) -> Data:
    from planner.validation.judges import judge

    task = _task(request)
    stage("judging")
    found = judge(task, read_plan(task, str(request.get("plan") or ""), "plan"))
    return {"verdict": str(found.overall), "failing_step": found.failing_step,
            "explanation": found.explanation, "cost": found.cost,
            "judges": {"own simulation": str(found.first), "unified-planning": str(found.second)},
            "remarks": list(found.remarks)}


def _explain(request: Mapping[str, Any]) -> Data:
    """Say which engines take the task, and of each other what would have to go."""
    task = _task(request)
    used = features(task)
    return {"features": sorted(used), "engines_that_could": could_solve(used),
            "refusals": {name: why for name in ENGINES if (why := refusal(name, task))}}


def _translate(request: Mapping[str, Any]) -> Data:
    from planner.api import translate

    done = translate(_source(request))
    return {"domain": done.domain, "problem": done.problem, "names": dict(done.names)}


def _run(request: Mapping[str, Any]) -> Data:
    from planner.api import run

    policy = str(request.get("policy") or "")
    if ":" in policy:
        raise UsageError("only policies by name are played here (planner list policies)")
    record = run(_source(request), policy=policy)
    return {key: value for key, value in plain(record).items() if key != "subtasks"}


def _state(request: Mapping[str, Any]) -> Data:
    """Say what holds and can be done after a beginning of a plan, and how far the goal is."""
    task = _task(request)
    state = Task(task).state(task.problem.init)
    begun = str(request.get("plan") or "")
    state = state.after(line.partition(";")[0] for line in begun.splitlines()
                        if line.partition(";")[0].strip())
    actions, relaxed = state.applicable(), state.relaxed_plan()
    distances, step = {h: state.distance(h) for h in HEURISTICS}, state.next_action()
    return {"true": sorted(map(atom_text, state.atoms)),
            "goal_reached": state.reached, "applicable": [str(a) for a in actions[:MOST]],
            "applicable_count": len(actions), "goal_is_impossible": relaxed is None,
            "distance": {h: d if d < inf else None for h, d in distances.items()},
            "landmarks": [] if relaxed is None else list(map(atom_text, state.landmarks())),
            "next_action": None if step is None else str(step)}


def _task(request: Mapping[str, Any]) -> PDDLTask:
    return read_texts(_text(request, "domain"), _text(request, "problem"))


def _text(request: Mapping[str, Any], key: str) -> str:
    found = request.get(key)
    if not isinstance(found, str) or not found.strip():
        raise InputError(f"Required argument, {key} was not provided")
    return found


def _source(request: Mapping[str, Any]) -> Path:
    """Write a text of any world into a private folder; its contents say of which kind it is.

    From now on only that folder, what is installed and the scene store are opened: a source may
    name files (a scene store, a PDDL domain), those of the client's choice are none of this
    service's. The folder is in the process's sandbox, and goes with it.
    """
    folder = Path(tempfile.mkdtemp())
    confine(folder)
    text = _text(request, "text")
    head = text.lstrip()[:1]
    suffix = ".xml" if head == "<" else ".pddl" if head in "(;" else ".toml"
    write_text(folder / f"source{suffix}", text)
    return folder / f"source{suffix}"


ANSWERS: dict[str, Callable[[Mapping[str, Any]], Data]] = {
    "solve": _solve, "validate": _validate, "explain": _explain, "translate": _translate,
    "run": _run, "state": _state}


def answer(request: Mapping[str, Any]) -> Data:
    """Answer a request in a copy of this process; errors are answers, too.

    They have ``error``, ``kind`` and ``exit``.
    """
    try:
        found: Data = supervise(
            "planner.service.answers:answered", request, wall_s=request["time_limit"],
            memory_mb=request["process_mb"])
    except PlannerError as error:
        return {"error": str(error), "kind": type(error).__name__, "exit": int(error.exit_code)}
    return found


def answered(request: Mapping[str, Any]) -> Data:
    """Answer a request in this process; raises what goes wrong."""
    stage("reading")
    try:
        return ANSWERS[request["what"]](request)
    except RecursionError:
        raise InputError("nested too deeply") from None


def main() -> None:
    """Serve until standard input ends."""
    die_with(int(sys.argv[1]))
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")  # whoever prints, prints to standard error
    os.dup2(2, 1)
    for line in sys.stdin.buffer:
        print(file=out, flush=True)  # it is begun
        out.write(json.dumps(answer(json.loads(line))) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
