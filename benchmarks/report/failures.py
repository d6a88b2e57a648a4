"""Group what went wrong by its cause."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmarks.metrics import transport_rate, verdict_error
from benchmarks.store import StoredRun

__all__ = ["Cause", "action_causes", "cause_of", "episode_causes"]

EXAMPLES = 5


@dataclass(frozen=True)
class Cause:
    """One cause with how often it occurred and where to look."""

    algorithm: str
    cause: str
    count: int
    examples: tuple[str, ...]


def cause_of(run: StoredRun) -> str:
    """Say why an episode was not solved; empty when it was."""
    record = run.record
    if record.success:
        return ""
    if run.outcome.name != "finished":
        kind = "" if run.outcome.explained else "UNEXPLAINED: "
        return f"{kind}{run.outcome.name}"
    if verdict_error(record) == "false positive":
        return "believed it was done"
    if record.max_steps and record.steps >= record.max_steps:
        missing = [s.partition("(")[0] for s in record.subtasks if s not in record.credited]
        first = max(sorted(set(missing)), key=missing.count) if missing else "unknown"
        share = "hardly begun" if transport_rate(record) < 0.5 else "nearly done"
        return f"step budget, {share}; mostly missing: {first}"
    return "gave up"


def episode_causes(runs: Iterable[StoredRun]) -> list[Cause]:
    """Group unsolved episodes, the most frequent cause first."""
    return _grouped((run.algorithm, cause_of(run), run.case_id) for run in runs
                    if not run.record.success)


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
    return _grouped(found)


def _grouped(items: Iterable[tuple[str, str, str]]) -> list[Cause]:
    groups: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for algorithm, cause, example in items:
        groups[algorithm, cause].append(example)
    causes: Sequence[Cause] = [
        Cause(algorithm, cause, len(examples), tuple(examples[:EXAMPLES]))
        for (algorithm, cause), examples in groups.items()
    ]
    return sorted(causes, key=lambda c: (-c.count, c.algorithm, c.cause))
