"""What went wrong, in the words of the field: a taxonomy of errors of embodied planners.

Counted from what worlds say about failed actions (their failure kinds and messages), from useful
beside successful actions, and from how episodes ended. What fits no word is ``other``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from benchmarks.runs.stored_run import StoredRun
from benchmarks.statistics import grouped

KINDS: Mapping[str, str] = {
    "hallucinated name or action": "an action or thing that does not exist, or has not been seen",
    "missing step": "something has to be done before: go there, open it, take it",
    "wrong order": "the world is not in the state for it, or no longer",
    "unreachable": "no way leads there, or it is blocked",
    "malfunction": "the world made a right action fail",
    "other": "failed for another reason",
    "additional step": "worked, and served no subtask",
    "budget": "the episode ran out of steps, time or tokens",
}

_PATTERNS = (
    ("malfunction", r"malfunction|under_way"),
    ("hallucinated name or action", r"invalid|unknown|not_visible|not visible|no such|no action|"
                                    r"does not exist|not a valid|not understood"),
    ("unreachable", r"reach|block|collid|no path|navigat|obstruct"),
    ("missing step", r"not_interactable|interactable|not holding|empty|too far|closed|hand|near|"
                     r"not open|hold"),
    ("wrong order", r"restricted|already|occupied|full|not allowed|cannot be|state|locked"),
)


@dataclass(frozen=True)
class Errors:
    """The errors of one algorithm: how often each kind occurred, and in how many episodes."""

    algorithm: str
    episodes: int
    counts: Mapping[str, int]


def errors(runs: Iterable[StoredRun]) -> list[Errors]:
    """Count the kinds of errors of each algorithm."""
    return [Errors(name, len(mine), _counts(mine))
            for name, mine in sorted(grouped(runs, lambda run: run.algorithm).items())]


def kind_of(reason: str) -> str:
    """Return the kind of a failed action from the world's reason.

    >>> kind_of("not_visible"), kind_of("Fridge_1 is closed"), kind_of("restricted_action")
    ('hallucinated name or action', 'missing step', 'wrong order')
    """
    words = reason.lower()
    return next((kind for kind, pattern in _PATTERNS if re.search(pattern, words)), "other")


def _counts(runs: Iterable[StoredRun]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for run in runs:
        record = run.record
        for failure in record.failures:
            counts[kind_of(failure.rpartition(": ")[2])] += 1
        if record.useful:
            counts["additional step"] += max(0, sum(record.successes.values())
                                             - sum(record.useful.values()))
        ended = run.outcome.name in ("time-limit", "memory-limit", "model-time")
        spent = bool(record.max_steps) and record.steps >= record.max_steps
        counts["budget"] += int(not record.success and (ended or spent))
    return {kind: counts[kind] for kind in KINDS}
