"""Entry point of the ``planner`` command.

Only the module of the requested command is imported, so that ``planner --help`` stays quick.
A command module defines either ``command`` (a function) or ``app`` (a ``typer.Typer`` group).
"""

from __future__ import annotations

import importlib
import sys
import warnings

import typer

from planner.cli.last_net import guarded

__all__ = ["COMMANDS", "build", "main"]

COMMANDS: dict[str, str] = {
    "solve": "Solve problem files: the best plan and its score or cost.",
    "translate": "Write a problem as PDDL with the map back to its source.",
    "validate": "Judge a plan twice and explain the first step that fails.",
    "score": "Score a plan with the competition's referee.",
    "lint": "Check competition problem files against the submission rules.",
    "generate": "Make problem files.",
    "run": "Run one closed-loop episode and write its trace.",
    "play": "Play competition problems online (stdio or the platform's protocol).",
    "serve": "Be the competition's platform for any team's client.",
    "scenes": "Household scenes: list, fetch, dump, show.",
    "bench": "Run a benchmark suite.",
    "compare": "Compare runs with published, recorded or other runs.",
    "report": "Write one self-contained HTML page about runs.",
    "gate": "Fail on a regression against a stored baseline.",
    "list": "List domains, translators, engines, suites or policies.",
    "samples": "Copy sample files of every domain into a folder, to try things on.",
    "doctor": "Say what is installed, what is missing and how to install it.",
    "space": "Chinese spatial text: score, rank, solve, train, evaluate.",
}


def build(requested: str | None) -> typer.Typer:
    """Build the command tree with only the requested command's module imported."""
    root = typer.Typer(
        name="planner",
        help="Plan, act and compare without a language model in the loop.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )

    @root.callback()
    def _root() -> None:
        pass

    for name, summary in COMMANDS.items():
        if name == requested:
            module = importlib.import_module(f"planner.cli.{name}_command")
            if hasattr(module, "app"):
                root.add_typer(module.app, name=name, help=summary)
            else:
                root.command(name, help=_help(summary, module.command))(module.command)
        else:
            root.command(name, help=summary)(_stub)
    return root


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; exit codes are those of ``docs/exit-codes.md``."""
    arguments = sys.argv[1:] if arguments is None else arguments
    requested = next((a for a in arguments if not a.startswith("-")), None)
    warnings.filterwarnings("ignore", message="pkg_resources is deprecated")

    def command() -> object:
        return build(requested)(args=arguments, prog_name="planner", standalone_mode=False)

    raise SystemExit(guarded(command))


def _stub() -> None:
    raise AssertionError("only the requested command runs")


def _help(summary: str, command: object) -> str:
    return str(getattr(command, "__doc__", None) or summary)


if __name__ == "__main__":
    main()
