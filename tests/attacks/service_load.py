"""Ask a planning service very many things at once, hostile ones too, and count what is wrong.

``python tests/attacks/service_load.py --requests 10000 --at-a-time 16``. Every answer is known
beforehand: plans are judged by this project's simulation, refusals by their code. Afterwards
nothing may be left: no process, no private folder. ``--budget`` ends it early.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPConnection
from itertools import pairwise
from pathlib import Path
from typing import Any

import psutil

from planner.errors import PlannerError
from planner.pddl import PDDLTask, read_domain, read_problem
from planner.pddl.temporal import plan_cost
from planner.plan import parse_ipc

__all__ = ["main", "study"]

SHARES = {"solve": 20, "unsolvable": 4, "defect": 8, "refusal": 8, "status": 15, "package": 14,
          "no engine": 10, "no json": 8, "path": 8, "bomb": 1, "brackets": 2, "giant": 1,
          "leave": 1}
"""What is asked, in hundredths: about a third costs an engine or a worker something."""


@dataclass
class Tally:
    """What came of it; ``wrong`` are answers that are not what they had to be."""

    asked: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    orphans: int = 0
    folders: int = 0
    alive: bool = False


@dataclass(frozen=True)
class Service:
    """Where it listens."""

    port: int

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Return code and data of one request."""
        link = HTTPConnection("127.0.0.1", self.port, timeout=120)
        with contextlib.closing(link):
            data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
            link.request(method, path, data, {"Content-Type": "application/json"})
            reply = link.getresponse()
            text = reply.read()
        return reply.status, json.loads(text) if text.startswith(b"{") else text.decode()

    def solved(self, engine: str, body: dict[str, Any]) -> tuple[int, Any]:
        """Submit and poll; a full queue is tried again."""
        while True:
            code, reply = self.ask("POST", f"/package/{engine}/solve", body)
            if code != 429:
                break
            time.sleep(0.1)
        if "result" not in reply or not isinstance(reply["result"], str):
            return code, reply
        wait = 0.02
        while (found := self.ask("GET", reply["result"])[1])["status"] == "PENDING":
            time.sleep(wait)
            wait = min(0.5, wait * 1.5)
        return code, found


def blocks(rng: random.Random, *, solvable: bool = True) -> tuple[dict[str, str], PDDLTask]:
    """Return a small problem of towers, and the same read."""
    names = [f"b{k}" for k in range(rng.randint(3, 5))]
    domain = ("(define (domain towers) (:predicates (on ?x ?y) (table ?x) (clear ?x)) "
              "(:action up :parameters (?x ?y) "
              ":precondition (and (clear ?x) (table ?x) (clear ?y)) "
              ":effect (and (on ?x ?y) (not (table ?x)) (not (clear ?y)))) "
              "(:action down :parameters (?x ?y) :precondition (and (clear ?x) (on ?x ?y)) "
              ":effect (and (table ?x) (clear ?y) (not (on ?x ?y)))))")
    order = rng.sample(names, len(names))
    goal = [f"(on {a} {b})" for a, b in pairwise(order)]
    if not solvable:
        goal.append(f"(on {order[-1]} {order[0]})")
    start = " ".join(f"(table {n}) (clear {n})" for n in names)
    problem = (f"(define (problem p) (:domain towers) (:objects {' '.join(names)}) "
               f"(:init {start}) (:goal (and {' '.join(goal)})))")
    read = read_domain(domain)
    task = PDDLTask(read, instance := read_problem(problem, "p", read), {**instance.objects})
    return {"domain": domain, "problem": problem}, task


def check(kind: str, service: Service, rng: random.Random) -> str:
    """Ask one thing; return what was wrong with the answer, or nothing."""
    body, task = blocks(rng, solvable=kind != "unsolvable")
    if kind == "solve":
        _, found = service.solved(rng.choice(["auto", "fast-downward", "pyperplan"]), body)
        if found["status"] != "ok":
            return f"not solved: {str(found)[:200]}"
        with contextlib.suppress(PlannerError):
            return "" if plan_cost(task, parse_ipc(found["result"]["output"]["sas_plan"])) else (
                "an invalid plan")
        return "an unreadable plan"
    if kind == "unsolvable":
        found = service.solved("auto", body)[1]
        told = found["result"]["stdout"]
        return "" if told.startswith("UNSOLVABLE_PROVEN") else f"not proved: {str(found)[:200]}"
    return _expected(kind, service, body)


def _expected(kind: str, service: Service, body: dict[str, str]) -> str:
    """Ask what needs no plan; each kind with what has to be in the answer."""
    wanted, (code, found) = _OTHERS[kind](service, body)
    text = json.dumps(found) if not isinstance(found, str) else found
    return "" if wanted in f"{code} {text}" else f"{kind}: {code} {text[:200]}"


def _bomb(size: int) -> dict[str, str]:
    wheres = " ".join(f"?x{k}" for k in range(9))
    names = " ".join(f"o{k}" for k in range(size))
    return {"domain": f"(define (domain d) (:predicates (q {wheres})) (:action a :parameters "
                      f"({wheres}) :precondition (and) :effect (q {wheres})))",
            "problem": f"(define (problem p) (:domain d) (:objects {names}) (:init) "
                       f"(:goal (q {' '.join(['o1'] * 9)})))", "time_limit": "2"}


