"""Write answers for a module of the evaluator, with notes on how each came about."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from lmfree_eai import goals, modeling, sequencing, subgoals
from lmfree_eai.package import VERSION, Graph, Task, task_of, tasks
from planner.errors import PlannerError
from planner.files import write_text

NOTES = "lmfree_notes.json"
Answers = tuple[dict[str, str], str]
"""Texts by who answers, and what became of the task."""


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
    notes, began = {}, time.process_time()
    for task in [task_of(name) for name in only] or tasks().values():
        try:
            texts, notes[task.name] = MODULES[module](task.graph(), task)
        except PlannerError as error:
            notes[task.name] = f"skipped ({error})"
            continue
        name = f"scene_1_{task.name}" if module == "subgoal_decomposition" else task.name
        for who, text in texts.items():
            answers.setdefault(who, []).append({"identifier": name, "llm_output": text})
    told = {"format": 2, "eai_eval": VERSION, "module": module,
            "cpu_seconds": round(time.process_time() - began, 1), "tasks": notes}
    place(root, module).mkdir(parents=True, exist_ok=True)
    for who, given in answers.items():
        write_text(place(root, module) / f"{who}_outputs.json", json.dumps(given, indent=1) + "\n")
    write_text(place(root, module) / NOTES, json.dumps(told, indent=1) + "\n")
    return told


def _goals(graph: Graph, task: Task) -> Answers:
    found = goals.interpret(task, graph)
    return {f"lmfree_{goals.half(task.title)}": goals.answer(found),
            "lookup": goals.answer(goals.look_up(task, graph))}, "" if found else "not understood"


MODULES: dict[str, Callable[[Graph, Task], Answers]] = {
    "action_sequencing": sequencing.answer, "subgoal_decomposition": subgoals.answer,
    "goal_interpretation": _goals,
    "transition_modeling": lambda _, task: (modeling.answers(task), "")}
