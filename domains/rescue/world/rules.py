"""Switches of the search-and-rescue world: as released by default, as in the paper on request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from planner.errors import InputError

CAPACITY = 3
"""Units an agent can hold; a held person counts 3."""
HOLDERS = 2
"""Agents needed to carry a person without extra load."""
RADIUS = 3 * 2**0.5
"""Radius in cells of reservoirs, deposits and agents (tolerance of NavigateTo)."""
REGION_RADIUS = 1.5 * 2**0.5
"""Radius in cells of a flammable cell."""
INTERACT = 4
"""Whole cells (Euclidean) within which reservoirs, deposits and agents are seen and used."""


@dataclass(frozen=True)
class Rules:
    """How the world behaves; the defaults are the released code, step by step.

    ``supply_of`` maps fire and reservoir types to supplies. ``fire_wait``: a fire stands still
    until an agent has come within its radius. ``unnoticed`` hides all fires for that many joint
    steps while they burn. ``use_all`` spends all held units at once. ``carry_radius`` in cells
    replaces the person's own radius (0: not). ``explore_memory`` forbids an agent to repeat or
    reverse its last direction. ``implied_navigation`` credits NavigateTo when an interaction
    succeeds. ``coverage_success`` counts only successful mentions. ``either_dropoff_order``
    accepts DropOff(person, deposit). ``random_people`` places people and agents by the seed.
    ``failure_probability`` lets any action fail (kind ``malfunction``). ``people_known`` makes
    all people spotted from the start (the clairvoyant bound). ``ends_when_solved`` terminates
    the episode at full credit (the released world never ends by itself). ``strict`` raises on
    unknown names instead of failing the action. ``move_cost`` in joint steps per cell makes
    NavigateTo a walk: it goes 1 / ``move_cost`` cells at most, and fails (kind ``under_way``)
    until it arrives (0: any distance takes one step). ``walls_block`` makes NavigateTo go around
    walls, by single moves; it fails (kind ``no_way``) where no way leads.
    """

    supply_of: Mapping[str, str] = field(default_factory=lambda: {"A": "Sand", "B": "Water"})
    fire_wait: bool = False
    unnoticed: int = 0
    use_all: bool = False
    carry_radius: float = 0.0
    explore_memory: bool = False
    implied_navigation: bool = False
    coverage_success: bool = False
    either_dropoff_order: bool = False
    random_people: bool = False
    failure_probability: float = 0.0
    people_known: bool = False
    ends_when_solved: bool = False
    strict: bool = False
    move_cost: float = 0.0
    walls_block: bool = False

    def changed(self, changes: Mapping[str, Any]) -> Rules:
        """Return rules with some switches changed; raises :class:`InputError` on unknown ones."""
        known = {f.name: f for f in fields(self)}
        for name, value in changes.items():
            if name not in known:
                raise InputError(f"unknown rule '{name}'; known: {', '.join(sorted(known))}")
            _check(name, value, getattr(self, name))
        return replace(self, **dict(changes))


def _check(name: str, value: Any, default: Any) -> None:
    if name == "supply_of":
        good = isinstance(value, Mapping) and set(value) == {"A", "B"}
        good = good and set(value.values()) == {"Sand", "Water"}
    elif isinstance(default, bool):
        good = isinstance(value, bool)
    else:
        good = isinstance(value, int | float) and not isinstance(value, bool) and value >= 0
        good = good and (not isinstance(default, int) or isinstance(value, int))
        good = good and (name != "failure_probability" or value < 1)
        good = good and (name != "move_cost" or value <= 1)
    if not good:
        raise InputError(f"rule '{name}' cannot be {value!r}; it is {default!r} by default")


PAPER: Mapping[str, Any] = {
    "supply_of": {"A": "Water", "B": "Sand"},
    "fire_wait": True,
    "use_all": True,
    "carry_radius": 4.0,
    "explore_memory": True,
    "implied_navigation": True,
    "coverage_success": True,
    "either_dropoff_order": True,
    "random_people": True,
}
"""The paper's reading (specification §13), to be given to :meth:`Rules.changed`."""
