"""The planning model behind the encoding: variables with values, and moves.

A *variable* is a set of atoms of which at most one holds in every reachable state; an atom
without such company is a variable of its own. A *move* is an operator, or several that differ
only in the value that one variable has before (going somewhere from anywhere).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from planner.engines.joint.grounding.ground import Clauses
from planner.engines.joint.grounding.operators import Effect, Operator
from planner.plan import Step


@dataclass(frozen=True, slots=True)
class Variable:
    """Atoms of which at most one holds; ``none`` says that perhaps none does."""

    atoms: tuple[int, ...]
    none: bool

    @property
    def many(self) -> bool:
        """Say whether it has several atoms, i.e. is not a plain truth value."""
        return len(self.atoms) > 1


@dataclass(frozen=True, slots=True)
class Move:
    """What the encoding decides on.

    ``sources`` maps the atom that holds before to the operator's action; a move that is a single
    operator has the one key 0. ``needs`` lacks the sources, ``effects`` the end of the source.
    """

    agents: tuple[int, ...]
    needs: frozenset[int]
    effects: tuple[Effect, ...]
    sources: tuple[tuple[int, Step], ...]

    @property
    def merged(self) -> bool:
        """Say whether the move stands for several operators."""
        return self.sources[0][0] != 0

    def actions(self) -> Iterable[Step]:
        """Return the actions the move may stand for."""
        return (action for _, action in self.sources)


@dataclass(frozen=True)
class Model:
    """Variables and moves from an initial state to a goal (atom numbers as in the grounding)."""

    variables: tuple[Variable, ...]
    moves: tuple[Move, ...]
    true: frozenset[int]
    goal: Clauses
    agents: int


def build(
    operators: Sequence[Operator], groups: Sequence[frozenset[int]], true: frozenset[int],
    goal: Clauses, agents: int,
) -> Model:
    """Choose variables and merge operators."""
    used = {abs(x) for o in operators for x in (*o.needs, *(e.literal for e in o.effects),
                                                *(x for e in o.effects for x in e.condition))}
    used |= {abs(x) for clause in goal for x in clause}
    variables: list[Variable] = []
    free = set(used)
    touching = _touching(operators)
    for group in groups:
        members = group & free
        if len(members) < 2 or len(group & true) > 1:
            continue
        users = {k for atom in members for k in touching.get(atom, ())}
        none = _fits(members, group, [operators[k] for k in users])
        if none is not None:
            free -= members
            variables.append(Variable(tuple(sorted(members)), none or not members & true))
    variables += [Variable((atom,), True) for atom in sorted(free)]
    moves = _merged(operators, [v for v in variables if v.many])
    return Model(tuple(variables), tuple(moves), true & used, goal, agents)


def _touching(operators: Sequence[Operator]) -> dict[int, list[int]]:
    touching: dict[int, list[int]] = {}
    for k, operator in enumerate(operators):
        for atom in {abs(x) for x in operator.needs} | {abs(e.literal) for e in operator.effects}:
            touching.setdefault(atom, []).append(k)
    return touching


def _fits(
    members: frozenset[int], group: frozenset[int], operators: Iterable[Operator]
) -> bool | None:
    """Say whether some operator finds or leaves no member true.

    None: they do not act on the members as on the values of one variable.
    """
    none = False
    for operator in operators:
        effects = [e for e in operator.effects if abs(e.literal) in members]
        if any(e.condition for e in effects):
            return None
        adds = {e.literal for e in effects if e.literal > 0}
        deletes = {-e.literal for e in effects if e.literal < 0}
        before = group & operator.needs
        if len(before) > 1:
            continue
        if len(adds) > 1 or (before <= members and adds - before and not before & deletes
                             and before):
            return None
        if not before and (adds or deletes) and deletes | adds != members:
            return None
        none |= not before <= members or (not adds and bool(before & deletes or (not before
                                                            and deletes)))
    return none


def _merged(operators: Sequence[Operator], variables: Sequence[Variable]) -> list[Move]:
    """Turn operators into moves and join those that differ in a source only."""
    of = {atom: v for v, variable in enumerate(variables) for atom in variable.atoms}
    plain = [move for operator in operators if (move := _plain(operator, of)) is not None]
    keys = [[(q, (move.agents, move.needs - {q}, move.effects, of[q])) for q in _leaving(move, of)]
            for move in plain]
    count = Counter(key for options in keys for _, key in options)
    moves: list[Move] = []
    joined: dict[object, list[tuple[int, Move]]] = {}
    for move, options in zip(plain, keys, strict=True):
        source, key = max(options, key=lambda o: (count[o[1]], -o[0]), default=(0, None))
        if key is None or count[key] == 1:
            moves.append(move)
        else:
            joined.setdefault(key, []).append((source, move))
    return moves + [_joined(members) for members in joined.values()]


def _plain(operator: Operator, of: dict[int, int]) -> Move | None:
    """Return the operator as a move, None where it needs two values of a variable at once.

    Of the effects on a variable with values the new value is left; a negative literal means that
    no atom holds after it.
    """
    before: dict[int, int] = {}
    for x in operator.needs:
        if -x in operator.needs or (x in of and before.setdefault(of[x], x) != x):
            return None
    needs = frozenset(x for x in operator.needs if x > 0 or of.get(-x, -1) not in before)
    after: dict[int, int] = {}
    effects: list[Effect] = []
    for effect in operator.effects:
        v = of.get(abs(effect.literal))
        if v is None:
            effects.append(effect)
        elif effect.literal > 0 or (v not in after and before.get(v, -effect.literal)
                                    == -effect.literal):
            after[v] = effect.literal
    effects += [Effect((), x) for v, x in after.items() if before.get(v) != x]
    ordered = tuple(sorted(set(effects), key=lambda e: (e.literal, e.condition)))
    return Move(operator.agents, needs, ordered, ((0, operator.action),))


def _leaving(move: Move, of: dict[int, int]) -> list[int]:
    """Return the atoms that the move needs and replaces by another one of their variable."""
    ends = {of[e.literal] for e in move.effects if e.literal in of}
    return [q for q in sorted(move.needs) if q in of and of[q] in ends]


def _joined(members: Sequence[tuple[int, Move]]) -> Move:
    source, first = members[0]
    sources = {q: move.sources[0][1] for q, move in reversed(members)}
    return Move(first.agents, first.needs - {source}, first.effects, tuple(sorted(
        sources.items(), key=lambda item: item[0])))
