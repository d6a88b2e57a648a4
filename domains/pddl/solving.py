"""Solve, print and judge PDDL files as they are."""

from __future__ import annotations

import time
from dataclasses import replace

from domains.pddl.domain import PddlCase
from planner.domain import Translation
from planner.engines.outcome import Outcome
from planner.engines.solve import solve_task
from planner.pddl import PDDLTask
from planner.pddl.printer import print_domain, print_problem
from planner.pddl.reader import domain_beside, read_task
from planner.pddl.temporal import read_plan
from planner.solving import SolveOptions, SolveReport, report_of
from planner.supervision import keep
from planner.validation.judges import Judgement, judge


def solve(case: PddlCase, options: SolveOptions) -> SolveReport:
    """Solve a problem with an engine."""
    begin = time.perf_counter()
    task = _read(case)
    warnings = [str(note) for note in task.notes]

    def report(outcome: Outcome) -> SolveReport:
        made = report_of(outcome, str(case.problem), time.perf_counter() - begin)
        return replace(made, more={**made.more, "warnings": warnings}) if warnings else made

    return report(solve_task(task, options=options, found=lambda better: keep(report(better))))


def compiled(case: PddlCase) -> Translation:
    """Read a problem and print it in this project's form."""
    task = _read(case)
    return Translation(print_domain(task.domain), print_problem(task),
                       {name: name for name in sorted(task.objects)})


def judged(case: PddlCase, plan_text: str) -> Judgement:
    """Judge a plan in the problem's own words, by both judges."""
    task = _read(case)
    return judge(task, read_plan(task, plan_text))


def _read(case: PddlCase) -> PDDLTask:
    if case.problem.is_dir():
        from planner.pddl.factored import read_factored  # few are in parts

        return read_factored(case.problem, strict=case.strict)
    return read_task(case.domain or domain_beside(case.problem), case.problem, strict=case.strict)
