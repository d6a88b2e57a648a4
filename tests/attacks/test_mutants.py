"""A slice of the study of mutants, and its own rules."""

import os
import random
import time
from pathlib import Path

import pytest
import readers
from mutants import Tally, study, table
from mutation import MAX_BYTES, mutant
from readers import READERS, Reader

from planner.errors import InputError

SLOW = {"run-report": 20, "household-sentence": 50, "engine-output": 50, "trace": 50,
        "replay-file": 50, "trace-lines": 50}
MUTANTS = 100


@pytest.mark.parametrize("name", READERS)
def test_readers_bear_damaged_inputs(name: str) -> None:
    tally = study(name, SLOW.get(name, MUTANTS), seed=int.from_bytes(name.encode()[:4], "big"))
    assert tally.mutants == SLOW.get(name, MUTANTS)
    assert not tally.wrong, table([tally])


def test_mutants_follow_from_their_seed_and_are_bounded() -> None:
    samples = [b"(a (b 1) (c 2))", b"name = 3\n"]
    made = [mutant(random.Random(f"x/{n}"), samples) for n in range(300)]
    assert made == [mutant(random.Random(f"x/{n}"), samples) for n in range(300)]
    assert len(set(made)) > 200
    assert max(map(len, made)) <= MAX_BYTES


def test_what_a_reader_does_wrong_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = iter(range(1000))

    def read(data: bytes, _: Path) -> object:
        number = next(calls)
        if number == 1:
            raise KeyError("no such key")
        if number == 2:
            raise InputError("refused")
        if number == 3:
            return bytearray(1 << 33)
        if number == 4:
            end = time.process_time() + 60
            while time.process_time() < end:
                pass
        return data

    monkeypatch.setattr("mutants.CPU_S", 0.2)
    monkeypatch.setitem(readers.READERS, "wrong", Reader(lambda: [b"abc"], read))
    tally = study("wrong", 6, seed=0)
    assert (tally.tracebacks, tally.errors, tally.large, tally.slow) == (1, 1, 1, 1)
    assert tally.values == 2
    assert "KeyError" in table([tally])


def test_a_reader_that_kills_its_process_costs_one_mutant(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(data: bytes, _: Path) -> object:
        if data == mutant(random.Random("0/deadly/3"), [b"abcdefgh"]):
            os._exit(1)
        return data

    monkeypatch.setitem(readers.READERS, "deadly", Reader(lambda: [b"abcdefgh"], read))
    tally = study("deadly", 10, seed=0)
    assert tally == Tally("deadly", 10, tally.values, 0, 1, 0, 0, tally.seconds, tally.slowest_s,
                          tally.found)
