"""What the reward search claims, on random small problems: a slice of the study."""

import pytest
from attack import table, verdicts
from competition_cases import FAMILIES, draw_problem
from competition_claims import ATTACKS, judge
from competition_oracle import TooLarge, best_score

from translators.competition.problem_file import parse_problem


def test_no_claim_is_wrong() -> None:
    each = 800 // len(FAMILIES)
    found = [v for attack in ATTACKS.values() for v in verdicts(attack, 500_000, range(each))]
    assert [v for v in found if v.wrong] == []
    assert sum(v.counts["compared"] for v in found) > 0.87 * len(found)
    assert len(table(found)) == len(FAMILIES) + 3


def test_the_exhaustive_search_says_when_it_is_too_large() -> None:
    problem = parse_problem(draw_problem(FAMILIES["plain"], 3), "plain:3")
    with pytest.raises(TooLarge):
        best_score(problem.true_world(), problem.instructions, limit=1)


@pytest.mark.parametrize(("family", "seed"), [("odd", 7_002_333), ("everything", 7_003_422)])
def test_nothing_is_proven_where_facts_say_what_cannot_be(family: str, seed: int) -> None:
    """A thing in the hand and on the plate, a container in two places."""
    assert judge(family, seed, 0).wrong == ""
