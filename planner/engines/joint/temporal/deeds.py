"""Durative actions as ground deeds: what each needs and does at its start, throughout, at its end.

Each action is grounded as three classical ones (its start, its duration, its end), so that all that
holds for grounding classical actions holds for these.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import lcm

from planner.engines.joint.deadline import Deadline
from planner.engines.joint.grounding.ground import Clauses, Grounding, ground
from planner.engines.joint.grounding.operators import Operator
from planner.engines.joint.grounding.relaxation import reachable
from planner.errors import UsageError
from planner.pddl import Domain, PDDLTask
from planner.pddl.conditions import TRUE, State, Undefined, number, substituted
from planner.pddl.model import ActionSchema, Formula
from planner.pddl.simulate import footprint
from planner.plan import Step

PHASES = ("start", "all", "end")


@dataclass(frozen=True)
class Deed:
    """A ground action. Literals are atom numbers, negative for "does not hold".

    ``length`` is in units of the timetable; ``needs``, ``reads`` (atoms, also those of other parts
    of a disjunction) and ``does`` are those of the start and of the end, ``holds`` is what is
    needed throughout.
    """

    step: Step
    agents: tuple[int, ...]
    length: int
    needs: tuple[frozenset[int], frozenset[int]]
    holds: frozenset[int]
    reads: tuple[frozenset[int], frozenset[int]]
    does: tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class Timetable:
    """What may be done and what is wanted; all durations are multiples of ``unit``."""

    deeds: tuple[Deed, ...]
    atoms: int
    true: frozenset[int]
    goal: Clauses
    agents: int
    unit: Fraction


def timetable(task: PDDLTask, agents: Sequence[str], deadline: Deadline) -> Timetable | None:
    """Ground a task with durative actions; None where part of the goal is out of reach.

    Features that have no meaning here were refused before (:func:`planner.engines.table.refusal`).
    Durations are in units of 1, or of a fraction that divides all: a coarser unit would be wrong,
    as what starts may wait for something else to start. Raises :class:`UsageError` for actions
    without a duration, and for one that is not positive.
    """
    if any(action.durative is None for action in task.domain.actions.values()):
        raise UsageError("joint plans in time are not defined for actions without a duration "
                         "beside durative ones")
    domain = _classical(task.domain)
    found = ground(domain, task.problem.objects, agents, task.problem.init, deadline=deadline)
    clauses = found.goal_of(task)
    true = frozenset(found.number[atom] for atom in task.problem.init)
    operators, level = reachable(found, task.problem.init)
    if clauses is None or any(all(x not in level for x in clause) for clause in clauses):
        return None
    own = task.domain.predicates
    inner = frozenset(n for atom, n in found.number.items() if atom[0] not in own)
    torn = {o.action: _torn(replace(task, domain=domain), o.action, found) for o in operators}
    lengths = {deed: length for deed in _deeds(operators, inner, torn)
               if (length := _length(task, deed.step)) is not None}
    unit = Fraction(1, lcm(*(length.denominator for length in lengths.values())))
    deeds = tuple(replace(deed, length=int(length / unit)) for deed, length in lengths.items())
    return Timetable(deeds, len(found.atoms), true, clauses, len(agents), unit)


def _classical(domain: Domain) -> Domain:
    """Return a domain with three classical actions for each durative one."""
    actions: dict[str, ActionSchema] = {}
    predicates = dict(domain.predicates)
    for name, action in domain.actions.items():
        assert action.durative is not None
        words = tuple(parameter for parameter, _ in action.parameters)
        marks: list[Formula] = []
        for phase in PHASES:
            needs = [c for time, c in action.durative.conditions if time == phase]
            does = [e for time, e in action.durative.effects if time == phase]
            mark = ("atom", f"{name}--{phase}-ed", words)
            predicates[mark[1]] = action.parameters
            actions[f"{name}--{phase}"] = replace(
                action, name=f"{name}--{phase}", durative=None,
                precondition=("and", *marks, *needs), effect=("and", *does, mark))
            marks.append(mark)
    return replace(domain, actions=actions, predicates=predicates)


def _torn(task: PDDLTask, action: Step, found: Grounding) -> frozenset[int]:
    """Return the atoms that an action both adds and deletes: at one moment no other may do so."""
    schema = task.domain.actions[action.name]
    effect = substituted(schema.effect, schema.bound(action.arguments))
    return frozenset(found.number[atom] for atom, kinds in footprint(task, TRUE, effect).items()
                     if kinds >= {"add", "delete"} and atom in found.number)


def _deeds(
    operators: Iterable[Operator], inner: frozenset[int], torn: Mapping[Step, frozenset[int]]
) -> Iterable[Deed]:
    """Put the three parts of each deed together; ``inner`` are the atoms that join them.

    A disjunction at the start or end makes a deed of each part. One that holds throughout may do
    so for another reason from moment to moment, and is refused. What is ``torn`` counts as read.
    """
    parts: dict[Step, dict[str, list[Operator]]] = {}
    for operator in operators:
        name, _, phase = operator.action.name.rpartition("--")
        step = replace(operator.action, name=name)
        own = parts.setdefault(step, {name: [] for name in PHASES})
        if (phase == "all" and own[phase]) or any(effect.condition for effect in operator.effects):
            raise UsageError(f"joint plans in time take conjunctions of literals only: {step.name}")
        own[phase].append(operator)
    for step, own in parts.items():
        begun, over, ended = (
            frozenset(abs(x) for o in some for x in (*o.needs, *torn[o.action])) - inner
            for some in own.values())
        for start, throughout, end in product(*own.values()):
            needs, holds, needed = (frozenset(x for x in o.needs if abs(x) not in inner)
                                    for o in (start, throughout, end))
            does = [tuple(e.literal for e in o.effects if abs(e.literal) not in inner)
                    for o in (start, end)]
            yield Deed(step, start.agents, 0, (needs, needed), holds, (begun, ended | over),
                       (does[0], does[1]))


def _length(task: PDDLTask, step: Step) -> Fraction | None:
    """Return a duration from the tables of the initial state; None where it has no value."""
    action = task.domain.actions[step.name]
    assert action.durative is not None
    (_, limit), = action.durative.limits
    try:
        length = number(State(task.problem.init, task.problem.values), limit,
                        action.bound(step.arguments))
    except Undefined:
        return None
    if length <= 0:
        raise UsageError(f"{step}: a duration of {length}; it has to be positive")
    return length
