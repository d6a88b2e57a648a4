"""Execute PDDL plans step by step: this project's own reading of the language.

Independent of unified-planning, so that the two can be compared
(:mod:`planner.validation`). Closed world, STRIPS, ADL and numeric effects with plain semantics:
conditions are evaluated in the state before the step, deletes before adds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from planner.pddl.model import ActionSchema, Formula, PDDLTask
from planner.plan import Plan, Step

__all__ = ["Failure", "Run", "State", "initial_state", "plan_cost", "simulate", "unsatisfied"]

Binding = Mapping[str, str]
Atom = tuple[str, tuple[str, ...]]


@dataclass(frozen=True)
class State:
    """True atoms and function values."""

    atoms: frozenset[Atom]
    values: Mapping[Atom, float]


@dataclass(frozen=True)
class Failure:
    """Why a plan fails: the step (0-based; the plan's length means the goal) and the reasons."""

    step: int
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Run:
    """The outcome of a simulation: failure or None, last state, plan cost."""

    failure: Failure | None
    state: State
    cost: float


def initial_state(task: PDDLTask) -> State:
    """Return the state before the first step."""
    return State(task.problem.init, dict(task.problem.values))


def simulate(task: PDDLTask, plan: Plan) -> Run:
    """Execute the plan and check the goal; never raises on a bad plan."""
    state = initial_state(task)
    for number, step in enumerate(plan.steps):
        schema = task.domain.actions.get(step.name)
        reasons = _call_errors(task, schema, step)
        if schema is None or reasons:
            return Run(Failure(number, reasons), state, _cost(task, state, number))
        binding = dict(zip((p for p, _ in schema.parameters), step.arguments, strict=True))
        reasons = tuple(unsatisfied(task, state, schema.precondition, binding))
        if reasons:
            return Run(Failure(number, reasons), state, _cost(task, state, number))
        state = _apply(task, state, schema.effect, binding)
    goal = tuple(unsatisfied(task, state, task.problem.goal, {}))
    failure = Failure(len(plan.steps), goal) if goal else None
    return Run(failure, state, _cost(task, state, len(plan.steps)))


def plan_cost(task: PDDLTask, plan: Plan) -> float | None:
    """Return the cost of a valid plan, None for an invalid one."""
    run = simulate(task, plan)
    return None if run.failure else run.cost


def _cost(task: PDDLTask, state: State, length: int) -> float:
    metric = task.problem.metric
    return _number(state, metric[1], {}) if metric is not None else float(length)


def _call_errors(task: PDDLTask, schema: ActionSchema | None, step: Step) -> tuple[str, ...]:
    if schema is None:
        return (f"there is no action '{step.name}'",)
    if len(step.arguments) != len(schema.parameters):
        return (f"'{step.name}' takes {len(schema.parameters)} argument(s), "
                f"{len(step.arguments)} given",)
    wrong = []
    for word, (name, kinds) in zip(step.arguments, schema.parameters, strict=True):
        if word not in task.objects:
            wrong.append(f"there is no object '{word}'")
        elif not any(task.domain.is_a(k, kinds) for k in task.objects[word]):
            wrong.append(f"'{word}' is no {'/'.join(kinds)} (parameter {name})")
    return tuple(wrong)


def unsatisfied(
    task: PDDLTask, state: State, formula: Formula, binding: Binding
) -> Iterator[str]:
    """Yield what keeps ``formula`` from holding, in PDDL words; nothing when it holds."""
    head = formula[0]
    if head == "and":
        for part in formula[1:]:
            yield from unsatisfied(task, state, part, binding)
    elif head == "forall":
        for inner in _bindings(task, formula[1], binding):
            yield from unsatisfied(task, state, formula[2], inner)
    elif not _holds(task, state, formula, binding):
        yield f"{_words(formula, binding)} does not hold"


def _holds(task: PDDLTask, state: State, formula: Formula, binding: Binding) -> bool:
    head = formula[0]
    if head == "atom":
        return (formula[1], _ground(formula[2], binding)) in state.atoms
    if head == "not":
        return not _holds(task, state, formula[1], binding)
    if head == "and":
        return all(_holds(task, state, f, binding) for f in formula[1:])
    if head == "or":
        return any(_holds(task, state, f, binding) for f in formula[1:])
    if head == "imply":
        return not _holds(task, state, formula[1], binding) or _holds(
            task, state, formula[2], binding)
    if head in ("exists", "forall"):
        check = any if head == "exists" else all
        return check(_holds(task, state, formula[2], b)
                     for b in _bindings(task, formula[1], binding))
    if head == "=":
        return binding.get(formula[1], formula[1]) == binding.get(formula[2], formula[2])
    left, right = (_number(state, part, binding) for part in formula[1:])
    return {"num=": left == right, "<": left < right, ">": left > right,
            "<=": left <= right, ">=": left >= right}[head]


def _apply(task: PDDLTask, state: State, effect: Formula, binding: Binding) -> State:
    adds: set[Atom] = set()
    deletes: set[Atom] = set()
    values = dict(state.values)
    for kind, change, bound in _changes(task, state, effect, binding):
        if kind == "add":
            adds.add((change[1], _ground(change[2], bound)))
        elif kind == "delete":
            deletes.add((change[1], _ground(change[2], bound)))
        else:
            key = (change[1][1], _ground(change[1][2], bound))
            amount = _number(state, change[2], bound)
            old = values.get(key, 0.0)
            values[key] = {"increase": old + amount, "decrease": old - amount, "assign": amount,
                           "scale-up": old * amount,
                           "scale-down": old / amount if amount else float("nan")}[kind]
    return State((state.atoms - deletes) | adds, values)


def _changes(
    task: PDDLTask, state: State, effect: Formula, binding: Binding
) -> Iterator[tuple[str, Formula, Binding]]:
    head = effect[0]
    if head == "and":
        for part in effect[1:]:
            yield from _changes(task, state, part, binding)
    elif head == "when":
        if _holds(task, state, effect[1], binding):
            yield from _changes(task, state, effect[2], binding)
    elif head == "forall":
        for inner in _bindings(task, effect[1], binding):
            yield from _changes(task, state, effect[2], inner)
    elif head == "atom":
        yield "add", effect, binding
    elif head == "not":
        yield "delete", effect[1], binding
    else:
        yield head, effect, binding


def _bindings(
    task: PDDLTask, variables: tuple[tuple[str, tuple[str, ...]], ...], binding: Binding
) -> Iterator[Binding]:
    names = [name for name, _ in variables]
    for words in product(*(task.of_type(kinds) for _, kinds in variables)):
        yield {**binding, **dict(zip(names, words, strict=True))}


def _number(state: State, expression: Formula, binding: Binding) -> float:
    head = expression[0]
    if head == "number":
        return float(expression[1])
    if head == "fluent":
        return state.values.get((expression[1], _ground(expression[2], binding)), 0.0)
    parts = [_number(state, part, binding) for part in expression[1:]]
    if head == "-":
        return -parts[0] if len(parts) == 1 else parts[0] - sum(parts[1:])
    if head == "+":
        return sum(parts)
    result = parts[0]
    for part in parts[1:]:
        result = result * part if head == "*" else (result / part if part else float("nan"))
    return result


def _ground(words: tuple[str, ...], binding: Binding) -> tuple[str, ...]:
    return tuple(binding.get(word, word) for word in words)


def _words(formula: Formula, binding: Binding) -> str:
    from planner.pddl.printer import formula_text

    def put(part: object) -> object:
        if isinstance(part, tuple):
            return tuple(put(p) for p in part)
        return binding.get(part, part) if isinstance(part, str) else part

    grounded = put(formula)
    assert isinstance(grounded, tuple)
    return formula_text(grounded)
