"""A lower bound from counts: how often each move has to be made, shared out among the robots.

Each robot walks through the product of its own variables, each other variable through its values;
how often a move is made is the same number everywhere, and often enough for what has to come true
(:mod:`~planner.engines.joint.search.causes`). The greatest number of turns of a robot is minimised
over the reals: no plan has fewer steps than that, rounded up. The state equations of Bonet and van
den Briel (2014), with a product for each robot.
"""

from __future__ import annotations

import time
from math import ceil
from typing import Any

from planner.engines.joint.deadline import Deadline
from planner.engines.joint.grounding.model import Model
from planner.engines.joint.search.automata import Automaton, State, automaton_of, products
from planner.engines.joint.search.causes import Programme, add_causes

EDGES = 150_000
"""Of all automata, at most."""
SECONDS = 3.0
"""Of this thread's processor time, so that a busy machine finds the same bound."""


def flow_bound(model: Model, deadline: Deadline) -> int:
    """Return a proven lower bound on joint steps, 0 where none was found in time."""
    begin, edges = time.thread_time(), 0
    try:
        programme = Programme()
    except ImportError:
        return 0
    for variables in products(model):
        automaton = automaton_of(model, variables)
        if automaton is None:
            continue
        edges += len(automaton.edges)
        if not automaton.ends or edges > EDGES or deadline.over or (
                time.thread_time() > begin + SECONDS):
            return 0
        _add_flow(programme, automaton)
    add_causes(programme, model)
    most = programme.column()
    for agent in range(model.agents):
        programme.row(None, 0, [(most, -1), *(
            (programme.count(m), 1) for m, move in enumerate(model.moves) if agent in move.agents)])
    if deadline.over or not model.agents:
        return 0
    return ceil(programme.least(most, deadline.left) - 1e-6)


def _add_flow(programme: Programme, automaton: Automaton) -> None:
    """Add one walk from the start to one of the ends, its edges counted as moves."""
    balance: dict[State, list[tuple[Any, float]]] = {automaton.start: []}
    made: dict[int, list[tuple[Any, float]]] = {m: [] for m in automaton.moves}
    for before, after, m in sorted(automaton.edges):
        flow = programme.column()
        if before != after:
            balance.setdefault(before, []).append((flow, -1))
            balance.setdefault(after, []).append((flow, 1))
        if m >= 0:
            made[m].append((flow, 1))
    last = {state: programme.column(1) for state in sorted(automaton.ends)}
    programme.row(1, 1, [(x, 1) for x in last.values()])
    for state in sorted({*balance, *last}):
        begun = -1.0 if state == automaton.start else 0.0
        leaving = [(last[state], -1.0)] if state in last else []
        programme.row(begun, begun, [*balance.get(state, []), *leaving])
    for m, flows in made.items():
        programme.row(0, 0, [(programme.count(m), -1), *flows])
