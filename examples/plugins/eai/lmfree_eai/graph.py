"""Scene graphs as PDDL facts: names of objects, atoms, the text of a problem."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from lmfree_eai.laws import Atom, laws
from lmfree_eai.package import CHARACTER, Graph, Task

__all__ = ["atoms_of", "goal_atoms", "kinds_of", "name_of", "problem_text"]

def name_of(graph: Graph, node: int) -> str:
    """Return a node's PDDL name, e.g. ``floor_lamp_1000``."""
    return re.sub(r"[^a-z0-9_]", "_", graph.classes[node].lower()) + f"_{node}"


def kinds_of(graph: Graph, nodes: Iterable[int]) -> dict[str, str]:
    """Return the PDDL type of each node, by name."""
    return {name_of(graph, n): "character" if n == CHARACTER else
            "room" if n in graph.rooms else "item" for n in nodes}


def atoms_of(graph: Graph, nodes: Collection[int] | None = None) -> set[Atom]:
    """Return the facts about ``nodes`` (all by default), static ones included."""
    names = {n: name_of(graph, n) for n in (graph.classes if nodes is None else nodes)}
    atoms: set[Atom] = {(relation.lower(), names[a], names[b]) for a, relation, b in graph.edges
             if a in names and b in names}
    atoms |= {("grabbed", names[b]) for a, relation, b in graph.edges
              if relation.startswith("HOLDS") and a in names and b in names}
    known = laws()
    for node, name in names.items():
        atoms |= {("is_" + state.lower(), name) for state in graph.states[node]}
        properties = {p.lower() for p in graph.properties[node]}
        atoms |= {(p, name) for p in properties & set(known.predicates)}
        kind = graph.classes[node]
        atoms |= {("kind", name, k)
                  for k in {kind, "knife" if "knife" in kind else kind} if k in known.constants}
    return atoms


def goal_atoms(graph: Graph, task: Task) -> list[Atom]:
    """Return the wanted node states and edges as atoms."""
    return [("is_" + state.lower(), name_of(graph, n)) for n, state in task.states] + [
        (relation.lower(), name_of(graph, a), name_of(graph, b)) for a, relation, b in task.edges]


def problem_text(name: str, kinds: Mapping[str, str], atoms: Iterable[Atom],
                 goal: Iterable[Atom]) -> str:
    """Return a PDDL problem."""
    objects = " ".join(f"{n} - {k}" for n, k in kinds.items())
    init, wanted = ("\n  ".join(f"({' '.join(a)})" for a in part) for part in (sorted(atoms), goal))
    return (f"(define (problem t{name}) (:domain virtualhome)\n (:objects {objects})\n"
            f" (:init {init})\n (:goal (and {wanted})))\n")
