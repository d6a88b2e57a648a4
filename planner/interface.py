"""What an agent sees and may do in a world, as a page made from the code and from a real episode.

:func:`page` gives ``docs/observations.md``; a test compares the two.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from planner.discovery import domain_named
from planner.domain import Domain
from planner.environment import Observation
from planner.execution.episode import make_policy

__all__ = ["Interface", "observed", "page"]

SHOWN = 2
"""Entries of a list or table that the example shows."""


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


def page(names: Iterable[str]) -> str:
    """Write the page about the worlds of these names."""
    parts = [_HEAD]
    for name in names:
        domain = domain_named(name)
        told = interface(domain)
        facts, seen = observed(domain)
        parts += [f"## {name}", "### What a robot sees", _keys(told.observation, seen),
                  "### What the briefing's facts hold", _keys(told.facts, [facts]),
                  "### What it may do", _table(("action", "what it does"), told.actions),
                  "### How actions fail", _table(("kind", "why"), told.failures),
                  "### One observation", _example(seen[-1])]
    return "\n\n".join(parts) + "\n"


_HEAD = """# What an agent sees and may do

Made from the code (`planner.interface.page`); a test compares the two. `observations[robot]` has
the keys of the first table, `briefing.facts` those of the second; `*` stands for any name or entry.
`Idle` and `Done` are actions of every world: nothing, and the end as far as a robot is concerned.
How an agent is written and scored: [agents](agents.md)."""


def kinds(value: Any) -> str:
    """Name the type of a value in plain words."""
    for kind, word in ((bool, "true or false"), (int, "whole number"), (float, "number"),
                       (str, "text"), (Mapping, "table"), (list | tuple, "list")):
        if isinstance(value, kind):
            return word
    return "null"


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


def _keys(told: Mapping[str, str], seen: Iterable[Mapping[str, Any]]) -> str:
    rows = []
    for path, meaning in told.items():
        found = {kinds(value) for one in seen for value in at(one, path)}
        types = found - ({"whole number"} if "number" in found else set())
        rows.append(f"| `{path}` | {' or '.join(sorted(types)) or 'as told'} | {meaning} |")
    return "\n".join(["| key | type | meaning |", "|---|---|---|", *rows])


def _table(header: tuple[str, str], told: Mapping[str, str]) -> str:
    def cell(text: str) -> str:
        return text.replace("|", "\\|")

    return "\n".join([f"| {header[0]} | {header[1]} |", "|---|---|",
                      *(f"| `{cell(k)}` | {cell(v)} |" for k, v in told.items())])


def _example(observation: Observation) -> str:
    return f"```json example: cut to two entries a list\n{_written(_cut(observation), '')}\n```"


def _cut(value: Any) -> Any:
    """Leave the first entries of what is long."""
    if isinstance(value, Mapping):
        named = len(value) > 12 and all(isinstance(v, Mapping) for v in value.values())
        kept = list(value.items())[:SHOWN] if named else value.items()
        return {key: _cut(inner) for key, inner in kept}
    if isinstance(value, list | tuple):
        long = any(isinstance(inner, Mapping) for inner in value) or len(value) > 6
        return [_cut(inner) for inner in (value[:SHOWN] if long else value)]
    return value


def _written(value: Any, indent: str) -> str:
    """Write JSON; what fits into a line stands in one."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(flat) <= 88 or not isinstance(value, dict | list) or not value:
        return flat
    inner = indent + " "
    if isinstance(value, dict):
        body = [f"{json.dumps(k)}: {_written(v, inner)}" for k, v in value.items()]
        return "{\n" + ",\n".join(inner + text for text in body) + f"\n{indent}}}"
    return "[\n" + ",\n".join(inner + _written(v, inner) for v in value) + f"\n{indent}]"

