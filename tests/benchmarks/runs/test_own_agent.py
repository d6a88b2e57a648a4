"""Agents of one's own in a sweep: the page's, and those that misbehave; the manifest."""

import json
from pathlib import Path
from typing import Any

import pytest
from commands import Done, planner

ROOT = Path(__file__).parents[3]
BAD = Path(__file__).with_name("bad_agents.txt").read_text(encoding="utf-8")


def bench(out: Path, policy: str, *more: str) -> Done:
    return planner("bench", "smoke", "--policy", policy, "--filter", "scene=1 seed=0 agents=2",
                   "--jobs", "0", "--out", out, *more)


def only_run(out: Path) -> tuple[dict[str, Any], Path]:
    (path,) = out.glob("runs/*/*/result.json")
    return json.loads(path.read_text()), path.parent


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    name = f"bad_agents_{tmp_path.name}".replace("-", "_")
    (tmp_path / f"{name}.py").write_text(BAD)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path / f"{name}.py"


@pytest.mark.parametrize(("name", "outcome", "words", "code"), [
    ("Raises", "agent", "decide() raised ValueError: no idea", 5),
    ("Prints", "finished", "", 0),
    ("Hangs", "time-limit", "; the agent Hangs was in ", 0),
])
def test_who_misbehaves_fails_one_run_with_the_reason(
    here: Path, name: str, outcome: str, words: str, code: int
) -> None:
    limit = "1" if name == "Hangs" else "60"
    done = bench(Path("out"), f"{here.stem}:{name}", "--time-limit", limit, "--json", "-")
    assert done.returncode == code
    assert done.data  # what agents print does not get in between
    record, folder = only_run(Path("out"))
    assert record["outcome"]["name"] == outcome
    assert words in record["outcome"]["message"]
    if name == "Prints":
        assert len((folder / "printed.log").read_text()) == 100_000


def test_who_is_no_agent_stops_the_sweep_before_it_begins(here: Path) -> None:
    assert bench(Path("out"), f"{here.stem}:Empty").returncode == 2
    assert bench(Path("out"), f"{here.stem}:Nobody").returncode == 5
    assert not Path("out").exists()


def test_a_changed_agent_wants_another_folder_and_no_agent_is_called_as_a_control(
    here: Path
) -> None:
    who = f"{here}:Prints"
    assert bench(Path("out"), who, "--label", "idle").returncode == 2
    assert bench(Path("out"), who, "--label", "Mine").returncode == 0
    assert bench(Path("out"), who, "--label", "Mine", "--resume").returncode == 0
    here.write_text(BAD + "\n")
    changed = bench(Path("out"), who, "--label", "Mine", "--resume")
    assert changed.returncode == 2
    assert "before its file was changed" in changed.stderr


def test_the_agent_of_the_page_works_and_its_digest_is_the_same_twice(tmp_path: Path) -> None:
    source = (ROOT / "examples/own_agent.py").read_text()
    page = (ROOT / "docs/agents.md").read_text()
    assert f"```python file=own_agent.py\n{source}```" in page
    assert len([line for line in source.splitlines() if line.strip()]) <= 30
    made = []
    for place in ("a", "b"):
        assert bench(tmp_path / place, f"{ROOT}/examples/own_agent.py:Agent").returncode == 0
        made.append(json.loads((tmp_path / place / "manifest.json").read_text()))
    record, _ = only_run(tmp_path / "a")
    assert record["record"]["success"]
    assert made[0]["digest"] == made[1]["digest"]
    assert (made[0]["complete"], made[0]["seeds"]) == (True, [0])
