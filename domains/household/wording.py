"""What a robot perceives and may do, in words and for the record (``docs/observations.md``)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from domains.household.actions import BARE
from planner.domain import Interface
from planner.environment import Briefing, Observation
from planner.execution.wording import View, as_text, feedback, image, name_of
from planner.files import read_toml

INTERFACE = Interface(**read_toml(Path(__file__).with_name("interface.toml")))


def words(observation: Observation, _briefing: Briefing) -> View | None:
    """Describe an observation of this domain; None for any other."""
    if "objects" not in observation:
        return None
    seen: Mapping[str, Any] = observation.get("seen") or {}
    names = tuple(name_of(o) for o in observation["objects"])
    place, held = observation.get("position", ""), observation.get("held", "nothing")
    state = (f"I am at {as_text(place)}, facing {observation.get('heading', '')}, "
             f"holding {held}.")
    last = observation.get("last") or {}
    known = {"last_action": last.get("action"), "success": last.get("success", True),
            "failure": last.get("message") or last.get("failure")}
    return View(
        f"I see {', '.join(names) or 'nothing'}.", state, feedback(known),
        tuple(map(str, observation.get("failures", ()))), names,
        tuple(_actions(names, seen)), image(observation),
    )


def _actions(names: tuple[str, ...], seen: Mapping[str, Any]) -> list[str]:
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
    return [*found, *BARE]
