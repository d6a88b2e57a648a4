"""Say in words what an agent perceives and which actions it has, for any of our environments.

A language-model policy gets exactly what every policy gets: the briefing and observations.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from planner.environment import Briefing, Observation

__all__ = ["View", "view"]


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
    """Describe an observation; the kind is recognised by its keys."""
    makers: tuple[tuple[str, Callable[[Observation, Briefing], View]], ...] = (
        ("global_obs", _rescue), ("objects", _household), ("actions", _listed))
    for key, make in makers:
        if key in observation:
            return make(observation, briefing)
    return _plain(observation, briefing)


def _rescue(observation: Observation, briefing: Briefing) -> View:
    from domains.rescue.observation import agent_text, feedback_text, state_text

    records = observation["global_obs"]
    names = tuple(r["name"] for r in records)
    around = agent_text(observation)[0]
    seen = f"{around} Known: {'; '.join(r['string_description'] for r in records)}."
    return View(
        seen, state_text(observation), feedback_text(observation),
        tuple(observation.get("failed_actions", ())), names,
        tuple(_rescue_actions(observation, briefing)), _image(observation),
    )


def _rescue_actions(observation: Observation, briefing: Briefing) -> list[str]:
    found, supplies = [], briefing.facts.get("supplies", {})
    records: list[Mapping[str, Any]] = observation["global_obs"]
    deposit = next((r["name"] for r in records if r["type"] == "Deposit"), "DepositFacility")
    for record in records:
        name, kind = record["name"], record["type"]
        found.append(f"NavigateTo({name})")
        if kind == "Reservoir":
            found.append(f"GetSupply({name})")
        elif kind == "Deposit":
            found += [f"GetSupply({name}, {s})" for s in ("Sand", "Water")]
            found.append(f"StoreSupply({name})")
        elif kind in ("Fire", "Flammable"):
            apt = supplies.get(record["fire_type"])  # first: it wins ties in the matcher
            found += [f"UseSupply({name}, {s})"
                      for s in (("Water", "Sand") if apt == "Water" else ("Sand", "Water"))]
        elif kind == "Person":
            found += [f"Carry({name})", f"DropOff({deposit}, {name})"]
    moves = [f"Move({d})" for d in ("Up", "Down", "Left", "Right")]
    return [*found, *moves, "Explore()", "ClearInventory()", "Idle", "Done"]


def _household(observation: Observation, briefing: Briefing) -> View:
    seen: Mapping[str, Any] = observation.get("seen") or {}
    names = tuple(_name(o) for o in observation["objects"])
    place, held = observation.get("position", ""), observation.get("held", "nothing")
    state = (f"I am at {_text(place)}, facing {observation.get('heading', '')}, "
             f"holding {held}.")
    last = observation.get("last") or {}
    told = {"last_action": last.get("action"), "success": last.get("success", True),
            "failure": last.get("message") or last.get("failure")}
    return View(
        f"I see {', '.join(names) or 'nothing'}.", state, _feedback(told),
        tuple(map(str, observation.get("failures", ()))), names,
        tuple(_household_actions(names, seen)), _image(observation),
    )


def _household_actions(names: tuple[str, ...], seen: Mapping[str, Any]) -> list[str]:
    """List what fits each object's abilities; an object of unknown abilities gets every verb."""
    verbs = {"pickupable": ("PickupObject",), "receptacle": ("PutObject",),
             "openable": ("OpenObject", "CloseObject"),
             "toggleable": ("ToggleObjectOn", "ToggleObjectOff"),
             "sliceable": ("SliceObject",), "dirtyable": ("CleanObject",)}
    found = []
    for name in names:
        can = seen.get(name, {}).get("can", tuple(verbs))
        fitting = [v for flag, listed in verbs.items() if flag in can for v in listed]
        found += [f"{verb}({name})" for verb in ("NavigateTo", *fitting)]
    moves = [f"Move({d})" for d in ("Ahead", "Back", "Left", "Right")]
    looks = [f"{look}({a})" for look in ("LookUp", "LookDown") for a in (30, 60)]
    return [*found, *moves, *looks, "Rotate(Left)", "Rotate(Right)", "Explore", "Idle", "Done"]


def _listed(observation: Observation, briefing: Briefing) -> View:
    actions = tuple(map(str, observation["actions"]))
    shown = {k: v for k, v in observation.items() if k not in ("actions", "image")}
    return View(f"I see {_text(shown)}.", "", _feedback(observation), (), (), actions,
                _image(observation))


def _plain(observation: Observation, briefing: Briefing) -> View:
    text = _text({k: v for k, v in observation.items() if k != "image"})
    actions = tuple(map(str, briefing.facts.get("actions", ()))) or ("Idle", "Done")
    return View(text, "", _feedback(observation), (), (), actions, _image(observation))


def _feedback(observation: Observation) -> str:
    if "feedback" in observation:
        return _text(observation["feedback"])
    action = observation.get("last_action")
    if not action:
        return ""
    if observation.get("success", True):
        return f"I tried {action} and was successful."
    return f"I tried {action} and failed: {observation.get('failure') or 'no reason known'}."


def _name(entry: Any) -> str:
    return str(entry.get("name", "")) if isinstance(entry, Mapping) else str(entry)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _image(observation: Observation) -> str:
    found = observation.get("image", "")
    return found if isinstance(found, str) else ""
