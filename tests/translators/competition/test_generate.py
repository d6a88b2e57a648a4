"""Generated problems are varied, clean, and say in English what their instructions say."""

import re
import shlex
import sys
from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from commands import Done, planner
from protocol_doubles import Talk

import translators.competition.commands.generate as commands
import translators.competition.generate.problems as generator
from domains.competition.referee import solver_process
from domains.competition.referee.environment import Referee
from domains.competition.referee.solver_process import SolverProcess
from domains.competition.world.scoring import Ground, breaks, holds
from domains.competition.world.state import derive
from planner.errors import ComponentError
from translators.competition.english.reading import parse_sentences
from translators.competition.generate.flats import FAMILIES
from translators.competition.generate.problems import GeneratedProblem, generate
from translators.competition.instructions import format_instruction, worth
from translators.competition.lint.agreement import pair_up
from translators.competition.lint.draft import Finding
from translators.competition.lint.linter import lint_data
from translators.competition.problem_file import parse_problem


@pytest.fixture(scope="module")
def normal() -> list[GeneratedProblem]:
    return list(generate(40, 11, stage=2))


@pytest.fixture(scope="module")
def heavy() -> list[GeneratedProblem]:
    return list(generate(8, 11, stage=2, family="heavy"))


def test_same_seed_same_bytes_and_the_stage_changes_flags_and_words_only() -> None:
    first, again = list(generate(8, 3, stage=1)), list(generate(8, 3, stage=1))
    assert [p.text for p in first] == [p.text for p in again]
    second = list(generate(8, 3, stage=2))
    assert [p.items for p in first] == [p.items for p in second]
    assert [p.world for p in first] == [p.world for p in second]
    assert all('mis="off" err="off" ans="off"' in p.text for p in first)
    assert all('mis="on" err="on" ans="on"' in p.text for p in second)
    assert {p.text for p in generate(8, 4)}.isdisjoint(p.text for p in first)


