"""A planning service in a process of its own, for tests, and a small client of it."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SAMPLES = Path(__file__).parents[2] / "domains" / "pddl" / "samples"


@dataclass
class Client:
    address: str
    process: subprocess.Popen[str]

    def ask(self, path: str, body: object = None, *, method: str = "",
            headers: dict[str, str] | None = None) -> tuple[int, Any]:
        """Return status code and data; ``body`` is bytes, or data sent as JSON."""
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(
            body).encode()
        request = urllib.request.Request(
            self.address + path, data, headers={"Content-Type": "application/json",
                                                **(headers or {})},
            method=method or ("GET" if data is None else "POST"))
        try:
            with urllib.request.urlopen(request, timeout=120) as reply:
                return reply.status, json.loads(reply.read())
        except urllib.error.HTTPError as error:
            with error:
                text = error.read()
            return error.code, json.loads(text) if text.startswith(b"{") else text.decode()

    def solved(self, engine: str, body: object) -> dict[str, Any]:
        """Submit as an editor does, poll, and return what /check says in the end."""
        while (submitted := self.ask(f"/package/{engine}/solve", body))[0] == 429:
            time.sleep(0.1)  # a full queue is tried again
        reply = submitted[1]
        if not isinstance(reply.get("result"), str):
            return dict(reply)
        while True:
            _, found = self.ask(reply["result"])
            if found["status"] != "PENDING":
                return dict(found)
            time.sleep(0.05)


@contextlib.contextmanager
def serving(*options: str, scratch: str = "") -> Iterator[Client]:
    """Start a service on a free port, its temporary files in a folder; end it by an interrupt."""
    own = dict.fromkeys(("TMPDIR", "TMP", "TEMP"), scratch) if scratch else {}
    process = subprocess.Popen(
        [sys.executable, "-m", "planner", "serve", "--pddl", "--port", "0", *options],
        stderr=subprocess.PIPE, text=True, start_new_session=True, env={**os.environ, **own})
    try:
        assert process.stderr is not None
        found = re.search(r"http://\S+", process.stderr.readline())
        assert found is not None
        yield Client(found[0], process)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)


def sample(name: str = "gripper") -> dict[str, str]:
    return {"domain": (SAMPLES / f"{name.partition('-')[0]}-domain.pddl").read_text(),
            "problem": (SAMPLES / f"{name}.pddl").read_text()}


def bomb() -> dict[str, str]:
    """Return a problem whose grounding is far beyond any limit."""
    names = " ".join(f"o{k}" for k in range(60))
    wheres = " ".join(f"?x{k}" for k in range(9))
    return {"domain": f"(define (domain d) (:predicates (p ?x) (q {wheres})) (:action a "
                      f":parameters ({wheres}) :precondition (and) :effect (q {wheres})))",
            "problem": f"(define (problem p) (:domain d) (:objects {names}) (:init) "
                       f"(:goal (p o1)))"}
