"""The laws: ``domain.pddl`` executed on whole scene graphs, or grounded for a search.

A condition is True, False, or ``(true bits, false bits, choices)``; of each choice, a tuple of
conditions, one must hold.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

from planner.pddl import Domain, read_domain
from planner.pddl.conditions import Atom, Binding
from planner.pddl.model import ActionSchema, Formula, Parameter

DOMAIN_FILE = Path(__file__).with_name("domain.pddl")
Condition = bool | tuple[int, int, tuple[Any, ...]]


@cache
def laws() -> Domain:
    """Return the parsed domain."""
    return read_domain(DOMAIN_FILE.read_text(encoding="utf-8"), str(DOMAIN_FILE))


class Grounder:
    """Actions of a domain over atoms that hold, or may come to hold.

    Atoms are found by predicate and one argument.
    """

    def __init__(self, domain: Domain, kinds: Mapping[str, str], atoms: Iterable[Atom]) -> None:
        self.domain, self.kinds = domain, kinds
        self.atoms: set[Atom] = set()
        self.index: dict[tuple[Any, ...], dict[Atom, None]] = {}
        self.members: dict[tuple[str, ...], dict[str, None]] = {}
        self.folded: dict[tuple[Any, ...], Condition] = {}
        self.axioms = {a.predicate: ([p for p, _ in a.parameters], a.condition)
                       for a in domain.axioms}
        for atom in atoms:
            self.put(atom, True)

    def put(self, atom: Atom, true: bool) -> None:
        """Take in an atom, or forget it."""
        if (atom in self.atoms) is not true:
            self.atoms ^= {atom}
            self.folded.clear()
            for key in ((atom[0],), *((atom[0], *at) for at in enumerate(atom[1]))):
                entry = self.index.setdefault(key, {})
                if true:
                    entry[atom] = None
                else:
                    del entry[atom]

    def literal(self, atom: Atom) -> bool | int:
        """Return what an atom is worth: a truth value, or the bit it is."""
        return atom in self.atoms

    def of_type(self, types: tuple[str, ...]) -> Collection[str]:
        """Return the objects of a type."""
        if types not in self.members:
            self.members[types] = {n: None for n, kind in self.kinds.items()
                                   if self.domain.is_a(kind, types)}
        return self.members[types]

    def fold(self, formula: Formula, binding: Binding, want: bool = True) -> Condition:
        """Return the condition that the formula is true (or false) under a binding."""
        head = formula[0]
        if head == "atom":
            words = tuple([binding.get(w, w) for w in formula[2]])
            if formula[1] in self.axioms:
                key = formula[1], words, want
                if key not in self.folded:
                    names, condition = self.axioms[formula[1]]
                    self.folded[key] = self.fold(condition, dict(zip(names, words)), want)
                return self.folded[key]
            value = self.literal((formula[1], words))
            if isinstance(value, bool):
                return value is want
            return (1 << value, 0, ()) if want else (0, 1 << value, ())
        if head == "=":
            first, second = (binding.get(word, word) for word in formula[1:])
            return (first == second) is want
        if head == "not":
            return self.fold(formula[1], binding, not want)
        join = every if (head == "and") is want else _some
        if head in ("and", "or"):
            return join(self.fold(part, binding, want) for part in formula[1:])
        assert head == "exists", formula
        return join(self.fold(formula[2], b, want)
                    for b in self.bindings(formula[1], [formula[2]], binding))

    def bindings(self, variables: Sequence[Parameter], parts: Sequence[Formula], binding: Binding,
                 ) -> Iterator[Binding]:
        """Yield bindings of ``variables`` under which all ``parts`` may hold."""
        free = {v: types for v, types in variables if v not in binding}
        if not free:
            yield binding
            return
        pieces = [p for part in parts for p in (part[1:] if part[0] == "and" else (part,))]
        atoms = [[p[1], *(binding.get(w, w) for w in p[2])] for p in pieces
                 if p[0] == "atom" and p[1] not in self.axioms and free.keys() & p[2]]
        if atoms:
            found = self._matches(max(atoms, key=lambda a: sum(w[0] != "?" for w in a[1:])), free)
        else:
            name = next(iter(free))
            found = ({name: word} for word in self.of_type(free[name]))
        for more in found:
            yield from self.bindings(variables, parts, {**binding, **more})

    def _matches(self, atom: list[str], free: Mapping[str, tuple[str, ...]]) -> Iterator[Binding]:
        """Yield what the free variables are in atoms like this one."""
        name, *words = atom
        keys = [(name,), *((name, *at) for at in enumerate(words) if at[1][0] != "?")]
        for _, values in min((self.index.get(key, {}) for key in keys), key=len):
            more = dict(zip(words, values, strict=True))
            if all(more[w] == v and (v in self.of_type(free[w]) if w in free else w == v)
                   for w, v in zip(words, values, strict=True)):
                yield more

    def effects(self, effect: Formula, binding: Binding) -> Iterator[tuple[Condition, Atom, bool]]:
        """Yield each ground effect: its condition, the atom, whether it comes true."""
        for variables, conditions, atom, true in _leaves(effect):
            parts = [*conditions, *(() if true else (atom,))]
            for b in self.bindings(variables, parts, binding):
                condition = every(self.fold(part, b) for part in conditions)
                if condition is not False:
                    yield condition, (atom[1], tuple([b.get(w, w) for w in atom[2]])), true

    def execute(self, name: str, arguments: Sequence[str]) -> bool:
        """Execute an action where every fact is known; return whether its precondition holds."""
        schema = self.domain.actions[name]
        binding = dict(zip((p for p, _ in schema.parameters), arguments, strict=True))
        done = self.fold(schema.precondition, binding) is True
        changes = self.effects(schema.effect, binding) if done else ()
        for _, atom, true in sorted(changes, key=lambda change: change[2]):
            self.put(atom, true)
        return done


Leaf = tuple[tuple[Parameter, ...], tuple[Formula, ...], Formula, bool]
"""Of an effect: its variables, conditions, atom, and whether that comes true."""


@cache
def _leaves(effect: Formula, variables: tuple[Parameter, ...] = (),
            conditions: tuple[Formula, ...] = ()) -> tuple[Leaf, ...]:
    head = effect[0]
    if head == "and":
        return tuple(leaf for part in effect[1:] for leaf in _leaves(part, variables, conditions))
    if head == "forall":
        return _leaves(effect[2], (*variables, *effect[1]), conditions)
    if head == "when":
        return _leaves(effect[2], variables, (*conditions, effect[1]))
    return ((variables, conditions, effect[1] if head == "not" else effect, head != "not"),)


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
    found: dict[Condition, None] = {}
    for part in parts:
        if part is True:
            return True
        if part is not False:
            found[part] = None
    return (0, 0, (tuple(found),)) if len(found) > 1 else next(iter(found), False)


def holds(condition: Condition, state: int, free: int = 0) -> bool:
    """Say whether a condition holds in a state of bits; ``free`` ones are as it likes them."""
    if isinstance(condition, bool):
        return condition
    true, false, choices = condition
    return ((state | free) & true == true and not state & ~free & false
            and all(any(holds(part, state, free) for part in choice) for choice in choices))


@dataclass(frozen=True)
class Operator:
    """A ground action; each effect is a condition with the bits it sets and clears."""

    name: str
    arguments: tuple[str, ...]
    precondition: Condition
    effects: tuple[tuple[Condition, int, int], ...]


class Ground(Grounder):
    """A task over few objects: bits of atoms, the first state, operators that may apply.

    ``allowed`` are the objects that actions may be applied to, besides the ``character``.
    """

    def __init__(self, domain: Domain, kinds: Mapping[str, str], atoms: Collection[Atom],
                 allowed: Collection[str], character: str) -> None:
        super().__init__(domain, kinds, atoms)
        self.first, self.bits = frozenset(atoms), dict[Atom, int]()
        self.changing = {leaf[2][1] for a in domain.actions.values() for leaf in _leaves(a.effect)}
        self.operators: list[Operator] = []
        calls = [(schema, (character, *words)) for schema in domain.actions.values()
                 for words in permutations(allowed, len(schema.parameters) - 1)]
        size = -1
        while size != len(self.atoms):
            size = len(self.atoms)
            self.operators = [o for call in calls if (o := self.operator(*call)) is not None]

    @property
    def state(self) -> int:
        """Return the first state; ask for the bits of a goal before."""
        return sum(1 << bit for atom, bit in self.bits.items() if atom in self.first)

    def literal(self, atom: Atom) -> bool | int:
        """Return an atom's bit, or its value where it cannot change."""
        if atom in self.bits:
            return self.bits[atom]
        if atom not in self.atoms or atom[0] not in self.changing:
            return atom in self.atoms
        return self.bits.setdefault(atom, len(self.bits))

    def goal(self, atoms: Iterable[Atom]) -> Condition:
        """Return the condition that all atoms hold; False: one of them never does."""
        return every([self.fold(("atom", *atom), {}) for atom in atoms])

    def operator(self, schema: ActionSchema, arguments: tuple[str, ...]) -> Operator | None:
        """Return a ground action if its precondition may ever hold."""
        binding = dict(zip((p for p, _ in schema.parameters), arguments, strict=True))
        condition = self.fold(schema.precondition, binding)
        if condition is False:
            return None
        masks: dict[Condition, list[int]] = {}
        for when, atom, true in list(self.effects(schema.effect, binding)):
            self.put(atom, True)
            masks.setdefault(when, [0, 0])[not true] |= 1 << int(self.literal(atom))
        return Operator(schema.name, arguments, condition,
                        tuple((when, add, delete) for when, (add, delete) in masks.items()))
