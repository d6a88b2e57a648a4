"""The REST protocol: what clients of planning services ask, and what nobody should."""

import asyncio
import contextlib
import gzip
import os
import signal
import time
from collections.abc import Iterator
from typing import Any

import psutil
import pytest
from commands import python
from served import SAMPLES, Client, bomb, sample, serving
from waiting import alive, wait_until

from planner.pddl import read_task
from planner.plan import parse_ipc
from planner.service.jobs import Bounds
from planner.service.rest import application
from planner.validation.judges import Verdict, judge


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with serving("--jobs", "2", "--time-limit", "20", "--queue", "8") as found:
        yield found


def test_an_editor_submits_polls_and_gets_a_plan_that_is_valid(client: Client) -> None:
    found = client.solved("auto", sample() | {"some-editor-option": 1})
    assert found["status"] == "ok"
    (plan,) = found["result"]["output"].values()
    task = read_task(SAMPLES / "gripper-domain.pddl", SAMPLES / "gripper.pddl")
    assert judge(task, parse_ipc(plan)).overall is Verdict.VALID
    assert "some-editor-option" in found["result"]["stderr"]


def test_a_manifest_names_its_two_files_only(client: Client) -> None:
    _, packages = client.ask("/package")
    for name, package in packages.items():
        solve = package["endpoint"]["services"]["solve"]
        assert package["package_name"] == name
        assert solve["call"] == f"{name} {{domain}} {{problem}}"
        assert [a["name"] for a in solve["args"]] == ["domain", "problem"]
    assert client.ask("/package/auto")[1] == client.ask("/package/auto/solve")[1]


def test_the_shapes_of_other_servers(client: Client) -> None:
    _, waited = client.ask("/package/auto/solve?wait=1", sample())
    assert "(" in waited["sas_plan"]
    _, old = client.ask("/solve", sample())
    assert old["status"] == "ok"
    assert len(old["result"]["plan"]) == old["result"]["length"] > 0
    assert client.solved("auto", sample("parcels-unsolvable"))["result"]["output"] == {}
    assert client.ask("/solve", sample("parcels-unsolvable"))[1]["status"] == "error"
    assert client.solved("fast-downward", sample() | {"optimal": "false"})["status"] == "ok"


def test_missing_and_unknown_things_are_errors_the_editor_shows(client: Client) -> None:
    _, none = client.ask("/package/auto/solve", {"problem": "x"})
    assert none["Error"] == "Required argument, domain was not provided"
    assert client.ask("/package/%00/solve", sample())[1]["Error"] == "That package does not exist"
    assert client.ask("/package/auto/solve", sample() | {"time_limit": "soon"})[0] == 400
    assert client.ask("/check/nosuch")[0] == 404
    assert client.ask("/check/nosuch", {"adaptor": "planning_editor_adaptor"})[0] == 400


@pytest.mark.parametrize(("body", "headers", "code"), [
    (b"[1]", {}, 400), (b"\xff\xfe", {}, 400),
    (b"{}", {"Content-Type": "text/plain"}, 415),
    (b"{}", {"Host": "planner.example"}, 400), (b"{}", {"Host": "testserver"}, 400),
    (b"{}", {"Host": ""}, 400),
    (gzip.compress(b"0" * 10_000_000), {"Content-Encoding": "gzip"}, 400),
])
def test_hostile_bodies_are_refused(
    client: Client, body: bytes, headers: dict[str, str], code: int
) -> None:
    assert client.ask("/package/auto/solve", body, headers=headers)[0] == code
    assert client.ask("/status")[0] == 200


def test_a_running_request_can_be_cancelled_and_its_engine_ends(client: Client) -> None:
    _, reply = client.ask("/package/fast-downward-blind/solve", bomb())
    number = reply["result"].partition("?")[0].removeprefix("/check/")
    tree = psutil.Process(client.process.pid)
    wait_until(lambda: _engines(tree))
    assert client.ask(f"/cancel/{number}", {})[1] == {"cancelled": True}
    assert client.ask(f"/check/{number}")[1]["result"]["error"] == "cancelled"
    wait_until(lambda: not _engines(tree))
    assert client.solved("auto", sample())["status"] == "ok"


def _engines(tree: psutil.Process) -> bool:
    """Say whether Fast Downward's translator or its search runs below a process."""
    with contextlib.suppress(psutil.NoSuchProcess):  # one may end while it is looked at
        return any("fast_downward" in " ".join(child.cmdline())
                   for child in tree.children(recursive=True) if alive(child))
    return _engines(tree)


def test_a_lost_worker_costs_one_request(client: Client) -> None:
    _, reply = client.ask("/package/fast-downward-blind/solve", bomb())
    tree = psutil.Process(client.process.pid)
    wait_until(lambda: _engines(tree))
    for child in tree.children():
        os.kill(child.pid, signal.SIGKILL)
    while client.ask(reply["result"])[1]["status"] == "PENDING":
        time.sleep(0.05)
    assert "lost" in client.ask(reply["result"])[1]["result"]["error"]
    assert client.solved("auto", sample())["status"] == "ok"


def test_a_full_queue_says_so_and_limits_hold() -> None:
    with serving("--jobs", "1", "--queue", "1", "--time-limit", "2",
                 "--memory-limit", "300") as client:
        codes = [client.ask("/package/fast-downward-blind/solve", bomb())[0] for _ in range(8)]
        assert codes[0] == 200
        assert 429 in codes
        while client.ask("/status")[1]["running"] or client.ask("/status")[1]["waiting"]:
            time.sleep(0.1)
        reply = client.solved("fast-downward-blind", bomb())
        assert reply["result"]["error"].startswith(("TIMEOUT", "MEMOUT"))


def test_a_client_may_leave_within_its_body() -> None:
    sent: list[Any] = []
    scope = {"type": "http", "method": "POST", "path": "/solve", "query_string": b"",
             "headers": [(b"host", b"localhost")]}

    async def receive() -> dict[str, str]:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(application(Bounds())(scope, receive, send))
    assert sent[0]["status"] == 400


def test_a_port_that_is_taken_is_a_usage_error(client: Client) -> None:
    port = client.address.rpartition(":")[2]
    run = python("-m", "planner", "serve", "--pddl", "--port", port)
    assert run.returncode == 2
    assert "cannot listen" in run.stderr


def test_nothing_is_left_when_the_service_is_killed() -> None:
    with serving("--jobs", "1") as client:
        client.ask("/package/fast-downward-blind/solve", bomb())
        tree = psutil.Process(client.process.pid)
        while len(tree.children(recursive=True)) < 3:
            time.sleep(0.05)
        below = tree.children(recursive=True)
        client.process.kill()
        wait_until(lambda: not any(map(alive, below)))
