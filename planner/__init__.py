"""lmfree-planner: plan, act and compare without a language model in the loop.

>>> import planner
>>> case = planner.load("domains/rescue/scenes/scene_5.toml")
>>> episode = planner.run(case, policy="greedy")
>>> episode.success
True
>>> planner.solve("domains/competition/problems/plate.xml").plan[:2]
('Move 6', 'PickUp 9')

Everything is imported when it is first used. One level: beside the rooms stand the plain types
that all of them share (problem, plan, case, domain, environment, errors) and this interface.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from planner.api import case, improve, load, policy, run, solve, state, translate, validate
    from planner.cases import option
    from planner.discovery import discover
    from planner.domain import Domain, FileHead, PolicyContext, PolicySpec, Translation
    from planner.environment import Briefing, Decision, Environment, Policy, Scorecard
    from planner.errors import PlannerError
    from planner.execution.trace import EpisodeRecord
    from planner.plan import Plan
    from planner.problem import PlanningTask
    from planner.solving import SolveOptions, SolveReport
    from planner.validation.judges import Judgement

_PLACES = {
    "planner.api": ("case", "improve", "load", "policy", "run", "solve", "state", "translate",
                    "validate"),
    "planner.cases": ("option",),
    "planner.discovery": ("discover",),
    "planner.domain": ("Domain", "FileHead", "PolicyContext", "PolicySpec", "Translation"),
    "planner.environment": ("Briefing", "Decision", "Environment", "Policy", "Scorecard"),
    "planner.errors": ("PlannerError",),
    "planner.execution.trace": ("EpisodeRecord",),
    "planner.plan": ("Plan",),
    "planner.problem": ("PlanningTask",),
    "planner.solving": ("SolveOptions", "SolveReport"),
    "planner.validation.judges": ("Judgement",),
}
_NAMES = {name: module for module, names in _PLACES.items() for name in names}

__all__ = [
    "Briefing", "Decision", "Domain", "Environment", "EpisodeRecord", "FileHead", "Judgement",
    "Plan", "PlannerError", "PlanningTask", "Policy", "PolicyContext", "PolicySpec", "Scorecard",
    "SolveOptions", "SolveReport", "Translation", "__version__", "case", "discover", "improve",
    "load", "option", "policy", "run", "solve", "state", "translate", "validate",
]

__version__: str


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("lmfree-planner")
    if name in _NAMES:
        from importlib import import_module

        return getattr(import_module(_NAMES[name]), name)
    raise AttributeError(f"module 'planner' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]


def _warn() -> None:
    """Name what another folder or distribution has taken: all else fails in strange ways."""
    import warnings

    from planner.origin import WAY_OUT, claim, misplaced

    for trouble in misplaced():
        warnings.warn(f"{trouble}; {WAY_OUT}", RuntimeWarning, stacklevel=3)
    claim()


_warn()
