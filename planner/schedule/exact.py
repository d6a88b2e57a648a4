"""The exact engine: CP-SAT on the whole model, seeded by the fast rule.

The answer depends on the problem and the budget only: one worker, a fixed seed, and a budget
counted in the solver's own deterministic units (a unit is in the order of a second).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from planner.errors import LimitError
from planner.schedule.constraints import Constraints, horizon, solver_module
from planner.schedule.model import Schedule, ScheduleProblem, Slot, figures
from planner.schedule.rule import list_schedule

__all__ = ["first_schedule", "must_repeat", "schedule"]

LARGEST = 10**15
"""Lateness times steps that the solver can reckon with."""
FIRST = 2.0
"""Deterministic units for a schedule where no rule finds one."""


def schedule(problem: ScheduleProblem, *, balanced: bool = True, effort: float = 10.0
             ) -> Schedule:
    """Return the best schedule: least lateness, then least steps, then good balance.

    Balance is the least over the greatest number of worked steps of all robots; it is not
    looked at with ``balanced`` false. ``effort`` bounds the solver in deterministic units;
    ``optimal`` tells whether lateness and steps are proven least within it. Where not all goals
    can be reached, ``unreachable`` names those that no job reaches, or else the fewest without
    which the others can be. Raises ``MissingError`` without ortools, ``LimitError`` if all jobs
    together take more steps than the solver can reckon with (tens of millions).

    >>> from planner.schedule import Job
    >>> jobs = (Job("a", 2), Job("b", 2), Job("lift", 3, robots=2, after=frozenset("a")))
    >>> best = schedule(ScheduleProblem(("left", "right"), jobs))
    >>> best.makespan, best.bound, best.optimal, best.balance
    (5, 5, True, 1.0)
    """
    best = list_schedule(problem, balanced=balanced)
    if best.unreachable or not problem.goals:
        return best
    if not best.slots or _repeats(problem, best.slots):
        best = first_schedule(problem)
        if not best.slots:
            return best
        if _repeats(problem, best.slots):
            problem = replace(problem, once=frozenset())
    if not best.optimal:
        best = _improved(problem, best, effort)
    if balanced and best.optimal and best.balance < 1:
        best = _evened(problem, best, effort)
    return best if balanced else replace(best, balance=0.0)


def first_schedule(problem: ScheduleProblem) -> Schedule:
    """Return a schedule where the rule found none; give up ``once`` first, then fewest goals.

    Without slots and ``unreachable`` goals nothing was found within the budget.
    """
    nothing = Schedule((), 0, 0, 0, 0.0, optimal=False)
    for once in dict.fromkeys((problem.once, frozenset[str]())):
        loose = replace(problem, once=once)
        model = _complete(loose, horizon(problem))
        answer = _Answer(model, FIRST)
        if answer.found:
            return _result(model, answer, nothing)
        if not answer.finished:
            return nothing
    model = Constraints(loose, horizon(problem))
    model.cp.maximize(sum(model.goal.values()))
    answer = _Answer(model, FIRST)
    given_up = (g for g, literal in model.goal.items() if not answer.solver.value(literal))
    return replace(nothing, unreachable=frozenset(given_up), optimal=answer.finished)


def must_repeat(problem: ScheduleProblem) -> bool:
    """Say whether goals in ``once`` are proven to need reaching twice."""
    model = _complete(problem, horizon(problem))
    model.cp.clear_objective()
    answer = _Answer(model, FIRST)
    return answer.finished and not answer.found


class _Answer:
    """What the solver says of a model within a budget."""

    def __init__(self, model: Constraints, effort: float) -> None:
        cp_model = solver_module()
        self.solver: Any = cp_model.CpSolver()
        self.solver.parameters.catch_sigint_signal = False  # it would take Ctrl-C from Python
        self.solver.parameters.num_workers = 1
        self.solver.parameters.random_seed = 0
        self.solver.parameters.max_deterministic_time = effort
        status = self.solver.solve(model.cp)
        assert status != cp_model.MODEL_INVALID, model.cp.validate()
        self.found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
        self.finished = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)


def _complete(problem: ScheduleProblem, latest: int) -> Constraints:
    """Return the schedules that reach every goal, the least late and then shortest wanted."""
    late = sum(max(0, latest - j.deadline) for j in problem.jobs if j.deadline is not None)
    if (late + 1) * (latest + 1) > LARGEST:
        raise LimitError("too many steps in all for an exact schedule")
    model = Constraints(problem, latest)
    for literal in model.goal.values():
        model.cp.add(literal == 1)
    model.cp.minimize(model.late * (latest + 1) + model.steps)
    return model


def _improved(problem: ScheduleProblem, best: Schedule, effort: float) -> Schedule:
    """Look for a better schedule than ``best`` until it is proven that there is none."""
    model = _complete(problem, horizon(problem) if best.lateness else best.makespan)
    model.cp.add(model.late <= best.lateness)
    model.cp.add(model.steps >= best.bound)
    model.hint(best.slots)
    answer = _Answer(model, effort)
    if not answer.found:
        return best
    found = _result(model, answer, best)
    figures = (best.lateness, best.makespan)
    if (found.lateness, found.makespan) < figures:
        return found
    return replace(best, optimal=answer.finished,
                   bound=best.makespan if answer.finished else found.bound)


def _result(model: Constraints, answer: _Answer, before: Schedule) -> Schedule:
    """Return the schedule found with its figures, and what the solver proves of it."""
    slots = model.slots(answer.solver)
    lateness, makespan, balance = figures(model.problem, slots)
    proven = math.ceil(answer.solver.best_objective_bound - 1e-6)
    bound = max(before.bound, proven - (model.latest + 1) * lateness)
    return replace(before, slots=slots, makespan=makespan, lateness=lateness, balance=balance,
                   bound=makespan if answer.finished else min(bound, makespan),
                   optimal=answer.finished)


def _evened(problem: ScheduleProblem, best: Schedule, effort: float) -> Schedule:
    """Look for a schedule that is as good, but whose robots work more evenly."""
    model = _complete(problem, best.makespan)
    model.cp.add(model.late <= best.lateness)
    model.cp.minimize(model.spread())
    model.hint(best.slots)
    answer = _Answer(model, effort)
    if not answer.found:
        return best
    slots = model.slots(answer.solver)
    balance = figures(problem, slots)[2]
    return replace(best, slots=slots, balance=balance) if balance > best.balance else best


def _repeats(problem: ScheduleProblem, slots: Sequence[Slot]) -> bool:
    covers = {j.name: j.covers for j in problem.jobs}
    return any(sum(g in covers[s.job] for s in slots) > 1 for g in problem.once)
