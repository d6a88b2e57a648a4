"""Subgoal decomposition: the moves of the search are the evaluator's recipes.

An entry such as ``ON(lamp.1000)`` is turned by the evaluator into fixed actions, nearly always
FIND first (``evaluation/subgoal_decomposition/state_action_translator.py``). FIND walks only where
the thing is not near, and never to a body part.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from lmfree_eai.laws import Condition, Ground, Operator, every, holds
from lmfree_eai.package import CHARACTER, Graph, Task
from lmfree_eai.search import Move, apply, search, shortened, unreachable
from lmfree_eai.sequencing import HANDS, Plan, counting, ground_of
from planner.errors import InputError

STATES = {"close_it": "CLOSED", "open": "OPEN", "switchon": "ON", "switchoff": "OFF",
          "wash": "CLEAN", "wipe": "CLEAN", "plugin": "PLUGGED_IN", "plugout": "PLUGGED_OUT"}
ACTIONS = frozenset((
    "DRINK", "EAT", "CUT", "TOUCH", "LOOKAT", "WATCH", "READ", "TYPE", "PUSH", "PULL", "MOVE",
    "SQUEEZE", "SLEEP", "WAKEUP", "RINSE", "SCRUB", "WASH", "WIPE", "GRAB", "SWITCHOFF"))
"""What an entry may name as an action; POUR is not among them, though goal formulas name it."""
LIMIT = 3_000


def decompose(graph: Graph, task: Task) -> Plan:
    """Plan a task in entries."""
    unknown = [o for o in task.options if not set(o) <= ACTIONS]
    if unknown:
        return Plan(None, f"evaluator's defect (the goal formula names {unknown[0][0]}, which its "
                          "parser does not take)")
    bodies = {n for n, properties in graph.properties.items() if "BODY_PART" in properties}
    around = {n for a, relation, b in graph.edges if relation in ("ON", "INSIDE")
              for n, other in ((a, b), (b, a)) if other in task.listed and other not in graph.rooms}
    proofs = []
    for chosen in product(*task.options):
        domain, done = counting([chosen], ("standup",))
        ground = ground_of(graph, task, domain, {*around, *bodies})
        goal = ground.goal([*map(graph.goal, task.goals), *done])
        entries: dict[Move, str] = {}
        for move, entry in _Recipes(graph, ground, chosen, graph.names(bodies)).moves():
            entries.setdefault(move, entry)
        plan = search(list(entries), ground, goal, limit=LIMIT)
        if plan is not None:
            return Plan(tuple(_needed([entries[m] for m in plan], entries, ground.state, goal)))
        used = list(dict.fromkeys(o for move in entries for o in move))
        proofs.append(unreachable(used, ground, goal, HANDS))
    return Plan(None, "impossible (proof)" if all(proofs) else "no plan found (search limit)")


def answer(graph: Graph, task: Task) -> tuple[dict[str, str], str]:
    """Return the answer to a task in the evaluator's format, and why it is empty."""
    if not task.formula:
        raise InputError(f"task {task.name} has no goal formula")
    plan = decompose(graph, task)
    return {"lmfree": json.dumps({"necessity_to_use_action": "no", "actions_to_include": [],
                                  "output": plan.steps or []})}, plan.why


def _needed(entries: list[str], moves: dict[Move, str], start: int, goal: Condition) -> list[str]:
    """Leave out entries that the rest does not need; any branch of an entry counts.

    At least one is kept, since the evaluator takes no empty answer.
    """
    def enough(rest: list[str]) -> bool:
        states = {start}
        for entry in rest:
            states = {after for m, e in moves.items() if e == entry for before in states
                      if (after := apply(m, before)) is not None}
        return bool(rest) and any(holds(goal, state) for state in states)

    return shortened(entries, enough)


class _Recipes:
    """The moves of a task and the entry that each is written as."""

    def __init__(self, graph: Graph, ground: Ground, chosen: Sequence[str],
                 bodies: Sequence[str]) -> None:
        self.ground, self.chosen, self.bodies = ground, chosen, bodies
        self.words = {graph.name(n): f"{graph.classes[n]}.{n}" for n in graph.classes}
        self.by_call = {(o.name, o.arguments[1:]): o for o in ground.operators}
        self.me = self.words[graph.name(CHARACTER)]

    def moves(self) -> Iterator[tuple[Move, str]]:
        """Yield the moves that end with each operator; the first entry of a move counts."""
        for (name, words), last in self.by_call.items():
            shown, me = [self.words[w] for w in words], self.me
            if name.upper() in self.chosen:
                entry = f"{name.upper()}({', '.join(shown)})"
                yield from ((move, entry) for move in self.action(name, words, last))
            entry = (f"{STATES[name]}({shown[0]})" if name in STATES else
                     f"ONTOP({me}, {shown[0]})" if name in ("sit", "lie") else
                     f"FACING({me}, {shown[0]})" if name == "turnto" else "")
            if entry:
                yield from (((*f, last), entry) for f in self.find(*words))
            elif name in ("putback", "putin"):
                entry = f"{'ONTOP' if name == 'putback' else 'INSIDE'}({shown[0]}, {shown[1]})"
                yield from (((*held, *f, last), entry) for f in self.find(words[1])
                            for held in [(), *self.take(words[0])])
            elif name == "puton":
                yield (last,), f"ONTOP({shown[0]}, {me})"
            elif name == "walk" and self.ground.kinds[words[0]] == "room":
                yield (last,), f"INSIDE({me}, {shown[0]})"
            elif name == "find":
                yield from ((f, f"NEXT_TO({me}, {shown[0]})") for f in self.find(*words))
            elif name == "grab":
                yield from ((move, f"HOLDS_RH({me}, {shown[0]})") for move in self.take(*words))

    def action(self, name: str, words: tuple[str, ...], last: Operator) -> Iterator[Move]:
        """Yield what the evaluator makes of an action that is named as such."""
        turn = [self.by_call["turnto", words]] if name in ("lookat", "watch") else []
        yield from ((*f, *turn, last) for f in (self.find(words[0]) if words else [()]))
        if name in ("drink", "eat", "read"):
            yield from ((*held, last) for held in self.take(words[0]))

    def take(self, word: str) -> list[Move]:
        """Return FIND and GRAB."""
        grab = self.by_call.get(("grab", (word,)))
        return [(*f, grab) for f in self.find(word)] if grab is not None else []

    def find(self, word: str) -> list[Move]:
        """Return what FIND may do: stay where the thing is near, else walk."""
        near, walk = (self.by_call.get((name, (word,))) for name in ("find", "walk"))
        found: list[Move] = [(near,)] if near is not None else []
        if walk is not None and word not in self.bodies:
            far = self.ground.fold(("not", ("atom", "near", walk.arguments)), {})
            condition = every([walk.precondition, far])
            if condition is not False:
                found.append((replace(walk, precondition=condition),))
        return found
