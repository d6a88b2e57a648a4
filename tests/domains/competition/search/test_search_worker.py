"""A child that answers questions: its replies come back, and nothing of it stays."""

from __future__ import annotations

import os
import time

import pytest

from domains.competition.search.astar import SearchResult
from domains.competition.search.relaxed.worker import Worker, second_core

pytestmark = pytest.mark.skipif(not second_core(), reason="no second core, or no fork")

FOUND = SearchResult((), 40, 42, 3, 7)


def children() -> set[str]:
    with open(f"/proc/self/task/{os.getpid()}/children") as listed:
        return set(listed.read().split())


def answer(question: str) -> SearchResult:
    if question == "die":
        os._exit(9)
    if question == "sleep":
        time.sleep(3600)
    return FOUND


def test_questions_are_answered_by_one_child_that_is_reaped() -> None:
    before, worker = children(), Worker(answer)
    for _ in range(2):
        worker.ask("what")
        assert worker.busy
        assert worker.reply(wait_s=60) == FOUND
        assert not worker.busy
        assert len(children() - before) == 1
    worker.close()
    assert children() == before


def test_a_child_at_work_is_not_waited_for_and_ended_on_close() -> None:
    before, worker = children(), Worker(answer)
    worker.ask("sleep")
    assert worker.reply() is None
    assert children() != before
    worker.close()
    assert children() == before


def test_a_dead_child_is_reported() -> None:
    worker = Worker(answer)
    worker.ask("die")
    with pytest.raises((EOFError, OSError)):
        worker.reply(wait_s=60)
    worker.close()


def test_the_child_sees_the_level() -> None:
    worker = Worker(lambda question: worker.level)
    worker.ask("")
    assert worker.reply(wait_s=60) == 0
    worker.level = 77
    worker.ask("")
    assert worker.reply(wait_s=60) == 77
    worker.close()


def test_closing_twice_is_harmless() -> None:
    worker = Worker(answer)
    worker.close()
    worker.close()
