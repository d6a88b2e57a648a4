"""What can come true and be done if nothing were ever deleted: rules, joined over their atoms.

Evaluated bottom up (Helmert 2009) in rounds, each of which looks only at what is new since the one
before. The atoms of a predicate are kept by what stands at the places that a join knows already.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple

from planner.engines.joint.deadline import Deadline
from planner.errors import LimitError
from planner.pddl.conditions import Atom

Words = tuple[str, ...]
Table = dict[Words, list[Words]]


def picker(places: Sequence[int]) -> Callable[[Words], Words]:
    """Return a function that takes the words at some places."""
    if len(places) == 1:
        place = places[0]
        return lambda words: (words[place],)
    return itemgetter(*places) if places else lambda _: ()


@dataclass(frozen=True, eq=False)
class Rule:
    """Where all of ``body`` hold, and words are the same or not, all of ``head`` come true.

    Variables stand for any of the objects given for them; ``constants`` are the other words. An
    instance is itself an atom, of the predicate ``name``; ``about`` says of what it is one.
    """

    name: str
    about: str
    variables: Mapping[str, Collection[str]]
    body: tuple[Atom, ...]
    same: tuple[tuple[bool, str, str], ...]
    head: tuple[Atom, ...]
    constants: Words


@dataclass(frozen=True)
class _Look:
    """Atoms by the words at the places ``key``; of each one the words at the places ``fresh``.

    What does not fit is left out: objects of another kind, words that should be the same.
    """

    key: tuple[int, ...]
    fresh: tuple[int, ...]
    kinds: tuple[tuple[int, frozenset[str]], ...]
    same: tuple[tuple[int, int], ...]

    def add(self, atoms: Iterable[Words], table: Table) -> Table:
        """Add atoms to a table and return it."""
        key, fresh = picker(self.key), picker(self.fresh)
        for words in atoms:
            if all(words[p] in kinds for p, kinds in self.kinds) and all(
                    words[p] == words[q] for p, q in self.same):
                table.setdefault(key(words), []).append(fresh(words))
        return table


class _Join(NamedTuple):
    """Rows go on with what a table has for their words; no table: with what is new.

    Then some of their words have to be the same, or not.
    """

    predicate: str
    look: _Look
    table: Table | None
    key: Callable[[Words], Words]
    same: list[tuple[bool, int, int]]


class _Plan(NamedTuple):
    """In which order a rule's body is joined, and where in a row its words stand then."""

    joins: list[_Join]
    instance: Callable[[Words], Words]
    head: list[tuple[str, Callable[[Words], Words]]]


