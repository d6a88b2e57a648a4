"""From PDDL text to :mod:`planner.pddl.model`, with every name checked where it stands.

The domain is found beside a problem as Fast Downward's driver finds it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from planner.errors import UsageError
from planner.files import decoded, read_bytes
from planner.pddl.actions import read_actions, read_axiom
from planner.pddl.axioms import strata
from planner.pddl.conditions import Atom
from planner.pddl.formulas import Scope, read_expression, read_formula
from planner.pddl.model import CHANGES, Domain, Formula, Parameter, PDDLTask, Problem, within
from planner.pddl.sections import (
    Sections,
    read_functions,
    read_objects,
    read_predicates,
    read_sections,
    read_types,
)
from planner.pddl.sexp import Node, Source, read_sexp

_MARKS = re.compile(r"\(\s*(oneof|unknown|:hidden)\b|:observe\b", re.IGNORECASE)
COMMENT = re.compile(rb";[^\r\n]*")
UNFACTORED = ":unfactored-privacy"
"""MA-PDDL in one pair of files for all agents."""


def read_task(domain_path: Path, problem_path: Path, *, strict: bool = False) -> PDDLTask:
    """Read both files; raise :class:`SourceError` at the first defect.

    What planners of the field tolerate is read and noted (:attr:`PDDLTask.notes`); ``strict``
    makes errors of it.
    """
    domain = read_domain(_text(domain_path), str(domain_path), strict=strict)
    problem = read_problem(_text(problem_path), str(problem_path), domain, strict=strict)
    return joined_task(domain, problem)


def _text(path: Path) -> str:
    """Return a file's text, whose comments may be in another encoding than UTF-8."""
    return decoded(COMMENT.sub(lambda found: found[0].decode(errors="replace").encode(),
                               read_bytes(path)), str(path))


def read_texts(domain: str, problem: str) -> PDDLTask:
    """Read the texts of a domain and a problem."""
    read = read_domain(domain)
    return joined_task(read, read_problem(problem, "problem.pddl", read))


def read_domain(text: str, name: str = "domain.pddl", *, strict: bool = False) -> Domain:
    """Read a domain; what is not declared or is declared in two ways is a :class:`SourceError`.

    Raises :class:`~planner.errors.UnsupportedError` on sections of larger languages.
    """
    source = Source(name, text, strict)
    return domain_of(source, read_sexp(source))


def read_problem(text: str, name: str, domain: Domain, *, strict: bool = False) -> Problem:
    """Read a problem of ``domain``; what is not declared, or contradicts itself, is an error."""
    source = Source(name, text, strict)
    return problem_of(source, read_sexp(source), domain)


def domain_of(source: Source, root: Node) -> Domain:
    """Read a domain from its expression, from which a larger language may have been taken out."""
    sections = read_sections(source, root, "domain")
    requirements, types = sections.requirements, read_types(sections)
    predicates = read_predicates(sections, types)
    bare = Domain(
        sections.title, source, requirements, types,
        read_objects(sections, ":constants", types, UNFACTORED in requirements),
        predicates, read_functions(sections, types, predicates), {},
        constraints=bool(sections.items(":constraints")),
    )
    ruled = replace(bare, axioms=tuple(
        read_axiom(bare, node) for node in sections.all(":derived")))
    if ruled.axioms:
        strata(ruled.axioms, source)
    return replace(ruled, actions=read_actions(sections, ruled))


def problem_of(source: Source, root: Node, domain: Domain) -> Problem:
    """Read a problem from its expression, from which a larger language may have been taken out."""
    sections = read_sections(source, root, "problem")
    _check_domain(sections, domain)
    objects = _objects(sections, domain)
    scope = Scope(domain, source, {**domain.constants, **objects})
    start = _Start(scope)
    for node in sections.items(":init"):
        start.add(node)
    goal = sections.one(":goal")
    if goal is None:
        raise source.error("the problem has no :goal", sections.place, "(:goal …)")
    if len(goal) != 2:
        raise source.error("':goal' takes exactly one formula", goal)
    return Problem(
        sections.title, source, objects, frozenset(start.facts), start.values,
        read_formula(scope, sections.items(":goal")[0]), _metric(scope, sections),
        tuple(start.timed), bool(sections.items(":constraints")),
    )


