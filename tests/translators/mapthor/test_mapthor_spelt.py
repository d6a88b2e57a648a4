"""Short forms of texts and of talk, scraps under a heading, and things called for by name."""

import pytest

from planner.errors import PlannerError
from translators.mapthor.compile import compile_instruction


@pytest.mark.parametrize(("said", "plainly"), [
    ("find them plates n wash 'em", "find all the plates and wash them"),
    ("stick me book on the shelf", "put my book on the shelf"),
    ("put them there forks in t'sink", "put the forks in the sink"),
    ("y'all wash the pot w/ soap", "wash the pot"),
    ("get the egg outta the fridge", "get the egg out of the fridge"),
    ("cups'll do, wash 'em", "wash the cups"),
    ("its dark in here put the desk lamp on", "turn on the desk lamp"),
    ("box: pen in, egg out, lid shut",
     "put the pen in the box. clear the egg out of the box. close the box"),
    ("on the desk: pen, mug. in the box: keys",
     "put the pen and the mug on the desk. put the keys in the box"),
    ("cup fork pen -> drawer", "put the cup, the fork and the pen in the drawer"),
    ("keys. hand em to me", "bring me the keys"),
    ("Telly, please! The match is on.", "turn on the telly"),
    ("Tissues! Quick!", "bring me the tissues"),
    ("I think I left the shower going", "turn off the shower"),
    ("the pan is not at all clean", "wash the pan"),
    ("who left the safe open", "close the safe"),
    ("the lamp's on, the tv's on, are we made of money?", "turn off the tv and the lamp"),
    ("Bed still not made", "make the bed"),
    ("toaster still on", "turn off the toaster"),
    ("my towel has slipped down", "put the towel where it belongs"),
    ("hands are all sticky, I need some water", "turn on the tap"),
    ("wash for me the pot", "wash the pot"),
    ("kindly off the telly", "turn off the telly"),
    ("all what is on the sofa put in the box", "put everything on the sofa in the box"),
    ("give water to my fern", "water the fern"),
    ("switch of the stove", "turn off the stove"),
    ("wash the cup it's got jam in it", "wash the cup"),
    ("shut my laptop I'm not meant to use it", "close the laptop"),
])
def test_said_in_short(said: str, plainly: str) -> None:
    short, plain = compile_instruction(said), compile_instruction(plainly)
    assert short.stages == plain.stages or short.describe() == plain.describe()
    assert short.remarks


@pytest.mark.parametrize("said", ["fork spoon: and", "The lamp?", "put them on plates"])
def test_a_name_alone_may_be_nothing(said: str) -> None:
    with pytest.raises(PlannerError):
        compile_instruction(said)


def test_a_giver_gives_to_me() -> None:
    assert "read" not in " ".join(compile_instruction("bring me the book").remarks)
