"""One joint step as clauses, made once and shifted from step to step.

Variable numbers of a layer: one per atom, one per variable that may have no value, one per move,
then auxiliaries. A literal of the next layer lies :attr:`Template.size` above.

What a joint step is: every action can be done in the state before it; no robot does two; no
action changes an atom that another one reads, in its precondition or in a condition of its
effects; no two make an atom both true and false. So every order of the actions is executable
and all lead to the same state, as does doing them at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from planner.engines.joint.grounding.model import Model, Move, Variable


@dataclass(frozen=True)
class Template:
    """Clauses of one state and of one step, over literals from 1 on.

    ``value`` maps literals of atoms to variable numbers, ``move`` is the first move's number,
    ``goal`` implies the goal where it is true. ``busy`` has a number per robot that is true where
    it does something.
    """

    size: int
    value: dict[int, int]
    move: int
    goal: int
    busy: tuple[int, ...]
    state: tuple[tuple[int, ...], ...]
    step: tuple[tuple[int, ...], ...]

    def clauses(self, layer: int, *, step: bool) -> list[list[int]]:
        """Return the clauses of a state or of the step after it."""
        by = layer * self.size
        return [[x + by if x > 0 else x - by for x in clause]
                for clause in (self.step if step else self.state)]

    def at(self, literal: int, layer: int) -> int:
        """Return a literal of this template in a layer."""
        return literal + (layer * self.size if literal > 0 else -layer * self.size)


def encode(model: Model) -> Template:
    """Write a model's joint step."""
    return _Encoder(model).template()


@dataclass(frozen=True, slots=True)
class _Cause:
    """What makes a literal true after the step: a move, or an effect of one that fires.

    ``changes`` says that it then surely changes an atom that its move reads; ``unless`` are
    literals, each of which means that one atom it reads in a condition is *not* changed.
    """

    trigger: int
    own: int
    agents: tuple[int, ...]
    changes: bool
    unless: tuple[int, ...]


