"""What is known of the hidden world: every world that fits, or a sample of them and their formula.

Where the worlds can be counted and are few, all of them are followed. Otherwise each atom's value
is a formula over what held at first (a literal of an incremental SAT solver), so that what is
known is known exactly, and sampled worlds stand for all in the search.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence

from pysat.solvers import Solver

from domains.contingent.model import Act, Model, bits

LISTED = 600
"""Worlds up to which all are followed."""
SAMPLE, LEAST = 48, 32
"""Worlds that are sampled, and how many there have to be left before more are."""
FEW = 300
"""Values of atoms that depend on each other up to which each is looked at by itself."""
Worlds = tuple[tuple[int, float], ...]
"""States with their probabilities, in order."""


def distribution(weighted: Iterable[tuple[int, float]]) -> Worlds:
    """Return states with weights as a belief."""
    found: dict[int, float] = {}
    for state, w in weighted:
        found[state] = found.get(state, 0.0) + w
    total = sum(found.values())
    return tuple(sorted((state, round(w / total, 9)) for state, w in found.items()))


def answers(acts: Sequence[Act], worlds: Iterable[tuple[int, float]]
            ) -> dict[int, tuple[Worlds, float]]:
    """Return by what the last action tells the beliefs then, with their probabilities."""
    found: dict[int, list[tuple[int, float]]] = {}
    for first, w in worlds:
        state = first
        for act in acts[:-1]:
            state = act.after(state)
        found.setdefault(state & acts[-1].told, []).append((state, w))
    return {told: (distribution(part), sum(w for _, w in part)) for told, part in found.items()}


class Belief:
    """Follows actions and observations; ``worlds`` are the states that are possible now.

    All worlds are followed where there are no more than ``listed``.
    """

    def __init__(self, model: Model, listed: int = LISTED) -> None:
        self.model = model
        count = model.count
        self.exact = count is not None and count <= listed
        self.formula: Formula | None = None
        self.history: list[tuple[Act, tuple[bool, ...]]] = []
        if self.exact:
            first = list(model.worlds())
        else:
            self.formula = Formula(model)
            first = self.formula.sample(SAMPLE, random.Random(0))
        self.learnt = 0
        self.states: Counter[int] = Counter(first)

    @property
    def worlds(self) -> Worlds:
        """Return the states with probabilities."""
        return distribution(self.states.items())

    def known(self, atom: int, wanted: bool) -> bool:
        """Say whether an atom is known to hold, or not to."""
        return (all((state >> atom & 1) == wanted for state in self.states)
                and self._holds((atom + 1 if wanted else -atom - 1,)))

    def sure(self, acts: Sequence[Act], *, ends: bool) -> bool:
        """Say whether actions that are possible in the sample are known to be (and the goal then).

        A world that speaks against them is added to the sample.
        """
        if self.formula is None:
            return True
        value = self.formula.value
        try:
            for act in acts:
                if not all(map(self._holds, act.conditions)):
                    return False
                self.formula.change(act)
            return not ends or all(map(self._holds, self.model.goal))
        finally:
            self.formula.value = value

    @property
    def reached(self) -> bool:
        """Say whether the goal is known to hold."""
        return all(map(self.model.reached, self.states)) and all(map(self._holds, self.model.goal))

    def _holds(self, clause: Sequence[int]) -> bool:
        """Say whether one of some literals is known to hold, whichever it is."""
        other = None if self.formula is None else self.formula.against(clause)
        if other is not None:
            state = self._now(other)
            self.states[state] = max(1, self.states[state])
        return other is None

    def follow(self, act: Act, seen: tuple[bool, ...]) -> None:
        """Take in an action and what it told; ``learnt`` counts what was not known before."""
        self.learnt += not all(self.known(a, told) for a, told in zip(act.tells, seen, strict=True))
        self.history.append((act, seen))
        kept = Counter[int]()
        for state, w in self.states.items():
            if act.seen(state) == seen:
                kept[act.after(state)] += w
        self.states = kept
        if self.formula is not None:
            self.formula.follow(act, seen)
            if kept.total() < LEAST and self.formula.solver.solve():
                rng = random.Random(len(self.history))
                self.states = Counter(map(self._now, self.formula.sample(SAMPLE, rng)))

    def _now(self, first: int) -> int:
        """Return what has become of an initial state."""
        state = first
        for act, _ in self.history:
            state = act.after(state)
        return state


class Formula:
    """The value of each atom now as a literal over what held at first; 1 is true, -1 false."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.solver = Solver("glucose4", bootstrap_with=[[1]])
        self.top = 1
        self.value = [1 if model.sure >> k & 1 else -1 for k in range(len(model.atoms))]
        beyond = {abs(x) - 1 for c in model.clauses for x in c} - {*model.unsure}
        variables = {atom: k for k, atom in enumerate((*model.unsure, *sorted(beyond)), start=2)}
        self.top += len(variables)
        self.first = {atom: variables[atom] for atom in model.unsure}
        for atom, x in self.first.items():
            self.value[atom] = x
        for clause in model.clauses:
            self.solver.add_clause([variables[abs(x) - 1] * (1 if x > 0 else -1) for x in clause])

    def follow(self, act: Act, seen: Sequence[bool]) -> None:
        """Enter what an action told and changed."""
        for atom, wanted in zip(act.tells, seen, strict=True):
            self.solver.add_clause([self.value[atom] if wanted else -self.value[atom]])
        self.change(act)

    def change(self, act: Act) -> None:
        """Enter what an action changes."""
        adds: dict[int, list[int]] = {}
        deletes: dict[int, list[int]] = {}
        for e in act.effects:
            when = self._all([*(self.value[a] for a in bits(e.needs)),
                              *(-self.value[a] for a in bits(e.bars))])
            for a in bits(e.adds):
                adds.setdefault(a, []).append(when)
            for a in bits(e.deletes):
                deletes.setdefault(a, []).append(when)
        now = list(self.value)
        for a in adds.keys() | deletes.keys():
            stays = self._all([self.value[a], *(-x for x in deletes.get(a, ()))])
            now[a] = -self._all([-stays, *(-x for x in adds.get(a, ()))])
        self.value = now

    def _all(self, literals: Sequence[int]) -> int:
        """Return a literal that holds where all of these do."""
        open_ = {x for x in literals if x != 1}
        if not open_:
            return 1
        if -1 in open_ or any(-x in open_ for x in open_):
            return -1
        if len(open_) == 1:
            return min(open_)
        self.top += 1
        for x in open_:
            self.solver.add_clause([-self.top, x])
        self.solver.add_clause([self.top, *(-x for x in open_)])
        return self.top

    def against(self, clause: Sequence[int]) -> int | None:
        """Return an initial state that fits and in which none of some literals now holds."""
        found = self.solver.solve([
            self.value[abs(x) - 1] * (-1 if x > 0 else 1) for x in clause])
        return self._initial() if found else None

    def _initial(self) -> int:
        true = {x for x in self.solver.get_model() if x > 0}
        return self.model.sure | sum(1 << a for a, x in self.first.items() if x in true)

    def sample(self, count: int, rng: random.Random) -> list[int]:
        """Return initial states that fit, some twice.

        Of each group of atoms that depend on each other the values that may still hold come about
        equally often, where they are few.
        """
        columns = []
        for part, values in zip(self.model.parts, self.model.values, strict=True):
            literals = [self._literals(part, v) for v in values or () if len(values or ()) <= FEW]
            left = [x for x in literals if self.solver.solve(x)]
            turns = range(0, count if left else 0, max(1, len(left)))
            columns.append([x for _ in turns for x in rng.sample(left, len(left))])
        found = []
        for k in range(count):
            self.solver.set_phases([x * rng.choice((1, -1)) for x in self.first.values()])
            chosen: list[int] = []
            for column in rng.sample(columns, len(columns)):
                more = column[k] if column else []
                chosen += more if self.solver.solve([*chosen, *more]) else []
            self.solver.solve(chosen)
            found.append(self._initial())
        return found

    def _literals(self, part: Sequence[int], value: int) -> list[int]:
        return [self.first[a] if value >> a & 1 else -self.first[a] for a in part]
