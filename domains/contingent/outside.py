"""unified-planning's ``ContingentProblem`` in and out.

Its PDDL reader and writer do not know observing actions and unknowns: what is plain goes through
them, what is not is added here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from unified_planning.io import PDDLReader
from unified_planning.model import (
    ContingentProblem,
    FNode,
    InstantaneousAction,
    Problem,
    SensingAction,
)

from domains.contingent.domain import ContingentCase
from domains.contingent.reading import SENSED, read_contingent
from planner.errors import UsageError
from planner.files import write_text
from planner.pddl.model import Formula, conjuncts
from planner.pddl.printer import print_domain, print_problem
from planner.pddl.unified import steady_writer


def to_up(case: ContingentCase) -> ContingentProblem:
    """Return a case's problem for unified-planning."""
    known = read_contingent(case.domain_file, case.problem)
    marked = known.task.domain
    actions = {name: replace(a, effect=("and",)) if name in known.observes else a
               for name, a in marked.actions.items()}
    domain = replace(marked, actions=actions, predicates={
        n: p for n, p in marked.predicates.items() if n != SENSED})
    plain: Any = PDDLReader().parse_problem_string(
        print_domain(domain), print_problem(replace(known.task, domain=domain)))
    made: Any = ContingentProblem(plain.name, plain.environment)
    made.add_fluents(plain.fluents)
    made.add_objects(plain.all_objects)
    for fluent, value in plain.fluents_defaults.items():
        made._fluents_defaults[fluent] = value
    for action in plain.actions:
        made.add_action(_sensing(action, known.observes[action.name], plain)
                        if action.name in known.observes else action)
    unsure = {_expression(plain, ("atom", *atom), {}) for atom in known.unsure}
    for atom, value in plain.explicit_initial_values.items():
        if atom not in unsure:
            made.set_initial_value(atom, value)
    for clause in known.clauses:
        parts = [_expression(plain, part, {}) for part in clause[1:]]
        add = {"or": made.add_or_initial_constraint, "oneof": made.add_oneof_initial_constraint}
        if clause[0] == "unknown":
            made.add_unknown_initial_constraint(parts[0])
        else:
            add[clause[0]](parts)
    for goal in plain.goals:
        made.add_goal(goal)
    return made


def _sensing(action: Any, told: Formula, plain: Any) -> Any:
    sensing = _bare(SensingAction, action)
    places = {p.name: p for p in sensing.parameters}
    for part in conjuncts(told):
        sensing.add_observed_fluent(_expression(plain, part, places))
    return sensing


def _expression(plain: Any, formula: Formula, places: dict[str, Any]) -> FNode:
    manager = plain.environment.expression_manager
    if formula[0] in ("not", "and"):
        parts = [_expression(plain, part, places) for part in formula[1:]]
        return manager.Not(parts[0]) if formula[0] == "not" else manager.And(parts)
    words = [places[w.lstrip("?")] if w.startswith("?") else plain.object(w) for w in formula[2]]
    return manager.FluentExp(plain.fluent(formula[1]), words)


def from_up(problem: ContingentProblem, folder: str | Path, **more: Any) -> ContingentCase:
    """Write a problem of unified-planning as PDDL into a folder and return it as a case.

    ``more`` are fields of the case. Raises :class:`UsageError` for what the dialect cannot say.
    """
    given: Any = problem
    plain: Any = Problem(given.name, given.environment)
    plain.add_fluents(given.fluents)
    plain.add_objects(given.all_objects)
    told: dict[str, Any] = {}
    for action in given.actions:
        if isinstance(action, SensingAction):
            told[action.name] = action.observed_fluents
            plain.add_action(_bare(InstantaneousAction, action))
        else:
            plain.add_action(action)
    hidden = set(given.hidden_fluents)
    for atom, value in given.initial_values.items():
        plain.set_initial_value(atom, False if atom in hidden else value)
    for goal in given.goals:
        plain.add_goal(goal)
    writer = steady_writer(plain)
    domain, text = str(writer.get_domain()), str(writer.get_problem())
    for name, observed in told.items():
        seen = " ".join(_text(writer, x) for x in observed)
        domain = _observing(domain, writer._get_mangled_name(plain.action(name)),
                            seen if len(observed) == 1 else f"(and {seen})")
    text = text.replace("(:init", "(:init " + " ".join(_unsure(given, writer)), 1)
    place = Path(folder)
    write_text(place / "domain.pddl", domain)
    write_text(place / "problem.pddl", text)
    return ContingentCase(place / "problem.pddl", place / "domain.pddl", **more)


def _bare(kind: Any, action: Any) -> Any:
    """Return an action of a kind with the name, parameters and preconditions of another."""
    bare = kind(action.name, {p.name: p.type for p in action.parameters})
    for condition in action.preconditions:
        bare.add_precondition(condition)
    return bare


def _unsure(given: Any, writer: Any) -> Iterator[str]:
    for head, many in (("or", given.or_constraints), ("oneof", given.oneof_constraints)):
        for parts in many:
            yield f"({head} {' '.join(_text(writer, x) for x in parts)})"
    named = {x for many in (given.or_constraints, given.oneof_constraints)
             for parts in many for x in parts}
    for x in sorted(given.hidden_fluents, key=str):
        if not x.is_not() and x not in named:
            yield f"(unknown {_text(writer, x)})"


def _text(writer: Any, x: Any) -> str:
    if x.is_not():
        return f"(not {_text(writer, x.arg(0))})"
    if x.is_and():
        return f"(and {' '.join(_text(writer, a) for a in x.args)})"
    if not x.is_fluent_exp():
        raise UsageError(f"{x} is neither a literal nor a conjunction")
    words = [writer._get_mangled_name(a.parameter()) if a.is_parameter_exp()
             else writer._get_mangled_name(a.object()) for a in x.args]
    return f"({' '.join((writer._get_mangled_name(x.fluent()), *words))})"


def _observing(domain: str, name: str, seen: str) -> str:
    """Give an action of a domain's text what it observes, in the place of its effect."""
    begin = re.search(rf"\(:action {re.escape(name)}\b", domain)
    assert begin is not None
    head, body = domain[:begin.end()], domain[begin.end():]
    end = body.find("(:action")
    own, rest = (body, "") if end < 0 else (body[:end], body[end:])
    effect = own.find(":effect")
    if effect >= 0:  # an empty one: "(and )" or nothing at all
        own = own[:effect] + re.sub(r":effect\s*(\(and\s*\)|\(\s*\))?", "", own[effect:], count=1)
    close = own.rstrip().rfind(")") if rest else own.rstrip()[:-1].rstrip().rfind(")")
    return head + own[:close] + f" :observe {seen}" + own[close:] + rest
