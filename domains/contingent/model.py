"""A contingent task grounded: states as bits, actions as masks, and the worlds there may be.

Clauses have a variable beyond the atoms for each conjunction in ``oneof`` and ``or``.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from itertools import combinations, product
from operator import and_, or_
from typing import NamedTuple

from pysat.solvers import Solver

from domains.contingent.reading import SENSED, Contingent
from planner.engines.joint.deadline import Deadline
from planner.engines.joint.grounding.ground import Grounding, ground
from planner.engines.joint.grounding.operators import Operator
from planner.engines.joint.grounding.relaxation import Relaxation
from planner.errors import InputError, LimitError, UnsupportedError
from planner.pddl.conditions import Atom
from planner.pddl.conditions import ground as grounded
from planner.pddl.model import Formula, conjuncts, within
from planner.plan import Step

SECONDS = 60.0
"""For grounding."""
ALL = 20_000
"""Values of atoms that depend on each other which are listed, so that each is equally likely."""
KEPT = 50_000
"""Sets of known atoms for which what is possible then is kept."""
WAYS = 1000
"""What an action does in different states, of which so much is kept."""
Clauses = list[tuple[int, ...]]


class States(NamedTuple):
    """Some states in order: what holds in all of them, in some but not all, and what each adds."""

    known: int
    unsure: int
    rest: tuple[int, ...]

    @classmethod
    def of(cls, states: Sequence[int]) -> States:
        """Take states apart."""
        known = reduce(and_, states, -1)
        rest = tuple([state & ~known for state in states])
        return cls(known, either(rest), rest)

    @property
    def whole(self) -> tuple[int, ...]:
        """Return the states themselves."""
        return tuple([self.known | more for more in self.rest])


class Effect(NamedTuple):
    """What comes true and false where ``needs`` holds and ``bars`` does not; masks of atoms."""

    needs: int
    bars: int
    adds: int
    deletes: int


@dataclass(frozen=True, slots=True)
class Act:
    """A ground action under one conjunction; ``tells`` are the atoms that it observes.

    Masks are ``told`` of these, ``reads`` of what its effects depend on, ``changes`` of what it may
    change; ``kept`` has what it does by what holds of the former.
    """

    step: Step
    needs: int
    bars: int
    effects: tuple[Effect, ...]
    tells: tuple[int, ...]
    operator: Operator
    told: int
    reads: int
    changes: int
    kept: dict[int, tuple[int, int]] = field(default_factory=dict, compare=False, repr=False)

    def fits(self, state: int) -> bool:
        """Say whether the action can be done in a state."""
        return state & self.needs == self.needs and not state & self.bars

    def does(self, state: int) -> tuple[int, int]:
        """Return the masks of what it keeps and adds in a state."""
        key = state & self.reads
        if key not in self.kept:
            if len(self.kept) == WAYS:
                self.kept.clear()
            adds = deletes = 0
            for needs, bars, added, deleted in self.effects:
                if key & needs == needs and not key & bars:
                    adds |= added
                    deletes |= deleted
            self.kept[key] = ~deletes, adds
        return self.kept[key]

    def after(self, state: int) -> int:
        """Return the state after it."""
        keeps, adds = self.does(state)
        return state & keeps | adds

    @property
    def conditions(self) -> list[tuple[int]]:
        """Return what it needs as clauses of one literal."""
        return [(a + 1,) for a in bits(self.needs)] + [(-a - 1,) for a in bits(self.bars)]

    def seen(self, state: int) -> tuple[bool, ...]:
        """Return what it tells in a state."""
        return tuple(bool(state >> a & 1) for a in self.tells)


class Model:
    """The ground task; atom ``k`` is the bit ``1 << k``, its literal in clauses ``k + 1``."""

    def __init__(self, known: Contingent) -> None:
        self.known, task = known, known.task
        start = task.problem.init | known.unsure
        try:
            self.grounding: Grounding = ground(
                task.domain, task.problem.objects, (), start,
                deadline=Deadline(SECONDS))
        except LimitError as error:
            raise UnsupportedError(f"too large: {error}") from error
        self.atoms = self.grounding.atoms
        self.number = {atom: k for k, atom in enumerate(self.atoms)}
        self.acts = [self._act(o) for o in self.grounding.operators]
        self.by_step: dict[Step, list[Act]] = {}
        for act in self.acts:
            self.by_step.setdefault(act.step, []).append(act)
        goal = self.grounding.goal_of(task)
        if goal is None:
            raise InputError(f"{task.problem.source.name}: part of the goal can never hold")
        self.goal = goal
        self.sure = self._mask(a for a in task.problem.init - known.unsure)
        self.changing = either(act.changes for act in self.acts)
        self.possible: dict[tuple[int, int], tuple[list[Act], list[Act]]] = {}
        self.unsure = sorted(self.number[a] for a in known.unsure)
        self.clauses = self._clauses(self.known.clauses)

    @cached_property
    def relaxation(self) -> Relaxation:
        """Return the delete relaxation."""
        return Relaxation(self.grounding)

    def _mask(self, atoms: Iterator[Atom]) -> int:
        return sum(1 << self.number[a] for a in set(atoms))

    def fitting(self, states: States) -> tuple[list[Act], list[Act]]:
        """Return what is possible in all of some states: what tells something, and what acts.

        What has to be done anyway and only helps is all of it (:attr:`gains`).
        """
        key = states.known & self.asked[0], (states.known | states.unsure) & self.asked[1]
        if key not in self.possible:
            if len(self.possible) == KEPT:
                self.possible.clear()
            found = self._fitting(*key)
            self.possible[key] = ([act for act in found if act.tells],
                                  [act for act in found if act.effects and not act.tells])
        return self.possible[key]

    @cached_property
    def asked(self) -> tuple[int, int]:
        """Return the atoms that count for what is possible if all states, and if any, have them."""
        both = any_ = 0
        for needs, bars in [(a.needs, a.bars) for a in self.acts] + [
                (deletes, adds) for adds, deletes in self.gains.values()]:
            both, any_ = both | needs, any_ | bars
        return both, any_

    def _fitting(self, both: int, any_: int) -> list[Act]:
        found = [k for k, act in enumerate(self.acts)
                 if act.needs & both == act.needs and not act.bars & any_]
        gain = next((k for k in found if k in self.gains and (
            self.gains[k][0] & ~any_ or self.gains[k][1] & both)), None)
        return [self.acts[k] for k in (found if gain is None else (gain,))]

    @cached_property
    def gains(self) -> dict[int, tuple[int, int]]:
        """Return by number the actions that are as good now as later: masks of what they bring.

        That are atoms that the goal wants to hold, and not to hold, and that no action undoes. Each
        action that brings one does nothing else than this one, and what this one does hinders no
        action but those, and tells less of nothing that is not known.
        """
        sets = {k: {e.literal for e in act.operator.effects}
                for k, act in enumerate(self.acts) if act.effects and not act.reads}
        needed = Counter(x for act in self.acts for x in act.operator.needs)
        needed.update(x for act in self.acts for e in act.operator.effects
                      for y in e.condition for x in (y, -y))
        needed.update(x for c in self.goal for x in c)
        told = {a + 1 for act in self.acts for a in act.tells}
        found: dict[int, tuple[int, int]] = {}
        undone = {-e.literal for act in self.acts for e in act.operator.effects}
        for goal in (c[0] for c in self.goal if len(c) == 1 and c[0] not in undone):
            bring = [k for k, act in enumerate(self.acts)
                     if any(e.literal == goal for e in act.operator.effects)]
            here = Counter(x for k in bring for x in self.acts[k].operator.needs)
            every = set[int]().union(*(sets.get(k, {-goal}) for k in bring))
            for k in (k for k in bring if sets.get(k) == every):
                known = {abs(x) for x in self.acts[k].operator.needs}
                if all(needed[-x] == here[-x] and (abs(x) not in told or abs(x) in known)
                       for x in every):
                    adds, deletes = found.get(k, (0, 0))
                    found[k] = ((adds | 1 << goal - 1, deletes) if goal > 0 else
                                (adds, deletes | 1 << -goal - 1))
        return found

    def _act(self, operator: Operator) -> Act:
        def masks(literals: Sequence[int]) -> tuple[int, int]:
            return (sum(1 << x - 1 for x in literals if x > 0),
                    sum(1 << -x - 1 for x in literals if x < 0))

        step = operator.action
        told = self.known.observes.get(step.name)
        tells: tuple[int, ...] = ()
        if told is not None:
            binding = self.known.task.domain.actions[step.name].bound(step.arguments)
            tells = tuple(self.number[atom] for part in within(told) if part[0] == "atom"
                          and (atom := (part[1], grounded(part[2], binding))) in self.number)
        parts: dict[tuple[int, ...], list[int]] = {}
        for e in operator.effects:
            if self.atoms[abs(e.literal) - 1][0] != SENSED:
                parts.setdefault(e.condition, []).append(e.literal)
        effects = tuple(Effect(*masks(c), *masks(x)) for c, x in parts.items())
        return Act(step, *masks(sorted(operator.needs)), effects, tells, operator,
                   sum(1 << a for a in set(tells)), either(e.needs | e.bars for e in effects),
                   either(e.adds | e.deletes for e in effects))

    def _clauses(self, stated: Sequence[Formula]) -> Clauses:
        """Return what is said of the unknown atoms at first, as clauses."""
        found: Clauses = []
        top = len(self.atoms)
        for clause in stated:
            any_of = []
            for part in clause[1:] if clause[0] != "unknown" else ():
                literals = _conjunction(self.number, part)
                if len(literals) != 1:
                    top += 1
                    found += [(-top, x) for x in literals]
                    found.append((top, *(-x for x in literals)))
                    literals = [top]
                any_of += literals
            found += [tuple(any_of)] if any_of else []
            if clause[0] == "oneof":
                found += [(-one, -other) for one, other in combinations(any_of, 2)]
        return found

    def _contradiction(self) -> InputError:
        """Return an error at the first clause that leaves no world with those before it."""
        said, nodes = self.known.clauses, self.known.nodes
        for k, node in enumerate(nodes, start=1):
            with Solver("glucose4", self._clauses(said[:k] + said[len(nodes):])) as solver:
                if not solver.solve():
                    return self.known.source.error(
                        "what is said of the initial state contradicts itself: with this no "
                        "world is left", node)
        raise AssertionError("clauses that no world fits leave none")

    def reached(self, state: int) -> bool:
        """Say whether the goal holds in a state."""
        return all(any((state >> abs(x) - 1 & 1) == (x > 0) for x in c) for c in self.goal)

    def reached_in_all(self, states: States) -> bool:
        """Say whether the goal holds in all of some states."""
        return all(self.reached(states.known | more) for more in states.rest)

    def true(self, state: int) -> frozenset[Atom]:
        """Return the atoms of a state."""
        return frozenset(a for k, a in enumerate(self.atoms) if state >> k & 1)

    def literals(self, state: int) -> list[int]:
        """Return the literals of a state."""
        return [n if state >> n - 1 & 1 else -n for n in range(1, len(self.atoms) + 1)]

    def state(self, true: frozenset[Atom]) -> int:
        """Return the initial state in which these unknown atoms hold, and no others."""
        return self.sure | self._mask(a for a in true if a in self.number)

    def allowed(self, state: int) -> bool:
        """Say whether an initial state is one that the problem allows."""
        with Solver("glucose4", self.clauses) as solver:
            return bool(solver.solve([a + 1 if state >> a & 1 else -a - 1 for a in self.unsure]))

    @cached_property
    def parts(self) -> list[list[int]]:
        """Return the unknown atoms in groups that do not depend on each other."""
        group = {abs(x) - 1: {abs(x) - 1} for c in self.clauses for x in c}
        group |= {a: {a} for a in self.unsure if a not in group}
        for clause in self.clauses:
            together = set[int]().union(*(group[abs(x) - 1] for x in clause))
            for a in together:
                group[a] = together
        found = {id(g): g for g in group.values()}.values()
        return [part for g in found if (part := sorted(a for a in g if a < len(self.atoms)))]

    @cached_property
    def values(self) -> list[list[int] | None]:
        """Return for each part the masks it may have; None: more than :data:`ALL`."""
        top = max((abs(x) for c in self.clauses for x in c), default=0) + len(self.atoms)
        with Solver("glucose4", self.clauses) as solver:
            return [self._values(part, solver, top + k) for k, part in enumerate(self.parts, 1)]

    def _values(self, part: list[int], solver: Solver, begun: int) -> list[int] | None:
        """Return a part's masks; what was found is left out where ``begun`` holds."""
        found = []
        while solver.solve([begun]):
            true = {x - 1 for x in solver.get_model() if x > 0}
            found.append(sum(1 << a for a in part if a in true))
            if len(found) > ALL:
                return None
            solver.add_clause([-begun, *(-a - 1 if a in true else a + 1 for a in part)])
        if not found:
            raise self._contradiction()
        return sorted(found)

    @property
    def count(self) -> int | None:
        """Return the number of worlds there are, None where they were not counted."""
        total = 1
        for values in self.values:
            if values is None:
                return None
            total *= len(values)
        return total

    def worlds(self) -> Iterator[int]:
        """Yield every initial state; only where they could be counted."""
        for chosen in product(*(v or () for v in self.values)):
            yield self.sure | sum(chosen)

    def drawn(self, seed: int) -> int:
        """Return one of the initial states, each equally likely where they could be counted."""
        rng = random.Random(seed)
        state = self.sure
        for part, values in zip(self.parts, self.values, strict=True):
            state |= rng.choice(values) if values is not None else self._random(part, rng)
        return state

    def _random(self, part: list[int], rng: random.Random) -> int:
        with Solver("cadical153", self.clauses) as solver:
            chosen: list[int] = []
            for a in rng.sample(part, len(part)):
                for x in (a + 1, -a - 1) if rng.random() < 0.5 else (-a - 1, a + 1):
                    if solver.solve([*chosen, x]):
                        chosen.append(x)
                        break
        return sum(1 << x - 1 for x in chosen if x > 0)


