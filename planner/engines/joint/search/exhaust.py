"""Proof that there is no plan: all reachable states, one action at a time."""

from __future__ import annotations

from planner.engines.joint.grounding.model import Model, Move


def exhausted(model: Model, most: int) -> bool:
    """Say whether all reachable states were visited and none meets the goal.

    ``most`` limits the moves looked at. Joint steps can be executed one action after the other, so
    no state is missed.
    """
    group = {atom: frozenset(v.atoms) for v in model.variables if v.many for atom in v.atoms}
    moves = [(move, frozenset(x for x in move.needs if x > 0),
              frozenset(-x for x in move.needs if x < 0)) for move in model.moves]
    seen = {model.true}
    queue = [model.true]
    while queue:
        state = queue.pop()
        if all(any((x > 0) == (abs(x) in state) for x in clause) for clause in model.goal):
            return False
        for move, true, false in moves:
            if true <= state and false.isdisjoint(state) and (
                    not move.merged or any(q in state for q, _ in move.sources)):
                after = _after(move, state, group)
                if after not in seen:
                    seen.add(after)
                    queue.append(after)
        if len(seen) * len(moves) > most:
            return False
    return True


def _after(move: Move, state: frozenset[int], group: dict[int, frozenset[int]]) -> frozenset[int]:
    fired = [e.literal for e in move.effects
             if all((x > 0) == (abs(x) in state) for x in e.condition)]
    adds = {x for x in fired if x > 0}
    gone = {-x for x in fired if x < 0} | {b for x in fired for b in group.get(abs(x), ())}
    return (state - gone) | adds
