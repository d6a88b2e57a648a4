"""The competition behind the common loop: one model of the world, the player's points."""

import random
from itertools import product
from typing import Any

import pytest

from domains.competition.bridge.bridge import CompetitionBridge
from domains.competition.bridge.facts import facts_of, objects_of, steps_of
from domains.competition.domain import DOMAIN
from domains.competition.episode import CompetitionEnvironment, play_problem
from domains.competition.world.actions import ARITY, PHYSICAL, Action, platform_line
from domains.competition.world.state import apply, derive
from planner.execution.actor.model import costless
from planner.execution.actor.policy import Planned
from planner.execution.loop import run_episode
from planner.pddl import joined, read_domain
from planner.pddl.model import task_of
from planner.states import Task
from translators.competition.generate.problems import generate
from translators.competition.problem_file import ProblemFile, parse_problem

assert DOMAIN.pddl is not None
DOMAIN_PDDL = read_domain(DOMAIN.pddl.read_text(encoding="utf-8"))
PDDL = joined(DOMAIN_PDDL, read_domain(CompetitionBridge.senses))
CASE: Any = None


def problem(seed: int, family: str) -> ProblemFile:
    made = next(iter(generate(1, seed, stage=2, family=family)))
    return parse_problem(made.text.encode(), made.name)


@pytest.mark.parametrize("family", ["normal", "containers", "facts"])
def test_the_model_allows_and_does_what_the_world_does(family: str) -> None:
    """``domain.pddl`` and the world's laws, written apart, along random walks."""
    world, rng = derive(problem(3, family).true_world()), random.Random(family)
    objects = objects_of(world)
    model = Task(task_of(costless(DOMAIN_PDDL), {name: (kind,) for name, kind in objects.items()},
                         [*facts_of(world)], ("and",)))
    for _ in range(40):
        now = model.state(facts_of(world))
        can = {platform_line(step.name, step.arguments): step for step in now.applicable()}
        lines = {str(action): after for name in sorted(PHYSICAL) for words in product(
            sorted(world.locations if name == "Move" else world.words), repeat=ARITY[name])
            if (after := apply(world, action := Action(name, words))) is not None}
        assert set(can) == set(lines)
        kind = rng.choice(sorted({line.split()[0] for line in can}))  # moves are many
        line = rng.choice(sorted(line for line in can if line.split()[0] == kind))
        assert steps_of(world, [line, "Open 0"]) == [can[line]]
        world = lines[line]
        assert now.successor(can[line]).atoms == frozenset(facts_of(world))


@pytest.mark.parametrize("family", ["normal", "containers", "facts", "constraints"])
def test_it_gets_what_the_player_gets(family: str) -> None:
    """In these games to the point; on other seeds now and then a few points more or less."""
    given = problem(5, family)
    world = CompetitionEnvironment(given, 1, clock=lambda: 0.0)
    bridge = CompetitionBridge(CASE, clock=lambda: 0.0)
    record = run_episode(world, Planned(bridge, PDDL, bridge.solver, 600.0),
                         domain="competition", case=given.name, seed=1)
    played = play_problem(given, seed=1, clock=lambda: 0.0)
    assert record.extra["base"] >= 0.9 * played.figure("base")
    assert record.believed_success is record.success


def test_what_cannot_be_read_is_said_and_given_up() -> None:
    given = problem(5, "normal")
    world = CompetitionEnvironment(given, 1)
    bridge = CompetitionBridge(CASE)
    policy = Planned(bridge, PDDL, bridge.solver, 5.0)
    observations, _ = world.reset()
    briefing = world.briefing()
    policy.reset(type(briefing)("(:ins (((", briefing.agents, 10, briefing.facts), observations)
    said = [policy.decide(observations) for _ in range(8)]
    assert "begin raised" in said[0].replan
    assert said[-1].gave_up
