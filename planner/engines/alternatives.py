"""Alternative types written as static facts, for engines without ``either``.

``?x - (either a b)`` becomes ``?x`` with the precondition ``(is-a-or-b ?x)``, which holds of all
objects of these types; so does ``?x - a`` where something below ``a`` has two parents or an object
two types. Actions keep their names, so a plan is one of the original task, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from planner.pddl.model import ActionSchema, Durative, Formula, Parameter, PDDLTask, rebuilt

__all__ = ["without_alternatives"]

Kinds = tuple[str, ...]


def without_alternatives(task: PDDLTask) -> PDDLTask:
    """Return the task with one parent for each type and one type for everything else."""
    domain, problem = task.domain, task.problem
    facts = _Facts(task, _mixed(task), set(domain.predicates))
    actions = {name: _plain_action(action, facts) for name, action in domain.actions.items()}
    axioms = tuple(replace(a, parameters=facts.plain(a.parameters), condition=facts.guarded(
        a.parameters, facts.formula(a.condition))) for a in domain.axioms)
    goal = facts.formula(problem.goal)
    lists = [*domain.predicates.values(), *domain.functions.values()]
    if not facts.names and not facts.mixed and not any(map(facts.odd, lists)):
        return task
    true = {(name, (thing,)) for kinds, name in facts.names.items()
            for thing in task.of_type(kinds)}
    one: tuple[Parameter, ...] = (("?x", ("object",)),)
    plain = replace(
        domain, actions=actions, axioms=axioms,
        types={kind: parents[:1] for kind, parents in domain.types.items()},
        constants={thing: kinds[:1] for thing, kinds in domain.constants.items()},
        predicates={**{n: facts.plain(p) for n, p in domain.predicates.items()},
                    **dict.fromkeys(facts.names.values(), one)},
        functions={n: facts.plain(p) for n, p in domain.functions.items()})
    return PDDLTask(plain, replace(
        problem, init=problem.init | true, goal=goal,
        objects={thing: kinds[:1] for thing, kinds in problem.objects.items()}),
        {thing: kinds[:1] for thing, kinds in task.objects.items()})


def _mixed(task: PDDLTask) -> frozenset[str]:
    """Return the types that something belongs to by a second parent or type, but object."""
    types = task.domain.types
    waiting = [kind for kinds in (*types.values(), *task.objects.values()) if len(kinds) > 1
               for kind in kinds]
    found: set[str] = set()
    while waiting:
        kind = waiting.pop()
        if kind != "object" and kind not in found:
            found.add(kind)
            waiting += types.get(kind, ())
    return frozenset(found)


@dataclass
class _Facts:
    """The predicates that stand for types, made as they are needed."""

    task: PDDLTask
    mixed: frozenset[str]
    taken: set[str]
    names: dict[Kinds, str] = field(default_factory=dict)

    def odd(self, parameters: Iterable[Parameter]) -> list[Parameter]:
        """Return the parameters that need a fact."""
        return [(name, kinds) for name, kinds in parameters
                if len(kinds) > 1 or kinds[0] in self.mixed]

    def plain(self, parameters: tuple[Parameter, ...]) -> tuple[Parameter, ...]:
        """Return parameters that are objects in place of those that need a fact."""
        odd = self.odd(parameters)
        return tuple((p[0], ("object",)) if p in odd else p for p in parameters)

    def atoms(self, parameters: tuple[Parameter, ...]) -> list[Formula]:
        """Return what says of which types parameters are, as far as it has to be said."""
        return [("atom", self._name(kinds), (name,)) for name, kinds in self.odd(parameters)]

    def guarded(self, parameters: tuple[Parameter, ...], formula: Formula) -> Formula:
        """Return a condition together with what has to be said of its parameters."""
        atoms = self.atoms(parameters)
        return ("and", *atoms, formula) if atoms else formula

    def formula(self, formula: Formula, effect: bool = False) -> Formula:
        """Return a condition or effect whose quantifiers have plain variables."""
        head = formula[0]
        if head == "when":
            return (head, self.formula(formula[1]), self.formula(formula[2], effect))
        if head not in ("exists", "forall"):
            return rebuilt(formula, lambda part: self.formula(part, effect))
        inner = self.formula(formula[2], effect)
        atoms = self.atoms(formula[1])
        if atoms and head == "exists":
            inner = ("and", *atoms, inner)
        elif atoms:
            inner = ("when" if effect else "imply", ("and", *atoms), inner)
        return (head, self.plain(formula[1]), inner)

    def _name(self, kinds: Kinds) -> str:
        """Return the name of the fact, a new one where it is taken."""
        if kinds not in self.names:
            name = f"is-{'-or-'.join(kinds)}"
            while name in self.taken:
                name += "-too"
            self.taken.add(name)
            self.names[kinds] = name
        return self.names[kinds]


def _plain_action(action: ActionSchema, facts: _Facts) -> ActionSchema:
    atoms = facts.atoms(action.parameters)
    parameters = facts.plain(action.parameters)
    if action.durative:
        parts: Durative = replace(
            action.durative,
            conditions=(*(("start", atom) for atom in atoms),
                        *((time, facts.formula(part)) for time, part in
                          action.durative.conditions)),
            effects=tuple((time, facts.formula(part, True)) for time, part in
                          action.durative.effects))
        return replace(action, parameters=parameters, durative=parts)
    condition = facts.formula(action.precondition)
    return replace(action, parameters=parameters, effect=facts.formula(action.effect, True),
                   precondition=("and", *atoms, condition) if atoms else condition)
