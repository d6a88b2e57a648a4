"""The parts of a rescue episode: the world of a case and its policies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from inspect import signature
from pathlib import Path
from typing import Any

from domains.rescue.case import RescueCase
from domains.rescue.domain import DOMAIN
from domains.rescue.world.environment import RescueEnvironment
from domains.rescue.world.rules import PAPER
from domains.rescue.world.scene import Scene
from domains.rescue.world.scene_file import load_scene, shipped_scene
from domains.rescue.world.variation import doubled_fires, graded, random_scene
from planner.console import counted
from planner.domain import PolicyContext, Translation, load_part
from planner.environment import Policy
from planner.errors import InputError

COMPILER = "translators.rescue.compile:problem_text"


def case_scene(case: RescueCase) -> Scene:
    """Return the scene of a case with the case's changes."""
    if case.generate is not None:
        scene = _generated(case.generate)
    elif str(case.scene).endswith(".toml"):
        scene = load_scene(Path(str(case.scene)))
    else:
        wanted = case.scene_set or ("paper" if case.paper else "released")
        scene = shipped_scene(case.scene, paper=wanted == "paper")
    changes = dict(PAPER) if case.paper else {}
    changes |= dict(case.rules)
    if case.clairvoyant:
        changes["people_known"] = True
    if case.doubled_fires:
        scene = doubled_fires(scene)
    return replace(scene, rules=scene.rules.changed(changes))


def _generated(numbers: Mapping[str, Any]) -> Scene:
    """Return a random scene; ``difficulty`` stands for the numbers that are not given."""
    given = dict(numbers)
    easy = graded(given.pop("difficulty")) if "difficulty" in given else {}
    try:
        return random_scene(**{**easy, **given})
    except TypeError as error:
        known = ", ".join((*signature(random_scene).parameters, "difficulty"))
        raise InputError(f"generate: {error}; known: {known}") from None


def open_environment(case: RescueCase) -> RescueEnvironment:
    """Build the world of a case; raises :class:`InputError` on wrong values."""
    return RescueEnvironment(case_scene(case), case.agents, seed=case.seed,
                             max_steps=case.max_steps)


def compiled(case: RescueCase) -> Translation:
    """Compile a scene, people known: the offline problem; its engine also proves "no plan"."""
    problem, notes = load_part(COMPILER)(case_scene(case), case.agents, case.seed)
    names = notes.pop("objects")
    assert DOMAIN.pddl is not None
    return Translation(DOMAIN.pddl.read_text(encoding="utf-8"), problem, names,
                       {"seed": case.seed}, "fast-downward")


def describe(case: RescueCase) -> dict[str, Any]:
    """Tell what a case asks for."""
    environment = open_environment(case)
    scene, subtasks = environment.scene, environment.checker.subtasks
    head = (f"{scene.name}: {counted(len(environment.possible_agents), 'agent')}, "
            f"{environment.max_cycles} steps at most")
    return {"scene": scene.name, "instruction": scene.task(), "subtasks": list(subtasks),
            "text": "\n".join([head, scene.task(), *(f"  {s}" for s in subtasks)])}


def symbolic(_case: RescueCase, _context: PolicyContext) -> Policy:
    """Make this project's policy."""
    from domains.rescue.policy.policy import SymbolicPolicy

    return SymbolicPolicy()


def greedy(_case: RescueCase, _context: PolicyContext) -> Policy:
    """Make the scripted policy."""
    from domains.rescue.policy.greedy import GreedyPolicy

    return GreedyPolicy()


def replay(_case: RescueCase, context: PolicyContext) -> Policy:
    """Make the policy that repeats a recorded run."""
    from domains.rescue.policy.replay import ReplayPolicy

    return ReplayPolicy.from_file(Path(context.argument))
