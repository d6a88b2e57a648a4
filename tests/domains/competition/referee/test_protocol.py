"""Both ends of the official protocol over loopback, well-behaved and misbehaving."""

import contextlib
import random
import socket
import time
from collections.abc import Callable, Iterator

import pytest
from protocol_doubles import CountingJudge, Scripted, cases, fake_platform, serving

from domains.competition.referee.client import (
    Session,
    connect,
    parse_address,
    parse_test,
    request_bytes,
)
from domains.competition.referee.frames import FrameError, encode_reply, encode_request
from domains.competition.referee.link import Link, LinkError
from domains.competition.referee.server import Bounds, Case, PlatformServer
from planner.errors import ComponentError, UsageError

CONF = b'<conf to="5000"/>'
TEST = b"<test><name>a.xml</name><es>(:domain (at 0 1))</es><ts>r&ed.</ts></test>"
QUIT, YES, NO = b"<quit/>\x00", encode_reply(True), encode_reply(False)
ACTIONS = ["Move 4", "PutIn 3 5", "AskLoc 15", "Sense", "Open 4"]
REPLIES = ["1", "1", "at(15,2)", "14 15 2", "0"]


def client(port: int, actions: list[str] = ACTIONS, **options: object) -> Session:
    return Session(connect("127.0.0.1", port), Scripted(actions), team="Ours",
                   **options)  # type: ignore[arg-type]


@contextlib.contextmanager
def greeted(server: PlatformServer) -> Iterator[Link]:
    """Greet a platform and wait for the first problem."""
    link = connect("127.0.0.1", server.port)
    link.send(b"<name>k</name>")
    link.read_until([b"</test>"], timeout_s=5)
    yield link
    link.close()


def test_whole_session() -> None:
    server = PlatformServer(cases(3), port=0, quit_s=0.2)
    with serving(server) as results:
        session = client(server.port)
        runs = session.play()
        session.link.close()
    assert [r.name for r in runs] == ["00.xml", "01.xml", "02.xml"]
    assert runs[0].actions == tuple(zip(ACTIONS, REPLIES, strict=True))
    assert results[0].team == "Ours"
    assert results[0].base == 15
    assert results[0].graded[0].task == "(:ins (r&ed <x>))"
    log = results[0].log()
    assert "\t[Move 4|true]\n\t[PutIn 3 5|true]\n\t[AskLoc 15|at(15,2)]\n\t[Sense | 14 15 2]" in log
    assert "\t[Open 4|false]" in log
    assert log.endswith(f"Total Score: {results[0].total}\n")


