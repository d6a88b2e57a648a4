"""`planner play` and `planner serve` from the outside: files, line protocol, TCP, bad input."""

from pathlib import Path

import pytest
from commands import planner, python
from protocol_doubles import serving

from domains.competition.episode import play_file
from domains.competition.policy.player import CompetitionPolicy, warm_up
from domains.competition.referee.client import Session, connect
from domains.competition.referee.server import PlatformServer
from domains.competition.serving import case_seed, list_problems, load_cases
from translators.competition.english.reading import _parser

PROBLEM = Path(__file__).with_name("two_tasks.xml").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("b.xml", "a.xml", "in two words.xml"):
        (tmp_path / name).write_text(PROBLEM, encoding="utf-8")
    (tmp_path / "broken.xml").write_text("<test><env>", encoding="utf-8")
    (tmp_path / "test.list").write_text("b.xml\n in two words.xml\r\n\nbroken.xml", "utf-8-sig")
    return tmp_path


def test_local_table_and_json(folder: Path) -> None:
    shown = planner("play", "--problems", folder, "--seed", "1")
    assert shown.returncode == 3  # one file could not be loaded; the others are played
    lines = shown.stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["b.xml", "in", "broken.xml", "total"]
    assert "tasks 2/2" in lines[0]
    data = planner("play", folder / "a.xml", "--json", "-").data
    assert data["problems"][0]["tasks"] == [2, 2]
    assert data["base"] == data["problems"][0]["base"] > 40
    assert {"low", "high", "count", "mean", "true"} == set(data["calibration"][0])


def test_english_is_the_same_game(folder: Path) -> None:
    results = [play_file(folder / "a.xml", seed=3, language=language)
               for language in ("instructions", "english")]
    assert results[0].figure("base") == results[1].figure("base") > 40


def stdio(text: str, *options: str) -> tuple[int, list[str]]:
    done = python("-m", "planner", "play", "--stdio", *options, given=text)
    return done.returncode, done.stdout.splitlines()


def test_stdio_worked_example() -> None:
    env = ("(:domain (hold 0) (plate 0) (at 0 1) (sort 1 human) (size 1 big) (at 1 1) "
           "(sort 3 cupboard) (size 3 big) (at 3 3) (type 3 container) (closed 3))")
    task = "(:ins (:task (open X) (:cond (sort X cupboard) (type X container))))"
    one = f"NAME E7.xml\nENV {env}\nTASK 1\n{task}\n1\n1\n"
    assert stdio(one + one) == (0, ["Move 3", "Open 3", "Stop"])
    english = one.replace(task, "Open the door of the cupboard.")
    assert stdio(one + english, "--persistent") == (0, ["Move 3", "Open 3", "Stop"] * 2)
    assert stdio("NAME a\nENV ((((\nTASK 1\n(:ins\n") == (0, ["Stop"])
    assert stdio("HELLO\n")[0] == 3


def test_a_first_problem_waits_for_no_grammar() -> None:
    _parser.cache_clear()
    warm_up()
    assert _parser.cache_info().currsize


def test_tcp_gives_the_same_games(folder: Path) -> None:
    paths = list_problems([folder])
    cases, defects = load_cases(paths, seed=5)
    assert len(defects) == 1
    server = PlatformServer(cases, port=0, quit_s=0.1)
    with serving(server) as results:
        Session(connect("127.0.0.1", server.port), CompetitionPolicy(), "ours").play()
    local = [play_file(p, seed=case_seed(5, n)) for n, p in enumerate(paths)]
    (served,) = results
    assert [g.base for g in served.graded] == [r.figure("base") for r in local]
    assert [g.actions for g in served.graded] == [r.actions for r in local]
