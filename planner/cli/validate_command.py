"""``planner validate``: two judges of a plan; the first failing step is explained."""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from planner.console import echo, number_option, table, write_json
from planner.errors import ExitCode, UsageError
from planner.files import read_text
from planner.pddl.reader import domain_beside
from planner.supervision import stage


def command(
    files: Annotated[list[Path], typer.Argument(
        metavar="DOMAIN PROBLEM PLAN | FILE PLAN",
        help="PDDL domain, problem and plan; or a file of any domain "
             "with a plan (actions, free text, JSON or a recorded CSV).")],
    as_json: Annotated[str, typer.Option("--json", help="Write JSON to FILE ('-': output).")] = "",
    tolerance: Annotated[float | None, number_option(
        min=0.0, max=1.0, show_default="0.001",
        help="By how much durations may differ from what the domain says (VAL's -t).")] = None,
    strict: Annotated[bool, typer.Option(
        "--strict", help="Refuse PDDL that other planners tolerate.")] = False,
) -> int:
    """Judge a plan twice and explain the first step that fails.

    Exit code 0: valid; 1: invalid; 5: the two judges disagree (a defect of a judge, never "wrong
    plan"); 6: not judged, because of a feature that is named or because a judge crashed.
    """
    if len(files) == 2 and files[0].suffix == ".pddl":
        files = [domain_beside(files[0]), *files]
    if ".pddl" in [file.suffix for file in files[1:]] and files[0].suffix != ".pddl":
        raise UsageError(f"the order is DOMAIN.pddl PROBLEM.pddl PLAN, and {files[0]} comes first")
    stage("judging")
    if len(files) == 3:
        code = _pddl(*files, as_json=as_json, tolerance=tolerance, strict=strict)
    elif len(files) == 2 and (strict or tolerance is not None):
        raise UsageError("--strict and --tolerance have an effect on PDDL only")
    elif len(files) == 2:
        code = _source(*files, as_json=as_json)
    else:
        raise UsageError("give DOMAIN.pddl PROBLEM.pddl PLAN, or FILE PLAN")
    return int(code)


def _pddl(
    domain: Path, problem: Path, plan: Path, *, as_json: str, tolerance: float | None, strict: bool
) -> ExitCode:
    from planner.pddl import read_task
    from planner.pddl.temporal import TOLERANCE, read_plan
    from planner.validation.judges import Verdict, judge

    task = read_task(domain, problem, strict=strict)
    judgement = judge(
        task, read_plan(task, read_text(plan), str(plan)), source=str(plan),
        tolerance=TOLERANCE if tolerance is None else Fraction(str(tolerance)))
    for note in judgement.notes:
        echo(f"planner: warning: {note}", err=True)
    if as_json:
        write_json({"format": 1, **asdict(judgement)}, as_json)
    else:
        table(("judge", "verdict"), [("own simulation", judgement.first),
                                     ("unified-planning", judgement.second)])
        cost = "" if judgement.cost is None else f", cost {judgement.cost:.12g}"
        echo(f"{judgement.overall}{cost}")
        for text in (judgement.explanation, *judgement.remarks):
            if text:
                echo(text)
        if judgement.overall is Verdict.DISAGREE:
            echo("the judges disagree: please report this plan", err=True)
    return judgement.overall.exit_code


def _source(file: Path, plan: Path, *, as_json: str) -> ExitCode:
    from planner.api import validate

    verdict = validate(file, plan)
    if as_json:
        write_json({"format": 1, **asdict(verdict)}, as_json)
    else:
        echo(str(verdict))
    return verdict.status.exit_code
