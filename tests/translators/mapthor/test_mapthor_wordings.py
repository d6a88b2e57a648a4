"""Many wordings: what each means, which mean the same, which are refused and where.

``wordings.txt`` and ``refusals.txt`` hold one sentence a line with its goal in words, or with
the column and the beginning of the message; they were read one by one.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.errors import PlannerError, SourceError
from translators.mapthor.compile import compile_instruction

HERE = Path(__file__).parent


def pairs(name: str) -> list[tuple[str, str]]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [(sentence, said) for sentence, _, said in (line.partition(" => ") for line in lines)]


@pytest.mark.parametrize(("sentence", "goal"), pairs("wordings.txt"))
def test_wording_means(sentence: str, goal: str) -> None:
    assert compile_instruction(sentence).describe() == goal


@pytest.mark.parametrize(("sentence", "message"), pairs("refusals.txt"))
def test_wording_is_refused_at_its_words(sentence: str, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        compile_instruction(sentence)
    assert str(caught.value).startswith(f"instruction:1:{message}")
    assert "^" in str(caught.value)


# -- sentences built from templates, with the goal the template means --------------------------

THINGS = {"apple": "Apple", "remote control": "RemoteControl", "butter knife": "ButterKnife",
          "cell phone": "CellPhone", "credit card": "CreditCard", "mug": "Mug", "potato": "Potato"}
PLURALS = {"apple": "apples", "remote control": "remote-controls", "butter knife": "butter knives",
           "cell phone": "phones", "credit card": "credit cards", "mug": "mugs",
           "potato": "potatoes"}
TARGETS = {"in the fridge": "in the Fridge", "into the fridge": "in the Fridge",
           "on the sofa": "on the Sofa", "onto the couch": "on the Sofa",
           "to the settee": "on the Sofa", "inside the box": "in the Box",
           "on top of the desk": "on the Desk", "next to the television": "near the Television",
           "beside the tv": "near the Television"}
MOVES = ("put {} {}", "Please place {} {}.", "Could you bring {} {}?", "I want {} {}",
         "{} should be {}.", "Make sure that {} ends up moved {}", "We need {} {}!",
         "{} must be put {}")
ORDERS = [m for m in MOVES if "ends up" not in m]
QUANTIFIERS = {"the {one}": "the", "all the {many}": "every", "every {one}": "every",
               "each {one}": "every", "a {one}": "a", "any {one}": "a", "two {many}": "2",
               "3 of the {many}": "3", "both {many}": "every", "one of the {many}": "a",
               "each of the {many}": "every", "the {many}": "every"}
SWITCHES = {"lamp": "DeskLamp | FloorLamp", "television": "Television", "faucet": "Faucet",
            "coffee machine": "CoffeeMachine", "tap": "Faucet", "telly": "Television"}
TOGGLES = ("turn {} the {}", "switch {} the {}", "switch the {1} {0}", "turn the {1} {0}",
           "the {1} should be {0}", "make sure the {1} is {0}", "the {1} must be switched {0}",
           "if the {1} is not {0}, turn it {0}")


def noun_phrase(pattern: str, thing: str) -> str:
    phrase = pattern.format(one=thing, many=PLURALS[thing])
    return phrase.replace("a apple", "an apple")


@settings(max_examples=24, deadline=None, derandomize=True)
@given(st.sampled_from(ORDERS), st.sampled_from(sorted(QUANTIFIERS)),
       st.sampled_from(sorted(THINGS)), st.sampled_from(sorted(TARGETS)))
def test_moving_template(order: str, quantifier: str, thing: str, target: str) -> None:
    sentence = order.format(noun_phrase(quantifier, thing), target)
    expected = f"{QUANTIFIERS[quantifier]} {THINGS[thing]} -> {TARGETS[target]}"
    assert compile_instruction(sentence).describe() == expected, sentence


@settings(max_examples=8, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(sorted(THINGS)), min_size=2, max_size=5, unique=True),
       st.sampled_from(sorted(TARGETS)), st.sampled_from((" and ", ", ", " as well as ")))
def test_list_template(things: list[str], target: str, joint: str) -> None:
    listed = joint.join(f"the {t}" for t in things)
    goal = "; ".join(f"the {THINGS[t]} -> {TARGETS[target]}" for t in things)
    assert compile_instruction(f"Put {listed} {target}.").describe() == goal
    *first, last = things
    split = ", ".join(f"the {t}" for t in first)
    assert compile_instruction(
        f"Put {split} {target}, and the {last} too").describe() == goal


@settings(max_examples=14, deadline=None, derandomize=True)
@given(st.sampled_from(TOGGLES), st.sampled_from(sorted(SWITCHES)), st.sampled_from(("on", "off")))
def test_switching_template(pattern: str, thing: str, value: str) -> None:
    meant = compile_instruction(pattern.format(value, thing)).describe()
    plain = f"the {SWITCHES[thing]}: {value}"
    guard = f" that is {'off' if value == 'on' else 'on'}" if pattern.startswith("if") else ""
    assert meant == plain.replace(": ", f"{guard}: ")


@pytest.mark.parametrize(
    "sentences",
    [
        ("Put the apple and the tomato in the fridge",
         "Put the apple in the fridge, and the tomato too.",
         "Put the apple in the fridge as well as the tomato",
         "The apple and the tomato should be in the fridge",
         "I'd like the apple and the tomato to be in the fridge"),
        ("Close all the open drawers", "Close every drawer that is open",
         "If any drawer is open, close it", "Shut all drawers unless they are closed"),
        ("Turn off all the lights", "Every light should be off", "No light should be on",
         "Make the room dark", "There should be no lights on"),
        ("Move the pen from the desk to the drawer",
         "Put the pen that is on the desk in the drawer",
         "Take the pen off the desk and put it in the drawer",
         "Bring the pen, which is on the desk, to the drawer"),
        ("Put the apple or the tomato in the bowl",
         "Put either the tomato or the apple in the bowl"),
        ("Put the apple in the fridge, then close it",
         "Close the fridge after putting the apple in it",
         "Before closing the fridge, put the apple in it",
         "First put the apple in the fridge. Then close the fridge."),
        ("Throw the egg away", "Bin the egg", "Get rid of the egg", "The egg must be thrown away"),
    ],
)
def test_paraphrases_mean_the_same(sentences: tuple[str, ...]) -> None:
    goals = {tuple(sorted(w.describe().replace("Tomato | Apple", "Apple | Tomato")
                          .replace("a Fridge", "the Fridge") for w in
                          compile_instruction(s).subgoals)) for s in sentences}
    assert len(goals) == 1


@pytest.mark.parametrize(
    "text",
    [
        "put " * 300, "the apple and " * 100, "if " * 400, "and, " * 250, "not " * 350,
        "Put the apple in the bowl " + "in the bowl " * 30, "((((" * 300, "\u0000" * 900,
        "put the apple in the fridge and " * 20, ", " * 700, "please " * 200, "and then " * 150,
        "close the " + "door of the " * 110 + "apple", "bring me " + "a slice of " * 120 + "bread",
        "the apple, the pear and " * 80, "and then and, then " * 60,
        "\U0001f34e " * 500, "a\u0301" * 600,
    ],
)
def test_work_is_bounded(text: str) -> None:
    with pytest.raises(PlannerError):
        compile_instruction(text)
