"""``planner play``: play competition problems online."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from domains.competition.messages import LANGUAGES as MESSAGE_LANGUAGES
from domains.competition.messages import chosen, translated
from planner.console import counted, number_option, one_output, printable, write_json
from planner.errors import ExitCode, UsageError
from planner.supervision import count

if TYPE_CHECKING:
    from domains.competition.episode import Played
    from domains.competition.policy.player import CompetitionPolicy

LANGUAGES = {"auto", "instructions", "english", "en", "zh"}


def command(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Problem files or folders to play locally.")
    ] = None,
    stdio: Annotated[
        bool, typer.Option("--stdio", help="Speak the line protocol on stdin and stdout.")
    ] = False,
    persistent: Annotated[
        bool, typer.Option("--persistent", help="With --stdio: many problems, one process.")
    ] = False,
    connect: Annotated[
        str, typer.Option(help="Play on the official platform at HOST:PORT.")
    ] = "",
    team: Annotated[str, typer.Option(help="Team name for --connect.")] = "lmfree-planner",
    problems: Annotated[
        Path | None, typer.Option("--problems", help="Folder to play against our own referee.")
    ] = None,
    language: Annotated[
        str, typer.Option(help="Of the task: instructions, english, auto (by the first "
                         "character); of the messages: en, zh (else LANG).")
    ] = "auto",
    seed: Annotated[int, typer.Option(help="Seed of the referee's unreliable answers.")] = 0,
    policy: Annotated[
        str, typer.Option(help="belief, or told: act on the stated world without asking.")
    ] = "belief",
    second: Annotated[
        float, number_option(min=0.0, help="Points a second of thinking costs: 20 by the formula "
                                           "of the rules, 10 by their text.")
    ] = 20.0,
    trace: Annotated[
        bool, typer.Option("--trace", help="Tell each step: belief, reason, surprise.")
    ] = False,
    silence: Annotated[
        float, number_option(min=0.0, help="With --connect: longest silence of the "
                                           "platform, seconds.")] = 60.0,
    json_file: Annotated[
        str | None, typer.Option("--json", help="Write results to FILE ('-': output).")
    ] = None,
) -> None:
    """Play competition problems: line protocol, official platform, or local files."""
    if language not in LANGUAGES:
        raise UsageError(f"--language is one of {', '.join(sorted(LANGUAGES))}, not '{language}'")
    paths = [*(files or []), *([problems] if problems else [])]
    said = chosen(language if language in MESSAGE_LANGUAGES else "")
    language = "auto" if language in MESSAGE_LANGUAGES else language
    if sum(map(bool, (stdio, connect, paths))) != 1:
        raise UsageError("give exactly one of: --stdio, --connect HOST:PORT, problem files")
    for name, given, what, there in (
            ("--persistent", persistent, "--stdio", stdio), ("--trace", trace, "files", paths),
            ("--json", json_file, "files", paths)):
        if given and not there:
            raise UsageError(f"{name} has no effect without {what}")
    one_output(json=json_file, trace="-" if trace else None)
    player = _player(policy, second)
    if stdio:
        _stdio(language, player, persistent=persistent)
    elif connect:
        _connect(connect, team, language, player, silence)
    else:
        _local(paths, language, player, seed, trace=trace, said=said, json_file=json_file)


def _player(policy: str, second: float) -> CompetitionPolicy:
    """Return who plays, with everything loaded that a first problem would wait for."""
    from domains.competition.policy.options import PlayOptions
    from domains.competition.policy.player import CompetitionPolicy, warm_up

    player = CompetitionPolicy(PlayOptions(policy=policy, second=second), _complain)
    warm_up()
    return player


def _complain(defect: str) -> None:
    typer.echo(printable(f"planner: {defect}"), err=True)


def _stdio(language: str, player: CompetitionPolicy, *, persistent: bool) -> None:
    from domains.competition.referee.stdio import play_stdio

    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    play_stdio(sys.stdin, sys.stdout, player, language=language, persistent=persistent)


def _connect(
    address: str, team: str, language: str, player: CompetitionPolicy, silence: float
) -> None:
    from domains.competition.referee.client import ProblemRun, Session, connect, parse_address

    def show(run: ProblemRun) -> None:
        typer.echo(printable(f"{run.name:<14} {len(run.actions):>3} actions  "
                             f"{run.seconds:6.3f} s  {run.trouble}".rstrip()))

    link = connect(*parse_address(address))
    runs = Session(link, player, team, silence_s=silence, language=language, on_run=show).play()
    typer.echo(f"{counted(len(runs), 'problem')} played")


def _local(
    paths: Sequence[Path], language: str, player: CompetitionPolicy, seed: int, *,
    trace: bool, json_file: str | None, said: str,
) -> None:
    from domains.competition.episode import play_file
    from domains.competition.serving import case_seed, list_problems

    quiet = json_file == "-"
    results, played = [], list_problems(paths)
    width = max((14, *(len(path.name) for path in played)))
    for number, path in enumerate(played):
        count(f"problem {number + 1} of {len(played)}")
        step = _Story(path.name, player, said) if trace else None
        result = play_file(path, seed=case_seed(seed, number), policy=player,
                           on_step=step, on_defect=_complain,
                           language="english" if language == "english" else "instructions")
        results.append(result)
        if step is not None:
            step.close(result)
        elif not quiet:
            typer.echo(_row(result, width))
    if not quiet:
        typer.echo(_total(results, width))
    if json_file is not None:
        write_json(_summary(results, seed, player.name), json_file)
    if any(result.record is None for result in results):
        raise typer.Exit(int(ExitCode.INPUT))


def _row(result: Played, width: int = 14) -> str:
    tasks, constraints = result.figure("tasks"), result.figure("constraints")
    return (f"{result.name:<{width}} base {result.figure('base'):>5}"
            f"  score {result.figure('total'):>5}  tasks {tasks[0]}/{tasks[1]}"
            f"  constraints {constraints[0]}/{constraints[1]}"
            f"  {len(result.actions):>3} actions  {result.figure('seconds'):6.3f} s"
            f"  {result.trouble.splitlines()[0] if result.trouble else ''}").rstrip()


def _total(results: Sequence[Played], width: int) -> str:
    tasks, constraints = ([sum(r.figure(name)[k] for r in results) for k in (0, 1)]
                          for name in ("tasks", "constraints"))
    return (f"{'total':<{width}} base {sum(r.figure('base') for r in results):>5}"
            f"  score {sum(r.figure('total') for r in results):>5}"
            f"  tasks {tasks[0]}/{tasks[1]}  constraints {constraints[0]}/{constraints[1]}")


def _summary(results: Sequence[Played], seed: int, policy: str) -> dict[str, Any]:
    from planner.execution.belief import reliability

    decisions = sorted(s for r in results if r.record for s in r.record.decision_seconds)
    def at(share: float) -> float:
        return decisions[min(len(decisions) - 1, int(share * len(decisions)))] if decisions else 0.0

    return {
        "format": 1, "seed": seed, "policy": policy,
        "base": sum(r.figure("base") for r in results),
        "score": sum(r.figure("total") for r in results),
        "seconds_per_decision": {"median": at(0.5), "p95": at(0.95), "max": at(1.0)},
        "calibration": reliability(c for r in results for c in r.believed),
        "problems": [
            {"name": r.name, "base": r.figure("base"), "score": r.figure("total"),
             "seconds": r.figure("seconds"), "tasks": r.figure("tasks"),
             "constraints": r.figure("constraints"),
             "replans": r.record.replans if r.record else 0,
             "actions": [f"{a}={reply}" for a, reply in r.actions], "trouble": r.trouble}
            for r in results
        ],
    }


class _Story:
    """Prints the trace of one problem as it is played."""

    def __init__(self, name: str, player: CompetitionPolicy, language: str) -> None:
        self.player, self.number, self.language = player, 0, language
        typer.echo(f"== {name}")

    def __call__(self, action: str, reply: str) -> None:
        self.number += 1
        for line in self.player.opening() if self.number == 1 else ():
            typer.echo(f"   {self._said(line)}")
        for line in self.player.remarks:  # what the reply before has changed
            typer.echo(f"       {self._said(line)}")
        typer.echo(f"{self.number:>3}  {action:<12} = {reply:<10} {self.player.about(action):<24} "
                   f"{self._said(self.player.reason)}".rstrip())

    def _said(self, text: str) -> str:
        return translated(text, self.language)

    def close(self, result: Played) -> None:
        reason = self._said(self.player.reason)
        typer.echo(f"  {self._said(f'stop: {reason}' if reason else 'stop')}")
        typer.echo(_row(result))
