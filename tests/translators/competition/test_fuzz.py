"""Spoilt inputs end in a result or a ``PlannerError``: no traceback, no hang."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import pytest

from domains.competition.referee.environment import Referee
from domains.competition.world.plan_file import read_plan
from planner.errors import PlannerError
from translators.competition.english.reading import parse_sentences
from translators.competition.generate.problems import generate
from translators.competition.lint.linter import lint_data
from translators.competition.problem_file import (
    parse_instructions,
    parse_problem,
    parse_told,
)

TOKENS = [
    b"(", b")", b"((", b"))))", b"<", b">", b"</test>", b"<info>", b"&", b"&amp;", b"&x;", b'"',
    b"(at 0 1)", b"(at 4 99999999999999999999)", b"(hold -1)", b"(inside 3 3)", b"(:task", b":ins",
    b"(:cons_not ", b"(:cond ", b" X", b" Z", b"x", b".", b"..", b"must", b"not", b"human",
    b"container", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"<!--", b"-->", b"<![CDATA[", b"]]>",
    b"<!DOCTYPE a [<!ENTITY b 'c'>]>", b"\r", b"\n", b"\t", b" " * 300, b"9" * 5000, b"A" * 5000,
    "椅子".encode(), b"<a>" * 40, b"(" * 400, b" the" * 100,
]


def spoil(data: bytes, rng: random.Random) -> bytes:
    """Change a text in one to five places."""
    for _ in range(rng.randint(1, 5)):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.choice([0, 1, 1, 2, 5, 40, 400]))
        match rng.randrange(6):
            case 0:
                data = data[:at] + data[end:]
            case 1:
                data = data[:at] + rng.choice(TOKENS) + data[at:]
            case 2:
                data = data[:at] + rng.choice(TOKENS) + data[end:]
            case 3:
                data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
            case 4:
                data = data[:end] + data[at:]
            case _:
                other = rng.randrange(len(data) + 1)
                data = data[:at] + data[other : other + 60] + data[at:]
    return data


def try_it(action: Callable[[], object]) -> bool:
    """Run; a ``PlannerError`` is a fine end too."""
    try:
        action()
    except PlannerError:
        return False
    return True


@pytest.fixture(scope="module")
def texts() -> list[bytes]:
    return [p.text.encode() for p in generate(6, 5, stage=2)]


def test_files(texts: list[bytes]) -> None:
    rng = random.Random(1)
    read = 0
    for _ in range(1000):
        data = spoil(rng.choice(texts), rng)

        def whole(data: bytes = data) -> None:
            problem = parse_problem(data, "f.xml")
            try_it(lambda: parse_told(problem.told_text))
            try_it(lambda: parse_sentences(problem.section("nl"), "f", problem.told_world()))
            referee = Referee(problem.true_world(), problem.instructions, problem.flags)
            for action in ("Move 2", "Sense", "AskLoc 5", "Open 3", "PickUp 9"):
                referee.act(action)
            score = referee.score(1.0)
            assert score.base_lo <= score.base_hi

        read += try_it(whole)
    assert 30 < read < 970


def test_messages_of_the_protocol(texts: list[bytes]) -> None:
    rng = random.Random(2)
    problems = [parse_problem(text, "f.xml") for text in texts]
    for _ in range(600):
        problem = rng.choice(problems)
        task = spoil(problem.instruction_text.encode(), rng).decode("latin-1")
        told = spoil(problem.told_text.encode(), rng).decode("latin-1")
        said = spoil(problem.sentence_text.encode(), rng).decode("latin-1")
        try_it(partial(parse_instructions, task))
        try_it(partial(parse_told, told))
        reading = parse_sentences(said)
        assert all(bool(s.problem) != bool(s.instruction) for s in reading.sentences)


def test_linter(texts: list[bytes]) -> None:
    rng = random.Random(3)
    for _ in range(300):
        for finding in lint_data(spoil(rng.choice(texts), rng), "f.xml"):
            assert finding.span.line >= 1
            assert finding.message


def test_plans() -> None:
    rng = random.Random(4)
    plan = b"Move 4\nPickUp 3\nToPlate 3\nPutIn 3 5\nSense\nAskLoc 4\nStop\n"
    for _ in range(1000):
        text = spoil(plan, rng).decode("latin-1")
        try_it(partial(read_plan, text, "p.plan"))
