"""Run a whole job (reading, compiling, solving, judging) in a child that can be ended at any time.

The job says which stage it is in and what it has found so far; at its limit it is killed with
everything it started, and the answer is the best so far, or a :class:`LimitError` that names the
stage. A job that is not supervised says the same and nobody listens. What Ctrl-C means to a
computation is said here, too: it ends in order, with what it has found.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any, NoReturn

from planner.errors import ComponentError, LimitError, MemoutError, PlannerError
from planner.origin import child_command, child_environment, die_with, safe_path
from planner.sandbox import Child, Sandbox, resident_mb, tree

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

GRACE_S = 1.5
"""What a job may take beyond its limit: ending its engine and saying what it found."""
START_S = 120.0
"""What starting the interpreter may take on a busy machine; it does not count."""
WATCH_S = 0.05
PROGRESS = "planner-progress"
"""The name of the thread that shows what is done, which holds nothing that a copy needs."""
LEAST_MB = 256
"""Our own process with its libraries needs so much for the smallest input."""
_UNINTERRUPTED = 'trap "" INT; exec "$@"'
"""Until a job has begun an interrupt would be a traceback."""


class Job:
    """Where a process stands: its deadline (monotonic), its stage, and who hears of it.

    ``count``: how much of several is done, in words; ``best``: the cost of the best plan so far.
    """

    deadline: float | None = None
    stage: str = ""
    count: str = ""
    best: float | None = None
    say: Callable[[str, Any], object] = staticmethod(lambda kind, what: None)


JOB = Job()
"""Where this process stands."""


def begin(wall_s: float | None, say: Callable[[str, Any], object]) -> None:
    """Start a job in this process: from now on :func:`remaining` counts."""
    JOB.deadline = None if wall_s is None else time.monotonic() + wall_s
    JOB.stage, JOB.count, JOB.best, JOB.say = "", "", None, say


def stage(name: str) -> None:
    """Say what the job does now, as in "exceeded while …"."""
    JOB.stage, JOB.best = name, None
    JOB.say("stage", name)


def count(words: str) -> None:
    """Say how much of several is done, as in "3 of 10 files"."""
    JOB.count = words
    JOB.say("count", words)


def keep(found: Any) -> None:
    """Hand over the best answer so far; it counts if the job is ended."""
    _keep(found)
    JOB.say("kept", found)


def remaining(limit_s: float) -> float:
    """Return what is left of the job's time, at most ``limit_s``; raises :class:`LimitError`."""
    if JOB.deadline is None:
        return limit_s
    left = JOB.deadline - time.monotonic()
    if left <= 0:
        raise LimitError(f"the time limit ran out before {JOB.stage or 'the work'} began")
    return min(limit_s, left)


def supervise(
    function: str, *arguments: Any, wall_s: float | None = None, memory_mb: int | None = None,
    output: int | None = None, whole: bool = False, quiet: bool = False,
    better: Callable[[Any], None] | None = None,
) -> Any:
    """Call ``module:function`` in a child and return what it returns, or raise what it raises.

    ``output`` is the file number of its standard output (by default what it prints goes to standard
    error; of a ``quiet`` one the last line is named if it is lost). The memory of what it starts
    counts where the ``whole`` is limited. What it keeps is given to ``better``; by default it
    counts as the best of this job. An interrupt is passed on, and the answer waited for. Raises
    :class:`LimitError` at a limit where nothing was kept, :class:`ComponentError` where the child
    is lost.
    """
    import pickle  # here, as a plain command starts without it
    from multiprocessing import Pipe

    asked = pickle.dumps((function, arguments, wall_s))
    reading, writing = Pipe(duplex=False)
    with (Sandbox() as box, reading, (box.directory / "log").open("w+b") as log,
          open(os.devnull) as nothing):
        told = (log.fileno(),) * 2 if quiet else (2 if output is None else output, 2)
        streams = (nothing.fileno() if output is None else 0, *told)
        with writing:
            line, parent = writing.fileno(), os.getpid()
            process: Child = box.fork(  # a start and its imports saved
                lambda setting: _in_copy(line, parent, asked, streams, setting)
            ) if _alone() else _started(box, line, asked, streams)
        return _Watch(process, reading, log, wall_s, memory_mb, whole, better or _keep).answer()


def _alone() -> bool:
    """Say whether this process may be copied.

    No thread holds a lock for ever in the copy, whose memory counts from its start.
    """
    others = {t.name for t in threading.enumerate() if t is not threading.main_thread()}
    return (sys.platform == "linux" and threading.current_thread() is threading.main_thread()
            and others <= {PROGRESS} and resident_mb(os.getpid()) < LEAST_MB / 2)


def _started(box: Sandbox, line: int, asked: bytes, streams: Sequence[int]) -> Child:
    job = box.directory / "job"
    job.write_bytes(asked)
    command = child_command("planner.supervised", str(line), str(os.getpid()), str(job))
    return box.start(
        ["/bin/sh", "-c", _UNINTERRUPTED, "sh", *command],
        child_environment(),
        stdin=streams[0], stdout=streams[1], stderr=streams[2], pass_fds=[line], process_group=0)


def _in_copy(number: int, parent: int, asked: bytes, streams: Sequence[int],
             setting: Mapping[str, str]) -> NoReturn:
    """Do a job in a copy of ``parent``, which keeps none of its files but the connection."""
    os.setpgid(0, 0)
    os.environ.update(setting)
    tempfile.tempdir = None
    sys.path[:] = safe_path()
    for place, stream in enumerate(streams):
        os.dup2(stream, place)
    os.closerange(3, number)
    os.closerange(number + 1, os.sysconf("SC_OPEN_MAX"))
    sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
    work(number, parent, asked)


