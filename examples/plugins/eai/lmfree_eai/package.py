"""Read what ``eai-eval`` ships: tasks, the objects a task lists, first scene graphs.

Gold programs and final graphs are in the same files; nothing here returns them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from planner.errors import InputError, MissingError

__all__ = ["CHARACTER", "Graph", "Task", "description_of", "folder", "graph_of", "read_json",
           "task_of", "tasks"]

VERSION = "1.0.5"
CHARACTER = 65
STATES = ("OPEN", "CLOSED", "ON", "OFF", "SITTING", "LYING", "CLEAN", "DIRTY", "PLUGGED_IN",
          "PLUGGED_OUT")
RELATIONS = ("ON", "INSIDE", "CLOSE", "FACING", "BETWEEN", "HOLDS_RH", "HOLDS_LH")
GRAPHS = ("dataset/programs_processed_precond_nograb_morepreconds/init_and_final_graphs/"
          "TrimmedTestScene1_graph/results_intentions_march-13-18")
PROGRAMS = GRAPHS.replace("init_and_final_graphs", "executable_programs")
TASKS = "resources/virtualhome/task_state_LTL_formula_accurate.json"
PROMPTS = "evaluation/action_sequencing/prompts/helm_prompts.json"


@dataclass(frozen=True)
class Task:
    """One task: wanted node states ``(id, state)``, edges ``(from, relation, to)``, action names.

    ``listed`` are the ids a model's prompt lists, ``formula`` is the temporal goal of subgoal
    decomposition.
    """

    name: str
    title: str
    states: tuple[tuple[int, str], ...]
    edges: tuple[tuple[int, str, int], ...]
    actions: tuple[str, ...]
    formula: str
    listed: tuple[int, ...]


@dataclass(frozen=True)
class Graph:
    """A scene graph: class, properties, states of each node by id, and edges."""

    classes: Mapping[int, str]
    rooms: frozenset[int]
    properties: Mapping[int, frozenset[str]]
    states: Mapping[int, frozenset[str]]
    edges: frozenset[tuple[int, str, int]]

    @classmethod
    def read(cls, data: Mapping[str, Any], where: str = "graph") -> Graph:
        """Read the package's JSON; raises InputError for what its simulator does not know."""
        try:
            nodes = {int(n["id"]): n for n in data["nodes"]}
            edges = frozenset((int(e["from_id"]), e["relation_type"].upper(), int(e["to_id"]))
                              for e in data["edges"])
            graph = cls({i: n["class_name"] for i, n in nodes.items()},
                        frozenset(i for i, n in nodes.items() if n["category"] == "Rooms"),
                        {i: frozenset(n["properties"]) for i, n in nodes.items()},
                        {i: frozenset(s.upper() for s in n["states"]) for i, n in nodes.items()},
                        edges)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InputError(f"{where}: no scene graph: {error!r}") from None
        for kind, found, known in (
                ("relation", {r for _, r, _ in edges}, RELATIONS),
                ("state", {s for states in graph.states.values() for s in states}, STATES)):
            if found - set(known):
                raise InputError(f"{where}: unknown {kind} {min(found - set(known))!r}")
        stray = [e for e in edges if e[0] not in nodes or e[2] not in nodes]
        if stray:
            raise InputError(f"{where}: the edge {min(stray)} has no node")
        return graph


def folder() -> Path:
    """Return the folder of the package's VirtualHome half; raises MissingError."""
    wanted = f"pip install 'eai-eval=={VERSION}'"
    try:
        version = metadata.version("eai-eval")
    except metadata.PackageNotFoundError:
        raise MissingError(f"eai-eval is not installed: {wanted}") from None
    spec = find_spec("virtualhome_eval")
    if version != VERSION or spec is None or not spec.submodule_search_locations:
        raise MissingError(f"eai-eval {version} is installed, {VERSION} is known here: {wanted}")
    return Path(next(iter(spec.submodule_search_locations)))


def read_json(name: str) -> Any:
    """Read a JSON file of the package; raises MissingError if it is missing or no JSON."""
    try:
        return json.loads((folder() / name).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise MissingError(f"eai-eval {VERSION} lacks {name}: {error}") from None


@lru_cache(maxsize=1)
def tasks() -> tuple[Task, ...]:
    """Return the 342 tasks, in the package's order."""
    listed = {p["identifier"]: _listed(p["llm_prompt"]) for p in read_json(PROMPTS)}
    return tuple(_task(title, name, entry, listed.get(name, ()))
                 for title, group in read_json(TASKS)["scene_1"].items()
                 for name, entry in group.items())


def task_of(name: str) -> Task:
    """Return a task by its identifier, e.g. ``11_1``; raises InputError."""
    found = next((t for t in tasks() if t.name == name), None)
    if found is None:
        raise InputError(f"eai-eval has no task {name!r}; its first is {tasks()[0].name}")
    return found


def graph_of(task: Task) -> Graph:
    """Return the scene graph a task begins with."""
    where = f"{GRAPHS}/file{task.name}.json"
    return Graph.read(read_json(where)["init_graph"], where)


def description_of(task: Task) -> str:
    """Return what a person wrote about a task: the second line of its file, and no more of it."""
    path = folder() / PROGRAMS / f"file{task.name}.txt"
    try:
        with path.open(encoding="utf-8", errors="replace") as lines:
            return [next(lines, "") for _ in range(2)][1].strip()
    except OSError as error:
        raise MissingError(f"eai-eval {VERSION} lacks {path.name}: {error}") from None


def _listed(prompt: str) -> tuple[int, ...]:
    part = prompt.rpartition("Input:")[2].partition("-----")[0]
    return tuple(int(i) for i in re.findall(r", id: (\d+),", part))


def _task(title: str, name: str, entry: Mapping[str, Any], listed: tuple[int, ...]) -> Task:
    goals = entry["vh_goal"]["goal"]
    states = [(g["id"], g["state"]) for g in goals if "state" in g]
    edges = [(g["from_id"], g["relation_type"], g["to_id"]) for g in goals if "to_id" in g]
    return Task(name, title, tuple(dict.fromkeys(states)), tuple(dict.fromkeys(edges)),
                tuple(dict.fromkeys(entry["vh_goal"]["actions"])), entry["tl_goal"], listed)
