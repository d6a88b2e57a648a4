"""Make the policy ``planned`` of a domain that has a bridge."""

from __future__ import annotations

from typing import Any

from planner.domain import Domain
from planner.errors import UsageError
from planner.execution.actor.policy import Planned
from planner.execution.actor.solver import solver_for
from planner.pddl import joined, read_domain

__all__ = ["LIMIT", "planned"]

LIMIT = 5.0
"""Seconds that a decision may take; what the engine has found by then must do."""


def planned(domain: Domain[Any], case: Any, limit: float = LIMIT) -> Planned:
    """Return a fresh policy; raises :class:`UsageError` where the domain has no bridge or PDDL."""
    bridge = domain.part("bridge")(case)
    text = bridge.pddl
    if not text:
        if domain.pddl is None:
            raise UsageError(f"domain {domain.name!r} has a bridge but no PDDL")
        text = domain.pddl.read_text(encoding="utf-8")
    model = read_domain(text)
    if bridge.senses:
        model = joined(model, read_domain(bridge.senses))
    return Planned(bridge, model, getattr(bridge, "solver", solver_for), limit)
