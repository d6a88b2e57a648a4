"""Compare our laws with the package's simulator, transition by transition, on whole graphs."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from lmfree_eai.graph import atoms_of, kinds_of, name_of
from lmfree_eai.laws import Atom, Facts, execute, laws
from lmfree_eai.package import CHARACTER, Task, graph_of, tasks
from lmfree_eai.sequencing import ALIASES, schema_of
from lmfree_eai.simulator import Simulator

__all__ = ["Agreement", "Walk", "by_action", "compare"]

EPISODE = 40
NAMES = (*(n.upper() for n in sorted(laws().actions) if n != "close_it"), *sorted(ALIASES))
"""Every action the simulator executes but PUTOBJBACK, which needs its hidden memory."""


FITTING = {"GRAB": "GRABBABLE", "OPEN": "CAN_OPEN", "CLOSE": "CAN_OPEN", "SIT": "SITTABLE",
           "LIE": "LIEABLE", "SWITCHON": "HAS_SWITCH", "SWITCHOFF": "HAS_SWITCH",
           "PLUGIN": "HAS_PLUG", "PLUGOUT": "HAS_PLUG", "WATCH": "LOOKABLE", "EAT": "EATABLE",
           "PULL": "MOVABLE", "MOVE": "MOVABLE", "READ": "READABLE", "DRINK": "DRINKABLE",
           "POUR": "DRINKABLE", "PUTON": "CLOTHES", "PUTOFF": "CLOTHES", "SQUEEZE": "CLOTHES",
           "CUT": "CUTTABLE", "GREET": "PERSON", "TYPE": "HAS_SWITCH",
           "into": "RECIPIENT"}
AFTER = {"SIT": "STANDUP", "LIE": "STANDUP", "PUTON": "PUTOFF", "PLUGOUT": "PLUGIN", "GRAB": "DROP",
         "READ": "DROP", "DRINK": "DROP", "POUR": "DROP", "OPEN": "CLOSE", "SWITCHON": "SWITCHOFF"}
HELD = ("PUTBACK", "PUTIN", "POUR", "DROP", "RELEASE", "READ", "DRINK", "PUTON")
"""What makes most calls more than a refusal: a fitting thing, and being near or holding it."""


@dataclass
class Agreement:
    """Transitions by action: executed alike, refused alike, left open by our laws, different."""

    done: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    open: Counter[str] = field(default_factory=Counter)
    crashes: Counter[str] = field(default_factory=Counter)
    different: list[str] = field(default_factory=list)

    @property
    def total(self) -> int:
        """Return the number of transitions compared."""
        return sum(map(sum, (c.values() for c in (self.done, self.refused, self.open)))) + len(
            self.different)


def compare(steps: int, seed: int = 0) -> Agreement:
    """Walk at random through tasks of all titles; each state is compared in all nodes and edges."""
    rng, found = random.Random(seed), Agreement()
    order = _by_title()
    while True:
        for task in order:
            walk = Walk(task, rng)
            for name, ids in walk.calls():
                walk.step(found, name, ids)
                if found.total >= steps:
                    return found


def _by_title() -> list[Task]:
    groups: dict[str, list[Task]] = {}
    for task in tasks():
        groups.setdefault(task.title, []).append(task)
    longest = max(map(len, groups.values()))
    return [g[n] for n in range(longest) for g in groups.values() if n < len(g)]


class Walk:
    """A random walk in one task, in our laws and in the package's simulator."""

    def __init__(self, task: Task, rng: random.Random) -> None:
        self.graph, self.rng, self.task = graph_of(task), rng, task
        self.names = {n: name_of(self.graph, n) for n in self.graph.classes}
        self.kinds = kinds_of(self.graph, self.graph.classes)
        self.facts = Facts(atoms_of(self.graph))
        self.world = Simulator.of_task(task.name)
        others = sorted(n for n in self.names if n != CHARACTER)
        self.focus = [*(n for n in task.listed if n != CHARACTER), *rng.sample(others, 6)]
        self.knives = [n for n in others if "knife" in self.graph.classes[n]]
        for wanted in sorted(set(FITTING.values())):
            fitting = [n for n in others if wanted in self.graph.properties[n]]
            self.focus += rng.sample(fitting, min(2, len(fitting)))

    def calls(self) -> Iterator[tuple[str, list[int]]]:
        """Yield calls at random, some of them prepared by walking, grabbing, turning."""
        for _ in range(EPISODE // 2):
            name = self.rng.choice(NAMES)
            ids = [self._thing(name if place == 0 else "into") for place, _ in enumerate(
                laws().actions[schema_of(name)].parameters[1:])]
            if len(set(ids)) < len(ids):
                continue
            if ids and self.rng.random() < 0.8:
                if name in ("LOOKAT", "POINTAT", "WATCH"):
                    yield "TURNTO", ids[:1]
                elif self.rng.random() < 0.9:
                    yield self.rng.choice(("WALK", "FIND")), ids[:1]
                if name in HELD:
                    yield "GRAB", ids[:1]
                if len(ids) > 1:
                    yield "FIND", ids[1:]
            if name == "CUT" and self.knives:
                yield from (("WALK", self.knives[:1]), ("GRAB", self.knives[:1]), ("FIND", ids))
            yield name, ids
            if name in AFTER and self.rng.random() < 0.7:
                yield AFTER[name], [] if name in ("SIT", "LIE") else ids[:1]

    def _thing(self, name: str) -> int:
        wanted = FITTING.get(name, "GRABBABLE" if name in HELD else "")
        fitting = [n for n in self.focus if wanted in self.graph.properties[n]]
        return self.rng.choice(fitting if fitting and self.rng.random() < 0.8 else self.focus)

    def step(self, found: Agreement, name: str, ids: Sequence[int]) -> None:
        """Do something in both; count how they compare."""
        before = self._beside(ids)
        failure = self.world.act(name, ids)
        if failure.startswith("crash"):
            found.crashes[failure] += 1
            return
        ours = self._execute(name, [self.names[i] for i in ids])
        differ = self.changes() ^ self.facts.changed
        if ours == (not failure) and not differ:
            (found.refused if failure else found.done)[name] += 1
            return
        if self._left_open(name, ids, before, differ):
            found.open[name] += 1
        else:
            found.different.append(f"{self.task.name} {name} {ids} {failure or 'done'}: "
                                   f"{sorted(differ)[:4]}")
        for atom in differ:
            (self.facts.discard if atom in self.facts.all else self.facts.add)(atom)

    def _beside(self, ids: Sequence[int]) -> set[Atom]:
        """Return what things are on, in and close to."""
        names = [self.names[i] for i in ids]
        return {a for name in names for relation in ("on", "inside", "close")
                for a in self.facts.matching(relation, (name, "?")) if a[1] == name}

    def try_both(self, name: str, ids: Sequence[int]) -> bool:
        """Do something in both; return whether it was executed."""
        found = Agreement()
        self.step(found, name, ids)
        return bool(found.done or (found.open and self.changes()))

    def _execute(self, name: str, words: Sequence[str]) -> bool:
        actor, schema = self.names[CHARACTER], schema_of(name)
        if name == "FIND" and not execute(self.kinds, self.facts, "find", (actor, *words)):
            body = ("body_part", words[0]) in self.facts.all
            worn = ("on", words[0], actor) in self.facts.all
            return not body and not worn and self._execute("WALK", words)
        return name == "FIND" or execute(self.kinds, self.facts, schema, (actor, *words))

    def literals(self, ids: Sequence[int]) -> set[tuple[bool, str, tuple[str, ...]]]:
        """Return what holds of the character and some things, by places, in the annotation's words.

        Predicates that never hold of anything here are left out.
        """
        from lmfree_eai.modeling import GUARDS, said

        names = [self.names[CHARACTER], *(self.names[i] for i in ids)]
        found: set[tuple[bool, str, tuple[str, ...]]] = set()
        for predicate, shape in laws().predicates.items():
            if predicate in laws().derived or predicate in GUARDS:
                continue
            for places in product(range(len(names)), repeat=len(shape)):
                if len(set(places)) == len(places):
                    holds = (predicate, *(names[p] for p in places)) in self.facts.all
                    found.update(said(holds, predicate, tuple(map(str, places))))
        return found

    def changes(self) -> set[Atom]:
        """Return the atoms in which the package's state differs from its first graph."""
        state, first = self.world.state, self.world.state._graph
        edges = {(a, relation, b) for (a, relation), more in state._new_edges_from.items()
                 for b in more if b not in first.get_node_ids_from(a, relation)
                 and b not in state._removed_edges_from.get((a, relation), ())}
        edges |= {(a, relation, b) for (a, relation), gone in state._removed_edges_from.items()
                  for b in gone if b in first.get_node_ids_from(a, relation)}
        atoms: set[Atom] = {(r.name.lower(), self.names[a], self.names[b]) for a, r, b in edges}
        atoms |= {("grabbed", self.names[n]) for _, n in state.executor_data}
        for node, new in state._new_nodes.items():
            now = frozenset(s.name for s in new.states)
            atoms |= {("is_" + s.lower(), self.names[node]) for s in now ^ self.graph.states[node]}
        return atoms

    def _left_open(self, name: str, ids: Sequence[int], before: set[Atom], differ: set[Atom],
                   ) -> bool:
        """Say whether the simulator follows the order of a set here (``domain.pddl``)."""
        actor, words = self.names[CHARACTER], [self.names[i] for i in ids]
        rooms = {a[2] for a in before if a[0] == "inside" and self.kinds[a[2]] == "room"}
        if name in ("WALK", "RUN", "FIND", "WATCH") and len(rooms) > 1:
            return True
        neighbours = {a[2] for a in before} | {actor, *words}
        others = {w for a in differ for w in a[1:]} - {actor}
        return (name == "GRAB" and not differ & self.facts.all and len(others) < 2
                and others <= neighbours and all(a[0] == "close" for a in differ))


def by_action(found: Agreement) -> Iterator[str]:
    """Yield a line for each action."""
    for name in sorted({*found.done, *found.refused, *found.open}):
        yield (f"{name:10} done {found.done[name]:5} refused {found.refused[name]:5} "
               f"open {found.open[name]:4}")
