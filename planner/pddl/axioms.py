"""Derived predicates: the least fixpoint of their axioms, stratum by stratum.

The order of the strata settles each negation before it is needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache

from planner.pddl.conditions import Atom, Binding, State, bindings, ground, holds, substituted
from planner.pddl.model import Axiom, Formula, PDDLTask, objects_in, parts, within
from planner.pddl.sexp import Source

COMPARISONS = frozenset({"num=", "<", ">", "<=", ">="})
Kinds = Mapping[str, tuple[str, ...]]
"""Variables with the types of what they may stand for."""


def close(task: PDDLTask, state: State) -> State:
    """Return the state with everything that follows from it."""
    facts = _Facts(task, state)
    for group in strata(task.domain.axioms, task.domain.source):
        waiting = group
        while waiting:
            fresh = facts.add({atom for axiom in waiting for atom in facts.conclusions(axiom)})
            waiting = [axiom for axiom in group if any(
                name in fresh for name, _ in _occurrences(axiom.condition, True))]
    return facts.state


class _Facts:
    """A state that grows, with its atoms by predicate and by each of their arguments."""

    def __init__(self, task: PDDLTask, state: State) -> None:
        self.task, self.state = task, State(frozenset(), state.values)
        self.known: dict[tuple[str, int, str], list[tuple[str, ...]]] = {}
        self.add(state.atoms)

    def add(self, atoms: Set[Atom]) -> set[str]:
        """Add atoms; return the predicates of those that are new."""
        fresh = atoms - self.state.atoms
        self.state = State(self.state.atoms | fresh, self.state.values)
        for name, words in fresh:
            for place in ((-1, ""), *enumerate(words)):
                self.known.setdefault((name, *place), []).append(words)
        return {name for name, _ in fresh}

    def conclusions(self, axiom: Axiom) -> Iterator[Atom]:
        """Yield what an axiom makes true.

        A condition that compares numbers stays whole (its double negation does): one undefined part
        makes all of it undefined.
        """
        whole = any(part[0] in COMPARISONS for part in within(axiom.condition))
        condition = ("not", ("not", axiom.condition)) if whole else axiom.condition
        for binding in self.solutions([condition], dict(axiom.parameters), {}):
            yield axiom.predicate, tuple(binding[name] for name, _ in axiom.parameters)

    def solutions(self, parts: Sequence[Formula], kinds: Kinds, binding: Binding
                  ) -> Iterator[Binding]:
        """Yield what all variables may stand for where all parts hold, perhaps some twice.

        Atoms come first, that of which there are fewest like it before others.
        """
        parts, kinds = _opened(parts, kinds)
        atoms = [(self.like(part[1], ground(part[2], binding)), k)
                 for k, part in enumerate(parts) if part[0] == "atom"]
        if atoms:
            found, k = min(atoms, key=lambda pair: len(pair[0]))
            for words in found:
                matched = self.matched(kinds, parts[k][2], words, binding)
                if matched is not None:
                    yield from self.solutions(parts[:k] + parts[k + 1:], kinds, matched)
            return
        free = {name: kind for name, kind in kinds.items() if name not in binding}
        for k, part in enumerate(parts):
            if part[0] == "or" and not free.keys().isdisjoint(objects_in(part)):
                for case in part[1:]:
                    yield from self.solutions([*parts[:k], case, *parts[k + 1:]], kinds, binding)
                return
        for full in bindings(self.task, tuple(free.items()), binding):
            if all(holds(self.task, self.state, part, full) for part in parts):
                yield full

    def like(self, name: str, words: tuple[str, ...]) -> Sequence[tuple[str, ...]]:
        """Return what may match words, of which variables start with ``?``: few of them."""
        keys = [(name, k, word) for k, word in enumerate(words) if not word.startswith("?")]
        if len(keys) == len(words):
            return [words] if (name, words) in self.state.atoms else []
        return min((self.known.get(key, []) for key in keys or [(name, -1, "")]), key=len)

    def matched(self, kinds: Kinds, pattern: Sequence[str], words: Sequence[str], binding: Binding
                ) -> Binding | None:
        """Return the binding under which a pattern is these words, None where there is none."""
        result = dict(binding)
        for wanted, word in zip(pattern, words, strict=True):
            if wanted not in kinds:
                if wanted != word:
                    return None
            elif result.setdefault(wanted, word) != word or (
                    word not in self.task.of_type(kinds[wanted])):
                return None
        return result


def _opened(parts: Iterable[Formula], kinds: Kinds) -> tuple[list[Formula], Kinds]:
    """Take conjunctions and ``exists`` apart, each bound variable under a name of its own."""
    found: list[Formula] = []
    for part in parts:
        inner: Sequence[Formula] = part[1:]
        if part[0] == "exists":
            fresh = {name: f"{name}#{len(kinds)}" for name, _ in part[1]}
            kinds = {**kinds, **{fresh[name]: kind for name, kind in part[1]}}
            inner = [substituted(part[2], fresh)]
        if part[0] in ("and", "exists"):
            more, kinds = _opened(inner, kinds)
            found += more
        else:
            found.append(part)
    return found, kinds


@lru_cache(maxsize=8)
def strata(axioms: tuple[Axiom, ...], source: Source) -> list[list[Axiom]]:
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
