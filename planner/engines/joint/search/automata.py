"""Walks through values: what moves do to a robot's own variables together, to each other alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import prod

from planner.engines.joint.grounding.model import Model, Move, Variable

PRODUCT = 2500
"""Values of a robot's product at most."""

State = tuple[int, ...]
"""An atom for each variable, 0 where none holds; -1: any."""


@dataclass
class Automaton:
    """States and edges: from, to, and the move that is counted (-1: none).

    ``moves`` are those that change something here; one without an edge can never be made.
    """

    start: State
    ends: set[State]
    moves: set[int]
    edges: set[tuple[State, State, int]] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class _Shape:
    """What a move needs, lacks, may come from and ends in, by the places of the variables."""

    move: int
    needs: tuple[tuple[int, int], ...]
    lacks: tuple[tuple[int, int], ...]
    sources: tuple[tuple[int, frozenset[int]], ...]
    ends: tuple[tuple[int, int], ...]

    def starts(self, state: State) -> bool:
        return (all(state[k] == a for k, a in self.needs)
                and all(state[k] != a for k, a in self.lacks)
                and all(state[k] in atoms for k, atoms in self.sources))


def products(model: Model) -> Iterator[list[Variable]]:
    """Yield each robot's own variables as far as their product goes, then all others alone.

    What has conditional effects is left out.
    """
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


def automaton_of(model: Model, variables: Sequence[Variable]) -> Automaton | None:
    """Return what moves do to a product of variables, from the initial state on.

    None where no move changes them.
    """
    where = {atom: k for k, v in enumerate(variables) for atom in v.atoms}
    start = tuple(next((a for a in v.atoms if a in model.true), 0) for v in variables)
    shapes = [s for m, move in enumerate(model.moves) if (s := _shape(m, move, where)) is not None]
    automaton = Automaton(start, set(), {s.move for s in shapes})
    by_need: dict[tuple[int, int], list[_Shape]] = {}
    for shape in shapes:
        by_need.setdefault(min(shape.needs, default=(-1, 0)), []).append(shape)
    seen, queue = {start}, [start]
    while queue:
        state = queue.pop()
        for key in ((-1, 0), *enumerate(state)):
            for shape in by_need.get(key, ()):
                if shape.starts(state):
                    target = _taken(automaton, state, shape)
                    if target not in seen:
                        seen.add(target)
                        queue.append(target)
    automaton.ends = {s for s in seen if _may_end(s, where, model)}
    return automaton if shapes else None


def _taken(automaton: Automaton, state: State, shape: _Shape) -> State:
    """Add a move's edge from a state and return where it ends.

    A move that overwrites one value from wherever it was goes by way of a state "anything".
    """
    after = list(state)
    for k, a in shape.ends:
        after[k] = a
    target = tuple(after)
    k = shape.ends[0][0]
    if len(shape.ends) == 1 and all(j != k for j, _ in shape.needs):
        hub = (*state[:k], -1, *state[k + 1:])
        automaton.edges.add((state, hub, -1))
        automaton.edges.add((hub, target, shape.move))
    else:
        automaton.edges.add((state, target, shape.move))
    return target


def _shape(m: int, move: Move, where: dict[int, int]) -> _Shape | None:
    """Return a move's part in a product; None: it changes nothing there."""
    ends = tuple((where[abs(e.literal)], max(0, e.literal)) for e in move.effects
                 if abs(e.literal) in where)
    if not ends:
        return None
    atoms = frozenset(q for q, _ in move.sources if q in where)
    return _Shape(m, tuple((where[x], x) for x in move.needs if x in where),
                  tuple((where[-x], -x) for x in move.needs if -x in where),
                  ((where[min(atoms)], atoms),) if atoms else (), ends)


def _may_end(state: State, where: dict[int, int], model: Model) -> bool:
    """Say whether no part of the goal is false in a state, as far as it is about it alone."""
    for clause in model.goal:
        if all(abs(x) in where for x in clause) and not any(
                (state[where[abs(x)]] == abs(x)) == (x > 0) for x in clause):
            return False
    return True
