"""Ground the domain: actions of ``domain.pddl`` with their conditions as masks of bits.

The one reader of the laws. With every fact known (:func:`execute`) it executes an action on a
whole scene graph; with facts that may come to hold (:class:`Ground`) it yields the operators of a
search. A condition is True, False, or ``(true bits, false bits, choices)`` where each choice is a
tuple of conditions of which one must hold.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from typing import Any

from planner.pddl import Domain, read_domain
from planner.pddl.model import ActionSchema, Formula, Parameter

__all__ = ["DOMAIN_FILE", "Atom", "Condition", "Facts", "Ground", "Operator", "every", "execute",
           "holds", "laws", "step"]

DOMAIN_FILE = Path(__file__).with_name("domain.pddl")
Atom = tuple[str, ...]
Condition = bool | tuple[int, int, tuple[Any, ...]]
Binding = dict[str, str]


@lru_cache(maxsize=1)
def laws() -> Domain:
    """Return the parsed domain."""
    return read_domain(DOMAIN_FILE.read_text(encoding="utf-8"), str(DOMAIN_FILE))


@lru_cache(maxsize=1)
def _changing() -> frozenset[str]:
    """Return the predicates that some effect changes."""
    return frozenset(leaf[2][1] for action in laws().actions.values()
                     for leaf in _leaves(action.effect, (), ()))


class Facts:
    """Atoms that hold, or may come to hold, found by predicate and one argument.

    ``changed`` are the atoms by which they differ from the first ones.
    """

    def __init__(self, atoms: Iterable[Atom] = ()) -> None:
        self.all: set[Atom] = set()
        self.changed: set[Atom] = set()
        self.index: dict[tuple[Any, ...], dict[Atom, None]] = {}
        for atom in atoms:
            self.add(atom)
        self.changed.clear()

    def add(self, atom: Atom) -> None:
        """Take in an atom."""
        if atom not in self.all:
            self.all.add(atom)
            self.changed ^= {atom}
            for key in _keys(atom):
                self.index.setdefault(key, {})[atom] = None

    def discard(self, atom: Atom) -> None:
        """Forget an atom."""
        if atom in self.all:
            self.all.remove(atom)
            self.changed ^= {atom}
            for key in _keys(atom):
                del self.index[key][atom]

    def matching(self, name: str, words: Sequence[str]) -> Collection[Atom]:
        """Return candidates for an atom whose variables start with ``?``."""
        found = self.index.get((name,), {})
        for place, word in enumerate(words):
            if word[0] != "?":
                fewer = self.index.get((name, place, word), {})
                found = fewer if len(fewer) < len(found) else found
        return found


def _keys(atom: Atom) -> Iterator[tuple[Any, ...]]:
    yield (atom[0],)
    for place, word in enumerate(atom[1:]):
        yield atom[0], place, word


@dataclass
class Grounder:
    """Instantiate formulas over ``facts``; ``literal`` tells what an atom is worth."""

    kinds: Mapping[str, str]
    facts: Facts
    literal: Callable[[Atom], bool | int]
    given: frozenset[str] = frozenset()
    members: dict[tuple[str, ...], list[str]] = field(default_factory=dict)

    def of_type(self, types: tuple[str, ...]) -> list[str]:
        """Return the objects of a type."""
        if types not in self.members:
            self.members[types] = [n for n, kind in self.kinds.items() if laws().is_a(kind, types)]
        return self.members[types]

    def fold(self, formula: Formula, binding: Binding, want: bool = True) -> Condition:
        """Return the condition that the formula is true (or false) under a binding."""
        head = formula[0]
        if head == "atom":
            if formula[1] in self.given:
                return want
            words = tuple(binding.get(w, w) for w in formula[2])
            axiom = _axioms().get(formula[1])
            if axiom is not None:
                return self.fold(axiom[1], dict(zip(axiom[0], words, strict=True)), want)
            value = self.literal((formula[1], *words))
            if isinstance(value, bool):
                return value is want
            return (1 << value, 0, ()) if want else (0, 1 << value, ())
        if head == "=":
            first, second = (binding.get(word, word) for word in formula[1:])
            return (first == second) is want
        if head == "not":
            return self.fold(formula[1], binding, not want)
        join = every if (head in ("and", "forall")) is want else _some
        if head in ("and", "or"):
            return join(self.fold(part, binding, want) for part in formula[1:])
        return join(self.fold(formula[2], b, want)
                    for b in self.bindings(formula[1], [formula[2]], binding))

    def bindings(self, variables: Sequence[Parameter], parts: Sequence[Formula], binding: Binding,
                 ) -> Iterator[Binding]:
        """Yield bindings of ``variables`` under which all ``parts`` may hold."""
        free = [v for v in variables if v[0] not in binding]
        if not free:
            yield binding
            return
        atom = _generator(parts, {v for v, _ in free}, binding)
        if atom is None:
            for word in self.of_type(free[0][1]):
                yield from self.bindings(variables, parts, {**binding, free[0][0]: word})
            return
        kinds = dict(free)
        for name, words in _readings(atom, binding):
            for found in self.facts.matching(name, words):
                extended = dict(binding)
                for word, value in zip(words, found[1:], strict=True):
                    if word[0] != "?":
                        if word != value:
                            break
                    elif extended.setdefault(word, value) != value or (
                            value not in self.of_set(kinds[word])):
                        break
                else:
                    yield from self.bindings(variables, parts, extended)

    def of_set(self, types: tuple[str, ...]) -> Collection[str]:
        """Return the objects of a type as a set."""
        key = ("set", *types)
        if key not in self.members:
            self.members[key] = dict.fromkeys(self.of_type(types))  # type: ignore[assignment]
        return self.members[key]

    def effects(self, effect: Formula, binding: Binding) -> Iterator[tuple[Condition, Atom, bool]]:
        """Yield each ground effect: its condition, the atom, whether it is added."""
        for variables, conditions, atom, added in _leaves(effect, (), ()):
            parts = [*conditions, *(() if added else (atom,))]
            for b in self.bindings(variables, parts, binding):
                condition = every(self.fold(part, b) for part in conditions)
                if condition is not False:
                    yield condition, (atom[1], *(b.get(w, w) for w in atom[2])), added


@lru_cache(maxsize=1)
def _axioms() -> Mapping[str, tuple[tuple[str, ...], Formula]]:
    return {a.predicate: (tuple(p for p, _ in a.parameters), a.condition) for a in laws().axioms}


@cache
def _leaves(effect: Formula, variables: tuple[Parameter, ...], conditions: tuple[Formula, ...],
            ) -> tuple[tuple[tuple[Parameter, ...], tuple[Formula, ...], Formula, bool], ...]:
    head = effect[0]
    if head == "and":
        return tuple(leaf for part in effect[1:] for leaf in _leaves(part, variables, conditions))
    if head == "forall":
        return _leaves(effect[2], (*variables, *effect[1]), conditions)
    if head == "when":
        return _leaves(effect[2], variables, (*conditions, effect[1]))
    return ((variables, conditions, effect[1] if head == "not" else effect, head != "not"),)


@cache
def _binds(name: str) -> bool:
    """Say whether atoms of a predicate can be looked up: basic ones, and choices of such."""
    axiom = _axioms().get(name)
    return axiom is None or (axiom[1][0] == "or" and all(
        part[0] == "atom" and part[1] not in _axioms() for part in axiom[1][1:]))


def _readings(atom: Formula, binding: Binding) -> Iterator[tuple[str, list[str]]]:
    """Yield the basic atoms as which an atom may hold."""
    words = [binding.get(w, w) for w in atom[2]]
    axiom = _axioms().get(atom[1])
    if axiom is None:
        yield atom[1], words
    else:
        names = dict(zip(axiom[0], words, strict=True))
        for part in axiom[1][1:]:
            yield part[1], [names.get(w, w) for w in part[2]]


def _generator(parts: Iterable[Formula], free: set[str], binding: Binding) -> Formula | None:
    """Return the atom among ``parts`` that binds a free variable, the most bound one first."""
    best, score = None, -1
    for part in parts:
        for piece in part[1:] if part[0] == "and" else (part,):
            if piece[0] == "atom" and _binds(piece[1]) and free & set(piece[2]):
                bound = sum(w in binding or w[0] != "?" for w in piece[2])
                if bound > score:
                    best, score = piece, bound
    return best


def every(parts: Iterable[Condition]) -> Condition:
    """Return the conjunction of conditions."""
    true = false = 0
    choices: tuple[Any, ...] = ()
    for part in parts:
        if part is False:
            return False
        if part is not True:
            true, false, choices = true | part[0], false | part[1], choices + part[2]
    return (true, false, choices) if true or false or choices else True


def _some(parts: Iterable[Condition]) -> Condition:
    open_parts: list[Condition] = []
    for part in parts:
        if part is True:
            return True
        if part is not False and part not in open_parts:
            open_parts.append(part)
    if len(open_parts) < 2:
        return open_parts[0] if open_parts else False
    return (0, 0, (tuple(open_parts),))


def holds(condition: Condition, state: int) -> bool:
    """Say whether a condition holds in a state of bits."""
    if isinstance(condition, bool):
        return condition
    true, false, choices = condition
    return (state & true == true and not state & false
            and all(any(holds(part, state) for part in choice) for choice in choices))


def execute(kinds: Mapping[str, str], facts: Facts, name: str, arguments: Sequence[str]) -> bool:
    """Execute an action where every fact is known; return whether its precondition holds."""
    schema = laws().actions[name]
    grounder = Grounder(kinds, facts, lambda atom: atom in facts.all)
    binding = dict(zip((p for p, _ in schema.parameters), arguments, strict=True))
    if grounder.fold(schema.precondition, binding) is not True:
        return False
    changes = sorted(grounder.effects(schema.effect, binding), key=lambda change: change[2])
    for _, atom, added in changes:
        (facts.add if added else facts.discard)(atom)
    return True


@dataclass(frozen=True)
class Operator:
    """A ground action; each effect is a condition with the bits it sets and clears."""

    name: str
    arguments: tuple[str, ...]
    precondition: Condition
    effects: tuple[tuple[Condition, int, int], ...]


def step(operator: Operator, state: int) -> int:
    """Return the state after an operator whose precondition holds."""
    add = delete = 0
    for condition, adds, deletes in operator.effects:
        if condition is True or holds(condition, state):
            add, delete = add | adds, delete | deletes
    return state & ~delete | add


class Ground:
    """A task over few objects: bits of atoms, the first state, operators that may apply.

    ``actions`` are the schemas to be used, ``allowed`` the objects they may be applied to.
    Derived predicates that are ``given`` hold of everything: a relaxation, for proofs.
    """

    def __init__(self, kinds: Mapping[str, str], atoms: Collection[Atom], actions: Collection[str],
                 allowed: Collection[str], character: str,
                 given: frozenset[str] = frozenset()) -> None:
        self.bits: dict[Atom, int] = {}
        self.facts = Facts(atoms)
        self.grounder = Grounder(kinds, self.facts, self.literal, given)
        self.operators: list[Operator] = []
        calls = [(schema, (character, *words)) for name, schema in laws().actions.items()
                 if name in actions
                 for words in product(allowed, repeat=len(schema.parameters) - 1)
                 if len(set(words)) == len(words)]
        size = -1
        while size != len(self.facts.all):
            size = len(self.facts.all)
            self.operators = [o for call in calls if (o := self.operator(*call)) is not None]
        self.start = frozenset(atoms)

    @property
    def state(self) -> int:
        """Return the first state; ask for the bits of a goal before."""
        return sum(1 << bit for atom, bit in self.bits.items() if atom in self.start)

    def literal(self, atom: Atom) -> bool | int:
        """Return an atom's bit, or its value where it cannot change."""
        if atom in self.bits:
            return self.bits[atom]
        if atom not in self.facts.all:
            return False
        if atom[0] not in _changing():
            return True
        return self.bits.setdefault(atom, len(self.bits))

    def operator(self, schema: ActionSchema, arguments: tuple[str, ...]) -> Operator | None:
        """Return a ground action if its precondition may ever hold."""
        binding = dict(zip((p for p, _ in schema.parameters), arguments, strict=True))
        condition = self.grounder.fold(schema.precondition, binding)
        if condition is False:
            return None
        effects: dict[Condition, list[int]] = {}
        found = list(self.grounder.effects(schema.effect, binding))
        for when, atom, added in found:
            self.facts.add(atom)
            masks = effects.setdefault(when, [0, 0])
            masks[0 if added else 1] |= 1 << int(self.literal(atom))
        return Operator(schema.name, arguments, condition,
                        tuple((when, add, delete) for when, (add, delete) in effects.items()))
