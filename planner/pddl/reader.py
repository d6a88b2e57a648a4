"""From PDDL text to :mod:`planner.pddl.model`, with every name checked where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from planner.pddl.formulas import Scope, read_effect, read_expression, read_formula
from planner.pddl.model import ActionSchema, Domain, Formula, Parameter, PDDLTask, Problem
from planner.pddl.names import check_types, typed_names
from planner.pddl.sexp import Node, Source, read_sexp, read_text

__all__ = ["read_domain", "read_problem", "read_task"]

_DOMAIN_SECTIONS = (":requirements", ":types", ":constants", ":predicates", ":functions",
                    ":action", ":durative-action", ":derived", ":constraints")
_PROBLEM_SECTIONS = (":domain", ":requirements", ":objects", ":init", ":goal", ":metric",
                     ":constraints", ":length")


def read_task(domain_path: Path, problem_path: Path) -> PDDLTask:
    """Read both files; raise :class:`SourceError` at the first defect."""
    domain = read_domain(read_text(domain_path), str(domain_path))
    problem = read_problem(read_text(problem_path), str(problem_path), domain)
    return PDDLTask(domain, problem, {**domain.constants, **problem.objects})


def read_domain(text: str, name: str = "domain.pddl") -> Domain:
    """Read a domain; undeclared types, predicates, functions and variables are errors."""
    source = Source(name, text)
    root = read_sexp(source)
    title, sections = _define(source, root, "domain", _DOMAIN_SECTIONS)
    types: dict[str, tuple[str, ...]] = {"object": ()}
    for section in _all(sections, ":types"):
        for kind, parents in typed_names(source, section.children[1:] if section.children else ()):
            types[kind] = parents if kind not in types else types[kind] + parents
    for parents in list(types.values()):
        for parent in parents:
            types.setdefault(parent, ("object",) if parent != "object" else ())
    requirements = {w.word for s in _all(sections, ":requirements") for w in list(s)[1:]}
    constants = _objects(source, _all(sections, ":constants"), types)
    predicates = _signatures(source, _all(sections, ":predicates"), types)
    functions = _functions(source, _all(sections, ":functions"), types)
    derived = tuple(d.children[1].head for d in _all(sections, ":derived") if len(d) > 1
                    and d.children)
    base = Domain(title, source, frozenset(requirements), types, constants, predicates,
                  functions, {}, derived)
    actions: dict[str, ActionSchema] = {}
    for node in sections:
        if node.head in (":action", ":durative-action"):
            action = _action(base, node)
            if action.name in actions:
                raise source.error(f"action '{action.name}' is defined twice", node.offset)
            actions[action.name] = action
    return Domain(title, source, base.requirements, types, constants, predicates, functions,
                  actions, derived)


def read_problem(text: str, name: str, domain: Domain) -> Problem:
    """Read a problem of ``domain``; undeclared names and wrong arities are errors."""
    source = Source(name, text)
    root = read_sexp(source)
    title, sections = _define(source, root, "problem", _PROBLEM_SECTIONS)
    objects = _objects(source, _all(sections, ":objects"), domain.types)
    for thing, kinds in domain.constants.items():
        if thing in objects and objects[thing] != kinds:
            raise source.error(f"'{thing}' is a constant of the domain with another type", 0)
    scope = Scope(domain, source, {**domain.constants, **objects})
    init: set[tuple[str, tuple[str, ...]]] = set()
    values: dict[tuple[str, tuple[str, ...]], float] = {}
    timed = False
    for section in _all(sections, ":init"):
        for node in list(section)[1:]:
            timed |= _initial(scope, node, init, values)
    goals = _all(sections, ":goal")
    if not goals:
        raise source.error("the problem has no :goal", root.offset, expected="(:goal …)")
    goal = read_formula(scope, _only(source, goals[0]))
    metric = None
    for section in _all(sections, ":metric"):
        if len(section) != 3:
            raise source.error("bad :metric", section.offset,
                               expected="(:metric minimize (total-cost))")
        parts = list(section)
        metric = (parts[1].word, read_expression(scope, parts[2]))
    domains = _all(sections, ":domain")
    domain_name = list(domains[0])[1].word if domains and len(domains[0]) == 2 else ""
    if domain_name != domain.name:
        where = domains[0].offset if domains else root.offset
        raise source.error(f"the problem is for domain '{domain_name}', not '{domain.name}'",
                           where, expected=f"(:domain {domain.name})")
    return Problem(title, source, domain_name, objects, frozenset(init), values, goal, metric,
                   timed, bool(_all(sections, ":constraints")))


def _define(
    source: Source, root: Node, kind: str, known: tuple[str, ...]
) -> tuple[str, list[Node]]:
    parts = list(root)
    if root.head != "define" or len(parts) < 2:
        raise source.error("not a PDDL file", root.offset, expected=f"(define ({kind} NAME) …)")
    title = list(parts[1])
    if parts[1].head != kind or len(title) != 2:
        raise source.error(f"not a PDDL {kind}", parts[1].offset, expected=f"({kind} NAME)")
    for node in parts[2:]:
        if node.head not in known:
            raise source.error(f"unknown section '{node.head}'", node.offset,
                               expected=", ".join(known))
    return title[1].word, parts[2:]


def _all(sections: list[Node], head: str) -> list[Node]:
    return [s for s in sections if s.head == head]


def _only(source: Source, section: Node) -> Node:
    if len(section) != 2:
        raise source.error(f"'{section.head}' takes exactly one formula", section.offset)
    return list(section)[1]


def _objects(
    source: Source, sections: list[Node], types: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    result: dict[str, tuple[str, ...]] = {}
    for section in sections:
        params = typed_names(source, tuple(section)[1:])
        check_types(source, section, params, types)
        result.update(params)
    return result


def _signatures(
    source: Source, sections: list[Node], types: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[Parameter, ...]]:
    result: dict[str, tuple[Parameter, ...]] = {}
    for section in sections:
        for node in list(section)[1:]:
            if not node.children or node.children[0].children is not None:
                raise source.error("bad predicate", node.offset, expected="(name ?x - type …)")
            params = typed_names(source, node.children[1:])
            check_types(source, node, params, types)
            result[node.head] = tuple(params)
    return result


def _functions(
    source: Source, sections: list[Node], types: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[Parameter, ...]]:
    result: dict[str, tuple[Parameter, ...]] = {}
    for section in sections:
        lists = [n for n in list(section)[1:] if n.children is not None]
        for node in lists:
            params = typed_names(source, (node.children or ())[1:])
            check_types(source, node, params, types)
            result[node.head] = tuple(params)
    return result


def _action(domain: Domain, node: Node) -> ActionSchema:
    parts = list(node)
    source = domain.source
    if len(parts) < 2 or parts[1].children is not None:
        raise source.error("an action needs a name", node.offset, expected="(:action NAME …)")
    fields: dict[str, Node] = {}
    for key, value in zip(parts[2::2], parts[3::2], strict=False):
        fields[key.word] = value
    if len(parts) % 2:
        raise source.error(f"action '{parts[1].word}': a value is missing after "
                           f"'{parts[-1].word}'", parts[-1].offset)
    allowed = {":parameters", ":precondition", ":effect", ":duration", ":condition"}
    for key in parts[2::2]:
        if key.word not in allowed:
            raise source.error(f"unknown field '{key.word}'", key.offset, key.length,
                               expected=", ".join(sorted(allowed)))
    declared = fields.get(":parameters")
    params = typed_names(source, tuple(declared or ()))
    if declared is not None:
        check_types(source, declared, params, domain.types)
    bound = dict(params)
    scope = Scope(domain, source, {**domain.constants, **bound})
    durative = node.head == ":durative-action"
    true: Formula = ("and",)
    condition = fields.get(":precondition")
    effect = fields.get(":effect")
    if durative:
        return ActionSchema(parts[1].word, tuple(params), true, true, node.offset, durative=True)
    return ActionSchema(
        parts[1].word,
        tuple(params),
        read_formula(scope, condition) if condition is not None else true,
        read_effect(scope, effect) if effect is not None else true,
        node.offset,
    )


def _initial(
    scope: Scope,
    node: Node,
    init: set[tuple[str, tuple[str, ...]]],
    values: dict[tuple[str, tuple[str, ...]], float],
) -> bool:
    """Add one initial fact; return True for a timed literal (which is not kept)."""
    parts = list(node)
    if node.head == "=" and len(parts) == 3:
        left, right = read_expression(scope, parts[1]), read_expression(scope, parts[2])
        if left[0] != "fluent" or right[0] != "number":
            raise scope.source.error("bad initial value", node.offset,
                                     expected="(= (function …) NUMBER)")
        values[left[1], left[2]] = right[1]
        return False
    if node.head == "at" and len(parts) == 3 and parts[2].children is not None:
        return True
    if node.head == "not":
        return False
    formula = read_formula(scope, node)
    if formula[0] != "atom":
        raise scope.source.error("an initial fact must be an atom", node.offset)
    init.add((formula[1], formula[2]))
    return False


