"""Do readers survive damaged inputs? Mutants of sound inputs for every reader of the project.

``python tests/attacks/mutants.py [--reader NAME|all] [--count N] [--seed K] [--seconds S]
[--json FILE]``. A reader may return a value or raise a ``PlannerError``; counted are other
exceptions, inputs that take more than 10 s of processor time and inputs that want more than 1 GB.
The readers run in a child process, so a crash costs one mutant; what a mutant is follows from the
seed, the reader's name and the mutant's number alone. Exit code 1 if anything was found.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import mmap
import multiprocessing
import os
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import reader_samples
from mutation import mutant
from readers import READERS, Reader

from planner.errors import PlannerError
from planner.lineage import die_with_parent

__all__ = ["Tally", "main", "study", "table"]

CPU_S = 10.0
_LOST_S = 60.0
MEMORY_BYTES = 1 << 30
_HOME = Path(__file__).parents[2]


class TooSlow(BaseException):
    """A mutant has used up its processor time; no reader may catch this."""


@dataclass
class Tally:
    """What came of the mutants of one reader; ``found`` maps a place to number and example."""

    reader: str
    mutants: int = 0
    values: int = 0
    errors: int = 0
    tracebacks: int = 0
    slow: int = 0
    large: int = 0
    seconds: float = 0.0
    slowest_s: float = 0.0
    found: dict[str, list[Any]] = field(default_factory=dict)

    def note(self, kind: str, where: str, number: int) -> None:
        """Count a finding; the first mutant of each place is its example."""
        setattr(self, kind, getattr(self, kind) + 1)
        entry = self.found.setdefault(where, [0, number])
        entry[0] += 1

    def add(self, other: Tally) -> None:
        """Take in what another process counted."""
        for name in ("mutants", "values", "errors", "tracebacks", "slow", "large", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.slowest_s = max(self.slowest_s, other.slowest_s)
        for where, (count, number) in other.found.items():
            self.found.setdefault(where, [0, number])[0] += count

    @property
    def wrong(self) -> int:
        """How many mutants were more than the reader could bear."""
        return self.tracebacks + self.slow + self.large


def study(name: str, count: int, seed: int, seconds: float = 1e9) -> Tally:
    """Feed a reader ``count`` mutants, or as many as the time allows."""
    READERS[name].samples()  # made once, for all children
    whole, begin, end = Tally(name), 0, time.monotonic() + seconds
    while begin < count and time.monotonic() < end:
        part, begin = _in_child(name, begin, count, seed, end)
        whole.add(part)
    return whole


def _in_child(name: str, begin: int, count: int, seed: int, end: float) -> tuple[Tally, int]:
    """Run a child until it is done or lost; return its tally and where to go on."""
    fork = multiprocessing.get_context("fork")
    mine, other = fork.Pipe()
    board = memoryview(mmap.mmap(-1, mmap.PAGESIZE)).cast("q")
    board[0] = begin - 1
    child = fork.Process(target=_serve, args=(other, board, name, begin, count, seed, end))
    child.start()
    other.close()
    last, idle = -1, 0.0
    while not mine.poll(1.0):
        if not child.is_alive():
            break
        idle = idle + 1.0 if board[0] == last else 0.0
        last = board[0]
        if idle > _LOST_S:  # in foreign code that no signal reaches
            child.kill()
    with contextlib.suppress(EOFError, OSError):
        tally, reached = mine.recv()
        child.join()
        return tally, reached
    child.join()
    if board[0] < begin:
        raise RuntimeError(f"{name}: its samples cannot be read")
    lost = Tally(name, mutants=board[0] - begin + 1)
    kind = "slow" if idle > _LOST_S else "tracebacks"
    lost.note(kind, f"the process was lost (exit code {child.exitcode})", board[0])
    return lost, board[0] + 1


def _serve(line: Connection, board: Any, name: str, begin: int, count: int, seed: int,
           end: float) -> None:
    die_with_parent()
    folder = Path(tempfile.mkdtemp(prefix="planner-mutants-"))
    try:
        line.send(_feed(READERS[name], name, folder, board, range(begin, count), seed, end))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _feed(reader: Reader, name: str, folder: Path, board: Any, numbers: Sequence[int], seed: int,
          end: float) -> tuple[Tally, int]:
    samples = reader.samples()
    path = _place(reader, folder)
    _check_samples(reader, name, samples, path)
    _bound_memory()
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    warnings.simplefilter("ignore")
    tally, reached = Tally(name), numbers.start if isinstance(numbers, range) else 0
    for number in numbers:
        if time.monotonic() > end:
            break
        board[0] = number
        data = mutant(random.Random(f"{seed}/{name}/{number}"), samples)
        _one(reader, data, path, number, tally)
        reached = number + 1
    return tally, reached


def _place(reader: Reader, folder: Path) -> Path:
    path = folder / (reader.suffix or "unused")
    for name, content in reader_samples.beside().items():
        if "/" in reader.suffix and name.startswith(reader.suffix.partition("/")[0]):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _check_samples(reader: Reader, name: str, samples: Sequence[bytes], path: Path) -> None:
    """At least one sample must be read, or the mutants would only test the first check."""
    errors = []
    for sample in samples:
        path.write_bytes(sample)
        try:
            reader.read(sample, path)
        except PlannerError as error:
            errors.append(error)
    assert len(errors) < len(samples), f"{name} reads none of its samples: {errors[0]}"


def _one(reader: Reader, data: bytes, path: Path, number: int, tally: Tally) -> None:
    tally.mutants += 1
    if reader.suffix:
        path.write_bytes(data)
    begun = time.process_time()
    try:
        with _bounded_time():
            reader.read(data, path)
        tally.values += 1
    except PlannerError:
        tally.errors += 1
    except TooSlow as error:
        tally.note("slow", _where(error), number)
    except MemoryError as error:
        tally.note("large", _where(error), number)
    except BaseException as error:
        tally.note("tracebacks", _where(error), number)
    spent = time.process_time() - begun
    tally.seconds += spent
    tally.slowest_s = max(tally.slowest_s, spent)


@contextlib.contextmanager
def _bounded_time() -> Iterator[None]:
    def late(*_: object) -> None:
        raise TooSlow

    signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, CPU_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _bound_memory() -> None:
    with open("/proc/self/statm") as stream:
        now = int(stream.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + MEMORY_BYTES, resource.RLIM_INFINITY))


def _where(error: BaseException) -> str:
    """Name the exception and the innermost line of this project."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__)
              if frame.filename.startswith(str(_HOME)) and ".venv" not in frame.filename]
    inner = [f for f in frames if "/studies/" not in f.filename] or frames
    text = " ".join(re.sub(r"\d+|0x\w+", "#", str(error)[:1000]).split())[:70]
    text = text.encode("ascii", "backslashreplace").decode()
    place = f"{Path(inner[-1].filename).relative_to(_HOME)}:{inner[-1].lineno}" if inner else "?"
    return f"{type(error).__name__} at {place}: {text}" if place else type(error).__name__


