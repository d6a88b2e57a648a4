"""Say in words what an agent perceives and which actions it has, for any environment.

A language-model policy gets exactly what every policy gets: the briefing and observations.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from planner.discovery import discover
from planner.environment import Briefing, Observation


@dataclass(frozen=True)
class View:
    """One agent's view as texts; ``actions`` are the admissible action strings.

    ``image`` is a PNG as base64 text, or empty.
    """

    seen: str
    state: str
    feedback: str
    failures: tuple[str, ...]
    names: tuple[str, ...]
    actions: tuple[str, ...]
    image: str = ""


def view(observation: Observation, briefing: Briefing) -> View:
    """Describe an observation in the words of the domain that knows it, else by its ``actions``."""
    for domain in discover().domains.values():
        found: View | None = (domain.part("wording")(observation, briefing)
                              if domain.has("wording") else None)
        if found is not None:
            return found
    text = as_text({k: v for k, v in observation.items() if k not in ("actions", "image")})
    listed = observation.get("actions")
    actions = briefing.facts.get("actions") or ("Idle", "Done") if listed is None else listed
    return View(text if listed is None else f"I see {text}.", "", feedback(observation), (), (),
                tuple(map(str, actions)), image(observation))


def feedback(observation: Observation) -> str:
    """Say how the last action went."""
    if "feedback" in observation:
        return as_text(observation["feedback"])
    action = observation.get("last_action")
    if not action:
        return ""
    if observation.get("success", True):
        return f"I tried {action} and was successful."
    return f"I tried {action} and failed: {observation.get('failure') or 'no reason known'}."


def name_of(entry: Any) -> str:
    """Return the name of an entry of an observation."""
    return str(entry.get("name", "")) if isinstance(entry, Mapping) else str(entry)


def as_text(value: Any) -> str:
    """Return a value as text."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def image(observation: Observation) -> str:
    """Return the picture in an observation, base64 text or empty."""
    found = observation.get("image", "")
    return found if isinstance(found, str) else ""
