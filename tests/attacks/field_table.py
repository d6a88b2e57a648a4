"""Table of problems of the field: ``python tests/attacks/field_table.py [OPTIONS] PROBLEM.pddl…``.

Each problem is solved by ``planner solve``, with its domain file beside it, and by the bare engine
(the first stage of LAMA by Fast Downward's own driver); processor time counts all processes of
each, the least of so many ``--times`` on a busy machine. ``--joint``: in joint steps instead, with
the robots that were found, and no bare engine.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from operator import itemgetter
from pathlib import Path
from statistics import median
from typing import Any

from planner.pddl.reader import domain_beside


def timed(command: Sequence[str], folder: str) -> tuple[float, str]:
    """Run a command in a folder; return the processor time of it and all it started, its output."""
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        said = process.stdout.read()
        _, code, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(code)
    return used.ru_utime + used.ru_stime, said


def ours(problem: Path, *more: str) -> tuple[float, dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        spent, _ = timed([sys.executable, "-m", "planner", "solve", str(problem), "--out",
                          folder, *more], folder)
        return spent, json.loads(Path(folder, f"{problem.stem}.json").read_text())


def bare(problem: Path) -> tuple[float, float | None]:
    spec = find_spec("up_fast_downward")
    assert spec is not None, "pip install up-fast-downward"
    driver = Path(str(spec.origin)).parent / "downward" / "fast-downward.py"
    with tempfile.TemporaryDirectory() as folder:
        spent, said = timed([sys.executable, str(driver), "--overall-time-limit", "60s",
                             "--alias", "lama-first",
                             str(domain_beside(problem)), str(problem)], folder)
    cost = re.search(r"Plan cost: (\d+)", said)
    return spent, None if cost is None else float(cost[1])


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("problems", nargs="+", type=Path)
    parser.add_argument("--joint", action="store_true")
    parser.add_argument("--times", type=int, default=1)
    asked, ratios = parser.parse_args(arguments), []
    problems = [path.resolve() for path in asked.problems]
    names = [f"{problem.parent.name}/{problem.stem}" for problem in problems]
    width = max(map(len, ["problem", *names]))

    def row(name: str, status: str, *numbers: object) -> None:
        cells = "".join(f"{'–' if number is None else number!s:>8}" for number in numbers)
        print(f"{name:{width}}  {status:18}{cells}", flush=True)

    row("problem", "status", "cost", "CPU s", *(
        ["bound", "robots"] if asked.joint else ["bare", "CPU s", "ratio"]))
    for name, problem in zip(names, problems, strict=True):
        more = ("--engine", "joint") if asked.joint else ()
        spent, record = min((ours(problem, *more) for _ in range(asked.times)), key=itemgetter(0))
        begin = (name, record["status"], record.get("cost"), f"{spent:.2f}")
        if asked.joint:
            joint = record.get("joint", {})
            robots = joint.get("robots", record.get("message", "")).partition(" (--agents")[0]
            row(*begin, joint.get("bound"), f"  {robots}")
            continue
        other, cost = min((bare(problem) for _ in range(asked.times)), key=itemgetter(0))
        if cost is not None and cost == record.get("cost"):
            ratios.append(spent / other)
        row(*begin, cost, f"{other:.2f}", f"{spent / other:.2f}")
    if ratios:
        print(f"{len(ratios)} of equal cost: {median(ratios):.2f} times the bare engine's "
              f"processor time in the middle, {max(ratios):.2f} at most")


if __name__ == "__main__":
    main(sys.argv[1:])
