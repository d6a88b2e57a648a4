"""Check before a sweep what would make its runs mean something else, or nothing."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Sequence

from benchmarks.baselines.chat import settings_from
from benchmarks.baselines.key_host import key_for
from benchmarks.baselines.policies import LANGUAGE, PLAIN
from benchmarks.execute import load_function
from benchmarks.suite import Run, Suite
from planner.errors import UsageError

__all__ = ["check_runs"]

BASELINES = (*PLAIN, *LANGUAGE, "replay:FILE")


def check_runs(suite: Suite, runs: Sequence[Run], *, asking: bool = True) -> None:
    """Raise MissingError when the suite's function is not there, UsageError for an unknown policy.

    A module says in ``POLICIES`` which policies its function knows (``NAME:ARGUMENT`` for those
    that take one); a function with a parameter ``policy_factory`` also takes those of
    ``benchmarks.baselines``. With ``asking`` a key must be for the endpoint's host.
    """
    function = load_function(suite.run)
    module = importlib.import_module(suite.run.partition(":")[0])
    own = getattr(module, "POLICIES", None)
    if own is not None:
        ours = BASELINES if "policy_factory" in inspect.signature(function).parameters else ()
        known = (*own, *ours)
        for policy, run in {run.case.get("policy"): run for run in runs}.items():
            if policy is not None and not any(_names(known_one, policy) for known_one in known):
                raise UsageError(f"suite {suite.name!r}, algorithm {run.algorithm!r}: no policy "
                                 f"{policy!r}; known: {', '.join(known)}")
    for case in {run.algorithm: run.case for run in runs
                 if run.case.get("policy") in LANGUAGE}.values():
        settings = settings_from(case)
        if asking:
            key_for(settings.url)


def _names(known: str, policy: object) -> bool:
    name, takes_argument, _ = known.partition(":")
    given, colon, argument = str(policy).partition(":")
    return given == name and bool(colon and argument) == bool(takes_argument)
