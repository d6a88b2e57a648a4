"""Many wordings: what each means, which are refused and where, what a liberty is told with.

``wordings.txt`` and ``refusals.txt`` hold one sentence a line with its goal in words, or with
the column and the beginning of the message; they were read one by one.
"""

import contextlib
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.errors import PlannerError, SourceError
from translators.mapthor.compile import compile_instruction
from translators.mapthor.ontology import ontology

HERE = Path(__file__).parent


def pairs(name: str) -> list[tuple[str, str]]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [(sentence, said) for sentence, _, said in (line.partition(" => ") for line in lines)]


SENTENCES = [sentence for sentence, _ in pairs("wordings.txt")]


@pytest.mark.parametrize("part", range(8))
def test_wordings_mean_their_goals(part: int) -> None:
    read = {s: compile_instruction(s).describe() for s in SENTENCES[part::8]}
    assert read == dict(pairs("wordings.txt")[part::8])


def test_wordings_are_refused_at_their_words() -> None:
    for sentence, message in pairs("refusals.txt"):
        with pytest.raises(SourceError) as caught:
            compile_instruction(sentence)
        assert str(caught.value).startswith(f"instruction:1:{message}"), sentence
        assert "^" in str(caught.value)


@pytest.mark.parametrize(("sentence", "liberty"), [
    ("Put the aple in the fridge", "'aple' is read as 'apple'"),
    ("Gently put the mug on the desk", "'Gently' changes nothing"),
    ("Put my aunt's mug on the desk", "'my aunt's' is left out: whose a thing is"),
    ("Put the red mug on the desk", "'red' is left out: any one will do"),
    ("Put the pen, no, the mug on the desk", "'the pen' is taken back"),
    ("Put the knife on top of the microwave", "'on top of' is read as 'in'"),
    ("Turn the water off after making the room dark", "is read as: Turn off the tap."),
])
def test_a_liberty_in_reading_is_told(sentence: str, liberty: str) -> None:
    assert any(liberty in r for r in compile_instruction(sentence).remarks)


@pytest.mark.parametrize("name", sorted(
    {t for kind in ontology().properties.values() for t in kind} | ontology().surfaces))
def test_types_are_understood_as_ai2thor_writes_them(name: str) -> None:
    spaced = "".join(f" {c}" if c.isupper() else c for c in name).strip()
    for written in [name, name.lower(), f"{name}s"] + [spaced] * (
            not name.endswith(("Sliced", "Cracked")) and name not in ("CD", "TVStand")):
        found = ontology().find(written)
        basins = name.removesuffix("Basin")
        hissing = written == f"{name}s" and name.endswith(("s", "x", "ch", "sh"))
        assert hissing if found is None else found.types in ((name,), (basins,))


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(SENTENCES), st.integers(0, 40), st.text(max_size=12))
def test_any_text_inside_a_sentence_is_read_or_refused(sentence: str, at: int, text: str) -> None:
    with contextlib.suppress(PlannerError):
        assert compile_instruction(sentence[:at] + text + sentence[at:]).describe()


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from(SENTENCES), min_size=2, max_size=4),
       st.sampled_from((". ", ", then ", " and ", "; ")))
def test_sentences_joined_are_read_or_refused(sentences: list[str], joint: str) -> None:
    with contextlib.suppress(PlannerError):
        assert compile_instruction(joint.join(sentences)).subgoals


@pytest.mark.parametrize("text", [
    "", " \t\n  ", "\x00\x1b\x07", "apple " * 10_000, "(" * 700 + "Put the apple" + ")" * 700,
    "put " * 300, "the apple and " * 100, "if " * 400, "and, " * 250, "not " * 350, ", " * 700,
    "Put the apple in the bowl " + "in the bowl " * 30, "((((" * 300, "please " * 200,
    "put the apple in the fridge and " * 20, "and then " * 150, "bring me " + "a slice of " * 120,
    "close the " + "door of the " * 110 + "apple", "the apple, the pear and " * 80,
    "and then and, then " * 60, "\U0001f34e " * 500, "a\u0301" * 600, "put the mug " * 100,
    "the apple, " * 120, "Stelle den Apfel in den Schrank " * 20, "not not " * 150,
    "and the mug on the table in the sink " * 30,
])
def test_what_is_no_sentence_is_refused_in_few_words_and_soon(text: str) -> None:
    begun = time.process_time()
    with pytest.raises(PlannerError) as caught:
        compile_instruction(text)
    assert time.process_time() - begun < 2.5
    assert all(len(line) < 400 for line in str(caught.value).splitlines())
