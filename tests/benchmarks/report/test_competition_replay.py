"""Recorded runs of the official platform against our referee."""

from collections import Counter
from pathlib import Path

import pytest

from domains.competition.recorded_games import read_runs, replay
from planner.errors import InputError


def test_all_recorded_runs_are_reproduced(shared: Path) -> None:
    folder = shared / "competition"
    runs = [replay(run, folder) for run in read_runs(folder / "peer_atri.csv")]
    assert len(runs) == 200
    assert sum(len(r.run.actions) for r in runs) > 4000
    assert [(r.run.folder, r.run.problem) for r in runs if not r.agrees] == []
    assert [(r.run.folder, r.run.problem) for r in runs if r.unreadable] == [
        ("problems1/IT/stage1", "02.xml")
    ]
    sums = Counter[str]()
    for run in runs:
        sums[run.run.folder] += run.run.base_score
    assert sorted(sums.values()) == [6570, 6628, 8169, 8349]


def test_a_wrong_record_is_noticed(shared: Path, tmp_path: Path) -> None:
    row = "problems1/IT/stage1,05.xml,999,999,Move 2=1;Move 2=1"
    path = tmp_path / "record.csv"
    path.write_text(f"set,problem,base_score,total_score,actions\n{row}\n")
    result = replay(read_runs(path)[0], shared / "competition/problems1/IT/stage1")
    assert not result.agrees
    assert result.differences == ("2: Move 2: '1' recorded, '0' ours",)


def test_bad_records(tmp_path: Path) -> None:
    path = tmp_path / "record.csv"
    header = "set,problem,base_score,total_score,actions\n"
    for text in ("", "a,b\n", header + "s,p,x,1,\n", header + "s,p,1,1,Move 3\n"):
        path.write_text(text)
        with pytest.raises(InputError, match=r"record\.csv:[12]: "):
            read_runs(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError):
        read_runs(path)
