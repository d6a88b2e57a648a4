"""Household episodes from keys and values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TextIO

from domains.household.case import HouseholdCase
from domains.household.domain import DOMAIN
from domains.household.environment.environment import HouseholdEnvironment
from domains.household.episode import learn_prior, open_environment, symbolic
from planner.cases import build
from planner.environment import Policy
from planner.execution.episode import request, run
from planner.execution.trace import EpisodeRecord

__all__ = ["POLICIES", "build_environment", "build_policy", "learn_prior", "run_case"]

POLICIES = ("symbolic",)


def build_environment(case: Mapping[str, Any]) -> HouseholdEnvironment:
    """Open the environment of a case."""
    return open_environment(_case(case))


def build_policy(case: Mapping[str, Any]) -> Policy:
    """Build this project's policy for a case."""
    return symbolic(_case(case))


def run_case(
    case: Mapping[str, Any], trace: TextIO | None = None,
    policy_factory: Callable[[Mapping[str, Any]], Policy] | None = None,
    environment: HouseholdEnvironment | None = None,
) -> EpisodeRecord:
    """Play one episode."""
    asked = request(DOMAIN, {k: v for k, v in case.items() if k != "id"})
    return run(asked.case, policy=policy_factory(case) if policy_factory else asked.policy,
               trace=trace, name=str(case.get("id", "")), environment=environment)


def _case(case: Mapping[str, Any]) -> HouseholdCase:
    return build(HouseholdCase, {k: v for k, v in case.items() if k not in ("id", "policy")})
