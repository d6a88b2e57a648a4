"""``planner season``: the same games again, paired with a record, lost problems with causes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from planner.cli.main import main
from translators.competition.commands.season import games


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as end:
        main(list(arguments))
    return int(end.value.code or 0)


def test_games_are_frozen_and_what_is_lost_has_a_cause() -> None:
    one, two = (list(games(["guide2025"], 4, 9)) for _ in range(2))
    assert one == two
    for game in one:
        assert game.base <= game.best
        assert bool(game.cause) == (game.base < game.best)
        assert game.cause in ("", "rule", "search", "belief", "question")


def test_a_record_is_paired_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "old.json"
    arguments = ["season", "--count", "2", "--families", "normal", "--seed", "4"]
    assert run(*arguments, "--out", str(record)) == 0
    total = sum(game["base"] for game in json.loads(record.read_text())["games"])
    capsys.readouterr()
    assert run(*arguments, "--against", str(record)) == 0
    row = next(line for line in capsys.readouterr().out.splitlines() if " all " in line)
    assert row.split()[3] == row.split()[-1] == str(total)
    record.write_text("[]")
    assert run(*arguments, "--against", str(record)) == 3
