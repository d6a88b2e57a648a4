"""The table of features and engines, the refusals made from it, and its copy in the docs."""

from pathlib import Path

import pytest
from teams import world

import planner
from planner.engines import ENGINES, Status
from planner.engines.solve import solve_task
from planner.engines.table import advice, could_solve, feature_table, no_proof, refusal
from planner.pddl import read_task, read_texts
from planner.pddl.temporal import plan_cost
from planner.plan import Plan, Step
from planner.sandbox import Limits
from planner.validation.judges import Verdict, judge

ROOT = Path(__file__).parents[3]
CORPUS = ROOT / "domains/pddl/suites/corpus"


def test_the_docs_show_the_table_of_the_registry() -> None:
    text = (ROOT / "docs/pddl.md").read_text(encoding="utf-8")
    shown = text.partition("<!-- features -->\n")[2].partition("<!-- /features -->")[0]
    marks = {"yes": "●", "written out": "○", "left out": "–", "": ""}
    head, _, *rows = ([cell.strip() for cell in line.split("|")[1:-1]]
                      for line in shown.strip().splitlines())
    assert head == ["engine", *ENGINES]
    assert rows == [[name, *(marks[cell] for cell in cells)] for name, *cells in feature_table()]


@pytest.mark.parametrize(("domain", "engine", "lacks", "could"), [
    ("lights-out", "lpg", "conditional effects", "symk"),
    ("jugs", "fast-downward", "numeric conditions", "enhsp"),
    ("matches", "enhsp", "durative actions", "aries"),
    ("grid-power", "fast-downward-optimal", "derived predicates", "fast-downward-blind"),
    ("river", "pyperplan", "disjunctions", "fast-downward"),
    ("lights-out", "pyperplan", "CONDITIONAL_EFFECTS_REMOVING", "symk"),
])
def test_a_refusal_says_what_lacks_and_which_engine_could(
    domain: str, engine: str, lacks: str, could: str
) -> None:
    task = read_task(CORPUS / domain / "domain.pddl", CORPUS / domain / "p1.pddl")
    outcome = solve_task(task, engine=engine)
    assert outcome.status is Status.UNSUPPORTED_PROBLEM
    told, _, others = outcome.message.partition("Engines that can: ")
    assert lacks in told
    assert could in others
    assert engine not in others.split(", ")


def test_what_no_engine_takes_says_what_would_have_to_go() -> None:
    used = {"durative-actions", "conditional-effects"}
    assert could_solve(used) == []
    told = advice(used)
    assert told.startswith("No engine here takes all of it")
    assert "without conditional effects: lpg" in told.replace(" (not installed)", "")
    assert "without durative actions: fast-downward" in told


def test_who_is_not_refused_has_no_reason() -> None:
    task = read_task(CORPUS / "blocks/domain.pddl", CORPUS / "blocks/p1.pddl")
    assert {name for name in ENGINES if refusal(name, task)} == set()


def test_there_are_more_than_forty_domains() -> None:
    folders = [p.parent for p in CORPUS.glob("*/domain.pddl")]
    assert len(folders) > 40
    for folder in folders:
        assert read_task(folder / "domain.pddl", folder / "p1.pddl").domain.name


@pytest.mark.parametrize("domain", ["logistics", "tyre", "schedule", "blocks-derived"])
def test_a_slice_of_the_corpus_is_solved(domain: str) -> None:
    task = read_task(CORPUS / domain / "domain.pddl", CORPUS / domain / "p1.pddl")
    outcome = solve_task(task, engine="fast-downward", limits=Limits(60))
    assert outcome.status.solved, outcome.message


def test_alternative_types_become_a_fact() -> None:
    task = read_texts(
        "(define (domain d) (:types a b c) (:predicates (is-a-or-b ?x) (p ?x - (either a b))) "
        "(:action do :parameters (?x - (either a b)) :precondition (and) :effect (p ?x)))",
        "(define (problem x) (:domain d) (:objects i - a j - b k - c) (:init) "
        "(:goal (and (p i) (p j))))")
    for name in ("fast-downward", "pyperplan"):
        outcome = solve_task(task, engine=name, limits=Limits(60))
        assert outcome.plan is not None, outcome.message
        assert plan_cost(task, outcome.plan) == 2
    assert set(ENGINES) == set(could_solve(["either"]))


def test_alternative_types_of_a_quantified_variable_are_no_crash_of_the_second_judge() -> None:
    task = read_texts(
        "(define (domain d) (:types a b c) (:predicates (p ?x) (g)) (:action win :parameters () "
        ":precondition (exists (?x - (either a b)) (p ?x)) :effect (g)))",
        "(define (problem x) (:domain d) (:objects i - a k - c) (:init (p i)) (:goal (g)))")
    verdict = judge(task, Plan((Step("win"),)))
    assert verdict.overall is Verdict.VALID
    assert "alternative types" in verdict.remarks[0]


WALK = world("walk")
ASLEEP = "(define (problem p) (:domain t) (:objects r - robot) (:init (a)) (:goal (b)))"


def test_refusals_of_proofs_and_of_joint_steps_say_what_could(tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_text(WALK)
    (tmp_path / "problem.pddl").write_text(ASLEEP)
    told = {engine: planner.solve(tmp_path / "problem.pddl", engine=engine, optimal=proof)
            for engine, proof in (("lpg", True), ("enhsp", False))}
    assert {str(report.status) for report in told.values()} == {"UNSUPPORTED_PROBLEM"}
    assert told["lpg"].message == "lpg cannot prove optimality. Engines that can: joint"
    assert "enhsp does not take durative actions" in told["enhsp"].message
    assert "Engines that can: lpg, aries" in told["enhsp"].message
    assert "joint" in could_solve(["durative-actions"])
    assert "joint" not in could_solve(["durative-actions", "derived-predicates"])
    assert "Engines that can: fast-downward-optimal" in no_proof("lpg", ["equality"])
