"""Read contingent PDDL: ``:observe`` actions, ``oneof``, ``or`` and ``unknown`` in ``:init``.

The dialect is that of CLG and the K-replanner: an action with ``:observe`` (an atom, a literal or
a conjunction) tells whether it holds and changes nothing; every atom of a clause of ``:init`` is
unknown within what the clauses allow; ``(:hidden …)`` lists true atoms of a hidden world and is
read only where a file of worlds is asked for. All of it is taken out of the expressions, and the
rest is plain PDDL with its places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from planner.files import read_text
from planner.pddl import Domain, PDDLTask
from planner.pddl.conditions import Atom
from planner.pddl.formulas import Scope, read_formula
from planner.pddl.model import Formula, within
from planner.pddl.reader import domain_of, problem_of
from planner.pddl.sexp import Node, Source, read_sexp

SENSED = "sensed-something"
"""An atom that every observing action makes true, so that no reader takes it for idle."""
_UNSURE = ("oneof", "or", "unknown")


@dataclass(frozen=True)
class Contingent:
    """A task of which not everything is known: ``task`` has what is sure and what actions do.

    ``observes`` maps actions to what they tell, ``clauses`` are formulas over initial atoms with
    the heads ``oneof``, ``or`` and ``unknown``; the first ones stand in ``source`` at ``nodes``,
    the others say what is sure.
    """

    task: PDDLTask
    observes: Mapping[str, Formula]
    clauses: tuple[Formula, ...]
    source: Source
    nodes: tuple[Node, ...]

    @property
    def unsure(self) -> frozenset[Atom]:
        """Return the atoms of which it is not known whether they hold."""
        return frozenset(part[1:] for clause in self.clauses for part in within(clause)
                         if part[0] == "atom")


def read_contingent(domain: Path, problem: Path) -> Contingent:
    """Read both files; raise :class:`SourceError` at the first defect."""
    source = Source(str(domain), read_text(domain))
    root, observing = _without_observe(source, read_sexp(source))
    read = domain_of(source, root)
    observes = {name: read_formula(Scope(read, source, {
        **read.constants, **dict(read.actions[name].parameters)}), node)
        for name, node in observing.items()}
    actions = {name: replace(a, effect=("and", a.effect, ("atom", SENSED, ())))
               if name in observes else a for name, a in read.actions.items()}
    read = replace(read, actions=actions, predicates={**read.predicates, SENSED: ()})
    return _problem(read, observes, problem)


def _without_observe(source: Source, root: Node) -> tuple[Node, dict[str, Node]]:
    """Return a domain without ``:observe``, and what each action observes."""
    sections, found = list[Node](), dict[str, Node]()
    for section in root:
        parts = section.children or ()
        k = next((k for k in range(2, len(parts) - 1, 2) if parts[k].word == ":observe"), 0)
        if section.head == ":action" and k:
            if any(key.word == ":effect" for key in parts[2::2]):
                raise source.error("an action observes or has an effect, not both", parts[k],
                                   "one action for each")
            found[parts[1].word] = parts[k + 1]
            parts = parts[:k] + parts[k + 2:]
        sections.append(replace(section, children=section.children and parts))
    return replace(root, children=tuple(sections)), found


def _problem(domain: Domain, observes: Mapping[str, Formula], path: Path) -> Contingent:
    source = Source(str(path), read_text(path))
    root = read_sexp(source)
    sections, clauses = list[Node](), list[Node]()
    for section in root:
        if section.head == ":init" and section.children:
            stated = list(_flat(section))
            clauses += [node for node in stated if node.head in _UNSURE]
            sure = [node for node in stated if node.head not in _UNSURE]
            sections.append(replace(section, children=(*list(section)[:1], *sure)))
        elif section.head != ":hidden":
            sections.append(section)
    named = next((n for n in root if n.head == ":domain" and len(n) == 2), None)
    name = domain.name if named is None else (named.children or ())[1].word
    plain = replace(root, children=tuple(sections))
    problem = problem_of(source, plain, replace(domain, name=name))  # as samples misname it
    task = PDDLTask(domain, problem)
    scope = Scope(domain, source, task.objects)
    read = tuple(_clause(scope, node) for node in clauses)
    known = Contingent(task, observes, read, source, tuple(clauses))
    extra = tuple(("or", ("atom", *atom)) for atom in sorted(problem.init & known.unsure))
    return replace(known, clauses=known.clauses + extra)


def read_hidden(path: Path, known: Contingent) -> tuple[frozenset[Atom], ...]:
    """Return the hidden worlds that a file lists; raise :class:`SourceError` if it lists none."""
    source = Source(str(path), read_text(path))
    scope = Scope(known.task.domain, source, known.task.objects)
    root = read_sexp(source)
    found = tuple(_world(scope, node) for node in root if node.head == ":hidden")
    if not found:
        raise scope.error("no hidden world is listed", root, "(:hidden ATOM …)")
    return found


def _world(scope: Scope, node: Node) -> frozenset[Atom]:
    formulas = [read_formula(scope, part) for part in list(node)[1:]]
    return frozenset((f[1], f[2]) for f in formulas if f[0] == "atom")


def _clause(scope: Scope, node: Node) -> Formula:
    parts = tuple(read_formula(scope, part) for part in (node.children or ())[1:])
    if not parts:
        raise scope.error(f"'{node.head}' of nothing", node, f"({node.head} LITERAL …)")
    for part in parts:
        for inner in part[1:] if part[0] == "and" else (part,):
            if (inner[1] if inner[0] == "not" else inner)[0] != "atom":
                raise scope.error(f"'{node.head}' takes literals", node, "(predicate OBJECT …)")
    return (node.head, *parts)


def _flat(section: Node) -> Iterator[Node]:
    for node in (section.children or ())[1:]:
        if node.head == "and" and node.children:
            yield from _flat(node)
        else:
            yield node
