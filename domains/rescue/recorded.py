"""Recorded runs of language-model planners, re-scored by our metrics.

They lie outside the repository (``docs/baselines.md``): 100 trajectories of LLaMAR, one CSV per
episode.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planner.errors import MissingError
from planner.execution.recorded import RecordedRun, read_rows
from planner.execution.trace import EpisodeRecord

CAP = 35
FIELDS = ("Step", "Pre-Action", "Action", "Success", "Coverage", "Transport Rate", "Finished")
_REGION = re.compile(r"_Region_\d+")
_PLACE = re.compile(r"(\d+)_agents/seed_(\d+)/scene_(\d+)/trajectory\.csv$")


@dataclass(frozen=True, slots=True)
class RecordedStep:
    """One recorded joint step: the model's words, the mapped actions, what became of them."""

    words: tuple[str, ...]
    actions: tuple[str, ...]
    success: tuple[bool, ...]
    coverage: float
    transport_rate: float
    finished: bool


def trajectory_files(data: Path) -> list[tuple[int, int, int, Path]]:
    """Return (agents, seed, scene, file) of the recorded rescue runs below the data folder."""
    root = data / "llamar" / "sar_trajectories"
    found = []
    for path in sorted(root.glob("*_agents/seed_*/scene_*/trajectory.csv")):
        match = _PLACE.search(path.as_posix())
        if match:
            agents, seed, scene = map(int, match.groups())
            found.append((agents, seed, scene, path))
    if not found:
        raise MissingError(f"no recorded runs below {root}; give the data folder with --data or "
                           "$PLANNER_DATA")
    return sorted(found)


def read_trajectory(path: Path) -> list[RecordedStep]:
    """Read one recorded rescue episode."""
    return [step for _, step in read_rows(path, FIELDS, _step)]


def recorded(data: Path) -> Iterator[RecordedRun]:
    """Yield the recorded episodes, cases named as in our suite."""
    for agents, seed, scene, path in trajectory_files(data):
        record = rescue_record(read_trajectory(path), agents, seed, scene)
        yield RecordedRun("LLaMAR", agents, record.case,
                          {"scene": scene, "seed": seed, "agents": agents}, record)


def rescue_record(
    steps: Sequence[RecordedStep], agents: int, seed: int, scene: int
) -> EpisodeRecord:
    """Score a recorded episode.

    Credits of executed actions are recomputed from the action strings and success flags; how
    many fires ended and persons were spotted follows from the recorded transport rate (which of
    them is a guess where not all are done). Useful actions are not recorded.
    """
    from domains.rescue.world.checker import asked_for
    from domains.rescue.world.scene_file import shipped_scene
    from domains.rescue.world.world import World

    world = World(shipped_scene(str(scene)), agents, seed)
    names = tuple(robot.name for robot in world.robots)
    subtasks, wanted = asked_for(world)
    successes = Counter(dict.fromkeys(names, 0))
    credited: dict[str, None] = {}
    failures, covered = [], set()
    for number, step in enumerate(steps, start=1):
        for name, action, success in zip(names, step.actions, step.success):
            covered |= {w for w in wanted if w in action}
            if success:
                successes[name] += action not in ("Done", "Idle")
                credited |= dict.fromkeys({_REGION.sub("", action)} & set(subtasks))
            else:
                failures.append(f"{number} {name}: {action}: failed")
    total = round(steps[-1].transport_rate * len(subtasks)) if steps else 0
    _infer(credited, subtasks, total)
    done = bool(steps) and all(action == "Done" for action in steps[-1].actions)
    return EpisodeRecord(
        domain="rescue", case=f"scene-{scene}.seed-{seed}.agents-{agents}",
        policy="LLaMAR (recorded)", agents=names, seed=seed, max_steps=CAP, steps=len(steps),
        trailing_done=done, success=bool(steps) and steps[-1].finished, believed_success=done,
        subtasks=subtasks, credited=tuple(s for s in subtasks if s in credited),
        coverage=wanted, covered=tuple(w for w in wanted if w in covered),
        successes=dict(successes), useful={}, decision_seconds=(), replans=0, engine_calls=0,
        failures=tuple(failures),
        extra={"scene": scene, "recorded_tr": steps[-1].transport_rate if steps else 0.0,
               "recorded_c": steps[-1].coverage if steps else 0.0},
    )


def lists_of(row: Mapping[str, str], columns: Sequence[str]) -> list[list[Any]]:
    """Return the lists that stand in some columns of a row."""
    found = [ast.literal_eval(row[k]) for k in columns]
    if not all(isinstance(value, list) for value in found):
        raise ValueError(f"{', '.join(columns)} must be lists")
    return found


def _step(row: Mapping[str, str]) -> RecordedStep:
    words, actions, success = lists_of(row, ("Pre-Action", "Action", "Success"))
    return RecordedStep(
        tuple(map(str, words)), tuple(map(str, actions)), tuple(map(bool, success)),
        float(row["Coverage"]), float(row["Transport Rate"]), row["Finished"].strip() == "True",
    )


def _infer(credited: dict[str, None], subtasks: Sequence[str], total: int) -> None:
    """Add observed subtasks (a fire ended, a person spotted) until ``total`` are credited."""
    def evidence(subtask: str) -> int:
        name = subtask.partition("(")[2].rstrip(")")
        return -sum(name in other for other in credited)

    observed = [s for s in subtasks if s.startswith(("EndFire(", "Spot("))]
    for subtask in sorted((s for s in observed if s not in credited), key=evidence):
        if len(credited) >= total:
            break
        credited[subtask] = None
