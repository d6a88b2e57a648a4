"""From :mod:`planner.pddl.model` back to PDDL text; reading the text again gives the same task."""

from __future__ import annotations

from collections.abc import Iterable

from planner.errors import UnsupportedError
from planner.pddl.model import (
    CHANGES,
    COST,
    DURATION,
    ActionSchema,
    Domain,
    Durative,
    Formula,
    Parameter,
    PDDLTask,
    rebuilt,
)
from planner.plan import number_text


def print_domain(domain: Domain) -> str:
    """Return the domain as PDDL."""
    lines = [f"(define (domain {domain.name})"]
    if domain.requirements:
        lines.append(f"  (:requirements {' '.join(sorted(domain.requirements))})")
    kinds = [(name, parents) for name, parents in domain.types.items() if name != "object"]
    if kinds:
        lines.append("  (:types")
        lines += [f"    {_parameters([(name, parents)])}" for name, parents in kinds]
        lines.append("  )")
    if domain.constants:
        lines.append(f"  (:constants {_parameters(domain.constants.items())})")
    predicates = (_signature(n, p) for n, p in domain.predicates.items())
    lines.append(f"  (:predicates {' '.join(predicates)})")
    if domain.functions:
        functions = (f"{_signature(n, p)} - number" for n, p in domain.functions.items())
        lines.append(f"  (:functions {' '.join(functions)})")
    lines += [
        f"  (:derived {_signature(axiom.predicate, axiom.parameters)} "
        f"{formula_text(axiom.condition)})"
        for axiom in domain.axioms
    ]
    for action in domain.actions.values():
        if action.durative:
            lines += _durative(action, action.durative)
            continue
        lines += [
            f"  (:action {action.name}",
            f"    :parameters ({_parameters(action.parameters)})",
            f"    :precondition {formula_text(action.precondition)}",
            f"    :effect {formula_text(action.effect)})",
        ]
    return "\n".join([*lines, ")"]) + "\n"


def print_problem(task: PDDLTask) -> str:
    """Return the problem as PDDL."""
    problem = task.problem
    lines = [f"(define (problem {problem.name})", f"  (:domain {task.domain.name})"]
    if problem.objects:
        lines.append(f"  (:objects {_parameters(problem.objects.items())})")
    lines.append("  (:init")
    lines += [f"    {atom_text(a)}" for a in sorted(problem.init)]
    lines += [f"    (= {atom_text((name, words))} {number_text(value)})"
              for (name, words), value in sorted(problem.values.items())]
    lines += [f"    (at {number_text(time)} {formula_text(literal)})"
              for time, literal in problem.timed]
    lines += ["  )", f"  (:goal {formula_text(problem.goal)})"]
    if problem.metric is not None:
        lines.append(f"  (:metric {problem.metric[0]} {formula_text(problem.metric[1])})")
    return "\n".join([*lines, ")"]) + "\n"


def _durative(action: ActionSchema, parts: Durative) -> list[str]:
    """Return the lines of a durative action; raises where it changes something all the while."""
    if any(time == "all" for time, _ in parts.effects):
        raise UnsupportedError(f"{action.name}: effects that go on for a time are not printed")
    limits = " ".join(f"({op} {DURATION} {formula_text(x)})" for op, x in parts.limits)
    words = {"start": "at start", "all": "over all", "end": "at end"}
    timed = [" ".join(f"({words[time]} {formula_text(part)})" for time, part in many)
             for many in (parts.conditions, parts.effects)]
    return [f"  (:durative-action {action.name}",
            f"    :parameters ({_parameters(action.parameters)})",
            f"    :duration {limits if len(parts.limits) == 1 else f'(and {limits})'}",
            f"    :condition (and {timed[0]})",
            f"    :effect (and {timed[1]}))"]


def _parameters(items: Iterable[Parameter] | Iterable[tuple[str, tuple[str, ...]]]) -> str:
    def kind(kinds: tuple[str, ...]) -> str:
        return kinds[0] if len(kinds) == 1 else f"(either {' '.join(kinds)})"

    return " ".join(f"{name} - {kind(kinds)}" for name, kinds in items)


def _signature(name: str, parameters: tuple[Parameter, ...]) -> str:
    inside = _parameters(parameters)
    return f"({name} {inside})" if inside else f"({name})"


def atom_text(atom: tuple[str, tuple[str, ...]]) -> str:
    """Return an atom in PDDL."""
    name, words = atom
    return f"({' '.join((name, *words))})"


def formula_text(formula: Formula) -> str:
    """Return a formula, effect or expression as PDDL text."""
    head = formula[0]
    if formula == ("fluent", DURATION, ()):
        return DURATION
    if head in ("atom", "fluent"):
        return atom_text((formula[1], formula[2]))
    if head == "number":
        return number_text(formula[1])
    if head in ("exists", "forall"):
        return f"({head} ({_parameters(formula[1])}) {formula_text(formula[2])})"
    if head == "=":
        return f"(= {formula[1]} {formula[2]})"
    if head == "preference":
        return f"(preference {formula[1]} {formula_text(formula[2])})"
    name = "=" if head == "num=" else head
    return f"({' '.join([name, *(formula_text(part) for part in formula[1:])])})"


def without_costs(domain: Domain) -> Domain:
    """Return a domain whose actions leave ``total-cost`` alone; plans stay plans."""
    return domain.rebuilt(_costless)


def _costless(effect: Formula) -> Formula:
    if effect[0] in CHANGES and effect[1] == COST:
        return ("and",)
    less = rebuilt(effect, _costless)
    return ("and", *(part for part in less[1:] if part != ("and",))) if less[0] == "and" else less
