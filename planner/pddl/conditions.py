"""What holds in a state: conditions and numeric expressions under a binding of variables.

A comparison with a function that has no value is undefined, and so is every formula around it:
it holds in no state (PDDL 2.1, Fox and Long 2003, section 2.2). ``expand`` writes quantifiers out
over the objects of a task.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from planner.errors import LimitError
from planner.pddl.model import CHANGES, Formula, Parameter, PDDLTask, parts, rebuilt, within
from planner.pddl.printer import formula_text

TRUE: Formula = ("and",)
FALSE: Formula = ("or",)

Binding = Mapping[str, str]
Atom = tuple[str, tuple[str, ...]]
MAX_BITS = 4096


class Undefined(Exception):
    """An expression has no value; the text says why."""


class State(NamedTuple):
    """True atoms, those that follow from axioms included, and function values."""

    atoms: frozenset[Atom]
    values: Mapping[Atom, Fraction]


def unsatisfied(task: PDDLTask, state: State, formula: Formula, binding: Binding) -> Iterator[str]:
    """Yield what keeps ``formula`` from holding, in PDDL words; nothing when it holds."""
    head = formula[0]
    if head == "and":
        for part in formula[1:]:
            yield from unsatisfied(task, state, part, binding)
    elif head == "forall":
        for inner in bindings(task, formula[1], binding):
            yield from unsatisfied(task, state, formula[2], inner)
    else:
        try:
            if not _value(task, state, formula, binding):
                yield f"{_words(formula, binding)} does not hold"
        except Undefined as error:
            yield f"{_words(formula, binding)} is undefined: {error}"


def holds(task: PDDLTask, state: State, formula: Formula, binding: Binding) -> bool:
    """Say whether a formula holds; what is undefined does not."""
    try:
        return _value(task, state, formula, binding)
    except Undefined:
        return False


def _value(task: PDDLTask, state: State, formula: Formula, binding: Binding) -> bool:
    head = formula[0]
    if head == "atom":
        return (formula[1], ground(formula[2], binding)) in state.atoms
    if head == "not":
        return not _value(task, state, formula[1], binding)
    if head in ("and", "or"):
        return _joined(task, head == "and",
                       (_value(task, state, part, binding) for part in formula[1:]))
    if head == "imply":
        return _joined(task, False, (not _value(task, state, formula[1], binding),
                                     _value(task, state, formula[2], binding)))
    if head in ("exists", "forall"):
        return _joined(task, head == "forall",
                       (_value(task, state, formula[2], inner)
                        for inner in bindings(task, formula[1], binding)))
    if head == "=":
        return binding.get(formula[1], formula[1]) == binding.get(formula[2], formula[2])
    left, right = (number(state, part, binding) for part in formula[1:])
    return {"num=": left == right, "<": left < right, ">": left > right,
            "<=": left <= right, ">=": left >= right}[head]


def _joined(task: PDDLTask, every: bool, parts: Iterator[bool] | tuple[bool, ...]) -> bool:
    """Join truth values; with functions about all are looked at, as one may be undefined."""
    if task.domain.functions:
        parts = tuple(parts)
    return all(parts) if every else any(parts)


def bindings(
    task: PDDLTask, variables: tuple[Parameter, ...], binding: Binding
) -> Iterator[Binding]:
    """Yield ``binding`` with every choice of objects for ``variables``."""
    names = [name for name, _ in variables]
    for words in product(*(task.of_type(kinds) for _, kinds in variables)):
        yield {**binding, **dict(zip(names, words, strict=True))}


def number(state: State, expression: Formula, binding: Binding) -> Fraction:
    """Return the exact value of an expression; raise :class:`Undefined` where it has none.

    ``total-cost`` starts at 0 where the problem does not say so.
    """
    head = expression[0]
    if head == "number":
        return Fraction(expression[1])
    if head == "fluent":
        key = (expression[1], ground(expression[2], binding))
        if key in state.values:
            return state.values[key]
        if key == ("total-cost", ()):
            return Fraction(0)
        raise Undefined(f"({' '.join((key[0], *key[1]))}) has no value")
    parts = [number(state, part, binding) for part in expression[1:]]
    if head == "-" and len(parts) == 1:
        return -parts[0]
    result = parts[0]
    for part in parts[1:]:
        result = bounded(calculated(head, result, part))
    return result


def calculated(operator: str, left: Fraction, right: Fraction) -> Fraction:
    """Return a sum, difference, product or quotient; by zero it is :class:`Undefined`."""
    if operator == "/":
        if not right:
            raise Undefined("division by zero")
        return left / right
    return {"+": left + right, "-": left - right, "*": left * right}[operator]


def bounded(value: Fraction) -> Fraction:
    """Return the value; raise :class:`LimitError` where it needs too many digits."""
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_BITS:
        raise LimitError(f"a number grows beyond {MAX_BITS:,} bits")
    return value


def read_by(task: PDDLTask, formula: Formula) -> Iterator[Atom]:
    """Yield the atoms and functions that a formula without free variables speaks of."""
    inside: Iterable[Formula] = parts(formula)
    if formula[0] in ("atom", "fluent"):
        yield formula[1], formula[2]
    elif formula[0] in ("exists", "forall"):
        inside = (substituted(formula[2], each) for each in bindings(task, formula[1], {}))
    for part in inside:
        yield from read_by(task, part)


def ground(words: tuple[str, ...], binding: Binding) -> tuple[str, ...]:
    """Put objects for variables."""
    return tuple(map(binding.get, words, words))


def _words(formula: Formula, binding: Binding) -> str:
    return formula_text(substituted(formula, binding))


def substituted(formula: Formula, binding: Binding) -> Formula:
    """Put objects, or fresh variables, for the free variables of a formula."""
    head = formula[0]
    if head in ("atom", "fluent"):
        return (head, formula[1], ground(formula[2], binding))
    if head == "=":
        return (head, *ground(formula[1:], binding))
    if head in ("exists", "forall"):
        own = {name for name, _ in formula[1]}
        free = {name: word for name, word in binding.items() if name not in own}
        return (head, formula[1], substituted(formula[2], free))
    return rebuilt(formula, lambda part: substituted(part, binding))


Guarded = tuple[tuple[Parameter, ...], tuple[Formula, ...], list[Formula]]
"""Literals and changes of numbers, for each choice of variables for which conditions hold."""


@lru_cache(maxsize=4096)
def guarded(effect: Formula) -> tuple[Guarded, ...]:
    """Take an effect apart by what it depends on; its own variables get names of their own."""
    found: dict[tuple[tuple[Parameter, ...], tuple[Formula, ...]], list[Formula]] = {}

    def collect(effect: Formula, variables: tuple[Parameter, ...], *conditions: Formula) -> None:
        if effect[0] == "and":
            for part in effect[1:]:
                collect(part, variables, *conditions)
        elif effect[0] == "when":
            collect(effect[2], variables, *conditions, effect[1])
        elif effect[0] == "forall":
            fresh = {name: f"{name}@{' '.join(kinds)}@{len(variables)}"
                     for name, kinds in effect[1]}
            own = tuple((fresh[name], kinds) for name, kinds in effect[1])
            collect(substituted(effect[2], fresh), variables + own, *conditions)
        else:
            found.setdefault((variables, conditions), []).append(effect)

    collect(effect, ())
    return tuple((*depends, some) for depends, some in found.items())


MAX_PARTS = 20_000


def expand(task: PDDLTask, *, effects: bool = False) -> PDDLTask:
    """Return the task without ``exists`` and ``forall`` in its conditions, those of effects, too.

    With ``effects``, in these neither. All objects become constants of the domain. A task that
    would grow by more than :data:`MAX_PARTS` parts comes back as it is.
    """
    size = [0]

    def out(part: Formula) -> Formula:
        return _expanded(task, part, size)

    def conditions_out(effect: Formula) -> Formula:
        if effect[0] != "when":
            return rebuilt(effect, conditions_out)
        return _guarded("when", out(effect[1]), conditions_out(effect[2]))

    try:
        domain = task.domain.rebuilt(out, out if effects else conditions_out)
        goal = out(task.problem.goal)
    except LimitError:
        return task
    return replace(task, domain=replace(domain, constants=task.objects),
                   problem=replace(task.problem, goal=goal, objects={}))


def _expanded(task: PDDLTask, formula: Formula, size: list[int]) -> Formula:
    """Write quantifiers out; what is true or false by itself then vanishes or decides."""
    head = formula[0]
    if head == "=" and not any(word.startswith("?") for word in formula[1:]):
        return TRUE if formula[1] == formula[2] else FALSE
    if head not in ("exists", "forall"):
        _, *parts = whole = rebuilt(formula, lambda part: _expanded(task, part, size))
        if head in ("and", "or"):
            return joined(head, parts)
        if head == "not":
            return negated(parts[0])
        return _guarded(head, *parts) if head in ("imply", "when") else whole
    parts = []
    for binding in bindings(task, formula[1], {}):
        size[0] += 1
        if size[0] > MAX_PARTS:
            raise LimitError("too many objects to write a quantifier out")
        parts.append(_expanded(task, substituted(formula[2], binding), size))
    return joined("or" if head == "exists" else "and", parts)


def _guarded(head: str, condition: Formula, then: Formula) -> Formula:
    """Return ``imply`` or ``when``, unless its condition is true or false by itself."""
    return {TRUE: then, FALSE: TRUE}.get(condition, (head, condition, then))


def negated(formula: Formula) -> Formula:
    """Return a condition's negation."""
    return {TRUE: FALSE, FALSE: TRUE}.get(formula, ("not", formula))


def joined(head: str, parts: Iterable[Formula]) -> Formula:
    """Join parts by ``and`` or ``or``; what is true or false by itself vanishes or decides.

    What stands there twice vanishes, too, but for effects on numbers, which add up.
    """
    decided = FALSE if head == "and" else TRUE
    kept: dict[Formula, None] = {}
    twice: list[Formula] = []
    for part in parts:
        if part == decided:
            return decided
        for inner in part[1:] if part[0] == head else (part,):
            if inner in kept and any(each[0] in CHANGES for each in within(inner)):
                twice.append(inner)
            kept[inner] = None
    found = [*kept, *twice]
    return found[0] if len(found) == 1 else (head, *found)
