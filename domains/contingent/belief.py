"""What is known of the hidden world: every world that fits, or a sample of them and their formula.

Where the worlds can be counted and are few, all of them are followed. Otherwise each atom's value
is a formula over what held at first (a literal of an incremental SAT solver), so that what is
known is known exactly, and sampled worlds stand for all in the search.
"""

from __future__ import annotations

from collections.abc import Sequence

from pysat.solvers import Solver

from domains.contingent.model import Act, Model, bits

__all__ = ["Belief", "Worlds"]

LISTED = 600
"""Worlds up to which all are followed."""
SAMPLE, LEAST = 48, 16
"""Worlds that are sampled, and how many there have to be left before more are."""
Worlds = tuple[tuple[int, float], ...]
"""States with their probabilities, in order."""


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
            first = [model.drawn(k) for k in range(SAMPLE)]
        self.learnt = 0
        self.states: dict[int, float] = {}
        for state in first:
            self.states[state] = self.states.get(state, 0.0) + 1.0

    @property
    def worlds(self) -> Worlds:
        """Return the states with probabilities."""
        total = sum(self.states.values())
        return tuple(sorted((state, w / total) for state, w in self.states.items()))

    def known(self, atom: int, wanted: bool) -> bool:
        """Say whether an atom is known to hold, or not to."""
        if any((state >> atom & 1) != wanted for state in self.states):
            return False
        if self.formula is None:
            return True
        other = self.formula.world(atom, not wanted)
        if other is not None:
            self._add(other)
        return other is None

    def allows(self, act: Act) -> bool:
        """Say whether an action is known to be possible."""
        return all(act.fits(state) for state in self.states) and (
            self.formula is None or all(
                self.known(a, wanted) for mask, wanted in ((act.needs, True), (act.bars, False))
                for a in bits(mask)))

    @property
    def reached(self) -> bool:
        """Say whether the goal is known to hold."""
        return all(map(self.model.reached, self.states)) and all(map(self._holds, self.model.goal))

    def _holds(self, clause: Sequence[int]) -> bool:
        """Say whether one of some literals is known to hold, whichever it is."""
        other = None if self.formula is None else self.formula.against(clause)
        if other is not None:
            self._add(other)
        return other is None

    def follow(self, act: Act, seen: tuple[bool, ...]) -> None:
        """Take in an action and what it told; ``learnt`` counts what was not known before."""
        self.learnt += not all(self.known(a, told) for a, told in zip(act.tells, seen, strict=True))
        self.history.append((act, seen))
        kept: dict[int, float] = {}
        for state, w in self.states.items():
            if act.seen(state) == seen:
                after = act.after(state)
                kept[after] = kept.get(after, 0.0) + w
        self.states = kept
        if self.formula is not None:
            self.formula.follow(act, seen)
            if len(self.states) < LEAST:
                for state in self.formula.sample(SAMPLE - len(self.states)):
                    self._add(state)

    def _add(self, first: int) -> None:
        state = first
        for act, _ in self.history:
            state = act.after(state)
        self.states.setdefault(state, 1.0)


class Formula:
    """The value of each atom now as a literal over what held at first; 1 is true, -1 false."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.solver = Solver("glucose4", bootstrap_with=[[1]])
        self.top = 1
        self.value = [1 if model.sure >> k & 1 else -1 for k in range(len(model.atoms))]
        for atom in model.unsure:
            self.top += 1
            self.value[atom] = self.top
        self.first = {atom: self.value[atom] for atom in model.unsure}
        for clause in model.clauses:
            self.solver.add_clause([self.value[abs(x) - 1] * (1 if x > 0 else -1) for x in clause])

    def follow(self, act: Act, seen: Sequence[bool]) -> None:
        """Enter what an action told and changed."""
        for atom, wanted in zip(act.tells, seen, strict=True):
            self.solver.add_clause([self.value[atom] if wanted else -self.value[atom]])
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

    def world(self, atom: int, wanted: bool) -> int | None:
        """Return an initial state that fits and in which the atom now holds (or does not)."""
        return self.against((-atom - 1 if wanted else atom + 1,))

    def against(self, clause: Sequence[int]) -> int | None:
        """Return an initial state that fits and in which none of some literals now holds."""
        found = self.solver.solve([
            self.value[abs(x) - 1] * (-1 if x > 0 else 1) for x in clause])
        return self._initial() if found else None

    def _initial(self) -> int:
        true = {x for x in self.solver.get_model() if x > 0}
        return self.model.sure | sum(1 << a for a, x in self.first.items() if x in true)

    def sample(self, count: int) -> list[int]:
        """Return initial states that fit: by turns each unknown atom true and false."""
        found: dict[int, None] = {}
        for k, (_, x) in enumerate(self.first.items()):
            for literal in (x, -x):
                self.solver.set_phases([v if (v * 7 + k) % 3 else -v for v in self.first.values()])
                if len(found) < count and self.solver.solve([literal]):
                    found[self._initial()] = None
        return list(found)
