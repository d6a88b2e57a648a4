"""The process that does a supervised job: a copy of ours, or ``supervised.py NUMBER PARENT FILE``.

FILE holds the pickled call; its stages, what it keeps and its answer go to the open connection
NUMBER. Started by :func:`planner.supervision.supervise`.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import pickle
import signal
import sys
import tempfile
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NoReturn

from planner.child import die_with, safe_path
from planner.errors import ComponentError, PlannerError
from planner.supervision import begin

__all__ = ["copied", "main"]


def main(arguments: Sequence[str]) -> None:
    """Do the job that a file holds; what it returns or raises is told."""
    work(int(arguments[0]), int(arguments[1]), Path(arguments[2]).read_bytes())


def copied(number: int, parent: int, asked: bytes, output: int, setting: Mapping[str, str]
           ) -> NoReturn:
    """Do a job in a copy of ``parent``, which keeps none of its files but the connection."""
    os.setpgid(0, 0)
    os.environ.update(setting)
    tempfile.tempdir = None
    sys.path[:] = safe_path()
    os.dup2(output, 1)
    os.closerange(3, number)
    os.closerange(number + 1, os.sysconf("SC_OPEN_MAX"))
    sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
    work(number, parent, asked)


def work(number: int, parent: int, asked: bytes) -> NoReturn:
    """Do a job; its stages, what it keeps and its answer go to the open connection ``number``."""
    die_with(parent)
    os.set_inheritable(number, False)
    line = Connection(number, readable=False)

    def say(kind: str, what: Any) -> None:
        line.send((kind, what))

    function, given, wall_s = pickle.loads(asked)
    module, _, name = function.partition(":")
    begin(wall_s, say)
    answer: tuple[str, Any]
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        say("begun", None)
        answer = ("answer", getattr(importlib.import_module(module), name)(*given))
        pickle.dumps(answer)
    except Exception as error:
        answer = ("error", _portable(error))
    except BaseException as error:
        answer = ("error", error if type(error) is KeyboardInterrupt else _foreign(error))
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
    say(*answer)
    os._exit(0)


def _foreign(error: BaseException) -> Exception:
    return ComponentError(f"code of others ended the process: {type(error).__name__}: {error}")


def _portable(error: Exception) -> Exception:
    """Return an error that another process can raise: itself, or one with its text."""
    with contextlib.suppress(Exception):
        if str(pickle.loads(pickle.dumps(error))) == str(error):
            return error
    kind = next((k for k in type(error).__mro__ if issubclass(k, PlannerError)), None)
    if kind is not None:
        made = PlannerError(str(error))
        made.exit_code = error.exit_code  # type: ignore[attr-defined]
        return made
    from planner.foreign import culprit  # costs a start what only this line needs

    return ComponentError(f"defect in {culprit()}: {type(error).__name__}: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