def _left(service: Service, body: dict[str, str]) -> tuple[int, Any]:
    """Leave in the middle of waiting: the request is taken back."""
    link = HTTPConnection("127.0.0.1", service.port, timeout=0.2)
    with contextlib.suppress(OSError), contextlib.closing(link):
        link.request("POST", "/package/auto/solve?wait=1", json.dumps(body),
                     {"Content-Type": "application/json"})
        link.getresponse()
    return 0, "left"


Other = Callable[[Service, dict[str, str]], tuple[str, tuple[int, Any]]]
_OTHERS: dict[str, Other] = {
    "defect": lambda s, b: ("problem.pddl:1:", s.solved("auto", b | {
        "problem": b["problem"].replace("(on ", "(onn ")})),
    "refusal": lambda s, b: ("What could: ", s.solved("lpg", b | {
        "domain": b["domain"].replace(":precondition (and", ":precondition (and (not (on ?x ?x))")
    })),
    "status": lambda s, _: ("200 ", s.ask("GET", "/status")),
    "package": lambda s, _: ("fast-downward-optimal", s.ask("GET", "/package")),
    "no engine": lambda s, b: ("That package does not exist", s.ask(
        "POST", "/package/lama;rm/solve", b)),
    "no json": lambda s, _: ("400 ", s.ask("POST", "/package/auto/solve", b"{" * 5000)),
    "path": lambda s, _: ("404 ", s.ask("GET", "/check/..%2f..%2f..%2fetc%2fpasswd")),
    "bomb": lambda s, _: ('"status": "error"', s.solved("fast-downward-blind", _bomb(60))),
    "brackets": lambda s, b: ('"status": "error"', s.solved("auto", b | {
        "problem": "(" * 500_000})),
    "giant": lambda s, _: ("413 ", s.ask("POST", "/solve", b" " * (9 << 20))),
    "leave": lambda s, b: ("left", _left(s, b)),
}


@contextlib.contextmanager
def started(jobs: int, scratch: str) -> Iterator[tuple[Service, subprocess.Popen[str]]]:
    """Start the service on a free port, its temporary files in a folder; end it by an interrupt."""
    process = subprocess.Popen(
        [sys.executable, "-m", "planner", "serve", "--pddl", "--port", "0", "--jobs", str(jobs),
         "--time-limit", "20", "--memory-limit", "1000"], stderr=subprocess.PIPE, text=True,
        start_new_session=True,
        env={**os.environ, **dict.fromkeys(("TMPDIR", "TMP", "TEMP"), scratch)})
    assert process.stderr is not None
    found = re.search(r":(\d+) ", process.stderr.readline())
    assert found is not None
    try:
        yield Service(int(found[1])), process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)


def study(requests: int, at_a_time: int, *, jobs: int, seed: int, budget_s: float) -> Tally:
    """Ask; return what came of it."""
    tally, lock = Tally(), threading.Lock()
    kinds = random.Random(seed).choices([*SHARES], [*SHARES.values()], k=requests)
    end = time.monotonic() + budget_s
    with (tempfile.TemporaryDirectory(prefix="planner-load-") as scratch,
          started(jobs, scratch) as (service, process)):
        def one(number: int) -> None:
            if time.monotonic() > end:
                return
            begun = time.monotonic()
            try:
                wrong = check(kinds[number], service, random.Random(f"{seed}/{number}"))
            except Exception as error:
                wrong = f"{type(error).__name__}: {error}"
            with lock:
                tally.asked[kinds[number]] += 1
                tally.seconds.append(time.monotonic() - begun)
                if wrong:
                    tally.wrong.append(f"{number} {kinds[number]}: {wrong}")

        with ThreadPoolExecutor(at_a_time) as pool:
            list(pool.map(one, range(requests)))
        tree = psutil.Process(process.pid).children(recursive=True)
        tally.alive = process.poll() is None and service.ask("GET", "/status")[0] == 200
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)
        _, alive = psutil.wait_procs(tree, timeout=20)
        tally.orphans, tally.folders = len(alive), len(list(Path(scratch).iterdir()))
    return tally


def main(arguments: list[str] | None = None) -> None:
    """Run the study and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=1000)
    parser.add_argument("--at-a-time", type=int, default=16)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, default=3600.0, help="seconds")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    tally = study(given.requests, given.at_a_time, jobs=given.jobs, seed=given.seed,
                  budget_s=given.budget)
    data = {"asked": dict(sorted(tally.asked.items())), "total": sum(tally.asked.values()),
            "wrong": tally.wrong[:20], "number wrong": len(tally.wrong),
            "orphans": tally.orphans, "folders left": tally.folders, "alive": tally.alive,
            "median s": sorted(tally.seconds)[len(tally.seconds) // 2] if tally.seconds else None}
    if given.json:
        sys.stdout.write(json.dumps(data) + "\n")
        return
    for key, value in data.items():
        sys.stdout.write(f"{key:<14} {value}\n")


if __name__ == "__main__":
    main()
