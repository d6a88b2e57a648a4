"""Solve a case offline: compile it to PDDL, ask an engine, report; or the domain's own solver."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from planner.cases import fields_of
from planner.console import counted
from planner.discovery import domain_of, recognise
from planner.domain import Domain, Translation
from planner.engines.outcome import Outcome, Status
from planner.engines.registry import SolveOptions, meant
from planner.engines.solve import solve_task
from planner.errors import ExitCode, UsageError
from planner.files import unwritable, write_text
from planner.pddl.reader import read_texts
from planner.supervision import keep, stage

__all__ = ["SolveOptions", "SolveReport", "read_case", "report_of", "solve_case",
           "write_translation"]


@dataclass(frozen=True)
class SolveReport:
    """What came of a case: status in unified-planning's words, plan, cost, bound, times in s.

    ``plan`` holds lines of the domain's own plan language, None without one; ``ground`` are the
    actions of the PDDL that it came from; ``more`` are further entries of the JSON record
    (``rewards`` of a domain that has any).
    """

    input: str
    status: Status
    plan: tuple[str, ...] | None = None
    cost: float | None = None
    bound: float | None = None
    engine: str = ""
    seconds: Mapping[str, float | None] = field(default_factory=dict)
    message: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)
    case: Any = field(default=None, compare=False, repr=False)
    ground: tuple[str, ...] = field(default=(), compare=False, repr=False)

    @property
    def optimal(self) -> bool:
        """Say whether the plan is proven to be the best."""
        return self.status is Status.SOLVED_OPTIMALLY

    @property
    def solved(self) -> bool:
        """Say whether there is a plan."""
        return self.plan is not None

    @property
    def exit_code(self) -> ExitCode:
        """Return the command line's exit code."""
        return ExitCode.OK if self.solved else self.status.exit_code

    @property
    def plan_text(self) -> str | None:
        """Return the plan as text, one action per line; IPC plans end with their cost."""
        if self.plan is None:
            return None
        ipc = self.cost is not None and bool(self.plan) and "(" in self.plan[0]
        return "".join(f"{line}\n" for line in self.plan) + (
            f"; cost = {self.cost:.12g} (general cost)\n" if ipc else "")

    def to_json(self) -> dict[str, Any]:
        """Return the record of ``planner solve`` (format 1)."""
        return {
            "format": 1, "input": self.input, "status": str(self.status),
            "plan": None if self.plan is None else list(self.plan), "cost": self.cost,
            "bound": self.bound, "optimal": self.optimal, "engine": self.engine,
            "seconds": dict(self.seconds), "message": self.message, **self.more}

    def __str__(self) -> str:
        cost = "" if self.cost is None else f", cost {self.cost:.12g}"
        steps = "" if self.plan is None else f", {counted(len(self.plan), 'action')}"
        why = f": {self.message}" if self.message and not self.solved else ""
        return f"{self.input}: {self.status}{steps}{cost} ({self.engine}){why}"

    def _repr_html_(self) -> str:
        from html import escape

        rows = "".join(f"<li><code>{escape(line)}</code></li>" for line in self.plan or ())
        return f"<p>{escape(str(self))}</p>{self.svg()}<ol>{rows}</ol>"

    def svg(self) -> str:
        """Return a picture of the plan: the chart of a joint plan, else what its world draws.

        Empty where there is no plan or nobody draws it.
        """
        if self.plan_text is None:
            return ""
        if "joint" in self.more:
            from planner.engines.joint.gantt import gantt

            return gantt(self.plan_text, self.more["joint"]["agents"], Path(self.input).stem)
        if self.case is None or not (domain := domain_of(self.case)).has("draw_plan"):
            return ""
        return str(domain.part("draw_plan")(self.case, self.plan_text, self.to_json()))


def solve_case(
    case: Any, options: SolveOptions | None = None, *, source: str = "",
    domain: Domain[Any] | None = None,
) -> SolveReport:
    """Solve a case with the domain's own solver, else by way of PDDL.

    ``source`` is what the report calls the input. Raises :class:`UsageError` where the domain
    can do neither.
    """
    domain = domain or domain_of(case)
    options = options or SolveOptions()
    named = source or str(getattr(case, "label", domain.name))
    stage("solving")
    if domain.has("solver"):
        report: SolveReport = domain.part("solver")(case, options)
        return replace(report, input=named, case=case)
    begin = time.perf_counter()
    stage("compiling")
    translation = domain.translate(case)

    def found(outcome: Outcome) -> None:
        keep(report_of(outcome, named, time.perf_counter() - begin, translation))

    stage("solving")
    engine = options.engine
    if engine == meant(options) == "auto" and not options.optimal:
        engine = translation.engine
    task = read_texts(translation.domain, translation.problem)
    outcome = solve_task(task, engine=engine, options=options, found=found)
    report = report_of(outcome, named, time.perf_counter() - begin, translation)
    return replace(report, case=case)


def report_of(
    outcome: Outcome, source: str, total_s: float, translation: Translation | None = None
) -> SolveReport:
    """Return the report of an engine's run; a translation gives the plan its source's names."""
    known = translation or Translation("", "")
    plan, ground = None, () if outcome.plan is None else outcome.plan.lines()
    if outcome.plan is not None:
        found = outcome.plan
        told = replace(found, steps=tuple(replace(step, arguments=tuple(
            known.names.get(a, a) for a in step.arguments)) for step in found.steps))
        plan = tuple(line for step, line in zip(found.steps, told.lines(), strict=True)
                     if step.name not in known.silent)
    return SolveReport(
        source, outcome.status, plan, outcome.cost, outcome.bound,
        f"{outcome.engine} {outcome.version}".strip(),
        {"read": None, "compile": max(0.0, total_s - outcome.seconds), "solve": outcome.seconds,
         "total": total_s}, outcome.message, _named(outcome.notes, known), ground=ground)


def read_case(file: Path, /, **given: Any) -> tuple[Domain[Any], Any]:
    """Read a file; return its domain, and the case with the fields given.

    None and False are not given. Raises :class:`UsageError` for a field the case does not have.
    """
    stage("reading")
    domain = recognise(file)
    case = domain.read(file)
    wanted = {name: value for name, value in given.items() if value not in (None, False)}
    for name in wanted:
        if name not in fields_of(domain.case_type):
            raise UsageError(f"{file}: --{name.replace('_', '-')} has no effect on this kind of "
                             f"file ({domain.name})")
    return domain, replace(case, **wanted)


def write_translation(translation: Translation, folder: Path, source: str) -> dict[str, Any]:
    """Write ``domain.pddl``, ``problem.pddl`` and ``map.json``; return the map.

    Raises :class:`UsageError` where files of these names are no translation, as there is no map.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from None
    for name in ("domain.pddl", "problem.pddl"):
        if (folder / name).is_file() and not (folder / "map.json").exists():
            raise UsageError(f"{folder / name}: is there already and no translation (no map.json "
                             "beside it); name another folder")
    write_text(folder / "domain.pddl", translation.domain)
    write_text(folder / "problem.pddl", translation.problem)
    mapping = {"format": 1, "source": source, "objects": dict(translation.names),
               **translation.notes}
    write_text(folder / "map.json", json.dumps(mapping, indent=1, ensure_ascii=False) + "\n")
    return mapping


def _named(notes: Mapping[str, Any], translation: Translation) -> Mapping[str, Any]:
    """Return notes with the source's names for the robots of a joint plan."""
    if "joint" not in notes:
        return notes
    agents = [translation.names.get(a, a) for a in notes["joint"]["agents"]]
    return {**notes, "joint": {**notes["joint"], "agents": agents}}
