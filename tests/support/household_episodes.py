"""Household episodes from the keys and values of a suite."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from benchmarks.studies.playing import asked
from benchmarks.studies.playing import run_case as play
from domains.household.bridge.bridge import HouseholdBridge
from domains.household.environment.environment import HouseholdEnvironment
from domains.household.episode import bridge, open_environment

run_case = partial(play, "household")


def build_environment(case: Mapping[str, Any]) -> HouseholdEnvironment:
    """Open the environment of a case."""
    return open_environment(asked("household", case).case)


def build_bridge(case: Mapping[str, Any]) -> HouseholdBridge:
    """Build the bridge for a case."""
    return bridge(asked("household", case).case)
