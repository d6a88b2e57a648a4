"""Judge answers: the official evaluator in a process of its own, an exact checker beside it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

from lmfree_eai.modules import MODULES, NOTES, place
from lmfree_eai.package import Task, folder, tasks
from lmfree_eai.sequencing import lines_of
from planner.errors import InputError

__all__ = ["exact", "judge", "occurs", "table"]


def judge(root: Path, *, hash_seed: int = 0) -> dict[str, Any]:
    """Judge every module with answers below ``root``; return what the report says.

    ``hash_seed`` is the evaluator's PYTHONHASHSEED, on which the order of action goals depends.
    A crash of the evaluator is told and is no crash of ours.
    """
    found = [m for m in MODULES if any(place(root, m).glob("*_outputs.json"))]
    if not found:
        raise InputError(f"{root}: no virtualhome/<module>/lmfree_outputs.json; planner eai write")
    return {"format": 1, "hash_seed": hash_seed,
            "modules": {m: _module(root, m, hash_seed) for m in found}}


def _module(root: Path, module: str, hash_seed: int) -> dict[str, Any]:
    given = place(root, module) / "lmfree_outputs.json"
    answers = _read(given) if given.is_file() else []
    notes = _read(place(root, module) / NOTES) if (place(root, module) / NOTES).exists() else {}
    summaries, errors, crash = _official(root, module, hash_seed)
    report: dict[str, Any] = {"official": summaries, "crash": crash,
                              "cpu_seconds": notes.get("cpu_seconds")}
    told = notes.get("tasks", {})
    if module == "action_sequencing":
        report["tasks"] = {a["identifier"]: _sequenced(a, errors, told, bool(crash))
                           for a in answers}
    elif module == "subgoal_decomposition":
        report["tasks"] = {name: _decomposed(entry, told.get(name.removeprefix("scene_1_"), {}))
                           for name, entry in errors.items()}
    return report


def _official(root: Path, module: str, hash_seed: int) -> tuple[Any, dict[str, Any], str]:
    with tempfile.TemporaryDirectory() as out:
        run = subprocess.run(
            [sys.executable, "-m", "lmfree_eai.official", module, str(root.resolve()), out],
            env={**os.environ, "PYTHONHASHSEED": str(hash_seed)}, capture_output=True, text=True,
            check=False)
        summaries = {p.parent.name: _read(p) for p in sorted(Path(out).glob("*/summary.json"))}
        errors = Path(out, "lmfree", "error_info.json")
        found = _read(errors) if errors.is_file() else {}
    last = run.stderr.strip().splitlines()[-1:] if run.returncode else []
    return summaries, found, "".join(last) or ("no summary" if not summaries else "")


def exact(task: Task, text: str) -> str:
    """Execute an answer in the package's simulator; return what is not fulfilled, or nothing.

    All node and edge goals are checked, and the action goals in every order.
    """
    from lmfree_eai.simulator import Simulator

    world, done = Simulator.of_task(task.name), []
    for name, ids in lines_of(text):
        failure = world.act(name, ids)
        if failure and failure != "additional step":
            return f"{name}: {failure}"
        done += [] if failure else [name]
    if not done:
        return "nothing executed"
    graph = world.graph()
    open_goals = [f"{n} {s}" for n, s in task.states if s not in graph.states[n]]
    open_goals += [f"{a} {r} {b}" for a, r, b in task.edges if (a, r, b) not in graph.edges]
    orders = permutations(task.actions)
    return ", ".join(open_goals) or ("" if all(occurs(o, done) for o in orders) else "actions")


def occurs(order: Sequence[str], done: Sequence[str]) -> bool:
    """Look for action goals as the evaluator does: the first alternative that occurs is taken."""
    text, start = " ".join(done), 0
    for goal in order:
        spots = [(text.find(o.upper().strip(), start), len(o.strip())) for o in goal.split("|")]
        spot = next(((at, n) for at, n in spots if at >= 0), None)
        if spot is None:
            return False
        start = spot[0] + spot[1]
    return True


def _sequenced(answer: Mapping[str, str], errors: Mapping[str, Any], notes: Mapping[str, Any],
               crashed: bool) -> dict[str, Any]:
    name = answer["identifier"]
    task = next(t for t in tasks() if t.name == name)
    note, entry = notes.get(name, {}), errors.get(name)
    status = note.get("status", "planned")  # without notes the answer speaks for itself
    lacks = exact(task, answer["llm_output"]) if status == "planned" else status
    if entry is None and crashed:
        cause = lacks or "not judged"
    elif entry is None:
        cause = ("dropped: the evaluator's edge loop ends at the first match"
                 if len(task.edges) > 1 else "identical to gold")
    elif note.get("status") in ("impossible", "no plan found"):
        cause = f"{note['status']} ({note['why']})"
    else:
        cause = "" if not lacks else f"ours: {entry['error_type'] or lacks}"
    return {"cause": cause, "exact": lacks, "counted": len(task.edges) < 2}


def _decomposed(entry: Mapping[str, Any], note: Mapping[str, Any]) -> dict[str, Any]:
    status = note.get("status", "")
    cause = "" if entry["success"] else (
        f"{status} ({note.get('why')})" if status != "planned" else "ours: " + str(
            entry["info"])[:120])
    return {"cause": cause, "exact": "", "counted": True}


def table(report: Mapping[str, Any]) -> list[str]:
    """Return the report as lines for people."""
    lines = [f"eai-eval in {folder().name}, PYTHONHASHSEED {report['hash_seed']}"]
    for module, found in report["modules"].items():
        lines.append(f"{module}: written in {found['cpu_seconds']} s CPU")
        if found["crash"]:
            lines.append(f"  the evaluator crashed (its defect, not ours): {found['crash']}")
        for who, summary in found["official"].items():
            lines += [f"  official, {who}: {group} {_flat(values)}"
                      for group, values in summary.items()
                      if isinstance(values, dict) or group.startswith("all")]
        judged = found.get("tasks", {})
        counted = {n: t for n, t in judged.items() if t["counted"]}
        if judged:
            won = sum(not t["cause"] for t in counted.values())
            others = [t for t in judged.values() if not t["counted"]]
            lines.append(f"  counted {len(counted)}, solved {won}; not counted {len(others)}, of "
                         f"which {sum(not t['exact'] for t in others)} solved by the exact check")
        for cause, names in sorted(_causes(judged).items()):
            lines.append(f"  {len(names):3}  {cause}: {' '.join(names[:12])}")
    return lines


def _causes(judged: Mapping[str, Any]) -> dict[str, list[str]]:
    causes: dict[str, list[str]] = {}
    for name, entry in judged.items():
        if entry["cause"] and entry["counted"]:
            causes.setdefault(entry["cause"], []).append(name)
        elif not entry["counted"] and entry["exact"]:
            causes.setdefault(f"not counted, {entry['exact']}", []).append(name)
    return causes


def _flat(values: Any) -> str:
    if not isinstance(values, dict):
        return str(values)
    return ", ".join(f"{k} {_flat(v)}" for k, v in values.items())


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: {error}") from None
