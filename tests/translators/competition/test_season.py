"""The suites of games: frozen, paired with runs of before, one fact told otherwise, causes."""

from pathlib import Path

import pytest
from commands import planner

from domains.competition.standings import summary
from planner.errors import UnsupportedError
from translators.competition.problem_file import parse_problem
from translators.competition.season import POLICIES, VARIANTS, game, varied

FILE = """<test><env mis="on" err="on" ans="on"><info>(hold 0) (plate 4) (at 0 1)
(sort 1 human) (size 1 big) (at 1 1) (sort 2 table) (size 2 big) (at 2 2)
(sort 3 bed) (size 3 big) (at 3 3) (sort 4 can) (size 4 small) (color 4 red)</info></env>
<instr>(:ins (:task (puton X Y) (:cond (sort X can) (color X red) (sort Y table))))</instr>
</test>"""


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_tells_one_place_otherwise(variant: str) -> None:
    problem = parse_problem(FILE.encode(), "one.xml")
    changed = varied(problem, variant)
    what, _, how = variant.partition(" ")
    fact, thing = {"big": ("(at 2 2)", "(at 2 "), "plate": ("(plate 4)", "(at 4 ")}.get(
        what, ("", ""))
    assert changed.true_world() == problem.true_world()
    assert (fact not in changed.told_text) == bool(how) == bool(fact)
    assert not how or (thing in changed.told_text) == (how == "wrong")


def test_a_file_without_such_a_place_has_no_variant() -> None:
    bare = FILE.replace("(plate 4)", "(plate 0)")
    with pytest.raises(UnsupportedError, match=r"one\.xml: no place of a plate"):
        varied(parse_problem(bare.encode(), "one.xml"), "plate wrong")


def test_who_sees_the_truth_scores_best_and_a_loss_has_a_cause(tmp_path: Path) -> None:
    (tmp_path / "one.xml").write_text(FILE)
    case = {"problem": str(tmp_path / "one.xml"), "variant": "big wrong"}
    played = {who: game({**case, "policy": who}).extra for who in POLICIES}
    best = played["clairvoyant"]["base"]
    assert best == 40 - 2 - 4 - 2  # off the plate, to the table, down
    assert all(extra["best"] == best >= extra["base"] for extra in played.values())
    assert played["told"]["base"] < played["belief"]["base"]
    assert bool(played["belief"]["cause"]) == (played["belief"]["base"] < best)
    assert game({**case, "policy": "belief"}).extra["base"] == played["belief"]["base"]


def test_runs_of_before_stand_beside_the_new(tmp_path: Path) -> None:
    old = tmp_path / "old"
    shown = planner("bench", "competition-season", "--filter", "family=normal seed=2026", "--jobs",
                    "0", "--out", old)
    assert (shown.returncode, " all " in shown.stdout) == (0, True)
    lines = planner("compare", old, "--against", old).stdout.splitlines()
    row = next(line for line in lines if " all " in line).split()
    assert row[3] == row[-1]  # played, before


def test_where_no_run_was_made_there_is_nothing_to_sum_up(
    capsys: pytest.CaptureFixture[str]
) -> None:
    summary({})
    assert capsys.readouterr().out == ""
