"""Household episodes from the keys and values of a suite."""

from collections.abc import Mapping
from typing import Any, TextIO

from playing import asked
from playing import run_case as play

from domains.household.bridge.bridge import HouseholdBridge
from domains.household.environment.environment import HouseholdEnvironment
from domains.household.episode import bridge, open_environment
from planner.environment import Environment, Policy
from planner.execution.actor.policy import Planned
from planner.execution.episode import make_policy
from planner.execution.trace import EpisodeRecord

PATIENT_S = 60.0
"""Seconds that a decision may take in tests: machines that are busy plan slowly."""


def run_case(
    case: Mapping[str, Any], trace: TextIO | None = None, *, policy: Policy | None = None,
    environment: Environment | None = None,
) -> EpisodeRecord:
    """Play a case; the team's own policy takes its time."""
    known = asked("household", case)
    player = policy or make_policy(known.domain, known.case, known.policy)
    if isinstance(player, Planned):
        player.limit = PATIENT_S
    return play("household", case, trace, policy=player, environment=environment)


def build_environment(case: Mapping[str, Any]) -> HouseholdEnvironment:
    """Open the environment of a case."""
    return open_environment(asked("household", case).case)


def build_bridge(case: Mapping[str, Any]) -> HouseholdBridge:
    """Build the bridge for a case."""
    return bridge(asked("household", case).case)
