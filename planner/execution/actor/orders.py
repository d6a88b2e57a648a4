"""Orders to a team while it acts: goals that come and go, actions that are forbidden."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from planner.execution.actor.contract import Atom, Believed, GroundAction
from planner.pddl import Domain
from planner.pddl.model import ActionSchema, Formula
from planner.pddl.printer import atom_text

ANY = "*"
"""Any object, in an action that is forbidden."""


@dataclass(frozen=True)
class Order:
    """One order at a step: a verb and ``(name object …)``."""

    step: int
    verb: str
    text: str

    @property
    def words(self) -> tuple[str, tuple[str, ...]]:
        """Return name and objects, in small letters."""
        step = GroundAction.of(str(self.text))
        return step.name, step.arguments

    def __str__(self) -> str:
        return f"{self.verb} {self.text}"


@dataclass
class Orders:
    """The orders of an episode in force so far."""

    given: list[Order] = field(default_factory=list)
    added: dict[Atom, None] = field(default_factory=dict)
    dropped: set[Atom] = field(default_factory=set)
    forbidden: dict[GroundAction, None] = field(default_factory=dict)
    taken: set[int] = field(default_factory=set)

    def due(self, step: int) -> list[Order]:
        """Return what is stated in a step and was not before."""
        due = [k for k, order in enumerate(self.given)
               if order.step <= step and k not in self.taken]
        self.taken.update(due)
        return sorted((self.given[k] for k in due), key=lambda order: order.step)

    def take(self, order: Order, domain: Domain, believed: Believed) -> str:
        """Put an order into force; return why that cannot be, or nothing."""
        goal = name, words = order.words
        if order.verb in ("add_goal", "drop_goal"):
            if goal not in believed.goal and name not in domain.predicates:
                return f"no predicate {name!r} in the domain"
            known = order.verb == "add_goal" or goal in self.applied(believed).goal
            self.dropped.discard(goal)
            self.added.pop(goal, None)
            if order.verb == "add_goal":
                self.added[goal] = None
            else:
                self.dropped.add(goal)
            return "" if known else "not a goal now; it is left out should it become one"
        action = domain.actions.get(name)
        if action is None:
            return f"no action {name!r} in the domain"
        if words and len(words) != len(action.parameters):
            return f"{name!r} takes {len(action.parameters)} objects ({ANY} for any)"
        call = GroundAction(name, words or (ANY,) * len(action.parameters))
        if order.verb == "forbid":
            self.forbidden[call] = None
        elif call in self.forbidden:
            del self.forbidden[call]
        else:
            return "that was not forbidden"
        return ""

    def applied(self, believed: Believed) -> Believed:
        """Return the problem with the goals as they are now, and what is forbidden as facts."""
        if not (self.added or self.dropped or self.forbidden):
            return believed
        marks = frozenset((mark, (word,)) for call in self.forbidden
                          for _, mark, word in _marks(call) if word in believed.objects)
        return replace(believed, facts=believed.facts | marks,
                       goal=(believed.goal - self.dropped) | frozenset(self.added))

    def domain(self, domain: Domain) -> Domain:
        """Return the domain without the forbidden actions."""
        actions, predicates = dict(domain.actions), dict(domain.predicates)
        for call in self.forbidden:
            schema = actions[call.name]
            marks = list(_marks(call))
            predicates |= {mark: (schema.parameters[k],) for k, mark, _ in marks}
            actions[call.name] = _without(schema, marks)
        return replace(domain, actions=actions, predicates=predicates)

    @property
    def told(self) -> list[str]:
        """Return what is in force, for the trace."""
        return [*(f"goal {atom_text(goal)}" for goal in self.added),
                *(f"not any more {atom_text(goal)}" for goal in sorted(self.dropped)),
                *(f"forbidden {call}" for call in self.forbidden)]


def _marks(call: GroundAction) -> Iterator[tuple[int, str, str]]:
    """Yield the places of a call that name an object, with a predicate for each."""
    for k, word in enumerate(call.arguments):
        if word != ANY:
            yield k, f"forbidden-{call.name}-{k}-{word}", word


def _without(schema: ActionSchema, marks: list[tuple[int, str, str]]) -> ActionSchema:
    free: list[Formula] = [("not", ("atom", mark, (schema.parameters[k][0],)))
                           for k, mark, _ in marks]
    condition: Formula = free[0] if len(free) == 1 else ("or", *free)
    return replace(schema, precondition=("and", schema.precondition, condition))