def test_no_candidate_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the generator makes is legal by construction: a finding would be a false alarm."""
    refused: list[Finding] = []

    def spy(data: bytes, source: str, *, stage: int) -> tuple[object, ...]:
        findings = lint_data(data, source, stage=stage)
        refused.extend(findings)
        return findings

    monkeypatch.setattr(generator, "lint_data", spy)
    made = [*generate(30, 77, stage=1), *generate(30, 78, stage=2)]
    assert refused == []
    assert len({p.text for p in made}) == 60


def test_heavy_files_name_the_rules_of_2026(heavy: list[GeneratedProblem]) -> None:
    for problem in heavy:
        assert lint_data(problem.text.encode(), problem.name) == ()
    strict = {f.rule for p in heavy for f in lint_data(p.text.encode(), p.name, profile="2022")}
    assert strict == {"R22"}


def test_facts_checked_apart_from_the_linter(
    normal: list[GeneratedProblem], heavy: list[GeneratedProblem]
) -> None:
    for made in (*normal, *heavy):
        problem = parse_problem(made.text.encode(), made.name)
        world = problem.true_world()
        assert world == made.world
        assert problem.instructions == made.items
        now = derive(world)
        for item in made.items:
            found = world.bindings(item)
            assert len(found) == 1
            if item.kind == "info":
                assert holds(now, item, found[0])
            if item.kind.startswith("cons"):
                assert not breaks(now, Ground(item, found))
        assert 10 <= len(world.words) <= 26
        assert worth(made.items).nominal >= 200
        assert Referee(world, made.items).score().void == ""
        things = [n for n, words in world.words.items() if "small" in words]
        for thing in things:
            places = sum(n == thing for n, _ in (*world.at, *world.inside))
            assert places + (thing in (world.hand, world.plate)) == 1


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("plain", [False, True])
def test_every_kind_of_problem_is_clean_and_comes_back(family: str, plain: bool) -> None:
    for stage in (1, 2):
        for made in generate(2, 40 + stage, stage=stage, family=family, plain=plain):
            assert lint_data(made.text.encode(), made.name, stage=stage) == ()
            problem = parse_problem(made.text.encode(), made.name)
            assert problem.instructions == made.items
            again = "".join(f"{format_instruction(item)}\n" for item in made.items)
            assert again in made.text
            said = parse_sentences(problem.section("nl"), made.name, problem.told_world())
            assert all(pair.agrees for pair in pair_up(made.items, said.sentences))


@pytest.mark.parametrize(("family", "count", "seed"), [("constraints", 40, 5), ("heavy", 40, 1)])
def test_every_form_of_the_guide_occurs(family: str, count: int, seed: int) -> None:
    """All forms of specification §3 in a set of problems."""
    found = {(item.kind, item.inner, item.predicate)
             for made in generate(count, seed, stage=2, family=family) for item in made.items}
    relations = ("on", "near", "inside", "plate", "opened", "closed")
    tasks = ("give", "puton", "goto", "putdown", "pickup", "open", "close", "putin", "takeout")
    assert found == {
        *((kind, "task", name) for kind in ("task", "cons_not") for name in tasks),
        *((kind, "info", name) for kind in ("info", "cons_not", "cons_notnot")
          for name in relations),
    }


def test_statistics_are_those_of_real_files(
    normal: list[GeneratedProblem], heavy: list[GeneratedProblem]
) -> None:
    assert 5 <= sum(worth(p.items).tasks for p in normal) / len(normal) <= 7
    assert 1 <= sum(worth(p.items).constraints for p in normal) / len(normal) <= 2
    assert all(200 <= worth(p.items).nominal <= 1000 for p in normal)
    kinds = Counter(i.predicate for p in normal for i in p.items if i.kind == "task")
    assert kinds.most_common(1)[0][0] == "puton"
    assert set(kinds) >= {"putin", "pickup", "goto", "takeout", "give", "close", "open"}
    assert max(worth(p.items).tasks for p in heavy) >= 30
    small = [
        item for p in heavy for item in p.items
        if item.kind == "cons_not" and item.predicate == "near"
        and {a.variable for a in item.cond if a.name == "color"} == {"X", "Y"}
    ]
    assert len(small) >= 10


def made(*arguments: object) -> Done:
    return planner("generate", "competition", *arguments)


def test_command(tmp_path: Path) -> None:
    out = tmp_path / "made"
    arguments = ("--count", 3, "--seed", 7, "--optimum-limit", 0.5, "--json", "-")
    rows = made(*arguments, "--out", out, "--stage", 2).data["problems"]
    assert all(row["best"] <= row["bound"] <= row["nominal"] for row in rows)
    assert (out / "test.list").read_text() == "".join(f"{row['file']}\n" for row in rows)
    assert sorted(p.name for p in out.iterdir()) == ["01.xml", "02.xml", "03.xml", "test.list"]
    assert made("--count", 1, "--seed", 8, "--optimum-limit", 0, "--out", out).returncode == 2
    assert " sum " in made("--count", 2, "--dry-run", "--optimum-limit", 0).stdout


def test_problems_of_a_wanted_difficulty() -> None:
    data = summary("--count", "1", "--stage", "2", "--seed", "7", "--loss", "25",
                   "--best-to", "240")
    assert [row["file"] for row in data["problems"]] == ["01.xml"]
    assert all(row["loss"] >= 25 and row["best"] <= 240 for row in data["problems"])
    refused = made("--count", "1", "--loss", "5", "--optimum-limit", "0", "--dry-run")
    assert refused.returncode == 2


def test_too_few_problems_are_told_with_what_was_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "_DRAWS", 2)
    common = ("--count", "2", "--seed", "7", "--optimum-limit", "0.5", "--out", str(tmp_path))
    done = made(*common, "--best-from", "900")
    assert done.returncode == 1
    assert re.search(r"0 of 2 problems, 4 drawn, best \d+ to \d+$", done.stderr.strip())
    assert list(tmp_path.iterdir()) == []
    answers = iter([False, True, True])
    monkeypatch.setattr(commands, "Interruption", lambda: nullcontext(lambda: next(answers)))
    done = made(*common)  # interrupted after the second of them was begun
    assert done.returncode == 130
    assert "interrupted: 1 of 2" in done.stderr
    listed = (tmp_path / "test.list").read_text().split()
    assert sorted(p.name for p in tmp_path.glob("*.xml")) == listed
    assert len(listed) == 1
    assert listed[0] in done.stdout


def test_problems_another_solver_loses_points_of() -> None:
    idle = f"{sys.executable} -c \"print('Stop')\""
    common = ("--count", "2", "--stage", "2", "--seed", "7")
    lost = summary(*common, "--loss", "60", "--solver", idle)["problems"]
    assert all(row["loss"] >= 60 for row in lost)
    own = summary(*common, "--loss", "1", "--solver", "told")["problems"]
    assert all(row["loss"] >= 1 for row in own)
    for wrong in (("--solver", "told"), ("--loss", "1", "--solver", "/none/such"),
                  ("--loss", "1", "--solver", "")):
        assert made("--count", "1", *wrong, "--dry-run").returncode in (2, 5)


def test_a_solver_in_a_process_of_its_own_is_played_and_ended() -> None:
    text = ("import sys\nlines = [sys.stdin.readline() for _ in range(4)]\n"
            "assert lines[0] == 'NAME x\\n' and lines[2] == 'TASK 1\\n'\n"
            "print('Move 2', flush=True)\nprint('Move ' + sys.stdin.readline(), flush=True)\n"
            "sys.stdin.readline()\n")
    command = f"{sys.executable} -c {shlex.quote(text)}"
    with SolverProcess(command) as one:
        talk = Talk(one, "(:domain)", "(:ins)")
        assert (talk.first(), talk.next("1"), talk.next("1")) == ("Move 2", "Move 1", "Stop")


def test_a_solver_that_reads_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver_process, "START_S", 0.5)
    deaf = f"{sys.executable} -c 'import time; time.sleep(60)'"
    with SolverProcess(deaf) as one, pytest.raises(ComponentError):
        Talk(one, "(" * 500_000, "(:ins)").first()


def summary(*arguments: str) -> Any:
    done = made(*arguments, "--dry-run", "--json", "-")
    assert done.returncode == 0
    return done.data
