"""``planner score``: the competition's referee on a plan, or on recorded runs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from domains.competition.recorded_games import Replay, read_runs, replay
from domains.competition.referee.environment import Referee
from domains.competition.world.plan_file import read_plan
from domains.competition.world.scoring import Score
from planner.console import echo, number_option, table, write_json
from planner.errors import ExitCode, InputError, UsageError
from translators.competition.problem_file import read_problem
from translators.competition.solving import verdicts
from translators.competition.xml_frame import MAX_BYTES, decode, read_bytes


def command(
    file: Annotated[Path | None, typer.Argument(help="Problem file.")] = None,
    plan: Annotated[
        Path | None, typer.Argument(help="Plan: one action per line; - for standard input.")
    ] = None,
    seconds: Annotated[
        float | None, number_option(help="Time used, for the bonus; outside 0-5 scores 0.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of unreliable answers.")] = 0,
    replay: Annotated[
        Path | None, typer.Option(help="CSV of recorded runs to replay instead.")] = None,
    problems: Annotated[
        Path, typer.Option(help="Folder of the recorded problems.")] = Path(),
    json_to: Annotated[
        Path | None, typer.Option("--json", help="Write results as JSON; - for output.")] = None,
) -> None:
    """Score a plan with the competition's referee.

    With --replay, run recorded games again and compare every reply and base score.
    """
    if replay is not None:
        if file is not None or plan is not None:
            raise UsageError("--replay takes no FILE and PLAN; name the folder with --problems")
        _replay(replay, problems, json_to)
        return
    if file is None or plan is None:
        raise UsageError("score needs FILE and PLAN (or --replay RECORD.csv --problems DIR)")
    _score(file, plan, seconds, seed, json_to)


def _score(file: Path, plan: Path, seconds: float | None, seed: int, json_to: Path | None) -> None:
    problem = read_problem(file)
    for defect in problem.defects:
        typer.echo(f"planner: warning: {defect}", err=True)
    referee = Referee(problem.true_world(), problem.instructions, problem.lies, seed)
    for action in read_plan(_text(plan), str(plan)):
        referee.act(str(action))
    score = referee.score(seconds)
    data = _score_data(str(file), referee, score)
    if json_to is not None:
        write_json(data, str(json_to))
    if json_to is None or str(json_to) != "-":
        typer.echo(_score_text(referee, score))


def _score_data(name: str, referee: Referee, score: Score) -> dict[str, Any]:
    return {
        "format": 1,
        "input": name,
        **{field: getattr(score, field) for field in (
            "base_lo", "base_hi", "bonus", "total_lo", "total_hi", "cost", "void")},
        "actions": [{"action": action, "reply": reply} for action, reply in referee.log],
        **verdicts(score),
    }


def _score_text(referee: Referee, score: Score) -> str:
    lines = [f"{action} = {reply}" for action, reply in referee.log]
    for task in score.tasks:
        mark = "done" if task.all_true else "maybe" if task.any_true else "open"
        lines.append(f"{mark:6} {task.item.text}")
    for constraint in score.constraints:
        mark = "kept" if constraint.kept else "broken"
        by = "" if constraint.kept else f"   (action {constraint.broken_by})"
        lines.append(f"{mark:6} {constraint.item.text}{by}")
    if score.void:
        lines.append(f"void: {score.void}")
    base = _interval(score.base_lo, score.base_hi)
    total = _interval(score.total_lo, score.total_hi)
    lines.append(f"base {base}   cost {score.cost}   bonus {score.bonus}   total {total}")
    return "\n".join(lines)


def _replay(record: Path, folder: Path, json_to: Path | None) -> None:
    results = [replay(run, folder) for run in read_runs(record)]
    if json_to is not None:
        write_json({"format": 1, "runs": [_replay_data(r) for r in results]}, str(json_to))
    if json_to is None or str(json_to) != "-":
        _print_replays(results)
    if not all(result.agrees for result in results):
        raise SystemExit(int(ExitCode.NEGATIVE))


def _replay_data(result: Replay) -> dict[str, Any]:
    run, (low, high) = result.run, result.base
    return {"set": run.folder, "problem": run.problem, "recorded_base": run.base_score,
            "base_lo": low, "base_hi": high, "actions": len(run.actions),
            "differences": list(result.differences), "unreadable": result.unreadable,
            "agrees": result.agrees}


def _print_replays(results: list[Replay]) -> None:
    groups = [[r for r in results if r.run.folder == name]
              for name in dict.fromkeys(r.run.folder for r in results)]
    table(["set", "runs", "agree", "actions", "recorded", "ours"], [
        [group[0].run.folder, len(group), sum(r.agrees for r in group),
         sum(len(r.run.actions) for r in group), sum(r.run.base_score for r in group),
         _interval(sum(r.base[0] for r in group), sum(r.base[1] for r in group))]
        for group in groups], numeric=range(1, 6))
    for result in results:
        if not result.agrees:
            echo(f"{result.run.folder} {result.run.problem}: recorded {result.run.base_score}, "
                 f"ours {_interval(*result.base)}; replies: {list(result.differences)}")
        elif result.unreadable:
            echo(f"{result.run.folder} scores 0: {result.unreadable}")


def _interval(lo: int, hi: int) -> str:
    return str(lo) if lo == hi else f"{lo}..{hi}"


def _text(path: Path) -> str:
    data = sys.stdin.buffer.read(MAX_BYTES + 1) if str(path) == "-" else read_bytes(path)
    if len(data) > MAX_BYTES:
        raise InputError(f"{path}: longer than {MAX_BYTES} bytes, which is not a plan")
    return decode(data, str(path))
