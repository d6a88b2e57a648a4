"""Goal interpretation without a language model: frames and a lexicon; a look-up beside it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any

from lmfree_eai.package import Graph, Task, tasks
from planner.files import read_toml

Goal = tuple[str, ...]
"""``(name, state)``, ``(from, relation, to)`` or ``(action,)``."""
LYING = r"\b(l[aiy]+e?|lying|laid|lay|nap|sleep|stretch)\b"


@cache
def _lexicon() -> Mapping[str, Any]:
    return read_toml(Path(__file__).with_name("lexicon.toml"))


def half(title: str) -> str:
    """Return ``seen`` for the titles the lexicon was written on, else ``unseen``."""
    return "unseen" if sorted({t.title for t in tasks().values()}).index(title) % 2 else "seen"


def interpret(task: Task, graph: Graph) -> list[Goal]:
    """Read a task's title and description; goals are over the listed objects' names."""
    text, frames = task.description().lower(), _lexicon()["frame"]
    frame = next((f for said in (task.title.lower(), text) for f in frames
                  if re.search(r"\b" + f["verb"], said)), None)
    if frame is None:
        return []
    listed = {graph.classes[n]: graph.properties[n] for n in sorted(task.listed)}
    said = _mentioned(f"{task.title} {text}".lower(), listed)
    roles: dict[str, list[str]] = {"character": ["character"]}
    for role, rule in frame.items():
        if isinstance(rule, dict):
            roles[role] = _fill(rule, listed, said, roles)
    return list(dict.fromkeys(
        goal for pattern in frame["goals"] for goal in _goals(pattern, roles, listed, text)))


def _mentioned(text: str, listed: Collection[str]) -> dict[str, int]:
    """Return where each listed object is mentioned first."""
    known, places = _lexicon()["words"], {}
    for name in listed:
        words = [name.replace("_", " "), name.replace("_", ""),
                 *(w for w, meant in known.items() if meant == name)]
        spots = [m.start() for w in words if (m := re.search(rf"\b{re.escape(w)}", text))]
        if spots:
            places[name] = min(spots)
    return places


def _fill(rule: Mapping[str, Any], listed: Mapping[str, Collection[str]],
          said: Mapping[str, int], roles: Mapping[str, Sequence[str]]) -> list[str]:
    if "with" in rule and not any(rule["with"] in names for names in roles.values()):
        return []
    ranks = {n: rank for n in listed for rank, pattern in reversed([*enumerate(rule["of"])])
             if fnmatch(n, pattern)}
    if rule.get("many"):
        return sorted(ranks, key=lambda n: (ranks[n], n))
    others = {n: 99 for n, properties in listed.items()
              if rule.get("property") in properties and n in said}
    found = sorted({**others, **ranks}.items(), key=lambda item: (
        item[0] not in said, item[1], said.get(item[0], 0), item[0]))
    return [name for name, _ in found[:1]]


def _goals(pattern: str, roles: Mapping[str, Sequence[str]],
           listed: Mapping[str, Collection[str]], text: str) -> list[Goal]:
    words = pattern.split()
    if pattern == "posture":
        return [("character", "LYING" if re.search(LYING, text) else "SITTING")]
    if words[0] == "USE":
        return [(name, state) for name in roles[words[1]] for needed, state in (
            ("HAS_SWITCH", "ON"), ("HAS_PLUG", "PLUGGED_IN"), ("CAN_OPEN", "CLOSED"))
            if needed in listed[name]]
    if len(words) == 1:
        return [(pattern,)]
    if len(words) == 2:
        return [(name, words[1]) for name in roles[words[0]]]
    return [(a, words[1], b) for a in roles[words[0]] for b in roles[words[2]] if a != b]


@cache
def _annotations() -> Mapping[str, tuple[str, set[Goal]]]:
    """Return each task's title and annotation by names, of alternative actions the first."""
    found = {}
    for task in tasks().values():
        names = task.graph().classes
        found[task.name] = task.title, {
            *((options[0],) for options in task.options),
            *(tuple(names.get(w, w) for w in goal) for goal in task.goals)}
    return found


def look_up(task: Task, graph: Graph) -> list[Goal]:
    """Predict what at least half of the other tasks of the same title want, if it is listed.

    This reads the annotation of the others, as training would; it is not an interpretation.
    """
    others = [goals for name, (title, goals) in _annotations().items()
              if title == task.title and name != task.name]
    names = {graph.classes[n] for n in task.listed}
    counts = Counter(goal for goals in others for goal in goals)
    return sorted(goal for goal, n in counts.items() if 2 * n >= len(others) and (
        len(goal) == 1 or {goal[0], goal[-1] if len(goal) == 3 else goal[0]} <= names))


def answer(goals: Sequence[Goal]) -> str:
    """Return goals in the evaluator's format."""
    keys = {"node goals": ("name", "state"), "edge goals": ("from_name", "relation", "to_name"),
            "action goals": ("action",)}
    return json.dumps({kind: [dict(zip(names, goal, strict=True)) for goal in goals
                              if len(goal) == len(names)] for kind, names in keys.items()})
