"""``planner serve``: be the competition's platform for any team's client."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from planner.console import printable
from planner.errors import PlannerError, UsageError
from planner.files import write_text


def command(
    problems: Annotated[Path, typer.Option("--problems", help="Folder of problem files.")],
    port: Annotated[int, typer.Option(min=0, max=65535, help="TCP port; 0 picks one.")] = 7932,
    seed: Annotated[int, typer.Option(help="Seed of the unreliable answers.")] = 0,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    language: Annotated[
        str, typer.Option(help="What clients are sent: instructions or english.")
    ] = "instructions",
    log: Annotated[
        Path | None, typer.Option(help="Write the platform's log of each session here.")
    ] = None,
    sessions: Annotated[
        int, typer.Option(min=0, help="Stop after this many clients; 0 serves for ever.")
    ] = 0,
    idle: Annotated[float, typer.Option(help="Longest silence of a client, seconds.")] = 60.0,
) -> None:
    """Serve problem files over the official TCP protocol, one client at a time.

    Prints one line per problem and the totals of each session; Ctrl-C ends it.
    """
    from domains.competition.referee.server import PlatformServer
    from domains.competition.serving import list_problems, load_cases

    if language not in ("instructions", "english"):
        raise UsageError(f"--language is instructions or english, not '{language}'")
    cases, defects = load_cases(list_problems([problems]), seed=seed, language=language)
    for defect in defects:
        typer.echo(f"planner: {defect}", err=True)
    server = PlatformServer(cases, host=host, port=port, idle_s=idle)
    typer.echo(f"serving {len(cases)} problems on {host}:{server.port}", err=True)
    served = 0
    try:
        while not sessions or served < sessions:
            result = server.serve_one(wait_s=1.0)
            if result is None:
                continue
            served += 1
            typer.echo(printable(f"team {result.team or '?'}").replace("\n", " "))
            for graded in result.graded:
                typer.echo(printable(
                    f"  {graded.name:<14} base {graded.base:>5}  score {graded.score:>5}"
                    f"  {graded.seconds:6.3f} s  {graded.note}".rstrip()))
            typer.echo(f"  {'total':<14} base {result.base:>5}  score {result.total:>5}")
            if result.trouble:
                typer.echo(printable(f"  session ended early: {result.trouble}"), err=True)
            if log is not None:
                target = log if served == 1 else log.with_name(f"{log.stem}-{served}{log.suffix}")
                try:
                    write_text(target, result.log())
                except PlannerError as error:  # the next client is served all the same
                    typer.echo(f"planner: {error}", err=True)
    except KeyboardInterrupt:
        typer.echo("stopped", err=True)
    finally:
        server.close()
