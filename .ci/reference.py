"""The pages of the site that are made from the code: docstrings, and help of commands."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout

import griffe

import planner
from planner.cli.main import COMMANDS, run
from planner.discovery import capabilities, discover


def python_page() -> str:
    """Return the public interface: each name where it is defined; mkdocstrings writes the rest."""
    parts = ["# The library", "Made from the docstrings of `planner`.", ""]
    for name in sorted(n for n in planner.__all__ if n != "__version__"):
        thing = getattr(planner, name)
        home = getattr(thing, "__module__", None)
        parts.append(f"::: {home}.{name}\n" if home else f"## {name}\n")
    return "\n".join(parts)


class PlainRoles(griffe.Extension):
    """Turn roles, tables and examples of docstrings into Markdown."""

    def on_instance(self, *, obj: griffe.Object, **kwargs: object) -> None:
        """Rewrite one docstring."""
        if obj.docstring is not None:
            text = re.sub(r":\w+:`~?([^`]+)`", r"`\1`", obj.docstring.value)
            blocks = re.split(r"\n\s*\n", text.replace("``", "`"))
            obj.docstring.value = "\n\n".join(
                f"```text\n{b}\n```" if "====" in b or b.startswith(">>>") else b for b in blocks)


def commands_page() -> str:
    """Return the help of every command, as the commands print it."""
    words = [[name] for name in (*COMMANDS, *capabilities(COMMANDS))]
    words += [["run", name] for name, d in discover().domains.items() if d.has("environment")]
    words += [["serve", "--pddl"]]
    shown = [f"\n## planner {' '.join(command)}\n\n```text\n{_help(command)}```\n"
             for command in words]
    return "\n".join(["# Commands", "What `--help` prints; made from the code.", "", *shown])


def _help(words: list[str]) -> str:
    with redirect_stdout(io.StringIO()) as shown:
        code = run([*words, "--help"])
    if code:
        raise SystemExit(f"planner {' '.join(words)} --help ends with {code}")
    return shown.getvalue()
