"""A lower bound from flows: how often each move has to be made, shared out among the robots.

Each robot walks through the product of its own variables, each other variable through its values;
how often a move is made is the same number everywhere. The greatest number of turns of a robot is
minimised over the reals (GLOP): no plan has fewer steps than that, rounded up. What has
conditional effects is left out, which keeps it a bound. The state equations of Bonet and van den
Briel (2014), with a product for each robot.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil, inf, prod
from typing import Any

from planner.engines.joint.grounding.model import Model, Move, Variable

__all__ = ["flow_bound"]

PRODUCT = 2500
"""Values of a robot's product at most."""
COLUMNS = 150_000
SECONDS = 3.0
"""Of this thread's processor time, so that a busy machine finds the same bound."""

Place = tuple[int, ...]


@dataclass
class _Automaton:
    """States and edges: from, to, and the move that is counted (-1: none).

    ``moves`` are those that change something here; one without an edge can never be made.
    """

    start: Place
    ends: set[Place]
    moves: set[int]
    edges: set[tuple[Place, Place, int]] = field(default_factory=set)


def flow_bound(model: Model, deadline: float) -> int:
    """Return a proven lower bound on joint steps, 0 where none was found in time."""
    begin = time.thread_time()
    automata = []
    for variables in _products(model):
        automaton = _automaton(model, variables)
        if automaton is not None:
            automata.append(automaton)
        if time.monotonic() > deadline or time.thread_time() > begin + SECONDS or sum(
                len(a.edges) for a in automata) > COLUMNS:
            return 0
    left = deadline - time.monotonic()
    return _solved(model, automata, left) if left > 0 and model.agents else 0


def _products(model: Model) -> Iterator[list[Variable]]:
    """Yield each robot's own variables as far as their product goes, then all others alone."""
    of = {atom: v for v in model.variables for atom in v.atoms}
    changers: dict[Variable, set[tuple[int, ...]]] = {v: set() for v in model.variables}
    excluded = set()
    for move in model.moves:
        for effect in move.effects:
            changers[of[abs(effect.literal)]].add(move.agents)
            if effect.condition:
                excluded.add(of[abs(effect.literal)])
    taken: set[Variable] = set()
    for agent in range(model.agents):
        own = [v for v in model.variables if v not in excluded and changers[v]
               and all(agent in agents for agents in changers[v])]
        chosen: list[Variable] = []
        for variable in sorted(own, key=lambda v: -len(v.atoms)):
            if variable not in taken and prod(map(_size, [*chosen, variable])) <= PRODUCT:
                chosen.append(variable)
        taken |= set(chosen)
        if chosen:
            yield chosen
    yield from ([v] for v in model.variables if v not in taken | excluded and changers[v])


def _size(variable: Variable) -> int:
    return len(variable.atoms) + (variable.none or not variable.many)


def _automaton(model: Model, variables: Sequence[Variable]) -> _Automaton | None:
    """Return what moves do to a product of variables, from the initial state on.

    A state has an atom for each variable, 0 where none holds.
    """
    where = {atom: k for k, v in enumerate(variables) for atom in v.atoms}
    start = tuple(next((a for a in v.atoms if a in model.true), 0) for v in variables)
    relevant = [(m, step) for m, move in enumerate(model.moves)
                if (step := _step(move, where)) is not None]
    automaton = _Automaton(start, set(), {m for m, _ in relevant})
    seen, queue = {start}, [start]
    while queue:
        state = queue.pop()
        for m, (needs, lacks, sources, ends) in relevant:
            if any(state[k] != a for k, a in needs) or any(state[k] == a for k, a in lacks):
                continue
            if sources and not any(state[k] in atoms for k, atoms in sources):
                continue
            after = list(state)
            for k, a in ends:
                after[k] = a
            hub = None
            if len(ends) == 1 and not _about(needs, ends[0][0]):
                hub = (*state[:ends[0][0]], -1, *state[ends[0][0] + 1:])
            target = tuple(after)
            if hub is None:
                automaton.edges.add((state, target, m))
            else:
                automaton.edges.add((state, hub, -1))
                automaton.edges.add((hub, target, m))
            if target not in seen:
                seen.add(target)
                queue.append(target)
    automaton.ends = {s for s in seen if _may_end(s, where, model)}
    return automaton if relevant else None


