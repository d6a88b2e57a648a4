"""The pages of the site that are made from the code: docstrings, and help of commands."""

from __future__ import annotations

import contextlib
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import planner
from planner.cli.main import COMMANDS
from planner.discovery import capabilities, discover

__all__ = ["commands_page", "python_page"]


def python_page() -> str:
    """Return the public interface: each name with its signature and docstring."""
    parts = ["# The library", "Made from the docstrings of `planner`.", ""]
    for name in sorted(n for n in planner.__all__ if n != "__version__"):
        parts += _entry(name, getattr(planner, name))
    return "\n".join(parts)


def _entry(name: str, thing: object) -> Iterator[str]:
    yield f"\n## {name}\n"
    if callable(thing):
        with contextlib.suppress(TypeError, ValueError):
            yield f"```python\n{name}{inspect.signature(thing)}\n```\n"
    yield _plain(inspect.getdoc(thing) or "")
    for member, value in vars(thing).items() if inspect.isclass(thing) else ():
        function = getattr(value, "fget", value)
        if not member.startswith("_") and inspect.isfunction(function) and function.__doc__:
            yield f"\n**{member}** – {_plain(inspect.getdoc(function) or '')}\n"


def _plain(text: str) -> str:
    """Return a docstring as Markdown: its roles as code, its examples as blocks."""
    text = re.sub(r":\w+:`~?([^`]+)`", r"`\1`", text).replace("``", "`")
    blocks = []
    for block in re.split(r"\n\s*\n", text):
        fixed = block.lstrip().startswith((">>>", "==="))
        blocks.append(f"```text\n{block}\n```" if fixed or "====" in block else block)
    return "\n\n".join(blocks)


def commands_page() -> str:
    """Return the help of every command, as the commands print it."""
    words = [[name] for name in (*COMMANDS, *capabilities(COMMANDS))]
    words += [["run", name] for name, d in discover().domains.items() if d.has("environment")]
    words += [["serve", "--pddl"]]
    with ThreadPoolExecutor(2) as pool:
        texts = list(pool.map(_help, words))
    parts = ["# Commands", "What `--help` prints; made from the code.", ""]
    for command, text in zip(words, texts, strict=True):
        parts.append(f"\n## planner {' '.join(command)}\n\n```text\n{text}```\n")
    return "\n".join(parts)


def _help(words: list[str]) -> str:
    done = subprocess.run([sys.executable, "-m", "planner", *words, "--help"], text=True,
                          capture_output=True, check=True)
    return done.stdout
