"""Robots that stand for others like them, and how many they stand for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from math import perm

from planner.engines.joint.grounding.ground import task_of
from planner.pddl import Domain, PDDLTask
from planner.pddl.conditions import Atom
from planner.pddl.model import Formula

__all__ = ["Crowd", "Few", "few_of"]

NOBODY: frozenset[int] = frozenset()
QUANTIFIED = ("exists", "forall")


@dataclass(frozen=True)
class Crowd:
    """Kinds of robots that are all alike.

    ``kin`` is the kind of each robot of the model; of each kind there are ``size`` robots, of which
    the model has ``kept``; ``about`` are the robots that an atom names, where it names any. An
    empty one means that every robot stands for itself.
    """

    kin: tuple[int, ...] = ()
    size: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    about: Mapping[int, frozenset[int]] = field(default_factory=dict)

    def named(self, literal: int) -> frozenset[int]:
        """Return the robots that an atom names."""
        return self.about.get(abs(literal), NOBODY)

    def times(self, robots: frozenset[int], given: frozenset[int]) -> float:
        """Return how many others like it something stands for that ``robots`` take part in.

        Seen from the ``given`` robots, which stay: ways to choose the rest among all of their kind,
        for each way among those kept.
        """
        if not self.kin or robots <= given:
            return 1.0
        factor = 1.0
        for kind, (size, kept) in enumerate(zip(self.size, self.kept, strict=True)):
            stay = sum(self.kin[r] == kind for r in given)
            go = sum(self.kin[r] == kind for r in robots - given)
            factor *= perm(size - stay, go) / perm(kept - stay, go)
        return factor


@dataclass(frozen=True)
class Few:
    """A task with a few robots of each kind, those of each kind kept and left out."""

    task: PDDLTask
    kinds: tuple[tuple[str, ...], ...]
    kept: tuple[tuple[str, ...], ...]

    @property
    def agents(self) -> tuple[str, ...]:
        """Return the robots that are kept."""
        return tuple(sorted(name for names in self.kept for name in names))

    def crowd(self, number: Mapping[Atom, int]) -> Crowd:
        """Return whom the robots stand for, in the numbers of a grounding."""
        place = {name: k for k, name in enumerate(self.agents)}
        kin = {name: k for k, names in enumerate(self.kept) for name in names}
        about = {n: frozenset(place[w] for w in words if w in place)
                 for (_, words), n in number.items()}
        return Crowd(tuple(kin[name] for name in self.agents), tuple(map(len, self.kinds)),
                     tuple(map(len, self.kept)), {n: who for n, who in about.items() if who})


def few_of(task: PDDLTask, agents: Sequence[str]) -> Few | None:
    """Return the task with as many robots of each kind as stand for all, None if that is all.

    Robots are alike where swapping them changes neither the initial state nor the goal. Facts about
    several robots that never change and that only allow something (who may lift with whom, often
    written for ordered pairs) are taken to hold for all such robots: that allows more. Twice as
    many are kept as an action or an atom can name, so that whatever two of them are about together
    is there. What quantifies over robots is not looked into.
    """
    kinds = {kind for name in agents for kind in task.objects[name]}
    if task.domain.axioms or any(_over(task.domain, part, kinds) for part in _texts(task)):
        return None
    arity = max((sum(any(task.domain.is_a(kind, wanted) for kind in kinds) for _, wanted in row)
                 for row in _rows(task.domain)), default=0)
    widened = _allowing(task, frozenset(agents))
    alike = _alike(task, agents, widened)
    kept = tuple(names[:2 * arity] for names in alike)
    if kept == alike:
        return None
    hidden = {name for names in alike for name in names}.difference(*kept)
    facts = {atom for atom in task.problem.init if not hidden & set(atom[1])}
    facts.update(_widened(task.problem.init, widened, alike, kept))
    goals = [part for part in _parts(task.problem.goal) if not hidden & set(_words(part))]
    objects = {name: types for name, types in task.problem.objects.items() if name not in hidden}
    return Few(task_of(task.domain, objects, facts, ("and", *goals)), alike, kept)


def _texts(task: PDDLTask) -> Iterator[Formula]:
    for action in task.domain.actions.values():
        yield from (action.precondition, action.effect)
    yield task.problem.goal


def _rows(domain: Domain) -> Iterator[tuple[tuple[str, tuple[str, ...]], ...]]:
    yield from (action.parameters for action in domain.actions.values())
    yield from domain.predicates.values()


def _over(domain: Domain, formula: object, kinds: Collection[str]) -> bool:
    """Say whether something is quantified over one of these kinds."""
    if not isinstance(formula, tuple):
        return False
    if formula and formula[0] in QUANTIFIED and any(
            domain.is_a(kind, wanted) for _, wanted in formula[1] for kind in kinds):
        return True
    return any(_over(domain, part, kinds) for part in formula)


def _parts(formula: Formula) -> list[Formula]:
    if formula[:1] == ("and",):
        return [part for sub in formula[1:] for part in _parts(sub)]
    return [formula]


def _words(formula: object) -> Iterator[str]:
    if isinstance(formula, tuple):
        for part in formula:
            yield from _words(part)
    elif isinstance(formula, str):
        yield formula


def _allowing(task: PDDLTask, agents: Collection[str]) -> set[str]:
    """Return predicates about several robots that occur in preconditions alone, never negated."""
    found = {name for name, words in task.problem.init if len(set(words) & set(agents)) > 1}
    for action in task.domain.actions.values():
        found -= set(_words(action.effect)) | set(_negated(action.precondition))
    return found - set(_words(task.problem.goal))


def _negated(formula: Formula) -> Iterator[str]:
    if formula[:1] in (("not",), ("imply",)):
        yield from _words(formula)
    elif formula[:1] in (("and",), ("or",)):
        for part in formula[1:]:
            yield from _negated(part)
    elif formula and formula[0] in QUANTIFIED:
        yield from _negated(formula[2])


def _alike(task: PDDLTask, agents: Sequence[str], widened: Collection[str]
           ) -> tuple[tuple[str, ...], ...]:
    facts = {atom for atom in task.problem.init if atom[0] not in widened}
    goal = set(_parts(task.problem.goal))
    kinds: list[list[str]] = []
    for name in agents:
        for names in kinds:
            first = names[0]
            swap = {first: name, name: first}
            if task.objects[first] == task.objects[name] and not (
                    swap.keys() & task.domain.constants.keys()) and (
                    _same(facts, swap) and _same(goal, swap)):
                names.append(name)
                break
        else:
            kinds.append([name])
    return tuple(map(tuple, kinds))


def _same(found: Collection[object], swap: Mapping[str, str]) -> bool:
    return all(part == other or other in found for part in found
               for other in [_swapped(part, swap)])


def _swapped(part: object, swap: Mapping[str, str]) -> object:
    if isinstance(part, tuple):
        return tuple(_swapped(sub, swap) for sub in part)
    return swap.get(part, part) if isinstance(part, str) else part


def _widened(
    facts: Iterable[Atom], names: Collection[str], kinds: Sequence[Sequence[str]],
    kept: Sequence[Sequence[str]],
) -> Iterator[Atom]:
    """Yield these facts for all robots of the same kinds that are kept."""
    kin = {name: k for k, kind in enumerate(kinds) for name in kind}
    patterns = set()
    for name, words in facts:
        if name in names:
            robots = tuple(dict.fromkeys(w for w in words if w in kin))
            patterns.add((name, tuple(robots.index(w) if w in kin else w for w in words),
                          tuple(kin[w] for w in robots)))
    everybody = [name for names_ in kept for name in names_]
    for name, row, who in patterns:
        for chosen in permutations(everybody, len(who)):
            if tuple(kin[w] for w in chosen) == who:
                yield name, tuple(chosen[w] if isinstance(w, int) else w for w in row)
