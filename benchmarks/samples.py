"""One shape for every episode that is compared: ours, recorded by others, or from another sweep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import Any

from benchmarks.baselines.trajectories import mapthor_episodes, rescue_records
from benchmarks.metrics import METRICS
from benchmarks.outcome import FINISHED, Outcome
from benchmarks.stored_run import StoredRun
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
    outcome: Outcome = FINISHED
    folder: Path | None = None

    @property
    def counts(self) -> bool:
        """Say whether the episode is a result; others enter no average and no test."""
        return self.outcome.counts


def from_runs(runs: Iterable[StoredRun], label: str = "") -> list[Sample]:
    """Turn stored runs into samples; ``label`` is put before the algorithm's name.

    A run that gave no record of its own takes the domain most of the others have.
    """
    found = list(runs)
    domains = Counter(run.record.domain for run in found if run.record.domain)
    usual = domains.most_common(1)[0][0] if domains else ""
    return [
        Sample(
            label + run.algorithm, run.record.domain or usual, len(run.record.agents),
            _pair(run.case),
            run.case_id, _values(run.record), "run", run.outcome, run.folder,
        )
        for run in found
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
    for kind, keys in (("scene", ("scene", "seed", "agents")),
                       ("task", ("task", "floor_plan", "agents")),
                       ("problem", ("problem", "language", "seed"))):
        if kind in case:
            return "|".join(f"{key}={_plain(case[key])}" for key in keys if key in case)
    return str(case.get("id", ""))


def _plain(value: Any) -> str:
    """Write a value so that a scene given by number and by name is the same."""
    return str(value).removeprefix("scene_").removeprefix("FloorPlan").rpartition("/")[2]
