"""One shape for every episode that is compared: ours, recorded by others, or from another sweep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import Any

from benchmarks.metrics import METRICS
from benchmarks.runs.outcome import FINISHED, RunOutcome
from benchmarks.runs.stored_run import StoredRun
from planner.discovery import discover, domain_named
from planner.errors import UsageError
from planner.execution.trace import EpisodeRecord

__all__ = ["Sample", "from_recorded", "from_runs"]


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
    outcome: RunOutcome = FINISHED
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


def from_recorded(name: str, data: Path) -> list[Sample]:
    """Return the recorded runs a suite pairs with (its ``recorded``: a domain's name).

    Those of an unknown case pair with nothing.
    """
    known = [d.name for d in discover().domains.values() if d.has("recorded")]
    if name not in known:
        raise UsageError(f"no recorded runs pair with this suite (its 'recorded' is {name!r}; "
                         f"known: {', '.join(known)})")
    return [
        Sample(run.method, name, run.agents, _pair(run.case) if run.case else "", run.case_id,
               _values(run.record) if run.record is not None
               else {metric: run.values.get(metric, nan) for metric in METRICS}, "recorded")
        for run in domain_named(name).part("recorded")(data)]


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
