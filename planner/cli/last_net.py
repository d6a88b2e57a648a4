"""The last net under every command: whatever goes wrong becomes a message and an exit code.

``PLANNER_DEBUG=1`` in the environment shows the traceback as well.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable
from typing import Any

from planner.console import echo, printable
from planner.discovery import culprit
from planner.errors import ExitCode, PlannerError
from planner.files import MACHINE

DEBUG = "PLANNER_DEBUG"
_IMPORT_NAMES = {"PIL": "pillow", "pycrfsuite": "python-crfsuite", "yaml": "pyyaml"}


def guarded(command: Callable[[], object]) -> int:
    """Run ``command`` and return its exit code; no exception leaves but ``SystemExit``."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a caller in Python may have put others there
            stream.reconfigure(errors="backslashreplace")
    try:
        code = command()
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = ExitCode.INTERRUPTED
    except SystemExit as leaving:
        if not isinstance(leaving.__context__, BrokenPipeError):
            raise
        code = _silence()
    except BrokenPipeError:
        code = _silence()
    except Exception as error:
        code = _of_typer(error)
        if code is None:
            return _fail(error)
    if code == ExitCode.INTERRUPTED:
        _say("interrupted")
    return code if isinstance(code, int) else ExitCode.OK


def _of_typer(error: Any) -> int | None:
    """Show what Typer or Click raise and return its exit code; they are not imported for it."""
    kind = type(error)
    if not kind.__module__.startswith(("typer.", "click.")):
        return None
    if kind.__name__ == "Abort":
        return ExitCode.INTERRUPTED
    if show := getattr(error, "show", None):  # wrong usage
        error.message = _mend(error)
        show()
    return getattr(error, "exit_code", None)


def _mend(error: Any) -> str:
    """Return a message of Typer's with the way out, where it names none."""
    text = str(getattr(error, "message", ""))
    if text.startswith("Got unexpected extra"):
        return f"{text}; a text of several words stands in quotes"
    if text.startswith("No such command") and "Did you mean" not in text:
        return f"{text} Known: {', '.join(error.ctx.command.commands)}"
    return text


def _fail(error: Exception) -> int:
    if os.environ.get(DEBUG):
        import traceback

        traceback.print_exception(error)
    text, code = _reading(error)
    if isinstance(error, OSError):
        _silence()
    _say(text)
    return code


def _reading(error: Exception) -> tuple[str, ExitCode]:
    kind = type(error).__name__
    if isinstance(error, PlannerError):
        return str(error), error.exit_code
    if isinstance(error, ImportError):
        return _missing(error), ExitCode.COMPONENT
    if isinstance(error, MemoryError):
        return "out of memory", ExitCode.LIMIT
    if isinstance(error, RecursionError):
        return "the input is nested too deeply", ExitCode.LIMIT
    if isinstance(error, UnicodeError):
        return f"a text cannot be read or written: {error}", ExitCode.INPUT
    if isinstance(error, OSError):
        named = f"{error.filename}: " if error.filename else ""
        if isinstance(error, FileExistsError | NotADirectoryError):
            return f"{named}a folder is wanted here, and this is a file", ExitCode.USAGE
        code = ExitCode.COMPONENT if error.errno in MACHINE else ExitCode.USAGE
        return f"{named}{error.strerror or error}", code
    if isinstance(error, ValueError) and "integer string conversion" in str(error):
        return "a number in the input has too many digits", ExitCode.INPUT
    if isinstance(error, OverflowError):
        return f"a number in the input is too large: {error}", ExitCode.INPUT
    return (f"defect in {culprit(error)}: {kind}: {error} ({DEBUG}=1 shows where)",
            ExitCode.COMPONENT)


def _missing(error: ImportError) -> str:
    """Name the package of a module, and the command that installs it."""
    name = (error.name or "").partition(".")[0]
    package = _IMPORT_NAMES.get(name, name).replace("_", "-").lower()
    if not package or not isinstance(error, ModuleNotFoundError):  # e.g. no memory for a library
        return f"a package cannot be imported: {error}"
    return f"{package} is missing: pip install {package}"


def _silence() -> ExitCode:
    """Send standard output nowhere, so that nothing fails once more at the end."""
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return ExitCode.OK


def _say(text: str) -> None:
    with contextlib.suppress(OSError):
        echo(printable(f"planner: {text}"), err=True)
