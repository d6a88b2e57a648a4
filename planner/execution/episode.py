"""Run a case of any domain: open its world, make the policy, play, record.

This is the only place where text, world, policy and referee meet; a domain declares the parts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from planner.cases import build, fields_of, unknown
from planner.discovery import domain_of, shared_policies
from planner.domain import Domain, PolicyContext, PolicySpec, load_part
from planner.environment import Environment, Policy
from planner.errors import AgentError, MissingError, UsageError
from planner.execution.guest import Guest
from planner.execution.loop import run_episode
from planner.execution.offline import solved_episode
from planner.execution.trace import EpisodeRecord, TraceWriter
from planner.files import wrong
from planner.foreign import heard, module_of
from planner.solving import SolveOptions


@dataclass(frozen=True)
class Request:
    """A case, who is to play it, and the settings of that policy; made from keys and values."""

    domain: Domain[Any]
    case: Any
    policy: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)


def request(domain: Domain[Any], values: Mapping[str, Any], where: str | Path = "") -> Request:
    """Read the keys of a suite's case: those of the case type, ``policy``, the policy's own.

    Where the domain has no environment, the options of solving stand in the policy's place.
    Raises :class:`InputError` for a key that nobody reads and for an unknown policy, naming the
    known ones.
    """
    player = {"policy"} if domain.has("environment") else set()
    own = _policy_settings(domain, values.get("policy", ""), where) if player else SolveOptions
    keys = fields_of(domain.case_type)
    more = fields_of(own) if own is not None else {}
    for key in values:
        if key not in {*keys, *more, *player}:
            raise wrong(where, unknown("key", key, [*keys, *more, *player]), key, values[key])
    case = build(domain.case_type, {k: v for k, v in values.items() if k in keys}, where)
    settings = {k: v for k, v in values.items() if k in more}
    if own is not None:
        build(own, settings, where)
    return Request(domain, case, str(values.get("policy", "")), settings)


def _policy_settings(domain: Domain[Any], name: Any, where: str | Path) -> type[Any] | None:
    """Return the dataclass of the settings that a policy takes; None if it takes none."""
    if not isinstance(name, str):
        raise wrong(where, f"policy must be text, found {name!r}", "policy", name)
    try:
        declared = policy_named(domain, name).settings
    except UsageError as error:
        raise wrong(where, str(error), "policy", name) from None
    found = load_part(declared) if isinstance(declared, str) and declared else declared
    return found if isinstance(found, type) else None


def run(
    case: Any, *, policy: str | Policy = "", domain: Domain[Any] | None = None,
    trace: TextIO | Path | str | None = None, name: str = "",
    context: PolicyContext | None = None, environment: Environment | None = None,
    on_step: Callable[[int, Mapping[str, str]], None] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> EpisodeRecord:
    """Play one episode and return its record; with ``trace``, write what happened (JSON lines).

    ``policy`` is a name (``planner list policies``), ``module:Class``, or an object with
    ``reset`` and ``decide``; without it the domain's first is taken. ``name`` is the case's name
    in the record. ``domain`` is only needed where it is not installed. ``environment`` may be
    given opened; else it is opened and closed here. ``on_step`` is called before the first joint
    step (0, no actions) and after each. ``clock`` times decisions, in seconds.

    Raises :class:`UsageError` for an unknown policy and whatever the domain raises for a case
    it cannot open.
    """
    domain = domain or domain_of(case)
    if environment is None:
        domain.part("environment")
    player = make_policy(domain, case, policy, context) if isinstance(policy, str) else policy
    with _stream(trace) as stream:
        world = environment or domain.open(case)
        try:
            return run_episode(
                world, player, domain=domain.name, seed=int(getattr(case, "seed", 0)),
                case=name or str(getattr(case, "label", domain.name)),
                trace=TraceWriter(stream), on_step=on_step, clock=clock)
        finally:
            if environment is None:
                world.close()


def play(
    asked: Request, trace: TextIO | None = None, name: str = "",
    context: PolicyContext | None = None,
) -> EpisodeRecord:
    """Play a request, or solve it where its domain has no environment; see :func:`run`."""
    if not asked.domain.has("environment"):
        return solved_episode(asked.domain, asked.case, build(SolveOptions, asked.settings),
                              name=name, trace=trace)
    return run(asked.case, policy=asked.policy, domain=asked.domain, trace=trace, name=name,
               context=context)


def make_policy(
    domain: Domain[Any], case: Any, name: str = "", context: PolicyContext | None = None
) -> Policy:
    """Make the policy of a name for a case: the domain's, a shared one, or ``module:Class``."""
    spec = policy_named(domain, name)
    argument = name.partition(":")[2] if spec.argument else ""
    return spec.build(case, (context or PolicyContext())._replace(argument=argument))


def policy_names(domain: Domain[Any]) -> list[str]:
    """Return the names of the policies that can play a domain, its default first."""
    return [f"{name}:{spec.argument}" if spec.argument else name
            for name, spec in _specs(domain).items()]


def _specs(domain: Domain[Any]) -> Mapping[str, PolicySpec]:
    shared = shared_policies() if domain.shared_policies else {}
    return {**domain.players, **shared, **domain.players}


def policy_named(domain: Domain[Any], name: str) -> PolicySpec:
    """Return how a policy is made, by its name; raises UsageError for one that nobody knows."""
    plain, _, argument = (name or next(iter(domain.players), "")).partition(":")
    spec = _specs(domain).get(plain)
    if spec is None and plain and argument.isidentifier():
        return _foreign(plain, argument)
    if spec is None:
        known = [*policy_names(domain), "module:Class"]
        if plain in domain.retired:
            raise UsageError(f"domain {domain.name!r} has no policy {plain!r} any more: "
                             f"{domain.retired[plain]!r} took its place")
        said = unknown("policy", name, known) if name else f"name a policy: {', '.join(known)}"
        raise UsageError(f"domain {domain.name!r}: {said}")
    if bool(spec.argument) != bool(argument):
        wanted = f"{plain}:{spec.argument}" if spec.argument else plain
        raise UsageError(f"policy {name!r}: write {wanted}")
    return spec


def _foreign(module: str, attribute: str) -> PolicySpec:
    """Return the policy that a class of the user's own is.

    The module is installed, or a file of the current folder; ``FOLDER/FILE.py`` names a file.
    """
    who = f"policy {module}:{attribute}"
    try:
        with heard(who):
            made = getattr(module_of(module), attribute)
    except AgentError:
        raise
    except Exception as error:  # the user's code runs here
        why = f"{type(error).__name__}: {error}"
        if isinstance(error, ModuleNotFoundError) and error.name == module:
            why = f"neither a module {module!r} is installed nor is there a file {module}.py here"
        elif isinstance(error, AttributeError) and error.name == attribute:
            why = unknown("class", attribute, [n for n, v in vars(error.obj).items()
                                               if isinstance(v, type)])
        raise MissingError(f"{who} cannot be loaded: {why}") from None
    for name in ("reset", "decide"):
        if not callable(getattr(made, name, None)):
            raise UsageError(f"{who} has no method {name!r}")
    return PolicySpec(lambda case, context: Guest(made, f"{module}:{attribute}"),
                      "a policy of one's own")


def _stream(trace: TextIO | Path | str | None) -> AbstractContextManager[TextIO | None]:
    if not isinstance(trace, str | Path):
        return nullcontext(trace)
    try:
        return Path(trace).open("w", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{trace}: cannot be written: {error.strerror}") from None
