"""Find a plan over operators of bits: greedy search with relaxed plans; or a proof of none."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from lmfree_eai.laws import Condition, Ground, Operator, holds

T = TypeVar("T")
MAX_STATES = 20_000
FAR = 1 << 30
Move = tuple[Operator, ...]
"""What the search chooses at once: operators executed one after the other."""
Rule = tuple[tuple[int, ...], int, int, int]
"""Body, head, cost, operator."""


class Relaxed:
    """Delete relaxation with both truth values of each bit as facts (2n: true, 2n+1: false)."""

    def __init__(self, operators: Sequence[Operator], goal: Condition, bits: int) -> None:
        self.base = self.size = 2 * bits
        self.rules: list[Rule] = []
        self.goal = self._new()
        self.rules.append((self._body(goal), self.goal, 0, -1))
        for number, operator in enumerate(operators):
            ready = self._new()
            self.rules.append((self._body(operator.precondition), ready, 1, number))
            for condition, adds, deletes in operator.effects:
                body = (ready, *self._body(condition))
                self.rules += [(body, fact, 0, number) for fact in _facts(adds, deletes)]
        self.rules = list(self._relevant())
        self.operators = {rule[3] for rule in self.rules}
        self.users: dict[int, list[int]] = {}
        for number, (body, *_) in enumerate(self.rules):
            for fact in body:
                self.users.setdefault(fact, []).append(number)

    def _relevant(self) -> Iterable[Rule]:
        """Yield the rules from which the goal can follow."""
        heads: dict[int, list[Rule]] = {}
        for rule in self.rules:
            heads.setdefault(rule[1], []).append(rule)
        wanted = {self.goal: None}
        queue = [self.goal]
        while queue:
            for rule in heads.get(queue.pop(), []):
                yield rule
                queue += [f for f in dict.fromkeys(rule[0]) if f not in wanted]
                wanted.update(dict.fromkeys(rule[0]))

    def _new(self) -> int:
        self.size += 1
        return self.size - 1

    def _body(self, condition: Condition) -> tuple[int, ...]:
        if isinstance(condition, bool):
            return () if condition else (self._new(),)
        body = _facts(condition[0], condition[1])
        for choice in condition[2]:
            body.append(self._new())
            self.rules += [(self._body(part), body[-1], 0, -1) for part in choice]
        return tuple(body)

    def estimate(self, state: int) -> tuple[int, set[int]]:
        """Return the length of a relaxed plan (FAR: none) and its operators."""
        cost, reason = [FAR] * self.size, [-1] * self.size
        left, total = [len(r[0]) for r in self.rules], [r[2] for r in self.rules]
        queue: list[tuple[int, int]] = []

        def reach(fact: int, price: int, number: int) -> None:
            if price < cost[fact]:
                cost[fact], reason[fact] = price, number
                heapq.heappush(queue, (price, fact))

        for fact, price, number in self._given(state):
            reach(fact, price, number)
        while queue:
            at, fact = heapq.heappop(queue)
            if fact == self.goal:
                return self._extract(reason)
            for number in self.users.get(fact, ()) if at == cost[fact] else ():
                left[number] -= 1
                total[number] += at
                if not left[number]:
                    reach(self.rules[number][1], total[number], number)
        return FAR, set()

    def _given(self, state: int) -> Iterator[tuple[int, int, int]]:
        """Yield what holds in the state and what rules without a body give: fact, price, rule."""
        for fact in self.users:
            if fact < self.base and (state >> (fact >> 1) & 1) != (fact & 1):
                yield fact, 0, -1
        for number, (body, head, price, _) in enumerate(self.rules):
            if not body:
                yield head, price, number

    def _extract(self, reason: Sequence[int]) -> tuple[int, set[int]]:
        chosen, seen, queue = set(), {self.goal}, [self.goal]
        while queue:
            number = reason[queue.pop()]
            if number >= 0:
                body, _, _, operator = self.rules[number]
                chosen.add(operator)
                queue += set(body) - seen
                seen |= set(body)
        chosen.discard(-1)
        return len(chosen), chosen


def search(moves: Sequence[Move], ground: Ground, goal: Condition, *, limit: int = MAX_STATES,
           ) -> tuple[Move, ...] | None:
    """Search greedily, helpful moves first; moves are applied whole or not at all.

    None says nothing about whether there is a plan; see :func:`unreachable`.
    """
    operators = list(dict.fromkeys(o for move in moves for o in move))
    relaxed, start = Relaxed(operators, goal, len(ground.bits)), ground.state
    numbers = {o: n for n, o in enumerate(operators)}
    useful = [(m, ns) for m in moves if (ns := {numbers[o] for o in m}) & relaxed.operators]
    tick = 0
    plans: dict[int, tuple[int, Move]] = {}
    queue: list[tuple[int, int, int, int, Move]] = [(0, 0, 0, start, ())]
    while queue:
        *_, before, move = heapq.heappop(queue)
        state = apply(move, before)
        if state is None or (move and (state in plans or state == start)):
            continue
        plans[state] = before, move
        if holds(goal, state):
            plan: list[Move] = []
            while state != start:
                state, move = plans[state]
                plan.insert(0, move)
            return tuple(shortened(plan, lambda rest: (end := apply(
                (o for m in rest for o in m), start)) is not None and holds(goal, end)))
        if len(plans) > limit:
            return None
        estimate, helpful = relaxed.estimate(state)
        for following, ns in useful if estimate < FAR else ():
            if holds(following[0].precondition, state):
                tick += 1
                heapq.heappush(queue, (estimate, not ns & helpful, tick, state, following))
    return None


def shortened(steps: list[T], enough: Callable[[list[T]], bool]) -> list[T]:
    """Leave out, one by one, the steps without which the rest is enough."""
    place = 0
    while place < len(steps):
        rest = steps[:place] + steps[place + 1:]
        if enough(rest):
            steps, place = rest, 0
        else:
            place += 1
    return steps


def unreachable(operators: Sequence[Operator], ground: Ground, goal: Condition,
                names: Collection[str]) -> bool:
    """Prove that a goal cannot be reached: by delete relaxation, or on the predicates ``names``.

    The second is exhaustive search where all else is forgotten: it is as each condition likes it,
    and an effect that has a condition may happen or not.
    """
    if goal is False or Relaxed(operators, goal, len(ground.bits)).estimate(ground.state)[0] >= FAR:
        return True
    pattern = sum(1 << bit for atom, bit in ground.bits.items() if atom[0] in names)
    moves: dict[tuple[Any, ...], set[Condition]] = {}
    for o in operators:
        effects = tuple((c, a & pattern, d & pattern) for c, a, d in o.effects if (a | d) & pattern)
        moves.setdefault(effects, set()).add(o.precondition)
    seen, queue = {ground.state & pattern}, [ground.state & pattern]
    while queue and len(seen) <= MAX_STATES:
        state = queue.pop()
        if holds(goal, state, ~pattern):
            return False
        for effects, conditions in moves.items():
            if any(holds(condition, state, ~pattern) for condition in conditions):
                after = {(0, 0)}
                for when, add, delete in effects:
                    if holds(when, state, ~pattern):
                        more = {(a | add, d | delete) for a, d in after}
                        after = more if when is True else after | more
                fresh = {state & ~d | a for a, d in after} - seen
                seen |= fresh
                queue += fresh
    return not queue


def apply(move: Iterable[Operator], state: int) -> int | None:
    """Return the state after a move, None where one of its operators does not apply."""
    for operator in move:
        if not holds(operator.precondition, state):
            return None
        add = delete = 0
        for condition, adds, deletes in operator.effects:
            if condition is True or holds(condition, state):
                add, delete = add | adds, delete | deletes
        state = state & ~delete | add
    return state


def _facts(true: int, false: int) -> list[int]:
    facts = []
    for mask, odd in ((true, 0), (false, 1)):
        rest = mask
        while rest:
            facts.append(2 * (rest & -rest).bit_length() - 2 + odd)
            rest &= rest - 1
    return facts

