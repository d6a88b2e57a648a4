"""What a clause does is told by the forms of its words; what orders nothing is left out."""

import pytest

from planner.errors import SourceError
from translators.mapthor.compile import compile_instruction
from translators.mapthor.hearing.clauses import clauses


@pytest.mark.parametrize(("sentence", "kinds"), [
    ("granny sneezed, so shut the blinds", ["statement", "order"]),
    ("this milk is off, bin the carton", ["statement", "order"]),
    ("the twins want a boiled egg", ["order"]),
    ("the vase belongs on the shelf", ["order"]),
    ("only then may the mug go in the sink", ["unclear"]),
    ("that's the pen and the pencil", ["unclear"]),
    ("if the lamp is on, shut the box", ["condition", "order"]),
    ("don't open the safe", ["forbidden"]),
    ("don't know why, but shut the box", ["statement", "order"]),
    ("visitors arriving at noon", ["fragment"]),
    ("the baby keeps crying", ["statement"]),
    ("the tennis racket's too heavy", ["statement"]),
    ("be an angel and shut the box", ["statement", "order"]),
    ("feed the dog", ["order"]),
    ("is the fridge open?", ["question"]),
    ("nearly fell over", ["fragment"]),
    ("Keith, shut the box", ["talk", "order"]),
    ("she says the box should be shut", ["statement", "order"]),
    ("I am late and the neighbour rang can you shut the box",
     ["statement", "statement", "order"]),
])
def test_a_clause_is_told_by_its_words(sentence: str, kinds: list[str]) -> None:
    assert [c.kind for c in clauses(sentence)] == kinds


@pytest.mark.parametrize(("text", "goal", "left"), [
    ("The neighbours gave us that vase. Stick it on the shelf.", "the Vase -> on the Shelf",
     "The neighbours gave us that vase"),
    ("Keith, shut the laptop", "the Laptop: closed", "Keith"),
    ("was someone in here? shut the laptop", "the Laptop: closed", "was someone in here?"),
    ("put the pen on the desk where I can find it", "the Pen -> on the Desk",
     "where I can find it"),
    ("guests arriving at noon! put the vase on the shelf", "the Vase -> on the Shelf",
     "guests arriving at noon"),
    ("open the box and leave it standing on the bed", "the Box: open; the Box -> on the Bed",
     "standing"),
])
def test_talk_is_left_out_and_told(text: str, goal: str, left: str) -> None:
    read = compile_instruction(text)
    assert read.describe() == goal
    assert any(f"'{left}' is left out" in r for r in read.remarks)


@pytest.mark.parametrize("text", [
    "put the mug, the flibber and the plate in the sink",
    "My laptop's charger is broken, throw it away",
    "put the mug in the sink, but only when the guests have gone",
    "Close the box, and don't open the drawer of the neighbours",
    "the neighbours came round and brought a cake",
    "Feed the dog. Wash the mug",
    "Soap in the sink, lid upwards",
    "Put the plates on the table and the counter",
])
def test_what_may_be_an_order_is_never_left_out(text: str) -> None:
    with pytest.raises(SourceError):
        compile_instruction(text)
