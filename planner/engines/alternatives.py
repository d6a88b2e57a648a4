"""Parameters with alternative types written as a static fact, for engines without ``either``.

``?x - (either a b)`` becomes ``?x`` with the precondition ``(is-a-or-b ?x)``, which holds of all
objects of these types. Actions keep their names, so a plan is one of the original task, too.
Quantified variables and objects of alternative types stay as they are.
"""

from __future__ import annotations

from dataclasses import replace

from planner.pddl.model import ActionSchema, Durative, Formula, Parameter, PDDLTask

__all__ = ["without_alternatives"]

Kinds = tuple[str, ...]


def without_alternatives(task: PDDLTask) -> PDDLTask:
    """Return the task with plain parameters of predicates, functions and actions."""
    domain = task.domain
    lists = [*domain.predicates.values(), *domain.functions.values(),
             *(a.parameters for a in domain.actions.values())]
    if all(len(kinds) == 1 for parameters in lists for _, kinds in parameters):
        return task
    names: dict[Kinds, str] = {}
    actions = {name: _plain_action(action, names, set(domain.predicates))
               for name, action in domain.actions.items()}
    facts = {(name, (thing,)) for kinds, name in names.items() for thing in task.of_type(kinds)}
    one: tuple[Parameter, ...] = (("?x", ("object",)),)
    plain = replace(
        domain, actions=actions,
        predicates={**{n: _plain(p) for n, p in domain.predicates.items()},
                    **dict.fromkeys(names.values(), one)},
        functions={n: _plain(p) for n, p in domain.functions.items()})
    return replace(task, domain=plain,
                   problem=replace(task.problem, init=task.problem.init | facts))


def _plain(parameters: tuple[Parameter, ...]) -> tuple[Parameter, ...]:
    return tuple((name, kinds if len(kinds) == 1 else ("object",)) for name, kinds in parameters)


def _plain_action(action: ActionSchema, names: dict[Kinds, str], taken: set[str]) -> ActionSchema:
    facts = [("atom", _name(kinds, names, taken), (name,))
             for name, kinds in action.parameters if len(kinds) > 1]
    if not facts:
        return action
    parameters = _plain(action.parameters)
    if action.durative:
        timed = tuple(("start", fact) for fact in facts)
        parts: Durative = replace(action.durative,
                                  conditions=(*timed, *action.durative.conditions))
        return replace(action, parameters=parameters, durative=parts)
    condition: Formula = ("and", *facts, action.precondition)
    return replace(action, parameters=parameters, precondition=condition)


def _name(kinds: Kinds, names: dict[Kinds, str], taken: set[str]) -> str:
    """Return the name of the fact, a new one where it is taken."""
    if kinds not in names:
        name = f"is-{'-or-'.join(kinds)}"
        while name in taken:
            name += "-too"
        taken.add(name)
        names[kinds] = name
    return names[kinds]
