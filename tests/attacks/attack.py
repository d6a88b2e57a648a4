"""The runner of attacks: random cases, each judged against an answer found independently.

An attack is a function from a seed and a number to a :class:`Verdict`; what it draws follows from
the two alone, so that a wrong claim is found again by its case. Each attack is a command::

    python tests/attacks/NAME.py [--count N] [--seed K] [--begin B] [--seconds S] [--jobs J]
        [--only TEXT] [--json FILE]

It prints a row per group, every wrong claim, and each group of which the time was over before all
cases were judged; it ends with 1 where there is one of these.
"""

import argparse
import contextlib
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Verdict:
    """One case: its group, what finds it again, what is wrong (or nothing), what is counted."""

    group: str
    case: str
    wrong: str = ""
    counts: Mapping[str, float] = field(default_factory=dict)


SUPPORT = str(Path(__file__).parents[1] / "support")
if SUPPORT not in sys.path:  # what attacks share with tests; under pytest it is on the path
    sys.path.append(SUPPORT)

Attack = Callable[[int, int], Verdict]


def verdicts(
    attack: Attack, seed: int, numbers: Iterable[int], seconds: float = 1e9, jobs: int = 1,
) -> Iterator[Verdict]:
    """Judge cases until all are judged or the time is over."""
    end = time.monotonic() + seconds
    if jobs == 1:
        for number in numbers:
            if time.monotonic() > end:
                return
            yield attack(seed, number)
        return
    with ProcessPoolExecutor(jobs) as pool:
        for task in [pool.submit(attack, seed, number) for number in numbers]:
            if time.monotonic() > end:
                task.cancel()
            if not task.cancelled():
                yield task.result()


def table(found: Sequence[Verdict]) -> list[str]:
    """Return a Markdown table: cases, wrong claims and each count summed, by group and for all."""
    names = list(dict.fromkeys(name for v in found for name in v.counts))
    lines = ["| " + " | ".join(["group", "cases", "wrong claims", *names]) + " |",
             "|---" * (3 + len(names)) + "|"]
    for group in [*sorted({v.group for v in found}), "all"]:
        some = [v for v in found if group in (v.group, "all")]
        sums = [f"{sum(v.counts.get(name, 0) for v in some):.6g}" for name in names]
        wrong = sum(bool(v.wrong) for v in some)
        lines.append("| " + " | ".join([group, str(len(some)), str(wrong), *sums]) + " |")
    return lines


def report(found: Sequence[Verdict], late: Sequence[str] = ()) -> int:
    """Print the table and what is wrong; return the exit code of a command."""
    wrong = [*(f"{v.group} {v.case}: {v.wrong}" for v in found if v.wrong), *late]
    sys.stdout.writelines(f"{line}\n" for line in (*table(found), *wrong))
    return 1 if wrong else 0


def processes(folder: Path) -> Iterator[tuple[int, str]]:
    """Yield the living processes whose environment names the folder."""
    mark = str(folder).encode()
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mark in (path / "environ").read_bytes():
                words = (path / "cmdline").read_bytes().split(b"\0")
                yield int(path.name), b" ".join(words)[:120].decode("utf-8", "replace")


def orphans(folder: Path, seconds: float) -> tuple[str, ...]:
    """Return what of a folder's processes still runs after some seconds, and end it."""
    end = time.monotonic() + seconds
    while (left := list(processes(folder))) and time.monotonic() < end:
        time.sleep(0.05)
    for pid, _ in left:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return tuple(name for _, name in left)


def main(
    attack: Attack | Mapping[str, Attack], about: str | None, count: int = 300,
    arguments: Sequence[str] | None = None,
) -> int:
    """Run an attack, or those of several groups, as a command; return its exit code."""
    groups = attack if isinstance(attack, Mapping) else {"": attack}
    parser = argparse.ArgumentParser(description=(about or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=count, help="cases of each group")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--begin", type=int, default=0, help="number of the first case")
    parser.add_argument("--seconds", type=float, default=1e9, help="time of each group")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="", help="groups whose name contains this, or all")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args(arguments)
    numbers = range(given.begin, given.begin + given.count)
    judged = {name: list(verdicts(one, given.seed, numbers, given.seconds, given.jobs))
              for name, one in groups.items()
              if given.only == name or (given.only in name and given.only not in groups)}
    if not judged:
        parser.error(f"no group {given.only!r}; there are: {', '.join(groups) or 'none'}")
    found = [v for some in judged.values() for v in some]
    late = [f"{name or 'all'}: the time was over when {len(some)} of {given.count} were judged"
            for name, some in judged.items() if len(some) < given.count]
    if given.json:
        given.json.write_text(json.dumps(
            [{**vars(v), "counts": dict(v.counts)} for v in found], indent=1), encoding="utf-8")
    return report(found, late)
