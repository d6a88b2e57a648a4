"""unified-planning's ``ContingentProblem`` in and out.

Its PDDL reader knows observing actions and unknowns, its writer does not: there actions are
written that do what they observe, and what is not known is added to the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from unified_planning.io import PDDLReader
from unified_planning.io.pddl_writer import ConverterToPDDLString
from unified_planning.model import ContingentProblem, SensingAction

from domains.contingent.domain import ContingentCase
from domains.contingent.reading import SENSED, read_contingent
from planner.errors import UsageError
from planner.files import write_text
from planner.pddl.model import conjuncts
from planner.pddl.printer import formula_text, print_domain, print_problem
from planner.pddl.unified import steady_writer


def to_up(case: ContingentCase) -> ContingentProblem:
    """Return a case's problem for unified-planning."""
    known = read_contingent(case.domain_file, case.problem)
    marked, problem = known.task.domain, known.task.problem
    actions = {name: replace(a, effect=("and", *conjuncts(known.observes[name])))
               if name in known.observes else a for name, a in marked.actions.items()}
    domain = replace(
        marked, actions=actions, requirements=marked.requirements | {":contingent"},
        predicates={n: p for n, p in marked.predicates.items() if n != SENSED})
    sure = replace(known.task, domain=domain,
                   problem=replace(problem, init=problem.init - known.unsure))
    return PDDLReader().parse_problem_string(
        _observing(print_domain(domain), known.observes),
        _unsure(print_problem(sure), map(formula_text, known.clauses)))


def from_up(problem: ContingentProblem, folder: str | Path, **more: Any) -> ContingentCase:
    """Write a problem of unified-planning as PDDL into a folder and return it as a case.

    ``more`` are fields of the case. Raises :class:`UsageError` for an action that observes and has
    an effect, and :class:`~planner.errors.SourceError` for clauses that the dialect cannot say.
    """
    plain: Any = problem.clone()
    atoms = plain.environment.free_vars_extractor
    told = [action for action in plain.actions if isinstance(action, SensingAction)]
    for action in told:
        if action.effects:
            raise UsageError(f"{action.name} observes and has an effect: one action for each")
        for x in sorted({a for seen in action.observed_fluents for a in atoms.get(seen)}, key=str):
            action.add_effect(x, True)
    for x in {a for hidden in plain.hidden_fluents for a in atoms.get(hidden)}:
        plain.set_initial_value(x, False)
    writer = steady_writer(plain)
    domain, start = str(writer.get_domain()), str(writer.get_problem())  # then all have their names
    text = ConverterToPDDLString(plain.environment, writer.get_pddl_name).walk
    clauses = [f"({head} {' '.join(map(text, parts))})" for head, many in (
        ("or", plain.or_constraints), ("oneof", plain.oneof_constraints)) for parts in many]
    place = Path(folder)
    case = ContingentCase(place / "problem.pddl", place / "domain.pddl", **more)
    write_text(place / "domain.pddl", _observing(domain, map(writer.get_pddl_name, told)))
    write_text(case.problem, _unsure(start, clauses))
    read_contingent(case.domain_file, case.problem)
    return case


def _observing(domain: str, names: Iterable[str]) -> str:
    """Turn the effects of some actions of a domain's text into what they observe."""
    for name in names:
        domain = re.sub(rf"(\(:action {re.escape(name)}\n.*?):effect", r"\1:observe", domain,
                        count=1, flags=re.DOTALL)
    return domain


def _unsure(problem: str, clauses: Iterable[str]) -> str:
    """Add to a problem's text what is said of unknown atoms at first."""
    return problem.replace("(:init", f"(:init {' '.join(clauses)}", 1)
