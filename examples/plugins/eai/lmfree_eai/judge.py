"""Judge answers: the official evaluator in a process of its own, an exact checker beside it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

from lmfree_eai.modules import MODULES, NOTES, place
from lmfree_eai.package import Graph, Task, tasks
from lmfree_eai.sequencing import lines_of
from lmfree_eai.simulator import Simulator
from planner.errors import InputError
from planner.files import read_json


def judge(root: Path, *, hash_seed: int = 0, say: Callable[[str], None] = lambda _: None,
          ) -> dict[str, Any]:
    """Judge every module with answers below ``root``; return what the report says.

    ``hash_seed`` is the evaluator's PYTHONHASHSEED, on which the order of action goals depends.
    A crash of the evaluator is told and is not a crash of ours. ``say`` is told what is being done.
    """
    found = [m for m in MODULES if any(place(root, m).glob("*_outputs.json"))]
    if not found:
        raise InputError(f"{root}: no virtualhome/<module>/lmfree_outputs.json; planner eai write")
    report = {}
    for module in found:
        say(f"{module}: the official evaluator is running; minutes")
        report[module] = _module(root, module, hash_seed)
    return {"format": 2, "hash_seed": hash_seed, "modules": report}


def _module(root: Path, module: str, hash_seed: int) -> dict[str, Any]:
    folder = place(root, module)
    notes = read_json(folder / NOTES) if (folder / NOTES).exists() else {"tasks": {}}
    with tempfile.TemporaryDirectory() as out:
        run = subprocess.run(
            [sys.executable, "-m", "lmfree_eai.official", module, str(root.resolve()), out],
            env={**os.environ, "PYTHONHASHSEED": str(hash_seed)}, capture_output=True, text=True,
            errors="replace", check=False)
        summaries = {p.parent.name: read_json(p) for p in sorted(Path(out).glob("*/summary.json"))}
        log = Path(out, "lmfree", "error_info.json")
        errors = read_json(log) if log.is_file() else {}
    last = run.stderr.strip().splitlines()[-1:] if run.returncode else []
    crash = "".join(last) or ("" if summaries else "no summary")
    judged = {}
    if module == "subgoal_decomposition":
        judged = {name: _decomposed(name.removeprefix("scene_1_"), entry, notes["tasks"])
                  for name, entry in errors.items()}
    elif module == "action_sequencing" and (folder / "lmfree_outputs.json").exists():
        judged = {a["identifier"]: _sequenced(a, errors, notes["tasks"], crash)
                  for a in read_json(folder / "lmfree_outputs.json")}
    return {"official": summaries, "crash": crash, "cpu_seconds": notes.get("cpu_seconds"),
            "tasks": judged}


def _sequenced(answer: Mapping[str, str], errors: Mapping[str, Any], notes: Mapping[str, str],
               crash: str) -> dict[str, Any]:
    name = answer["identifier"]
    if name not in tasks():
        return {"cause": "no such task", "counted": False}
    lacks = notes.get(name) or exact(tasks()[name], answer["llm_output"])
    counted = tasks()[name].edges < 2  # the evaluator's edge loop ends at the first match
    if crash:
        cause = lacks or "not judged"
    elif name not in errors:
        cause = "identical to gold" if counted else lacks
    else:
        cause = notes.get(name) or (f"ours: {errors[name]['error_type'] or lacks}" if lacks else "")
    return {"cause": cause, "counted": counted}


def _decomposed(name: str, entry: Mapping[str, Any], notes: Mapping[str, str]) -> dict[str, Any]:
    cause = notes.get(name) or f"ours: {str(entry['info'])[:120]}"
    return {"cause": "" if entry["success"] else cause, "counted": True}


def exact(task: Task, text: str) -> str:
    """Execute an answer in the package's simulator; return what is not fulfilled, or nothing.

    All node and edge goals are checked, and the action goals in every order.
    """
    world, done = Simulator(task.data()), list[str]()
    try:
        lines = lines_of(text)
    except ValueError:
        return "not in the evaluator's format"
    for name, ids in lines:
        failure = world.act(name, ids)
        if failure and failure != "additional step":
            return f"{name}: {failure}"
        done += [] if failure else [name]
    if not done:
        return "nothing executed"
    graph = Graph.read(world.data())
    lacks = [graph.told(goal) for goal in task.goals if not graph.has(goal)]
    lacks += ["actions"] * (not all(occurs(o, done) for o in permutations(task.actions)))
    return ", ".join(lacks)


def occurs(order: Sequence[str], done: Sequence[str]) -> bool:
    """Look for action goals as the evaluator does: the first alternative that occurs is taken."""
    text, start = " ".join(done), 0
    for goal in order:
        names = [name.strip().upper() for name in goal.split("|")]
        ends = [text.index(n, start) + len(n) for n in names if n in text[start:]]
        if not ends:
            return False
        start = ends[0]
    return True
