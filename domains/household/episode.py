"""The parts of a household episode: the environment of a case, its policy, and what is said of it.

Instructions are read by the translator named here; nothing of a language is in this folder.
"""

from __future__ import annotations

import platform
import random
from collections.abc import Mapping
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import Any

from domains.household.belief.prior import Prior, RoomCounts, count_room
from domains.household.bridge.bridge import HouseholdBridge
from domains.household.bridge.clairvoyant import pddl_problem
from domains.household.case import HouseholdCase
from domains.household.environment.environment import HouseholdEnvironment, seen
from domains.household.goal import Goal
from domains.household.referee.judge import Judge
from domains.household.referee.tasks import Task, load_task
from domains.household.team import abilities_of, team_of
from domains.household.thor.bodies.allowed import placement_rules
from domains.household.thor.bodies.metadata import ENGINE
from domains.household.thor.protocol.client import controller
from domains.household.thor.scene import GRID
from domains.household.thor.scenes.store import SceneStore, open_store
from planner.domain import Translation, load_part
from planner.errors import UsageError

READER = "translators.mapthor.compile:compile_instruction"
PDDL = Path(__file__).with_name("domain.pddl")


def open_environment(case: HouseholdCase) -> HouseholdEnvironment:
    """Open the environment of a case.

    Raises:
        UsageError: unknown scene, task or number of agents.
        SourceError: the instruction is not understood.
    """
    instruction, plan = case.instruction, case.floor_plan
    agents, team = team_of(case)
    goal = read_goal(instruction)
    task = load_task(case.task, plan, repaired=case.reading != "released") if case.task else None
    store = _store(case)

    def judge() -> Judge:
        return Judge(goal, task, main=case.reading, rests_on=_basis(case, task, store),
                     placement=_placement(case) if case.thor != "unity" else {})

    chance = random.Random(f"{case.seed}/{plan}/{instruction}/{len(agents)}")
    return HouseholdEnvironment(
        lambda scene, count: _open(scene, count, case.thor, store),
        plan, instruction, agents=agents, max_steps=case.max_steps,
        preparation=task.preparation if task else (), judge=judge,
        reveal=case.clairvoyant, team=team,
        force_placement=case.force_placement,
        skip=lambda _: chance.random() < case.failure_rate)


def read_goal(instruction: str) -> Goal:
    """Read an English instruction; raises :class:`SourceError` where it is not understood."""
    goal: Goal = load_part(READER)(instruction)
    return goal


def compiled(case: HouseholdCase) -> Translation:
    """Compile a task with the whole room known."""
    goal = read_goal(case.instruction)
    environment = open_environment(case)
    try:
        environment.reset()
        objects = environment.event.metadata["objects"]
        environment.names.see((o["objectId"], o["objectType"]) for o in objects)
        observations = dict(environment.state())
        first = environment.possible_agents[0]
        observations[first] = {**observations[first], "glimpsed": seen(objects, environment.names)}
        problem, names = pddl_problem(
            goal, objects, observations, environment.names, environment.walking(),
            _placement(case), team_of(case)[1] or {}, by_acts=_by_acts(case))
    finally:
        environment.close()
    return Translation(PDDL.read_text(encoding="utf-8"), problem, names)


def describe(case: HouseholdCase) -> dict[str, Any]:
    """Tell how the instruction is understood."""
    goal = read_goal(case.instruction)
    names, team = team_of(case)
    text = "\n".join([f"goal: {goal.describe()}", *(f"  note: {r}" for r in goal.remarks),
                      *(abilities_of(names, team) if team else ())])
    return {"instruction": case.instruction, "goal": goal.describe(),
            "stages": [[w.describe() for w in stage] for stage in goal.stages],
            "notes": list(goal.remarks), "text": text}


def _open(scene: str, count: int, backend: str, store: SceneStore | None) -> Any:
    """Open the client; of pictures from another process it takes what is in them."""
    pictures = {"renderInstanceSegmentation": True} if backend != "headless" else {}
    return controller(scene, count, backend, store=store, gridSize=GRID, visibilityDistance=1.5,
                      width=1000, height=1000, **pictures)


def _store(case: HouseholdCase) -> SceneStore | None:
    if case.scene_store and not Path(case.scene_store).is_dir():
        raise UsageError(f"scene store {case.scene_store}: no such directory")
    return open_store([case.scene_store]) if case.scene_store else None


def bridge(case: HouseholdCase) -> HouseholdBridge:
    """Make the bridge of the policy ``planned``."""
    store = _store(case) or open_store()
    return HouseholdBridge(
        load_part(READER), Prior(_counts(store.directories), case.floor_plan, placement_rules()),
        _placement(case), team_of(case)[1] or {}, _by_acts(case))


def _placement(case: HouseholdCase) -> Mapping[str, frozenset[str]]:
    """Return what may be put where: by the simulator's table, or everything everywhere."""
    return {} if case.force_placement else placement_rules()


def _by_acts(case: HouseholdCase) -> bool:
    return (case.judged_by or ("acts" if case.task else "state")) == "acts"


def final_state(environment: HouseholdEnvironment) -> dict[str, Any]:
    """Return the simulator's last metadata: objects, and every robot with what it holds."""
    return {"objects": environment.event.metadata["objects"],
            "agents": {name: event.metadata["agent"] for name, event in
                       zip(environment.possible_agents, environment.event.events, strict=False)}}


@lru_cache(maxsize=4)
def _counts(directories: tuple[Path, ...]) -> tuple[RoomCounts, ...]:
    store = SceneStore(directories)
    return tuple(count_room(name, store.load(name).objects) for name in store.names())


def _basis(case: HouseholdCase, task: Task | None, store: SceneStore | None) -> Mapping[str, str]:
    """Return what a figure rests on but the judge, which names itself (``environment.BASIS``)."""
    forced = ", every placement forced" if case.force_placement else ""
    prepared = "none" if task is None else (
        "MAP-THOR's, cabinets closed" if task.changed else "MAP-THOR's, as published")
    return {"simulator": _simulator(case) + forced, "preparation": prepared,
            "scenes": _scenes_of(case, store)}


def _simulator(case: HouseholdCase) -> str:
    if case.thor == "unity":
        return (f"AI2-THOR {metadata.version('ai2thor')} on Unity, {platform.system()}, "
                f"grid {GRID} m")
    said = f"headless AI2-THOR engine {ENGINE['version']} of this package, grid {GRID} m"
    if case.failure_rate:
        said += f", {case.failure_rate:.0%} of primitives fail"
    return said + (", room shown at the start" if case.clairvoyant else "")


def _scenes_of(case: HouseholdCase, store: SceneStore | None) -> str:
    if case.thor == "unity":
        return "AI2-THOR's own"
    scene = (store or open_store()).load(case.floor_plan)
    if scene.source == "shipped room":
        return "shipped rooms"
    if scene.synthetic_start:
        return "planner scenes fetch (2022 build)"
    return "recorded from AI2-THOR"
