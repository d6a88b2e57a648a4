"""Recorded runs of language-model planners, re-scored by our metrics.

Two sources, both outside the repository (``docs/baselines.md``): 100 search-and-rescue
trajectories of LLaMAR (one CSV per episode) and 365 MAP-THOR episodes of eight methods (one line
per episode, values only).
"""

from __future__ import annotations

import ast
import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from planner.errors import InputError, MissingError
from planner.execution.trace import EpisodeRecord
from planner.files import read_text

__all__ = ["CAP", "RecordedEpisode", "RecordedStep", "mapthor_episodes", "read_trajectory",
           "rescue_record", "rescue_records", "trajectory_files"]

T = TypeVar("T")
CAP = 35
FIELDS = ("Step", "Pre-Action", "Action", "Success", "Coverage", "Transport Rate", "Finished")
MAX_BYTES = 5_000_000
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


@dataclass(frozen=True, slots=True)
class RecordedEpisode:
    """Values of one MAP-THOR episode as written by its authors; task and plan may be unknown."""

    method: str
    index: int
    task: str
    floor_plan: str
    agents: int
    values: Mapping[str, float]


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
    return [step for _, step in _rows(path, FIELDS, _step)]


def rescue_records(data: Path) -> Iterator[EpisodeRecord]:
    """Yield the recorded rescue episodes as episode records, cases named as in our suite."""
    for agents, seed, scene, path in trajectory_files(data):
        yield rescue_record(read_trajectory(path), agents, seed, scene)


def rescue_record(
    steps: Sequence[RecordedStep], agents: int, seed: int, scene: int
) -> EpisodeRecord:
    """Score a recorded episode.

    Credits of executed actions are recomputed from the action strings and success flags; how
    many fires ended and persons were spotted follows from the recorded transport rate (which of
    them is a guess where not all are done). Useful actions are not recorded.
    """
    from domains.rescue.world.checker import coverage_list, subtask_list
    from domains.rescue.world.scene_file import shipped_scene
    from domains.rescue.world.world import World

    world = World(shipped_scene(str(scene)), agents, seed)
    names = tuple(robot.name for robot in world.robots)
    subtasks, wanted = subtask_list(world), coverage_list(world)
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
               "recorded_c": steps[-1].coverage if steps else 0.0,
               "actions": [list(step.actions) for step in steps]},
    )


def mapthor_episodes(data: Path) -> list[RecordedEpisode]:
    """Read the recorded MAP-THOR episodes; a missing field is left out of the values.

    Three rows lack one field, and it can't be told whether the value left is success or
    transport rate: both are left out.
    """
    path = data / "llamar" / "mapthor_results" / "episodes.csv"
    if not path.is_file():
        raise MissingError(f"no {path}; give the data folder with --data or $PLANNER_DATA")
    columns = {"SR": "success", "TR": "transport_rate", "C": "coverage", "B": "balance",
               "L_done": "steps"}

    def episode(row: Mapping[str, str]) -> RecordedEpisode:
        values = {k: float(row[c]) for k, c in columns.items()
                  if row[c] != "" and not (k == "TR" and row["success"] == "")}
        if not all(abs(value) < 1e9 for value in values.values()):
            raise ValueError("a value is out of range")
        return RecordedEpisode(
            row["method"], int(row["episode_index"]), row["task"], row["floor_plan"],
            3 if row["method"] == "llamar_3" else 2, values)

    names = ("method", "episode_index", "task", "floor_plan", *columns.values())
    return [found for _, found in _rows(path, names, episode)]


def _rows(
    path: Path, names: Sequence[str], read: Callable[[Mapping[str, str]], T]
) -> Iterator[tuple[int, T]]:
    """Yield line number and value of each row; raises InputError with file and line."""
    reader = csv.DictReader(io.StringIO(read_text(path, MAX_BYTES), newline=""))
    try:
        missing = [name for name in names if name not in (reader.fieldnames or ())]
        if missing:
            raise InputError(f"{path}:1: no column {missing[0]!r}")
        for row in reader:
            if None in row or None in row.values():
                raise ValueError("as many fields as columns expected")
            yield reader.line_num, read(row)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError, csv.Error) as error:
        raise InputError(f"{path}:{reader.line_num}: {error}") from None


def _step(row: Mapping[str, str]) -> RecordedStep:
    lists: list[Any] = [ast.literal_eval(row[k]) for k in ("Pre-Action", "Action", "Success")]
    if not all(isinstance(value, list) for value in lists):
        raise ValueError("Pre-Action, Action and Success must be lists")
    words, actions, success = lists
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
