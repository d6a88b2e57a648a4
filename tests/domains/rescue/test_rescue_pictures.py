"""Pictures show what is there; the command line writes them."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from rescue_episodes import build_environment

from domains.rescue.pictures.picture import draw_svg, scenery
from planner.cli.main import main


def test_svg_shows_everything() -> None:
    environment = build_environment({"scene": 1, "agents": 2, "seed": 0})
    text = draw_svg(scenery(environment.world, 3, {"Alice": "NavigateTo(ReservoirUtah)"}))
    ElementTree.fromstring(text)
    for word in ("ReservoirUtah", "CaldorFire: 2", "LostPersonTimmy (not spotted)", "step 3",
                 "Medium", "can burn", ">25<"):
        assert word in text


def test_run_writes_summary_trace_and_film(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("PIL")
    trace = tmp_path / "t.jsonl"
    main_ok(["run", "rescue", "--scene", "1", "--agents", "4", "--render", str(tmp_path),
             "--trace", str(trace), "--json", "-"])
    summary = json.loads(capsys.readouterr().out)
    assert summary["success"]
    assert {"SR", "TR", "C", "B", "L", "replans", "failures", "trace"} <= set(summary)
    kinds = [json.loads(line)["kind"] for line in trace.read_text().splitlines()]
    assert kinds[0] == "header"
    assert kinds[-1] == "result"
    assert (tmp_path / "episode.gif").stat().st_size > 10_000
    assert len(list(tmp_path.glob("step-*.png"))) == kinds.count("step") + 1


def test_a_file_is_dispatched_by_its_contents(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "my.toml"
    file.write_text('kind = "rescue"\n[[deposit]]\nname = "D"\nat = [3, 3]\n'
                    '[[person]]\nname = "P"\nat = [20, 20]\n')
    main_ok(["run", str(file), "--dry-run"])
    assert "NavigateTo(P)" in capsys.readouterr().out
    main_ok(["run", str(file)])
    file.write_text('kind = "rescue"\n[[deposit]]\nname = "D"\nat = [33, 3]\n')
    with pytest.raises(SystemExit) as caught:
        main(["run", str(file)])
    assert caught.value.code == 3
    assert "my.toml:4:6: (33, 3) is outside the grid" in capsys.readouterr().err


def main_ok(arguments: list[str]) -> None:
    code: object = 0
    try:
        main(arguments)
    except SystemExit as end:
        code = end.code
    assert code in (0, None)
