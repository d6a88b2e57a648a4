"""Derived predicates: the least fixpoint of their axioms, stratum by stratum.

The order of the strata settles each negation before it is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import count, product
from typing import NamedTuple

from planner.errors import LimitError
from planner.pddl.conditions import Atom, Binding, State, holds, substituted
from planner.pddl.model import Axiom, Formula, Parameter, PDDLTask, parts, within
from planner.pddl.sexp import Source

MAX_RULES = 64
COMPARISONS = frozenset({"num=", "<", ">", "<=", ">="})


class Rule(NamedTuple):
    """A conjunction that makes an atom true; its variables include those of ``exists``.

    ``needs`` are the predicates that it looks at.
    """

    predicate: str
    arguments: tuple[str, ...]
    variables: tuple[Parameter, ...]
    parts: tuple[Formula, ...]
    needs: frozenset[str]


@lru_cache(maxsize=8)
def _rules(axioms: tuple[Axiom, ...], source: Source) -> list[list[Rule]]:
    """Return axioms as rules, grouped in the order in which they are to be computed."""
    return [[rule for axiom in group for rule in _split(axiom)] for group in strata(axioms, source)]


class _Facts:
    """Atoms by predicate, and by each of their arguments."""

    def __init__(self, atoms: Iterable[Atom]) -> None:
        self.atoms: set[Atom] = set()
        self.known: dict[tuple[str, int, str], list[tuple[str, ...]]] = {}
        self.add(atoms)

    def add(self, atoms: Iterable[Atom]) -> set[str]:
        """Add atoms; return the predicates of those that are new."""
        fresh = set(atoms) - self.atoms
        self.atoms |= fresh
        for name, words in fresh:
            self.known.setdefault((name, -1, ""), []).append(words)
            for position, word in enumerate(words):
                self.known.setdefault((name, position, word), []).append(words)
        return {name for name, _ in fresh}

    def like(self, name: str, words: Sequence[str]) -> Sequence[tuple[str, ...]]:
        """Return what may match words, of which variables start with ``?``: few of them."""
        if not any(word.startswith("?") for word in words):
            return [tuple(words)] if (name, tuple(words)) in self.atoms else []
        keys = [(name, k, word) for k, word in enumerate(words) if not word.startswith("?")]
        return min((self.known.get(key, []) for key in keys or [(name, -1, "")]), key=len)


def close(task: PDDLTask, state: State) -> State:
    """Return the state with everything that follows from it."""
    facts = _Facts(state.atoms)
    for group in _rules(task.domain.axioms, task.domain.source):
        waiting = group
        while waiting:
            now = State(frozenset(facts.atoms), state.values)
            fresh = facts.add({a for rule in waiting for a in _conclusions(task, rule, now, facts)})
            waiting = [rule for rule in group if rule.needs & fresh]
    return State(frozenset(facts.atoms), state.values)


def _conclusions(task: PDDLTask, rule: Rule, state: State, facts: _Facts) -> Iterator[Atom]:
    kinds = dict(rule.variables)

    def extend(parts: tuple[Formula, ...], binding: Binding) -> Iterator[Atom]:
        atoms = [(facts.like(part[1], [binding.get(w, w) for w in part[2]]), part)
                 for part in parts if part[0] == "atom"]
        if atoms:
            found, first = min(atoms, key=lambda pair: len(pair[0]))
            rest = tuple(part for part in parts if part is not first)
            for words in tuple(found):
                matched = _match(task, kinds, first[2], words, binding)
                if matched is not None:
                    yield from extend(rest, matched)
            return
        free = [name for name in kinds if name not in binding]
        for words in product(*(task.of_type(kinds[name]) for name in free)):
            full = {**binding, **dict(zip(free, words, strict=True))}
            if all(holds(task, state, part, full) for part in parts):
                yield rule.predicate, tuple(full[name] for name in rule.arguments)

    yield from extend(rule.parts, {})


def _match(
    task: PDDLTask, kinds: dict[str, tuple[str, ...]], pattern: tuple[str, ...],
    words: tuple[str, ...], binding: Binding,
) -> Binding | None:
    result = dict(binding)
    for wanted, word in zip(pattern, words, strict=True):
        if wanted not in kinds:
            if wanted != word:
                return None
        elif result.setdefault(wanted, word) != word or word not in task.of_type(kinds[wanted]):
            return None
    return result


def _split(axiom: Axiom) -> list[Rule]:
    """Take conjunction, disjunction and ``exists`` at the top of a condition apart.

    A condition that compares numbers stays whole: one undefined part makes all of it undefined.
    """
    names = tuple(name for name, _ in axiom.parameters)
    cases: list[Case] = [((), (axiom.condition,))]
    if not any(part[0] in COMPARISONS for part in within(axiom.condition)):
        with suppress(LimitError):  # then it stays whole
            cases = _cases(axiom.condition, count())
    return [Rule(axiom.predicate, names, (*axiom.parameters, *variables), parts, frozenset(
        name for part in parts for name, _ in _occurrences(part, True)))
            for variables, parts in cases]


Case = tuple[tuple[Parameter, ...], tuple[Formula, ...]]


def _cases(formula: Formula, used: Iterator[int]) -> list[Case]:
    """Return the disjunctive form of a condition, each bound variable under a name of its own.

    Raises :class:`LimitError` where there would be more than :data:`MAX_RULES` cases.
    """
    head = formula[0]
    if head not in ("or", "and", "exists"):
        return [((), (formula,))]
    if head == "exists":
        fresh = {name: f"{name}#{next(used)}" for name, _ in formula[1]}
        own = tuple((fresh[name], kinds) for name, kinds in formula[1])
        return [((*own, *v), parts) for v, parts in _cases(substituted(formula[2], fresh), used)]
    found: list[Case] = [] if head == "or" else [((), ())]
    for part in formula[1:]:
        more = _cases(part, used)
        if (len(found) + len(more) if head == "or" else len(found) * len(more)) > MAX_RULES:
            raise LimitError("too many cases of a condition")
        found = found + more if head == "or" else [
            ((*v, *w), (*p, *q)) for v, p in found for w, q in more]
    return found


def strata(axioms: Sequence[Axiom], source: Source) -> list[list[Axiom]]:
    """Group axioms so that what a group needs to be false is settled by earlier groups.

    Raises :class:`SourceError` at an axiom that depends on its own negation (PDDL 2.2 gives such
    rules no meaning).
    """
    level = dict.fromkeys((axiom.predicate for axiom in axioms), 0)
    changed = True
    while changed:
        changed = False
        for axiom in axioms:
            for name, positive in _occurrences(axiom.condition, True):
                least = level.get(name, -1) + (0 if positive else 1)
                if level[axiom.predicate] < least:
                    if least >= len(level):
                        raise source.error(
                            f"'{axiom.predicate}' depends on its own negation", axiom.offset,
                            "derived predicates that can be stratified")
                    level[axiom.predicate] = least
                    changed = True
    groups: dict[int, list[Axiom]] = {}
    for axiom in axioms:
        groups.setdefault(level[axiom.predicate], []).append(axiom)
    return [groups[key] for key in sorted(groups)]


def _occurrences(formula: Formula, positive: bool) -> Iterator[tuple[str, bool]]:
    if formula[0] == "atom":
        yield formula[1], positive
    for k, part in enumerate(parts(formula)):
        turned = formula[0] in ("not", "imply") and not k
        yield from _occurrences(part, positive is not turned)
