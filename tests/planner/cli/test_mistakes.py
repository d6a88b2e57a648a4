"""What a newcomer gets wrong: each message names the way out, and none is a traceback."""

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
PLACES = {"PDDL": "domains/pddl/samples", "PLATE": "domains/competition/problems/plate.xml",
          "SCENE": "domains/rescue/scenes/scene_1.toml"}
MISTAKES = [line.split(" | ") for line in Path(__file__).with_name("mistakes.txt").read_text(
    encoding="utf-8").splitlines()]
"""Exit code, command, words of the message."""


@pytest.mark.parametrize(("code", "words", "mend"), MISTAKES, ids=lambda value: value[:40])
def test_a_mistake_is_answered_with_the_way_out(
    code: str, words: str, mend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "300")
    for name, place in PLACES.items():
        words = words.replace(name, str(ROOT / place))
    assert run(shlex.split(words)) == int(code)
    said = capsys.readouterr().err
    assert mend in said
    assert "Traceback" not in said
    assert "defect" not in said
