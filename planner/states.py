"""A task grounded once, and its states: what can be done, what follows, how far the goal is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from math import inf

import numpy as np
import numpy.typing as npt

from planner.engines.joint.deadline import Deadline
from planner.engines.joint.grounding.ground import Grounding, ground
from planner.engines.joint.grounding.operators import Operator
from planner.engines.joint.grounding.relaxation import Relaxation, landmarks
from planner.errors import UsageError
from planner.pddl.conditions import Atom
from planner.pddl.model import PDDLTask
from planner.plan import Step
from planner.sandbox import Limits

HEURISTICS = ("ff", "add", "max", "goals")
"""Length of a relaxed plan; h^add; h^max (never more than the least number of steps); the number
of goals that do not hold."""
Bits = npt.NDArray[np.bool_]


class Task:
    """A task grounded once. States of it share everything but their atoms.

    Conditions may have ``or``, ``not``, quantifiers; effects may be conditional; costs are left
    out (every action is a step). Raises :class:`UsageError` naming what is beyond that (numbers,
    time, axioms, preferences) and :class:`LimitError` where grounding takes longer than
    ``seconds`` or outgrows all bounds.
    """

    def __init__(self, task: PDDLTask, seconds: float = 120.0) -> None:
        self.task, domain = task, task.domain
        objects = {n: k for n, k in task.objects.items() if n not in domain.constants}
        self.grounding: Grounding = ground(domain, objects, (), task.problem.init,
                                           deadline=Deadline(seconds))
        self.operators = self.grounding.operators
        self.atoms, self.number = self.grounding.atoms, self.grounding.number
        width = max((len(o.needs) for o in self.operators), default=1) or 1
        self.needs = np.zeros((width, len(self.operators)), np.intp)
        self.by_step: dict[Step, list[int]] = {}
        for k, operator in enumerate(self.operators):
            self.needs[:len(operator.needs), k] = sorted(operator.needs)
            self.by_step.setdefault(operator.action, []).append(k)
        self.steps = [operator.action for operator in self.operators]
        self.once = len(self.by_step) == len(self.steps)
        self.goal = self.grounding.goal_of(task)

    @cached_property
    def relaxation(self) -> Relaxation:
        """Return the delete relaxation."""
        return Relaxation(self.grounding)

    @cached_property
    def mutexes(self) -> tuple[frozenset[Atom], ...]:
        """Return sets of atoms of which at most one holds in every state that can be reached."""
        true = {self.number[a] for a in self.task.problem.init if a in self.number}
        return tuple(frozenset(self.atoms[n - 1] for n in group)
                     for group in self.grounding.groups if len(group & true) <= 1)

    def atom(self, said: Atom | str) -> Atom:
        """Return an atom, which may be a text; raises :class:`UsageError` for none of this task.

        Its predicate has to be declared, its objects have to be there and in their number right.
        """
        step = Step.of(said) if isinstance(said, str) else Step(*said)
        shape = self.task.domain.predicates.get(step.name)
        if shape is None or len(shape) != len(step.arguments) or not (
                {*step.arguments} <= self.task.objects.keys()):
            raise UsageError(f"{step} is no atom of this task")
        return step.name, step.arguments

    def state(self, atoms: Iterable[Atom]) -> State:
        """Return a state by its true atoms; those that can never hold raise :class:`UsageError`."""
        bits = np.zeros(2 * len(self.atoms) + 1, np.bool_)
        bits[len(self.atoms) + 1:] = True
        bits[0] = True  # where there is no literal
        for atom in atoms:
            n = self.number.get(atom)
            if n is None:
                raise UsageError(f"{Step(*atom)} can never hold in this task")
            bits[n], bits[-n] = True, False
        return State(self, bits)


@dataclass(frozen=True, eq=False)
class State:
    """A state of a :class:`Task`; immutable, compared by its atoms."""

    of: Task
    bits: Bits

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.of is other.of and bool(
            (self.bits == other.bits).all())

    def __hash__(self) -> int:
        return hash(self.bits.tobytes())

    def __repr__(self) -> str:
        """Return the true atoms as PDDL."""
        return " ".join(sorted(str(Step(*atom)) for atom in self.atoms))

    @cached_property
    def atoms(self) -> frozenset[Atom]:
        """Return the true atoms, those that never change included."""
        true = np.flatnonzero(self.bits[1:len(self.of.atoms) + 1])
        return frozenset(self.of.atoms[k] for k in true)

    def applicable(self) -> tuple[Step, ...]:
        """Return the actions that can be done here, by name and objects."""
        fit = np.flatnonzero(self.bits.take(self.of.needs).all(axis=0)).tolist()
        steps = map(self.of.steps.__getitem__, fit)
        return tuple(steps if self.of.once else dict.fromkeys(steps))

    def successor(self, action: Step | str) -> State:
        """Return the state after an action; raises :class:`UsageError` where it cannot be done."""
        given = action if isinstance(action, Step) else Step.of(action)
        step = Step(given.name, given.arguments)  # whatever its line and time are
        operator = self._fitting(step)
        if operator is None:
            known = step in self.of.by_step
            raise UsageError(f"{step} cannot be done here" if known else
                             f"{step} is not an action of this task that could ever be done")
        bits = self.bits.copy()
        fires = [e.literal for e in operator.effects
                 if not e.condition or self.bits[list(e.condition)].all()]
        for x in sorted(fires):  # deletes first: an added atom holds
            bits[x], bits[-x] = True, False
        return State(self.of, bits)

    def _fitting(self, step: Step) -> Operator | None:
        for k in self.of.by_step.get(step, ()):
            if self.bits[self.of.needs[:, k]].all():
                return self.of.operators[k]
        return None

    def after(self, plan: Iterable[Step | str]) -> State:
        """Return the state after several actions."""
        return reduce(State.successor, plan, self)

    @property
    def reached(self) -> bool:
        """Say whether the goal holds."""
        return self.of.goal is not None and all(
            self.bits[list(clause)].any() for clause in self.of.goal)

    @cached_property
    def _literals(self) -> list[int]:
        return [n if self.bits[n] else -n for n in range(1, len(self.of.atoms) + 1)]

    def distance(self, heuristic: str = "ff") -> float:
        """Return an estimate of the steps to the goal (:data:`HEURISTICS`); infinite: never.

        Of a goal with alternatives the nearest counts.
        """
        if heuristic not in HEURISTICS:
            raise UsageError(f"heuristic {heuristic!r}; there are {', '.join(HEURISTICS)}")
        if self.of.goal is None:
            return inf
        if heuristic == "goals":
            return float(sum(not self.bits[list(c)].any() for c in self.of.goal))
        if heuristic == "ff":
            plan = self.relaxed_plan()
            return inf if plan is None else float(len(plan))
        cost, _ = self.of.relaxation.costs(self._literals, add=heuristic == "add")
        parts = [min((cost[x] for x in c if x in cost), default=inf) for c in self.of.goal]
        return float(sum(parts) if heuristic == "add" else max(parts, default=0))

    def relaxed_plan(self) -> tuple[Step, ...] | None:
        """Return a plan that would do if nothing were deleted; None: the goal is out of reach."""
        goal = self._nearest()
        found = None if goal is None else self.of.relaxation.plan(self._literals, goal)
        return None if found is None else tuple(o.action for o in found)

    def _nearest(self) -> list[int] | None:
        """Return the goal's literals; of alternatives the nearest."""
        if self.of.goal is None:
            return None
        return self.of.relaxation.nearest(self._literals, self.of.goal)

    def reachable(self, atom: Atom | str) -> bool:
        """Say whether an atom may come true from here; False is proven.

        Raises :class:`UsageError` for what is no atom of the task.
        """
        n = self.of.number.get(self.of.atom(atom))
        return n is not None and n in self.of.relaxation.costs(self._literals, stop=[n])[0]

    def mutex(self, one: Atom | str, other: Atom | str) -> bool:
        """Say whether two atoms are known never to hold together."""
        one, other = self.of.atom(one), self.of.atom(other)
        return one != other and any({one, other} <= group for group in self.of.mutexes)

    def landmarks(self) -> tuple[Atom, ...]:
        """Return atoms that every plan from here makes true at some time, the nearest first.

        They are those without which even the delete relaxation does not reach the goal; what
        holds now is left out. Raises :class:`UsageError` where the goal is out of reach.
        """
        goal = self._nearest()
        if goal is None or self.relaxed_plan() is None:
            raise UsageError("the goal cannot be reached from here")
        relaxation = self.of.relaxation
        cost, _ = relaxation.costs(self._literals, add=True, stop=goal)
        rows = ((needs, made) for needs, made, _ in relaxation.rows)
        found = [x for x in landmarks(rows, self._literals, self.of.goal or ()) if x > 0]
        found.sort(key=lambda x: (cost[x], self.of.atoms[x - 1]))
        return tuple(self.of.atoms[x - 1] for x in found)

    def plan(self, engine: str = "auto", seconds: float = 10.0) -> tuple[Step, ...] | None:
        """Return a plan from here that an engine finds; None: it found none in time."""
        from planner.engines.solve import solve_task

        task = replace(self.of.task, problem=replace(self.of.task.problem, init=self.atoms))
        found = solve_task(task, engine=engine, limits=Limits(seconds)).plan
        return None if found is None else tuple(replace(s, line=0) for s in found.steps)

    def next_action(self, engine: str = "auto", seconds: float = 10.0) -> Step | None:
        """Return the first action of such a plan; None also where the goal holds."""
        plan = self.plan(engine, seconds)
        return plan[0] if plan else None

    def justify(self, plan: Sequence[Step | str]) -> tuple[tuple[Step, str], ...]:
        """Return each action of a plan with what it is for: what a later one or the goal needs.

        An action with an empty text can be left out, together with all others that have none.
        Raises :class:`UsageError` where the plan does not reach the goal.
        """
        steps = [a if isinstance(a, Step) else Step.of(a) for a in plan]
        if not self.after(steps).reached:
            raise UsageError("the plan does not reach the goal")
        kept = list(range(len(steps)))
        for k in reversed(range(len(steps))):
            without = [steps[n] for n in kept if n != k]
            try:
                if self.after(without).reached:
                    kept.remove(k)
            except UsageError:
                continue
        return tuple((step, self._purpose([steps[n] for n in kept], kept.index(k))
                      if k in kept else "") for k, step in enumerate(steps))

    def _purpose(self, steps: Sequence[Step], k: int) -> str:
        """Say what would fail first without an action."""
        state = self.after(steps[:k])
        for later in steps[k + 1:]:
            try:
                state = state.successor(later)
            except UsageError:
                return f"needed for {later}"
        return "needed for the goal"
