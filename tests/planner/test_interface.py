"""The page of what agents see and may do says what the worlds do."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from planner.discovery import domain_named
from planner.domain import Domain
from planner.execution.episode import make_policy, run

WORLDS = ("household", "rescue", "competition")
PAGE = Path(__file__).parents[2] / "docs" / "observations.md"


def observed(domain: Domain[Any], steps: int) -> tuple[set[str], list[Mapping[str, Any]]]:
    """Play the declared case at random; return the briefing's facts and a robot's observations."""
    case = domain.case_type(**domain.part("interface").case)
    environment, policy = domain.open(case), make_policy(domain, case, "random")
    seen, _ = environment.reset(seed=0)
    briefing = environment.briefing()
    policy.reset(briefing, seen)
    found = []
    for _ in range(steps):
        found.append(seen[briefing.agents[0]])
        seen, _, ended, cut, _ = environment.step(dict(policy.decide(seen).actions))
        if all(ended.values()) or all(cut.values()):
            break
    environment.close()
    return set(briefing.facts), found


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


@pytest.mark.parametrize("name", WORLDS)
def test_the_page_says_what_the_world_declares(name: str) -> None:
    world, page = domain_named(name).part("interface"), PAGE.read_text(encoding="utf-8")
    part = page.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("| `")]
    shown = {(row[0].strip("`").replace("\\|", "|"), row[-1]) for row in rows}
    for table in (world.observation, world.facts, world.actions, world.failures):
        assert set(table.items()) <= shown


@pytest.mark.parametrize("name", WORLDS)
def test_every_key_that_is_seen_is_explained(name: str) -> None:
    domain = domain_named(name)
    world = domain.part("interface")
    facts, seen = observed(domain, 30)
    assert facts == set(world.facts)
    assert {key for one in seen for key in one} == {k for k in world.observation if "." not in k}
    for place in {key.rpartition(".")[0] for key in world.observation} - {""}:
        inner = {k for one in seen for value in at(one, place) for k in value}
        assert {f"{place}.{key}" for key in inner} <= set(world.observation)


@pytest.mark.parametrize("name", WORLDS)
def test_every_failure_of_a_random_agent_is_explained(name: str) -> None:
    domain = domain_named(name)
    world = domain.part("interface")
    for seed in range(3):
        record = run(domain.case_type(**{**world.case, "seed": seed}), policy="random")
        kinds = {failure.rpartition(": ")[2] for failure in record.failures}
        assert kinds <= set(world.failures)
        verbs = {failure.split(": ")[1].partition("(")[0].split()[0] for failure in record.failures}
        assert verbs <= {word.partition("(")[0] for form in world.actions for word in form.split()}
