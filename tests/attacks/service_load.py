"""Ask a planning service very many things at once, hostile ones too, and count what is wrong.

``python tests/attacks/service_load.py --requests 10000 --at-a-time 16``. Every answer is known
beforehand: plans are judged by this project's simulation, refusals by their code. Afterwards
nothing may be left: no process, no private folder.
"""

import argparse
import contextlib
import json
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

import psutil
from attack import Verdict, report
from served import Client, bomb, serving
from teams import world

from planner.errors import PlannerError
from planner.pddl import PDDLTask, read_texts
from planner.pddl.temporal import plan_cost
from planner.plan import parse_ipc

SHARES = {"solve": 20, "unsolvable": 4, "defect": 8, "refusal": 8, "status": 15, "package": 14,
          "no engine": 10, "no json": 8, "path": 8, "bomb": 1, "brackets": 2, "giant": 1,
          "leave": 1}
"""What is asked, in hundredths: about a third costs an engine or a worker something."""


def blocks(rng: random.Random, *, solvable: bool = True) -> tuple[dict[str, str], PDDLTask]:
    """Return a small problem of towers, and the same read."""
    names = [f"b{k}" for k in range(rng.randint(3, 5))]
    domain = world("towers")
    order = rng.sample(names, len(names))
    goal = [f"(on {a} {b})" for a, b in pairwise(order)]
    if not solvable:
        goal.append(f"(on {order[-1]} {order[0]})")
    start = " ".join(f"(table {n}) (clear {n})" for n in names)
    problem = (f"(define (problem p) (:domain towers) (:objects {' '.join(names)}) "
               f"(:init {start}) (:goal (and {' '.join(goal)})))")
    return {"domain": domain, "problem": problem}, read_texts(domain, problem)


def check(kind: str, service: Client, rng: random.Random) -> str:
    """Ask one thing; return what was wrong with the answer, or nothing."""
    body, task = blocks(rng, solvable=kind != "unsolvable")
    if kind == "solve":
        found = service.solved(rng.choice(["auto", "fast-downward", "pyperplan"]), body)
        if found["status"] != "ok":
            return f"not solved: {str(found)[:200]}"
        with contextlib.suppress(PlannerError):
            return "" if plan_cost(task, parse_ipc(found["result"]["output"]["sas_plan"])) else (
                "an invalid plan")
        return "an unreadable plan"
    if kind == "unsolvable":
        found = service.solved("auto", body)
        output = found["result"]["stdout"]
        return "" if output.startswith("UNSOLVABLE_PROVEN") else f"not proved: {str(found)[:200]}"
    wanted, answer = _OTHERS[kind](service, body)
    text = f"{answer[0]} {json.dumps(answer[1])}" if isinstance(answer, tuple) else json.dumps(
        answer)
    return "" if wanted in text else f"{kind}: {text[:200]}"


def _left(service: Client, body: dict[str, str]) -> str:
    """Leave in the middle of waiting: the request is taken back."""
    link = HTTPConnection(urlparse(service.address).netloc, timeout=0.2)
    with contextlib.suppress(OSError), contextlib.closing(link):
        link.request("POST", "/package/auto/solve?wait=1", json.dumps(body),
                     {"Content-Type": "application/json"})
        link.getresponse()
    return "left"


Other = Callable[[Client, dict[str, str]], tuple[str, Any]]
_OTHERS: dict[str, Other] = {
    "defect": lambda s, b: ("problem.pddl:1:", s.solved("auto", b | {
        "problem": b["problem"].replace("(on ", "(onn ")})),
    "refusal": lambda s, b: ("Engines that can: ", s.solved("lpg", b | {
        "domain": b["domain"].replace(":precondition (and", ":precondition (and (not (on ?x ?x))")
    })),
    "status": lambda s, _: ("200 ", s.ask("/status")),
    "package": lambda s, _: ("fast-downward-optimal", s.ask("/package")),
    "no engine": lambda s, b: ("That package does not exist", s.ask("/package/lama;rm/solve", b)),
    "no json": lambda s, _: ("400 ", s.ask("/package/auto/solve", b"{" * 100_000)),
    "path": lambda s, b: ("404 ", s.ask("/package/..%2f..%2fetc%2fpasswd/solve", b)),
    "bomb": lambda s, _: ('"status": "error"', s.solved(
        "fast-downward-blind", bomb() | {"time_limit": "2"})),
    "brackets": lambda s, b: ('"status": "error"', s.solved("auto", b | {
        "problem": "(" * 500_000})),
    "giant": lambda s, _: ("413 ", s.ask("/solve", b" " * (9 << 20))),
    "leave": lambda s, b: ("left", _left(s, b)),
}


def study(requests: int, at_a_time: int, *, jobs: int, seed: int) -> Iterator[Verdict]:
    """Ask each thing, then by their shares; yield a verdict on each answer, and on what is left."""
    kinds = [*SHARES, *random.Random(seed).choices([*SHARES], [*SHARES.values()], k=requests)]
    with (tempfile.TemporaryDirectory(prefix="planner-load-") as scratch, serving(
            "--jobs", str(jobs), "--time-limit", "20", "--memory-limit", "1000",
            scratch=scratch) as service):
        def one(number: int) -> Verdict:
            begun = time.monotonic()
            try:
                wrong = check(kinds[number], service, random.Random(f"{seed}/{number}"))
            except Exception as error:
                wrong = f"{type(error).__name__}: {error}"
            return Verdict(kinds[number], str(number), wrong, {"s": time.monotonic() - begun})

        with ThreadPoolExecutor(at_a_time) as pool:
            yield from pool.map(one, range(len(kinds)))
        tree = psutil.Process(service.process.pid).children(recursive=True)
        alive = service.process.poll() is None and service.ask("/status")[0] == 200
        service.process.send_signal(signal.SIGINT)
        service.process.wait(timeout=60)
        left, folders = psutil.wait_procs(tree, timeout=20)[1], [*Path(scratch).iterdir()]
        yield Verdict("afterwards", "", "; ".join([
            *map(str, (*left, *folders)), *["does not answer"] * (not alive)]))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--requests", type=int, default=1000)
    parser.add_argument("--at-a-time", type=int, default=16)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    return report(list(study(given.requests, given.at_a_time, jobs=given.jobs, seed=given.seed)))


if __name__ == "__main__":
    sys.exit(main())
