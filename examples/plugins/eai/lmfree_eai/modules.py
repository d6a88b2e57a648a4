"""Write answers for a module of the evaluator, with notes on how each came about."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from lmfree_eai.package import VERSION, Graph, Task, graph_of, tasks
from planner.errors import InputError, PlannerError
from planner.files import write_text

__all__ = ["MODULES", "NOTES", "place", "write"]

NOTES = "lmfree_notes.json"


def place(root: Path, module: str) -> Path:
    """Return where the evaluator looks for a module's answers."""
    return root / "virtualhome" / module


def write(module: str, root: Path, only: Iterable[str] = ()) -> dict[str, Any]:
    """Write ``lmfree_outputs.json`` and the notes beside it; return the notes.

    Goals are written apart for the titles seen and unseen while the lexicon was made, and beside
    them the look-up. A task whose files cannot be read is named in the notes (``skipped``) and
    left out. CPU seconds are those of reading and planning.
    """
    answers: dict[str, list[dict[str, str]]] = {}
    notes, wanted, began = {}, set(only), time.process_time()
    for task in tasks():
        if wanted and task.name not in wanted:
            continue
        try:
            texts, note = MODULES[module](graph_of(task), task)
        except PlannerError as error:
            notes[task.name] = {"status": "skipped", "why": str(error)}
            continue
        notes[task.name] = note
        name = f"scene_1_{task.name}" if module == "subgoal_decomposition" else task.name
        for who, text in texts.items():
            answers.setdefault(who, []).append({"identifier": name, "llm_output": text})
    told = {"format": 1, "eai_eval": VERSION, "module": module,
            "cpu_seconds": round(time.process_time() - began, 1), "tasks": notes}
    folder = place(root, module)
    folder.mkdir(parents=True, exist_ok=True)
    for who, given in answers.items():
        write_text(folder / f"{who}_outputs.json", json.dumps(given, indent=1) + "\n")
    write_text(folder / NOTES, json.dumps(told, indent=1) + "\n")
    return told


Answers = tuple[dict[str, str], dict[str, Any]]
"""Texts by who answers, and a note."""


def _sequence(graph: Graph, task: Task) -> Answers:
    from lmfree_eai.sequencing import answer, plan_task

    found = plan_task(graph, task)
    return {"lmfree": answer(graph, found.lines or ())}, _note(found.lines, found.proven)


def _subgoals(graph: Graph, task: Task) -> Answers:
    from lmfree_eai.subgoals import answer, decompose

    if not task.formula:
        raise InputError(f"task {task.name} has no goal formula")
    found = decompose(graph, task)
    return {"lmfree": answer(found.entries or ())}, _note(
        found.entries, found.proven, found.defect)


def _goals(graph: Graph, task: Task) -> Answers:
    from lmfree_eai.goals import answer, half, interpret, look_up

    found = interpret(task, graph)
    return {f"lmfree_{half(task.title)}": answer(found), "lookup": answer(look_up(task, graph))}, {
        "status": "read" if found else "not understood", "length": len(found)}


def _note(plan: Any, proven: bool, defect: str = "") -> dict[str, Any]:
    if plan is not None:
        return {"status": "planned", "length": len(plan)}
    status = "evaluator's defect" if defect else "impossible" if proven else "no plan found"
    return {"status": status, "why": defect or ("proof" if proven else "search limit")}


MODULES: dict[str, Callable[[Graph, Task], Answers]] = {
    "action_sequencing": _sequence, "subgoal_decomposition": _subgoals,
    "goal_interpretation": _goals}
