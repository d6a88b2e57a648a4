"""MA-PDDL in parts: a folder with a domain and a problem for each agent, joined to one task.

Each agent's files say what it knows (CoDMAP 2015, "factored"): ``domain-NAME.pddl`` and
``problem-NAME.pddl``. What is private keeps its name, which no other agent's files use for
something else; actions of one name are the same action.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import reduce
from pathlib import Path

from planner.errors import InputError
from planner.pddl.conditions import Atom
from planner.pddl.model import Domain, PDDLTask, Problem, conjuncts, joined
from planner.pddl.printer import print_domain
from planner.pddl.reader import joined_task, read_task
from planner.pddl.sexp import Source


def read_factored(folder: Path, *, strict: bool = False) -> PDDLTask:
    """Read all parts and join them; raises :class:`PlannerError` where they contradict each other.

    An action whose agent's part is not declared is done by the agent that the files are named
    after, where its first parameter can be that.
    """
    tasks = {}
    for file in sorted(folder.glob("problem-*.pddl")):
        name = file.stem.removeprefix("problem-")
        known = file.with_name(f"domain-{name}.pddl")
        if not known.is_file():
            raise InputError(f"{file}: no {known.name} beside it")
        tasks[name.lower()] = read_task(known, file, strict=strict)
    if not tasks:
        raise InputError(f"{folder}: no parts (problem-NAME.pddl, domain-NAME.pddl)")
    domain = _led(reduce(joined, (task.domain for task in tasks.values())), tasks)
    source = Source(str(folder), print_domain(domain), strict,
                    [note for task in tasks.values() for note in task.notes])
    problem = _one([task.problem for task in tasks.values()])
    return joined_task(replace(domain, source=source), problem)


def _one(parts: list[Problem]) -> Problem:
    objects: dict[str, tuple[str, ...]] = {}
    values: dict[Atom, Fraction] = {}
    for part in parts:
        for name, kinds in part.objects.items():
            if objects.setdefault(name, kinds) != kinds:
                raise InputError(f"{part.source.name}: '{name}' is of another type in another part")
        values |= part.values
    goals = dict.fromkeys(conjuncts(*(part.goal for part in parts)))
    timed = tuple(dict.fromkeys(literal for part in parts for literal in part.timed))
    return replace(parts[0], source=Source(parts[0].source.name, parts[0].source.text),
                   objects=objects, values=values, timed=timed,
                   init=frozenset(atom for part in parts for atom in part.init),
                   goal=("and", *goals))


def _led(domain: Domain, tasks: dict[str, PDDLTask]) -> Domain:
    """Say of each action that its first parameter acts, where that can be one of the agents."""
    agents = {name: task.objects[name] for name, task in tasks.items() if name in task.objects}
    actions = {}
    for name, action in domain.actions.items():
        leads = next((p for p, wanted in action.parameters[:1] if any(
            domain.is_a(kind, wanted) for kinds in agents.values() for kind in kinds)), "")
        actions[name] = action if action.agent else replace(action, agent=leads)
    return replace(domain, actions=actions)
