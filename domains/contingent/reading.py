"""Read contingent PDDL: ``:observe`` actions, ``oneof``, ``or`` and ``unknown`` in ``:init``.

The dialect is that of CLG and the K-replanner: an action with ``:observe`` (an atom, a literal or
a conjunction) tells whether it holds and changes nothing; every atom of a clause of ``:init`` is
unknown within what the clauses allow; ``(:hidden …)`` lists true atoms of a hidden world and is
read only where a file of worlds is asked for. All of it is taken out of the text, in place, and
the rest is plain PDDL with its places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from planner.files import read_text
from planner.pddl import Domain, PDDLTask, read_domain, read_problem
from planner.pddl.conditions import Atom
from planner.pddl.formulas import Scope, read_formula
from planner.pddl.model import Formula
from planner.pddl.sexp import Node, Source, read_sexp

__all__ = ["SENSED", "Contingent", "read_contingent", "read_hidden"]

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
        return frozenset(atom for clause in self.clauses for atom in _atoms(clause))


def read_contingent(domain: Path, problem: Path) -> Contingent:
    """Read both files; raise :class:`SourceError` at the first defect."""
    text = read_text(domain)
    source = Source(str(domain), text)
    plain, observing = _without_observe(source, read_sexp(source))
    read = read_domain(plain, str(domain))
    observes = {name: _observed(read, source, name, node) for name, node in observing.items()}
    actions = {name: replace(a, effect=("and", a.effect, ("atom", SENSED, ())))
               if name in observes else a for name, a in read.actions.items()}
    read = replace(read, actions=actions, predicates={**read.predicates, SENSED: ()})
    return _problem(read, observes, problem)


def _without_observe(source: Source, root: Node) -> tuple[str, dict[str, Node]]:
    """Return the text without ``:observe``, and what each action observes."""
    text, found = source.text, dict[str, Node]()
    for action in root:
        parts = action.children or ()
        if action.head != ":action" or len(parts) < 2:
            continue
        for key, value in zip(parts[2::2], parts[3::2], strict=False):
            if key.word == ":observe":
                if any(k.word == ":effect" for k in parts[2::2]):
                    raise source.error("an action observes or has an effect, not both", key.offset,
                                       key.length, "one action for each")
                found[parts[1].word] = value
                text = _blank(text, key.offset, _end(text, value))
    return text, found


def _problem(domain: Domain, observes: Mapping[str, Formula], path: Path) -> Contingent:
    source = Source(str(path), read_text(path))
    root = read_sexp(source)
    text, clauses = source.text, list[Node]()
    for section in root:
        if section.head == ":hidden":
            text = _blank(text, section.offset, _end(text, section))
        elif section.head == ":init":
            for node in _flat(section):
                if node.head in _UNSURE:
                    clauses.append(node)
                    text = _blank(text, node.offset, _end(text, node))
            text = _without_and(text, section)
    named = next((n for n in root if n.head == ":domain" and len(n) == 2), None)
    name = domain.name if named is None else (named.children or ())[1].word
    problem = read_problem(text, str(path), replace(domain, name=name))  # as samples misname it
    task = PDDLTask(domain, problem, {**domain.constants, **problem.objects})
    scope = Scope(domain, source, task.objects)
    read = tuple(_clause(scope, node) for node in clauses)
    known = Contingent(task, observes, read, source, tuple(clauses))
    sure = problem.init & known.unsure
    if sure:
        extra = tuple(("or", ("atom", *atom)) for atom in sorted(sure))
        known = replace(known, clauses=known.clauses + extra)
    return known


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
    formulas = [read_formula(scope, part) for part in (node.children or ())[1:]]
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


def _observed(domain: Domain, source: Source, name: str, node: Node) -> Formula:
    schema = domain.actions[name]
    scope = Scope(domain, source, {**domain.constants, **dict(schema.parameters)}, domain.derived)
    return read_formula(scope, node)


def _flat(section: Node) -> Iterator[Node]:
    for node in (section.children or ())[1:]:
        if node.head == "and" and node.children:
            yield from _flat(node)
        else:
            yield node


def _without_and(text: str, section: Node) -> str:
    """Take the brackets of ``(and …)`` off an initial state."""
    for node in (section.children or ())[1:]:
        if node.head == "and" and node.children:
            inner = node.children[0]
            end = _end(text, node)
            text = _blank(text, node.offset, inner.offset + inner.length)
            text = _blank(text, end - 1, end)
            text = _without_and(text, node)
    return text


def _blank(text: str, start: int, end: int) -> str:
    gone = "".join(c if c == "\n" else " " for c in text[start:end])
    return text[:start] + gone + text[end:]


def _end(text: str, node: Node) -> int:
    """Return where a node ends; comments may hold brackets."""
    if node.children is None:
        return node.offset + node.length
    depth, at = 0, node.offset
    while at < len(text):
        if text[at] == ";":
            at = text.find("\n", at)
        elif text[at] in "()":
            depth += 1 if text[at] == "(" else -1
            if not depth:
                return at + 1
        at += 1
    raise AssertionError("a text that was read has all its brackets")


def _atoms(formula: Formula) -> Iterator[Atom]:
    if formula[0] == "atom":
        yield formula[1], formula[2]
    else:
        for part in formula[1:]:
            yield from _atoms(part)
