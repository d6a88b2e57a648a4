"""Rescue episodes from the keys and values of a suite."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from playing import asked
from playing import run_case as play

from domains.rescue.belief.knowledge import Knowledge
from domains.rescue.episode import open_environment
from domains.rescue.world.environment import RescueEnvironment

run_case = partial(play, "rescue")


def known(environment: RescueEnvironment, seed: int = 0) -> Knowledge:
    observations, _ = environment.reset(seed=seed)
    return Knowledge(environment.briefing(), observations)


def build_environment(case: Mapping[str, Any]) -> RescueEnvironment:
    return open_environment(asked("rescue", case).case)
