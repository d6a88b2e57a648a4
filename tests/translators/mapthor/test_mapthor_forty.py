"""The forty sentences of docs/household-instructions.md are read, or refused, as the page says."""

from pathlib import Path

import pages
import pytest

from planner.errors import PlannerError
from translators.mapthor.compile import compile_instruction

PAGE = Path(__file__).resolve().parents[3] / "docs/household-instructions.md"


def listed() -> list[list[str]]:
    (text,) = [b.text for b in pages.blocks(PAGE) if b.argument.endswith(Path(__file__).name)]
    found: list[list[str]] = []
    for line in text.splitlines():
        if line.startswith("  "):
            found[-1].append(line.strip())
        else:
            found.append([line])
    return found


@pytest.mark.parametrize("case", listed(), ids=lambda case: case[0])
def test_sentence_is_read_as_the_page_says(case: list[str]) -> None:
    sentence, *said = case
    try:
        goal = compile_instruction(sentence)
    except PlannerError as error:
        first, *_, last = str(error).splitlines()
        assert said == [f"refused: {first}", last.strip()]
    else:
        assert said == [goal.describe(), *(f"note: {r}" for r in goal.remarks)]


def test_ten_of_the_forty_are_refused() -> None:
    refused = [case for case in listed() if case[1].startswith("refused: ")]
    assert (len(listed()), len(refused)) == (40, 10)
