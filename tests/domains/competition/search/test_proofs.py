"""What the reward search claims, on random small problems: a slice of the study."""

from __future__ import annotations

import pytest
from attack import table, verdicts
from competition_cases import FAMILIES, draw_problem
from competition_claims import ATTACKS, judge
from competition_oracle import TooLarge, best_score

from domains.competition.search import plan
from translators.competition.problem_file import parse_problem


def test_no_claim_is_wrong() -> None:
    each = 1_600 // len(FAMILIES)
    found = [v for attack in ATTACKS.values() for v in verdicts(attack, 500_000, range(each))]
    assert [v for v in found if v.wrong] == []
    assert sum(v.counts["compared"] for v in found) > 0.87 * len(found)
    assert len(table(found)) == len(FAMILIES) + 3


def test_the_exhaustive_search_says_when_it_is_too_large() -> None:
    problem = parse_problem(draw_problem(FAMILIES["plain"], 3), "plain:3")
    with pytest.raises(TooLarge):
        best_score(problem.true_world(), problem.instructions, limit=1)


def test_something_may_be_brought_to_a_thing_that_is_left_alone() -> None:
    """The red can is carried to the white one, which nobody touches; what is in hand counts."""
    facts = ("(sort 1 human) (size 1 big) (at 1 11) (sort 2 table) (size 2 big) (at 2 12)"
             "(sort 3 can) (size 3 small) (color 3 red) (hold 3)"
             "(sort 4 can) (size 4 small) (color 4 white) (at 4 12) (plate 0) (at 0 11)")
    task = "(:task (puton X Y) (:cond (sort X can) (color X white) (sort Y can) (color Y red)))"
    problem = parse_problem(
        f"<test><env><info>{facts}</info></env><instr>(:ins {task})</instr></test>".encode(), "x")
    best = plan(problem.true_world(), problem.instructions, untouched=frozenset({4}), optimal=True)
    assert (best.actions, best.base_score, best.proven) == (("Move 12",), 36, True)


@pytest.mark.parametrize(("family", "seed"), [("odd", 7_002_333), ("everything", 7_003_422)])
def test_nothing_is_proven_where_facts_say_what_cannot_be(family: str, seed: int) -> None:
    """A thing in the hand and on the plate, a container in two places."""
    assert judge(family, seed, 0).wrong == ""