class Reach:
    """All atoms that follow from some facts, by predicate; instances of rules are among them.

    Raises :class:`LimitError` at the deadline, and where there are more than ``limit`` atoms, or
    rows of a join.
    """

    def __init__(self, rules: Sequence[Rule], facts: Iterable[Atom], deadline: Deadline, limit: int
                 ) -> None:
        self.deadline, self.limit, self.count = deadline, limit, 0
        self.about = {rule.name: rule.about for rule in rules}
        self.atoms: dict[str, dict[Words, None]] = {rule.name: {} for rule in rules}
        self._tables: dict[str, dict[_Look, Table]] = {}
        self._plans: dict[tuple[str, int], _Plan] = {}
        uses: dict[str, list[tuple[Rule, int]]] = {}
        for rule in rules:
            for place, (predicate, _) in enumerate(rule.body):
                uses.setdefault(predicate, []).append((rule, place))
        self._taken(facts)
        new = self._taken(self._drawn((rule, -1, ()) for rule in rules))
        while new:
            new = self._taken(self._drawn(
                (rule, place, rows) for p, rows in new.items() for rule, place in uses.get(p, ())))

    def _drawn(self, uses: Iterable[tuple[Rule, int, Sequence[Words]]]) -> dict[Atom, None]:
        """Return what follows from new atoms at a place of each rule; place -1: from all atoms."""
        found: dict[Atom, None] = {}
        for rule, place, new in uses:
            if (rule.name, place) not in self._plans:
                self._plans[rule.name, place] = self._plan(rule, place)
            plan = self._plans[rule.name, place]
            known = self.atoms[rule.name]
            for row in self._rows(rule, plan, new):
                words = plan.instance(row)
                if words not in known:
                    found[rule.name, words] = None
                    for predicate, pick in plan.head:
                        found[predicate, pick(row)] = None
            self._check(rule, len(found))
        return found

    def _taken(self, atoms: Iterable[Atom]) -> dict[str, list[Words]]:
        """Take in atoms and return those that are new, by predicate."""
        new: dict[str, list[Words]] = {}
        for predicate, words in atoms:
            known = self.atoms.setdefault(predicate, {})
            if words not in known:
                known[words] = None
                new.setdefault(predicate, []).append(words)
        for predicate, rows in new.items():
            self.count += len(rows)
            for look, table in self._tables.get(predicate, {}).items():
                look.add(rows, table)
        return new

    def _rows(self, rule: Rule, plan: _Plan, new: Sequence[Words]) -> list[Words]:
        """Return what a rule's words stand for, in each way that fits."""
        rows = [rule.constants]
        for predicate, look, table, key, same in plan.joins:
            known = look.add(new, {}) if table is None else table
            if len(rows) * len(self.atoms.get(predicate, ())) > self.limit:
                self._check(rule, sum(len(known.get(key(row), ())) for row in rows))
            rows = [row + more for row in rows for more in known.get(key(row), ())]
            for sign, a, b in same:
                rows = [row for row in rows if (row[a] == row[b]) is sign]
        return rows

    def _check(self, rule: Rule, more: int) -> None:
        if self.deadline.over:
            raise LimitError("grounding did not end within the time limit")
        if self.count + more > self.limit:
            many = Counter({rule.about: more})
            for name, atoms in self.atoms.items():
                many[self.about.get(name, name)] += len(atoms)
            what, most = max(sorted(many.items()), key=lambda item: item[1])
            raise LimitError(
                f"grounding makes more than {self.limit:,} atoms: {most:,} of them are instances "
                f"of '{what}' (fewer objects, parameters help)")

    def _plan(self, rule: Rule, place: int) -> _Plan:
        """Join next what has fewest unknown words; of these what shares one, then the rarest."""
        known, rest, equal = list(rule.constants), list(rule.body), list(rule.same)
        joins: list[_Join] = []

        def costs(atom: Atom) -> tuple[bool, bool, int, int]:
            open_ = set(atom[1]).difference(known)
            return (bool(open_), len(open_) == len(set(atom[1])), len(open_),
                    len(self.atoms.get(atom[0], ())))

        while rest:
            first = place >= 0 and not joins
            predicate, words = atom = rest[place] if first else min(rest, key=costs)
            rest.remove(atom)
            fresh = [p for p, w in enumerate(words) if w not in known and words.index(w) == p]
            look = _Look(tuple(p for p, w in enumerate(words) if w in known), tuple(fresh),
                         tuple((p, frozenset(rule.variables[words[p]])) for p in fresh),
                         tuple((words.index(w), p) for p, w in enumerate(words)
                               if w not in known and words.index(w) != p))
            key = picker([known.index(words[p]) for p in look.key])
            known += [words[p] for p in fresh]
            ready = [pair for pair in equal if known.count(pair[1]) and known.count(pair[2])]
            equal = [pair for pair in equal if pair not in ready]
            joins.append(_Join(predicate, look, None if first else self._table(predicate, look),
                               key, [(s, known.index(a), known.index(b)) for s, a, b in ready]))
        return _Plan(joins, picker([known.index(v) for v in rule.variables]), [
            (p, picker([known.index(w) for w in words])) for p, words in rule.head])

    def _table(self, predicate: str, look: _Look) -> Table:
        tables = self._tables.setdefault(predicate, {})
        if look not in tables:
            tables[look] = look.add(self.atoms.get(predicate, ()), {})
        return tables[look]
