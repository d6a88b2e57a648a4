"""One shape for every episode that is compared: ours, recorded by others, or from another sweep."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import Any

from benchmarks.baselines.trajectories import mapthor_episodes, rescue_records
from benchmarks.metrics import METRICS
from benchmarks.store import StoredRun
from planner.errors import UsageError
from planner.execution.trace import EpisodeRecord

__all__ = ["Sample", "from_mapthor", "from_recorded", "from_rescue", "from_runs"]


@dataclass(frozen=True, slots=True)
class Sample:
    """The metric values of one episode; ``pair`` is equal for episodes of the same problem.

    ``agents`` groups samples in tables; ``source`` says where the episode comes from.
    """

    algorithm: str
    domain: str
    agents: int
    pair: str
    case_id: str
    values: Mapping[str, float]
    source: str = "run"
    explained: bool = True
    folder: Path | None = None


def from_runs(runs: Iterable[StoredRun], label: str = "") -> list[Sample]:
    """Turn stored runs into samples; ``label`` is put before the algorithm's name."""
    return [
        Sample(
            label + run.algorithm, run.record.domain, len(run.record.agents), _pair(run.case),
            run.case_id, _values(run.record), "run", run.outcome.explained, run.folder,
        )
        for run in runs
    ]


def from_rescue(data: Path) -> list[Sample]:
    """Return the recorded search-and-rescue runs."""
    return [
        Sample(
            "LLaMAR", "rescue", len(record.agents),
            _pair({"scene": record.extra["scene"], "seed": record.seed,
                   "agents": len(record.agents)}),
            record.case, _values(record), "recorded",
        )
        for record in rescue_records(data)
    ]


def from_mapthor(data: Path) -> list[Sample]:
    """Return the recorded MAP-THOR episodes; those of unknown task pair with nothing."""
    samples = []
    for episode in mapthor_episodes(data):
        known = bool(episode.task and episode.floor_plan)
        case = {"task": episode.task, "floor_plan": episode.floor_plan, "agents": episode.agents}
        values = {name: episode.values.get(name, nan) for name in METRICS}
        samples.append(Sample(
            episode.method, "household", episode.agents, _pair(case) if known else "",
            f"{episode.method}-{episode.index}", values, "recorded",
        ))
    return samples


def from_recorded(kind: str, data: Path) -> list[Sample]:
    """Return the recorded runs a suite pairs with (its ``recorded`` entry)."""
    readers = {"sar": from_rescue, "mapthor": from_mapthor}
    if kind not in readers:
        raise UsageError(f"no recorded runs pair with this suite (its 'recorded' is {kind!r}; "
                         f"known: {', '.join(readers)})")
    return readers[kind](data)


def _values(record: EpisodeRecord) -> dict[str, float]:
    return {name: metric.value(record) for name, metric in METRICS.items()}


def _pair(case: Mapping[str, Any]) -> str:
    """Return what two runs of the same problem share, whatever suite they come from."""
    keys = ("scene", "task", "floor_plan", "file", "seed", "agents")
    if not any(key in case for key in keys[:4]):
        return str(case.get("id", ""))
    return "|".join(f"{key}={_plain(case[key])}" for key in keys if key in case)


def _plain(value: Any) -> str:
    """Write a value so that a scene given by number and by name is the same."""
    return str(value).removeprefix("scene_").removeprefix("FloorPlan").rpartition("/")[2]
