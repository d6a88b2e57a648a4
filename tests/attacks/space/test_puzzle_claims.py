"""A slice of the attack of puzzles in the published style."""

from __future__ import annotations

import pytest
from attack import verdicts
from puzzle_cases import made_puzzle
from puzzle_claims import ATTACKS


@pytest.mark.parametrize(("group", "count", "right", "sure"), [
    ("zh", 48, 0.97, 0.85), ("en", 24, 0.95, 0.85),
    ("zh, held back", 30, 0, 0.3), ("en, held back", 30, 0, 0.3)])
def test_made_puzzles_are_answered_and_nothing_wrong_is_sure(
    group: str, count: int, right: float, sure: float
) -> None:
    found = list(verdicts(ATTACKS[group], 2, range(count)))
    assert [v for v in found if v.wrong] == []
    assert sum(v.counts["right"] for v in found) >= right * count
    assert sum(v.counts["sure"] for v in found) >= sure * count


def test_the_same_seed_makes_the_same_puzzle_and_other_seeds_others() -> None:
    assert made_puzzle(7).item == made_puzzle(7).item
    assert len({made_puzzle(s).item["text"] for s in range(12)}) == 12


def test_answers_are_what_the_instruction_announces() -> None:
    for made in map(made_puzzle, range(60)):
        assert (len(made.item["answer"]) > 1) == made.several
        assert set(made.item["answer"]) <= set(made.item["options"])
