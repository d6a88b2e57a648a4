"""What is tolerated: each row of the page is a warning at its place, refused by ``strict``."""

import pickle
from pathlib import Path

import pytest
from tables import cases
from teams import world

from planner.engines import Limits, Status
from planner.engines.solve import solve_task
from planner.errors import PlannerError, SourceError, UnsupportedError, UsageError
from planner.pddl import PDDLTask, read_domain, read_problem, read_task
from planner.pddl.factored import read_factored
from planner.pddl.reader import domain_beside
from planner.validation.judges import Verdict, judge

CASES = cases(__file__)
DOMAIN = world("roads")
PROBLEM = world("ride")
PAGE = Path(__file__).parents[3] / "docs" / "tolerance.md"


def rows() -> list[list[str]]:
    table = PAGE.read_text().partition("<!-- tolerated -->")[2].partition("<!-- /tol")[0]
    cells = [[cell.strip().strip("`") for cell in line.strip("| ").split(" | ")]
             for line in table.strip().splitlines()]
    return cells[2:]


def test_comments_may_be_in_another_encoding(tmp_path: Path) -> None:
    for name, text in (("d.pddl", DOMAIN), ("p.pddl", PROBLEM)):
        (tmp_path / name).write_bytes(b"; caf\xe9\n" + text.encode())
    assert not read_task(tmp_path / "d.pddl", tmp_path / "p.pddl", strict=True).notes


def read(domain: str, problem: str, folder: Path, *, strict: bool = False) -> PDDLTask:
    files = folder / "domain.pddl", folder / "p.pddl"
    for file, text in zip(files, (domain, problem), strict=True):
        file.write_text(text)
    return read_task(*files, strict=strict)


@pytest.mark.parametrize(("where", "written", "usual", "warning", "_"), rows())
def test_each_row_of_the_page(
    where: str, written: str, usual: str, warning: str, _: str, tmp_path: Path
) -> None:
    texts = {"domain": DOMAIN, "problem": PROBLEM}
    assert usual in texts[where]
    texts[where] = texts[where].replace(usual, written, 1)
    task = read(texts["domain"], texts["problem"], tmp_path)
    assert any(warning in str(note) and note.span.line for note in task.notes)
    again = pickle.loads(pickle.dumps(task.notes))  # other processes solve it
    assert [*map(str, again)] == [*map(str, task.notes)]
    with pytest.raises(SourceError, match=warning.replace("?", r"\?")):
        read(texts["domain"], texts["problem"], tmp_path, strict=True)
    outcome = solve_task(task, limits=Limits(20, 2000))
    assert outcome.plan is not None, outcome.message
    assert len(outcome.plan) == 2
    assert judge(task, outcome.plan).overall is Verdict.VALID


def test_what_is_fine_has_no_warning(tmp_path: Path) -> None:
    assert read(DOMAIN, PROBLEM, tmp_path, strict=True).notes == ()


def test_what_neither_domain_nor_problem_declares_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="object 'nowhere' is not declared"):
        read(DOMAIN.replace("(seen ?b)))", "(seen ?b) (seen nowhere)))", 1), PROBLEM, tmp_path)


@pytest.mark.parametrize(("old", "new", "words"), CASES["languages"])
def test_larger_languages_are_called_by_their_names(old: str, new: str, words: str) -> None:
    with pytest.raises(UnsupportedError, match=words):
        read_domain(DOMAIN.replace(old, new, 1))


def test_a_contingent_start_is_called_by_its_name() -> None:
    with pytest.raises(UnsupportedError, match="'oneof'"):
        read_problem(PROBLEM.replace("(at t1 a)", "(oneof (at t1 a) (at t1 b))"), "p",
                     read_domain(DOMAIN))


@pytest.mark.parametrize("name", ["domain", "p07-x-domain", "p07-domain", "domain_p07-x",
                                  "domain-p07-x", "domain_07", "07-domain"])
def test_the_domain_is_found_beside_the_problem(name: str, tmp_path: Path) -> None:
    problem, domain = tmp_path / "p07-x.pddl", tmp_path / f"{name}.pddl"
    with pytest.raises(UsageError, match="p07-domain"):
        domain_beside(problem)
    domain.write_text(DOMAIN)
    assert domain_beside(problem) == domain


TAXI = world("taxi")
RIDE = world("taxi-ride")


def test_unfactored_ma_pddl_is_read_and_solved(tmp_path: Path) -> None:
    task = read(TAXI, RIDE, tmp_path, strict=True)
    assert {a.name: a.agent for a in task.domain.actions.values()} == {
        "drive": "?t", "enter": "?g", "leave": "?g"}
    assert [p for p, _ in task.domain.actions["enter"].parameters] == ["?g", "?t", "?p"]
    outcome = solve_task(task, limits=Limits(20, 2000))
    assert outcome.plan is not None
    assert len(outcome.plan) == 4
    assert judge(task, outcome.plan).second is Verdict.VALID


def test_factored_ma_pddl_is_joined(tmp_path: Path) -> None:
    for name in ("l1", "l2"):
        own = world("lorry").replace("(:private", "(:private (extra)") if name == "l2" else (
            world("lorry"))
        (tmp_path / f"domain-{name}.pddl").write_text(own)
        (tmp_path / f"problem-{name}.pddl").write_text(world(f"lorry-{name}"))
    task = read_factored(tmp_path)
    assert {a.agent for a in task.domain.actions.values()} == {"?l"}
    assert set(task.objects) == {"o", "m", "x", "y", "l1", "l2"}
    outcome = solve_task(task, limits=Limits(20, 2000))
    assert outcome.plan is not None
    assert {step.arguments[0] for step in outcome.plan.steps} == {"l1", "l2"}
    assert judge(task, outcome.plan).overall is Verdict.VALID
    (tmp_path / "domain-l2.pddl").unlink()
    with pytest.raises(PlannerError, match=r"no domain-l2\.pddl"):
        read_factored(tmp_path)


def test_types_with_two_parents_reach_engines_that_know_none(tmp_path: Path) -> None:
    """Quantifiers and effects over a type with a second way into it, against a plain copy."""
    domain = DOMAIN.replace("truck - vehicle", "truck - vehicle van - (either vehicle place)")
    domain = domain.replace("(seen ?b)))", "(forall (?x - place) (when (at ?v ?x) (seen ?x)))))")
    goal = "(forall (?x - place) (or (seen ?x) (= ?x v) (= ?x b)))"
    problem = PROBLEM.replace("t1 - truck", "t1 - truck v - van").replace("(seen b)", goal)
    task = read(domain, problem, tmp_path, strict=True)
    outcome = solve_task(task, limits=Limits(20, 2000))
    assert outcome.status is Status.SOLVED_SATISFICING
    assert outcome.plan is not None
    assert [s.name for s in outcome.plan.steps] == ["go", "go"]
