"""Delete relaxation: what can become true at all, and how far away it is at least or roughly."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from math import inf

from planner.engines.joint.grounding.ground import Grounding
from planner.engines.joint.grounding.operators import Operator
from planner.pddl.conditions import Atom


class Relaxation:
    """The operators of a grounding without their deletes, in the field's usual sense.

    Literals are numbers as in the grounding: negative for "does not hold". Both signs of an atom
    may hold at once, so negative conditions are respected and nothing is ever lost. An operator
    costs 1.
    """

    def __init__(self, grounding: Grounding) -> None:
        self.grounding = grounding
        self.rows: list[tuple[frozenset[int], tuple[int, ...], Operator]] = []
        for operator in grounding.operators:
            parts: dict[tuple[int, ...], list[int]] = {}
            for effect in operator.effects:
                parts.setdefault(effect.condition, []).append(effect.literal)
            self.rows += [(operator.needs | frozenset(condition), tuple(literals), operator)
                          for condition, literals in parts.items()]
        self.waiting: dict[int, list[int]] = {}
        for k, (needs, _, _) in enumerate(self.rows):
            for literal in needs:
                self.waiting.setdefault(literal, []).append(k)
        self.counts = [len(needs) for needs, _, _ in self.rows]
        self.free = [k for k, count in enumerate(self.counts) if not count]

    def literals(self, true: Collection[Atom], perhaps: Collection[Atom] = ()) -> list[int]:
        """Return the literals of a state; atoms that ``perhaps`` hold have both signs."""
        number = self.grounding.number
        holds = {number[a] for a in true if a in number}
        unsure = {number[a] for a in perhaps if a in number}
        return [*holds, *unsure, *(-n for n in range(1, len(self.grounding.atoms) + 1)
                                   if n not in holds or n in unsure)]

    def costs(self, start: Iterable[int], *, add: bool = False, stop: Sequence[int] = ()
              ) -> tuple[dict[int, int], dict[int, int]]:
        """Return the cost of each literal that can be reached, and the row that reaches it first.

        A conjunction costs what its dearest part does (h^max), with ``add`` the sum of its parts
        (h^add). Ends early once all of ``stop`` have their costs.
        """
        cost = dict.fromkeys(start, 0)
        by = dict.fromkeys(cost, -1)
        left = set(stop) - cost.keys()
        missing, sums = list(self.counts), [0] * len(self.rows)
        due = {1: self.free + self._met(cost, missing)}  # rows by the cost of their effects
        while due and (left or not stop):
            now = min(due)
            fresh = []
            for k in sorted(due.pop(now)):
                for literal in self.rows[k][1]:
                    if literal not in cost:
                        cost[literal], by[literal] = now, k
                        fresh.append(literal)
            left.difference_update(fresh)
            for literal in fresh:
                for k in self.waiting.get(literal, ()):
                    missing[k] -= 1
                    sums[k] = sums[k] + now if add else now
                    if not missing[k]:
                        due.setdefault(sums[k] + 1, []).append(k)
        return cost, by

    def _met(self, true: Iterable[int], missing: list[int]) -> list[int]:
        """Take literals that hold off what rows miss; return the rows that miss nothing more."""
        ready = []
        for literal in true:
            for k in self.waiting.get(literal, ()):
                missing[k] -= 1
                if not missing[k]:
                    ready.append(k)
        return ready

    def nearest(self, start: Sequence[int], clauses: Sequence[Sequence[int]]) -> list[int] | None:
        """Return of each clause the literal that costs least (h^add); None: out of reach."""
        if all(len(c) == 1 for c in clauses):
            return [c[0] for c in clauses]
        cost, _ = self.costs(start, add=True)
        best = [min(c, key=lambda x: (cost.get(x, inf), x)) for c in clauses]
        return best if all(x in cost for x in best) else None

    def plan(self, start: Iterable[int], goal: Sequence[int]) -> list[Operator] | None:
        """Return a relaxed plan in the order of its costs (FF, from h^add); None: there is none."""
        chosen = self.chosen(start, goal)
        return None if chosen is None else list({
            id(self.rows[k][2]): self.rows[k][2] for k in chosen}.values())

    def chosen(self, start: Iterable[int], goal: Sequence[int]) -> list[int] | None:
        """Return the rows of a relaxed plan, so that each effect of an operator counts."""
        cost, by = self.costs(start, add=True, stop=goal)
        if not all(literal in cost for literal in goal):
            return None
        chosen: dict[int, int] = {}
        queue, seen = list(goal), set(goal)
        while queue:
            literal = queue.pop()
            row = by[literal]
            if row < 0:
                continue
            chosen[row] = min(chosen.get(row, cost[literal]), cost[literal])
            fresh = self.rows[row][0] - seen
            seen |= fresh
            queue += sorted(fresh)
        return sorted(chosen, key=lambda k: (chosen[k], k))


def landmarks(
    rows: Iterable[tuple[Collection[int], Collection[int]]], start: Collection[int],
    goal: Iterable[Collection[int]],
) -> list[int]:
    """Return the literals that do not hold at first and come true on every way to a goal.

    A row makes its second literals true where all of its first hold, and nothing becomes false. By
    propagation (Zhu and Givan 2003): what comes before a literal in each row that makes it true
    comes before it. ``goal`` are clauses; of one that is out of reach nothing is said.
    """
    true = frozenset(start)
    causes: dict[int, dict[frozenset[int], None]] = {}
    for needs, literals in rows:
        for x in literals:
            if x not in true:
                causes.setdefault(x, {})[frozenset(needs) - true] = None
    users: dict[int, set[int]] = {}
    for x, ways in causes.items():
        for y in frozenset[int]().union(*ways):
            users.setdefault(y, set()).add(x)
    place = {x: k for k, x in enumerate(sorted(causes))}
    before: dict[int, int] = {}
    queue, waiting = deque(place), set(place)
    while queue:
        x = queue.popleft()
        waiting.discard(x)
        masks = [reduce(int.__or__, map(before.__getitem__, needs), 1 << place[x])
                 for needs in causes[x] if needs <= before.keys()]
        if masks and before.get(x) != (mask := reduce(int.__and__, masks)):
            before[x] = mask
            fresh = sorted(users.get(x, set()) - waiting)
            waiting.update(fresh)
            queue.extend(fresh)
    clauses = [[before[x] for x in c if x in before] for c in goal if true.isdisjoint(c)]
    every = reduce(int.__or__, (reduce(int.__and__, masks) for masks in clauses if masks), 0)
    return [x for x, k in place.items() if every >> k & 1]


def reachable(grounding: Grounding, init: Collection[Atom]
              ) -> tuple[list[Operator], dict[int, int]]:
    """Return the operators that can be done some day and the first step of each literal (h^max).

    A literal without an entry never holds; what static facts rule out is left out.
    """
    true = frozenset(grounding.number[atom] for atom in init)
    relaxation = Relaxation(replace(grounding, operators=tuple(grounding.specialised(true))))
    level, _ = relaxation.costs(relaxation.literals(init))
    return [o for o in relaxation.grounding.operators if o.needs <= level.keys()], level


@lru_cache(maxsize=1)
def relaxed(grounding: Grounding) -> Relaxation:
    """Return the relaxation of a grounding; the last one is kept."""
    return Relaxation(grounding)