class _Encoder:
    """Collects clauses, those of a step as literals of this layer and of the next."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.count = 0
        self.value: dict[int, int] = {}
        self.of: dict[int, int] = {}
        self.none: dict[int, int] = {}
        for v, variable in enumerate(model.variables):
            for atom in variable.atoms:
                self.of[atom] = v
                self.value[atom] = self.new()
            if variable.many and variable.none:
                self.none[v] = self.new()
        self.first = self.count + 1
        self.count += len(model.moves)
        self.goal = self.new()
        self.clauses: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        self.causes: dict[int, list[_Cause]] = {}

    def new(self) -> int:
        self.count += 1
        return self.count

    def add(self, *now: int, later: tuple[int, ...] = ()) -> None:
        self.clauses.append((now, later))

    def lit(self, literal: int) -> int:
        """Return an atom's literal as a literal of the template."""
        return self.value[literal] if literal > 0 else -self.value[-literal]

    def template(self) -> Template:
        for k, move in enumerate(self.model.moves):
            self._move(self.first + k, move)
        for v, variable in enumerate(self.model.variables):
            self._frame(v, variable)
        busy = tuple(self._turn(agent) for agent in range(self.model.agents))
        for causes in self.causes.values():
            self._compete(causes)
        state = tuple(self._state())
        size = self.count
        step = tuple((*now, *(x + size if x > 0 else x - size for x in later))
                     for now, later in self.clauses)
        return Template(size, self.value, self.first, self.goal, busy, state, step)

    def _turn(self, agent: int) -> int:
        """Write that a robot does one thing at most; return what is true where it does one."""
        moves = [self.first + k for k, move in enumerate(self.model.moves) if agent in move.agents]
        at_most_one(moves, self.new, self.add)
        return self._either(moves)

    def _state(self) -> Iterator[tuple[int, ...]]:
        for v, variable in enumerate(self.model.variables):
            if variable.many:
                values = self._values(v)
                yield tuple(values)
                yield from ((-a, -b) for a, b in combinations(values, 2))
        for clause in self.model.goal:
            yield (-self.goal, *map(self.lit, clause))

    def _values(self, v: int) -> list[int]:
        values = [self.value[atom] for atom in self.model.variables[v].atoms]
        return values + ([self.none[v]] if v in self.none else [])

    def _frame(self, v: int, variable: Variable) -> None:
        """Write that nothing changes without a cause."""
        values = self._values(v)
        for x in values if variable.many else (values[0], -values[0]):
            self.add(x, *(cause.trigger for cause in self.causes.get(x, ())), later=(-x,))

    def _move(self, own: int, move: Move) -> None:
        """Write what a move needs, does, and keeps others from changing."""
        for x in sorted(move.needs):
            self.add(-own, self.lit(x))
        if move.merged:
            self._from(own, move)
        looked = {abs(x) for e in move.effects for x in e.condition} - {abs(x) for x in move.needs}
        fired: dict[int, list[tuple[int, int]]] = {}
        for trigger, literal in self._fired(own, move):
            v = self.of[abs(literal)]
            none = literal < 0 and self.model.variables[v].many
            result = self.none[v] if none else self.lit(literal)
            self.add(-trigger, later=(result,))
            fired.setdefault(v, []).append((trigger, result))
            self.causes.setdefault(result, []).append(self._cause(own, move, trigger, result, v))
        for x in sorted(move.needs):
            self._keep(own, self.lit(x), fired.get(self.of[abs(x)], []), ())
        for atom in sorted(looked):
            for x in (self.value[atom], -self.value[atom]):
                self._keep(own, x, fired.get(self.of[atom], []), (-x,))

    def _cause(self, own: int, move: Move, trigger: int, result: int, v: int) -> _Cause:
        """Say which atoms that the move reads are changed by its own effect."""
        looked = {abs(x) for e in move.effects for x in e.condition}
        atoms = self.model.variables[v].atoms
        after = {atom: self.value[atom] == result for atom in atoms}
        sure = any(x in move.needs for atom in atoms
                   for x in ((-atom,) if after[atom] else (atom,)))
        sure |= any(q in after for q, _ in move.sources)
        unless = [self.value[a] if after[a] else -self.value[a] for a in atoms if a in looked]
        return _Cause(trigger, own, move.agents, sure, () if sure else tuple(unless))

    def _keep(
        self, own: int, literal: int, fired: list[tuple[int, int]], given: tuple[int, ...]
    ) -> None:
        """Write that a literal that is read still holds later, unless the move changes it."""
        if all(trigger != own for trigger, _ in fired):
            self.add(-own, *given, *(t for t, result in fired if result == -literal),
                     later=(literal,))

    def _from(self, own: int, move: Move) -> None:
        """Write that one of the sources holds before, in the shorter way."""
        sources = {self.value[q] for q, _ in move.sources}
        others = [x for x in self._values(self.of[move.sources[0][0]]) if x not in sources]
        if len(others) > len(sources):
            self.add(-own, *sorted(sources))
        else:
            for x in others:
                self.add(-own, -x)

    def _fired(self, own: int, move: Move) -> Iterator[tuple[int, int]]:
        """Yield what stands for each effect and its literal; what is added is not deleted."""
        adding: dict[int, list[int]] = {}
        for effect in sorted(move.effects, key=lambda e: -e.literal):
            atom = abs(effect.literal)
            hindered = adding.get(atom, []) if effect.literal < 0 else []
            trigger = own
            if effect.condition or hindered:
                parts = [*map(self.lit, effect.condition), *(-x for x in hindered)]
                trigger = self.new()
                for x in (own, *parts):
                    self.add(-trigger, x)
                self.add(trigger, -own, *(-x for x in parts))
                if effect.literal > 0:
                    adding.setdefault(atom, []).append(trigger)
            yield trigger, effect.literal

    def _compete(self, causes: Sequence[_Cause]) -> None:
        """Write that what one changes and reads no other makes so, too."""
        common = set(causes[0].agents).intersection(*(cause.agents for cause in causes))
        if common or len({cause.own for cause in causes}) < 2:
            return
        changing = self._owners([cause for cause in causes if cause.changes])
        others = self._owners([cause for cause in causes if not cause.changes])
        at_most_one(changing, self.new, self.add)
        if changing and others:
            some = self._either(changing)
            for x in others:
                self.add(-x, -some)
        for cause in causes:
            for escape in cause.unless:
                for other in causes:
                    if other.own != cause.own and not set(other.agents) & set(cause.agents):
                        self.add(-cause.trigger, -other.trigger, escape)

    def _owners(self, causes: Sequence[_Cause]) -> list[int]:
        """Return a literal for each move: that one of its causes is at work."""
        by_move: dict[int, list[int]] = {}
        for cause in causes:
            by_move.setdefault(cause.own, []).append(cause.trigger)
        return [self._either(triggers) for triggers in by_move.values()]

    def _either(self, triggers: list[int]) -> int:
        if len(triggers) == 1:
            return triggers[0]
        some = self.new()
        for x in triggers:
            self.add(-x, some)
        return some


PAIRWISE = 5
"""Up to this many literals "at most one" is written as pairs."""


def at_most_one(literals: Sequence[int], new: Callable[[], int], add: Callable[..., None]) -> None:
    """Write that at most one literal holds: as pairs where they are few, else as a ladder.

    ``new`` returns a variable that nobody uses, ``add`` takes the literals of a clause.
    """
    if len(literals) <= PAIRWISE:
        for a, b in combinations(literals, 2):
            add(-a, -b)
        return
    before = 0
    for x in literals:
        here = new()
        add(-x, here)
        if before:
            add(-before, here)
            add(-before, -x)
        before = here
