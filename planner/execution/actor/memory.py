"""What went wrong before: bans that expire, and signs that the team gets nowhere."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import inf

from planner.execution.actor.contract import Atom, Believed, GroundAction

LONGEST = 16
LESS = 0.9
"""Share of an assumption's least weight so far below which something was learnt of it."""


@dataclass
class NoGoods:
    """Actions that failed are not begun again for 1, 2, 4 … joint steps (16 at most)."""

    until: dict[GroundAction, int] = field(default_factory=dict)
    length: dict[GroundAction, int] = field(default_factory=dict)

    def ban(self, action: GroundAction, step: int) -> int:
        """Ban an action from ``step`` on; return for how many steps."""
        self.length[action] = steps = min(LONGEST, 2 * self.length.get(action, 0) or 1)
        self.until[action] = step + steps
        return steps

    def forgive(self, actions: Iterable[GroundAction]) -> None:
        """Forget what failed before of actions that were done."""
        for action in actions:
            self.length.pop(action, None)

    def at(self, step: int) -> dict[GroundAction, int]:
        """Return what is banned in a step, and for how many steps more."""
        return {a: end - step for a, end in self.until.items() if step < end}


@dataclass
class Progress:
    """Count the decisions since anything new was believed or the plan was as short as never since.

    New is an atom that was never true before, one that is false for the first time since, another
    assumption, or one that got clearly less likely, a value of an unknown that is excluded, and
    what the bridge says was learnt. All of these run out in a finite world, so a team that goes on
    without end comes to a standstill here.
    """

    known: set[tuple[Atom, bool]] = field(default_factory=set)
    likely: dict[frozenset[Atom], float] = field(default_factory=dict)
    values: set[tuple[str, frozenset[Atom]]] = field(default_factory=set)
    learnt: float = 0.0
    least: float = inf
    idle: float = 0.0

    def standstill(self, believed: Believed, left: float, counts: float = 1.0) -> float:
        """Take in a decision with a plan of ``left`` steps; return how many brought nothing new.

        ``counts`` is less than 1 where a decision is only a part of an action.
        """
        true = {(atom, True) for atom in believed.facts}
        false = {(atom, False) for atom, held in self.known if held} - {
            (atom, False) for atom in believed.facts}
        learnt = {a.atoms: a.weight for a in believed.assumptions
                  if a.weight < LESS * self.likely.get(a.atoms, inf)}
        values = {(u.key, atoms) for u in believed.unknowns for atoms in u.values}
        excluded = {v for v in self.values - values if v[0] in {key for key, _ in values}}
        self.values = (self.values | values) - excluded
        fresh = bool(excluded or learnt or not true | false <= self.known)
        if fresh or believed.learnt > self.learnt or left < self.least:
            self.idle, self.least = 0.0, left
        else:
            self.idle += counts
        self.learnt = max(self.learnt, believed.learnt)
        self.known |= true | false
        self.likely |= learnt
        return self.idle
