"""PDDL reading: positions of defects, round trip, and many mutated texts."""

from dataclasses import replace
from pathlib import Path

import pytest
from tables import cases

from planner.errors import PlannerError, SourceError
from planner.pddl import read_domain, read_problem, read_task
from planner.pddl.printer import print_domain, print_problem

CASES = cases(__file__)
SAMPLES = Path(__file__).parents[3] / "domains" / "pddl" / "samples"
MATCHES = SAMPLES.parent / "suites" / "corpus" / "matches"


def text(name: str) -> str:
    return (SAMPLES / f"{name}.pddl").read_text()


@pytest.mark.parametrize(("domain", "problem"), [
    *((SAMPLES / f"{name}-domain.pddl", SAMPLES / f"{name}.pddl")
      for name in ("parcels", "gripper", "lamps")),
    (MATCHES / "domain.pddl", MATCHES / "p1.pddl")])
def test_printed_and_read_again_it_is_the_same(domain: Path, problem: Path) -> None:
    task = read_task(domain, problem)
    again = read_domain(print_domain(task.domain))
    assert (again.types, again.predicates, again.functions) == (
        task.domain.types, task.domain.predicates, task.domain.functions)
    assert again.actions == task.domain.actions
    problem_again = read_problem(print_problem(task), "again", again)
    assert replace(problem_again, source=task.problem.source) == task.problem


DOMAINS = {
    "parcels": text("parcels-domain"),
    "plain": "(define (domain d) (:predicates (p) (g)) (:action a :parameters () :effect (g)))"}


@pytest.mark.parametrize(("domain", "old", "new", "words"), CASES["defects"])
def test_a_defect_is_shown_where_it_stands(domain: str, old: str, new: str, words: str) -> None:
    assert old in DOMAINS[domain]
    marked = DOMAINS[domain].replace(old, new, 1)
    with pytest.raises(SourceError) as caught:
        read_domain(marked.replace("@", ""), "d.pddl")
    before = marked[:marked.index("@")].split("\n")
    assert str(caught.value).startswith(f"d.pddl:{len(before)}:{len(before[-1]) + 1}: ")
    assert words in str(caught.value)
    assert "^" in str(caught.value)


def test_two_numbers_are_compared_as_numbers() -> None:
    domain = read_domain("(define (domain d) (:predicates (p)) (:action a :precondition (= 2 3)))")
    assert domain.actions["a"].precondition[0] == "num="


@pytest.mark.parametrize("bad", ["", "(", ")", "()", "(" * 100_000, "x", "\x00\x01", "() b"])
def test_broken_texts_are_source_errors(bad: str) -> None:
    with pytest.raises(SourceError):
        read_domain(bad)


def test_binary_and_missing_files_are_input_errors(tmp_path: Path) -> None:
    noise = tmp_path / "noise.pddl"
    noise.write_bytes(bytes(range(256)) * 1000)
    for path in (noise, tmp_path / "nowhere.pddl", tmp_path):
        with pytest.raises(PlannerError):
            read_task(path, path)
