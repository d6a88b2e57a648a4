"""Services under clients that mean no good: others are answered all the same.

``PLANNER_ATTACKS=all`` opens 500 connections and waits until they are closed.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlparse

import pytest
from commands import python
from served import Client, sample, serving
from service_load import SHARES, study
from tours import DOMAIN, tour

from domains.household.thor.protocol.process import _sequence
from planner.api import load

ALL = os.environ.get("PLANNER_ATTACKS") == "all"
CONFINED = """if True:
    import os, sys
    from pathlib import Path
    from planner.api import load
    from planner.errors import UsageError
    from planner.service.confinement import confine
    confine(Path(sys.argv[1]))
    for place in sys.argv[2:]:
        try:
            print(load(place) and "opened" if place.endswith("toml") else os.listdir(place))
        except UsageError as error:
            print("refused" if "only what this service offers is opened" in str(error) else error)
"""
LONG = {"domain": DOMAIN, "problem": tour(30)}


@pytest.fixture(scope="module")
def service() -> Iterator[Client]:
    with serving("--jobs", "1", "--queue", "1", "--time-limit", "30") as client:
        yield client


def test_half_open_connections_keep_nobody_waiting(service: Client) -> None:
    place = urlparse(service.address)
    number = 500 if ALL else 150
    opened = [socket.create_connection((place.hostname or "", place.port or 0))
              for _ in range(number)]
    for one in opened:
        one.sendall(b"POST /solve HTTP/1.1\r\nHost: localhost\r\nX-")
    waits = []
    for _ in range(5):
        begun = time.monotonic()
        assert service.ask("/status")[0] == 200
        waits.append(time.monotonic() - begun)
    assert sorted(waits)[2] < 5, waits  # they are closed after ten seconds
    if ALL:
        time.sleep(12)
        assert all(one.recv(1000) == b"" for one in opened)
    for one in opened:
        one.close()


@pytest.mark.parametrize("text", ["(define \ud800", "\udcff"])
def test_half_a_surrogate_pair_is_a_bad_file(service: Client, text: str) -> None:
    code, said = service.ask("/package/auto/solve?wait=1", {"domain": text, "problem": text})
    assert code == 200
    assert "domain.pddl" in said["error"]


def test_a_cancelled_request_gives_its_place_back(service: Client) -> None:
    """One worker, one place: a running request, a waiting one that is cancelled, another one."""
    numbers = []
    for _ in range(2):
        _, said = service.ask("/package/fast-downward-anytime/solve", LONG)
        numbers.append(said["result"].partition("?")[0])
        while service.ask(numbers[0])[1].get("state") != "RUNNING":
            time.sleep(0.05)
    assert service.ask("/package/auto/solve", sample())[0] == 429
    assert service.ask(numbers[1], method="DELETE")[1] == {"cancelled": True}
    code, said = service.ask("/package/auto/solve", sample())
    assert code == 200
    assert service.ask(numbers[0], method="DELETE")[1] == {"cancelled": True}
    while service.ask(said["result"])[1]["status"] == "PENDING":
        time.sleep(0.05)
    assert service.ask(said["result"])[1]["status"] == "ok"


def test_only_what_the_server_offers_is_opened(tmp_path: Path) -> None:
    secret, own = tmp_path / "secret.toml", tmp_path / "own"
    own.mkdir()
    for file in (secret, own / "scene.toml", tmp_path / "own-not.toml"):
        file.write_text((Path(load.__code__.co_filename).parents[1]
                         / "domains/rescue/scenes/scene_5.toml").read_text())
    done = python("-c", CONFINED, own, own / "scene.toml", secret, own / "../secret.toml",
                  tmp_path / "own-not.toml", tmp_path)
    assert done.stdout.split() == ["opened", *["refused"] * 4], done.stderr


def test_a_silent_player_keeps_no_other_waiting(tmp_path: Path) -> None:
    root = Path(load.__code__.co_filename).parents[1]
    shutil.copy(root / "domains/competition/problems/plate.xml", tmp_path)
    command = [sys.executable, "-P", "-m", "planner", "serve", "--problems", str(tmp_path),
               "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        port = int(server.stderr.readline().rsplit(":", 1)[1])
        with socket.create_connection(("127.0.0.1", port)), socket.create_connection(
                ("127.0.0.1", port)) as player:
            player.settimeout(40)  # the other may be silent for a minute
            player.sendall(b"<name>Ours</name>")
            assert player.recv(100).startswith(b"<conf ")
        server.kill()


@pytest.mark.parametrize(("given", "number"), [
    (7, 7), (-1, -1), ("7", 0), ("x", 0), (None, 0), (2**70, 0), (1e300, 0), ([], 0), (True, 0)])
def test_any_sequence_number_is_taken(given: object, number: int) -> None:
    assert _sequence({"sequenceId": given}) == number


def test_many_requests_at_once_get_no_wrong_answer_and_leave_nothing() -> None:
    found = list(study(25, 8, jobs=2, seed=5))
    assert {v.group for v in found} == {*SHARES, "afterwards"}
    assert [(v.group, v.wrong) for v in found if v.wrong] == []
