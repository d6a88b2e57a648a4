"""The examples at the end of each --help work, one after the other, in one folder."""

import shlex
from pathlib import Path

import pytest
from clashes import NEEDS_MORE, clashing, starts

from planner.cli.main import COMMANDS, examples, run
from planner.discovery import HOME, capabilities, discover


def test_every_example_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers have tests of their own."""
    clashing(tmp_path, "plain")
    monkeypatch.chdir(tmp_path)
    for line in examples():
        if not starts(line, "serve", "play --stdio", *NEEDS_MORE):
            findings = int(starts(line, "submission"))  # the names of the files are not a team's
            assert run(shlex.split(line)[1:]) == findings, line


def test_every_command_has_one_and_shows_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert {line.split()[1] for line in examples()} == {*COMMANDS, *capabilities(COMMANDS)}
    played = {line.split()[2] for line in examples() if line.startswith("planner run ")}
    ours = [name for name, home in discover().homes.items() if home == HOME]
    assert {name for name in ours if discover().domains[name].has("environment")} <= played
    for line in [line for line in examples() if starts(line, "serve", "play", *NEEDS_MORE)]:
        words = [word for word in line.partition(" --")[0].split()[1:] if "." not in word]
        given = [word for word in line.split() if word.startswith("--")]
        run([*words, *(word for word in given if word in ("--pddl", "--mcp")), "--help"])
        shown = capsys.readouterr().out
        assert f"  {line}\n" in shown.partition("\nExamples:\n")[2]
        assert all(f"  {word} " in shown for word in given)
