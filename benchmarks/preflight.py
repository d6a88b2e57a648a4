"""Check before a sweep what would make its runs mean something else, or nothing."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Sequence
from typing import Any

from benchmarks.baselines.chat import settings_from
from benchmarks.baselines.key_host import key_for
from benchmarks.baselines.policies import LANGUAGE, POLICIES
from benchmarks.execute import load_function
from benchmarks.suite import Run, Suite
from planner.discovery import domain_named
from planner.domain import Domain
from planner.errors import UsageError
from planner.execution.episode import policy_names, request
from planner.files import wrong

BASELINES = [f"{name}:{spec.argument}" if spec.argument else name
             for name, spec in POLICIES.items()]


def check_runs(suite: Suite, runs: Sequence[Run], *, asking: bool = True) -> None:
    """Raise what is wrong with a run before any is made.

    The keys and values of a domain's cases are checked against its case type and the policy's
    settings (InputError), and that no algorithm is called like a policy other than its own.
    For a function of the suite's own: MissingError where it is not there,
    UsageError for an unknown policy; a module says in ``POLICIES`` which its function knows
    (``NAME:ARGUMENT`` for those that take one); a function with a parameter ``policy_factory``
    also takes those of ``benchmarks.baselines``. With ``asking`` a key must be for the
    endpoint's host.
    """
    if ":" in suite.run:
        _check_own(suite, runs)
    else:
        domain = domain_named(suite.run)
        for run in runs:
            request(domain, run.asked, suite.file)
        _check_names(suite, runs, domain)
    for case in {run.algorithm: run.case for run in runs
                 if run.case.get("policy") in LANGUAGE}.values():
        settings = settings_from(case)
        if asking:
            key_for(settings.url)


def _check_names(suite: Suite, runs: Sequence[Run], domain: Domain[Any]) -> None:
    """Refuse an algorithm that is called like a policy and plays another, the default."""
    usual = next(iter(domain.players), "")
    for name in dict.fromkeys(run.algorithm for run in runs if "policy" not in run.case):
        if usual not in ("", name) and name in policy_names(domain):
            raise wrong(suite.file, f"algorithm {name!r} would play {usual!r}; say policy = "
                        f"{name!r}, or call it otherwise", name, suite.algorithms[name])


def _check_own(suite: Suite, runs: Sequence[Run]) -> None:
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


def _names(known: str, policy: object) -> bool:
    name, takes_argument, _ = known.partition(":")
    given, colon, argument = str(policy).partition(":")
    return given == name and bool(colon and argument) == bool(takes_argument)
