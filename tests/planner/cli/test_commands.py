"""Commands one by one: each line has its exit code and words that it prints, none a traceback.

``mistakes.txt`` is what a newcomer gets wrong: standard error names the way out.
"""

import shlex
import shutil
from pathlib import Path

import pytest
from commands import planner

HERE, ROOT = Path(__file__).parent, Path(__file__).parents[3]
PLACES = {"PDDL": "domains/pddl/samples", "PLATE": "domains/competition/problems/plate.xml",
          "WITHHELD": "domains/competition/problems/withheld.xml",
          "SCENE": "domains/rescue/scenes/scene_1.toml",
          "CLEAN": "tests/translators/competition/clean.xml",
          "PUZZLES": "domains/space/samples/puzzles.json",
          "MINI": "tests/translators/space/data/mini"}
LINES = [(name, *line.split(" | ", 2)) for name in ("commands", "mistakes") for line in
         (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(("table", "code", "words", "said"), LINES, ids=lambda value: value[:40])
def test_it_does_what_it_says(
    table: str, code: str, words: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(HERE / "files", tmp_path, dirs_exist_ok=True)
    (tmp_path / "mine.py").write_text("class Agent:\n    pass\n")
    (tmp_path / "bytes.plan").write_bytes(b"\x00\x01\x80" * 50)
    (tmp_path / "long.plan").write_text("Move 2\n" * 200_000)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("benchmarks.runner.CONNECT_S", 1)  # nobody answers there
    for name, place in PLACES.items():
        words = words.replace(name, str(ROOT / place))
    done = planner(*shlex.split(words), COLUMNS="300")
    assert done.returncode == int(code), done
    shown = done.stderr + done.stdout * (table == "commands")
    for word in said.split(" & "):
        assert word in shown
    assert "Traceback" not in done.stderr
    assert "defect" not in done.stderr
