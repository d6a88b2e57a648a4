"""Entry point of the ``planner`` command.

Only the module of the requested command is imported, so that ``planner --help`` stays quick.
Commands that one world alone has are declared by its domain (``capabilities``).
"""

import os
import sys
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from planner.cli.last_net import guarded
from planner.console import echo, number_option
from planner.discovery import capabilities, culprit, discover, version
from planner.domain import load_part
from planner.errors import AgentError, ExitCode, UsageError
from planner.files import read_toml
from planner.foreign import COMMANDS_OWN, staying
from planner.origin import WAY_OUT, misplaced, safe_path
from planner.progress import Output, shown
from planner.sandbox import Limits
from planner.supervision import LEAST_MB, stage, supervise

COMMANDS = {
    "solve": ("Solve problem files: the best plan and its score or cost.", "command"),
    "translate": ("Write a problem as PDDL with the map back to its source.", "command"),
    "validate": ("Judge a plan twice and explain the first step that fails.", "command"),
    "run": ("Run one closed-loop episode of a domain, file or suite case.", "app"),
    "bench": ("Run a benchmark suite.", "command"),
    "compare": ("Compare runs with published, recorded or other runs.", "command"),
    "report": ("Write one self-contained HTML page about runs.", "command"),
    "show": ("Show one episode from its trace: in words, page or animation.", "command"),
    "gate": ("Fail on a regression against a stored baseline.", "command"),
    "list": ("List domains, translators, engines, suites or policies.", "command"),
    "samples": ("Copy sample files of every domain into a folder.", "command"),
    "doctor": ("Show what is installed, what is missing and how to install it.", "command"),
}

HELP = ["--help", "-h"]
_OUTPUTS = {"--json", "--trace", "--final-state", "--html", "--gif", "--report", "--csv",
            "--markdown", "--latex", "--archive", "--log", "--out"}

SERVICE = ("Serve PDDL planning on this machine (REST or MCP).",
           "planner.cli.service_command:command")


def build(requested: str | None, *, service: bool = False) -> typer.Typer:
    """Build the command tree with only the requested command's module imported.

    The others are left out where no world has a say in it. ``service``: ``serve`` is the planning
    service, not the command of a world.
    """
    root = typer.Typer(
        name="planner",
        help="Plan, act and compare without a language model in the loop.",
        no_args_is_help=True, context_settings={"help_option_names": HELP},
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )

    @root.callback()
    def _root(
        version: Annotated[bool, typer.Option(
            "--version", callback=_version, is_eager=True, help="Show the version.")] = False,
        time_limit: Annotated[float | None, number_option(
            min=0.0, help="Seconds for the whole command, whatever it does.")] = None,
        memory_limit: Annotated[int | None, typer.Option(
            min=16, help="MB for the command's own process.")] = None,
    ) -> None:
        pass

    alone = requested in COMMANDS and requested != "doctor"  # which tells of names that are taken
    for name, (summary, part) in _commands(requested if alone else None, service).items():
        made = load_part(part) if name == requested else _stub
        if isinstance(made, typer.Typer):
            root.add_typer(made, name=name, help=summary)
        else:
            root.command(name, help=summary if made is _stub else made.__doc__ or summary)(made)
    return root


def _commands(alone: str | None, service: bool) -> dict[str, tuple[str, str]]:
    """Return help and place of every command: the common ones, then those of single worlds.

    A world's command whose name is taken is left out; ``planner doctor`` says so.
    """
    found = {name: (summary, f"planner.cli.{name}_command:{part}")
             for name, (summary, part) in COMMANDS.items() if alone in (None, name)}
    if alone is not None:
        return found
    for name, part in capabilities(found).items():
        summary, _, place = part.rpartition("|")
        found[name] = (summary, place)
    if service or "serve" not in found:
        found["serve"] = SERVICE
    return found


def _version(asked: bool) -> None:
    if asked:
        echo(f"planner {version('lmfree-planner')}")
        raise typer.Exit


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; exit codes are those of ``docs/exit-codes.md``.

    With limits before the command's name, or with code of the user's own, the command runs in a
    process of its own.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    sys.path[:] = safe_path()
    os.environ["PYTHONSAFEPATH"] = "1"  # for all that is started from here
    limits, rest = _limits(arguments)
    if rest and (limits or (_brings_code(rest) and _own_output())):
        raise SystemExit(guarded(lambda: _supervised(rest, limits)))
    raise SystemExit(run(arguments))


