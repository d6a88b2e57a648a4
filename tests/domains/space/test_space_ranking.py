"""Standard scores and tables of systems."""

from pathlib import Path

import pytest

from domains.space.scoring.ranking import rank_systems, read_systems
from planner.errors import InputError


def test_two_systems_are_one_deviation_apart_and_equals_share_a_place() -> None:
    places = rank_systems({"a": {"1": 0.2, "2": 0.9}, "b": {"1": 0.4, "2": 0.9}})
    assert [(p.place, p.system) for p in places] == [(1, "b"), (2, "a")]
    assert [p.mean for p in places] == pytest.approx([0.5, -0.5])
    assert [p.place for p in rank_systems({"a": {"1": 1.0}, "b": {"1": 1.0}})] == [1, 1]
    with pytest.raises(InputError, match="two systems"):
        rank_systems({"a": {"1": 1.0}})


def test_missing_subtask_counts_zero_unless_skipped() -> None:
    table = {"a": {"1": 1.0, "3": 1.0}, "b": {"1": 2.0}}
    zero = {p.system: p.mean for p in rank_systems(table)}
    assert zero["a"] == pytest.approx(0.0)
    skip = {p.system: p for p in rank_systems(table, missing="skip")}
    assert skip["b"].mean == pytest.approx(1.0)
    assert skip["b"].missing == ("3",)


def test_tables_are_read_in_all_forms(tmp_path: Path) -> None:
    expected = {"甲": {"1": 0.5, "2": 0.25}}
    (tmp_path / "a.json").write_text('{"甲": {"1": 0.5, "2": 0.25}}', encoding="utf-8")
    (tmp_path / "a.toml").write_text('["甲"]\n1 = 0.5\n2 = 0.25\n', encoding="utf-8")
    (tmp_path / "a.csv").write_text("system,1,2,3\n甲,0.5,0.25,-\n", encoding="utf-8")
    folder = tmp_path / "runs" / "甲"
    folder.mkdir(parents=True)
    (folder / "task1.json").write_text('{"strict": {"macro_f1": 0.5}}', encoding="utf-8")
    (folder / "task2.json").write_text('{"macro_f1": 0.25}', encoding="utf-8")
    for name in ("a.json", "a.toml", "a.csv", "runs"):
        assert read_systems(tmp_path / name) == expected


@pytest.mark.parametrize("text", ["[", "[1]", '{"a": 3}', '{"a": {"1": "x"}}', '{"a": {"1": NaN}}'])
def test_damaged_tables(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.json").write_text(text)
    with pytest.raises(InputError, match=r"a\.json"):
        read_systems(tmp_path / "a.json")
