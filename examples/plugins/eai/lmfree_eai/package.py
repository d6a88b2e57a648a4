"""Read what ``eai-eval`` ships: tasks, the objects a task lists, first scene graphs as facts.

Gold programs and final graphs are in the same files; nothing here returns them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from lmfree_eai.laws import laws
from planner.errors import InputError, MissingError
from planner.pddl.conditions import Atom

VERSION = "1.0.5"
CHARACTER = 65
KNOWN = {"state": {"OPEN", "CLOSED", "ON", "OFF", "SITTING", "LYING", "CLEAN", "DIRTY",
                   "PLUGGED_IN", "PLUGGED_OUT"},
         "relation": {"ON", "INSIDE", "CLOSE", "FACING", "BETWEEN", "HOLDS_RH", "HOLDS_LH"}}
GRAPHS = ("dataset/programs_processed_precond_nograb_morepreconds/init_and_final_graphs/"
          "TrimmedTestScene1_graph/results_intentions_march-13-18")
PROGRAMS = GRAPHS.replace("init_and_final_graphs", "executable_programs")
TASKS = "resources/virtualhome/task_state_LTL_formula_accurate.json"
PROMPTS = "evaluation/action_sequencing/prompts/helm_prompts.json"


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
        found = {"relation": {r for _, r, _ in edges}, "state": set().union(*graph.states.values())}
        for kind, names in found.items():
            if names - KNOWN[kind]:
                raise InputError(f"{where}: unknown {kind} {min(names - KNOWN[kind])!r}")
        stray = [e for e in edges if e[0] not in nodes or e[2] not in nodes]
        if stray:
            raise InputError(f"{where}: the edge {min(stray)} has no node")
        return graph

    def name(self, node: int) -> str:
        """Return a node's PDDL name, e.g. ``floor_lamp_1000``."""
        return re.sub(r"[^a-z0-9_]", "_", self.classes[node].lower()) + f"_{node}"

    def names(self, nodes: Iterable[int]) -> tuple[str, ...]:
        """Return the PDDL names of nodes."""
        return tuple(map(self.name, nodes))

    def kinds(self, nodes: Iterable[int]) -> dict[str, str]:
        """Return the PDDL type of each node, by name."""
        return {self.name(n): "character" if n == CHARACTER else
                "room" if n in self.rooms else "item" for n in nodes}

    def atoms(self, nodes: Iterable[int] = ()) -> set[Atom]:
        """Return the facts about ``nodes`` (all by default), static ones included."""
        names = {n: self.name(n) for n in nodes or self.classes}
        atoms: set[Atom] = {(relation.lower(), (names[a], names[b]))
                            for a, relation, b in self.edges if a in names and b in names}
        held = [words for relation, words in atoms if relation.startswith("holds")]
        atoms |= {("grabbed", words[1:]) for words in held} | {("holding", words) for words in held}
        for node, name in names.items():
            kind = "knife" if "knife" in self.classes[node] else self.classes[node]
            atoms |= {("is_" + state.lower(), (name,)) for state in self.states[node]}
            atoms |= {(p.lower(), (name,)) for p in self.properties[node]
                      if p.lower() in laws().predicates}
            atoms |= {("kind", (name, k)) for k in (kind,) if k in laws().constants}
        return atoms

    def has(self, goal: tuple[Any, ...]) -> bool:
        """Say whether a goal, ``(id, state)`` or ``(from, relation, to)``, holds."""
        return goal in self.edges if len(goal) == 3 else goal[1] in self.states[goal[0]]

    def goal(self, goal: tuple[Any, ...]) -> Atom:
        """Return a goal as an atom."""
        if len(goal) == 3:
            return goal[1].lower(), self.names(goal[::2])
        return "is_" + goal[1].lower(), self.names(goal[:1])

    def told(self, goal: tuple[Any, ...]) -> str:
        """Return a goal in words."""
        return " ".join(f"{self.classes[w]} {w}" if isinstance(w, int) else w for w in goal)


@dataclass(frozen=True)
class Task:
    """One task: wanted states ``(id, state)`` and edges ``(from, relation, to)``, action names.

    ``listed`` are the ids a model's prompt lists, ``formula`` is the temporal goal of subgoal
    decomposition.
    """

    name: str
    title: str
    goals: tuple[tuple[Any, ...], ...]
    actions: tuple[str, ...]
    formula: str
    listed: tuple[int, ...]

    @property
    def edges(self) -> int:
        """Return the number of wanted edges."""
        return sum(len(goal) == 3 for goal in self.goals)

    @property
    def options(self) -> list[list[str]]:
        """Return each action goal's alternatives."""
        return [[name.strip().upper() for name in goal.split("|")] for goal in self.actions]

    def data(self) -> Any:
        """Return the scene graph it begins with, as the package has it."""
        return read_json(f"{GRAPHS}/file{self.name}.json")["init_graph"]

    def graph(self) -> Graph:
        """Return the scene graph it begins with."""
        return Graph.read(self.data(), f"file{self.name}.json")

    def description(self) -> str:
        """Return what a person wrote about it: the second line of its file, and no more of it."""
        path = folder() / PROGRAMS / f"file{self.name}.txt"
        try:
            with path.open(encoding="utf-8", errors="replace") as lines:
                return [next(lines, "") for _ in range(2)][1].strip()
        except OSError as error:
            raise MissingError(f"eai-eval {VERSION} lacks {path.name}: {error}") from None


@cache
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


@cache
def tasks() -> Mapping[str, Task]:
    """Return the 342 tasks by name, in the package's order."""
    listed = {p["identifier"]: p["llm_prompt"].rpartition("Input:")[2].partition("-----")[0]
              for p in read_json(PROMPTS)}
    found = {}
    for title, group in read_json(TASKS)["scene_1"].items():
        for name, entry in group.items():
            goals = entry["vh_goal"]["goal"]
            states = [(g["id"], g["state"]) for g in goals if "state" in g]
            edges = [(g["from_id"], g["relation_type"], g["to_id"]) for g in goals if "to_id" in g]
            ids = re.findall(r", id: (\d+),", listed.get(name, ""))
            found[name] = Task(name, title, tuple(dict.fromkeys([*states, *edges])),
                               tuple(dict.fromkeys(entry["vh_goal"]["actions"])), entry["tl_goal"],
                               tuple(map(int, ids)))
    return found


def task_of(name: str) -> Task:
    """Return a task by its identifier, e.g. ``11_1``; raises InputError."""
    if name not in tasks():
        raise InputError(f"eai-eval has no task {name!r}; its first is {next(iter(tasks()))}")
    return tasks()[name]
