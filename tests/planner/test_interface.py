"""The page of what agents see and may do says what the worlds do."""

from pathlib import Path

import pytest

from planner.discovery import domain_named
from planner.execution.episode import run
from planner.interface import at, interface, observed

WORLDS = ("household", "rescue", "competition")
PAGE = Path(__file__).parents[2] / "docs" / "observations.md"


@pytest.mark.parametrize("name", WORLDS)
def test_the_page_says_what_the_world_declares(name: str) -> None:
    world, page = interface(domain_named(name)), PAGE.read_text(encoding="utf-8")
    part = page.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("| `")]
    shown = {(row[0].strip("`").replace("\\|", "|"), row[-1]) for row in rows}
    for table in (world.observation, world.facts, world.actions, world.failures):
        assert set(table.items()) <= shown


@pytest.mark.parametrize("name", WORLDS)
def test_every_key_that_is_seen_is_explained(name: str) -> None:
    domain = domain_named(name)
    world = interface(domain)
    facts, seen = observed(domain, 30)
    assert set(facts) == set(world.facts)
    assert {key for one in seen for key in one} == {k for k in world.observation if "." not in k}
    for place in {key.rpartition(".")[0] for key in world.observation} - {""}:
        inner = {k for one in seen for value in at(one, place) for k in value}
        assert {f"{place}.{key}" for key in inner} <= set(world.observation)


@pytest.mark.parametrize("name", WORLDS)
def test_every_failure_of_a_random_agent_is_explained(name: str) -> None:
    domain = domain_named(name)
    world = interface(domain)
    for seed in range(3):
        record = run(domain.case_type(**{**world.case, "seed": seed}), policy="random")
        kinds = {failure.rpartition(": ")[2] for failure in record.failures}
        assert kinds <= set(world.failures)
        verbs = {failure.split(": ")[1].partition("(")[0].split()[0] for failure in record.failures}
        assert verbs <= {word.partition("(")[0] for form in world.actions for word in form.split()}
