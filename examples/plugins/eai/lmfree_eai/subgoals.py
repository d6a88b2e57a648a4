"""Subgoal decomposition: the moves of the search are the evaluator's recipes.

An entry such as ``ON(lamp.1000)`` is turned by the evaluator into fixed actions, nearly always
FIND first (``evaluation/subgoal_decomposition/state_action_translator.py``). FIND walks only where
the thing is not near, and never to a body part.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from lmfree_eai.graph import goal_atoms, name_of
from lmfree_eai.laws import Condition, Ground, Operator, every, holds
from lmfree_eai.package import CHARACTER, Graph, Task
from lmfree_eai.search import Move, apply, search, unreachable
from lmfree_eai.sequencing import ground_of, schema_of, staged

__all__ = ["Decomposed", "answer", "decompose"]

STATES = {"close_it": "CLOSED", "open": "OPEN", "switchon": "ON", "switchoff": "OFF",
          "wash": "CLEAN", "wipe": "CLEAN", "plugin": "PLUGGED_IN", "plugout": "PLUGGED_OUT"}
ACTIONS = frozenset((
    "DRINK", "EAT", "CUT", "TOUCH", "LOOKAT", "WATCH", "READ", "TYPE", "PUSH", "PULL", "MOVE",
    "SQUEEZE", "SLEEP", "WAKEUP", "RINSE", "SCRUB", "WASH", "WIPE", "GRAB", "SWITCHOFF"))
"""What an entry may name as an action; POUR is not among them, though goal formulas name it."""
HELD = ("DRINK", "EAT", "READ")
LIMIT = 3_000


@dataclass(frozen=True)
class Decomposed:
    """Entries, or none with the reason: ``proven`` impossible, or a ``defect`` of the evaluator."""

    entries: tuple[str, ...] | None
    proven: bool = False
    defect: str = ""


def decompose(graph: Graph, task: Task) -> Decomposed:
    """Plan a task in entries."""
    options = [[n.strip().upper() for n in goal.split("|")] for goal in task.actions]
    unknown = [o for o in options if not set(o) <= ACTIONS]
    if unknown:
        return Decomposed(None, defect=f"the goal formula names {unknown[0][0]}, which the "
                                       "evaluator's parser does not take")
    proofs = []
    for chosen in product(*options):
        ground = ground_of(graph, task.listed, ("standup",), {schema_of(n) for n in chosen},
                           around=True)
        parts = [ground.literal(atom) for atom in goal_atoms(graph, task)]
        operators, wanted = staged(ground, [tuple(chosen)])
        goal = wanted | sum(1 << p for p in set(parts) if not isinstance(p, bool))
        wish: Condition = (goal, 0, ()) if goal else True
        named = _Recipes(graph, ground, operators, chosen).moves()
        moves = list(named)
        plan = None if False in parts else search(moves, ground.state, wish, limit=LIMIT)
        if plan is not None:
            return Decomposed(_shortened([named[m] for m in plan], named, ground.state, wish))
        used = list(dict.fromkeys(o for m in moves for o in m))
        proofs.append(False in parts or unreachable(used, ground.state, goal, 0) or
                      unreachable(used, ground.state, goal, _hands(ground)))
    return Decomposed(None, proven=all(proofs))


def answer(entries: Sequence[str]) -> str:
    """Return entries in the evaluator's format."""
    return json.dumps({"necessity_to_use_action": "no", "actions_to_include": [],
                       "output": list(entries)})


def _shortened(entries: list[str], named: Mapping[Move, str], start: int, goal: Condition,
               ) -> tuple[str, ...]:
    """Leave out entries that the rest does not need; any branch of an entry counts.

    At least one is kept, since the evaluator takes no empty answer.
    """
    place = 0
    while place < len(entries) > 1:
        rest = entries[:place] + entries[place + 1:]
        states = {start}
        for entry in rest:
            states = {after for m, e in named.items() if e == entry for before in states
                      if (after := apply(m, before)) is not None}
        if any(holds(goal, state) for state in states):
            entries, place = rest, 0
        else:
            place += 1
    return tuple(entries)


