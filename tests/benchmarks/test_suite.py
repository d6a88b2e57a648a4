"""Suites: what a file means, and what is said about a wrong one."""

from pathlib import Path

import pytest
from tables import cases

from benchmarks.preflight import check_runs
from benchmarks.suite import MODEL_WALL_S, find_suite, load_suite, suite_files, with_policy
from planner.errors import InputError, MissingError, PlannerError, UsageError

CASES = cases(__file__)
HEAD = 'name = "x"\ndomain = "corridor"\n'


def suite_file(folder: Path, text: str) -> Path:
    path = folder / "x.toml"
    path.write_text(HEAD + text, encoding="utf-8")
    return path


def test_matrix_gives_every_combination_in_order(tmp_path: Path) -> None:
    suite = load_suite(suite_file(tmp_path, "[[matrix]]\nscene = [1, 2]\nseed = [0, 10]\nlong = 3"))
    assert [case["id"] for case in suite.cases] == [
        "scene-1.seed-0", "scene-1.seed-10", "scene-2.seed-0", "scene-2.seed-10"]
    assert all(case["long"] == 3 for case in suite.cases)


def test_algorithms_add_keys_and_can_be_left_out(tmp_path: Path) -> None:
    suite = load_suite(suite_file(
        tmp_path, "algorithms = { one = { policy = 'p' }, two = { default = false } }\n"
        "case = [{ id = 'a' }]"))
    assert [run.key for run in suite.runs()] == ["one/a"]
    assert suite.runs()[0].case == {"id": "a", "policy": "p"}
    assert [run.key for run in suite.runs(["two"])] == ["two/a"]
    with pytest.raises(UsageError, match="unknown algorithm 'three'"):
        suite.runs(["three"])


def test_an_algorithm_called_like_a_policy_plays_it(tmp_path: Path) -> None:
    suite = load_suite(suite_file(tmp_path, "algorithms = { random = {} }\ncase = [{ id = 'a' }]"))
    with pytest.raises(InputError, match=r"x\.toml:3:16: algorithm 'random' would play 'walker'"):
        check_runs(suite, suite.runs())


def test_the_suite_s_wall_clock_is_not_for_those_that_wait_for_a_model(tmp_path: Path) -> None:
    suite = load_suite(suite_file(tmp_path, """limits = { wall_seconds = 7 }
algorithms.llamar = { policy = "llamar" }
algorithms.hasty = { policy = "llamar", limits = { wall_seconds = 2 } }
algorithms.walker = {}
[[case]]"""))
    runs = [*suite.runs(), *with_policy(suite, "cot").runs()]
    assert [run.limits.wall_seconds for run in runs] == [MODEL_WALL_S, 2, 7, MODEL_WALL_S]


def test_filter_by_value_and_by_word() -> None:
    suite = load_suite(find_suite("corridor"))
    assert len(suite.runs(filter_text="length=6 seed=0,1")) == 4
    assert len(suite.runs(filter_text="agents-2")) == 10
    assert suite.runs(filter_text="'length=six seven'") == []


def test_files_are_cases(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    for name in ("b", "a"):
        (tmp_path / "sub" / f"{name}.pddl").write_text("x")
    suite = load_suite(suite_file(
        tmp_path, "[[files]]\nglob = 'sub/*.pddl'\nroot = 'suite'\ngroup = 'g'"))
    assert [Path(case["file"]).name for case in suite.cases] == ["a.pddl", "b.pddl"]
    assert suite.cases[0]["id"] == "g.sub.a.pddl"


@pytest.mark.parametrize(("text", "message"), CASES["wrong"])
def test_wrong_files_are_explained(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        load_suite(suite_file(tmp_path, text))


def test_missing_data_say_where_they_were_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = suite_file(tmp_path, "[[files]]\nglob = 'a/*.xml'")
    monkeypatch.setenv("PLANNER_DATA", str(tmp_path / "absent"))
    with pytest.raises(MissingError, match="PLANNER_DATA"):
        load_suite(path)
    with pytest.raises(MissingError, match="no file"):
        load_suite(path, tmp_path)


@pytest.mark.parametrize("path", sorted(suite_files().values()), ids=lambda p: p.stem)
def test_every_shipped_suite_can_be_run(path: Path) -> None:
    """All cases of all algorithms are what their domain reads."""
    try:
        suite = load_suite(path)
    except MissingError as error:
        pytest.skip(str(error))
    except PlannerError as error:
        pytest.fail(str(error))
    assert suite.name == path.stem
    runs = suite.runs(suite.algorithms)
    assert runs
    check_runs(suite, runs, asking=False)
