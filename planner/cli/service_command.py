"""``planner serve --pddl`` and ``--mcp``: a planning service on this machine."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from planner.console import number_option
from planner.errors import MissingError, UsageError, remedy


def command(
    pddl: Annotated[bool, typer.Option(
        "--pddl", help="Speak the REST protocol of planutils, PaaS and editors.")] = False,
    mcp: Annotated[bool, typer.Option(
        "--mcp", help="Speak MCP on standard input and output, for agents.")] = False,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="TCP port; 0 picks one.")] = 5001,
    time_limit: Annotated[float, number_option(
        min=0.1, help="Most seconds for one request.")] = 60.0,
    memory_limit: Annotated[int, typer.Option(
        min=64, help="Most MB for one engine process.")] = 4096,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Requests at a time.")] = (
        os.cpu_count() or 1),
    queue: Annotated[int, typer.Option(
        min=1, help="Requests that may wait; more are refused (429).")] = 64,
) -> None:
    """Serve PDDL planning: REST for planning clients, or MCP for agents.

    Listens on this machine only, unless --host says otherwise; every request runs under limits
    in the sandbox of the engines. Without --pddl or --mcp, 'planner serve' is the competition's
    platform.
    """
    from planner.service.jobs import Bounds

    if pddl == mcp:
        raise UsageError("choose one of --pddl and --mcp")
    bounds = Bounds(time_limit, memory_limit, jobs, queue)
    try:
        if mcp:
            from planner.service.mcp_server import server

            server(bounds).run("stdio")
        else:
            from planner.service.listening import listen

            listen(bounds, host, port, lambda address: typer.echo(
                f"planning service on {address} (Ctrl-C ends it)", err=True))
    except ModuleNotFoundError as error:
        raise MissingError(f"{error.name} is not installed: "
                           f"{remedy('mcp' if mcp else 'serve')}") from None
