"""What a newcomer gets wrong: each message names the way out, and none is a traceback."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from planner.cli.main import run

ROOT = Path(__file__).resolve().parents[3]
FILES = {
    "broken.pddl": "(define (problem p) (:domain d",
    "text.txt": "not a problem",
    "empty.xml": "",
    "odd.xml": "<test><env>",
    "nowhere.toml": 'instruction = "Put the apple in the fridge"\nfloor_plan = "Nowhere"\n',
    "wrong.toml": 'instruction = "Put the apple in the fridge"\nfloor_plan "x"\n',
    "key.toml": 'instruction = "Put the apple in the fridge"\nfloorplan = "SmallKitchen"\n',
    "mine.py": "class Agent:\n    pass\n",
    "folder/one.txt": "",
    "bytes.plan": "\x00\x01" * 50,
    "long.plan": "Move 2\n" * 200_000,
}
PDDL = "ROOT/domains/pddl/samples"
PLATE = "ROOT/domains/competition/problems/plate.xml"
SCENE = "ROOT/domains/rescue/scenes/scene_1.toml"
MISTAKES = [
    ("slove x.pddl", 2, "Did you mean 'solve'"),
    ("--verison", 2, "--version"),
    ("solve", 2, "Missing argument 'FILE...'"),
    ("solve nofile.pddl", 3, "nofile.pddl: cannot be read: No such file"),
    ("solve folder", 3, "name the files in it (folder/*)"),
    ("solve text.txt", 3, "planner samples --out DIR"),
    ("solve broken.pddl", 2, "name one with --domain"),
    (f"solve {PDDL}/gripper-domain.pddl", 2, "planner solve PROBLEM.pddl --domain"),
    (f"solve {PDDL}/gripper.pddl --engine fastdownward", 2, "did you mean 'fast-downward'"),
    (f"solve {PDDL}/gripper.pddl --domain {PDDL}/parcels-domain.pddl", 3, "(:domain parcels)"),
    (f"solve {PDDL}/gripper.pddl --time-limit ten", 2, "--time-limit"),
    (f"solve {PDDL}/gripper.pddl --timelimit 10", 2, "--time-limit"),
    (f"solve {PDDL}/gripper.pddl --out text.txt", 2, "text.txt: a folder is wanted here"),
    (f"solve {PDDL}/gripper.pddl --pictures", 2, "--out"),
    (f"solve {SCENE} --true-world", 2, "--true-world has no effect"),
    (f"solve {SCENE} --domain d.pddl", 2, "--domain has no effect"),
    (f"solve {PLATE} --domain d.pddl", 2, "--domain has no effect"),
    (f"solve {PLATE} --json text.txt/below", 2, "text.txt"),
    ("solve empty.xml", 3, "expected: <test> with <env>"),
    ("solve odd.xml", 3, "odd.xml:1:"),
    ("validate text.txt", 2, "DOMAIN.pddl PROBLEM.pddl PLAN"),
    (f"validate {PDDL}/gripper.pddl {PDDL}/gripper-domain.pddl {PDDL}/gripper.plan", 3,
     "expected: (domain NAME)"),
    (f"validate {PDDL}/gripper-domain.pddl {PDDL}/gripper.pddl text.txt", 3, "(action argument"),
    (f"translate {PDDL}/gripper.pddl", 2, "Missing option '--out'"),
    ("run resque --scene 1", 2, "did you mean 'rescue'"),
    ("run rescue --scene 99", 2, "shipped: scene_1, scene_2"),
    ("run rescue --policy plan", 2, "did you mean 'planned'"),
    ("run rescue --policy replay", 2, "write replay:FILE"),
    ("run rescue --agents -1", 2, "at least 0"),
    ("run rescue --rule unnoticed=x", 2, "the value is a number"),
    ("run rescue --rule gravity=1", 3, "unknown rule 'gravity'"),
    ("run --suite-case rescue/nothing", 2, "unknown case 'nothing'"),
    ("run rescue --policy mine:Agent", 2, "has no method 'reset'"),
    ("run rescue --policy mine:Agnet", 5, "did you mean 'Agent'"),
    ("run rescue --policy nomodule:Agent", 5, "nor is there a file nomodule.py here"),
    ('run household "Put the apple in the fridge"', 2, "Missing option '--floor-plan'"),
    ('run household "Open the fridge" --floor-plan Kitchen1', 2, "did you mean SmallKitchen"),
    ("run household Put the apple away --floor-plan SmallKitchen", 2, "stands in quotes"),
    ('run household "Frobnicate the apple" --floor-plan SmallKitchen', 3, "'Frobnicate'"),
    ("run nowhere.toml", 2, "planner scenes list"),
    ("run wrong.toml", 3, "wrong.toml:2:12: not TOML: Expected '='"),
    ("run key.toml", 3, "did you mean 'floor_plan'"),
    (f"run {PDDL}/gripper.pddl", 2, "planner solve"),
    ("bench", 2, "Missing argument 'suite'"),
    ("bench smok --out R", 2, "did you mean 'smoke'"),
    ("bench smoke", 2, "Missing option '--out'"),
    ("bench wrong.toml --out R", 3, "wrong.toml:2:12"),
    ("bench smoke --cluster tcp://127.0.0.1:9 --out R", 5, "no scheduler"),
    ("bench smoke --out R --filter scene=77", 2, "planner list cases SUITE"),
    ("bench smoke --out R --algorithms greedi", 2, "known: symbolic, greedy"),
    ("compare folder", 3, "planner bench SUITE --out folder"),
    ("report folder --out r.html", 3, "planner bench SUITE --out folder"),
    ("gate folder --baseline none.json", 3, "planner bench SUITE --out folder"),
    ("show text.txt", 3, "--trace FILE writes one"),
    ("list engine", 2, "did you mean 'engines'"),
    ("lint folder", 3, "no problem files (*.xml)"),
    ("generate competition --count 2", 2, "--out DIR, or --dry-run"),
    ("generate rescue --count 2", 2, "Known: competition"),
    ("play", 2, "--stdio, --connect HOST:PORT, problem files"),
    (f"play {PLATE} --policy foo", 2, "known: belief, told"),
    ("play --connect somewhere", 2, "HOST:PORT (e.g. 127.0.0.1:7932)"),
    ("serve --pddl --mcp", 2, "choose one"),
    ("scenes show FloorPlan999 --out x.png", 2, "planner scenes"),
    (f"score {PLATE} text.txt", 3, "text.txt:1:1: not an action: 'not a problem'"),
    (f"score {PLATE} nofile", 3, "nofile: cannot be read"),
    (f"score {PLATE} bytes.plan", 3, "bytes.plan"),
    (f"score {PLATE} long.plan", 3, "long.plan"),
    (f"score {PLATE}", 2, "needs FILE and PLAN"),
    (f"score --replay text.txt {PLATE}", 2, "--replay"),
    ("score --replay text.txt", 3, "text.txt"),
]


@pytest.mark.parametrize(("words", "code", "mend"), MISTAKES, ids=lambda value: str(value)[:40])
def test_a_mistake_is_answered_with_the_way_out(
    words: str, code: int, mend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "300")
    assert run(shlex.split(words.replace("ROOT", str(ROOT)))) == code
    said = capsys.readouterr().err
    assert mend in said
    assert "Traceback" not in said
    assert "defect" not in said
