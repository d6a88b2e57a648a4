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

from domains.household.actions import FAILURES, type_of
from planner.execution.trace import EpisodeRecord

_CAUSES = FAILURES["causes"]


@dataclass(frozen=True)
class Explanation:
    """A cause to count by, and the whole story in words."""

    cause: str
    detail: str


_Cause = tuple[int, str, str]
"""The rule that applies, what it calls the cause, and the detail."""


def explain(record: EpisodeRecord, trace: Iterable[Mapping[str, Any]]) -> Explanation:
    """Explain an unsolved episode; a trace that was not kept makes the answer coarser."""
    obstacles: Sequence[Mapping[str, Any]] = record.extra.get("obstacles") or []
    if record.extra.get("nothing_to_do"):
        said = "; ".join(str(o["text"]) for o in obstacles)
        return Explanation("nothing to do here", said or "nothing to do here")
    failures, words = _told(trace)
    missing = [s for s in record.subtasks if s not in record.credited]
    ending = _ending(record, words, len(missing))
    found = [_impossible(m, obstacles) or _unmeant(m, record) or _trouble(m, failures) or ending
             for m in missing] or [ending]
    counts = Counter((rank, cause) for rank, cause, _ in found)
    _, cause = min(counts, key=lambda key: (-counts[key], key[0]))
    details = Counter(detail or cause for _, cause, detail in found)
    said = "; ".join(d + (f" ({n} times)" if n > 1 else "") for d, n in details.most_common(4))
    return Explanation(cause, said)


def _told(trace: Iterable[Mapping[str, Any]]) -> tuple[Mapping[str, Counter[str]], str]:
    """Return failed actions by type and kind, and what the team said as it stopped."""
    failures: dict[str, Counter[str]] = {}
    held: dict[str, str] = {}
    words = ""
    for line in trace:
        if line.get("kind") != "step":
            continue
        words = str(next(iter((line.get("reasons") or {}).values()), ""))
        for agent, action in line.get("actions", {}).items():
            verb, kind = action.partition("(")[0], _type_of(action.partition("(")[2])
            if line.get("success", {}).get(agent, True):
                if verb in ("PickupObject", "PutObject"):
                    held[agent] = kind if verb == "PickupObject" else ""
                continue
            reason = str((line.get("failure") or {}).get(agent, "")) or "failed"
            for concerned in {kind, held.get(agent, "")} - {""}:
                failures.setdefault(concerned, Counter())[reason] += 1
    return failures, words.partition("not done: ")[2]


def _impossible(missing: str, obstacles: Sequence[Mapping[str, Any]]) -> _Cause | None:
    kind, place = _subject(missing)
    return next(((0, f"cannot be done here: {o['text']}", "") for o in obstacles
                 if {kind, place} & set(o["types"])
                 or (kind[:1].islower() and o["kind"] == "lacks")), None)  # words, no such object


def _unmeant(missing: str, record: EpisodeRecord) -> _Cause | None:
    """Whether MAP-THOR's lists ask for more of a thing (not a place) than the sentence means."""
    readings: Mapping[str, Any] = record.extra.get("readings") or {}
    meant = readings.get("final_state", {}).get("about")
    kind, subjects = _subject(missing)[0], [_subject(s) for s in record.subtasks]
    if (meant is None or record.extra.get("reading") not in ("released", "repaired")
            or kind in {place for _, place in subjects}):
        return None
    asked = [*map(_asked, record.subtasks)].count(_asked(missing)) if "_" in missing else 1
    return None if asked <= meant.get(kind, 0) else (
        1, "the checker's list asks for more than the sentence means here",
        f"the checker's list asks for {missing}, which the sentence does not mean here")


def _trouble(missing: str, failures: Mapping[str, Counter[str]]) -> _Cause | None:
    trouble = failures.get(_subject(missing)[0])
    if not trouble:
        return None
    reason, times = trouble.most_common(1)[0]
    return 2, _CAUSES.get(reason, f"actions failed ({reason})"), (
        f"{missing}: {_CAUSES.get(reason, reason)}, {times} times")


def _ending(record: EpisodeRecord, words: str, left: int) -> _Cause:
    if record.believed_success:
        return 3, "taken for done, but it was not", ""
    if record.max_steps and record.steps >= record.max_steps:
        return 4, "steps ran out with work left" + (" (more than five things)" * (left > 5)), ""
    return 4, "given up" + (f": {words}" if words else ""), ""


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
