"""Find a plan over operators of bits: greedy search with relaxed plans; proofs of impossibility."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from typing import Any

from lmfree_eai.laws import Condition, Operator, holds, step

__all__ = ["MAX_STATES", "Move", "Relaxed", "apply", "search", "unreachable"]

MAX_STATES = 20_000
FAR = 1 << 30
Move = tuple[Operator, ...]
"""What the search chooses at once: operators executed one after the other."""


class Relaxed:
    """Delete relaxation with both truth values of each bit as facts (2n: true, 2n+1: false)."""

    def __init__(self, operators: Sequence[Operator], goal: Condition) -> None:
        self.size = 2 * max((m.bit_length() for o in operators for m in _masks(o)), default=0) + 2
        self.size = max(self.size, *(2 * m.bit_length() + 2 for m in _bits(goal)))
        self.base = self.size
        self.rules: list[tuple[tuple[int, ...], int, int, int]] = []  # body, head, cost, operator
        self.goal = self._node(goal)
        for number, operator in enumerate(operators):
            ready = self._new()
            self.rules.append((self._body(operator.precondition), ready, 1, number))
            for condition, adds, deletes in operator.effects:
                body = (ready, *self._body(condition))
                self.rules += [(body, fact, 0, number) for fact in _facts(adds, deletes)]
        self._prune()
        self.users: dict[int, list[int]] = {}
        for number, (body, *_) in enumerate(self.rules):
            for fact in body:
                self.users.setdefault(fact, []).append(number)
        self.read = [f for f in self.users if f < self.base] + [self.goal] * (self.goal < self.base)

    def _prune(self) -> None:
        """Keep the rules from which the goal can follow."""
        heads: dict[int, list[tuple[tuple[int, ...], int, int, int]]] = {}
        for rule in self.rules:
            heads.setdefault(rule[1], []).append(rule)
        seen, open_facts, kept = {self.goal}, [self.goal], []
        while open_facts:
            for rule in heads.get(open_facts.pop(), []):
                kept.append(rule)
                fresh = set(rule[0]) - seen
                seen |= fresh
                open_facts += fresh
        self.rules = kept
        self.operators = frozenset(rule[3] for rule in kept if rule[3] >= 0)

    def _new(self) -> int:
        self.size += 1
        return self.size - 1

    def _node(self, condition: Condition) -> int:
        fact = self._new()
        if condition is not False:
            self.rules.append((self._body(condition), fact, 0, -1))
        return fact

    def _body(self, condition: Condition) -> tuple[int, ...]:
        if condition is True:
            return ()
        if condition is False:
            return (self._new(),)
        body = list(_facts(condition[0], condition[1]))
        for choice in condition[2]:
            either = self._new()
            self.rules += [(self._body(part), either, 0, -1) for part in choice]
            body.append(either)
        return tuple(body)

    def estimate(self, state: int) -> tuple[int, frozenset[int]]:
        """Return the length of a relaxed plan (FAR: none) and its operators."""
        cost = [FAR] * self.size
        reason = [-1] * self.size
        left = [len(body) for body, *_ in self.rules]
        total = [rule[2] for rule in self.rules]
        queue: list[tuple[int, int]] = []
        for fact in self.read:
            if (state >> (fact >> 1) & 1) != (fact & 1):
                cost[fact] = 0
                queue.append((0, fact))
        for number, (body, head, price, _) in enumerate(self.rules):
            if not body and price < cost[head]:
                cost[head], reason[head] = price, number
                queue.append((price, head))
        heapq.heapify(queue)
        while queue:
            at, fact = heapq.heappop(queue)
            if at > cost[fact]:
                continue
            if fact == self.goal:
                break
            for number in self.users.get(fact, ()):
                left[number] -= 1
                total[number] += at
                head = self.rules[number][1]
                if not left[number] and total[number] < cost[head]:
                    cost[head], reason[head] = total[number], number
                    heapq.heappush(queue, (total[number], head))
        if cost[self.goal] >= FAR:
            return FAR, frozenset()
        return self._extract(reason)

    def _extract(self, reason: Sequence[int]) -> tuple[int, frozenset[int]]:
        chosen, seen, open_facts = set(), {self.goal}, [self.goal]
        while open_facts:
            number = reason[open_facts.pop()]
            if number >= 0:
                body, _, _, operator = self.rules[number]
                chosen.add(operator)
                fresh = set(body) - seen
                seen |= fresh
                open_facts += fresh
        chosen.discard(-1)
        return len(chosen), frozenset(chosen)


def search(moves: Sequence[Move], start: int, goal: Condition, *, limit: int = MAX_STATES,
           ) -> tuple[Move, ...] | None:
    """Search greedily, helpful moves first; moves are applied whole or not at all.

    None says nothing about whether there is a plan; see :func:`unreachable`.
    """
    operators = list(dict.fromkeys(o for move in moves for o in move))
    relaxed = Relaxed(operators, goal)
    numbers = {o: n for n, o in enumerate(operators)}
    useful = [(m, frozenset(numbers[o] for o in m)) for m in moves]
    useful = [(m, ns) for m, ns in useful if ns & relaxed.operators]
    seen, tick = {start}, 0
    parents: dict[int, tuple[int, Move] | None] = {start: None}
    queue: list[tuple[int, int, int, int, Move]] = [(0, 0, 0, start, ())]
    while queue:
        _, _, _, state, move = heapq.heappop(queue)
        if move:
            before, after = state, apply(move, state)
            if after is None or after in seen:
                continue
            seen.add(after)
            parents[after] = (before, move)
            state = after
        if holds(goal, state):
            return _shortened(_path(parents, state), start, goal)
        if len(seen) > limit:
            return None
        estimate, helpful = relaxed.estimate(state)
        if estimate >= FAR:
            continue
        for following, ns in useful:
            if holds(following[0].precondition, state):
                tick += 1
                heapq.heappush(queue, (estimate, not ns & helpful, tick, state, following))
    return None


def unreachable(operators: Sequence[Operator], start: int, goal: int, pattern: int) -> bool:
    """Prove that a goal cannot be reached: by delete relaxation, or on the bits of ``pattern``.

    The second is exhaustive search where all else is forgotten: what depends on a forgotten bit
    may happen or not.
    """
    if Relaxed(operators, (goal, 0, ())).estimate(start)[0] >= FAR:
        return True
    wanted = goal & pattern
    moves = {m for o in operators if (m := _projected(o, pattern))[1]}
    seen, queue = {start & pattern}, [start & pattern]
    while queue:
        state = queue.pop()
        if state & wanted == wanted or len(seen) > MAX_STATES:
            return False
        for condition, effects in moves:
            if holds(condition, state):
                fresh = _results(effects, state) - seen
                seen |= fresh
                queue += fresh
    return True


def _projected(operator: Operator, pattern: int) -> tuple[Condition, tuple[Any, ...]]:
    effects = tuple((_known(c, pattern), _about(c, pattern), a & pattern, d & pattern)
                    for c, a, d in operator.effects if (a | d) & pattern)
    return _known(operator.precondition, pattern), effects


def _known(condition: Condition, pattern: int) -> Condition:
    """Return what a condition says about the bits of a pattern."""
    if isinstance(condition, bool):
        return condition
    choices = (tuple(_known(p, pattern) for p in choice) for choice in condition[2])
    return (condition[0] & pattern, condition[1] & pattern,
            tuple(c for c in choices if True not in c and (0, 0, ()) not in c))


def _about(condition: Condition, pattern: int) -> bool:
    """Say whether a condition is about the bits of a pattern alone."""
    return all(not m & ~pattern for m in _bits(condition))


def _results(effects: Iterable[tuple[Condition, bool, int, int]], state: int) -> set[int]:
    outcomes = {(0, 0)}
    for condition, certain, add, delete in effects:
        if condition is True or holds(condition, state):
            more = {(a | add, d | delete) for a, d in outcomes}
            outcomes = more if certain else outcomes | more
    return {state & ~d | a for a, d in outcomes}


def apply(move: Iterable[Operator], state: int) -> int | None:
    """Return the state after a move, None where one of its operators does not apply."""
    for operator in move:
        if not holds(operator.precondition, state):
            return None
        state = step(operator, state)
    return state


def _path(parents: dict[int, tuple[int, Move] | None], state: int) -> list[Move]:
    plan: list[Move] = []
    entry = parents[state]
    while entry is not None:
        plan.append(entry[1])
        entry = parents[entry[0]]
    return plan[::-1]


def _shortened(plan: list[Move], start: int, goal: Condition) -> tuple[Move, ...]:
    """Leave out what the rest of the plan does not need."""
    place = 0
    while place < len(plan):
        rest = plan[:place] + plan[place + 1:]
        end = apply([o for move in rest for o in move], start)
        if end is not None and holds(goal, end):
            plan, place = rest, 0
        else:
            place += 1
    return tuple(plan)


def _facts(true: int, false: int) -> list[int]:
    facts = []
    for mask, odd in ((true, 0), (false, 1)):
        rest = mask
        while rest:
            low = rest & -rest
            facts.append(2 * (low.bit_length() - 1) + odd)
            rest ^= low
    return facts


def _bits(condition: Condition) -> list[int]:
    if isinstance(condition, bool):
        return [0]
    return [condition[0], condition[1], *(m for c in condition[2] for p in c for m in _bits(p))]


def _masks(operator: Operator) -> list[int]:
    return [*_bits(operator.precondition),
            *(m for c, a, d in operator.effects for m in (*_bits(c), a, d))]
