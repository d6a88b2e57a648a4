"""Calling planning engines: named entries, a sandbox around each run, a written-down portfolio."""

from planner.engines.outcome import Outcome, Status
from planner.engines.registry import ENGINES, EngineSpec, engine
from planner.engines.solve import solve_task
from planner.sandbox import Limits

__all__ = ["ENGINES", "EngineSpec", "Limits", "Outcome", "Status", "engine", "solve_task"]
