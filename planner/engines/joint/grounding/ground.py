"""Ground operators of a domain over its objects, kept for every initial state that they cover."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from planner.engines.handover import hand_over
from planner.engines.joint.agents import acting
from planner.engines.joint.grounding.translator import MAX_ATOMS, Instance, translated
from planner.errors import LimitError, UsageError
from planner.pddl import Domain, PDDLTask, Problem
from planner.pddl.conditions import Atom
from planner.pddl.features import FEATURES, features
from planner.pddl.model import Formula
from planner.pddl.sexp import Source
from planner.plan import Step

__all__ = ["Effect", "Grounding", "Operator", "ground", "task_of"]

Numbers = Mapping[int, int]
"""The translator's number of an atom with ours."""
REFUSED = ("numeric", "durative-actions", "derived-predicates", "preferences", "timed-literals",
           "trajectory-constraints")
"""Features without a joint-step meaning here."""


@dataclass(frozen=True, slots=True)
class Effect:
    """A literal that comes true where all of ``condition`` holds (empty: always)."""

    condition: tuple[int, ...]
    literal: int


@dataclass(frozen=True, slots=True)
class Operator:
    """A ground action with one of the conjunctions under which it can be done.

    Literals are atom numbers from 1 on, negative for "does not hold".
    """

    action: Step
    agents: tuple[int, ...]
    needs: frozenset[int]
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class Grounding:
    """All operators that relaxed reachability from ``start`` leaves.

    They cover each initial state made of ``atoms`` alone: it can reach no more than these.
    ``groups`` are sets of atoms of which no action makes a further one true: at most one of them
    holds wherever at most one held at first.
    """

    atoms: tuple[Atom, ...]
    operators: tuple[Operator, ...]
    groups: tuple[frozenset[int], ...]
    start: frozenset[Atom]
    agents: tuple[str, ...]

    @cached_property
    def number(self) -> Mapping[Atom, int]:
        """Return the number of each atom, from 1 on."""
        return {atom: n for n, atom in enumerate(self.atoms, start=1)}

    @cached_property
    def changing(self) -> frozenset[int]:
        """Return the atoms that some operator changes."""
        return frozenset(abs(e.literal) for o in self.operators for e in o.effects)

    def covers(self, init: Collection[Atom]) -> bool:
        """Say whether the operators are enough for an initial state."""
        return all(atom in self.number for atom in init)


def task_of(
    domain: Domain, objects: Mapping[str, tuple[str, ...]], init: Collection[Atom], goal: Formula
) -> PDDLTask:
    """Return a task of the domain; ``objects`` without the domain's constants."""
    problem = Problem("joint", Source("joint", ""), domain.name, objects, frozenset(init), {}, goal)
    return PDDLTask(domain, problem, {**domain.constants, **objects})


def ground(
    domain: Domain, objects: Mapping[str, tuple[str, ...]], agents: Sequence[str],
    start: Collection[Atom], *, deadline: float = float("inf"), limit: int = MAX_ATOMS,
) -> Grounding:
    """Ground a domain for all initial states within what ``start`` can reach.

    Raises :class:`UsageError` naming a feature that has no meaning here, and :class:`LimitError`
    where time or size run out.
    """
    task = task_of(domain, objects, start, ("and",))
    _refuse(task)
    ready = hand_over(task, costs=False, integers=True, accepts={"universal-effects"})
    fact = min(ready.task.problem.init)  # some goal: it is not what is grounded for
    problem = replace(ready.task.problem, goal=("atom", *fact))
    ready = replace(ready, task=replace(ready.task, problem=problem))
    found = translated(ready.domain, ready.problem, deadline, limit)
    named = sorted(atom for atom in found.atoms if atom[0] in domain.predicates)
    number = {atom: n for n, atom in enumerate(named, start=1)}
    place = {name: n for n, name in enumerate(agents)}
    doers = partial(acting, domain, place)
    known = {theirs: number[atom] for theirs, atom in enumerate(found.atoms, start=1)
             if atom in number}
    operators = sorted((_operator(action, known, place, doers) for action in found.actions),
                       key=lambda o: (o.action.name, o.action.arguments, sorted(o.needs)))
    if time.monotonic() > deadline:
        raise LimitError("grounding did not end within the time limit")
    groups = _groups(found.invariants, named, number)
    return Grounding(tuple(named), tuple(operators), groups, frozenset(start), tuple(agents))


def _refuse(task: PDDLTask) -> None:
    refused = [FEATURES[name].words for name in REFUSED if name in features(task)]
    if refused:
        raise UsageError(f"joint steps are not defined for {', '.join(refused)}")


def _operator(
    action: Instance, number: Numbers, place: Mapping[str, int],
    doers: Callable[[Step], tuple[str, ...]],
) -> Operator:
    name, *arguments = action.words
    step = Step(name, tuple(arguments))
    adds = [Effect(_condition(c, number), number[atom]) for c, atom in action.adds]
    always = {e.literal for e in adds if not e.condition}
    deletes = [Effect(_condition(c, number), -number[atom])
               for c, atom in action.deletes if number[atom] not in always]
    kept = [e for e in (*adds, *deletes) if not e.condition or abs(e.literal) not in always]
    return Operator(
        step, tuple(sorted({place[a] for a in doers(step)})),
        frozenset(_condition(action.needs, number)), tuple(dict.fromkeys(kept)))


def _condition(literals: Sequence[int], number: Numbers) -> tuple[int, ...]:
    """Return literals; a fact that the handover added, always true, is left out."""
    return tuple(sorted({number[n] if n > 0 else -number[-n] for n in literals
                         if abs(n) in number}))


def _groups(
    invariants: Sequence[Mapping[str, Sequence[int]]], atoms: Sequence[Atom],
    number: Mapping[Atom, int],
) -> tuple[frozenset[int], ...]:
    """Instantiate the invariants: atoms that agree in everything that is not counted."""
    by_predicate: dict[str, list[tuple[int, Sequence[int]]]] = {}
    for which, invariant in enumerate(invariants):
        for predicate, positions in invariant.items():
            by_predicate.setdefault(predicate, []).append((which, positions))
    groups: dict[tuple[int | str, ...], set[int]] = {}
    for atom in atoms:
        for which, positions in by_predicate.get(atom[0], ()):
            groups.setdefault((which, *_key(positions, atom)), set()).add(number[atom])
    found = {frozenset(group) for group in groups.values() if len(group) > 1}
    return tuple(sorted(found, key=lambda group: (-len(group), sorted(group))))


def _key(positions: Sequence[int], atom: Atom) -> tuple[str, ...]:
    values = {position: word for position, word in zip(positions, atom[1], strict=True)
              if position >= 0}
    return tuple(values[position] for position in sorted(values))
