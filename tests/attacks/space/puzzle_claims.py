"""Arrangement puzzles in the published style: how many are read, right, and wrong but sure.

Puzzles are drawn from a table of phrases (``puzzle_phrases.py``) for three layouts, with single and
multiple choice, with and without negation, in Chinese and in English. The right answer is the set
of options that hold in every arrangement, found by trying all of them with meanings of the
generator's own; the program under test is not asked. ``held back``: facings and sides, and some
places, are told in words that no table holds. Wrong are a wrong answer given as sure and a
puzzle called contradictory. Options: ``attack.py``.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))  # run as a command
from attack import Attack, Verdict, main
from puzzle_cases import made_puzzle

from translators.space.arrangements.files import puzzle_of
from translators.space.arrangements.solve import solve_puzzle

__all__ = ["ATTACKS", "judge"]


def judge(language: str, held_back: bool, seed: int, number: int) -> Verdict:
    """Make a puzzle and compare its answer."""
    made = made_puzzle(1_000_000 * seed + number, language, held_back)
    bare = {k: v for k, v in made.item.items() if k != "answer"}
    start = time.process_time()
    answer = solve_puzzle(puzzle_of(bare, "made")).answers[0]
    spent = time.process_time() - start
    right = sorted(answer.answer) == sorted(made.item["answer"])
    wrong = "contradiction" if answer.status == "contradiction" else (
        f"sure of {answer.answer}" * (answer.sure and not right))
    return Verdict(made.layout + ", held back" * held_back, f"{seed}/{number} {made.item}", wrong, {
        "right": right, "sure": answer.sure, "unread": answer.status == "unread",
        "ms": 1e3 * spent})


ATTACKS: Mapping[str, Attack] = {
    f"{language}{', held back' * held_back}": partial(judge, language, held_back)
    for held_back in (False, True) for language in ("zh", "en")}

if __name__ == "__main__":
    sys.exit(main(ATTACKS, __doc__, 1000))
