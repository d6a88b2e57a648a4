"""Give every command inputs of all kinds with a limit of three seconds, and see that it holds.

An input is a file of the repository, a made problem, a damaged copy, or one that is far too large.
Each goes to every command, to the Python API and to a planning service. Counted: limits reached,
processor seconds and MB at most; wrong are a traceback, more than 3 s of processor time beyond the
limit, more than 10 % of memory beyond its limit, and what still runs afterwards.
"""

import itertools
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import reader_samples
from attack import Attack, Verdict, main, orphans
from mutation import mutant

ROOT = Path(__file__).parents[2]
LIMIT_S, MARGIN_S, LIMIT_MB = 3.0, 3.0, 1500
WITHIN = ["--time-limit", str(LIMIT_S), "--memory-limit", str(LIMIT_MB)]
API = """import sys, planner
try:
    print(planner.solve(sys.argv[1], time_limit=3, memory_limit=1500).status)
except planner.PlannerError as error:
    raise SystemExit(int(error.exit_code))"""
COMMANDS: dict[str, Sequence[str]] = {
    "solve": ["solve", "FILE", *WITHIN],
    "solve, Fast Downward": ["solve", "FILE", *WITHIN, "--engine", "fast-downward"],
    "translate": [*WITHIN, "translate", "FILE", "--out", "OUT"],
    "validate": [*WITHIN, "validate", "FILE", "PLAN"],
    "lint": [*WITHIN, "lint", "FILE"],
    "run": [*WITHIN, "run", "FILE"],
}
PEAK = """import resource, subprocess, sys
code = subprocess.call(sys.argv[2:])
used = resource.getrusage(resource.RUSAGE_CHILDREN)
open(sys.argv[1], "w").write(f"{used.ru_utime + used.ru_stime} {used.ru_maxrss / 1024}")
raise SystemExit(code)"""
"""Starts a command and writes its processor seconds and largest process."""


def large_competition(rng: random.Random) -> bytes:
    size = rng.choice((40, 80, 160))
    big = "".join(f"(sort {i} bed) (size {i} big) (at {i} {i})" for i in range(2, size))
    small = "".join(f"(sort {i} cup) (size {i} small) (color {i} red) (at {i} {i - size + 2})"
                    for i in range(size, 2 * size - 4))
    goal = rng.choice(("(:task (puton X Y) (:cond (sort X cup) (sort Y bed)))",
                       "(:cons_notnot (:info (near X Y) (:cond (sort X cup) (sort Y cup))))"))
    return (f"<test><env><info>(hold 0) (plate 0) (at 0 2) (sort 1 human) (size 1 big) (at 1 2) "
            f"{big}{small}</info></env><instr>(:ins {goal})</instr></test>").encode()


def _large_pddl(rng: random.Random) -> bytes:
    cells, boxes = rng.choice((40, 300)), rng.choice((5, 60))
    links = " ".join(f"(next c{i} c{i + 1}) (= (length c{i} c{i + 1}) 1)" for i in range(cells - 1))
    at = " ".join(f"(at b{i} c{rng.randrange(cells)})" for i in range(boxes))
    return (f"(define (problem large) (:domain tiny) (:objects "
            f"{' '.join(f'b{i}' for i in range(boxes))} - box "
            f"{' '.join(f'c{i}' for i in range(cells))} - cell) (:init (= (total-cost) 0) "
            f"(next c{cells - 1} home) (= (length c{cells - 1} home) 1) {links} {at}) (:goal (and "
            f"{' '.join(f'(at b{i} home)' for i in range(boxes))})))").encode()


Kind = tuple[str, Callable[[], list[bytes]], Callable[[random.Random], bytes] | None]
KINDS: dict[str, Kind] = {
    "competition": (".xml", reader_samples.competition_files, large_competition),
    "pddl": (".pddl", partial(reader_samples.said, "pddl problems"), _large_pddl),
    "brackets": (".pddl", partial(reader_samples.said, "pddl problems"), lambda rng: (
        b"(define (problem p) (:domain tiny) (:goal " + b"(not " * rng.choice((3000, 60000)))),
    "rescue": (".toml", reader_samples.scenes, None),
    "household": (".toml", partial(reader_samples.said, "household cases"), None),
    "any": (".txt", reader_samples.any_files, None),
    "puzzle": (".json", partial(reader_samples.said, "space puzzles"), None),
}


def make_input(rng: random.Random, folder: Path) -> tuple[str, Path]:
    """Write one input of a random kind with its domain beside it; return its kind and file."""
    name = rng.choice(list(KINDS))
    suffix, samples, large = KINDS[name]
    way = rng.choice(("sound", "damaged", "damaged", "large"))
    data = rng.choice(samples()) if way == "sound" else mutant(rng, samples())
    if way == "large":
        data = large(rng) if large else rng.choice(samples()) * rng.choice((30, 1000))
    (folder / "domain.pddl").write_text(reader_samples.PDDL_DOMAIN)
    (folder / "plan.txt").write_text("(push b x y)\n(push b y home)\n")
    path = folder / f"input{suffix}"
    path.write_bytes(data[:4_000_000])
    return f"{name}, {way}", path


def judge(group: str, seed: int, number: int) -> Verdict:
    rng = random.Random(f"{seed}/{number}")
    with tempfile.TemporaryDirectory(prefix="limits-") as name:
        kind, path = make_input(rng, Path(name))
        command = [sys.executable, "-W", "ignore", "-c", API, str(path)]
        if group != "API":
            words = {"FILE": path, "OUT": Path(name, "out"), "PLAN": Path(name, "plan.txt")}
            command = [sys.executable, "-P", "-m", "planner",
                       *(str(words.get(word, word)) for word in COMMANDS[group])]
        return _judged(group, f"{seed}/{number} ({kind})", command, Path(name))


def _judged(group: str, case: str, command: Sequence[str], folder: Path) -> Verdict:
    usage, errors = folder / "usage", folder / "errors"
    started = time.monotonic()
    with errors.open("wb") as err:
        process = subprocess.Popen(
            [sys.executable, "-I", "-c", PEAK, str(usage), *command], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=err, cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PLANNER_LIMITS_STUDY": str(folder)})
        try:
            code = process.wait(120)
        except subprocess.TimeoutExpired:
            orphans(folder, 0)
            process.wait()
            return Verdict(group, case, "hangs")
    cpu, peak = map(float, usage.read_text().split())
    said, left = errors.read_text("utf-8", "replace"), orphans(folder, 5)  # one tidies up
    wrong = ("a traceback: " + said[-200:]) * ("Traceback" in said or "defect" in said) or (
        f"{cpu:.1f} s of processor time" * (cpu > LIMIT_S + MARGIN_S)) or (
        f"{peak:.0f} MB" * (peak > LIMIT_MB * 1.1)) or ("left running: " + "; ".join(left)) * bool(
        left)
    return Verdict(group, case, wrong, {
        "limit reached": code == 4, "processor s": round(cpu, 2),
        "wall s": round(time.monotonic() - started, 2)})


ATTACKS: dict[str, Attack] = {
    group: partial(judge, group) for group in itertools.chain(COMMANDS, ["API"])}

if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.exit(main(ATTACKS, __doc__, 500))
