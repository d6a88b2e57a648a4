"""``planner serve``: be the competition's platform for any team's client."""

from __future__ import annotations

import socket
from pathlib import Path
from threading import Lock, Semaphore, Thread
from typing import TYPE_CHECKING, Annotated

import typer

from planner.console import counted, number_option, printable
from planner.errors import PlannerError, UsageError
from planner.files import write_text

if TYPE_CHECKING:
    from domains.competition.referee.server import SessionResult

AT_A_TIME = 8


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
    idle: Annotated[
        float, number_option(min=0.0, help="Longest silence of a client, seconds.")
    ] = 60.0,
) -> None:
    """Serve problem files over the official TCP protocol, eight clients at a time.

    A silent client keeps nobody waiting. Prints one line per problem and the totals of each session
    when it ends; Ctrl-C ends it all. With --pddl or --mcp (and --help): planning as a service.
    """
    from domains.competition.referee.server import PlatformServer
    from domains.competition.serving import list_problems, load_cases

    if language not in ("instructions", "english"):
        raise UsageError(f"--language is instructions or english, not '{language}'")
    cases, defects = load_cases(list_problems([problems]), seed=seed, language=language)
    for defect in defects:
        typer.echo(f"planner: {defect}", err=True)
    server = PlatformServer(cases, host=host, port=port, idle_s=idle)
    typer.echo(f"serving {counted(len(cases), 'problem')} on {host}:{server.port}", err=True)
    told, players = Lock(), Semaphore(AT_A_TIME)
    begun: list[Thread] = []

    def play(connection: socket.socket, number: int) -> None:
        try:
            result = server.serve(connection)
            with told:
                _tell(result, number, log)
        finally:
            players.release()

    try:
        while not sessions or len(begun) < sessions:
            if not players.acquire(timeout=1.0):
                continue
            connection = server.accept(wait_s=1.0)
            if connection is None:
                players.release()
                continue
            begun.append(Thread(target=play, args=(connection, len(begun) + 1), daemon=True))
            begun[-1].start()
        for session in begun:
            session.join()
    except KeyboardInterrupt:
        typer.echo("stopped", err=True)
    finally:
        server.close()


def _tell(result: SessionResult, number: int, log: Path | None) -> None:
    """Print what came of a session and write its log."""
    typer.echo(printable(f"team {result.team or '?'}").replace("\n", " "))
    for graded in result.graded:
        typer.echo(printable(
            f"  {graded.name:<14} base {graded.base:>5}  score {graded.score:>5}"
            f"  {graded.seconds:6.3f} s  {graded.note}".rstrip()))
    typer.echo(f"  {'total':<14} base {result.base:>5}  score {result.total:>5}")
    if result.trouble:
        typer.echo(printable(f"  session ended early: {result.trouble}"), err=True)
    if log is not None:
        target = log if number == 1 else log.with_name(f"{log.stem}-{number}{log.suffix}")
        try:
            write_text(target, result.log())
        except PlannerError as error:  # the next client is served all the same
            typer.echo(f"planner: {error}", err=True)
