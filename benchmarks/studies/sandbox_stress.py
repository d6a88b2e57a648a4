"""Stress the sandbox: many solves at a time, with engines that hang, crash and devour memory.

``python -m benchmarks.studies.sandbox_stress --solves 500 --at-once 8`` prints one line per kind of
engine and what was left behind; it exits with 1 when a status is wrong or anything is left.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TextIO

from planner.engines import Limits, solve_pddl
from planner.engines.sandbox import Sandbox

__all__ = ["Report", "stress"]

MARK = "planner_sandbox_stress"
HUNG = ("import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
        f"time.sleep(600) # {MARK}")
CRASH = f"import os; os.abort() # {MARK}"
HUNGRY = f"x = []\nwhile True: x.append(bytearray(20_000_000)) # {MARK}"
DOMAIN = """(define (domain chain) (:requirements :strips :typing) (:types cell)
 (:predicates (here ?c - cell) (next ?a ?b - cell))
 (:action step :parameters (?a ?b - cell) :precondition (and (here ?a) (next ?a ?b))
  :effect (and (here ?b) (not (here ?a)))))"""


@dataclass(frozen=True)
class Report:
    """Counts per (kind, status), the worst overshoot of a limit in seconds, what was left."""

    statuses: dict[tuple[str, str], int]
    wrong: int
    overshoot_s: float
    left: tuple[str, ...]
    seconds: float


def stress(solves: int, at_once: int) -> Report:
    """Run ``solves`` solves, ``at_once`` at a time; a tenth of them with a broken engine."""
    begun = time.monotonic()
    before = set(_scratch())
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(at_once) as pool:
        domain = Path(folder) / "domain.pddl"
        domain.write_text(DOMAIN, encoding="utf-8")
        results = list(pool.map(lambda i: _one(i, domain, Path(folder)), range(solves)))
    counts = Counter((kind, status) for kind, status, _, _ in results)
    wrong = sum(not right for _, _, right, _ in results)
    left = tuple(sorted(set(_scratch()) - before)) + tuple(_processes())
    return Report(dict(counts), wrong, max(late for *_, late in results), left,
                  time.monotonic() - begun)


def _one(number: int, domain: Path, folder: Path) -> tuple[str, str, bool, float]:
    kind = {3: "hung", 6: "crashing", 9: "hungry"}.get(number % 30, "")
    if kind:
        return _broken(kind)
    solvable = number % 4 != 0
    problem = folder / f"p{number}.pddl"
    problem.write_text(_problem(3 + number % 20, solvable), encoding="utf-8")
    name = ("pyperplan", "fast-downward", "fast-downward-blind")[number % 3]
    outcome = solve_pddl(domain, problem, engine=name, limits=Limits(60, 2000))
    right = outcome.status.solved == solvable and (
        solvable or outcome.status.startswith("UNSOLVABLE"))
    return f"{name}, {'solvable' if solvable else 'unsolvable'}", outcome.status, right, 0.0


def _broken(kind: str) -> tuple[str, str, bool, float]:
    code = {"hung": HUNG, "crashing": CRASH, "hungry": HUNGRY}[kind]
    limits = Limits(1.0 if kind == "hung" else 30.0, 300)
    begun = time.monotonic()
    with Sandbox() as box:
        run = box.run([sys.executable, "-S", "-c", code], limits)
    late = time.monotonic() - begun - limits.wall_s if kind == "hung" else 0.0
    wanted = {"hung": "timeout", "crashing": "exited", "hungry": "memout"}[kind]
    right = run.status == wanted and (kind != "crashing" or run.code == -6)
    return kind, run.status if run.code is None else f"{run.status} {run.code}", right, late


def _problem(length: int, solvable: bool) -> str:
    cells = [f"c{i}" for i in range(length)]
    gap = length // 2 if not solvable else -1
    links = " ".join(f"(next {a} {b})" for i, (a, b) in enumerate(pairwise(cells)) if i != gap)
    return (f"(define (problem p) (:domain chain) (:objects {' '.join(cells)} - cell) "
            f"(:init (here c0) {links}) (:goal (here {cells[-1]})))")


def _scratch() -> Iterator[str]:
    for path in Path(tempfile.gettempdir()).glob("planner-*"):
        yield str(path)


def _processes() -> Iterator[str]:
    import psutil

    for process in psutil.Process().children(recursive=True):
        yield f"{process.pid} {process.name()} {process.status()}"
    for process in psutil.process_iter(["cmdline"]):
        if any(MARK in word and "-c" in process.info["cmdline"] for word in process.info["cmdline"]
               or ()):
            yield f"{process.pid} {process.name()}"


def write(report: Report, stream: TextIO) -> None:
    """Write the report for a person."""
    for (kind, status), count in sorted(report.statuses.items()):
        stream.write(f"{count:5d}  {kind:32s} {status}\n")
    stream.write(f"wrong statuses: {report.wrong}; worst overshoot of a limit: "
                 f"{report.overshoot_s:.2f} s; left behind: {list(report.left) or 'nothing'}; "
                 f"{report.seconds:.0f} s\n")


def main() -> None:
    """Run the stress from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--solves", type=int, default=500)
    parser.add_argument("--at-once", type=int, default=8)
    options = parser.parse_args()
    report = stress(options.solves, options.at_once)
    write(report, sys.stdout)
    raise SystemExit(1 if report.wrong or report.left else 0)


if __name__ == "__main__":
    main()
