"""The line protocol, by itself: framing, many problems, bad input."""

import io

import pytest
from protocol_doubles import Scripted

from domains.competition.referee.stdio import play_stdio
from planner.errors import SourceError

ONE = "NAME E7.xml\nENV (:domain (at 0 1))\nTASK 2\n(:ins\n)\n"


def run(text: str, actions: list[str], *, persistent: bool = False) -> tuple[int, str, list[str]]:
    policy, out = Scripted(actions), io.StringIO()
    count = play_stdio(io.StringIO(text), out, policy, persistent=persistent)
    return count, out.getvalue(), policy.sent


def test_one_problem() -> None:
    count, out, seen = run(ONE + "1\n3\n", ["Move 3", "Sense"])
    assert (count, out) == (1, "Move 3\nSense\nStop\n")
    assert seen == ["E7.xml|(:domain (at 0 1))|(:ins )"]


def test_only_persistent_goes_on() -> None:
    text = ONE + "1\n" + ONE + "1\n"
    assert run(text, ["Move 3"])[0] == 1
    assert run(text, ["Move 3"], persistent=True)[:2] == (2, "Move 3\nStop\nMove 3\nStop\n")


def test_the_input_may_end_between_problems() -> None:
    assert run("", [])[0] == 0
    assert run("\n\n", [], persistent=True)[0] == 0


@pytest.mark.parametrize(("text", "place"), [
    ("HELLO\n", "<stdin>:1:1"), ("NAME a\nTASK 1\n", "<stdin>:2:1"),
    ("NAME a\nENV x\nTASK many\n", "<stdin>:3:6"), ("NAME a\nENV x\nTASK -1\n", "<stdin>:3:6"),
    ("NAME a\nENV x\nTASK 99999999\n", "<stdin>:3:6"),
    ("NAME a\nENV (", "<stdin>:3:1: .* ends inside"), (ONE + "1\n", "<stdin>:7:1: .* ends inside"),
    ("NAME a\nENV x\nTASK 3\none\n", "<stdin>:5:1: .* ends inside"),
])
def test_bad_lines_are_placed(text: str, place: str) -> None:
    with pytest.raises(SourceError, match=place):
        run(text, ["Move 3", "Sense"])