def _supervised(arguments: list[str], limits: Mapping[str, float]) -> object:
    """Run a command in a process of its own; one that ends it without a word is a failure."""
    wall_s, memory_mb = limits.get("--time-limit"), limits.get("--memory-limit")
    Limits(wall_s or 1.0, int(memory_mb or LEAST_MB))
    return supervise("planner.cli.main:run", arguments, wall_s=wall_s,
                     memory_mb=int(memory_mb) if memory_mb else None, output=1)


def _brings_code(arguments: Sequence[str]) -> bool:
    """Say whether a policy of the user's own is named (``module:Class``)."""
    pairs = zip(arguments, [*arguments[1:], ""], strict=True)
    return any(":" in (other if one == "--policy" else one) for one, other in pairs
               if one == "--policy" or one.startswith("--policy="))


def run(arguments: list[str]) -> int:
    """Run a command and return its exit code."""
    requested = next((a for a in _completed() or arguments if not a.startswith("-")), None)
    warnings.filterwarnings("ignore", message="pkg_resources is deprecated")

    def command() -> object:
        try:
            with shown(), staying("code of a plug-in"):
                return _call(requested, arguments)
        except SystemExit as leaving:
            if (who := culprit(leaving)).startswith("plug-in"):
                raise AgentError(f"{who} called sys.exit({leaving.code!r})") from leaving
            raise
        finally:
            for fault in discover().faults if discover.cache_info().currsize else ():
                if fault.late:
                    echo(f"planner: {fault}", err=True)

    if requested != "doctor" and (trouble := misplaced()):
        echo(f"planner: {trouble[0]}; {WAY_OUT}", err=True)
        return int(ExitCode.COMPONENT)
    stage(f"in {requested or 'planner'}")
    _keep_output()
    try:
        return guarded(command)
    except SystemExit as leaving:  # a command's own
        return leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)


def _completed() -> list[str]:
    """Return the words after ``planner`` on the line that the shell completes, if one is."""
    if "_PLANNER_COMPLETE" not in os.environ:
        return []
    line = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS") or ""
    return line.split()[1:]


def _unread(arguments: Sequence[str]) -> None:
    """Refuse an output over a file that is named once more; raises :class:`UsageError`."""
    words = [text for word in arguments for text in (word.partition("=")[::2] if word[:2] == "--"
                                                     else (word,)) if text]
    named = [os.path.realpath(word) for word in words]
    for option, target, place in zip(words, words[1:], named[1:], strict=False):
        if option in _OUTPUTS and os.path.isfile(place) and named.count(place) > 1:
            raise UsageError(f"{target}: {option} would be written over a file that is read; "
                             "name another")


def _call(requested: str | None, arguments: list[str]) -> object:
    _unread(arguments[1:])
    service = requested == "serve" and any(a in ("--pddl", "--mcp") for a in arguments)
    code = build(requested if arguments[:1] in ([], [requested]) else None, service=service)(
        args=arguments, prog_name="planner", standalone_mode=False)
    if requested and {*HELP} & {*arguments}:
        echo(_examples(arguments), nl=False)
    return code


def examples() -> list[str]:
    """Return the example lines of all commands."""
    return list(read_toml(Path(__file__).parent / "examples.toml")["lines"])


def _examples(arguments: Sequence[str]) -> str:
    """Return the examples of a command, or of all below it, as the end of its help."""
    asked = " ".join(["planner", *(word for word in arguments if word not in HELP)])
    found = [line for line in examples() if f"{line} ".startswith(f"{asked} ")]
    return "\n".join(["", "Examples:", *(f"  {line}" for line in found), ""]) if found else ""


def _keep_output() -> None:
    """Keep standard output for what the command says; what libraries print goes beside it.

    A caller in Python may have put another stream there, and keeps it.
    """
    if _own_output():
        sys.stdout.flush()
        sys.stdout = Output(1, sys.stdout)
        COMMANDS_OWN.append(sys.stdout)
        os.dup2(2, 1)


def _own_output() -> bool:
    """Say whether standard output is this process's, not a stream of a caller in Python."""
    return sys.stdout is sys.__stdout__ and sys.stdout is not None and sys.stdout.fileno() == 1


def _limits(arguments: list[str]) -> tuple[dict[str, float], list[str]]:
    """Return the limits that stand before the command's name, and the other arguments."""
    found: dict[str, float] = {}
    rest = list(arguments)
    while rest and rest[0].partition("=")[0] in ("--time-limit", "--memory-limit"):
        name, sign, text = rest.pop(0).partition("=")
        text = text if sign or not rest else rest.pop(0)
        try:
            found[name] = float(text) if name == "--time-limit" else int(text)
        except ValueError:  # the command line says what is wrong
            return {}, arguments
    return found, rest


def _stub() -> None:
    raise AssertionError("only the requested command runs")


if __name__ == "__main__":
    main()