class Met:
    """States that a search met. Equal rests of theirs are one object, known by its identity."""

    def __init__(self, first: States) -> None:
        self.rests = {first.rest: first.rest}
        self.met = {(first.known, id(first.rest))}

    def successors(self, states: States, acts: Sequence[Act]) -> Iterator[tuple[Act, States]]:
        """Yield actions, and the states after them that were not met before; they are now."""
        known, same, rest = states
        for act in acts:
            if (act.reads | act.changes) & same:
                after, unsure, fresh = States.of([act.after(state) for state in states.whole])
                more = self.rests.setdefault(fresh, fresh)
            else:
                after, unsure, more = act.after(known), same, rest
            mark = after, id(more)
            if mark not in self.met:
                self.met.add(mark)
                yield act, States(after, unsure, more)


def either(states: Iterable[int]) -> int:
    """Return the atoms that hold in some state."""
    return reduce(or_, states, 0)


def bits(mask: int) -> list[int]:
    """Return the atoms of a mask."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def _conjunction(number: dict[Atom, int], formula: Formula) -> list[int]:
    found = []
    for part in conjuncts(formula):
        sign, atom = (-1, part[1]) if part[0] == "not" else (1, part)
        found.append(sign * (number[atom[1], atom[2]] + 1))
    return found
