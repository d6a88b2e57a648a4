"""Compare our laws with the package's simulator, transition by transition, on whole graphs."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from lmfree_eai.laws import Grounder, laws
from lmfree_eai.package import CHARACTER, Task, tasks
from lmfree_eai.sequencing import ALIASES, schema_of
from lmfree_eai.simulator import Simulator
from planner.pddl.conditions import Atom
from planner.pddl.model import Formula

EPISODE = 40
NAMES = (*(n.upper() for n in sorted(laws().actions) if n != "close_it"), *sorted(ALIASES))
"""Every action the simulator executes but PUTOBJBACK, which needs its hidden memory."""
PREPARED = {"holding": ("WALK", "GRAB"), "near": ("WALK", "FIND"), "is_open": ("OPEN",),
            "faces": ("WALK", "TURNTO")}
AFTER = {"SIT": "STANDUP", "LIE": "STANDUP", "PUTON": "PUTOFF", "PLUGOUT": "PLUGIN", "GRAB": "DROP",
         "OPEN": "CLOSE", "SWITCHON": "SWITCHOFF"}
"""What makes most calls more than a refusal: done before, by precondition, and afterwards."""


def compare(steps: int, seed: int = 0) -> tuple[Counter[tuple[str, str]], list[str]]:
    """Walk at random through tasks of all titles; each state is compared in all nodes and edges.

    Counted are actions with how they compare (:meth:`Walk.step`); what is different is told.
    """
    rng = random.Random(seed)
    found, different = Counter[tuple[str, str]](), list[str]()
    titles: dict[str, list[Task]] = {}
    for task in tasks().values():
        titles.setdefault(task.title, []).append(task)
    order = [task for group in zip_longest(*titles.values()) for task in group if task]
    while True:
        for task in order:
            walk = Walk(task, rng)
            for name, ids in walk.calls():
                how = walk.step(name, ids)
                found[how, name] += 1
                different += [f"{task.name} {name} {ids}: {walk.differ}"] * (how == "different")
                if found.total() >= steps:
                    return found, different


class Walk:
    """A random walk in one task, in our laws and in the package's simulator."""

    def __init__(self, task: Task, rng: random.Random) -> None:
        self.graph, self.rng, self.task = task.graph(), rng, task
        self.names = {n: self.graph.name(n) for n in self.graph.classes}
        self.me = self.names[CHARACTER]
        self.ours = Grounder(laws(), self.graph.kinds(self.names), self.graph.atoms())
        self.world = Simulator(task.data())
        self.fixed = self.ours.atoms - self.theirs()
        others = sorted(n for n in self.names if n != CHARACTER)
        self.knives = [n for n in others if "knife" in self.graph.classes[n]]
        self.focus = [*(n for n in task.listed if n != CHARACTER), *rng.sample(others, 6)]
        for kind in sorted(set().union(*self.graph.properties.values())):
            fitting = [n for n in others if kind in self.graph.properties[n]]
            self.focus += rng.sample(fitting, min(2, len(fitting)))

    def calls(self) -> Iterator[tuple[str, list[int]]]:
        """Yield calls at random, most of them prepared as their preconditions say."""
        for _ in range(EPISODE // 2):
            name = self.rng.choice(NAMES)
            schema = laws().actions[schema_of(name)]
            needs = set(_atoms(schema.precondition))
            ids = [self._thing({p.upper() for p, words in needs if words == (variable,)})
                   for variable, _ in schema.parameters[1:]]
            if len(set(ids)) < len(ids):
                continue
            for (variable, _), node in zip(schema.parameters[1:], ids, strict=True):
                for need, before in PREPARED.items():
                    if needs & {(need, ("?c", variable)), (need, (variable,))} and (
                            self.rng.random() < 0.8):
                        yield from ((done, [node]) for done in before)
            if name == "CUT" and self.knives:
                yield from (("WALK", self.knives[:1]), ("GRAB", self.knives[:1]), ("FIND", ids))
            yield name, ids
            if name in AFTER and self.rng.random() < 0.7:
                yield AFTER[name], [] if AFTER[name] == "STANDUP" else ids

    def _thing(self, wanted: set[str]) -> int:
        count = {n: len(wanted & self.graph.properties[n]) for n in self.focus}
        fitting = [n for n in self.focus if count[n] == max(count.values())]
        return self.rng.choice(fitting if self.rng.random() < 0.8 else self.focus)

    def step(self, name: str, ids: Sequence[int]) -> str:
        """Do something in both; our state goes on as the simulator's.

        The answer is ``executed`` or ``refused`` by both alike, ``open`` in our laws, or
        ``different``; ``crash`` where the simulator itself breaks and nothing is compared.
        """
        words = [self.names[i] for i in ids]
        before = {atom for word in words for relation in ("on", "inside", "close")
                  for atom in self.ours.index.get((relation, 0, word), ())}
        failure, self.differ = self.world.act(name, ids), set[Atom]()
        if failure.startswith("crash"):
            return "crash"
        done = self._execute(name, words)
        if failure and not done:  # both states are as they were
            return "refused"
        self.differ = (self.ours.atoms - self.fixed) ^ self.theirs()
        how = "refused" if failure else "executed"
        if self.differ or done != (how == "executed"):
            how = "open" if self._left_open(name, words, before) else "different"
        for atom in self.differ:
            self.ours.put(atom, atom not in self.ours.atoms)
        return how

    def _execute(self, name: str, words: Sequence[str]) -> bool:
        done = self.ours.execute(schema_of(name), (self.me, *words))
        if done or name != "FIND":
            return done
        known = {("body_part", tuple(words)), ("on", (words[0], self.me))} & self.ours.atoms
        return not known and self._execute("WALK", words)

    def theirs(self) -> set[Atom]:
        """Return the simulator's state as facts."""
        data, names = self.world.data(), self.names
        atoms: set[Atom] = {(e["relation_type"].lower(), (names[e["from_id"]], names[e["to_id"]]))
                 for e in data["edges"]}
        atoms |= {("holding", words) for relation, words in atoms if relation.startswith("holds")}
        atoms |= {("grabbed", (names[n],)) for n in self.world.grabbed()}
        return atoms | {("is_" + s.lower(), (names[n["id"]],))
                        for n in data["nodes"] for s in n["states"]}

    def _left_open(self, name: str, words: Sequence[str], before: set[Atom]) -> bool:
        """Say whether the simulator follows the order of a set here (``domain.pddl``)."""
        rooms = [a for a in before if a[0] == "inside" and self.ours.kinds[a[1][1]] == "room"]
        if name in ("WALK", "RUN", "FIND", "WATCH") and len(rooms) > 1:
            return True
        differ, others = self.differ, {w for a in self.differ for w in a[1]} - {self.me}
        return (name == "GRAB" and not differ & self.ours.atoms and len(others) < 2
                and others <= {*words, *(a[1][1] for a in before)}
                and all(a[0] == "close" for a in differ))


def _atoms(formula: Formula) -> Iterator[Atom]:
    """Yield the atoms of a precondition and of its axioms, quantified ones left out."""
    if formula[0] == "atom":
        yield formula[1:]
        for axiom in laws().axioms:
            if axiom.predicate == formula[1] and axiom.parameters[-1][0] in formula[2]:
                yield from _atoms(axiom.condition)
    elif formula[0] in ("and", "or", "not"):
        for part in formula[1:]:
            yield from _atoms(part)
