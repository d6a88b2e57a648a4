"""What an agent sees and may do in a world, as ``docs/observations.md`` says it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from planner.domain import Domain
from planner.environment import Observation
from planner.execution.episode import make_policy

__all__ = ["Interface", "at", "interface", "observed"]


@dataclass(frozen=True)
class Interface:
    """What a world says of its observations and actions, for people who write agents.

    ``case`` are keys of the case that the example is taken from. ``observation`` and ``facts`` map
    keys to meanings (``a.b``: inside ``a``; ``*``: any key or entry), ``actions`` forms to what
    they do, ``failures`` kinds to reasons.
    """

    case: Mapping[str, Any]
    observation: Mapping[str, str]
    actions: Mapping[str, str]
    failures: Mapping[str, str]
    facts: Mapping[str, str] = field(default_factory=dict)


def interface(domain: Domain[Any]) -> Interface:
    """Return what a domain declares; raises :class:`UsageError` where it declares nothing."""
    found: Any = domain.part("interface")
    assert isinstance(found, Interface)
    return found


def observed(domain: Domain[Any], steps: int = 12) -> tuple[dict[str, Any], list[Observation]]:
    """Play the declared case at random; return the briefing's facts and a robot's observations."""
    case = domain.case_type(**interface(domain).case)
    environment, policy = domain.open(case), make_policy(domain, case, "random")
    try:
        seen, _ = environment.reset(seed=0)
        briefing = environment.briefing()
        policy.reset(briefing, seen)
        robot, found = briefing.agents[0], []
        for _ in range(steps):
            found.append(seen[robot])
            actions = dict(policy.decide(seen).actions)
            seen, _, ended, cut, _ = environment.step(actions)
            if all(ended.values()) or all(cut.values()):
                break
        return dict(briefing.facts), found
    finally:
        environment.close()


def at(value: Any, path: str) -> Iterator[Any]:
    """Yield what lies at a path of keys; ``*`` is every entry."""
    head, _, rest = path.partition(".")
    if not head:
        yield value
    elif head == "*":
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from at(inner, rest)
    elif isinstance(value, Mapping) and head in value:
        yield from at(value[head], rest)
