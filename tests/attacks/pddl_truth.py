"""What is true of a small PDDL task: an interpreter and an exhaustive search of their own.

Written from the language's definition over the lists of :mod:`tests/attacks/pddl_tasks.py`, to be
slow, short and independent: nothing of ``planner.pddl`` is used.
"""

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from pddl_tasks import Sexp, Task

Step = tuple[str, ...]
Fact = tuple[str, ...]
Values = tuple[tuple[Fact, Fraction], ...]
State = tuple[frozenset[Fact], Values]
_COST: Fact = ("total-cost",)


class _Undefined(Exception):
    pass


@dataclass(frozen=True)
class Answer:
    """The optimal cost with a plan; ``complete`` says that all reachable states were seen."""

    plan: tuple[Step, ...] | None
    cost: Fraction | None
    complete: bool


def execute(task: Task, plan: Sequence[Step]) -> Fraction | None:
    """Return the cost of a valid plan, None for an invalid one."""
    state = _start(task)
    for step in plan:
        after = _after(task, state, step)
        if after is None:
            return None
        state = after
    return _cost(task, state, len(plan)) if _true(task, state, task.goal, {}) else None


def search(task: Task, most: int = 400) -> Answer:
    """Look for the cheapest plan among at most ``most`` states."""
    steps = list(steps_of(task))
    start = _start(task)
    queue: list[tuple[Fraction, int, State, tuple[Step, ...]]] = [(Fraction(0), 0, start, ())]
    seen: set[State] = set()
    count = 0
    while queue:
        _, _, state, plan = heapq.heappop(queue)
        bare = (state[0], tuple(item for item in state[1] if item[0] != _COST))
        if bare in seen:
            continue
        if _true(task, state, task.goal, {}):
            return Answer(plan, _cost(task, state, len(plan)), True)
        if len(seen) >= most:
            return Answer(None, None, False)
        seen.add(bare)
        for step in steps:
            after = _after(task, state, step)
            if after is not None:
                count += 1
                rank = _cost(task, after, len(plan) + 1)
                heapq.heappush(queue, (rank, count, after, (*plan, step)))
    return Answer(None, None, True)


def steps_of(task: Task) -> Iterator[Step]:
    for name, (params, _, _) in task.actions.items():
        for words in product(*(task.of_type(kind) for _, kind in params)):
            yield (name, *words)


def _start(task: Task) -> State:
    facts = frozenset(tuple(map(str, fact)) for fact in task.init)
    values = {key: Fraction(value) for key, value in task.values.items()}
    if "total-cost" in task.functions:
        values.setdefault(_COST, Fraction(0))
    return _derived(task, facts, tuple(sorted(values.items())))


def _cost(task: Task, state: State, length: int) -> Fraction:
    return dict(state[1])[_COST] if task.metric == "(total-cost)" else Fraction(length)


def _derived(task: Task, facts: frozenset[Fact], values: Values) -> State:
    for name in task.strata:
        while True:
            state: State = (facts, values)
            fresh = {
                (name, *words)
                for head, params, body in task.axioms if head == name
                for words in product(*(task.of_type(kind) for _, kind in params))
                if _true(task, state, body, {v: w for (v, _), w in zip(params, words, strict=True)})
            } - facts
            if not fresh:
                break
            facts |= fresh
    return facts, values


def _after(task: Task, state: State, step: Step) -> State | None:
    if step[0] not in task.actions:
        return None
    params, condition, effect = task.actions[step[0]]
    if len(params) != len(step) - 1:
        return None
    if any(word not in task.of_type(k) for word, (_, k) in zip(step[1:], params, strict=True)):
        return None
    binding = {v: word for word, (v, _) in zip(step[1:], params, strict=True)}
    if not _true(task, state, condition, binding):
        return None
    adds: set[Fact] = set()
    deletes: set[Fact] = set()
    values = dict(state[1])
    try:
        for kind, what, bound in _effects(task, state, effect, binding):
            if kind == "add":
                adds.add(_fact(what, bound))
            elif kind == "delete":
                deletes.add(_fact(what, bound))
            else:
                key = _fact(what[1], bound)
                values[key] = _number(values, what[1], bound) + (
                    _number(dict(state[1]), what[2], bound) * (1 if kind == "increase" else -1))
    except _Undefined:
        return None
    base = {fact for fact in state[0] if fact[0] not in task.strata}
    return _derived(task, frozenset((base - deletes) | adds), tuple(sorted(values.items())))


def _effects(
    task: Task, state: State, effect: Sexp, binding: Mapping[str, str]
) -> Iterator[tuple[str, Sexp, Mapping[str, str]]]:
    head, parts = _parts(effect)
    if head == "and":
        for part in parts:
            yield from _effects(task, state, part, binding)
    elif head == "when":
        if _true(task, state, parts[0], binding):
            yield from _effects(task, state, parts[1], binding)
    elif head == "forall":
        for word in task.of_type(str(parts[0][2])):
            yield from _effects(task, state, parts[1], {**binding, str(parts[0][0]): word})
    elif head in ("increase", "decrease"):
        yield head, effect, binding
    elif head == "not":
        yield "delete", parts[0], binding
    else:
        yield "add", effect, binding


def _parts(sexp: Sexp) -> tuple[str, list[Sexp]]:
    """Return the head and the rest of a list; the empty one is a conjunction of nothing."""
    return (str(sexp[0]), list(sexp[1:])) if sexp else ("and", [])


def _fact(sexp: Sexp, binding: Mapping[str, str]) -> Fact:
    return tuple(binding.get(str(word), str(word)) for word in sexp)


def _number(values: Mapping[Fact, Fraction], sexp: Sexp, binding: Mapping[str, str]) -> Fraction:
    if isinstance(sexp, str):
        return Fraction(sexp)
    key = _fact(sexp, binding)
    if key not in values:
        raise _Undefined
    return values[key]


def _true(task: Task, state: State, condition: Sexp, binding: Mapping[str, str]) -> bool:
    """Say whether a condition holds; whatever has an undefined part does not."""
    try:
        return _value(task, state, condition, binding)
    except _Undefined:
        return False


def _value(task: Task, state: State, condition: Sexp, binding: Mapping[str, str]) -> bool:
    head, parts = _parts(condition)
    if head in ("and", "or"):
        found = [_value(task, state, part, binding) for part in parts]
        return all(found) if head == "and" else any(found)
    if head == "not":
        return not _value(task, state, parts[0], binding)
    if head == "imply":
        first, second = (_value(task, state, part, binding) for part in parts)
        return not first or second
    if head in ("exists", "forall"):
        variable, kind = parts[0][0], parts[0][2]
        found = [_value(task, state, parts[1], {**binding, str(variable): word})
                 for word in task.of_type(str(kind))]
        return any(found) if head == "exists" else all(found)
    if head == "=" and not isinstance(parts[0], list):
        return binding.get(str(parts[0]), parts[0]) == binding.get(str(parts[1]), parts[1])
    if head in ("<", "<=", ">", ">=", "="):
        values = dict(state[1])
        left, right = (_number(values, part, binding) for part in parts)
        return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right,
                "=": left == right}[head]
    return _fact(condition, binding) in state[0]
