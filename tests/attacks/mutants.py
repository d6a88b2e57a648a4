"""Do readers survive damaged inputs? Mutants of sound inputs for every reader of the project.

A reader may return a value or raise a ``PlannerError``; wrong are other exceptions, more than 10 s
of processor time and more than 1 GB. A case is a batch of 50 mutants, read in a process of its own;
what a mutant is follows from the seed, the reader's name and the mutant's number alone. Options:
``attack.py``; ``--count`` is the number of batches of each reader.
"""

import contextlib
import multiprocessing
import os
import random
import re
import resource
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

import reader_samples
from attack import Attack, Verdict, main
from mutation import mutant
from readers import READERS, Reader

from planner.errors import PlannerError
from planner.origin import die_with

BATCH = 50
CPU_S = 10.0
LOST_S = 120.0
MEMORY_BYTES = 1 << 30
_HOME = Path(__file__).parents[2]


class TooSlow(BaseException):
    """A mutant has used up its processor time; no reader may catch this."""


def judge(name: str, seed: int, number: int, batch: int = BATCH) -> Verdict:
    READERS[name].samples()  # made once, for all children
    fork = multiprocessing.get_context("fork")
    mine, other = fork.Pipe()
    numbers = range(number * batch, (number + 1) * batch)
    with tempfile.TemporaryDirectory(prefix="planner-mutants-") as folder:
        child = fork.Process(target=_serve, args=(other, name, seed, numbers, os.getpid(), folder))
        child.start()
        other.close()
        wrong, counts = "the process hangs in foreign code", Counter[str]()
        with contextlib.suppress(EOFError):
            if mine.poll(LOST_S):
                wrong = "the process was lost"
                wrong, counts = mine.recv()
        child.kill()
        child.join()
    return Verdict(name, f"seed {seed}, mutants {numbers}", wrong, counts)


def _serve(line: Connection, name: str, seed: int, numbers: range, parent: int, at: str) -> None:
    die_with(parent)
    line.send(_feed(READERS[name], name, seed, numbers, Path(at)))


def _feed(reader: Reader, name: str, seed: int, numbers: range, folder: Path
          ) -> tuple[str, Counter[str]]:
    samples, path = reader.samples(), folder / (reader.suffix or "unused")
    for beside, content in reader_samples.beside().items() if "/" in reader.suffix else ():
        (folder / beside).parent.mkdir(parents=True, exist_ok=True)
        (folder / beside).write_bytes(content)
    path.parent.mkdir(parents=True, exist_ok=True)
    if not any(_outcome(reader, sample, path) == "values" for sample in samples):
        return "reads none of its samples", Counter()  # mutants would only meet its first check
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    warnings.simplefilter("ignore")
    now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + MEMORY_BYTES, resource.RLIM_INFINITY))
    counts, wrong, begun = Counter[str](), [], time.process_time()
    for number in numbers:
        found = _outcome(reader, mutant(random.Random(f"{seed}/{name}/{number}"), samples), path)
        counts[found if found in ("values", "errors") else "others"] += 1
        wrong += [f"{number}: {found}"] * (found not in ("values", "errors"))
    counts["ms"] = int(1e3 * (time.process_time() - begun))
    return "; ".join(wrong), counts


def _outcome(reader: Reader, data: bytes, path: Path) -> str:
    if reader.suffix:
        path.write_bytes(data)
    try:
        with _bounded_time():
            reader.read(data, path)
        return "values"
    except PlannerError:
        return "errors"
    except BaseException as error:
        return _where(error)


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


def _where(error: BaseException) -> str:
    """Name the exception and the innermost line of this project."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__)
              if frame.filename.startswith(str(_HOME)) and ".venv" not in frame.filename]
    text = " ".join(re.sub(r"\d+|0x\w+", "#", str(error)[:1000]).split())[:70]
    text = text.encode("ascii", "backslashreplace").decode()
    place = Path(frames[-1].filename).relative_to(_HOME)
    return f"{type(error).__name__} at {place}:{frames[-1].lineno}: {text}"


ATTACKS: dict[str, Attack] = {name: partial(judge, name) for name in READERS}

if __name__ == "__main__":
    sys.exit(main(ATTACKS, __doc__, 400))
