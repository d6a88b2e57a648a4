"""A slice of the attack of mutants, and its own rules."""

import os
import random
import time
from pathlib import Path

import pytest
import readers
from mutants import judge
from mutation import MAX_BYTES, mutant
from readers import READERS, Reader

from planner.errors import InputError

SLOW = {"run-report": 10, "engine-output": 25, "trace": 25, "replay-file": 25, "trace-lines": 25}


@pytest.mark.parametrize("name", READERS)
def test_readers_bear_damaged_inputs(name: str) -> None:
    found = judge(name, int.from_bytes(name.encode()[:4], "big"), 0, SLOW.get(name, 50))
    assert not found.wrong, found
    assert found.counts["values"] + found.counts["errors"] == SLOW.get(name, 50)


def test_mutants_follow_from_their_seed_and_are_bounded() -> None:
    samples = [b"(a (b 1) (c 2))", b"name = 3\n"]
    made = [mutant(random.Random(f"x/{n}"), samples) for n in range(300)]
    assert made == [mutant(random.Random(f"x/{n}"), samples) for n in range(300)]
    assert len(set(made)) > 200
    assert max(map(len, made)) <= MAX_BYTES


def _ill(data: bytes) -> object:
    """Do, with the first letter of a mutant, each thing a reader must not, and one it may."""
    match data[:1]:
        case b"k":
            raise KeyError("no such key")
        case b"r":
            raise InputError("refused")
        case b"m":
            return bytearray(1 << 33)
        case b"s":
            end = time.process_time() + 60
            while time.process_time() < end:
                pass
        case b"x":
            os._exit(1)
    return data


@pytest.mark.parametrize(("letter", "words"), [
    ("k", "KeyError at tests/attacks/test_mutants.py"), ("m", "MemoryError"), ("s", "TooSlow"),
    ("x", "the process was lost"), ("r", "")])
def test_what_a_reader_does_wrong_is_named(
    monkeypatch: pytest.MonkeyPatch, letter: str, words: str
) -> None:
    def read(data: bytes, _: Path) -> object:
        return _ill(data if data == b"good" else letter.encode())

    monkeypatch.setattr("mutants.CPU_S", 0.2)
    monkeypatch.setitem(readers.READERS, "ill", Reader(lambda: [b"good"], read))
    found = judge("ill", 0, 0, 1)
    assert words in found.wrong
    assert bool(found.wrong) is bool(words)
