"""Sets of atoms of which no action makes a further one true, whatever the initial state.

The synthesis of Helmert (2009): predicates with the places that tell such sets apart, and one that
is counted at most; where an action adds to a set and takes nothing away, another predicate that it
takes away joins. Actions are checked by examples, one for each way in which their words coincide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, permutations

from planner.engines.joint.grounding.operators import Effect, Operator
from planner.pddl.conditions import Atom

CANDIDATES = 1000
"""Looked at, at most."""
COUNTED = -1
Order = tuple[int, ...]
"""What stands at each place of a predicate: a number that tells sets apart, or what is counted."""
Candidate = Mapping[str, Order]


def groups_of(atoms: Sequence[Atom], examples: Sequence[Operator]) -> tuple[frozenset[int], ...]:
    """Return the largest sets first; atoms are numbered from 1 on."""
    changed = {atoms[abs(e.literal) - 1] for o in examples for e in o.effects}
    arity = {name: len(words) for name, words in changed}
    adding: dict[str, list[Operator]] = {}
    for operator in examples:
        for name in {atoms[e.literal - 1][0] for e in operator.effects if e.literal > 0}:
            adding.setdefault(name, []).append(operator)
    queue: list[Candidate] = []
    for name, places in sorted(arity.items()):
        every = tuple(range(places))
        queue += [{name: every}, *({name: (*every[:k], COUNTED, *(n - 1 for n in every[k + 1:]))}
                                   for k in every)]
    seen, groups = {frozenset(c.items()) for c in queue}, set[frozenset[int]]()
    for candidate in queue:  # grows
        used = {id(o): o for name in candidate for o in adding.get(name, ())}.values()
        flaw = next((flaw for o in used if (flaw := _flaw(candidate, o, atoms)) is not None), None)
        if flaw is None:
            groups |= _instances(candidate, atoms)
            continue
        for better in flaw:
            key = frozenset(better.items())
            if key not in seen and len(seen) < CANDIDATES:
                seen.add(key)
                queue.append(better)
    return tuple(sorted(groups, key=lambda group: (-len(group), sorted(group))))


def _flaw(candidate: Candidate, operator: Operator, atoms: Sequence[Atom]
          ) -> list[Candidate] | None:
    """Return the candidates that may do better where an action makes a further atom true.

    None: it does not, where at most one was true before.
    """
    def sets(literals: Iterable[int]) -> Iterator[tuple[str, ...]]:
        """Yield the sets that atoms which hold belong to."""
        return (_key(candidate[name], words) for x in literals if x > 0
                for name, words in [atoms[x - 1]] if name in candidate)

    added: dict[tuple[str, ...], list[Effect]] = {}
    for effect in operator.effects:
        for key in sets([effect.literal]):
            added.setdefault(key, []).append(effect)
    for key, many in added.items():
        for one, other in combinations_with_replacement(many, 2):
            known = operator.needs.union(one.condition, other.condition)
            if any(-x in known for x in known) or sum(own == key for own in sets(known)) > 1:
                continue  # never at once, or never where at most one is true
            if one.literal != other.literal:
                return []
            gone = [-e.literal for e in operator.effects if -e.literal in known
                    and e.literal < 0 and known.issuperset(e.condition)]
            if one is other and one.literal not in known and key not in sets(gone):
                return [{**candidate, name: order} for name, words in (atoms[n - 1] for n in gone)
                        if name not in candidate for order in _orders(key, words)]
    return None


def _orders(key: Sequence[str], words: Sequence[str]) -> Iterator[Order]:
    """Yield the ways in which an atom fits the words that tell sets apart."""
    if len(words) - len(key) in (0, 1):
        for places in permutations(range(len(words)), len(key)):
            if all(words[p] == word for p, word in zip(places, key, strict=True)):
                yield tuple(places.index(p) if p in places else COUNTED for p in range(len(words)))


def _key(order: Order, words: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for place, word in sorted(zip(order, words, strict=True)) if place != COUNTED)


def _instances(candidate: Candidate, atoms: Sequence[Atom]) -> set[frozenset[int]]:
    found: dict[tuple[str, ...], set[int]] = {}
    for n, (name, words) in enumerate(atoms, start=1):
        if name in candidate:
            found.setdefault(_key(candidate[name], words), set()).add(n)
    return {frozenset(group) for group in found.values() if len(group) > 1}
