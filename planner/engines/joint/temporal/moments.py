"""The shortest makespan by SAT over moments: what ends at a moment, then what starts at it.

A plan has moments 0, 1, 2, … (units of the timetable). At each, all deeds that are due end at once;
then any number of others start at once. Those of one group must not interfere: none changes what
another one reads (a deed reads what holds throughout at its end, too), none makes true what another
one makes false. What starts at a moment may rely on what ends at it; in a plan for others, which
compare times exactly, each moment is a thousandth of a unit later than the one before it demands.
A robot is busy from its start to its end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from planner.engines.joint.deadline import Deadline, asked
from planner.engines.joint.encoding.horizons import SOLVER
from planner.engines.joint.encoding.template import at_most_one
from planner.engines.joint.temporal.deeds import Deed, Timetable

Event = tuple[int, Collection[int], Collection[int], Collection[int]]
"""What is true where a deed starts or ends, what it reads and what it does."""


class Moments:
    """The timetable unrolled so far, in an incremental solver."""

    def __init__(self, table: Timetable) -> None:
        from pysat.solvers import Solver

        self.table = table
        self.solver: Any = Solver(SOLVER)
        self.count = 0
        self.states: list[int] = []
        self.starts: list[list[int]] = []
        self.busy: list[list[int]] = []
        self.goals: list[int] = []
        first = self._state()
        for atom in range(1, table.atoms + 1):
            self.add(self.at(first, atom if atom in table.true else -atom))
        self._goal(first)

    def __enter__(self) -> Moments:
        return self

    def __exit__(self, *error: object) -> None:
        self.solver.delete()

    def new(self) -> int:
        """Return a new variable."""
        self.count += 1
        return self.count

    def add(self, *clause: int) -> None:
        """Add a clause."""
        self.solver.add_clause(clause)

    def at(self, state: int, literal: int) -> int:
        """Return a literal in a state."""
        x = self.states[state] + abs(literal)
        return x if literal > 0 else -x

    def _state(self) -> int:
        self.states.append(self.count)
        self.count += self.table.atoms
        return len(self.states) - 1

    def _goal(self, state: int) -> None:
        goal = self.new()
        for clause in self.table.goal:
            self.add(-goal, *(self.at(state, x) for x in clause))
        self.goals.append(goal)

    def extend(self) -> None:
        """Add the starts of the last moment, and the ends of the next one."""
        now, before = len(self.starts), len(self.states) - 1
        starts = [self.new() for _ in self.table.deeds]
        self.starts.append(starts)
        self._turns(now, starts)
        after = self._state()
        self._layer(before, after, [(x, d.needs[0], d.reads[0], d.does[0]) for x, d in
                                    zip(starts, self.table.deeds, strict=True)])
        self._throughout(after, now + 1, last=True)
        due = [(self.starts[now + 1 - d.length][k], d.needs[1] | d.holds, d.reads[1], d.does[1])
               for k, d in enumerate(self.table.deeds) if d.length <= now + 1]
        ended = self._state()
        self._layer(after, ended, due)
        self._throughout(ended, now + 1, last=False)
        self._goal(ended)

    def _turns(self, now: int, starts: Sequence[int]) -> None:
        """Write that a robot starts one deed at a time, and none while it is busy."""
        busy = [self.new() for _ in range(self.table.agents)]
        self.busy.append(busy)
        for agent, some in enumerate(busy):
            own = [x for x, d in zip(starts, self.table.deeds, strict=True) if agent in d.agents]
            at_most_one(own, self.new, self.add)
            for x in own:
                self.add(-x, some)
        for k, deed in enumerate(self.table.deeds):
            for moment in range(max(0, now + 1 - deed.length), now):
                for agent in deed.agents:
                    self.add(-self.starts[moment][k], -busy[agent])

    def _throughout(self, state: int, moment: int, *, last: bool) -> None:
        """Write what deeds under way need; those that end at the moment only before its ends."""
        for k, deed in enumerate(self.table.deeds):
            for begun in range(max(0, moment - deed.length + (not last)), moment):
                for x in deed.holds:
                    self.add(-self.starts[begun][k], self.at(state, x))

    def _layer(self, before: int, after: int, events: Sequence[Event]) -> None:
        """Write what events of one group need and do, and that they do not interfere."""
        causes: dict[int, list[int]] = {}
        readers: dict[int, list[int]] = {}
        for x, needs, reads, does in events:
            for literal in needs:
                self.add(-x, self.at(before, literal))
            for atom in reads:
                readers.setdefault(atom, []).append(x)
            for literal in does:
                self.add(-x, self.at(after, literal))
                causes.setdefault(literal, []).append(x)
        for atom in range(1, self.table.atoms + 1):
            for literal in (atom, -atom):
                self.add(self.at(before, literal), self.at(after, -literal),
                         *causes.get(literal, ()))
            changers = [*causes.get(atom, ()), *causes.get(-atom, ())]
            if changers and atom in readers:
                self._apart(readers[atom], changers)

    def _apart(self, readers: Iterable[int], changers: Iterable[int]) -> None:
        """Write that what one event reads no other one changes."""
        reading, changing = set(readers), set(changers)
        both = sorted(reading & changing)
        only, others = sorted(reading - changing), sorted(changing)
        if only:
            some = self.new()
            for x in only:
                self.add(-x, some)
            for x in others:
                self.add(-x, -some)
        at_most_one(both, self.new, self.add)
        for x in both:
            for other in sorted(changing - reading):
                self.add(-x, -other)

    def conflicts(self) -> int:
        """Return how many conflicts there were so far."""
        return int(self.solver.accum_stats()["conflicts"])

    def solve(self, makespan: int, deadline: Deadline, conflicts: int = -1
              ) -> list[tuple[int, Deed]] | bool | None:
        """Return the starts of a plan that is over at a moment; False: none is.

        None where the time, or the number of ``conflicts`` if there is one, is up before.
        """
        while len(self.starts) < makespan:
            if deadline.over:
                return None
            self.extend()
        late = [-row[k] for moment, row in enumerate(self.starts)
                for k, deed in enumerate(self.table.deeds) if moment + deed.length > makespan]
        answer = asked(self.solver, [self.goals[makespan], *late], deadline, conflicts)
        if not answer:
            return None if answer is None else False
        true = set(filter(lambda x: x > 0, self.solver.get_model()))
        return [(moment, deed) for moment, row in enumerate(self.starts[:makespan])
                for x, deed in zip(row, self.table.deeds, strict=True) if x in true]