def _objects(sections: Sections, domain: Domain) -> dict[str, tuple[str, ...]]:
    """Read the objects; those that the domain uses without declaring them have to be there."""
    source = sections.source
    objects = read_objects(sections, ":objects", domain.types,
                           UNFACTORED in domain.requirements | sections.requirements)
    section = sections.one(":objects") or sections.place
    for thing, kinds in domain.constants.items():
        if objects.get(thing, kinds) != kinds:
            raise source.error(f"'{thing}' is a constant of the domain with another type", section)
        if thing in objects:
            source.tolerate(f"'{thing}' is a constant of the domain, too", section)
    for name, offset in domain.source.later.items():
        if name not in objects:
            raise domain.source.error(f"object '{name}' is not declared", offset,
                                      f"a constant, or an object in {source.name}", len(name))
    return objects


def joined_task(domain: Domain, problem: Problem) -> PDDLTask:
    """Return a task in which everything that was tolerated has its place.

    Objects that the domain names are its constants, and predicates of which an atom has another
    type than declared take any object: such an atom is about nothing that an action can do.
    """
    if domain.source.notes or problem.source.notes:  # else everything has its place
        moved = {name: problem.objects[name] for name in domain.source.later}
        domain = replace(domain, constants={**domain.constants, **moved},
                         predicates=dict(_widened(domain, problem)))
        problem = replace(problem, objects={name: kinds for name, kinds in problem.objects.items()
                                            if name not in domain.constants})
    return PDDLTask(domain, problem)


def _widened(domain: Domain, problem: Problem) -> Iterator[tuple[str, tuple[Parameter, ...]]]:
    known = {**domain.constants, **problem.objects}
    used: dict[str, set[tuple[tuple[str, ...], ...]]] = {}
    for name, words in problem.init:
        used.setdefault(name, set()).add(tuple(known[word] for word in words))
    for action in domain.actions.values():
        kinds = {**known, **dict(action.parameters)}
        for formula in (*action.conditions, *action.effects):
            for part in filter(lambda part: part[0] == "atom", within(formula)):
                used.setdefault(part[1], set()).add(
                    tuple(kinds.get(word, ("object",)) for word in part[2]))
    for name, parameters in domain.predicates.items():
        rows = used.get(name, set())
        yield name, tuple(
            (p, wanted if domain.types.keys() >= set(wanted) and all(
                any(domain.is_a(k, wanted) for k in row[n]) for row in rows) else ("object",))
            for n, (p, wanted) in enumerate(parameters))


def _check_domain(sections: Sections, domain: Domain) -> None:
    named = sections.items(":domain")
    name = named[0].word if len(named) == 1 else ""
    if name != domain.name:
        where = sections.one(":domain") or sections.place
        raise sections.source.error(f"the problem is for domain '{name}', not '{domain.name}'",
                                    where, f"(:domain {domain.name})")


def _metric(scope: Scope, sections: Sections) -> tuple[str, Formula] | None:
    section = sections.one(":metric")
    if section is None:
        return None
    words = sections.items(":metric")
    if len(words) != 2 or words[0].word not in ("minimize", "maximize"):
        raise scope.error("bad :metric", section, "(:metric minimize (total-cost))")
    direction = words[0].word
    if words[1].word == "total-cost" or words[1].head == "total-cost":
        if "total-cost" not in scope.domain.functions:
            scope.source.tolerate("function 'total-cost' is not declared", words[1],
                                  "(:functions (total-cost)) in the domain")
            return None
    if any(node.word == "is-violated" for node in words[1].words()):
        return direction, ("preference", "", ("and",))
    functions = {"total-time": (), **scope.domain.functions}
    inside = scope._replace(domain=replace(scope.domain, functions=functions))
    return direction, read_expression(inside, words[1])


