"""Execute PDDL plans step by step: this project's own reading of the language.

Independent of unified-planning, so that the two can be compared
(:mod:`planner.validation`). Closed world, STRIPS, ADL, axioms and numeric effects with plain
semantics: conditions and amounts are evaluated in the state before the step, deletes before adds,
derived predicates anew in every state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from itertools import combinations, product
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
    guarded,
    holds,
    number,
    read_by,
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

    All orders are tried of up to :data:`ORDERED` actions that clash with others (:func:`clash`), of
    more each first, last and before each other one. The rest come to the same in any order.
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
    schemas = [task.domain.actions[action.name] for action in actions]
    grounded = [[substituted(part, schema.bound(action.arguments))
                 for part in (schema.precondition, schema.effect)]
                for schema, action in zip(schemas, actions, strict=True)]
    prints = [footprint(task, *parts) for parts in grounded]
    apart = [k for k, one in enumerate(prints)
             if not any(clash(one, other) for other in prints if other is not one)]
    begun = in_order(task, state, actions, apart).state
    for run in _in_all_orders(task, begun, actions, {*range(len(actions))}.difference(apart)):
        yield "in another order", run
    try:
        effect = ("and", *(effect for _, effect in grounded))
        yield "in one go", Run(None, closed(task, apply_effects(task, state, effect, {})), None)
    except Undefined as error:
        yield "in one go", Run(Failure(0, (str(error),)), state, None)


def _in_all_orders(
    task: PDDLTask, state: State, actions: Sequence[Step], which: Set[int]
) -> Iterator[Run]:
    """Yield what some actions come to in different orders, and each failure on the way."""
    row = sorted(which)
    if len(row) > ORDERED:
        for k, way in product(range(len(row)), (1, -1)):
            yield in_order(task, state, actions, (row[k:] + row[:k])[::way])
        return
    reached = {frozenset[int](): [state]}
    for done in (frozenset(some) for count in range(len(row)) for some in combinations(row, count)):
        for now, k in product(reached[done], sorted(which - done)):
            run = in_order(task, now, actions, [k])
            if run.failure:
                yield run
            known = reached.setdefault(done | {k}, [])
            known += [run.state] if run.state not in known else []
    yield from (Run(None, end, None) for end in reached[frozenset(which)])


Footprint = dict[Atom, set[str]]
"""What is done to atoms and numbers: ``read``, ``add``, ``delete``, ``sum``, ``set``."""
DERIVED: Atom = ("what is derived", ())
ORDERED = 8
"""Actions that clash and are done in all orders; their subsets are looked at."""


def clash(one: Footprint, other: Footprint) -> str:
    """Return what two of one moment must not share, in PDDL words; nothing where all is well.

    Neither may read what the other changes, nor one add what the other deletes, nor both
    change a number unless both only add to it.
    """
    shared = [key for key in one.keys() & other.keys()
              if len(one[key] | other[key]) > 1 or "set" in one[key]]
    return atom_text(min(shared)) if shared else ""


def footprint(task: PDDLTask, condition: Formula, effect: Formula) -> Footprint:
    """Return what a ground condition and effect touch, those of ``when`` included.

    Whoever reads something derived reads :data:`DERIVED`, which each change of an atom adds to.
    """
    found: Footprint = {}
    for kind, key in (*_read(task, condition), *_written(task, effect)):
        found.setdefault(key, set()).add(kind)
    if task.domain.axioms and any("add" in kinds or "delete" in kinds for kinds in found.values()):
        found.setdefault(DERIVED, set()).add("sum")
    return found


def _read(task: PDDLTask, formula: Formula) -> Iterator[tuple[str, Atom]]:
    return (("read", DERIVED if atom[0] in task.domain.derived else atom)
            for atom in read_by(task, formula))


def _written(task: PDDLTask, effect: Formula) -> Iterator[tuple[str, Atom]]:
    for variables, conditions, parts in guarded(effect):
        for bound in bindings(task, variables, {}):
            for condition in conditions:
                yield from _read(task, substituted(condition, bound))
            for head, about, *more in (substituted(part, bound) for part in parts):
                if head in ("atom", "not"):
                    yield ("add", (about, *more)) if head == "atom" else ("delete", about[1:])
                else:
                    yield "sum" if head in ("increase", "decrease") else "set", about[1:]
                    yield from _read(task, more[0])


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
    for variables, conditions, parts in guarded(effect):
        for bound in bindings(task, variables, binding):
            if not all(holds(task, state, condition, bound) for condition in conditions):
                continue
            for part in parts:
                atom = part if part[0] == "atom" else part[1]
                key = (atom[1], ground(atom[2], bound))
                if part[0] in ("atom", "not"):
                    (adds if part[0] == "atom" else deletes).add(key)
                else:
                    changes.setdefault(key, []).append((part[0], number(state, part[2], bound)))
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
