"""Pack traces for the replay: frames, actions, outcomes, as small as the page needs."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

MAX_STEPS = 2000
MAX_TEXT = 400
MAX_NOTES = 16
MAX_SEEN = 200
"""Characters of what a robot saw anew in one step; the page of a trace has all of it."""


@dataclass(frozen=True)
class Replay:
    """One episode ready to be drawn; ``packed`` is gzip in base64.

    ``language`` says that a language model acted: such episodes are shown on the right.
    """

    key: str
    algorithm: str
    case_id: str
    pair: str
    source: str
    success: bool
    steps: int
    packed: str
    language: bool = False


def replay_from_trace(lines: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Turn trace lines into what the viewer draws; unknown keys are left out.

    Parts of a frame that equal those of the frame before are left out; the viewer keeps them.
    """
    shown: dict[str, Any] = {"agents": [], "steps": []}
    before: Mapping[str, Any] = {}
    for line in lines:
        kind = line.get("kind")
        if kind == "header":
            shown.update(instruction=_short(line.get("instruction")), note=line.get("note", ""),
                         agents=list(line.get("agents", ())), domain=line.get("domain", ""))
            shown["steps"].append({"frame": line.get("frame") or {}})
            before = line.get("frame") or {}
        elif kind == "step" and len(shown["steps"]) < MAX_STEPS:
            frame = line.get("frame") or line.get("notes", {}).get("frame") or {}
            news = {key: value for key, value in frame.items() if before.get(key) != value}
            shown["steps"].append(_step(line, news))
            before = {**before, **frame}
    return shown


def brief(seen: Any) -> str:
    """Tell what changed in an observation in a few words.

    >>> brief({"at": {"x": 3, "y": 5}, "near": {"Pan": {"hot": True}, "Mug": None}, "held": None})
    'at: x 3, y 5; near: Pan, no Mug; no held'
    >>> brief({"seen": [{"name": "Fire"}, "Tim"], "here": []})
    'seen: Fire, Tim; here: nothing'
    """
    if not isinstance(seen, Mapping):
        return str(seen)
    return "; ".join(_brief(str(key), value) for key, value in seen.items())


def _brief(key: str, value: Any) -> str:
    if isinstance(value, list):
        names = dict.fromkeys(str(v.get("name", "…") if isinstance(v, Mapping) else v)
                              for v in value)
        return f"{key}: {', '.join(names) or 'nothing'}"
    if isinstance(value, Mapping):
        return f"{key}: " + ", ".join(
            str(k) if isinstance(v, Mapping | list) else _brief(str(k), v)
            for k, v in value.items())
    return f"no {key}" if value is None else f"{key} {value}"


def pack(shown: Mapping[str, Any]) -> str:
    """Compress a replay; equal input gives equal text."""
    text = json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode("utf-8", "replace"), 6, mtime=0)).decode()


def _step(line: Mapping[str, Any], frame: Mapping[str, Any]) -> dict[str, Any]:
    actions = line.get("actions") or {}
    notes = line.get("notes") or {}
    said = notes.get("said") if isinstance(notes.get("said"), Mapping) else {}
    words = {**(line.get("reasons") or {}), **(said or {})}
    step: dict[str, Any] = {"frame": frame, "actions": {
        agent: {"text": str(action), "ok": (line.get("success") or {}).get(agent, True),
                "why": _short((line.get("failure") or {}).get(agent)),
                "words": _short(words.get(agent))}
        for agent, action in actions.items()}}
    saw = {agent: _short(brief(seen), MAX_SEEN) for agent, seen in
           (line.get("observations") or {}).items()}
    if saw:
        step["saw"] = saw
    if line.get("replan"):
        step["replan"] = _short(line["replan"])
    kept = {k: _short(v) for k, v in list(notes.items())[:MAX_NOTES]
            if v and k not in ("frame", "said")}
    return {**step, **({"notes": kept} if kept else {})}


def _short(value: Any, most: int = MAX_TEXT) -> str:
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        value = "; ".join(value)
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= most else text[: most - 1] + "…"
