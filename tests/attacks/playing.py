"""Play one episode given by the keys and values of a suite, in any domain."""

import time
from collections.abc import Callable, Mapping
from typing import Any, TextIO

from planner.discovery import domain_named
from planner.environment import Environment, Policy
from planner.execution.episode import Request, request, run
from planner.execution.trace import EpisodeRecord


def asked(domain: str, case: Mapping[str, Any]) -> Request:
    """Read a case of a domain; ``id`` is not a key of it."""
    return request(domain_named(domain), {k: v for k, v in case.items() if k != "id"})


def run_case(
    domain: str, case: Mapping[str, Any], trace: TextIO | None = None, *,
    policy: Policy | None = None, environment: Environment | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> EpisodeRecord:
    """Play a case; ``policy`` replaces the one that the case names, ``clock`` times decisions."""
    known = asked(domain, case)
    return run(known.case, policy=policy or known.policy, trace=trace,
               name=str(case.get("id", "")), environment=environment, clock=clock)
