"""Puzzles in the published style, their answers found by trying all arrangements: none is sure and wrong."""

import json
from pathlib import Path

import pytest

from translators.space.arrangements.files import puzzle_of
from translators.space.arrangements.solve import solve_puzzle

FILE = Path(__file__).parent / "data/published_style.jsonl"
PUZZLES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(("group", "right", "sure"), [
    ("zh", 0.97, 0.85), ("en", 0.95, 0.85),
    ("zh, other words", 0.7, 0.3), ("en, other words", 0.7, 0.3)])
def test_what_is_sure_is_right(group: str, right: float, sure: float) -> None:
    items = [item for item in PUZZLES if item["group"] == group]
    found = [(item["answer"], solve_puzzle(puzzle_of(
        {k: v for k, v in item.items() if k not in ("answer", "group")}, group)).answers[0])
        for item in items]
    assert [answer for _, answer in found if answer.status == "contradiction"] == []
    assert [pair for pair in found if pair[1].sure and list(pair[1].answer) != pair[0]] == []
    assert sum(list(answer.answer) == want for want, answer in found) >= right * len(items)
    assert sum(answer.sure for _, answer in found) >= sure * len(items)
