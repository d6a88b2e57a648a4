"""One household episode from a case: scene, sentence, team → record.

Case keys: ``instruction`` or ``task`` (a MAP-THOR folder, which brings instruction-independent
preparation and checkers where the reference data are at hand), ``floor_plan``, ``agents``,
``seed``, ``max_steps``, ``policy``, ``thor`` (headless, process, unity), ``reading``,
``clairvoyant``, ``failure_rate``, ``team``, ``judged_by`` (``acts`` where MAP-THOR's checkers
judge, else ``state``).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, TextIO

from domains.household.case import HouseholdCase
from domains.household.checker import TaskLists
from domains.household.environment import HouseholdEnvironment
from domains.household.goal import Goal
from domains.household.judge import Judge
from domains.household.policy import HouseholdPolicy
from domains.household.prior import Prior, RoomCounts, count_room
from domains.household.tasks import load_task
from domains.household.thor.client import controller
from domains.household.thor.store import SceneStore, open_store
from planner.cases import plain
from planner.domain import PolicyContext
from planner.environment import Policy, Scorecard
from planner.errors import MissingError, PlannerError, UsageError
from planner.execution.loop import run_episode
from planner.execution.trace import EpisodeRecord, TraceWriter
from translators.mapthor.compile import compile_instruction
from translators.mapthor.fitting import Obstacle, obstacles

__all__ = ["build_environment", "build_policy", "describe", "learn_prior", "open_environment",
           "run_case", "symbolic"]

MAX_STEPS = 30


def run_case(
    case: Mapping[str, Any],
    trace: TextIO | None = None,
    policy_factory: Callable[[Mapping[str, Any]], Policy] | None = None,
    on_step: Callable[[int, Mapping[str, str]], None] | None = None,
    environment: HouseholdEnvironment | None = None,
) -> EpisodeRecord:
    """Play one episode.

    Raises:
        UsageError: unknown policy, scene, task or number of agents.
        SourceError: the instruction is not understood.
    """
    owned = environment is None
    world = environment or build_environment(case)
    policy = policy_factory(case) if policy_factory else build_policy(case)
    try:
        return run_episode(
            world, policy, domain="household", case=str(case.get("id") or _label(case)),
            seed=int(case.get("seed", 0)), max_steps=int(case.get("max_steps", MAX_STEPS)),
            trace=TraceWriter(trace), on_step=on_step)
    finally:
        if owned:
            world.close()


def _label(case: Mapping[str, Any]) -> str:
    return f"{case['floor_plan']}: {case.get('task') or case['instruction']}"


def open_environment(case: HouseholdCase) -> HouseholdEnvironment:
    """Open the environment of a case."""
    return build_environment(plain(case))


def symbolic(case: HouseholdCase, context: PolicyContext) -> Policy:
    """Make this project's policy."""
    return build_policy(plain(case))


def describe(case: HouseholdCase) -> str:
    """Tell how the instruction is understood."""
    goal = compile_instruction(case.instruction)
    return "\n".join([f"goal: {goal.describe()}", *(f"  note: {r}" for r in goal.remarks)])


def build_environment(case: Mapping[str, Any]) -> HouseholdEnvironment:
    """Open the environment of a case."""
    instruction, plan = str(case["instruction"]), str(case["floor_plan"])
    agents = int(case.get("agents", 2))
    goal = compile_instruction(instruction)
    task = load_task(str(case["task"]), plan) if case.get("task") else None
    reading = str(case.get("reading", ""))

    backend, store = str(case.get("thor", "headless")), _store(case)

    def judge() -> Judge:
        placement = (store or open_store()).placement if backend != "unity" else {}
        return _Referee(placement, goal, task.lists if task else None,
                        str(case.get("task", "")), plan, reading)

    rate = float(case.get("failure_rate", 0.0))
    chance = random.Random(f"{case.get('seed', 0)}/{plan}/{instruction}/{agents}")
    return HouseholdEnvironment(
        lambda scene, count: _open(scene, count, backend, store),
        plan, instruction, agents=agents, max_steps=int(case.get("max_steps", MAX_STEPS)),
        preparation=task.preparation if task else (), judge=judge,
        facts={"team": case["team"]} if case.get("team") else None,
        reveal=bool(case.get("clairvoyant")), team=case.get("team"),
        skip=(lambda step, agent, action: chance.random() < rate) if rate else None)


class _Referee(Judge):
    """A judge that also notes what could not be done in this room whatever robots do."""

    def __init__(
        self, placement: Mapping[str, frozenset[str]], goal: Goal, lists: TaskLists | None,
        task: str, floor_plan: str, main: str,
    ) -> None:
        super().__init__(goal, lists, task=task, floor_plan=floor_plan, main=main)
        self.placement = placement
        self.obstacles: tuple[Obstacle, ...] = ()

    def begin(self, objects: Sequence[Mapping[str, Any]]) -> None:
        super().begin(objects)
        if self.goal is not None:
            self.obstacles = obstacles(self.goal, objects, self.placement)

    def scorecard(
        self, objects: Sequence[Mapping[str, Any]], agents: Sequence[str], extra: dict[str, Any]
    ) -> Scorecard:
        noted = {"obstacles": [o.to_json() for o in self.obstacles]}
        return super().scorecard(objects, agents, {**extra, **noted})


def _open(scene: str, count: int, backend: str, store: SceneStore | None) -> Any:
    """Open the client; a Unity build that cannot be had is a missing component."""
    settings: dict[str, Any] = {
        "gridSize": 0.25, "visibilityDistance": 1.5, "width": 1000, "height": 1000}
    if backend != "unity":
        return controller(scene, count, backend, store=store, **settings)
    try:
        return controller(scene, count, backend, renderInstanceSegmentation=True, **settings)
    except PlannerError:
        raise
    except Exception as error:  # the client raises whatever its download or display raised
        raise MissingError(
            f"thor unity: AI2-THOR's Unity build cannot be had here ({str(error)[:160]}); it "
            "needs `pip install 'lmfree-planner[thor]'`, access to the network for the build at "
            "first use, and an X display (or CloudRendering); without it choose headless"
        ) from error


def _store(case: Mapping[str, Any]) -> SceneStore | None:
    named = case.get("scene_store")
    return open_store([named]) if named else None


def build_policy(case: Mapping[str, Any]) -> Policy:
    """Build the policy a case names (``symbolic``)."""
    name = str(case.get("policy", "symbolic"))
    if name != "symbolic":
        raise UsageError(f"unknown household policy {name!r}; this project's own is 'symbolic'")
    store = _store(case) or open_store()
    return HouseholdPolicy(
        compile_instruction, learn_prior(store, leave_out=str(case["floor_plan"])),
        allowed=store.placement, team=case.get("team"),
        by_acts=case.get("judged_by", "acts" if case.get("task") else "state") == "acts")


def learn_prior(store: SceneStore, leave_out: str = "") -> Prior:
    """Learn where things lie from every scene of a store except one."""
    return Prior(_counts(store), leave_out, store.placement)


@lru_cache(maxsize=4)
def _counts_of(directories: tuple[Path, ...]) -> tuple[RoomCounts, ...]:
    store = SceneStore(directories)
    return tuple(_count(store, name) for name in store.names())


def _count(store: SceneStore, name: str) -> RoomCounts:
    scene = store.load(name)
    return count_room(name, scene.objects)


def _counts(store: SceneStore) -> tuple[RoomCounts, ...]:
    return _counts_of(store.directories)

