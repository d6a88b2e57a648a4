"""The referee by the final state: what was meant at the start is judged by where things end."""

from typing import Any

import pytest
from household_scenes import record
from tables import cases

from domains.household.referee.final_state import FinalState
from translators.mapthor.compile import compile_instruction

CASES = cases(__file__)


def room(text: str) -> list[dict[str, Any]]:
    """Return records of things: ``Mug|2@Sink:isOpen`` is the second mug, in the sink and open."""
    found = []
    for word in text.split():
        name, _, states = word.partition(":")
        known = record(*name.split("@"), pickupable=True)
        found.append(known | dict.fromkeys(filter(None, states.split(",")), True))
    return found


@pytest.mark.parametrize(("sentence", "before", "after", "said"), [
    (sentence, before, *end) for sentence, before, *ends in CASES["verdicts"] for end in ends])
def test_verdicts(sentence: str, before: str, after: str, said: str) -> None:
    verdict = FinalState(compile_instruction(sentence), room(before)).verdict(room(after))
    counted = "nothing" if verdict["nothing_to_do"] else (
        f"{verdict['credited']} of {verdict['subtasks']}")
    assert ("done" if verdict["success"] else counted) == said


PLACES = ("Bed|1", "Bed|2", "Sofa|1")


@pytest.mark.parametrize(("sentence", "before", "done", "not_done"), CASES["shares"])
def test_shares_and_what_is_left_over(sentence: str, before: str, done: str, not_done: str) -> None:
    """Each pillow's place is said by its number."""
    def placed(spots: str) -> list[dict[str, Any]]:
        return [*map(record, PLACES), *(
            record(f"Pillow|{n}", PLACES[int(s)]) for n, s in enumerate(spots))]
    referee = FinalState(compile_instruction(sentence), placed(before))
    for spots in (*done.split(), *not_done.split()):
        assert referee.verdict(placed(spots))["success"] is (spots in done.split()), spots


def test_what_is_undone_later_counts_when_it_was_so_once() -> None:
    before, after = room("Apple Sink Bowl"), room("Apple@Bowl Sink Bowl")
    referee = FinalState(
        compile_instruction("Put the apple in the sink, then put it in the bowl"), before)
    assert referee.verdict(after)["missing"] == ["Apple 1: in the SinkBasin | Sink"]
    referee.see("Alice", "PutObject(Sink_1)", True, "Apple_1")
    assert referee.verdict(after)["success"]
    assert not referee.verdict(before)["success"]
