"""Group what went wrong by its cause."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from benchmarks.metrics import transport_rate
from benchmarks.runs.stored_run import StoredRun
from benchmarks.runs.traces import stored_trace
from benchmarks.statistics import grouped
from planner.discovery import discover

EXAMPLES = 5


@dataclass(frozen=True)
class Cause:
    """One cause with how often it occurred and where to look."""

    algorithm: str
    cause: str
    count: int
    examples: tuple[str, ...]


@dataclass(frozen=True)
class Failure:
    """One unsolved episode with its cause and the story in words."""

    algorithm: str
    case_id: str
    cause: str
    detail: str


def failure_of(run: StoredRun) -> Failure:
    """Explain an unsolved episode, from its trace where the domain has rules for that."""
    return Failure(run.algorithm, run.case_id, *_why(run))


def _why(run: StoredRun) -> tuple[str, str]:
    """Return cause and detail."""
    if run.outcome.name != "finished":
        kind = "" if run.outcome.kind.explained else "UNEXPLAINED: "
        return f"{kind}{run.outcome.name}", run.outcome.message
    domain = discover().domains.get(run.record.domain)
    if domain is None or not domain.has("explain"):
        return _general(run), ""
    try:
        why = domain.part("explain")(run.record, stored_trace(run.folder))
    except Exception as error:  # records may be edited, plug-ins may be wrong
        return _general(run), f"not explained: {type(error).__name__}: {error}"
    return why.cause, why.detail


def _general(run: StoredRun) -> str:
    record = run.record
    if record.believed_success and not record.success:
        return "believed it was done"
    if record.max_steps and record.steps >= record.max_steps:
        missing = [s.partition("(")[0] for s in record.subtasks if s not in record.credited]
        first = max(sorted(set(missing)), key=missing.count) if missing else "unknown"
        share = "hardly begun" if transport_rate(record) < 0.5 else "nearly done"
        return f"step budget, {share}; mostly missing: {first}"
    return "gave up"


def failed_episodes(runs: Iterable[StoredRun]) -> list[Failure]:
    """Explain every unsolved episode, in the order of the runs."""
    return [failure_of(run) for run in runs if not run.record.success]


def episode_causes(failures: Iterable[Failure]) -> list[Cause]:
    """Group unsolved episodes, the most frequent cause first."""
    return _causes((f.algorithm, f.cause, f.case_id) for f in failures)


def no_results(runs: Iterable[StoredRun]) -> list[Cause]:
    """Group the runs that gave no result by outcome and message."""
    return _causes((run.algorithm, f"{run.outcome.name}: {run.outcome.message}", run.case_id)
                    for run in runs if not run.outcome.kind.counts)


def action_causes(runs: Iterable[StoredRun]) -> list[Cause]:
    """Group failed actions by verb and reason."""
    found = []
    for run in runs:
        for failure in run.record.failures:
            place, _, rest = failure.partition(": ")
            action, _, reason = rest.rpartition(": ")
            verb = action.partition("(")[0] or place
            found.append((run.algorithm, f"{verb}: {reason or 'failed'}",
                          f"{run.case_id} step {place}"))
    return _causes(found)


def _causes(items: Iterable[tuple[str, str, str]]) -> list[Cause]:
    causes = [Cause(*about, len(found), tuple(example for *_, example in found[:EXAMPLES]))
              for about, found in grouped(items, lambda item: item[:2]).items()]
    return sorted(causes, key=lambda c: (-c.count, c.algorithm, c.cause))