def table(tallies: Sequence[Tally]) -> str:
    """Return the table of a study and its findings."""
    rows = [f"{'reader':26s}{'mutants':>9s}{'values':>9s}{'errors':>9s}{'traceback':>10s}"
            f"{'> 10 s':>8s}{'> 1 GB':>8s}{'ms each':>9s}{'slowest s':>10s}"]
    total = Tally("all")
    for tally in tallies:
        total.add(tally)
    for tally in [*tallies, total]:
        mean = 1000 * tally.seconds / max(1, tally.mutants)
        rows.append(f"{tally.reader:26s}{tally.mutants:9,d}{tally.values:9,d}{tally.errors:9,d}"
                    f"{tally.tracebacks:10d}{tally.slow:8d}{tally.large:8d}{mean:9.2f}"
                    f"{tally.slowest_s:10.2f}")
    for tally in tallies:
        rows += [f"{tally.reader}: {count} × {where} (mutant {number})"
                 for where, (count, number) in sorted(tally.found.items())]
    return "\n".join(rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--reader", default="all", choices=["all", *READERS], metavar="NAME|all")
    parser.add_argument("--count", type=int, default=20_000, help="mutants per reader")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=1e9, help="per reader")
    parser.add_argument("--show", type=int, help="write this mutant of the reader and stop")
    parser.add_argument("--json", default="")
    options = parser.parse_args(arguments)
    names = list(READERS) if options.reader == "all" else [options.reader]
    if options.show is not None:
        rng = random.Random(f"{options.seed}/{names[0]}/{options.show}")
        sys.stdout.buffer.write(mutant(rng, READERS[names[0]].samples()))
        return 0
    tallies = []
    for name in names:
        tallies.append(study(name, options.count, options.seed, options.seconds))
        sys.stderr.write(f"{name}: {tallies[-1].mutants} mutants, {tallies[-1].wrong} wrong\n")
    sys.stdout.write(table(tallies) + "\n")
    if options.json:
        Path(options.json).write_text(json.dumps([asdict(t) for t in tallies], indent=1) + "\n")
    return int(any(tally.wrong for tally in tallies))


if __name__ == "__main__":
    raise SystemExit(main())
