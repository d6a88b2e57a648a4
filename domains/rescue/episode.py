"""Run one search-and-rescue case as suites describe it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from domains.rescue.case import RescueCase
from domains.rescue.environment import DEFAULT_SEED, RescueEnvironment
from domains.rescue.rules import PAPER
from domains.rescue.scene import Scene
from domains.rescue.scene_file import load_scene, shipped_scene
from domains.rescue.variation import doubled_fires, random_scene
from planner.cases import plain
from planner.domain import PolicyContext
from planner.environment import Policy
from planner.errors import InputError, UsageError
from planner.execution.loop import run_episode
from planner.execution.trace import EpisodeRecord, TraceWriter

__all__ = ["POLICIES", "at_random", "build_environment", "build_policy", "case_scene",
           "describe", "greedy", "open_environment", "replay", "run_case", "symbolic"]

PolicyFactory = Callable[[], Policy]
POLICIES = ("symbolic", "greedy", "random", "replay:FILE")
SCENE_SETS = ("released", "paper")
CASE_KEYS = ("agents", "case", "clairvoyant", "domain", "doubled_fires", "generate", "id",
             "max_steps", "paper", "policy", "rules", "scene", "scene_set", "seed")


def case_scene(case: Mapping[str, Any]) -> Scene:
    """Return the scene of a case with the case's changes.

    Keys: ``scene`` (number, name, or path of a file) or ``generate`` (parameters of
    :func:`random_scene`); ``rules`` (switches), ``paper`` (the paper's reading), ``clairvoyant``
    (people known), ``doubled_fires``; ``scene_set`` is ``released`` or ``paper`` (scenes 3 and 5
    as the paper describes them) and follows ``paper`` unless given.
    """
    if "generate" in case:
        scene = random_scene(**case["generate"])
    elif str(case.get("scene", 1)).endswith(".toml"):
        scene = load_scene(Path(str(case["scene"])))
    else:
        wanted = case.get("scene_set", "paper" if case.get("paper") else "released")
        if wanted not in SCENE_SETS:
            raise InputError(f"scene_set is one of {', '.join(SCENE_SETS)}, not {wanted!r}")
        scene = shipped_scene(case.get("scene", 1), paper=wanted == "paper")
    changes = dict(PAPER) if case.get("paper") else {}
    changes |= dict(case.get("rules", {}))
    if case.get("clairvoyant"):
        changes["people_known"] = True
    if case.get("doubled_fires"):
        scene = doubled_fires(scene)
    return replace(scene, rules=scene.rules.changed(changes))


def build_environment(case: Mapping[str, Any]) -> RescueEnvironment:
    """Build the world of a case; raises :class:`InputError` on wrong values."""
    for key in ("agents", "seed", "max_steps"):
        value = case.get(key, 0)
        if not isinstance(value, int) or isinstance(value, bool):
            raise InputError(f"'{key}' of a case is a whole number, not {value!r}")
    if "agents" in case and case["agents"] < 1:
        raise InputError("a team needs at least one agent")
    return RescueEnvironment(case_scene(case), case.get("agents", 0),
                             seed=case.get("seed", DEFAULT_SEED),
                             max_steps=case.get("max_steps", 0))


def open_environment(case: RescueCase) -> RescueEnvironment:
    """Open the world of a case."""
    values = plain(case)
    if not case.agents:
        values.pop("agents", None)
    return build_environment(values)


def describe(case: RescueCase) -> str:
    """Tell what a case asks for."""
    environment = open_environment(case)
    return "\n".join([
        f"{environment.scene.name}: {len(environment.possible_agents)} agents, "
        f"{environment.max_cycles} steps at most", environment.scene.task(),
        *(f"  {subtask}" for subtask in environment.checker.subtasks)])


def symbolic(case: RescueCase, context: PolicyContext) -> Policy:
    """Make this project's policy."""
    return build_policy("symbolic", case.seed)


def greedy(case: RescueCase, context: PolicyContext) -> Policy:
    """Make the scripted policy."""
    return build_policy("greedy", case.seed)


def at_random(case: RescueCase, context: PolicyContext) -> Policy:
    """Make the policy that draws valid actions."""
    return build_policy("random", case.seed)


def replay(case: RescueCase, context: PolicyContext) -> Policy:
    """Make the policy that repeats a recorded run."""
    return build_policy(f"replay:{context.argument}", case.seed)


def build_policy(name: str, seed: int) -> Policy:
    """Return a policy by name (:data:`POLICIES`)."""
    if name == "symbolic":
        from domains.rescue.policy import SymbolicPolicy

        return SymbolicPolicy()
    if name in ("greedy", "random"):
        from domains.rescue.greedy import GreedyPolicy, RandomPolicy

        return GreedyPolicy() if name == "greedy" else RandomPolicy(seed)
    if name.startswith("replay:"):
        from domains.rescue.replay import ReplayPolicy

        return ReplayPolicy.from_file(Path(name.removeprefix("replay:")))
    raise UsageError(f"no policy '{name}'; known: {', '.join(POLICIES)}")


def run_case(
    case: Mapping[str, Any],
    trace: TextIO | None = None,
    policy_factory: PolicyFactory | None = None,
    on_step: Callable[[RescueEnvironment, int, Any], None] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> EpisodeRecord:
    """Run one episode; ``policy_factory`` replaces the policy named in the case.

    ``on_step`` gets the environment, the number of the joint step and the joint action, for
    pictures; policies never see the environment. ``clock`` times decisions, in seconds.
    """
    environment = build_environment(case)
    seed = case.get("seed", DEFAULT_SEED)
    if policy_factory is None:
        policy = build_policy(str(case.get("policy", "symbolic")), seed)
    else:
        policy = policy_factory()
    watch = None
    if on_step is not None:
        def watch(step: int, actions: Mapping[str, str]) -> None:
            on_step(environment, step, actions)
    name = str(case.get("id", case.get("case", environment.scene.name)))
    return run_episode(
        environment, policy, domain="rescue", case=name, seed=seed,
        max_steps=environment.max_cycles, trace=TraceWriter(trace), on_step=watch, clock=clock,
    )
