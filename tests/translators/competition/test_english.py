"""The English reader and writer (specification §9); ``english.txt`` holds what was read by hand."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import cases

from domains.competition.world.model import Attribute, Instruction, Kind
from planner.errors import SourceError, UsageError
from translators.competition.english.reading import parse_sentences
from translators.competition.english.writing import say
from translators.competition.instructions import format_instruction
from translators.competition.lint.agreement import agree, pair_up
from translators.competition.problem_file import parse_told, read_problem
from translators.competition.vocabulary import vocabulary

READ = [tuple(line.split(" => ")) for line in (Path(__file__).parent / "english.txt").read_text(
    encoding="utf-8").splitlines() if not line.startswith("#")]


def shape(item: Instruction) -> str:
    words = [item.kind] if item.kind == item.inner else [item.kind, item.inner]
    parts = [
        " ".join(a.word for a in item.cond if a.variable == name)
        for name in item.variables
    ]
    return " ".join([*words, item.predicate, " | ".join(parts)])


@pytest.mark.parametrize(("sentence", "expected"), READ, ids=[s for s, _ in READ])
def test_sentence_reads(sentence: str, expected: str) -> None:
    reading = parse_sentences(sentence)
    if expected == "(refused)":
        assert reading.instructions == ()
        assert len(reading.problems) == 1
    else:
        assert [shape(i) for i in reading.instructions] == [expected]
        assert reading.problems == ()


@pytest.mark.parametrize(("told", "sentence", "expected"), cases(__file__)["told"])
def test_a_sentence_is_read_in_the_told_world(told: str, sentence: str, expected: str) -> None:
    world = parse_told(f"(:domain {told})") if told else None
    assert shape(parse_sentences(sentence, world=world).instructions[0]) == expected


def test_the_told_world_chooses_among_repairs_and_drops_tasks_nothing_fits() -> None:
    world = parse_told("(:domain (sort 2 cup) (color 2 red) (sort 3 bed) (sort 4 book))")
    text = "Pick up the cu. Pick up the red cp. Go to the sofa. The sofa is near the bed."
    shapes = [shape(i) for i in parse_sentences(text, world=world).instructions]
    assert shapes == ["task pickup cup", "task pickup cup red", "task goto sofa",
                      "info near sofa | bed"]
    possible = [shape(i) for i in parse_sentences(text, world=world).possible(world)]
    assert possible == ["task pickup cup", "task pickup cup red", "info near sofa | bed"]
    other = parse_told("(:domain (sort 2 can) (color 2 red) (sort 3 bed))")
    assert shape(parse_sentences("Pick up the caup.", world=other).instructions[0]) == (
        "task pickup cup")


def test_unreadable_sentences_are_reported_in_place_and_skipped() -> None:
    text = "Go to the bed.\n Frobnicate the cup.  Put the cup.\nPut a can on the plate. Go to sofa"
    reading = parse_sentences(text, "nl.txt")
    assert [shape(i) for i in reading.instructions] == ["task goto bed", "task goto sofa"]
    places = [(e.span.line, e.span.column, e.message) for e in reading.problems]
    assert places == [
        (2, 2, "unknown word 'frobnicate'"),
        (2, 31, "the sentence ends too early"),
        (3, 1, "no instruction speaks of the plate as a place for a task"),
    ]
    assert all(isinstance(e, SourceError) and e.expected for e in reading.problems)


@pytest.mark.parametrize("text", [
    "put the cup " * 10_000 + ".", "x" * 100_000, "." * 100_000, " " * 100_000,
    "putthecup" * 11_000 + ".", "Wug. " * 20_000, "the " * 25_000, "\x00" * 100_000,
    "qwertzuiop. " * 8_000,
], ids=range(9))
def test_long_nonsense_ends(text: str) -> None:
    reading = parse_sentences(text)
    assert reading.instructions == ()
    assert len(reading.sentences) <= 501


@settings(max_examples=300, deadline=None)
@given(st.one_of(
    st.text(max_size=200),
    st.lists(st.sampled_from(sorted(vocabulary().words)), max_size=14).map(" ".join),
    st.lists(
        st.sampled_from(["put", "the", "red", "cup", "on", "bed", "which", "is", "must", "not",
                         "be", "there", "in", "closet", "up", "door", "of", "me", "plate", "."]),
        max_size=14,
    ).map(" ".join),
))
def test_any_text_is_read_or_reported(text: str) -> None:
    reading = parse_sentences(text)
    for sentence in reading.sentences:
        assert (sentence.instruction is None) == (sentence.problem is not None)


# ---- writing ----------------------------------------------------------------------------------

words = vocabulary()
small = st.tuples(st.sampled_from(words.small), st.sampled_from(words.colors))
big = st.sampled_from((*words.big, *words.containers))
container = st.sampled_from(words.containers)


def cond(*parts: tuple[str, str, str]) -> tuple[Attribute, ...]:
    return tuple(Attribute(name, variable, word) for variable, name, word in parts)


PREDICATES = {
    "task": ["give", "puton", "putin", "putdown", "goto", "pickup", "takeout", "open", "close"],
    "info": ["on", "near", "inside", "plate", "opened", "closed"],
}


@st.composite
def instructions(draw: st.DrawFn) -> Instruction:
    inner = draw(st.sampled_from(["task", "info"]))
    predicate = draw(st.sampled_from(PREDICATES[inner]))
    kinds: list[Kind] = ["info", "cons_not", "cons_notnot"]
    if inner == "task":
        kinds = ["task", "cons_not"]
    kind = draw(st.sampled_from(kinds))
    sort, color = draw(small)
    thing = [("X", "sort", sort), ("X", "color", color)]
    arguments: tuple[str, ...] = ("X",)
    if predicate == "goto":
        thing = [("X", "sort", draw(big))]
    elif predicate in ("open", "close", "opened", "closed"):
        thing = [("X", "sort", draw(container))]
        if inner == "task":
            thing.append(("X", "type", "container"))
    elif predicate in ("puton", "on", "near"):
        arguments, thing = ("X", "Y"), [*thing, ("Y", "sort", draw(big))]
    elif predicate in ("putin", "takeout", "inside"):
        arguments, thing = ("X", "Y"), [*thing, ("Y", "sort", draw(container))]
        if inner == "task":
            thing.append(("Y", "type", "container"))
    return Instruction(kind, predicate, arguments, cond(*thing))


@settings(max_examples=400, deadline=None)
@given(instructions(), st.integers(0, 10**6))
def test_what_is_said_reads_back(item: Instruction, seed: int) -> None:
    for sentence in (say(item), say(item, random.Random(seed))):
        reading = parse_sentences(sentence)
        assert len(reading.instructions) == 1, (sentence, reading.problems)
        said = reading.instructions[0]
        assert agree(item, said, colors=False), (sentence, format_instruction(said))
        if item.predicate != "puton":
            assert said == item, sentence


@settings(max_examples=200, deadline=None)
@given(instructions(), st.integers(0, 10**6))
def test_noise_in_nouns_and_any_case_read_back(item: Instruction, seed: int) -> None:
    rng = random.Random(seed)
    sentence = "".join(c.upper() if rng.random() < 0.3 else c for c in say(item))
    noisy = []
    for word in sentence.split(" "):
        plain = words.words.get(word.lower().strip("."))
        if plain is not None and plain.token in ("SORT", "COLOR", "PLATE", "DOOR"):
            cut = rng.randrange(len(word.strip(".")) + 1)
            noisy.append(word[:cut] + rng.choice(["&", "#", "&#", "1"]) + word[cut:])
        else:
            noisy.append(word)
    reading = parse_sentences(" ".join(noisy))
    assert [agree(item, i, colors=False) for i in reading.instructions] == [True]


def test_holding_has_no_sentence() -> None:
    with pytest.raises(UsageError):
        say(Instruction("info", "hold", ("X",), cond(("X", "sort", "cup"))))


# ---- the development set ----------------------------------------------------------------------

FILE_ERRORS = {"08": 1, "12": 1, "15": 1, "20": 1, "23": 2, "25": 2, "26": 1, "33": 1,
               "36": 1, "38": 1, "39": 1, "40": 1, "42": 1}
"""Sentences of each file that contradict its instruction (in all four copies), found by hand."""


def test_development_sentences_read_to_their_instructions(shared: Path) -> None:
    read = 0
    for path in sorted((shared / "competition/problems1").glob("*/stage*/*.xml")):
        problem = read_problem(path)
        items = problem.instructions
        reading = parse_sentences(problem.section("nl"), str(path), problem.told_world())
        assert reading.problems == ()
        differing = [str(p) for p in pair_up(items, reading.sentences) if not p.agrees]
        assert len(differing) == FILE_ERRORS.get(path.stem, 0), differing
        read += len(reading.sentences) - len(differing)
    assert read == 1620
