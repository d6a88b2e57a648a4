"""One shape for every episode that is compared: ours, recorded by others, or from another sweep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import isnan, nan
from pathlib import Path
from statistics import fmean
from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from benchmarks.baselines.policies import CONTROLS
from benchmarks.basis import UNKNOWN, Basis, published_basis
from benchmarks.metrics import METRICS, balance
from benchmarks.runs.outcome import FINISHED, RunOutcome
from benchmarks.runs.stored_run import StoredRun
from planner.discovery import discover, domain_named
from planner.errors import UsageError
from planner.execution.trace import EpisodeRecord


@dataclass(frozen=True, slots=True)
class Sample:
    """The metric values of one episode; ``pair`` is equal for episodes of the same problem.

    ``agents`` groups samples in tables; ``source`` says where the episode comes from. ``reading``
    is empty but for a second sample of an episode that was judged by another reading, too;
    ``control`` marks policies that don't plan, ``decided`` who made the decisions.
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
    basis: Basis = UNKNOWN
    reading: str = ""
    control: bool = False
    decided: Mapping[str, int] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Return the episode's name among all of a page."""
        return f"{self.source}:{self.algorithm}/{self.case_id}"

    @property
    def name(self) -> str:
        """Return the algorithm, with its mark if others recorded it."""
        return f"{self.algorithm} (recorded)" if self.source == "recorded" else self.algorithm

    @property
    def solved(self) -> bool:
        """Say whether the episode is known to have succeeded."""
        return self.values["SR"] == 1.0

    @property
    def steps(self) -> float:
        """Return L, with the closing row where only that was recorded."""
        steps = self.values["L"]
        return self.values["L_done"] if isnan(steps) else steps


def rank(samples: Iterable[Sample]) -> tuple[float, float]:
    """Rank an algorithm: first who solves more, then who needs fewer steps where they are known."""
    found = list(samples)
    steps = [s.steps for s in found if not isnan(s.steps)]
    return -fmean(s.values["SR"] for s in found), fmean(steps) if steps else nan


def from_runs(runs: Iterable[StoredRun], label: str = "") -> list[Sample]:
    """Turn stored runs into samples; ``label`` is put before the algorithm's name.

    A run that gave no record of its own takes the domain most of the others have.
    """
    found = list(runs)
    domains = Counter(run.record.domain for run in found if run.record.domain)
    usual = domains.most_common(1)[0][0] if domains else ""
    judged: list[tuple[StoredRun, list[Sample]]] = []
    known: dict[str, dict[str, Basis]] = {}  # what each algorithm's figures rest on, by reading
    for run in found:
        main = Sample(
            label + run.algorithm, run.record.domain or usual, len(run.record.agents),
            _pair(run.case), run.case_id, _values(run.record), "run", run.outcome, run.folder,
            Basis.of(run.record.basis), control=run.case.get("policy") in CONTROLS,
            decided=_decided(run.record), versions=run.versions)
        judged.append((run, list(_readings(run.record, main))))
        for sample in judged[-1][1] if run.record.basis is not None else ():
            known.setdefault(run.algorithm, {}).setdefault(sample.reading, sample.basis)
    for run, samples in judged:
        if run.record.basis is None and run.outcome != FINISHED:  # it was ended before its verdict
            readings = known.get(run.algorithm) or next(iter(known.values()), {})
            samples[:] = [replace(samples[0], reading=name, basis=basis)
                          for name, basis in readings.items()] or samples[:1]
    return [sample for _, samples in judged for sample in samples]


def main_readings(samples: Iterable[Sample]) -> list[Sample]:
    """Keep one sample of each episode: that of the reading that decides its success."""
    return [sample for sample in samples if not sample.reading]


class _Reading(TypedDict):
    """What a record says of another reading of its referee; more is allowed."""

    __pydantic_config__ = ConfigDict(extra="allow", strict=True)  # type: ignore[misc]

    referee: str
    success: bool
    transport_rate: float
    coverage: float
    useful: dict[str, int]


_READING = TypeAdapter(_Reading)


def _readings(record: EpisodeRecord, main: Sample) -> Iterator[Sample]:
    """Yield an episode's sample, and one for each further reading that names its referee."""
    yield main
    readings, begun = record.extra.get("readings"), record.extra.get("begin_done", ())
    for name, values in readings.items() if isinstance(readings, Mapping) else ():
        try:
            found = _READING.validate_python(values)
        except ValidationError:
            continue
        if found["referee"] != main.basis.referee:
            judged = {**main.values, "SR": float(found["success"]), "TR": found["transport_rate"],
                      "C": found["coverage"], "B_bound": nan,
                      "B": balance(replace(record, useful=found["useful"]))}
            yield replace(main, reading=name, values=judged,
                          outcome=RunOutcome("begins-done") if name in begun else main.outcome,
                          basis=replace(main.basis, referee=found["referee"]))


def _decided(record: EpisodeRecord) -> Mapping[str, int]:
    """Say who made the decisions, where not all were the policy's own."""
    decided = record.decided or {}
    return decided if set(decided) - {record.policy} else {}


def from_recorded(name: str, data: Path) -> list[Sample]:
    """Return the recorded runs a suite pairs with (its ``recorded``: a domain's name).

    Those of an unknown case pair with nothing.
    """
    known = [d.name for d in discover().domains.values() if d.has("recorded")]
    if name not in known:
        raise UsageError(f"no recorded runs pair with this suite (its 'recorded' is {name!r}; "
                         f"known: {', '.join(known)})")
    basis = published_basis(name)
    return [
        Sample(run.method, name, run.agents, _pair(run.case) if run.case else "", run.case_id,
               _values(run.record) if run.record is not None
               else {metric: run.values.get(metric, nan) for metric in METRICS}, "recorded",
               basis=basis)
        for run in domain_named(name).part("recorded")(data)]


def of_these_problems(recorded: Iterable[Sample], ours: Iterable[Sample]) -> list[Sample]:
    """Keep the recorded runs of problems that are among ours.

    One that is of no seed of ours counts by its problem. Those of which nobody knows the problem
    are kept where every other one of their team size is.
    """
    found, own = list(recorded), list(ours)
    problems = {key for s in own for key in (s.pair, s.pair.partition("|seed=")[0])}
    left_out = {(s.domain, s.agents) for s in found if s.pair and s.pair not in problems}
    whole = {(s.domain, s.agents) for s in own} - left_out
    return [s for s in found
            if s.pair in problems or (not s.pair and (s.domain, s.agents) in whole)]


def _values(record: EpisodeRecord) -> dict[str, float]:
    return {name: metric.value(record) for name, metric in METRICS.items()}


def _pair(case: Mapping[str, Any]) -> str:
    """Return what two runs of the same problem share, whatever suite they come from."""
    for kind, keys in (("scene", ("scene", "agents", "seed")),
                       ("task", ("task", "floor_plan", "agents")),
                       ("problem", ("problem", "language", "seed"))):
        if kind in case:
            return "|".join(f"{key}={_plain(case[key])}" for key in keys if key in case)
    return str(case.get("id", ""))


def _plain(value: Any) -> str:
    """Write a value so that a scene given by number and by name is the same."""
    if str(value).endswith(".xml"):  # files of several sets bear the same names
        return "/".join(Path(str(value)).parts[-2:])
    return str(value).removeprefix("scene_").removeprefix("FloorPlan").rpartition("/")[2]
