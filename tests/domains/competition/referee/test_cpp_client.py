"""The C++ client of ``examples/clients``, written from ``docs/protocol.md``, plays with us."""

import shutil
import subprocess
from pathlib import Path

import pytest
from protocol_doubles import serving

from domains.competition.referee.environment import Referee
from domains.competition.referee.frames import decode, encode_reply, encode_request, split_frame
from domains.competition.referee.server import PlatformServer
from domains.competition.serving import case_seed, list_problems, load_cases
from translators.competition.problem_file import read_problem

ROOT = Path(__file__).resolve().parents[4]
SOURCE = ROOT / "examples/clients/client.cpp"
SEED = 7


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("g++")
    if compiler is None:
        pytest.skip("no g++ here")
    program = tmp_path_factory.mktemp("client") / "client"
    subprocess.run([compiler, "-std=c++98", "-O1", "-o", str(program), str(SOURCE)], check=True)
    return program


def test_it_gets_the_replies_of_the_referee(client: Path) -> None:
    paths = list_problems([ROOT / "domains/competition/problems"])[:8]
    cases, _ = load_cases(paths, seed=SEED)
    server = PlatformServer(cases)
    with serving(server) as results:
        played = subprocess.run([str(client), "127.0.0.1", str(server.port)], check=True,
                                capture_output=True, text=True, timeout=60)
    games = played.stdout.split("== ")[1:]
    assert len(games) == len(paths)
    for number, (path, game) in enumerate(zip(paths, games, strict=True)):
        name, *lines = game.splitlines()
        problem = read_problem(path)
        referee = Referee(problem.true_world(), problem.instructions, problem.lies,
                          case_seed(SEED, number))
        assert name == path.name
        assert len(lines) > 20
        for line in lines:
            action, _, reply = line.partition("=")
            assert sorted(referee.act(action).split()) == sorted(reply.split()), line
    assert [len(graded.actions) for graded in results[0].graded] == [
        len(game.splitlines()) - 1 for game in games]


def test_it_is_as_short_as_the_page_says() -> None:
    lines = SOURCE.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 100
    assert max(map(len, lines)) <= 100


def test_the_bytes_of_the_page_are_ours() -> None:
    """Every frame in the table of ``docs/protocol.md``, by our encoder and decoder."""
    page = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    rows = [line.split("|") for line in page.splitlines() if line.startswith("| `")]
    frames = {row[1].strip(" `"): bytes.fromhex(row[2].strip(" `")) + row[3].strip(" `").encode()
              + b"\0" + bytes.fromhex(row[4].strip(" `"))
              for row in rows if len(row) == 6 and row[3].startswith(" `<msg")}
    assert len(frames) >= 12
    requests = {"Move 4": ("Move", 4), "PutIn 3 5": ("PutIn", 3, 5), "AskLoc 3": ("AskLoc", 3),
                "Sense": ("Sense",), "Fini 0.25": ("Fini", 0.25)}
    replies: dict[str, object] = {"true": True, "false": False, "at(15,2)": "at(15,2)",
                                  "nothing": "", "15 2": [15, 2], "nobody": [], "unknown": None}
    for name, frame in frames.items():
        message = decode(frame[4:])
        if name in requests:
            assert encode_request(*requests[name]) == frame, name  # type: ignore[arg-type]
            assert (message.act, *message.values) == requests[name]
        else:
            assert encode_reply(replies[name]) == frame, name  # type: ignore[arg-type]
            assert message.values == (() if replies[name] is None else (replies[name],))
        assert split_frame(frame) == (frame[4:], len(frame))