class _Recipes:
    """The moves of a task and the entry that each is written as."""

    def __init__(self, graph: Graph, ground: Ground, operators: Sequence[Operator],
                 chosen: Sequence[str]) -> None:
        self.ground, self.chosen = ground, chosen
        self.words = {name_of(graph, n): f"{graph.classes[n]}.{n}" for n in graph.classes}
        self.by_call = {(o.name, o.arguments[1:]): o for o in operators}
        self.actor = self.words[name_of(graph, CHARACTER)]
        self.bodies = {name_of(graph, n) for n, p in graph.properties.items() if "BODY_PART" in p}

    def moves(self) -> Mapping[Move, str]:
        """Return every move; where two entries give one move, the first."""
        found: dict[Move, str] = {}
        for (name, words), operator in self.by_call.items():
            for move, entry in self.of(name, words, operator):
                found.setdefault(move, entry)
        return found

    def of(self, name: str, words: tuple[str, ...], last: Operator) -> Iterator[tuple[Move, str]]:
        """Yield the moves that end with an operator."""
        shown, me = [self.words[w] for w in words], self.actor
        if name in self.chosen:
            entry = f"{name}({', '.join(shown)})"
            yield from ((move, entry) for move in self._action(name, words, last))
        entry = (f"{STATES[name]}({shown[0]})" if name in STATES else
                 f"ONTOP({me}, {shown[0]})" if name in ("sit", "lie") else
                 f"FACING({me}, {shown[0]})" if name == "turnto" else "")
        if entry:
            yield from (((*f, last), entry) for f in self.find(words[0]))
        elif name in ("putback", "putin"):
            entry = f"{'ONTOP' if name == 'putback' else 'INSIDE'}({shown[0]}, {shown[1]})"
            yield from (((*held, *f, last), entry) for f in self.find(words[1])
                        for held in [(), *self.take(words[0])])
        elif name == "puton":
            yield (last,), f"ONTOP({shown[0]}, {me})"
        elif name == "walk" and self.ground.grounder.kinds[words[0]] == "room":
            yield (last,), f"INSIDE({me}, {shown[0]})"
        elif name == "find":
            yield from ((f, f"NEXT_TO({me}, {shown[0]})") for f in self.find(words[0]))
        elif name.lower() == "grab":
            yield from ((move, f"HOLDS_RH({me}, {shown[0]})") for move in self.take(words[0]))

    def _action(self, name: str, words: tuple[str, ...], last: Operator) -> Iterator[Move]:
        if not words:
            yield (last,)
            return
        turn = (self.by_call["turnto", words],) if name in ("LOOKAT", "WATCH") else ()
        for f in self.find(words[0]):
            yield (*f, *turn, last)
        for held in self.take(words[0]) if name in HELD else ():
            yield (*held, last)

    def take(self, word: str) -> Iterator[Move]:
        """Yield FIND and GRAB."""
        grab = self.by_call.get(("grab", (word,))) or self.by_call.get(("GRAB", (word,)))
        if grab is not None:
            yield from ((*f, grab) for f in self.find(word))

    def find(self, word: str) -> list[Move]:
        """Return what FIND may do: stay where the thing is near, else walk."""
        near, walk = (self.by_call.get((name, (word,))) for name in ("find", "walk"))
        found: list[Move] = [(near,)] if near is not None else []
        if walk is not None and word not in self.bodies:
            far: Condition = self.ground.grounder.fold(
                ("not", ("atom", "near", walk.arguments)), {})
            condition = every([walk.precondition, far])
            if condition is not False:
                found.append((replace(walk, precondition=condition),))
        return found


def _hands(ground: Ground) -> int:
    return sum(1 << bit for atom, bit in ground.bits.items()
               if atom[0] in ("holds_rh", "holds_lh", "grabbed"))