def _about(needs: Sequence[tuple[int, int]], k: int) -> bool:
    """Say whether a condition is about variable ``k``."""
    return any(j == k for j, _ in needs)


Shape = tuple[list[tuple[int, int]], list[tuple[int, int]], list[tuple[int, frozenset[int]]],
              list[tuple[int, int]]]


def _step(move: Move, where: dict[int, int]) -> Shape | None:
    """Return what a move needs, lacks, may come from and ends in; None: it changes nothing here."""
    ends = [(where[abs(e.literal)], max(0, e.literal)) for e in move.effects
            if abs(e.literal) in where]
    if not ends:
        return None
    needs = [(where[x], x) for x in move.needs if x in where]
    lacks = [(where[-x], -x) for x in move.needs if -x in where]
    atoms = frozenset(q for q, _ in move.sources if q in where)
    return needs, lacks, [(where[min(atoms)], atoms)] if atoms else [], ends


def _may_end(state: Place, where: dict[int, int], model: Model) -> bool:
    """Say whether no part of the goal is false in a state, as far as it is about it alone."""
    for clause in model.goal:
        if all(abs(x) in where for x in clause) and not any(
                (state[where[abs(x)]] == abs(x)) == (x > 0) for x in clause):
            return False
    return True


def _solved(model: Model, automata: Sequence[_Automaton], seconds: float) -> int:
    """Solve the linear programme."""
    try:
        from ortools.linear_solver import pywraplp
    except ImportError:
        return 0
    if not all(automaton.ends for automaton in automata):
        return 0
    solver = pywraplp.Solver.CreateSolver("GLOP")
    solver.SetTimeLimit(int(seconds * 1000))
    counts = {m: solver.NumVar(0, inf, "") for m in {m for a in automata for m in a.moves}}
    for automaton in automata:
        _flow(solver, automaton, counts)
    most = solver.NumVar(0, inf, "")
    for agent in range(model.agents):
        _sum(solver, -inf, 0, [(most, -1), *((count, 1) for m, count in counts.items()
                                             if agent in model.moves[m].agents)])
    solver.Minimize(most)
    if solver.Solve() != pywraplp.Solver.OPTIMAL:
        return 0
    least: float = solver.Objective().Value()
    return ceil(least - 1e-6)


def _flow(solver: Any, automaton: _Automaton, counts: dict[int, Any]) -> None:
    """Add one walk from the start to one of the ends, its edges counted as moves."""
    balance: dict[Place, list[tuple[Any, float]]] = {automaton.start: []}
    used: dict[int, list[tuple[Any, float]]] = {m: [] for m in automaton.moves}
    for before, after, m in sorted(automaton.edges):
        flow = solver.NumVar(0, inf, "")
        if before != after:
            balance.setdefault(before, []).append((flow, -1))
            balance.setdefault(after, []).append((flow, 1))
        if m >= 0:
            used[m].append((flow, 1))
    last = {state: solver.NumVar(0, 1, "") for state in sorted(automaton.ends)}
    _sum(solver, 1, 1, [(x, 1) for x in last.values()])
    for state in sorted({*balance, *last}):
        begun = -1.0 if state == automaton.start else 0.0
        leaving = [(last[state], -1)] if state in last else []
        _sum(solver, begun, begun, [*balance.get(state, []), *leaving])
    for m, flows in used.items():
        _sum(solver, 0, 0, [(counts[m], -1), *flows])


def _sum(solver: Any, low: float, high: float, terms: Iterable[tuple[Any, float]]) -> None:
    row = solver.Constraint(low, high)
    for variable, factor in terms:
        row.SetCoefficient(variable, factor)
