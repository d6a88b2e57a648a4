"""What a robot perceives in words, and which actions it has (``planner.execution.wording``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domains.rescue.world.observation import around_text, feedback_text, state_text
from planner.environment import Briefing, Observation
from planner.execution.wording import View, image


def words(observation: Observation, briefing: Briefing) -> View | None:
    """Describe an observation of this domain; None for any other."""
    if "global_obs" not in observation:
        return None
    records = observation["global_obs"]
    names = tuple(r["name"] for r in records)
    known = "; ".join(r["string_description"] for r in records)
    return View(
        f"{around_text(observation)} Known: {known}.",
        state_text(observation), feedback_text(observation),
        tuple(observation.get("failed_actions", ())), names,
        tuple(_actions(observation, briefing)), image(observation),
    )


def _actions(observation: Observation, briefing: Briefing) -> list[str]:
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
