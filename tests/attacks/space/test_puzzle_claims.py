"""A slice of the study of puzzles in the published style."""

from __future__ import annotations

import pytest
from puzzle_cases import made_puzzle
from puzzle_claims import main, measure


def test_made_puzzles_are_answered_and_nothing_wrong_is_sure() -> None:
    outcomes = list(measure(range(240)))
    assert [o.made.item for o in outcomes if o.sure and not o.right] == []
    assert sum(o.right for o in outcomes) >= 0.98 * len(outcomes)


def test_the_same_seed_makes_the_same_puzzle_and_other_seeds_others() -> None:
    assert made_puzzle(7).item == made_puzzle(7).item
    assert len({made_puzzle(s).item["text"] for s in range(12)}) == 12


def test_answers_are_what_the_instruction_announces() -> None:
    for seed in range(60):
        made = made_puzzle(seed)
        assert (len(made.item["answer"]) > 1) == made.several
        assert set(made.item["answer"]) <= set(made.item["options"])


def test_the_study_prints_its_table(capsys) -> None:  # type: ignore[no-untyped-def]
    assert main(["--count", "6", "--seed", "2"]) == 0
    assert "wrong_and_sure 0" in capsys.readouterr().out


def test_english_puzzles_have_the_same_meanings() -> None:
    outcomes = list(measure(range(60), language="en"))
    assert [o.made.item for o in outcomes if o.sure and not o.right] == []
    assert sum(o.right for o in outcomes) >= 0.98 * len(outcomes)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_what_is_told_in_unknown_words_is_never_sure_and_wrong_nor_contradictory(language: str) -> None:
    outcomes = list(measure(range(2_000, 2_120), language=language, held_back=True))
    assert [o.made.item for o in outcomes if o.sure and not o.right] == []
    assert [o.made.item for o in outcomes if o.status == "contradiction"] == []
    assert sum(o.sure for o in outcomes) > 0.3 * len(outcomes)