def acting(*script: bytes | float | None, heard: list[bytes], pieces: int = 1
           ) -> Callable[[socket.socket], None]:
    """Be a platform: bytes are sent in pieces, None hears a frame, a number is seconds of sleep."""
    def behave(sock: socket.socket) -> None:
        link = Link(sock)
        link.read_until([b"</name>"], timeout_s=5)
        for step in script:
            if step is None:
                heard.append(link.read_frame(timeout_s=5))
            elif isinstance(step, float):
                time.sleep(step)
            else:
                size = max(1, len(step) // pieces)
                for start in range(0, len(step), size):
                    sock.sendall(step[start : start + size])
                    time.sleep(0.002)
    return behave


@pytest.mark.parametrize(("pieces", "yes"), [(1, YES), (1, YES * 2), (2, YES), (3, YES), (7, YES)])
def test_split_merged_and_doubled_segments(pieces: int, yes: bytes) -> None:
    behave = acting(CONF + TEST, None, yes, None, NO, None, TEST, None, YES, None, YES, QUIT,
                    heard=[], pieces=pieces)
    with fake_platform(behave) as port:
        runs = client(port, ["Move 4", "Move 5"]).play()
    assert [[reply for _, reply in r.actions] for r in runs] == [["1", "0"], ["1", "1"]]


MISBEHAVIOUR = {
    "closes at once": lambda s: None,
    "silent at greeting": lambda s: s.recv(1 << 16) and s.recv(1 << 16),
    "closes after conf": lambda s: s.sendall(CONF),
    "no timeout in conf": lambda s: s.sendall(b"<conf/>"),
    "half a test": lambda s: s.sendall(CONF + TEST[:30]),
    "test without es": lambda s: s.sendall(CONF + b"<test><name>a</name></test>"),
    "half a frame": lambda s: (s.sendall(CONF + TEST + encode_reply(True)[:9]), s.recv(1 << 16)),
    "wrong length": lambda s: (s.sendall(CONF + TEST + b"\xff\xff\xff\xff<msg />\x00"),
                               s.recv(1 << 16)),
    "tiny length": lambda s: (s.sendall(CONF + TEST + b"\x01\x00\x00\x00\x00"), s.recv(1 << 16)),
    "stalls in the middle": lambda s: (s.sendall(CONF + TEST), s.recv(9), s.recv(1 << 16),
                                       s.recv(1 << 16)),
}


@pytest.mark.parametrize("name", MISBEHAVIOUR)
def test_broken_platform_gives_a_message(name: str) -> None:
    with fake_platform(MISBEHAVIOUR[name]) as port:
        session = client(port, silence_s=0.4, reply_s=0.4)
        with pytest.raises(ComponentError, match=r"the session ended after [01] problem"):
            session.play()
        session.link.close()


@pytest.mark.parametrize("bad", [encode_reply(None), encode_reply("at(1,2)"), encode_reply([1]),
                                 b"\x09\x00\x00\x00<msx />\x00\x00"])
def test_unknown_reply_ends_the_problem_only(bad: bytes) -> None:
    heard: list[bytes] = []
    with fake_platform(acting(CONF + TEST, None, bad, None, QUIT, heard=heard)) as port:
        (run,) = client(port).play()
    assert b"Fini" in heard[1]
    assert run.actions == ()
    assert run.trouble


def test_after_the_limit_only_fini_is_sent() -> None:
    heard: list[bytes] = []
    behave = acting(b'<conf to="1000"/>' + TEST, None, 1.1, YES, None, QUIT, heard=heard)
    with fake_platform(behave) as port:
        (run,) = client(port).play()
    assert heard[1] == encode_request("Fini", 1.0)[4:]
    assert [a for a, _ in run.actions] == ["Move 4"]


def test_server_survives_garbage_clients() -> None:
    rng = random.Random(4)
    garbage = [b"", b"<name>", b"\x00" * 50, rng.randbytes(3000), b"<name>x</name>",
               b"<name>x</name>" + rng.randbytes(100),
               b"<name>x</name>" + encode_request("Move", 4)[:20],
               b"<name>x</name>\xff\xff\xff\x7f", b"GET / HTTP/1.1\r\n\r\n"]
    server = PlatformServer(cases(2), port=0, idle_s=0.3, quit_s=0.1)
    with serving(server, len(garbage)) as results:
        for data in garbage:
            with socket.create_connection(("127.0.0.1", server.port), timeout=5) as sock:
                sock.sendall(data)
                sock.settimeout(5)
                try:
                    while sock.recv(65536):
                        pass
                except OSError:
                    pass
    assert len(results) == len(garbage)
    assert all(r.trouble and len(r.graded) == 2 for r in results)
    assert all(r.base == 0 for r in results)


def test_fuzzed_frames_keep_the_session_alive() -> None:
    """Frames with right lengths and wrong contents are answered and cost nothing."""
    rng = random.Random(5)
    server = PlatformServer(cases(1), port=0, idle_s=2.0, quit_s=0.1)
    with serving(server) as results, greeted(server) as link:
        for _ in range(300):
            frame = bytearray(encode_request(rng.choice(["Move", "PutIn", "Jump"]), 3))
            for _ in range(rng.randint(1, 3)):
                frame[rng.randint(4, len(frame) - 1)] = rng.randrange(256)
            link.send(bytes(frame))
            link.read_frame(timeout_s=5)
        link.send(encode_request("Move", 4))
        link.read_frame(timeout_s=5)
        link.send(encode_request("Fini", 0.0))
        assert link.read_until([b"<quit/>\x00"], timeout_s=5)
    assert results[0].trouble == ""
    assert results[0].graded[0].note


def test_two_clients_at_once_are_served_in_turn() -> None:
    server = PlatformServer(cases(1), port=0, quit_s=0.1)
    with serving(server, 2) as results:
        first, second = client(server.port), client(server.port)
        second.link.send(b"")
        assert len(first.play()) == 1
        first.link.close()
        assert len(second.play()) == 1
        second.link.close()
    assert [r.base for r in results] == [5, 5]


def test_leaving_early_is_graded_with_full_time() -> None:
    server = PlatformServer(cases(3), port=0, quit_s=0.1)
    with serving(server) as results, greeted(server) as link:
        link.send(encode_request("Move", 4))
        link.read_frame(timeout_s=5)
    graded = results[0].graded
    assert [g.score for g in graded] == [1, 0, 0]
    assert graded[0].seconds == 5.0
    assert "client lost" in results[0].trouble


def test_time_outside_the_limit_scores_nothing() -> None:
    for t, expected in ((-0.5, 0), (5.5, 0), (float("nan"), 0), (1.0, 80)):
        server = PlatformServer(cases(1), port=0, quit_s=0.1)
        with serving(server) as results, greeted(server) as link:
            link.send(encode_request("Fini", t))
            link.read_until([b"<quit/>\x00"], timeout_s=5)
        assert results[0].graded[0].score == expected


def test_parsing_helpers() -> None:
    assert parse_address("127.0.0.1:7932") == ("127.0.0.1", 7932)
    assert parse_address("[::1]:1") == ("::1", 1)
    for bad in ("7932", "host:", ":1", "host:70000", "host:x"):
        with pytest.raises(UsageError):
            parse_address(bad)
    assert parse_test(TEST).task == "r&ed."
    for bad_action in ("Move", "Move x", "Sense 3", "Jump 1", "PutIn 3", "Move -1", ""):
        with pytest.raises(FrameError):
            request_bytes(bad_action)
    with pytest.raises(LinkError, match="cannot connect"):
        connect("127.0.0.1", 1, timeout_s=1)


class BrokenJudge(CountingJudge):
    def act(self, text: str) -> str:
        raise ZeroDivisionError("oops")


def test_a_session_that_fails_never_ends_the_server() -> None:
    broken = Case("broken.xml", "(:domain)", "(:ins)", BrokenJudge)
    server = PlatformServer([broken], port=0, quit_s=0.1)
    with serving(server, 2) as results:
        for _ in range(2):
            with greeted(server) as link:
                link.send(encode_request("Move", 4))
                with pytest.raises(LinkError):
                    link.read_frame(timeout_s=5)
    assert ["ZeroDivisionError" in r.trouble for r in results] == [True, True]


@pytest.mark.parametrize(("bounds", "said"), [
    (Bounds(messages=3), "3 messages"), (Bounds(frame_bytes=200), "200 bytes"),
    (Bounds(problem_s=0.0), "0 s in one problem"),
])
def test_a_session_has_bounds(bounds: Bounds, said: str) -> None:
    server = PlatformServer(cases(2), port=0, quit_s=0.1, bounds=bounds)
    with (serving(server) as results, greeted(server) as link,
          contextlib.suppress(LinkError)):
        for _ in range(10):
            link.send(encode_request("Move", 4))
            link.read_frame(timeout_s=5)
    assert said in results[0].trouble
    assert [g.note != "" for g in results[0].graded] == [True, True]
