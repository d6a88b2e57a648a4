"""Why a household episode was not solved, from its record and trace alone.

Each missing subtask is explained by the first rule that applies:

1. the room or the simulator's placement table makes it impossible (``extra.obstacles``);
2. MAP-THOR's list names a thing that the sentence, read in this room, does not mean;
3. placing it, reaching it or acting on it failed, and how it failed most often;
4. a robot believed it was done;
5. the limit of joint steps came first, or the team gave up, with its own words.

The episode's cause is that of most of its missing subtasks; ties go to the earlier rule.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from domains.household.names import type_of
from planner.execution.trace import EpisodeRecord

__all__ = ["Explanation", "explain"]

_KINDS = {
    "no-room": "no room where it should go", "wrong-place": "the simulator refuses this placement",
    "non-interactable": "out of reach or hidden from where robots can stand",
    "no-actions": "no free way to it", "blocked": "the way was blocked",
    "blocked-by-agent": "the way was blocked", "not-visible": "out of reach or hidden from where "
    "robots can stand", "closed": "the place was closed", "hand-full": "hands were full",
}


@dataclass(frozen=True)
class Explanation:
    """A cause to count by, and the whole story in words."""

    cause: str
    detail: str
    missing: int


@dataclass(frozen=True)
class _Facts:
    """What a trace says: failed actions by type and kind, and why the team stopped."""

    failures: Mapping[str, Counter[str]]
    believed: bool
    ran_out: bool
    words: str
    meant: Mapping[str, int] | None
    """By type, how many things the sentence means (None where MAP-THOR's lists don't judge)."""
    things: frozenset[str]
    """Types that are to be moved somewhere or acted on, not places."""


def explain(record: EpisodeRecord, trace: Iterable[Mapping[str, Any]]) -> Explanation:
    """Explain an unsolved episode; a trace that was not kept makes the answer coarser."""
    facts = _facts(record, trace)
    obstacles: Sequence[Mapping[str, Any]] = record.extra.get("obstacles") or []
    if record.extra.get("nothing_to_do"):
        said = "; ".join(str(o["text"]) for o in obstacles)
        return Explanation("nothing to do here", said or "nothing to do here", 0)
    missing = [s for s in record.subtasks if s not in record.credited]
    wanted = Counter(map(_asked, record.subtasks))
    found = [_cause(m, wanted, len(missing), facts, obstacles) for m in missing]
    if not found:
        found = [(4, _ending(facts), "")]
    counts = Counter((rank, cause) for rank, cause, _ in found)
    _, cause = min(counts, key=lambda key: (-counts[key], key[0]))
    details = Counter(detail or cause for _, cause, detail in found)
    said = "; ".join(d + (f" ({n} times)" if n > 1 else "") for d, n in details.most_common(4))
    return Explanation(cause, said, len(missing))


def _facts(record: EpisodeRecord, trace: Iterable[Mapping[str, Any]]) -> _Facts:
    failures: dict[str, Counter[str]] = {}
    held: dict[str, str] = {}
    words, subjects = "", [_subject(s) for s in record.subtasks]
    for line in trace:
        if line.get("kind") != "step":
            continue
        words = next(iter((line.get("reasons") or {}).values()), "")
        for agent, action in line.get("actions", {}).items():
            verb, kind = action.partition("(")[0], _type_of(action.partition("(")[2])
            if line.get("success", {}).get(agent, True):
                if verb in ("PickupObject", "PutObject"):
                    held[agent] = kind if verb == "PickupObject" else ""
                continue
            reason = str((line.get("failure") or {}).get(agent, "")) or "failed"
            for concerned in {kind, held.get(agent, "")} - {""}:
                failures.setdefault(concerned, Counter())[reason] += 1
    return _Facts(failures, record.believed_success,
                  bool(record.max_steps) and record.steps >= record.max_steps,
                  str(words).partition("cannot be done: ")[2], _meant(record),
                  frozenset(k for k, _ in subjects) - {place for _, place in subjects})


def _meant(record: EpisodeRecord) -> Mapping[str, int] | None:
    if record.extra.get("reading") not in ("released", "repaired"):
        return None
    readings: Mapping[str, Any] = record.extra.get("readings") or {}
    about: Mapping[str, int] | None = readings.get("final_state", {}).get("about")
    return about


def _cause(
    missing: str, wanted: Mapping[tuple[str, str], int], left: int, facts: _Facts,
    obstacles: Sequence[Mapping[str, Any]],
) -> tuple[int, str, str]:
    """Explain one missing subtask: rank of the rule, cause, detail."""
    kind, place = _subject(missing)
    for obstacle in obstacles:
        named = {kind, place} & set(obstacle["types"])
        if named or (kind[:1].islower() and obstacle["kind"] == "lacks"):  # words, no such object
            return 0, f"cannot be done here: {obstacle['text']}", ""
    asked = wanted[_asked(missing)] if "_" in missing else 1
    if facts.meant is not None and kind in facts.things and asked > facts.meant.get(kind, 0):
        return 1, "the checker's list asks for more than the sentence means here", (
            f"the checker's list asks for {missing}, which the sentence does not mean here")
    trouble = facts.failures.get(kind)
    if trouble:
        reason, times = trouble.most_common(1)[0]
        return 2, _KINDS.get(reason, f"actions failed ({reason})"), (
            f"{missing}: {_KINDS.get(reason, reason)}, {times} times")
    return (3 if facts.believed else 4), _ending(facts, left), ""


def _ending(facts: _Facts, left: int = 0) -> str:
    if facts.believed:
        return "taken for done, but it was not"
    if facts.ran_out:
        return "steps ran out with work left" + (" (more than five things)" if left > 5 else "")
    return "given up" + (f": {facts.words}" if facts.words else "")


def _subject(missing: str) -> tuple[str, str]:
    """Return the thing and the place of ``Mug 1: in a Sink`` or ``PutObject(Sink, Mug)``."""
    inside = re.search(r"\(([^)]*)\)", missing.partition(":")[0])
    if inside and ":" not in missing.partition("(")[0]:
        parts = [_type_of(p) for p in inside.group(1).split(",")]
        return (parts[1], parts[0]) if len(parts) > 1 else (parts[0], "")
    thing, _, asked_for = missing.partition(":")
    where = re.search(r"\b(?:in|on|near) (?:the closest of )?(?:the|a|every) (\w+)(.*)", asked_for)
    return thing.split(" ")[0], where.group(1) if where and "|" not in where.group(2) else ""


def _asked(subtask: str) -> tuple[str, str]:
    """Return the thing and what is asked of it, without its number."""
    thing, _, asked_for = subtask.partition(":")
    return (thing.split(" ")[0], asked_for) if asked_for else (
        _subject(subtask)[0], subtask.partition("(")[0])


def _type_of(name: str) -> str:
    return type_of(name.strip().rstrip(")").strip())