def work(number: int, parent: int, asked: bytes) -> NoReturn:
    """Do a job; its stages, what it keeps and its answer go to the open connection ``number``."""
    die_with(parent)
    os.set_inheritable(number, False)
    import pickle
    from multiprocessing.connection import Connection

    line = Connection(number, readable=False)

    def say(kind: str, what: Any) -> None:
        line.send((kind, what))

    function, given, wall_s = pickle.loads(asked)
    module, _, name = function.partition(":")
    begin(wall_s, say)
    answer: tuple[str, Any]
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        say("begun", None)
        answer = ("answer", getattr(importlib.import_module(module), name)(*given))
        pickle.dumps(answer)
    except Exception as error:
        answer = ("error", _portable(error))
    except BaseException as error:
        answer = ("error", error if type(error) is KeyboardInterrupt else ComponentError(
            f"code of others ended the process: {type(error).__name__}: {error}"))
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
    say(*answer)
    os._exit(0)


def _portable(error: Exception) -> Exception:
    """Return an error that another process can raise: itself, or one with its text."""
    import pickle

    with contextlib.suppress(Exception):
        if str(pickle.loads(pickle.dumps(error))) == str(error):
            return error
    kind = next((k for k in type(error).__mro__ if issubclass(k, PlannerError)), None)
    if kind is not None:
        made = PlannerError(str(error))
        made.exit_code = error.exit_code  # type: ignore[attr-defined]
        return made
    from planner.discovery import culprit  # costs a start what only this line needs

    return ComponentError(f"defect in {culprit(error)}: {type(error).__name__}: {error}")


def _keep(found: Any) -> None:
    JOB.best = getattr(found, "cost", None)


class _Watch:
    """What a child says, until it answers, ends, or is at a limit."""

    def __init__(
        self, process: Child, reading: Connection, log: IO[bytes], wall_s: float | None,
        memory_mb: int | None, whole: bool, better: Callable[[Any], None],
    ) -> None:
        self.process, self.reading, self.log, self.wall_s = process, reading, log, wall_s
        self.whole, self.better, self.stage = whole, better, "starting"
        self.memory_mb = None if memory_mb is None else max(memory_mb, LEAST_MB)
        self.limit: float | None = START_S
        self.until: float | None = time.monotonic() + START_S
        self.kept: list[Any] = []

    def answer(self) -> Any:
        """Return or raise what the child does."""
        kind: str
        what: Any
        while True:
            try:
                kind, what = self.reading.recv() if self.reading.poll(WATCH_S) else ("", None)
            except KeyboardInterrupt:
                if self.stage == "starting":
                    raise
                os.killpg(self.process.pid, signal.SIGINT)
                continue
            except (EOFError, OSError):
                return self._lost()
            if kind == "answer":
                return what
            if kind == "error":
                raise what
            self._note(kind, what)
            if (beyond := self._beyond()) is not None:
                if self.kept:
                    return self.kept[0]
                failure, limit = beyond
                raise failure(f"{limit} exceeded while {self.stage}")

    def _note(self, kind: str, what: Any) -> None:
        if kind == "kept":
            self.kept = [what]
            self.better(what)
        elif kind == "count":
            count(what)
        elif kind == "stage":
            self.stage = what
            stage(what)
        elif kind == "begun":
            self.stage, self.limit = "beginning", self.wall_s
            self.until = None if self.limit is None else time.monotonic() + self.limit + GRACE_S

    def _beyond(self) -> tuple[type[LimitError], str] | None:
        if self.until is not None and time.monotonic() > self.until:
            return LimitError, f"time limit of {self.limit:g} s"
        pids = tree(self.process.pid) if self.whole else [self.process.pid]
        if self.memory_mb is not None and resident_mb(*pids) > self.memory_mb:
            return MemoutError, f"memory limit of {self.memory_mb:,} MB"
        return None

    def _lost(self) -> Any:
        code = self.process.wait()
        if self.kept:
            return self.kept[0]
        how = f"was killed (signal {-code})" if code < 0 else f"ended (exit {code})"
        self.log.seek(0)
        lines = self.log.read().decode(errors="replace").split("\n")
        last = next((f": {line.strip()[:200]}" for line in reversed(lines) if line.strip()), "")
        raise ComponentError(f"the process of this job {how} while {self.stage}{last}")


class Interruption:
    """What Ctrl-C (SIGINT) means within ``with``: the first one is noted, the second ends all.

    Called, it says whether one came; ``count`` says how often. Within :meth:`solving` the first one
    raises ``KeyboardInterrupt``, too; whoever holds a plan catches it and returns the plan. The
    handler that was there before is called all the same. Outside the main thread, or where
    interrupts are ignored (a job in the background), nothing is changed.
    """

    def __init__(self) -> None:
        self.count = 0
        self._solving = False
        self._before: Any = None

    def __call__(self) -> bool:
        """Say whether an interrupt came."""
        return self.count > 0

    def __enter__(self) -> Interruption:
        ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        if not ignored and threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *error: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    @contextlib.contextmanager
    def solving(self) -> Iterator[None]:
        """Let an interrupt in, while a file is being solved."""
        self._solving = True
        try:
            yield
        finally:
            self._solving = False

    def _note(self, number: int, frame: object) -> None:
        self.count += 1
        with contextlib.suppress(KeyboardInterrupt):
            if callable(self._before):
                self._before(number, frame)
        if self._solving or self.count > 1:
            raise KeyboardInterrupt
