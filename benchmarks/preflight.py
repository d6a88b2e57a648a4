"""Check before a sweep what would make its runs mean something else, or nothing."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

from benchmarks.baselines.chat import settings_from
from benchmarks.baselines.key_host import key_for
from benchmarks.baselines.policies import LANGUAGE
from benchmarks.suite import Run, Suite
from planner.discovery import domain_named
from planner.domain import Domain, load_part
from planner.errors import UsageError
from planner.execution.episode import policy_names, request
from planner.files import wrong


def check_runs(suite: Suite, runs: Sequence[Run], *, asking: bool = True) -> None:
    """Raise what is wrong with a run before any is made.

    The keys and values of a domain's cases are checked against its case type and the policy's
    settings (InputError), and that no algorithm is called like a policy other than its own; with
    ``asking``, that a key is for the endpoint's host.
    For a function of the suite's own: MissingError where it is not there, UsageError for an
    unknown policy; a module says in ``POLICIES`` which its function knows.
    """
    if ":" in suite.run:
        _check_own(suite, runs)
        return
    domain = domain_named(suite.run)
    asked = {run.algorithm: request(domain, run.asked, suite.file) for run in runs}
    _check_names(suite, runs, domain)
    for found in asked.values():
        if asking and found.policy in LANGUAGE:
            key_for(settings_from(found.settings).endpoint)


def _check_names(suite: Suite, runs: Sequence[Run], domain: Domain[Any]) -> None:
    """Refuse an algorithm that is called like a policy and plays another, the default."""
    usual = next(iter(domain.players), "")
    for name in dict.fromkeys(run.algorithm for run in runs if "policy" not in run.case):
        if usual not in ("", name) and name in policy_names(domain):
            raise wrong(suite.file, f"algorithm {name!r} would play {usual!r}; say policy = "
                        f"{name!r}, or call it otherwise", name, suite.algorithms[name])


def _check_own(suite: Suite, runs: Sequence[Run]) -> None:
    load_part(suite.run)
    known = getattr(importlib.import_module(suite.run.partition(":")[0]), "POLICIES", ())
    for policy, run in {run.case.get("policy"): run for run in runs}.items():
        if known and policy is not None and policy not in known:
            raise UsageError(f"suite {suite.name!r}, algorithm {run.algorithm!r}: no policy "
                             f"{policy!r}; known: {', '.join(known)}")
