"""Household episodes from the keys and values of a suite."""

import io
import json
from collections.abc import Mapping
from typing import Any, TextIO

import playing
from playing import asked

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
    return playing.run_case("household", case, trace, policy=player, environment=environment)


def play(instruction: str, room: str = "SmallKitchen", **case: Any
         ) -> tuple[EpisodeRecord, list[dict[str, Any]]]:
    """Play a sentence by two robots; return the record and the lines of the trace."""
    trace = io.StringIO()
    record = run_case({"instruction": instruction, "floor_plan": room, "agents": 2, **case}, trace)
    return record, [json.loads(line) for line in trace.getvalue().splitlines()]


def build_environment(case: Mapping[str, Any]) -> HouseholdEnvironment:
    return open_environment(asked("household", case).case)


def build_bridge(case: Mapping[str, Any]) -> HouseholdBridge:
    return bridge(asked("household", case).case)
