"""A task as a case: read from a file, compiled to PDDL with everything known."""

from __future__ import annotations

from pathlib import Path

from lmfree_eai import Chore
from lmfree_eai.graph import atoms_of, goal_atoms, kinds_of, name_of, problem_text
from lmfree_eai.laws import DOMAIN_FILE
from lmfree_eai.package import CHARACTER, graph_of, task_of
from planner import Translation, case
from planner.files import read_toml

__all__ = ["compile_case", "load"]


def load(path: Path) -> Chore:
    """Read a case file."""
    values = {k: v for k, v in read_toml(path).items() if k != "kind"}
    chore: Chore = case("virtualhome", **values)
    return chore


def compile_case(chore: Chore) -> Translation:
    """Compile the node and edge goals over the listed nodes; action goals stand in the notes."""
    task = task_of(chore.task)
    graph = graph_of(task)
    nodes = sorted({*task.listed, *graph.rooms, CHARACTER})
    names = {name_of(graph, n): f"{graph.classes[n]} ({n})" for n in nodes}
    return Translation(
        DOMAIN_FILE.read_text(encoding="utf-8"),
        problem_text(task.name, kinds_of(graph, nodes), atoms_of(graph, nodes),
                     goal_atoms(graph, task)), names, {"actions": list(task.actions)})
