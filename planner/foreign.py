"""Code of others in our process: loaded by its place, heard out, and named where it misbehaves."""

from __future__ import annotations

import contextlib
import importlib
import os
import signal
import sys
import threading
from collections.abc import Iterator
from importlib.machinery import PathFinder
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, NoReturn, TextIO

from planner.errors import AgentError, MissingError
from planner.origin import safe_path

COMMANDS_OWN: list[TextIO] = []
"""The command's standard output, once it has one to itself; other streams are a caller's."""
LOADED: list[str] = []
"""Modules of the user's own: they may have changed ours."""


@contextlib.contextmanager
def staying(who: str) -> Iterator[None]:
    """Make an :class:`AgentError` of ``os._exit``, but in processes that were forked off."""
    ours, leave = os.getpid(), os._exit

    def end(status: int) -> NoReturn:
        if os.getpid() != ours:
            leave(status)
        raise AgentError(f"{who} called os._exit({status!r})")

    os._exit = end
    try:
        yield
    finally:
        os._exit = leave


@contextlib.contextmanager
def heard(who: str) -> Iterator[None]:
    """Run code of others: what it prints goes to standard error, not among what a command says.

    ``SystemExit``, ``os._exit`` and a ``KeyboardInterrupt`` that nobody at the keyboard made become
    an :class:`AgentError` that names ``who``; a process that it forks off ends here.
    """
    ours, came = os.getpid(), list[int]()
    before = signal.getsignal(signal.SIGINT)
    watched = callable(before) and threading.current_thread() is threading.main_thread()

    def note(number: int, frame: FrameType | None) -> Any:
        came.append(number)
        return before(number, frame) if callable(before) else None

    if watched:
        signal.signal(signal.SIGINT, note)
    try:
        ours_alone = sys.stdout in (sys.__stdout__, *COMMANDS_OWN)
        with staying(who), contextlib.redirect_stdout(sys.stderr if ours_alone else sys.stdout):
            yield
    except SystemExit as error:
        raise AgentError(f"{who} called sys.exit({error.code!r})") from error
    except KeyboardInterrupt as error:
        if came or not watched:
            raise
        raise AgentError(f"{who} raised KeyboardInterrupt of its own making") from error
    finally:
        if os.getpid() != ours:
            os.write(2, f"planner: {who} forked this process; the copy ends\n".encode())
            os._exit(1)
        if watched and signal.getsignal(signal.SIGINT) is note:
            signal.signal(signal.SIGINT, before)


def place_of(name: str) -> Path | None:
    """Return the file that a module's name means, None for a module that is installed.

    ``FOLDER/FILE.py`` is a file. Of a plain name the installed module comes first, then
    ``NAME.py`` or ``NAME/__init__.py`` in the current folder.
    """
    if name.endswith(".py"):
        return Path(name).resolve()
    if _installed(name):
        return None
    beside = Path(*name.split(".")).resolve()
    return next((file for file in (beside.with_name(beside.name + ".py"), beside / "__init__.py")
                 if file.is_file()), None)


def module_of(name: str) -> ModuleType:
    """Import a module of the user's own; raises whatever its code raises.

    A file is loaded by its path; the folder it lies in comes last where modules are looked for, so
    that it can import its neighbours and replaces nothing that is installed.
    """
    file = place_of(name)
    LOADED.append(name)
    if file is None:
        return importlib.import_module(name)
    known = sys.modules.get(file.stem)
    if known is not None and getattr(known, "__file__", None) == str(file):
        return known
    spec = spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None or not file.is_file():
        raise MissingError(f"{file}: no such file")
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))
    made = module_from_spec(spec)
    if known is None and not _installed(file.stem):
        sys.modules[file.stem] = made  # classes of it can be pickled
    spec.loader.exec_module(made)
    return made


def _installed(name: str) -> bool:
    """Say whether a module is found without looking into the current folder."""
    top = name.partition(".")[0]
    return top in sys.modules or PathFinder.find_spec(top, safe_path()) is not None
