"""The study of standstills on one episode a world, and what it calls one."""

from __future__ import annotations

from pathlib import Path

from livelocks import Ended, cases, play, told

from planner.execution.actor.policy import STANDSTILL


def test_an_episode_of_two_worlds(tmp_path: Path) -> None:
    played = [play(domain, name, case) for domain in ("rescue", "competition")
              for name, case in cases(domain, 1, 0, tmp_path)]
    assert [(e.domain, e.at_limit, e.standstill) for e in played] == [
        ("rescue", False, False), ("competition", False, False)]
    assert len(list(told(played))) == 2


def test_what_brought_nothing_new_for_too_long_is_a_standstill() -> None:
    still = Ended("rescue", "x", False, False, STANDSTILL + 1)
    assert list(told([still]))[-1] == "standstill: rescue x"
    assert not Ended("rescue", "x", False, True, STANDSTILL).standstill
