"""Execute PDDL plans step by step: this project's own reading of the language.

Independent of unified-planning, so that the two can be compared
(:mod:`planner.validation`). Closed world, STRIPS, ADL, axioms and numeric effects with plain
semantics: conditions and amounts are evaluated in the state before the step, deletes before adds,
derived predicates anew in every state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from planner.pddl.axioms import close
from planner.pddl.conditions import (
    Atom,
    Binding,
    State,
    Undefined,
    bindings,
    bounded,
    calculated,
    ground,
    holds,
    number,
    substituted,
    unsatisfied,
)
from planner.pddl.model import ActionSchema, Formula, PDDLTask
from planner.pddl.printer import atom_text
from planner.plan import Plan, Step


class Failure(NamedTuple):
    """Why a plan fails: the step (0-based; the plan's length means the goal) and the reasons.

    ``rule`` is ``over all`` or ``same moment`` where one of these rules of plans in time is broken.
    """

    step: int
    reasons: tuple[str, ...]
    rule: str = ""


class Run(NamedTuple):
    """The outcome of a simulation: failure or None, last state, cost (None: it has no value)."""

    failure: Failure | None
    state: State
    cost: float | None


def initial_state(task: PDDLTask) -> State:
    """Return the state before the first step, with what follows from it."""
    return closed(task, State(task.problem.init, dict(task.problem.values)))


def closed(task: PDDLTask, state: State) -> State:
    """Return a state with what follows from it by axioms."""
    return close(task, state) if task.domain.axioms else state


def simulate(task: PDDLTask, plan: Plan) -> Run:
    """Execute the plan and check the goal; a bad plan is a result.

    Raises :class:`~planner.errors.LimitError` where numbers outgrow all bounds.
    """
    run, done = Run(None, initial_state(task), None), 0
    for actions in plan.joint():
        run = at_once(task, run.state, actions)
        if run.failure:
            return run._replace(failure=run.failure._replace(step=done + run.failure.step))
        done += len(actions)
    return ended(task, plan, run.state, Fraction(done))


def at_once(task: PDDLTask, state: State, actions: Sequence[Step]) -> Run:
    """Do actions in their order; it must come to the same in other orders and in one go.

    Up to three are done in all orders, of more each first, last and before each other one.
    """
    run = in_order(task, state, actions, range(len(actions)))
    for how, other in () if run.failure or not actions[1:] else _otherwise(task, state, actions):
        if other != run:
            facts = " ".join(map(atom_text, sorted(run.state.atoms ^ other.state.atoms)))
            step, said, _ = other.failure or Failure(0, (f"the state differs {facts}".rstrip(),))
            why = f"done at once with the others, {how}: {'; '.join(said)}"
            return Run(Failure(step, (why,), "same moment"), state, None)
    return run


def _otherwise(task: PDDLTask, state: State, actions: Sequence[Step]) -> Iterator[tuple[str, Run]]:
    numbers = range(len(actions))
    for order in {(*row[k:], *row[:k]): 0 for row in (numbers, numbers[::-1]) for k in numbers}:
        yield "in another order", in_order(task, state, actions, order)
    schemas = [task.domain.actions[action.name] for action in actions]
    effects = [substituted(schema.effect, schema.bound(action.arguments))
               for schema, action in zip(schemas, actions, strict=True)]
    try:
        after = closed(task, apply_effects(task, state, ("and", *effects), {}))
        yield "in one go", Run(None, after, None)
    except Undefined as error:
        yield "in one go", Run(Failure(0, (str(error),)), state, None)


def in_order(task: PDDLTask, state: State, actions: Sequence[Step], order: Iterable[int]) -> Run:
    """Do actions in the order of their positions, which the step of a failure is, too."""
    for position in order:
        after, reasons = advance(task, state, actions[position])
        if after is None:
            return Run(Failure(position, reasons), state, None)
        state = after
    return Run(None, state, None)


def advance(task: PDDLTask, state: State, step: Step) -> tuple[State | None, tuple[str, ...]]:
    """Execute one action: the state after it, or None and the reasons why it cannot be done."""
    schema = task.domain.actions.get(step.name)
    reasons = call_errors(task, schema, step)
    if schema is None or reasons:
        return None, reasons
    binding = schema.bound(step.arguments)
    reasons = tuple(unsatisfied(task, state, schema.precondition, binding))
    if reasons:
        return None, reasons
    try:
        return closed(task, apply_effects(task, state, schema.effect, binding)), ()
    except Undefined as error:
        return None, (f"the effect is undefined: {error}",)


def ended(task: PDDLTask, plan: Plan, state: State, time: Fraction) -> Run:
    """Return what a plan comes to that ends in a state: the goal missed, or the metric's value.

    ``time`` is the length of a sequence, or the makespan; it is the cost without a metric.
    """
    goal = tuple(unsatisfied(task, state, task.problem.goal, {}))
    if goal:
        return Run(Failure(len(plan.steps), goal), state, None)
    if task.problem.metric is None:
        return Run(None, state, float(time))
    timed = State(state.atoms, {("total-time", ()): time, **state.values})
    try:
        return Run(None, state, float(number(timed, task.problem.metric[1], {})))
    except (Undefined, OverflowError):
        return Run(None, state, None)


def call_errors(task: PDDLTask, schema: ActionSchema | None, step: Step) -> tuple[str, ...]:
    """Return why a step is not a call of an action: its name, number or types of arguments."""
    if schema is None:
        return (f"there is no action '{step.name}'",)
    if len(step.arguments) != len(schema.parameters):
        return (f"'{step.name}' takes {len(schema.parameters)} argument(s), "
                f"{len(step.arguments)} given",)
    wrong = []
    for word, (name, kinds) in zip(step.arguments, schema.parameters, strict=True):
        if word not in task.objects:
            wrong.append(f"there is no object '{word}'")
        elif word not in task.of_type(kinds):
            wrong.append(f"'{word}' is not a {'/'.join(kinds)} (parameter {name})")
    return tuple(wrong)


def apply_effects(task: PDDLTask, state: State, effect: Formula, binding: Binding) -> State:
    """Return the state after an effect; raises :class:`Undefined` where a number has no value."""
    adds: set[Atom] = set()
    deletes: set[Atom] = set()
    changes: dict[Atom, list[tuple[str, Fraction]]] = {}
    for kind, change, bound in _changes(task, state, effect, binding):
        if kind == "add":
            adds.add((change[1], ground(change[2], bound)))
        elif kind == "delete":
            deletes.add((change[1], ground(change[2], bound)))
        else:
            key = (change[1][1], ground(change[1][2], bound))
            amount = number(state, change[2], bound)
            changes.setdefault(key, []).append((kind, amount))
    derived = task.domain.derived
    kept = frozenset(a for a in state.atoms if a[0] not in derived) if derived else state.atoms
    return State((kept - deletes) | adds, _values(state, changes))


def _values(
    state: State, changes: Mapping[Atom, list[tuple[str, Fraction]]]
) -> Mapping[Atom, Fraction]:
    """Return the new values; raise :class:`Undefined` where changes contradict each other."""
    if not changes:
        return state.values
    values = dict(state.values)
    for key, made in changes.items():
        if len(made) > 1 and not {kind for kind, _ in made} <= {"increase", "decrease"}:
            raise Undefined(f"({' '.join((key[0], *key[1]))}) is changed in two ways at once")
        for kind, amount in made:
            now = State(state.atoms, values)
            values[key] = bounded(amount if kind == "assign" else calculated(
                "+" if kind == "increase" else "-", number(now, ("fluent", *key), {}), amount))
    return values


def _changes(
    task: PDDLTask, state: State, effect: Formula, binding: Binding
) -> Iterator[tuple[str, Formula, Binding]]:
    head = effect[0]
    if head == "and":
        for part in effect[1:]:
            yield from _changes(task, state, part, binding)
    elif head == "when":
        if holds(task, state, effect[1], binding):
            yield from _changes(task, state, effect[2], binding)
    elif head == "forall":
        for inner in bindings(task, effect[1], binding):
            yield from _changes(task, state, effect[2], inner)
    elif head == "atom":
        yield "add", effect, binding
    elif head == "not":
        yield "delete", effect[1], binding
    else:
        yield head, effect, binding
