"""A task as a case: read from a file, compiled to PDDL with everything known."""

from __future__ import annotations

from pathlib import Path

from lmfree_eai import Chore
from lmfree_eai.laws import DOMAIN_FILE
from lmfree_eai.package import CHARACTER, task_of
from planner import Translation, case
from planner.execution.actor.contract import Believed
from planner.files import read_toml

__all__ = ["compile_case", "load"]


def load(path: Path) -> Chore:
    """Read a case file."""
    chore: Chore = case("virtualhome", **{k: v for k, v in read_toml(path).items() if k != "kind"})
    return chore


def compile_case(chore: Chore) -> Translation:
    """Compile the node and edge goals over the listed nodes; action goals stand in the notes."""
    task = task_of(chore.task)
    graph = task.graph()
    nodes = sorted({*task.listed, *graph.rooms, CHARACTER})
    known = Believed(graph.kinds(nodes), frozenset(graph.atoms(nodes)),
                     frozenset(map(graph.goal, task.goals)))
    return Translation(DOMAIN_FILE.read_text(encoding="utf-8"), known.problem_text("virtualhome"),
                       {graph.name(n): f"{graph.classes[n]} ({n})" for n in nodes},
                       {"actions": list(task.actions)})