class _Start:
    """The initial state as it is read; what contradicts itself is an error."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.facts: set[Atom] = set()
        self.denied: set[Atom] = set()
        self.values: dict[Atom, Fraction] = {}
        self.timed: list[tuple[Fraction, Formula]] = []

    def add(self, node: Node) -> None:
        """Add one initial fact, or one of a later time."""
        parts = node.children or ()
        if node.head == "=" and len(parts) == 3:
            self._value(node, parts)
        elif node.head == "at" and len(parts) == 3 and parts[2].children is not None:
            self._later(node, parts)
        elif node.head == "not" and len(parts) == 2:
            self._fact(parts[1], self.denied, self.facts)
        else:
            self._fact(node, self.facts, self.denied)

    def _fact(self, node: Node, into: set[Atom], other: set[Atom]) -> None:
        scope = self.scope
        formula = read_formula(scope, node)
        if formula[0] != "atom":
            raise scope.error("an initial fact must be an atom", node, "(predicate OBJECT …)")
        if formula[1] in scope.domain.derived:
            raise scope.error(f"'{formula[1]}' is derived: it cannot be an initial fact", node)
        fact = (formula[1], formula[2])
        if fact in other:
            raise scope.error("this fact is said to be both true and false", node)
        into.add(fact)

    def _later(self, node: Node, parts: tuple[Node, ...]) -> None:
        moment = read_expression(self.scope, parts[1])
        if moment[0] != "number" or moment[1] < 0:
            raise self.scope.error("bad time", parts[1], "(at TIME LITERAL)")
        literal = (parts[2].head,) if parts[2].head in CHANGES else (
            read_formula(self.scope, parts[2]))
        inner = literal[1] if literal[0] == "not" else literal
        if inner[0] != "atom":
            raise self.scope.source.unsupported(
                "only literals can become true or false at a time", node)
        self.timed.append((moment[1], literal))

    def _value(self, node: Node, parts: tuple[Node, ...]) -> None:
        left, right = (read_expression(self.scope, part) for part in parts[1:])
        if left[0] != "fluent" or right[0] != "number":
            raise self.scope.error("bad initial value", node, "(= (function …) NUMBER)")
        key = (left[1], left[2])
        if self.values.setdefault(key, right[1]) != right[1]:
            raise self.scope.error("this function has two initial values", node)


def is_contingent(text: str) -> bool:
    """Say whether a problem's text leaves something unknown, or a domain's observes.

    >>> is_contingent("(:init (oneof (at p1) (at p2)))"), is_contingent("(:init (at p1))")
    (True, False)
    """
    return bool(_MARKS.search(text))


def domain_beside(problem: Path) -> Path:
    """Return the domain file beside a problem.

    ``domain.pddl``; for ``p07-x.pddl`` also ``p07-x-domain.pddl``, ``p07-domain.pddl``,
    ``domain_p07-x.pddl``, ``domain-p07-x.pddl`` and ``domain_07.pddl``. Raises
    :class:`UsageError` with the names that were looked for.
    """
    stem = problem.stem
    first = stem.partition("-")[0]
    digits = "".join(filter(str.isdigit, first))
    numbers = (f"domain_{digits}", f"domain-{digits}", f"{digits}-domain") if digits else ()
    names = dict.fromkeys(["domain", f"{stem}-domain", f"{first}-domain", f"{stem[:3]}-domain",
                           f"domain_{stem}", f"domain-{stem}", *numbers])
    for name in names:
        found = problem.with_name(f"{name}.pddl")
        if found.is_file() and found != problem:
            return found
    if problem.is_file() and b"(domain " in read_bytes(problem, 4096, part="head").lower():
        raise UsageError(f"{problem} is a PDDL domain; what is solved is a problem: "
                         f"planner solve PROBLEM.pddl --domain {problem}")
    raise UsageError(f"{problem}: no domain beside it ({', '.join(f'{n}.pddl' for n in names)}); "
                     "name one with --domain, to planner validate in front of the problem")
