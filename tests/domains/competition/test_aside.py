"""A search in a child process: its outcome comes back, and nothing of it stays."""

from __future__ import annotations

import os
import time

import pytest

from domains.competition.search.astar import Outcome
from domains.competition.search.relaxed.aside import Aside, second_core

pytestmark = pytest.mark.skipif(not second_core(), reason="no second core, or no fork")

FOUND = Outcome((), 40, 42, 3, 7)


def children() -> set[str]:
    with open(f"/proc/self/task/{os.getpid()}/children") as listed:
        return set(listed.read().split())


def never_ending() -> Outcome:
    time.sleep(3600)
    return FOUND


def dying() -> Outcome:
    os._exit(9)


def test_the_outcome_comes_back_and_the_child_is_reaped() -> None:
    before, aside = children(), Aside()
    aside.start(lambda: FOUND)
    assert aside.outcome(wait_s=60) == FOUND
    assert children() == before


def test_unfinished_work_is_not_waited_for_and_ended_on_close() -> None:
    before, aside = children(), Aside()
    aside.start(never_ending)
    assert aside.outcome() is None
    assert children() != before
    aside.close()
    assert children() == before


def test_a_dead_child_is_reported() -> None:
    aside = Aside()
    aside.start(dying)
    with pytest.raises(EOFError):
        aside.outcome(wait_s=60)
    aside.close()


def test_closing_twice_is_harmless() -> None:
    aside = Aside()
    aside.close()
    aside.close()
